import type { ShellWord, Stream } from '../invocation';
import type { Expansion } from './expand';
import { echoed, printed } from './printing';
import { textStream, unknownStream } from './stream';

/** What a program prints, as far as its words and its input say; and what it leaves in files. */
export function outputOf(program: string, args: readonly ShellWord[], on: Expansion): Stream {
  switch (program) {
    case 'echo':
      return known(echoed(args));
    case 'printf':
      return known(printed(args));
    case 'pwd':
      return known(on.state.cwd);
  }
  return unknownStream;
}

function known(text: string | undefined): Stream {
  return text === undefined ? unknownStream : textStream(text);
}
