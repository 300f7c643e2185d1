import type { ShellWord, Stream } from '../invocation';
import { readOptions, type OptionSpec } from '../options';
import { readCode, readStreamAsCode } from './code';
import { emit, run, type Call } from './command';
import type { Expansion } from './expand';
import { deeper } from './machine';
import { outputOf } from './output';
import { unknownStream } from './stream';
import { dropStart, joined } from './words';

/** A program that hands its words to a shell on another machine or in a container. */
export function runElsewhere(
  spec: OptionSpec,
  operands: number,
  joins: boolean,
  subcommand?: readonly string[],
): (call: Call, on: Expansion) => Stream {
  return (call, on) => {
    emit(call, on);
    let args = call.words.slice(1);
    if (subcommand !== undefined) {
      const at = args.findIndex((word) => subcommand.includes(word.text));
      if (at < 0) return unknownStream;
      args = args.slice(at + 1);
    }
    const read = readOptions(args, spec);
    for (const option of read.values('-o')) localCommand(option, on);
    const separated = joins ? -1 : read.operands.findIndex((word) => word.text === '--');
    const words = separated >= 0 ? read.operands.slice(separated + 1) : read.operands.slice(operands);
    const state = on.state.fork();
    state.cwd = undefined;
    const program = call.words[0]?.text ?? '';
    const inner: Expansion = { ...on, state };
    const changes = { elsewhere: true };
    if (words.length > 0) {
      if (joins) readCode(joined(words), program, inner, changes);
      else
        run(
          { ...call, words, redirects: [], assignments: [] },
          { ...inner, frame: deeper(on.frame, program, changes) },
        );
    } else if (joins && on.frame.stdin.kind !== 'inherited' && read.operands.length > 0) {
      readStreamAsCode(on.frame.stdin, 'sh', { ...inner, frame: { ...on.frame, ...changes } });
    }
    return joins ? outputOf('ssh', call.words.slice(1), on) : unknownStream;
  };
}

/** `-o ProxyCommand=…` and `-o LocalCommand=…` run here. */
function localCommand(option: ShellWord, on: Expansion): void {
  const name = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]/i.exec(option.text)?.[0];
  if (name !== undefined) readCode(dropStart(option, name.length), 'ssh -o', { ...on, state: on.state.fork() });
}

/** Options of `docker exec`, `docker run`, `kubectl exec` that take a value. */
export const containerOptions: OptionSpec = {
  short: 'eluwvphmfcan',
  long: [
    'env',
    'env-file',
    'user',
    'workdir',
    'volume',
    'publish',
    'hostname',
    'name',
    'network',
    'mount',
    'label',
    'entrypoint',
    'memory',
    'cpus',
    'platform',
    'container',
    'namespace',
    'context',
    'restart',
    'add-host',
    'cap-add',
    'cap-drop',
    'device',
    'dns',
    'expose',
    'gpus',
    'ip',
    'link',
    'log-driver',
    'log-opt',
    'pid',
    'pull',
    'runtime',
    'security-opt',
    'shm-size',
    'tmpfs',
    'ulimit',
    'userns',
    'volumes-from',
    'index',
    'detach-keys',
  ],
  strict: true,
};
