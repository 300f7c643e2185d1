import type { ShellWord } from '../../shell/invocation';
import { dropStart } from '../../shell/reader/words';
import { fetches, runs, service, unclear, type Actions, type UsesService } from '../effect';
import type { Definition } from '../program';
import { sqlDestroys } from './sql';

/*
 * Command lines of services have thousands of subcommands, and in all of them the verb says what happens. A verb that is
 * not known to read counts as a change.
 */

const verbs =
  'delete|deletes|deleted|del|destroy|remove|rm|rb|rmdir|purge|drop|terminate|wipe|uninstall|teardown|tear-down|undeploy|deregister|unregister|unpublish|prune|empty|deletion|nuke|erase|flush|' +
  'trash|decommission|deprovision|deprovisioned|truncate|obliterate|expunge|shred|retire|scrub|expire|unlink|dispose|rmi|bulk-delete|hard-delete|deletefile|force-delete';
const destroying = new RegExp(`(?:^|[:._-])(?:${verbs})(?:$|[:._-])`, 'i');

/** `deleteUser`, `removeAll`, `mass_destroy`. */
const camel = /^(?:[dD]elete|[dD]estroy|[rR]emove|[pP]urge|[dD]rop|[tT]erminate|[wW]ipe|[tT]runcate)[A-Z]/;

export const isDestroying = (verb: string): boolean => destroying.test(verb) || camel.test(verb);

/** What a verb that is not known to read does. */
export const changesOrDestroys = (verb: string): UsesService['access'] => (isDestroying(verb) ? 'destroy' : 'change');

const dryRunOption =
  /^-{1,2}(?:dry[-_]?run|dryrun|dry|what-?if|noop|no-op|simulate|simulation|validate-only|check-only|preview-only|preview|plan-only|print-only|fake|whatif|pretend)(?:=(?!none$|false$|no$|0$).*)?$/i;

/** An option that names another server than the person's own. */
const server = /^--?(?:server|addr|address|endpoint|http-addr|api-?(?:url|server|host))(?:=|$)/;

/** Is it a dry run? */
export const isDryRun = (words: readonly ShellWord[]): boolean =>
  words.some(({ text }, at) => dryRunOption.test(text) && !/^(?:none|false)$/.test(words[at + 1]?.text ?? ''));

/** The action of a verb on a service, or a query in a dry run. */
export const acts = (
  system: string,
  verb: string,
  access: UsesService['access'],
  words: readonly ShellWord[],
): Actions =>
  access !== 'read' && isDryRun(words)
    ? [service(system, verb, 'read'), unclear('asks what would change')]
    : service(system, verb, access);

/** The words before the first option: the path to the verb. */
export function pathIn(words: readonly ShellWord[]): readonly ShellWord[] {
  const end = words.findIndex(({ text }) => text.startsWith('-'));
  return end < 0 ? words : words.slice(0, end);
}

/** The words without options; values of options may remain. */
const plainWords = (words: readonly ShellWord[]): readonly ShellWord[] =>
  words.filter(({ text }) => !text.startsWith('-'));

const asking = /^(?:list|ls|lists|show|get|info|describe|view|search|status|inspect|validate|diff|version|help)$/;
/** Verbs that read, and nouns that list things if no verb follows. */
const reading =
  /^(?:status|list|ls|lists|show|get|logs?|whoami|version|help|releases|regions|info|describe|view|search|check|inspect|members|history|ps|domains|apps|projects|teams|tail|dashboard|plans|zones|open|diff|validate|print|stat|ping|watch|top|events|current|cat|du|find|tree)$/;

/** Verbs that change something, whatever words precede them. */
const changing =
  /^(?:add|create|new|set|update|edit|put|write|push|import|enable|disable|start|stop|restart|resume|suspend|pause|cancel|retry|trigger|run|exec|scale|resize|apply|invite|join|leave|grant|revoke|attach|detach|assign|allocate|move|rename|transfer|promote|demote|rotate|reset|renew|regenerate|install|upgrade|register|verify|clone|fork|copy|cp|mv|sync|restore|rollback|deploy|publish|link|issue|generate|buy|use|switch|clear|unset|rm|send|resend|replay|redeliver|invoke|ack)$/;

/** Verbs that show what a thing does, followed by its name. */
const following = /^(?:stat|top|tail|watch|cat|du|find)$/;
/** Verbs that are a group of their own: `restore describe x`. */
const groups = /^(?:restore|deploy|run|sync|link|issue|trigger|clone|rollback)$/;

/** Words that precede a command for a machine of the service. */
const remote = /^(?:run|exec|ssh|console|shell|bash)$/;
const remoteCode = /^(?:-c|-C|--command|--cmd|--ssh-command|--script|--scripts|--execute|-e)$/;

