import type { Ignored } from './anchor';
import type { Candidate } from './candidate';
import type { Provenance } from './routing';
import { ranks } from './vocabulary';

/** A list, or two lines in a row, that offer each answer once with its meaning explain the words; they decide nothing. */
export function dropLegends(candidates: readonly Candidate[]): void {
  const open = candidates.filter(({ fate, ticked }) => fate === undefined && !ticked);
  const lists = new Map<string, Candidate[]>();
  for (const candidate of open) {
    if (!candidate.place.item || candidate.kind === undefined) continue;
    const key = `${candidate.place.block} ${candidate.kind}`;
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [candidate]);
    else list.push(candidate);
  }
  for (const [one, other, ...more] of lists.values()) {
    if (one === undefined || other === undefined || more.length > 0) continue;
    if (one.token.saying !== other.token.saying) explain(one, other);
  }
  open.forEach((one, index) => {
    const other = open[index + 1];
    if (other === undefined || one.kind !== other.kind || other.place.line - one.place.line > 2) return;
    const [pass, fail] = one.token.saying === 'pass' ? [one, other] : [other, one];
    if (pass.token.saying !== 'pass' || fail.token.saying !== 'fail') return;
    if (/:\**\s*no\b/i.test(pass.text) && /:\**\s*(?:has|have|any|contains?)\b/i.test(fail.text)) explain(one, other);
  });
}

function explain(one: Candidate, other: Candidate): void {
  one.fate = { kind: 'ignored', because: 'legend' };
  other.fate = { kind: 'ignored', because: 'legend' };
}

/** Gives every valid token the review it speaks for, or says why it speaks for none of them. */
export function assignKinds(candidates: readonly Candidate[], provenance: Provenance, mentionsSecurity: boolean): void {
  const valid = candidates.filter(({ fate }) => fate === undefined);
  const security = mentionsSecurity || valid.some(({ token }) => token.security === true);
  const own = provenance.source === 'command' && provenance.kinds.length === 1 ? provenance.kinds[0] : undefined;
  for (const candidate of valid) {
    const refuse = (because: Ignored) => (candidate.fate = { kind: 'ignored', because });
    const { token, place } = candidate;
    if (provenance.source === 'command') {
      // A fail in the answer to a review is that review's, whatever its words.
      if (candidate.kind === undefined || token.saying === 'fail') candidate.kind = own ?? candidate.kind;
      if (provenance.command.includes(bareWords(token.name))) refuse('echoed');
      else if (candidate.kind === undefined) refuse('ambiguous');
      else if (!provenance.kinds.includes(candidate.kind)) refuse('other-review');
      continue;
    }
    if (token.security === true) refuse('security');
    else if (token.rank === ranks.document && (security || place.subject === 'security')) refuse('security');
    else if (place.subject !== 'other' && (token.rank === ranks.code || token.rank === ranks.generic)) {
      refuse('other-review');
    } else if (token.rank === ranks.generic) candidate.kind = 'code_review';
  }
  if (provenance.source === 'command') return;
  for (const candidate of valid) {
    if (candidate.fate !== undefined || candidate.token.rank !== ranks.ambiguous) continue;
    const { report } = candidate.place;
    const company = valid
      .filter(({ fate, kind, place }) => fate === undefined && kind !== undefined && place.report === report)
      .sort((one, other) => one.token.rank - other.token.rank)[0];
    if (company?.kind === undefined || company.kind === 'precommit') {
      candidate.fate = { kind: 'ignored', because: 'ambiguous' };
    } else candidate.kind = company.kind;
  }
}

/** The token without what only decorates it, as a command that prints it would spell it. */
function bareWords(name: string): string {
  return name.replace(/^#+\s*/, '');
}
