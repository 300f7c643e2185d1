import type { EvidenceKind } from './evidence';

/** How people speak about a flag: the beginnings of its sentences. */
export const flagWords: Readonly<
  Record<
    EvidenceKind,
    {
      readonly name: string;
      readonly passed: string;
      readonly failed: string;
      readonly never: string;
      readonly started: string;
    }
  >
> = {
  code_review: ofRun('code review'),
  doc_review: ofRun('documentation review'),
  precommit: ofRun('precommit check'),
  tests: ofRun('test run'),
  proof: {
    name: 'proof',
    passed: 'A person confirmed that it works',
    failed: 'A person revoked the confirmation that it works',
    never: 'No person has confirmed yet that it works',
    started: 'A person was asked to confirm that it works',
  },
};

function ofRun(name: string) {
  return {
    name,
    passed: `The ${name} passed`,
    failed: `The ${name} failed`,
    never: `No ${name} has been recorded here`,
    started: `The ${name} was started`,
  };
}

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
