import type { Command } from './command';
import { flagNames } from './flags';

/** What may follow a command's name, as its help says it. */
export interface Usage {
  /** Words such as `start`, and flags where the command takes them. */
  readonly words: readonly string[];
  /** Options with the values that they take, where they are known. */
  readonly options: Readonly<Record<string, readonly string[]>>;
}

/** Reads the usage lines at the top of a command's help. */
export function usageOf({ name, help }: Pick<Command, 'name' | 'help'>): Usage {
  const [top = ''] = help.trim().split('\n\n');
  const words = new Set<string>();
  const options: Record<string, readonly string[]> = { '--help': [] };
  for (const line of top.split('\n')) {
    const tokens = line
      .slice(line.indexOf(`gatehouse ${name}`) + `gatehouse ${name}`.length)
      .split(/[\s[\]]+/)
      .filter(Boolean);
    for (const [index, token] of tokens.entries()) {
      const before = tokens[index - 1] ?? '';
      for (const [option] of token.matchAll(/--[a-z][\w-]*/g)) options[option] ??= [];
      if (token === '<flag>…') for (const flag of flagNames.split(', ')) words.add(flag);
      if (!/^[a-zA-Z][\w-]*(?:\|[\w<>-]+)*$/.test(token)) continue;
      const named = token.split('|').filter((word) => /^\w/.test(word));
      if (before.startsWith('--')) options[before] = named;
      else if (index === 0) for (const word of named) words.add(word);
    }
  }
  return { words: [...words], options };
}
