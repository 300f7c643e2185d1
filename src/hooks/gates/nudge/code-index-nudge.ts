import path from 'node:path';
import { isCareful } from '../../nudge/careful';
import { type CodeIndex, presentIndexes, TurnMemory } from '../../nudge/code-index';
import { gate, context, deny, pass } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { isFile } from '../../project/read-file';
import type { PreToolUse } from '../../protocol/call';
import { searchTools } from '../../protocol/tools';
import { stringOf } from '../../protocol/json';
import type { Use } from '../../programs/program';
import type { Invocation, ShellWord } from '../../shell/invocation';

/** Points the agent to the code index before it searches many files. */
export const codeIndexNudge = gate({
  id: 'code-index-nudge',
  title: 'Code index nudge',
  summary:
    'If a code index exists, suggests it once per turn before a search through many files. In careful mode such a search is blocked until the index is used.',
  events: ['PreToolUse'],
  tools: [...searchTools, 'Bash'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    if (call.tool === 'Read') return pass('one file is read');
    const present = presentIndexes(site);
    if (present.length === 0) return pass('no code index here');
    if (!(await explores(call, site))) return pass('no search through many files');
    const memory = new TurnMemory(site, call);
    const used = memory.used();
    const unused = present.filter((index) => !used.has(index.name));
    if (unused.length === 0) return pass('the index was used this turn');
    const askable = unused.filter((index) => index.server !== undefined);
    if (isCareful(site) && askable.length > 0) {
      return deny(
        'careful-mode',
        `${advice(unused)} Careful mode is on, so a search through many files is blocked until the index has been used.`,
        { instead: 'Query the index first, or read a single file. A person can end careful mode with /careful off.' },
      );
    }
    const nudged = memory.nudged();
    const news = unused.filter((index) => !nudged.has(index.name));
    if (news.length === 0) return pass('already suggested this turn');
    await memory.note({ nudged: news.map((index) => index.name) });
    return context(advice(news), `named ${news.map((index) => index.name).join(', ')}`);
  },
  // As the original hook replied: one tagged line on stderr, exit code 2 in careful mode.
  standaloneReply(rulings) {
    for (const ruling of rulings) {
      if (ruling.kind === 'deny') {
        return { stdout: '', stderr: `[codegraph-nudge] ${ruling.reason} ${ruling.instead ?? ''}\n`, exitCode: 2 };
      }
      if (ruling.kind === 'context') {
        const hookSpecificOutput = { hookEventName: 'PreToolUse', additionalContext: ruling.text };
        return {
          stdout: JSON.stringify({ hookSpecificOutput }),
          stderr: `[codegraph-nudge] ${ruling.text}\n`,
          exitCode: 0,
        };
      }
    }
    return undefined;
  },
});

function advice(indexes: readonly CodeIndex[]): string {
  const [only] = indexes;
  const offers = indexes.length === 1 ? (only?.offers ?? '') : indexes.map((index) => index.offers).join('; ');
  return `This project has a code index: ${offers}. It answers questions across many files in one call; a text search is good for confirming one detail.`;
}

/** Does this call search through more than one file? Judged by the shape of its arguments alone, in constant time. */
async function explores(call: PreToolUse, site: Site): Promise<boolean> {
  switch (call.tool) {
    case 'Grep':
      return !isFileAt(stringOf(call.input.path), site.cwd);
    case 'Glob':
      return /[*?[{]/.test(stringOf(call.input.pattern) ?? '');
    case 'Bash':
      return searchesByShell(stringOf(call.input.command) ?? '', site);
    default:
      return false;
  }
}

const isFileAt = (name: string | undefined, cwd: string): boolean =>
  name !== undefined && name !== '' && isFile(path.resolve(cwd, name));

/** Searching programs; a command without one of their names is not even read. */
const searching = /\b(?:e|f)?grep\b|\brg\b|\bag\b|\back\b|\bfind\b|\bfd(?:find)?\b|\bls\b/;

async function searchesByShell(command: string, site: Site): Promise<boolean> {
  if (!searching.test(command)) return false;
  const { readingAt } = await import(/* webpackChunkName: "commands" */ '../../shell/shared-reading');
  return readingAt(command, site).invocations.some((invocation) => searches(invocation, site.cwd));
}

/** Does this program of a command search through more than one file? */
function searches(invocation: Invocation, cwd: string): boolean {
  const at = invocation.cwd ?? cwd;
  const { use, args } = invocation;
  switch (invocation.program) {
    case 'grep':
    case 'egrep':
    case 'fgrep': {
      const files = filesOf(use, '--regexp', '--file');
      const recursive = use?.has('--recursive', '--dereference-recursive');
      return recursive === true ? !single(files, at) : files.length > 1 || files.some((word) => word.glob);
    }
    case 'rg':
    case 'ag':
    case 'ack': {
      const files = filesOf(use, '--regexp', '--files');
      const fed = files.length === 0 && invocation.pipeline.position > 0;
      return !fed && !single(files, at);
    }
    case 'find':
      return !single(args.slice(0, args.findIndex((word) => /^[-(!]/.test(word.text)) >>> 0), at);
    case 'fd':
    case 'fdfind':
      return true;
    case 'git':
      return args.find((word) => !word.text.startsWith('-'))?.text === 'grep';
    case 'ls':
      return use?.has('--recursive') === true;
    default:
      return false;
  }
}

/** The files and folders to search. The first operand is the pattern, unless one of these options replaces it. */
function filesOf(use: Use | undefined, ...replacing: readonly string[]): readonly ShellWord[] {
  const operands = use?.operands ?? [];
  return use?.has(...replacing) === true ? operands : operands.slice(1);
}

function single(words: readonly ShellWord[], cwd: string): boolean {
  const [word] = words;
  if (words.length !== 1 || word?.glob !== false) return false;
  return word.value !== undefined && word.value !== '' && isFile(path.resolve(cwd, word.value));
}
