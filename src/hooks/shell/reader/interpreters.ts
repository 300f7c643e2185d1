import type { ShellWord, Stream } from '../invocation';
import { readOptions, type OptionSpec } from '../options';
import { noteUnread, readStreamAsCode } from './code';
import { emit, type Call } from './command';
import type { Expansion } from './expand';
import { languageOf, readInlineCode } from './inline-code';
import { streamOfPath } from './redirects';
import { unknownStream } from './stream';
import { streamIn } from './words';

interface Interpreter {
  readonly spec: OptionSpec;
  /** Options whose value is code. */
  readonly code: readonly string[];
  /** Options after which standard input is data and not code. */
  readonly takesOver?: readonly string[];
  readonly subcommand?: string;
  /** Switches after which the first operand is code. */
  readonly prints?: readonly string[];
}

const interpreters: readonly (readonly [RegExp, Interpreter])[] = [
  [
    /^(?:python|pypy)[\d.]*w?$/,
    { spec: { short: 'cmWXQ', long: ['check-hash-based-pycs'], strict: true }, code: ['-c'], takesOver: ['-m'] },
  ],
  [
    /^(?:node|nodejs|bun|deno)[\d.]*$/,
    {
      spec: {
        short: 'erC',
        long: ['eval', 'require', 'import', 'loader', 'conditions', 'env-file', 'input-type'],
        strict: true,
      },
      code: ['-e', '--eval'],
      prints: ['-p', '--print'],
      subcommand: 'eval',
    },
  ],
  [/^(?:ruby|jruby|irb)[\d.]*$/, { spec: { short: 'eIrCEFT', strict: true }, code: ['-e'] }],
  [/^perl[\d.]*$/, { spec: { short: 'eEIMmxCD', strict: true }, code: ['-e', '-E'] }],
  [/^php[\d.]*$/, { spec: { short: 'rRBEFdcztS', strict: true }, code: ['-r', '-R', '-B', '-E'] }],
];

export function runInterpreter(call: Call, on: Expansion): Stream {
  emit(call, on);
  const program = call.words[0]?.value ?? '';
  const name = program.replace(/^.*[\\/]/, '').toLowerCase();
  const found = interpreters.find(([pattern]) => pattern.test(name))?.[1];
  const language = languageOf(name);
  if (found === undefined || language === undefined) return unknownStream;
  const read = readOptions(perlOptions(name, call.words.slice(1)), found.spec);
  if (read.has('--version', '-v', '-V', '--help', '-h') && read.operands.length === 0) return unknownStream;
  const codes = [...read.values(...found.code)];
  const [first, second] = read.operands;
  if (found.subcommand !== undefined && first?.text === found.subcommand && second !== undefined) codes.push(second);
  if (codes.length === 0 && first !== undefined && read.has(...(found.prints ?? []))) codes.push(first);
  for (const code of codes) {
    if (code.value === undefined) noteUnread(code.raw, name, streamIn(code) ?? unknownStream, on, code.range);
    readInlineCode(language, code.text, `${name} -c`, on);
  }
  if (codes.length > 0 || read.has(...(found.takesOver ?? []))) return unknownStream;
  if (first === undefined || first.text === '-' || first.text === '/dev/stdin') {
    if (on.frame.stdin.kind !== 'inherited') readStreamAsCode(on.frame.stdin, name, on);
    return unknownStream;
  }
  // `bun install`, `deno task x`: a subcommand, not a file.
  if (/^(?:bun|deno)$/.test(name) && !/[./]/.test(first.text)) return unknownStream;
  const stream = streamOfPath(first, on);
  if (stream.kind === 'text') readStreamAsCode(stream, name, on);
  else noteUnread(first.raw, name, stream, on, first.range);
  return unknownStream;
}

/** `perl -i.bak` and `-0777` carry text that is no cluster. */
function perlOptions(name: string, args: readonly ShellWord[]): readonly ShellWord[] {
  if (!name.startsWith('perl') && !name.startsWith('ruby')) return args;
  return args.map((word) => {
    const cut = /^-([a-zA-Z]*?)(?:i\.[\w~]+|0[0-7]*|l[0-7]*)([a-zA-Z]*)$/.exec(word.text);
    return cut === null || (cut[1] ?? '') + (cut[2] ?? '') === ''
      ? word
      : { ...word, text: `-${cut[1] ?? ''}${cut[2] ?? ''}` };
  });
}

/** Is this an interpreter whose inline code can be looked through? */
export function isInterpreter(program: string): boolean {
  return interpreters.some(([pattern]) => pattern.test(program));
}

/** PowerShell inside bash: its code is another language, so it is only said to be unread. */
export function runPowerShell(call: Call, on: Expansion): Stream {
  emit(call, on);
  const args = call.words.slice(1);
  const at = args.findIndex((word) => /^-(?:c|command|e|ec|enc\w*|encodedcommand|f|file)$/i.test(word.text));
  const code = at < 0 ? args.find((word) => !word.text.startsWith('-')) : args[at + 1];
  if (code !== undefined && code.text !== '-') {
    noteUnread(code.raw, 'pwsh', streamIn(code) ?? unknownStream, on, code.range);
  } else if (on.frame.stdin.kind !== 'inherited' && !args.some((word) => /^-(?:h|help|\?|version)$/i.test(word.text))) {
    noteUnread('', 'pwsh', on.frame.stdin.kind === 'text' ? unknownStream : on.frame.stdin, on);
  }
  return unknownStream;
}
