import type { EvidenceKind } from '../evidence/evidence';

export type ReviewKind = Extract<EvidenceKind, 'code_review' | 'doc_review' | 'precommit'>;

/** What a token says. `none`: a complete answer that is neither (no checks were run). */
export type Meaning = 'pass' | 'fail' | 'none';

/** Which rows are looked at first: the documents' own words, the code review's, the precommit's, then the shared ones. */
export const ranks = { document: 1, code: 2, precommit: 3, generic: 4, ambiguous: 5 } as const;

/** One word of the reviewers' vocabulary. */
export interface Token {
  /** As people write it. */
  readonly name: string;
  readonly saying: Meaning;
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

/** Why a token is no verdict, although it looks like one. */
export type Ignored =
  | 'fence'
  | 'quote'
  | 'comment'
  | 'code'
  | 'legend'
  | 'template'
  | 'unchecked'
  | 'prose'
  | 'history'
  | 'conditional'
  | 'tally'
  | 'ambiguous'
  | 'security'
  | 'other-review'
  | 'echoed'
  | 'superseded';

/** What comes before a token on its line. */
interface Lead {
  /** The token opens the line, or follows a label that announces a verdict, or opens a sentence. */
  readonly stands: boolean;
  readonly because: Ignored;
  readonly overall: boolean;
  readonly gate: boolean;
  /** A ticked box: the choice was made, a list of both is no legend. */
  readonly ticked: boolean;
}

const announces =
  /\b(?:gate|verdict|results?|status|overall|conclusion|decision|outcome|recommendation|assessment|review|summary|merge|final)\b/i;
const recalls =
  /\b(?:previous|previously|last|earlier|prior|past|before|initial|old|expected|expects?|examples?|format|template|if|options?|possible|legend|should|must|would|not)\b/i;
const marker = /^\s*(?:[-•–]|\d{1,3}[.)])?\s*/;

/** Reads the text in front of a token. Emphasis is decoration: `**Gate**: **✅ Ready**` is `Gate: ✅ Ready`. */
export function leadOf(before: string): Lead {
  const bold = before.includes('**') || before.includes('__');
  const bare = before.replace(/[*_]+/g, '');
  const row = bare.trimStart().startsWith('|');
  let rest = (row ? (cellLabel(bare) ?? '?') : bare).replace(marker, '');
  const box = /^\[( |x|✓)\]\s*/i.exec(rest);
  if (box !== null) rest = rest.slice(box[0].length);
  const heading = /^#{1,6}\s+/.exec(rest);
  if (heading !== null) rest = rest.slice(heading[0].length);
  rest = rest.trim();
  const label = labelOf(rest, row || heading !== null);
  const read = {
    overall: label !== undefined && /^overall$/i.test(label) && (heading !== null || bold),
    gate: label !== undefined && /^(?:merge )?gate$/i.test(label),
    ticked: box !== null && box[1] !== ' ',
  };
  if (box !== null && box[1] === ' ') return { stands: false, because: 'unchecked', ...read };
  if (rest === '') return { stands: true, because: 'prose', ...read };
  if (label !== undefined) {
    const stands = announces.test(label) && !recalls.test(label);
    return { stands, because: recalls.test(label) ? 'history' : 'prose', ...read };
  }
  if (/["'“”‘’`「『«]$/.test(rest)) return { stands: false, because: 'quote', ...read };
  if (/[[<{(]$/.test(rest)) return { stands: false, because: 'template', ...read };
  return { stands: /[.!。！]$/.test(rest) && !/\b[ei]\.?[ge]\.$/i.test(rest), because: 'prose', ...read };
}

/** The label cell of a table row whose last cell the token opens. */
function cellLabel(row: string): string | undefined {
  const cells = row.split('|').map((cell) => cell.trim());
  if (cells.at(-1) !== '') return undefined;
  return cells.filter((cell) => cell !== '').at(-1);
}

/** `Merge Gate:` → `Merge Gate`. A heading or a table cell needs no colon. */
function labelOf(rest: string, colonless: boolean): string | undefined {
  const colon = /^([^:：]{1,60}?)\s*(?:[:：]|[—–-]|→|=>)$/.exec(rest);
  const body = colon?.[1] ?? (colonless && rest.length <= 60 ? rest : undefined);
  if (body === undefined || body === '' || /["'`“”|]/.test(body)) return undefined;
  return body.split(/\s+/).length <= 6 ? body.trim() : undefined;
}

const condition = /^[\s:：,;.(—–-]*(?:only )?(?:if|when|once|after|unless|provided|pending|until|assuming|means?)\b/i;
const counted = /^\s*[:：=(]\s*\d+\s*\)?\s*(?:\||$)/;
const nothing = /^(?:\s*items?)?\s*[:：]\s*(?:0|none|no|n\/a|nil|-)\s*[.|]?\s*$/i;
const ended = /^\s*(?:$|[.!,;:：…|。！，)\]]|[([]|[—–]|-+\s|to merge\b|for merg(?:e|ing)\b)/i;
const failEnded =
  /^\s*(?:$|[.!,;:：…|。！，)\]]|[([]|[—–]|-+\s|(?:by|until|on|due|because|for|with|from|pending|as)\b)/i;

/** Reads the text behind a token: undefined if the token is whole, else why it is none. */
export function trailingDoubt(after: string, saying: 'pass' | 'fail' | 'none'): Ignored | undefined {
  const tail = after.replace(/^[*_]+/, '');
  if (/^\s*["'`”’」』»]/.test(tail)) return 'quote';
  if (/^\s*[/=>}]/.test(tail)) return 'template';
  if (counted.test(tail) || (saying === 'fail' && nothing.test(tail))) return 'tally';
  if (saying === 'pass' && condition.test(tail)) return 'conditional';
  if (saying === 'fail' && /^[\s:：,;.(—–-]*(?:if|when|unless|means?)\b/i.test(tail)) return 'conditional';
  return (saying === 'pass' ? ended : failEnded).test(tail) ? undefined : 'prose';
}

/** Text between `~~` is withdrawn; its length is kept so that columns stay true. */
export const withoutStruck = (line: string): string =>
  line.includes('~~') ? line.replace(/~~[^~]+~~/g, (struck) => ' '.repeat(struck.length)) : line;

/** Every verdict opens with one of these. */
const signs = ['✅', '⛔', '❌', '⚠'] as const;

export const hasMark = (text: string): boolean => signs.some((sign) => text.includes(sign));

/** Finds the marks of a text from front to back. Each sign is searched for by itself: megabytes go by at memory's speed. */
export class Marks {
  private readonly ahead: number[];

  constructor(private readonly text: string) {
    this.ahead = signs.map(() => -1);
  }

  /** The first mark at or after a position, never before an earlier one; Infinity if none is left. */
  from(place: number): number {
    const { ahead, text } = this;
    let first = Infinity;
    for (let index = 0; index < signs.length; index++) {
      let at = ahead[index] ?? Infinity;
      if (at < place) {
        at = text.indexOf(signs[index] ?? '', place);
        if (at === -1) at = Infinity;
        ahead[index] = at;
      }
      if (at < first) first = at;
    }
    return first;
  }
}
