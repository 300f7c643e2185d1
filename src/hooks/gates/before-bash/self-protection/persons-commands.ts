import { steersHooks } from '../../../install/harm';
import { isEventName } from '../../../protocol/events';
import type { Invocation, CommandReading } from '../../../shell/invocation';
import { wordSet } from '../../../project/text';

/** Gatehouse commands that act for a person, or send invented events to the hooks. */
const personal = wordSet('reset proof allow-once uninstall pause trust hook');

/** Commands that act for a person only with some of their arguments. */
const changes: Readonly<Record<string, RegExp>> = {
  config: /^(?:set|unset|trust)$/,
  questions: /^(?:prefer|forget)$/,
  workflow: /^(?:approve|back|reset)$/,
  careful: /^off$/,
  rules: /^add$/,
  scope: /^(?:set|clear)$/,
  policy: /^update$/,
  install: /^--trust$/,
  rescue: /^(?:drop|--overwrite)$/,
  import: /^--undo$/,
  host: /^stop$/,
};

/** With these arguments the commands only show something. */
const showing = wordSet('--help -h help');

const runners = wordSet(
  'node nodejs bun deno tsx sh bash zsh dash npx bunx npm pnpm pnpx yarn gatehouse gatehouse-cli gatehouse-hook ' +
    'gatehouse-hook-async',
);

/** Programs that run a command in a new terminal, where our commands would take it for a person. */
const terminals = wordSet('script expect socat tmux screen zellij dtach abduco');
const languages = wordSet('ruby tclsh node osascript');

/** The words of a personal command that this invocation runs: `proof verify`. */
export function personalCommand({ program, args, stdin }: Invocation): string | undefined {
  if (program === undefined) return undefined;
  const run = runners.has(program) ? commandOf([program, ...args.map(({ text }) => text)]) : undefined;
  if (run !== undefined) return run;
  const opensTerminal = terminals.has(program);
  if (!opensTerminal && !languages.has(program)) return undefined;
  const text = [...args.map((word) => word.text), stdin.kind === 'text' ? stdin.text : ''].join(' ');
  return opensTerminal || /\bpty\b/i.test(text) ? personalIn(text) : undefined;
}

const editors = /^(?:code(?:-insiders|-server)?|codium|cursor|windsurf)$/;
const managers = wordSet('npm pnpm yarn bun');

/** Does it take the extension or the package away? */
export function removesGatehouse({ program = '', args }: Invocation): boolean {
  const words = args.map(({ text }) =>
    text.replace(/^--(?:un|dis)\w+-extension=/, (found) => `${found.slice(0, -1)} `),
  );
  if (editors.test(program))
    return /(?:^| )--(?:uninstall|disable)-extension gatehouse\.gatehouse(?:@\S+)?(?: |$)/i.test(words.join(' '));
  return (
    managers.has(program) &&
    words.some((word) => /^(?:remove|rm|uninstall|un|unlink|r)$/.test(word)) &&
    words.some((word) => /^gatehouse-cli(?:@\S*)?$/.test(word))
  );
}

/** Programs that set a variable for everything that starts later. */
const environments = wordSet('systemctl launchctl tmux screen setx dbus-update-activation-environment');

/** The variable of Gatehouse that it sets for later programs, the agent's own client among them. */
export function lastingVariable({ program = '', args }: Invocation): string | undefined {
  const fish = program === 'set' && /^-\w*U/.test(args[0]?.text ?? '');
  if (!environments.has(program) && !fish) return undefined;
  return args.map(({ text }) => text.replace(/=.*/s, '')).find(steersHooks);
}

