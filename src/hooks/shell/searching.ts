import path from 'node:path';
import { isFile } from '../project/read-file';
import type { CommandReading, Invocation } from './invocation';
import { readOptions } from './options';

/** Does one of the programs of a command search through more than one file? */
export function searchesWidely(reading: CommandReading, cwd: string): boolean {
  return reading.invocations.some((invocation) => searches(invocation, cwd));
}

function searches(invocation: Invocation, cwd: string): boolean {
  const at = invocation.cwd ?? cwd;
  switch (invocation.program) {
    case 'grep':
    case 'egrep':
    case 'fgrep': {
      const read = readOptions(invocation.args, { short: 'efmABCdD', long: ['regexp', 'file', 'max-count', 'include', 'exclude', 'exclude-dir', 'color', 'colour'] }); // prettier-ignore
      const files = read.has('-e', '--regexp', '-f', '--file') ? read.operands : read.operands.slice(1);
      const recursive = read.has('-r', '-R', '--recursive', '--dereference-recursive');
      return recursive ? !single(files, at) : files.length > 1 || files.some((word) => word.glob);
    }
    case 'rg':
    case 'ag':
    case 'ack': {
      const read = readOptions(invocation.args, { short: 'efgtTmABCjdM', long: ['regexp', 'file', 'glob', 'type', 'type-not', 'max-count', 'max-depth', 'threads'] }); // prettier-ignore
      const files = read.has('-e', '--regexp', '--files') ? read.operands : read.operands.slice(1);
      const fed = files.length === 0 && invocation.pipeline.position > 0;
      return !fed && !single(files, at);
    }
    case 'find': {
      const places = invocation.args.slice(0, invocation.args.findIndex((word) => /^[-(!]/.test(word.text)) >>> 0);
      return !single(places, at);
    }
    case 'fd':
    case 'fdfind':
      return true;
    case 'git':
      return invocation.args.find((word) => !word.text.startsWith('-'))?.text === 'grep';
    case 'ls':
      return readOptions(invocation.args).has('-R', '--recursive');
    default:
      return false;
  }
}

function single(words: Invocation['args'], cwd: string): boolean {
  const [word] = words;
  if (words.length !== 1 || word?.glob !== false) return false;
  return word.value !== undefined && word.value !== '' && isFile(path.resolve(cwd, word.value));
}
