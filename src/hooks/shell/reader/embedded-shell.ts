import type { Stream } from '../invocation';
import { readOptions } from '../options';
import { readStreamAsCode } from './code';
import { emit, type Call } from './command';
import type { Expansion } from './expand';
import { deeper } from './machine';
import { outputOf } from './output';
import { unescape } from './printing';
import { readText } from './statements';
import { unknownStream } from './stream';

const string = '"((?:[^"\\\\]|\\\\.)*)"';
const either = `(?:${string}|'((?:[^'\\\\]|\\\\.)*)')`;

/** How small languages hand text to a shell. */
const ways: Readonly<Record<'awk' | 'lua' | 'osascript' | 'r', readonly RegExp[]>> = {
  awk: [
    new RegExp(`system\\s*\\(\\s*${string}`, 'g'),
    new RegExp(`\\|&?\\s*${string}`, 'g'),
    new RegExp(`${string}\\s*\\|&?\\s*getline`, 'g'),
    // A variable that may be given to system() later.
    new RegExp(`\\b\\w+\\s*=\\s*${string}(?=[^]*system\\s*\\(\\s*\\w)`, 'g'),
  ],
  lua: [new RegExp(`(?:os\\.execute|io\\.popen)\\s*\\(?\\s*${either}`, 'g')],
  osascript: [new RegExp(`do shell script ${string}`, 'gi')],
  r: [new RegExp(`\\bsystem2?\\s*\\(\\s*${either}`, 'g')],
};

/** Reads the shell text that code of a small language hands on. */
export function readEmbedded(language: keyof typeof ways, program: string, via: string, on: Expansion): void {
  for (const pattern of ways[language]) {
    for (const found of program.matchAll(pattern)) {
      const text = unescape(found[1] ?? found[2] ?? '').text;
      readText(on.machine, { text, base: undefined }, on.state.fork(), deeper(on.frame, via));
    }
  }
}

/** awk runs shell text through `system()`, `print | "cmd"` and `"cmd" | getline`. */
export function runAwk(call: Call, on: Expansion): Stream {
  emit(call, on);
  const read = readOptions(call.words.slice(1), {
    short: 'FfvlEe',
    long: ['field-separator', 'file', 'assign', 'include', 'load', 'source', 'exec'],
    strict: true,
  });
  const programs = [...read.values('-e', '--source')];
  const [first] = read.operands;
  if (programs.length === 0 && first !== undefined && !read.has('-f', '--file', '-E', '--exec')) programs.push(first);
  for (const program of programs) readEmbedded('awk', program.text, 'awk system()', on);
  return outputOf('awk', read.operands.slice(1), on);
}

/** GNU sed's `e command`. */
export function runSed(call: Call, on: Expansion): Stream {
  emit(call, on);
  const read = readOptions(call.words.slice(1), { short: 'efl', long: ['expression', 'file', 'line-length'] });
  const scripts = read.has('-e', '--expression') ? read.values('-e', '--expression') : read.operands.slice(0, 1);
  for (const script of scripts) {
    for (const [, code] of script.text.matchAll(/(?:^|[;{\n])\s*(?:[\d,$~+!]+|\/[^/]*\/)?\s*e\s+([^\n]+)/g)) {
      if (code !== undefined)
        readText(on.machine, { text: code, base: undefined }, on.state.fork(), deeper(on.frame, 'sed e'));
    }
  }
  return outputOf('sed', call.words.slice(1), on);
}

/** lua, osascript, Rscript: `-e` code, or what flows in. */
export function runSmallInterpreter(language: 'lua' | 'osascript' | 'r'): (call: Call, on: Expansion) => Stream {
  return (call, on) => {
    emit(call, on);
    const read = readOptions(call.words.slice(1), { short: 'elL', strict: true });
    const codes = read.values('-e');
    for (const code of codes) readEmbedded(language, code.text, `${language} -e`, on);
    const readsInput = codes.length === 0 && (read.operands.length === 0 || read.operands[0]?.text === '-');
    if (!readsInput || on.frame.stdin.kind === 'inherited') return unknownStream;
    if (on.frame.stdin.kind === 'text') readEmbedded(language, on.frame.stdin.text, `${language} <`, on);
    else readStreamAsCode(on.frame.stdin, language, on);
    return unknownStream;
  };
}
