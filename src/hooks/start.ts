import { CodeCache } from './code-cache';
import { runCold } from './cold';
import { Loader } from './loader';
import type { judgeHook } from './pipeline/hook';

/**
 * The entry of `runner.js`. It contains the boundary of every hook and loads the rest inside it, so that a missing or
 * damaged file ends in a reply like any other failure.
 */
interface Library {
  readonly judgeHook: typeof judgeHook;
  main(argv: readonly string[]): void;
}

const [command, ...rest] = process.argv.slice(2);
const { GATEHOUSE_HOME, HOME, USERPROFILE } = process.env;
const person = HOME ?? USERPROFILE;
const home = GATEHOUSE_HOME ?? (person === undefined ? undefined : `${person}/.gatehouse`);
const cache = command === 'hook' && home !== undefined ? new CodeCache(home, __dirname, rest[0] ?? '') : undefined;
const loader = new Loader(__dirname, cache);
const library = (): Library => loader.load('library.js') as Library;

if (command === 'hook') {
  process.on('exit', () => cache?.save());
  void runCold(rest, (run) => library().judgeHook(run));
} else library().main(process.argv.slice(2));