function runsThere(words: readonly ShellWord[], system: string): Actions {
  const at = words.findIndex(({ text }) => remote.test(text.replace(/^.*:/, '')));
  if (at < 0) return [];
  const option = words.findIndex(({ text }, index) => index > at && remoteCode.test(text));
  const code = option < 0 ? undefined : words[option + 1];
  const attached = words.find(({ text }) => /^--(?:ssh-)?command=/.test(text));
  const way = { elsewhere: true, via: system, directory: null } as const;
  if (code !== undefined) return runs({ form: 'shell', text: code, ...way });
  if (attached?.value !== undefined) {
    return runs({
      form: 'shell',
      text: { ...attached, text: attached.text.replace(/^[^=]*=/, ''), value: attached.value.replace(/^[^=]*=/, '') },
      ...way,
    });
  }
  const dashes = words.findIndex(({ text }, index) => index > at && text === '--');
  const rest = dashes >= 0 ? words.slice(dashes + 1) : withoutOptions(words.slice(at + 1));
  const texts = rest.filter((word) => /\s/.test(word.text));
  if (texts.length > 0) return texts.map((text) => runs({ form: 'shell', text, ...way }));
  // The machine may be named first: `tailscale ssh host ls`.
  const named = /^(?:ssh|exec)$/.test(words[at]?.text ?? '') && dashes < 0;
  return [rest, ...(named ? [rest.slice(1)] : [])]
    .filter((command) => command.length > 0)
    .map((command) => runs({ form: 'command', words: command, ...way }));
}

/** The options before the command, with their values. */
function withoutOptions(words: readonly ShellWord[]): readonly ShellWord[] {
  let at = 0;
  while (words[at]?.text.startsWith('-') === true) {
    at += words[at]?.text.includes('=') === true || words[at]?.text.startsWith('--no-') === true ? 1 : 2;
  }
  return words.slice(at);
}

export interface ByVerb {
  /** Further words that destroy something here. */
  readonly destroys?: RegExp;
  /** Words that publish something. */
  readonly publishes?: RegExp;
  /** Words that look destructive but are not. */
  readonly harmless?: RegExp;
  readonly more?: (words: readonly ShellWord[]) => Actions;
}

/** A service that is used by `[group…] verb [names] [options]`. */
export function byVerb(system: string, options = '', given: ByVerb = {}): Definition {
  const { destroys, publishes, harmless, more = () => [] } = given;
  return {
    options: `* ${options}`,
    style: 'strict',
    inert: '-h --help -v --version',
    effects({ operands, words: line }) {
      const path = pathIn(operands);
      const words = path.length === 0 ? plainWords(operands).slice(0, 3) : path;
      if (words.length === 0) {
        return line.some(({ text }) => /^--(?:delete|remove)/.test(text))
          ? acts(system, 'delete', 'destroy', line)
          : unclear('it is not told what to do');
      }
      if (path.some(({ value }) => value === undefined)) {
        return [unclear('what it is told to do is not known'), more(operands)];
      }
      const there = words.findIndex(({ text }) => remote.test(text.replace(/^.*:/, '')));
      const named = words.slice(0, there < 0 ? 4 : Math.min(there + 1, 4)).map(({ text }) => text);
      const verbs = named.flatMap((text) => [text, ...text.split(':')]);
      const asked = named.slice(0, 3).join(' ');
      const all = named.join(' ');
      const sql = operands.some(({ text }) => /\s/.test(text) && sqlDestroys(text));
      if (harmless?.test(all) === true) return [service(system, asked, 'change'), more(operands)];
      const byOption = line.some(({ text }) =>
        /^--(?:delete|delete-offsets|reset-offsets|remove|delete-config|force-delete)$/.test(text),
      );
      const bad = verbs.some(isDestroying) || destroys?.test(all) === true || byOption || sql;
      const bare = named.map((text) => text.replace(/^.*:/, ''));
      const changes = bare.findIndex((text) => changing.test(text));
      const asks = bare.findIndex((text) => asking.test(text) || following.test(text));
      // `regions` lists them, `regions add ewr` does not; the word after `list` is a name.
      const reads =
        (bare.slice(0, 2).some((text) => reading.test(text)) || asked === 'config') &&
        (changes < 0 || (asks >= 0 && asks < changes) || (changes === 0 && asks === 1 && groups.test(bare[0] ?? '')));
      // `apps list delete-me`: a name after a verb that reads.
      const first = named.findIndex((text) => isDestroying(text) || text.split(':').some(isDestroying));
      const readsFirst =
        reads && named.slice(0, Math.max(first, 0)).some((text) => asking.test(text.replace(/^.*:/, '')));
      const access =
        (bad && !readsFirst) || sql ? 'destroy' : publishes?.test(all) === true ? 'publish' : reads ? 'read' : 'change';
      const elsewhere =
        access === 'read'
          ? [
              ...operands.filter(({ text }) => /^[a-z]+:\/\//i.test(text)),
              ...line.flatMap((word, at) => {
                const start = server.exec(word.text)?.[0].length;
                return start === undefined
                  ? []
                  : ((word.text.length > start ? dropStart(word, start) : line[at + 1]) ?? []);
              }),
            ]
          : [];
      return [
        acts(system, asked, access, line),
        elsewhere.map((word) => fetches(word)),
        runsThere(operands, system),
        more(operands),
      ];
    },
  };
}
