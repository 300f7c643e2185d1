import path from 'node:path';
import { gate, deny, pass, type Deny, type Ruling } from '../../pipeline/gate';
import { denial } from '../../pipeline/merge';
import type { Site } from '../../pipeline/site';
import { realTarget } from '../../project/place';
import { expression, type Matcher } from '../../project/pattern';
import type { PreToolUse } from '../../protocol/call';
import { replyTo } from '../../protocol/reply';
import { editsOf, editTools, shellCommand, shellLines, shellTools } from '../../protocol/tools';

/** Keeps the agent from writing secrets, keys and git's own files. */
export const sensitivePath = gate({
  id: 'sensitive-path',
  title: 'Sensitive path',
  summary:
    'Blocks writes to .env files, keys, certificates, git’s own folder and paths that match GUARD_EXTRA_PATTERNS. .env.example is allowed.',
  events: ['PreToolUse'],
  tools: [...editTools, ...shellTools, 'mcp__*'],
  posture: 'closed',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const extra = extraPatterns(site.env.GUARD_EXTRA_PATTERNS);
    const files = await filesOf(call, extra, site);
    if (files.length === 0) return pass('the call writes no file');
    if (extra.kind === 'invalid') return invalid(extra);
    for (const file of files) {
      const found = sensitive(file, extra, site);
      if (found !== undefined) return refused(file, found);
    }
    return pass('no sensitive path');
  },
  // People's own scripts read the exit code and stderr; the client, given both, takes the JSON.
  standaloneReply(rulings, call) {
    const denied = rulings.find((ruling): ruling is Deny => ruling.kind === 'deny');
    if (denied === undefined) return undefined;
    const reason = denial('sensitive-path', denied);
    const { stdout } = replyTo(call.event, { decision: 'deny', reason });
    return { stdout, stderr: `[Edit Guard] ${denied.reason}\n${denied.instead ?? ''}\n`, exitCode: 2 };
  },
});

async function filesOf(call: PreToolUse, extra: ExtraPatterns, site: Site): Promise<readonly string[]> {
  const edits = editsOf(call);
  if (edits.length > 0) return edits.map(({ path: file }) => file);
  const command = shellCommand(call);
  if (command === undefined || (extra.kind === 'none' && !mayNameSensitive(command))) return [];
  const { readWithFullEnv } = await import(/* webpackChunkName: "commands" */ '../../shell/shared-reading');
  const { writtenFiles } = await import(/* webpackChunkName: "commands" */ '../../shell/written-files');
  // What git does to its own folder goes through git, and is the guard's business.
  return shellLines(call)
    .flatMap((line) => writtenFiles(readWithFullEnv(line, site)))
    .flatMap(({ path: file, word }) => file ?? (word.glob ? word.text : []));
}

function sensitive(file: string, extra: ExtraPatterns, site: Site): Sensitive | undefined {
  const lexical = path.resolve(site.cwd, file);
  for (const spelling of new Set([lexical, realTarget(lexical)])) {
    const inside = path.relative(site.root, spelling);
    const outside = inside.startsWith('..') || path.isAbsolute(inside);
    const found = sensitiveSegment(outside ? spelling : inside);
    if (found !== undefined) return found;
    if (extra.kind === 'pattern' && extra.matches(spelling)) return { rule: 'extra-pattern', part: extra.source };
  }
  return undefined;
}

const what: Readonly<Record<Sensitive['rule'], string>> = {
  'environment-file': 'may hold secrets',
  'key-file': 'is a key, a certificate or a credential',
  'git-folder': 'is git’s own',
  'extra-pattern': 'matches GUARD_EXTRA_PATTERNS',
};

function refused(file: string, { rule, part }: Sensitive): Ruling {
  const shown = file.length > 200 ? `…${file.slice(-199)}` : file;
  return deny(rule, `${shown} ${what[rule]}, so the agent does not write it.`, {
    part,
    instead:
      rule === 'environment-file'
        ? 'Write .env.example with placeholder values and ask the person to fill in the real file.'
        : 'Ask the person to make this change, or to allow it once.',
  });
}

function invalid({ source, problem }: ExtraPatterns & { kind: 'invalid' }): Ruling {
  const shown = source.slice(0, 80);
  return deny(
    'invalid-pattern',
    `GUARD_EXTRA_PATTERNS (${shown}) is not a valid pattern: ${problem}. Writes are blocked until it is fixed.`,
    { instead: 'The person corrects or unsets GUARD_EXTRA_PATTERNS in the environment that starts the agent.' },
  );
}

/** The person's own patterns, ready to test a path; or what is wrong with them. */
type ExtraPatterns =
  | { readonly kind: 'none' }
  | { readonly kind: 'pattern'; readonly source: string; readonly matches: Matcher }
  | { readonly kind: 'invalid'; readonly source: string; readonly problem: string };

/** Reads `GUARD_EXTRA_PATTERNS`: one extended regular expression, found anywhere in the path, in any case. */
function extraPatterns(source: string | undefined): ExtraPatterns {
  if (source === undefined || source === '') return { kind: 'none' };
  try {
    return { kind: 'pattern', source, matches: expression(source, { ignoreCase: true }) };
  } catch (error) {
    return { kind: 'invalid', source, problem: error instanceof Error ? error.message : 'not a regular expression' };
  }
}

/** Why a path is sensitive. */
interface Sensitive {
  readonly rule: 'environment-file' | 'key-file' | 'git-folder' | 'extra-pattern';
  /** The segment, or the pattern, that says so. */
  readonly part: string;
}

/** Files that only show which variables there are. */
const sampleEnvironment = /^\.env(?:\.[\w-]+)*\.(?:example|sample|template|dist|defaults?)$/;
const environment = /^\.env(?:rc)?(?:\..+)?$/;
const keyName = /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|\.netrc|\.pgpass|\.htpasswd|\.pypirc|\.git-credentials)$/;
const keyEnding = /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|crt|cer|der)$/;
const keyFolder = /^(?:\.ssh|\.gnupg)$/;

/** Judges a path by its segments, in any case: `src/app.envelope.ts` holds no `.env`. */
function sensitiveSegment(path: string): Sensitive | undefined {
  const segments = path.split(/[\\/]+/).filter((segment) => segment !== '' && segment !== '.');
  const last = segments.length - 1;
  for (const [at, segment] of segments.entries()) {
    const name = segment.toLowerCase();
    if (name === '.git') return { rule: 'git-folder', part: segment };
    if (keyFolder.test(name) && at < last) return { rule: 'key-file', part: segment };
    if (at < last) continue;
    if (environment.test(name) && !sampleEnvironment.test(name)) return { rule: 'environment-file', part: segment };
    if (keyName.test(name) || keyEnding.test(name)) return { rule: 'key-file', part: segment };
  }
  return undefined;
}

/**
 * Could the text of a command name such a path? Nearly none does, and reading one needs the shell parser. Where the shell
 * puts names together (`.e"n"v`, `.e$N`, `.en{v,x}`) only the parser knows.
 */
function mayNameSensitive(command: string): boolean {
  const text = command.toLowerCase();
  return hints.some((hint) => text.includes(hint));
}

/** Plain texts: to compile a pattern of them takes longer than all other work on a command that names none. */
const hints = [
  '"', "'", '\\', '$', '*', '?', '[', '{', 'id_', 'git-credentials', '.env', '.git', '.ssh', '.gnupg', '.netrc', '.pgpass', '.htpasswd', '.pypirc',
  '.pem', '.key', '.p12', '.pfx', '.jks', '.keystore', '.kdbx', '.ppk', '.crt', '.cer', '.der',
]; // prettier-ignore
