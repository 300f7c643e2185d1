import type { Invocation, ShellWord } from './invocation';

/** Words as a person would write them, cut to a line; the rest of thousands of words is not even looked at. */
export function shownWords(words: Iterable<Pick<ShellWord, 'raw'> | string>, most: number): string {
  let text = '';
  for (const word of words) {
    const raw = typeof word === 'string' ? word : word.raw;
    text += ` ${raw.slice(0, most + 1).replace(/\s+/g, ' ')}`;
    if (text.length > 2 * most) break;
  }
  const line = text.replace(/ +/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 3)}…`;
}

export function shownInvocation({ name, args }: Invocation, most = 160): string {
  return shownWords([name, ...args.slice(0, most)], most);
}
