import type { Digest, EvidenceKind, Receipt, Standing } from './evidence';
import { ago, flagWords } from './words';

/** What the public file says about one flag. */
export type PublicWord =
  | { readonly kind: 'missing' | 'shipped' }
  | { readonly kind: 'corrupt'; readonly problem: string }
  /** `off`: the file holds no pass, which a failed run and an edit after a pass both leave behind. */
  | { readonly kind: 'says'; readonly says: 'never' | 'pass' | 'fail' | 'off'; readonly at?: number | undefined };

export interface Facts {
  readonly kind: EvidenceKind;
  /** The public file's name, for the sentence. */
  readonly file: string;
  readonly word: PublicWord;
  /** Oldest first; empty where content cannot be told apart (no repository). */
  readonly receipts: readonly Receipt[];
  readonly content: Digest | undefined;
  readonly pendingSince: number | undefined;
  /** When the last session began from nothing (`startup`, `clear`). */
  readonly sessionStartedAt: number | undefined;
  readonly requireReceipts: boolean;
  readonly now: number;
}

/** The public files write whole seconds, and a writer may take a moment between the two files. */
const slackSeconds = 1;
/** Clocks of two machines differ; a pass from further in the future was not earned yet. */
const futureMs = 120_000;

/** Weighs what is known about a flag. Only a pass whose content still stands, or that may be unbound, is trusted. */
export function judge(facts: Facts): Standing {
  const standing = settle(facts);
  if (standing.status === 'passed' || facts.pendingSince === undefined) return standing;
  if (standing.status === 'shipped' || standing.status === 'unknown' || standing.trusted) return standing;
  const reason = `${flagWords[facts.kind].started} ${ago(facts.pendingSince, facts.now)} and has not come back yet.`;
  return { kind: facts.kind, status: 'in-progress', reason, trusted: false, at: facts.pendingSince };
}

function settle(facts: Facts): Standing {
  const { kind, word, receipts, file } = facts;
  const words = flagWords[kind];
  const plain = (status: Standing['status'], reason: string, at?: number): Standing => ({
    kind,
    status,
    reason,
    trusted: false,
    at,
  });
  switch (word.kind) {
    case 'shipped':
      return plain(
        'shipped',
        `${file} is part of the repository, and a repository cannot vouch for itself; \`git rm --cached ${file}\` ends that.`,
      );
    case 'corrupt':
      return plain(
        'unknown',
        `${file} cannot be read (${word.problem}), so nothing counts as passed; the next run writes it anew.`,
      );
    case 'missing':
      return plain('missing', `${words.never}.`);
    case 'says':
      break;
  }
  if (word.says === 'never') return plain('missing', `${words.never}.`);
  const newest = receipts.at(-1);
  const match = matching(receipts, facts.content);
  if (newest === undefined || isNewer(word.at, newest.at)) {
    if (word.says === 'fail') return plain('failed', `${words.failed}${when(word.at, facts.now)}.`, word.at);
    if (word.says === 'off' && kind === 'proof' && newest === undefined) {
      return plain('missing', `${words.never}: something changed since the last time.`, word.at);
    }
    if (word.says === 'off' && kind !== 'proof') {
      return plain('failed', `${words.failed}${when(word.at, facts.now)}, or files were edited after it.`, word.at);
    }
    if (word.says === 'pass' && match?.verdict !== 'pass') return unbound(facts, word.at);
  }
  if (match !== undefined) {
    const passed = match.verdict === 'pass';
    const verb = passed ? words.passed : words.failed;
    return {
      kind,
      status: passed ? 'passed' : 'failed',
      reason: `${verb} ${ago(match.at, facts.now)} on exactly this content (${match.rule}).`,
      trusted: passed,
      at: match.at,
      receipt: match,
    };
  }
  return newest === undefined ? plain('missing', `${words.never}.`) : outdated(facts, newest);
}

/** The last word was about other content. */
function outdated({ kind, content, now }: Facts, newest: Receipt): Standing {
  const words = flagWords[kind];
  const base = { kind, trusted: false, at: newest.at, receipt: newest };
  if (newest.verdict === 'fail') {
    return { ...base, status: 'failed', reason: `${words.failed} ${ago(newest.at, now)} (${newest.rule}).` };
  }
  if (newest.digest === undefined) {
    const reason = `${words.passed} ${ago(newest.at, now)}, but the files could not all be read at that moment, so nothing says what it was earned on.`;
    return { ...base, status: 'stale', reason };
  }
  if (content?.kind === 'partial') {
    const reason = `${words.passed} ${ago(newest.at, now)}, but what there is now cannot be compared: ${content.reason}.`;
    return { ...base, status: 'stale', reason };
  }
  return { ...base, status: 'stale', reason: `${words.passed} ${ago(newest.at, now)}, but files changed since.` };
}

function unbound({ kind, requireReceipts, sessionStartedAt, now, file }: Facts, at: number | undefined): Standing {
  const base = { kind, status: 'unbound' as const, at };
  const from = `${flagWords[kind].passed}${when(at, now)} by the word of ${file} alone`;
  if (at !== undefined && at > now + futureMs) {
    return { ...base, trusted: false, reason: `${from}, which dates it in the future.` };
  }
  if (requireReceipts) {
    return { ...base, trusted: false, reason: `${from}; a receipt is required and there is none.` };
  }
  if (
    sessionStartedAt !== undefined &&
    (at === undefined || Math.floor(at / 1000) < Math.floor(sessionStartedAt / 1000))
  ) {
    return { ...base, trusted: false, reason: `${from}, before this session began.` };
  }
  return { ...base, trusted: true, reason: `${from}: nothing says which content it was earned on.` };
}

function matching(receipts: readonly Receipt[], content: Digest | undefined): Receipt | undefined {
  if (content?.kind !== 'whole') return undefined;
  return receipts.findLast((receipt) => receipt.digest === content.value);
}

/** Did another tool write the public file after our last word? */
function isNewer(publicAt: number | undefined, receiptAt: number): boolean {
  return publicAt !== undefined && Math.floor(publicAt / 1000) > Math.floor(receiptAt / 1000) + slackSeconds;
}

function when(at: number | undefined, now: number): string {
  return at === undefined ? '' : ` ${ago(at, now)}`;
}