/** The same in text that is not read as a command line. */
export function personalIn(text: string): string | undefined {
  const words = text.replaceAll('\\', '/').split(/[\s"'`,;|&()[\]{}:]+/);
  for (const [at, word] of words.entries()) {
    if (!isOurProgram(word)) continue;
    const found = commandOf(words.slice(at));
    // `cat gatehouse-hook` is fine; only `gatehouse-hook <Event>` runs it.
    if (found !== undefined && (found !== 'hook' || isEventName(words[at + 1]))) return found;
  }
  return undefined;
}

function commandOf(words: readonly string[]): string | undefined {
  const at = words.findIndex(isOurProgram);
  if (at < 0) return undefined;
  const own = words[at] ?? '';
  if (own.includes('gatehouse-hook')) return 'hook';
  const [command = '', ...rest] = words.slice(at + 1).filter((word) => word !== '--json');
  if (!personal.has(command) || rest.some((word) => showing.has(word))) {
    const changing = Object.hasOwn(changes, command) ? changes[command] : undefined;
    return changing !== undefined && rest.some((word) => changing.test(word))
      ? `${command} ${rest.join(' ')}`
      : undefined;
  }
  if (command === 'proof' && (rest[0] === undefined || rest[0] === 'status')) return undefined;
  return [command, ...rest.slice(0, 1)].join(' ');
}

function isOurProgram(word: string): boolean {
  const name = word.slice(word.lastIndexOf('/') + 1).toLowerCase();
  // The package by name, in any version, or as an archive.
  if (/^gatehouse-cli(?:@[\w.^~<>=*-]*|(?:-[\d.]+)?\.tgz)?$/.test(name)) return true;
  if (/^gatehouse(?:-hook(?:-async)?)?(?:\.cjs|\.cmd|\.ps1)?$/.test(name)) return true;
  return name === 'runner.js' && /(?:^|\/)(?:hooks|runner\/[0-9a-f]+)\/runner\.js$|gatehouse/i.test(word.toLowerCase());
}

/** The client itself, also when `npx` or the like starts it. */
const client = /^(?:claude(?:\.exe|\.cmd)?|@anthropic-ai\/claude-code(?:@\S+)?)$/;
const starters = wordSet('npx bunx pnpx npm pnpm yarn bun deno node');

/** Words after `claude plugin` that bring a plugin, switch one on, or take ours away. */
const bringing = /^(?:install|i|enable|update|init|new|restore-set-aside)$/;
const removing = /^(?:disable|uninstall|remove)$/;

/** The command with which the client brings or switches plugins: `claude plugin install tidy@market`. */
export function pluginCommand({ program, args }: Invocation): string | undefined {
  if (program === undefined || !(client.test(program) || starters.has(program))) return undefined;
  const words = [program, ...args.map(({ text }) => text)];
  const at = words.findIndex((word) => client.test(nameOf(word)));
  return at < 0 ? undefined : pluginCommandOf(words.slice(at));
}

/** The same in text that is not read as a command line. */
export function pluginCommandIn(text: string): string | undefined {
  const words = text.replaceAll('\\', '/').split(/[\s"'`,;|&()]+/);
  const at = words.findIndex((word) => client.test(nameOf(word)));
  return at < 0 ? undefined : pluginCommandOf(words.slice(at));
}

const nameOf = (word: string): string => (word.startsWith('@') ? word : word.slice(word.lastIndexOf('/') + 1));

function pluginCommandOf([, ...words]: readonly string[]): string | undefined {
  if (words.some((word) => /^--plugin-dir(?:=|$)/.test(word))) return 'claude --plugin-dir';
  const at = words.findIndex((word) => word === 'plugin' || word === 'plugins');
  if (at < 0 || words.some((word) => /^(?:-h|--help)$/.test(word))) return undefined;
  const [verb = '', ...rest] = words.slice(at + 1).filter((word) => !word.startsWith('-'));
  const brings = bringing.test(verb) || (verb === 'marketplace' && /^(?:add|update)$/.test(rest[0] ?? ''));
  const takes = removing.test(verb) && rest.some((word) => /^gatehouse(?:@|$)/.test(word));
  return brings || takes ? ['claude plugin', verb, ...rest].join(' ') : undefined;
}

/** A variable of Gatehouse that PowerShell keeps beyond the session. */
export const lastingVariableIn = (text: string): string | undefined =>
  /\bsetx\b|SetEnvironmentVariable|\$PROFILE|HKCU:|HKLM:/i.test(text)
    ? text.match(/\w+/g)?.find(steersHooks)
    : undefined;

const ending = wordSet('kill pkill killall skill fuser fkill taskkill');
/** Programs whose words say which processes are meant. */
const selecting: ReadonlySet<string> = new Set([...ending, 'pgrep', 'pidof', 'lsof', 'cat', 'head']);
/** The same after `ps`. */
const filters = wordSet('grep egrep fgrep rg awk gawk mawk sed');

/**
 * The command that selects the host or a running hook for a command line that ends processes: `pkill -f gatehouse`,
 * `kill $(pgrep -f gatehouse)`, `fuser -k ~/.gatehouse/host/endpoint`.
 */
export function endedProcess(
  { invocations }: CommandReading,
  isOwnFile: (path: string, cwd: string | undefined) => boolean,
): Invocation | undefined {
  if (!invocations.some(endsProcesses)) return undefined;
  const listed = invocations.some(({ program }) => program === 'ps');
  return invocations.find(
    ({ program = '', args, cwd, elsewhere }) =>
      !elsewhere &&
      (selecting.has(program) || (listed && filters.has(program))) &&
      args.some(({ text }) => matchesOurs(text) || isOwnFile(text, cwd)),
  );
}

const endsProcesses = ({ program = '', effects = [] }: Invocation): boolean =>
  ending.has(program) && effects.some((effect) => effect.kind === 'machine' && effect.what === 'processes');

/** What stands in the command lines of a hook and of the host. */
const commandLines = ['/.gatehouse/bin/gatehouse-hook', '/.gatehouse/runner/0/runner.js'];

/** Does a pattern, as `pgrep -f` or awk takes it, match one of our processes? `g[a]tehouse`, `gate.*hook`, `/runner\.js/`. */
function matchesOurs(pattern: string): boolean {
  const bare = /^!?\/(.+)\/\s*(?:\{.*|p|d)?$/s.exec(pattern)?.[1] ?? pattern;
  return bare.split('|').some((one) => {
    const plain = one.replace(/\[([^\]])\]/g, '$1').replace(/[\\^$()]/g, '');
    const pieces = plain.toLowerCase().split(/\.?[*+?]/);
    return pieces.some((piece) => piece.length > 3) && commandLines.some((line) => occurInOrder(pieces, line));
  });
}

function occurInOrder(pieces: readonly string[], line: string): boolean {
  let from = 0;
  return pieces.every((piece) => {
    const at = line.indexOf(piece, from);
    from = at + piece.length;
    return at >= 0;
  });
}

/** The same in PowerShell, by its text. */
export const endedProcessIn = (text: string): boolean =>
  /\b(?:stop-process|spps|kill|taskkill)\b/i.test(text) && /gatehouse(?!\S*\.(?:ts|md))|runner\.js/i.test(text);
