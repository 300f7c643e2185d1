import type { Stream } from '../invocation';
import { noteUnread } from './code';
import { emit, type Call } from './call';
import type { Expansion } from './machine';
import { streamOfPath } from './redirects';
import { unknownStream } from './stream';
import { streamIn } from './words';

/** PowerShell inside bash: its code is another language, so it is only said to be unread. */
export function runPowerShell(call: Call, on: Expansion): Stream {
  emit(call, on);
  const args = call.words.slice(1);
  const at = args.findIndex((word) => /^-(?:c|command|e|ec|enc\w*|encodedcommand|f|file)$/i.test(word.text));
  const code = at < 0 ? args.find((word) => !word.text.startsWith('-')) : args[at + 1];
  if (code !== undefined && code.text !== '-') {
    const isFile = at < 0 || /^-f(?:ile)?$/i.test(args[at]?.text ?? '');
    const stream = isFile ? streamOfPath(code, on) : streamIn(code);
    const foreign = stream?.kind === 'remote' || stream?.kind === 'decoded';
    noteUnread(code.raw, 'pwsh', foreign ? stream : unknownStream, on, code.range);
  } else if (on.frame.stdin.kind !== 'inherited' && !args.some((word) => /^-(?:h|help|\?|version)$/i.test(word.text))) {
    noteUnread('', 'pwsh', on.frame.stdin.kind === 'text' ? unknownStream : on.frame.stdin, on);
  }
  return unknownStream;
}
