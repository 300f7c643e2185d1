import type { Invocation, ShellWord } from '../../../shell/invocation';
import { dropStart } from '../../../shell/reader/words';

const outgoing: ReadonlySet<string> = new Set(['>', '>>', '>|', '&>', '&>>', '>&', '<>']);
const copies: ReadonlySet<string> = new Set(['tee', 'cp', 'mv', 'install', 'truncate', 'sponge']);

/** Words that name what an invocation overwrites, devices included. */
export function writtenTargets(invocation: Invocation): readonly ShellWord[] {
  const found: ShellWord[] = [];
  for (const redirect of invocation.redirects) {
    if (redirect.target !== undefined && outgoing.has(redirect.operator)) found.push(redirect.target);
  }
  if (invocation.program === 'dd') {
    for (const word of invocation.args) if (word.text.startsWith('of=')) found.push(dropStart(word, 3));
  } else if (copies.has(invocation.program ?? '')) {
    const operands = invocation.args.filter((word) => !word.text.startsWith('-'));
    found.push(...(invocation.program === 'tee' || invocation.program === 'sponge' ? operands : operands.slice(-1)));
  }
  return found;
}
