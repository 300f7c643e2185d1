import { readCommand } from '../../../src/hooks/shell/read-command';
import type { CommandReading, Invocation } from '../../../src/hooks/shell/invocation';

export const place = { cwd: '/home/dev/project', home: '/home/dev' };

export const read = (source: string): CommandReading => readCommand(source, place);

/** An invocation as words, `?` in front of what is not known. */
export const words = ({ name, args }: Invocation): string =>
  [name, ...args].map((word) => word.value ?? `?${word.text}`).join(' ');

/** What the line would run, carriers such as `sh -c` and builtins included. */
export const runs = (source: string): readonly string[] =>
  read(source)
    .invocations.filter((invocation) => !onlyWraps(invocation))
    .map(words);

/** `sudo`, `nohup` and the like stand in the reading for what they add to the command they run. */
const onlyWraps = ({ effects }: Invocation): boolean =>
  effects?.some((effect) => effect.kind === 'run' && effect.code.wrapper === true) === true;
