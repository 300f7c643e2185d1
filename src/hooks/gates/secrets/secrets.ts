import path from 'node:path';
import { editsOf, editTools, mayBePowerShell, pathsIn, shellCommand, shellTools, textsIn } from '../../protocol/tools';
import { gate, pass, type Ruling, deny, ask, type Deny } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { personHome } from '../../project/home';
import { realTarget } from '../../project/place';
import { namesIn, readText } from '../../project/read-file';
import type { PreToolUse, ToolCall } from '../../protocol/call';
import { masked } from '../../secrets/masking';
import { secretAt, secretBelow, secretNamed } from '../../secrets/places';
import { tokensIn, type Token } from '../../secrets/tokens';

/** Keeps keys, tokens and passwords out of the transcript, out of commits and on this machine. */
export const secrets = gate<'PreToolUse'>({
  id: 'secrets',
  title: 'Secrets',
  summary:
    'Asks before a file with keys, tokens or passwords is shown to the model, blocks sending one to another machine, and blocks tokens in files that git tracks.',
  events: ['PreToolUse'],
  tools: [...shellTools, ...editTools, 'Read', 'Grep', 'WebSearch', 'mcp__*'],
  posture: 'closed',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const command = shellCommand(call);
    if (command !== undefined) return judgeShell(call, command, site);
    const shown = shownBy(call, site);
    if (shown !== undefined) {
      const reason = `${call.tool} would show ${shown.what} (${shown.file}) to the model.`;
      return askPerson(
        call,
        'secret-shown',
        reason,
        'Instead: read .env.example or the code that uses it, or ask the person for the part you need.',
      );
    }
    const refused = await writtenTokens(writtenBy(call), site);
    if (refused !== undefined) return refused;
    return call.tool.startsWith('mcp__') || call.tool === 'WebSearch'
      ? judgeServer(call)
      : pass('nothing confidential is exposed');
  },
});

/** What reads commands is loaded for a command. */
async function judgeShell(call: PreToolUse, command: string, site: Site): Promise<Ruling> {
  if (command.trim() === '') return pass('no command');
  if (mayBePowerShell(call)) {
    const shown = judgePowerShell(call, command);
    if (shown.kind !== 'pass' || call.tool === 'PowerShell') return shown;
  }
  const { judgeCommand } = await import(/* webpackChunkName: "commands" */ './secrets/command');
  return judgeCommand(call, command, site);
}

