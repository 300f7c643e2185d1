import type { Stream } from '../invocation';
import { readOptions } from '../options';
import { readText } from './statements';
import { emit, type Call } from './command';
import type { Expansion } from './expand';
import { deeper } from './machine';
import { outputOf } from './output';
import { unescape } from './printing';

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
  for (const program of programs) {
    for (const code of commandsIn(program.text)) {
      readText(on.machine, { text: code, base: undefined }, on.state.fork(), deeper(on.frame, 'awk system()'));
    }
  }
  return outputOf('awk', read.operands.slice(1), on);
}

function commandsIn(program: string): readonly string[] {
  const string = '"((?:[^"\\\\]|\\\\.)*)"';
  const patterns = [`system\\s*\\(\\s*${string}`, `\\|&?\\s*${string}`, `${string}\\s*\\|&?\\s*getline`];
  return patterns.flatMap((pattern) =>
    [...program.matchAll(new RegExp(pattern, 'g'))].map((found) => unescape(found[1] ?? '').text),
  );
}
