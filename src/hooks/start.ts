import { CodeCache } from './code-cache';
import { runCold } from './cold';
import { Loader } from './loader';
import type { judgeHook } from './pipeline/hook';

/**
 * What `runner.js` is. It holds the boundary of every hook and loads the rest inside it: a file that is missing or
 * damaged ends in an answer like any other fault.
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
