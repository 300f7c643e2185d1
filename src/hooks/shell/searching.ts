import path from 'node:path';
import { isFile } from '../project/read-file';
import type { Use } from '../programs/program';
import type { CommandReading, Invocation, ShellWord } from './invocation';

/** Does one of the programs of a command search through more than one file? */
export function searchesWidely(reading: CommandReading, cwd: string): boolean {
  return reading.invocations.some((invocation) => searches(invocation, cwd));
}

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