/** PowerShell is not parsed: a reading command and a secret file in one line are enough to ask. */
function judgePowerShell(call: PreToolUse, command: string): Ruling {
  if (!/\b(?:Get-Content|gc|cat|type|Select-String|sls|Import-\w+|Copy-Item|Format-Hex|more)\b/i.test(command)) {
    return pass('no file is shown');
  }
  for (const word of command.split(/[\s'"|;,()<>]+/)) {
    const what = secretAt(word.replace(/^\$(?:env:)?(?:HOME|USERPROFILE)/i, '~'));
    if (what !== undefined) {
      return askPerson(call, 'secret-shown', `${word} holds ${what}.`, 'Instead: ask the person.');
    }
  }
  return pass('no secret file is named');
}

/** The text that a tool puts into files. */
function writtenBy(call: PreToolUse): readonly Written[] {
  const edits = editsOf(call);
  if (edits.length > 0 || !call.tool.startsWith('mcp__')) return edits;
  const { input } = call;
  const file = input.path ?? input.file_path ?? input.filename ?? input.relative_path;
  return typeof file === 'string' ? [{ path: file, texts: textsIn(input) }] : [];
}

/** A token in the words of a server's tool leaves the editor with them. */
function judgeServer(call: PreToolUse): Ruling {
  const token = textsIn(call.input)
    .flatMap((text) => tokensIn(text))
    .at(0);
  if (token === undefined) return pass('nothing confidential is exposed');
  return askPerson(
    call,
    'secret-in-address',
    `${call.tool} would be given a secret (${token.family}).`,
    'Instead: name the secret and let the server read it from its own environment.',
  );
}

/** A secret that a tool would show, and the file it is in. */
interface ShownFile {
  readonly what: string;
  readonly file: string;
}

/** The secret that Read, Grep or a server's file tool would show. */
function shownBy(call: PreToolUse, site: Site): ShownFile | undefined {
  switch (call.tool) {
    case 'Read':
      return inFiles([call.input.file_path], site);
    case 'Grep':
      return inSearch(call.input, site);
    default:
      return call.tool.startsWith('mcp__') && readsFiles(call.tool)
        ? inFiles(pathsIn(call.input, false), site)
        : undefined;
  }
}

/** Grep shows lines only where it is asked for content; otherwise names and counts. */
function inSearch({ path: root, glob, output_mode: mode }: PreToolUse['input'], site: Site): ShownFile | undefined {
  if (mode !== 'content') return undefined;
  const home = personHome(site.env);
  const where = typeof root === 'string' && root !== '' ? absolute(root, site) : site.cwd;
  if (typeof glob === 'string' && glob !== '' && !glob.startsWith('!')) {
    // A pattern that fits every name also finds what git ignores.
    if (/^[*?/]+$/.test(glob))
      return inFiles(
        namesIn(where).map((name) => path.join(where, name)),
        site,
      );
    const what = bracesExpanded(glob.replace(/^.*\/(?![^{]*\})/, '')).flatMap((one) => secretNamed(one) ?? [])[0];
    return what === undefined ? undefined : { what, file: glob };
  }
  return inFiles([where], site) ?? below(where, home);
}

/** `{a,.env}` as a search tool takes it, one level deep. */
function bracesExpanded(pattern: string): readonly string[] {
  const [all, before = '', inner = '', after = ''] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(pattern) ?? [];
  return all === undefined ? [pattern] : inner.split(',').flatMap((one) => bracesExpanded(`${before}${one}${after}`));
}

function below(where: string, home: string): ShownFile | undefined {
  const what = secretBelow(where, home);
  return what === undefined ? undefined : { what, file: where };
}

function inFiles(files: readonly unknown[], site: Site): ShownFile | undefined {
  for (const file of files) {
    if (typeof file !== 'string' || file === '' || file.length > 4096) continue;
    const lexical = absolute(file, site);
    for (const spelling of new Set([lexical, realTarget(lexical)])) {
      const what = secretAt(spelling);
      if (what !== undefined && !isPlain(spelling)) return { what, file };
      if (what === undefined && holdsAddress(spelling)) return { what: 'an address with a password', file };
    }
  }
  return undefined;
}

/** Files that hold a secret only sometimes: what is in them says it. */
const sometimes = /(?:^|\/)(?:\.npmrc|\.yarnrc\.yml|\.wgetrc|[^/]*\.tfvars|[^/]*\.pem|[^/]*[-_]key|config\.json)$/i;

function isPlain(file: string): boolean {
  if (!sometimes.test(file)) return false;
  const text = readText(file, { maxBytes: 256_000 });
  return text !== undefined && masked(text) === text;
}

/** `.git/config` with a token in the address of a remote. */
function holdsAddress(file: string): boolean {
  if (!/(?:^|\/)(?:\.git\/config|\.gitconfig|\.gitmodules)$/.test(file)) return false;
  const text = readText(file, { maxBytes: 256_000 });
  return text !== undefined && masked(text) !== text;
}

function absolute(file: string, site: Site): string {
  const plain = file.replace(/^file:\/\//, '').replace(/^~(?=\/|$)/, () => personHome(site.env));
  return path.resolve(site.cwd, plain);
}

/** A server's tool that, by its name, gives back what a file holds. */
const readsFiles = (tool: string): boolean =>
  /(?:read|get|cat|open|copy|move|rename|upload|attach|view|load|show|fetch|search|grep|head|tail|content)/i.test(
    tool.replace(/^mcp__.*?__/, ''),
  ) && !/(?:info|stat|list|exists|metadata|tree)$/i.test(tool);

/** Text that goes into a file. */
interface Written {
  readonly path: string;
  readonly texts: readonly string[];
}

/** A comment that a person puts beside a token that may stay; what the agent adds itself does not count. */
export const allowComment = /gatehouse:\s*allow-secret\b/;

/** Refuses a token in a file that git would track. Tokens that the file already holds do not count. */
export async function writtenTokens(files: readonly Written[], site: Site): Promise<Deny | undefined> {
  for (const { path: file, texts } of files) {
    const found = texts.flatMap((text) => tokensIn(text));
    if (found.length === 0) continue;
    const absolute = path.resolve(site.cwd, file);
    const before = readText(absolute) ?? '';
    const news = found.find(({ text }) => !before.includes(text));
    if (news === undefined || isOutside(absolute, site.root) || (await isIgnored(absolute, site))) continue;
    return refusal(
      news,
      `${path.relative(site.root, absolute)}, line ${news.line}`,
      'written to a file that git tracks',
    );
  }
  return undefined;
}

export function refusal(token: Token, where: string, act: string): Deny {
  return deny('token-in-file', `A secret (${token.family}) would be ${act}: ${shown(token.text)} in ${where}.`, {
    part: where,
    instead:
      'Instead: read it from the environment or a secret store and keep only its name in the file, or write it to a file that .gitignore lists. If this is no secret, the person can put the comment `gatehouse: allow-secret` on its line, or allow it once.',
  });
}

/** Enough to find it, not enough to use it. */
const shown = (text: string): string =>
  text.startsWith('-----') ? text.slice(0, text.indexOf('-----', 5) + 5) : `${text.slice(0, 4)}…`;

const isOutside = (file: string, root: string): boolean => path.relative(root, file).startsWith('..');

/** Not in a repository, git tracks nothing; where git gives no answer the file counts as tracked. */
async function isIgnored(file: string, site: Site): Promise<boolean> {
  if (site.git === undefined) return true;
  try {
    await site.git.ask(['check-ignore', '-q', '--', file]);
    return true;
  } catch {
    return false;
  }
}

/** A person decides; in the mode in which the client asks no one, nothing is decided for the person. */
export function askPerson(call: ToolCall, rule: string, reason: string, instead: string): Ruling {
  if (call.permissionMode === 'dontAsk') {
    return deny(rule, `${reason} The permission mode is dontAsk, so it does not run.`, { instead: instead });
  }
  return ask(`[${rule}] ${reason} ${instead}`, rule);
}
