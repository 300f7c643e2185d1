import type { FindingCounts } from '../evidence/evidence';
import { readCandidates, type Candidate } from './candidate';
import { countFindings } from './finding-counts';
import { ranks, type ReviewKind, type Meaning, hasMark, type Ignored } from './vocabulary';

/** Where a text comes from. */
export type Provenance =
  /** A reviewer's report: its vocabulary says which review it was. */
  | { readonly source: 'reviewer' }
  /** The output of a command that was recognised: the command says it. */
  | { readonly source: 'command'; readonly kinds: readonly ReviewKind[]; readonly command: string };

/** One token that was found, and whether it decided. */
export interface Match {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  readonly token: string;
  readonly saying: Meaning;
  readonly kind: ReviewKind | undefined;
  readonly rank: number;
  /** The line, shortened. */
  readonly text: string;
  readonly fate: Fate;
}

export type Fate =
  | { readonly kind: 'won' }
  /** A verdict, overridden by the one at `line`. */
  | { readonly kind: 'lost'; readonly line: number; readonly because: Loss }
  | { readonly kind: 'ignored'; readonly because: Ignored };

export type Loss = 'precedence' | 'later verdict' | 'fail beats pass' | 'same verdict';

/** What a verdict changes. */
export interface Change {
  readonly kind: ReviewKind;
  readonly verdict: 'pass' | 'fail';
  /** For the receipt: the token and its position. */
  readonly rule: string;
  readonly line: number;
  /** What the report found, if it says so. */
  readonly findings?: FindingCounts | undefined;
}

export interface Routing {
  /** In the order of the text; very long lists keep their ends. */
  readonly matches: readonly Match[];
  readonly changes: readonly Change[];
  /** Complete answers that are neither pass nor fail: they change no flag, and this explains why. */
  readonly none: readonly { readonly kind: ReviewKind; readonly token: string; readonly line: number }[];
}

const silent: Routing = { matches: [], changes: [], none: [] };
const keptMatches = 200;

/**
 * Reads the verdict of a review from its output: pass, fail or none. Only a token that is a verdict on its own line
 * counts. If there are several: in one report a fail beats a pass; of several reports the last one counts; if a
 * reviewer uses words of several kinds of review, those for documents come first, then code, precommit and the others.
 */
export function route(text: string, provenance: Provenance): Routing {
  if (!hasMark(text) && !text.includes('"gate"')) return silent;
  const { candidates, security } = readCandidates(text, provenance.source);
  dropLegends(candidates);
  assignKinds(candidates, provenance, security);
  const verdicts =
    provenance.source === 'reviewer'
      ? reviewerVerdict(candidates)
      : provenance.kinds.flatMap((kind) => verdictOf(candidates, kind));
  candidates.sort((one, other) => one.place.line - other.place.line || one.column - other.column);
  return {
    matches: kept(candidates).map(matchOf),
    changes: verdicts.flatMap((winner) => changeOf(winner, text)),
    none: verdicts.flatMap(({ candidate, kind }) =>
      candidate.token.saying === 'none' ? [{ kind, token: candidate.token.name, line: candidate.place.line }] : [],
    ),
  };
}

interface Winner {
  readonly candidate: Candidate;
  readonly kind: ReviewKind;
}

function reviewerVerdict(candidates: readonly Candidate[]): Winner[] {
  const valid = candidates.filter(({ fate }) => fate === undefined);
  // A bare gate line follows the words it is beside; it never decides which review this is.
  const named = valid.filter(({ token }) => token.rank !== ranks.ambiguous);
  const first = [...named].sort((one, other) => one.token.rank - other.token.rank)[0];
  if (first?.kind === undefined) return [];
  const winners = verdictOf(candidates, first.kind);
  const [winner] = winners;
  if (winner === undefined) return [];
  for (const candidate of valid) {
    if (candidate.kind !== first.kind) loseTo(candidate, winner.candidate, 'precedence');
  }
  return winners;
}

function verdictOf(candidates: readonly Candidate[], kind: ReviewKind): Winner[] {
  const mine = candidates.filter((candidate) => candidate.fate === undefined && candidate.kind === kind);
  const last = mine.reduce((most, { place }) => Math.max(most, place.report), -1);
  const final = mine.filter(({ place }) => place.report === last);
  const said = (saying: Meaning) => final.findLast(({ token }) => token.saying === saying);
  const winner = said('fail') ?? said('pass') ?? said('none');
  if (winner === undefined) return [];
  winner.fate = { kind: 'won' };
  for (const candidate of mine) {
    if (candidate === winner) continue;
    if (candidate.token.saying === winner.token.saying) loseTo(candidate, winner, 'same verdict');
    else loseTo(candidate, winner, candidate.place.report === last ? 'fail beats pass' : 'later verdict');
  }
  return [{ candidate: winner, kind }];
}

