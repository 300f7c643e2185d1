import { randomFrom } from '../harness/random';

type Change = (text: string, random: () => number) => string;

const at = (text: string, random: () => number): number => Math.floor(random() * text.length);
const odd = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  'null',
  '\uFEFF',
  '\u0000',
  '\\u0000',
  '\ud800',
  '1e999',
  ' ',
  '\n',
];
const fields = ['session_id', 'cwd', 'hook_event_name', 'tool_name', 'tool_input', 'tool_use_id', 'command'];
const values = ['null', '0', 'true', '[]', '{}', '""', '"x"', '[[[[[]]]]]', '"../../../../etc"', '-1e308'];

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T;

const changes: readonly Change[] = [
  (text, random) => text.slice(0, at(text, random)),
  (text, random) => text.slice(at(text, random)),
  (text, random) => {
    const place = at(text, random);
    return `${text.slice(0, place)}${pick(odd, random)}${text.slice(place)}`;
  },
  (text, random) => {
    const place = at(text, random);
    return `${text.slice(0, place)}${String.fromCharCode(Math.floor(random() * 300))}${text.slice(place + 1)}`;
  },
  (text, random) => {
    const [one, other] = [at(text, random), at(text, random)].sort((a, b) => a - b) as [number, number];
    return text.slice(0, one) + text.slice(other);
  },
  (text, random) =>
    text.replace(
      new RegExp(`"${pick(fields, random)}":("[^"]*"|[^,}]*)`),
      (whole) => `${whole.split(':')[0]}:${pick(values, random)}`,
    ),
  (text, random) => text.replace('{', `{"${pick(fields, random)}":${pick(values, random)},`),
  (text, random) => text.replace(/\}$/, `,"${pick(fields, random)}":${pick(values, random)}}`),
  (text, random) => text.replace('{', `{"x${Math.floor(random() * 9)}":${'['.repeat(at(text, random) * 20)},`),
  (text, random) => `${text}${pick(odd, random)}${text}`,
];

/** As many payloads as asked for, each made of this one by one to three changes. */
export function fuzzed(payload: string, count: number, seed: number): readonly string[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => {
    let text = payload;
    for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) text = pick(changes, random)(text, random);
    return text.replaceAll('\0', '');
  });
}

/** Is it still the deadly command of a shell, or nothing that can be read as a call? */
export function mustBeRefused(payload: string, deadly: string): boolean {
  try {
    const call: unknown = JSON.parse(payload.replace(/^\uFEFF/, ''));
    if (typeof call !== 'object' || call === null || Array.isArray(call)) return true;
    const { tool_name: tool, tool_input: input } = call as Record<string, unknown>;
    if (typeof tool !== 'string') return true;
    if (tool !== 'Bash' || typeof input !== 'object' || input === null) return false;
    const { command } = input as Record<string, unknown>;
    return command === deadly || (command !== undefined && typeof command !== 'string');
  } catch {
    return true;
  }
}
