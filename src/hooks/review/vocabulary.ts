import type { EvidenceKind } from '../evidence/evidence';

export type ReviewKind = Extract<EvidenceKind, 'code_review' | 'doc_review' | 'precommit'>;

/** What a token says. `none`: a complete answer that is neither (no checks were run). */
export type Saying = 'pass' | 'fail' | 'none';

/** Which rows are looked at first: the documents' own words, the code review's, the precommit's, then the shared ones. */
export const ranks = { document: 1, code: 2, precommit: 3, generic: 4, ambiguous: 5 } as const;

/** One word of the reviewers' vocabulary. */
export interface Token {
  /** As people write it. */
  readonly name: string;
  readonly saying: Saying;
  readonly rank: number;
  /** Whose verdict it is; absent if only the place it was said in can tell. */
  readonly kind?: ReviewKind;
  /** The label that must stand in front of it. */
  readonly label?: 'overall' | 'gate';
  /** Words of a security review: they look like the verdicts read here and never are. */
  readonly security?: true;
}

const code = { kind: 'code_review', rank: ranks.code } as const;
const doc = { kind: 'doc_review', rank: ranks.document } as const;
const precommit = { kind: 'precommit', rank: ranks.precommit, label: 'overall' } as const;
const shared = { rank: ranks.ambiguous, label: 'gate' } as const;

/** By mark and word. The empty word is the bare mark, which only a gate line gives a meaning. */
const tokens: Readonly<Record<string, Token>> = {
  '✅ mergeable': { name: '✅ Mergeable', saying: 'pass', ...doc },
  '⛔ needs revision': { name: '⛔ Needs revision', saying: 'fail', ...doc },
  '✅ ready': { name: '✅ Ready', saying: 'pass', ...code },
  '⛔ blocked': { name: '⛔ Blocked', saying: 'fail', ...code },
  '⛔ block': { name: '⛔ Block', saying: 'fail', ...code },
  '✅ all pass': { name: '✅ All Pass', saying: 'pass', rank: ranks.generic },
  '⛔ must fix': { name: '⛔ Must fix', saying: 'fail', rank: ranks.ambiguous, security: true },
};

const overall: Readonly<Record<string, Token>> = {
  '✅ pass': { name: '## Overall: ✅ PASS', saying: 'pass', ...precommit },
  '⛔ fail': { name: '## Overall: ⛔ FAIL', saying: 'fail', ...precommit },
  '❌ fail': { name: '## Overall: ❌ FAIL', saying: 'fail', ...precommit },
  '⚠ no checks run': { name: '⚠️ NO CHECKS RUN', saying: 'none', ...precommit },
};

/** A review of a specification answers in words of its own, under its own heading. */
const specification: Readonly<Record<string, Token>> = {
  '✅ approved': { name: '✅ Approved', saying: 'pass', ...doc },
  '⚠ needs revision': { name: '⚠️ Needs revision', saying: 'fail', ...doc },
  '❌ needs redesign': { name: '❌ Needs redesign', saying: 'fail', ...doc },
};

const bare: Readonly<Record<string, Token>> = {
  '✅': { name: '## Gate: ✅', saying: 'pass', ...shared },
  '⛔': { name: '## Gate: ⛔', saying: 'fail', ...shared },
};

/**
 * A mark and the word behind it. Reviewers put emphasis between the two, and the mark may carry a presentation selector.
 */
export const tokenPattern =
  /([✅⛔❌⚠])\uFE0F?(?:[ \t\u00A0*_]{0,6}(Mergeable|Ready|All Pass|PASS|FAIL|Needs revision|Needs redesign|Approved|Blocked|Block|Must fix|NO CHECKS RUN)(?![\p{L}\p{N}_-]))?/giu;

/** A review that was run answers in words of its own as well: behind these marks they are a fail. */
export function ownFail(mark: string, after: string): { readonly token: Token; readonly length: number } | undefined {
  const words = /^\uFE0F?[ \t\u00A0*_]{0,6}(\p{L}[\p{L}'’-]*(?: \p{L}[\p{L}'’-]*){0,3})/u.exec(after);
  if (words?.[1] === undefined) return undefined;
  const known = mark === '⛔' || (mark === '⚠' && /^needs revision/i.test(words[1]));
  if (!known) return undefined;
  const name = `${mark} ${words[1]}`;
  return { token: { name, saying: 'fail', rank: ranks.generic }, length: words[0].length };
}

export interface TokenPlace {
  /** The line says `Overall` in front of the mark, as a heading or in bold. */
  readonly overall: boolean;
  /** The line says `Gate` in front of the mark. */
  readonly gate: boolean;
  /** The section is a specification review's verdict. */
  readonly specification: boolean;
}

/** The token of a mark and word at a place; undefined if the two mean nothing to us. */
export function tokenAt(mark: string, word: string | undefined, place: TokenPlace): Token | undefined {
  const key = word === undefined ? mark : `${mark} ${word.toLowerCase()}`;
  if (place.overall) return overall[key];
  if (place.specification && specification[key] !== undefined) return specification[key];
  const token = tokens[key];
  // The generic word is only meant in exactly this spelling: "all pass" is ordinary prose about tests.
  if (token?.rank === ranks.generic && word !== 'All Pass') return undefined;
  if (token !== undefined) return token;
  return place.gate && (word === undefined || /^(?:pass|fail)$/i.test(word)) ? bare[mark] : undefined;
}
