import type { EvidenceKind } from './evidence';

/** What people call a flag. */
export const flagNames: Readonly<Record<EvidenceKind, string>> = {
  code_review: 'The code review',
  doc_review: 'The documentation review',
  precommit: 'The precommit check',
  tests: 'The test run',
  proof: "A person's confirmation that it works",
};

export function ago(at: number, now: number): string {
  const seconds = Math.round((now - at) / 1000);
  if (seconds < 60) return 'just now';
  const [amount, unit] =
    seconds < 3600 ? [seconds / 60, 'minute'] : seconds < 86_400 ? [seconds / 3600, 'hour'] : [seconds / 86_400, 'day'];
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}

/** `a.ts, b.ts, c.ts and 4 more files` */
export function listed(files: readonly string[], shown = 3): string {
  const names = files.slice(0, shown).map((file) => (file.length > 80 ? `…${file.slice(-79)}` : file));
  const rest = files.length - names.length;
  if (rest > 0) return `${names.join(', ')} and ${rest} more file${rest === 1 ? '' : 's'}`;
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}