function loseTo(candidate: Candidate, to: Candidate, because: Loss): void {
  candidate.fate = { kind: 'lost', line: to.place.line, because };
}

function changeOf({ candidate, kind }: Winner, text: string): Change[] {
  const { token, place } = candidate;
  if (token.saying === 'none') return [];
  const { line, since } = place;
  const findings = kind === 'precommit' ? undefined : countFindings(text, since);
  const rule = `${token.name} (line ${line})`;
  return [{ kind, verdict: token.saying, rule, line, ...(findings === undefined ? {} : { findings }) }];
}

function kept(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length <= keptMatches) return candidates;
  const winners = candidates.filter(({ fate }) => fate?.kind === 'won');
  return [...new Set([...candidates.slice(0, keptMatches / 2), ...winners, ...candidates.slice(-keptMatches / 2)])];
}

function matchOf(candidate: Candidate): Match {
  const { place, column, token, kind, text } = candidate;
  const fate = candidate.fate ?? { kind: 'ignored', because: 'ambiguous' };
  const { name, saying, rank } = token;
  return { line: place.line, column, token: name, saying, kind, rank, text: text.trim().slice(0, 160), fate };
}

/** A list, or two lines in a row, that offer each answer once with its meaning explain the words; they decide nothing. */
function dropLegends(candidates: readonly Candidate[]): void {
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

/** Assigns every valid token to a kind of review, or says why it counts for none. */
function assignKinds(candidates: readonly Candidate[], provenance: Provenance, mentionsSecurity: boolean): void {
  const valid = candidates.filter(({ fate }) => fate === undefined);
  if (provenance.source === 'command') {
    for (const candidate of valid) assignInAnswer(candidate, provenance);
    return;
  }
  const security = mentionsSecurity || valid.some(({ token }) => token.security === true);
  for (const candidate of valid) assignInText(candidate, security);
  for (const candidate of valid) {
    if (candidate.fate === undefined && candidate.token.rank === ranks.ambiguous) assignByCompany(candidate, valid);
  }
}

const ignore = (candidate: Candidate, because: Ignored): void => {
  candidate.fate = { kind: 'ignored', because };
};

/** A token in the answer to a command that asked for reviews. */
function assignInAnswer(candidate: Candidate, { kinds, command }: Extract<Provenance, { source: 'command' }>): void {
  const { token } = candidate;
  // A fail in the answer to a review is that review's, whatever its words.
  if (candidate.kind === undefined || token.saying === 'fail') {
    candidate.kind = kinds.length === 1 ? kinds[0] : candidate.kind;
  }
  if (command.includes(bareWords(token.name))) ignore(candidate, 'echoed');
  else if (candidate.kind === undefined) ignore(candidate, 'ambiguous');
  else if (!kinds.includes(candidate.kind)) ignore(candidate, 'other-review');
}

function assignInText(candidate: Candidate, security: boolean): void {
  const { rank, security: isSecurity } = candidate.token;
  const { subject } = candidate.place;
  const isGeneral = rank === ranks.code || rank === ranks.generic;
  if (isSecurity === true) ignore(candidate, 'security');
  else if (rank === ranks.document && (security || subject === 'security')) ignore(candidate, 'security');
  else if (subject !== 'other' && isGeneral) ignore(candidate, 'other-review');
  else if (rank === ranks.generic) candidate.kind = 'code_review';
}

/** A token that may speak for several reviews speaks for the one that its report is about otherwise. */
function assignByCompany(candidate: Candidate, valid: readonly Candidate[]): void {
  const { report } = candidate.place;
  const [company] = valid
    .filter(({ fate, kind, place }) => fate === undefined && kind !== undefined && place.report === report)
    .sort((one, other) => one.token.rank - other.token.rank);
  if (company?.kind === undefined || company.kind === 'precommit') ignore(candidate, 'ambiguous');
  else candidate.kind = company.kind;
}

/** The token without Markdown, as a command would print it. */
const bareWords = (name: string): string => name.replace(/^#+\s*/, '');
