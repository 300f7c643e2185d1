import type { Terminal } from './command';

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;
export type Style = keyof typeof codes;

/** The text in a colour or weight where the terminal shows them, else as it is. */
export function styled({ colors }: Pick<Terminal, 'colors'>, style: Style, text: string): string {
  if (colors !== true || text === '') return text;
  const [on, off] = codes[style];
  return `\x1b[${on}m${text}\x1b[${off}m`;
}

/** Colours only where a person looks: NO_COLOR (no-color.org) and a dumb terminal say no, FORCE_COLOR says yes. */
export function wantsColors(isTTY: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  if ((env.NO_COLOR ?? '') !== '') return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTTY && env.TERM !== 'dumb';
}
