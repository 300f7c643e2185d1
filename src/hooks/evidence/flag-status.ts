import { ago } from '../project/text';
import type { Digest, EvidenceKind, FlagStatus, Receipt } from './evidence';

/** What the public file says about one flag. */
export type PublicEntry =
  | { readonly kind: 'missing' | 'shipped' }
  | { readonly kind: 'corrupt'; readonly problem: string }
  /** `off`: the file no longer says passed; a run failed, or an edit reset it. */
  | { readonly kind: 'entry'; readonly result: 'never' | 'pass' | 'fail' | 'off'; readonly at?: number | undefined };

interface Facts {
  readonly kind: EvidenceKind;
  /** The public file's name, for the sentence. */
  readonly file: string;
  readonly entry: PublicEntry;
  /** Oldest first. */
  readonly receipts: readonly Receipt[];
  readonly content: Digest | undefined;
  readonly pendingSince: number | undefined;
  /** When the last session began without earlier context (`startup`, `clear`). */
  readonly sessionStartedAt: number | undefined;
  /** Trust the file without a receipt, as the original hooks do. */
  readonly believesFiles: boolean;
  /** False outside a repository, where content cannot be compared. */
  readonly repository: boolean;
  readonly now: number;
}

/** Public files hold whole seconds, and the receipt may be written a moment before the public file. */
const toleranceSeconds = 1;
/** Tolerance between the clocks of two machines; a pass from further in the future does not count. */
const futureMs = 120_000;

/**
 * Determines a flag's status. A pass counts if a receipt binds it to the current content. A public file alone is trusted
 * only with `believesFiles`; outside a repository, where content cannot be compared, the file and the receipt are trusted together.
 */
export function flagStatus(facts: Facts): FlagStatus {
  const status = settledStatus(facts);
  if (status.status === 'passed' || facts.pendingSince === undefined) return status;
  if (status.status === 'shipped' || status.status === 'unknown' || status.trusted) return status;
  const { kind, pendingSince: at } = facts;
  const reason = `${flagWords[kind].started} ${ago(at, facts.now)} and has not finished yet.`;
  return { kind, status: 'in-progress', before: status.status, reason, trusted: false, at };
}

/** The status, leaving aside a run that is still in progress. */
function settledStatus(facts: Facts): FlagStatus {
  const { kind, entry, receipts, file } = facts;
  const words = flagWords[kind];
  const untrusted = (status: FlagStatus['status'], reason: string, at?: number): FlagStatus => {
    return { kind, status, reason, trusted: false, at };
  };
  if (entry.kind === 'shipped') {
    const reason = `${file} is tracked in the repository, and a repository cannot provide its own evidence; \`git rm --cached ${file}\` ends that.`;
    return untrusted('shipped', reason);
  }
  if (entry.kind === 'corrupt') {
    const reason = `${file} cannot be read (${entry.problem}), so nothing counts as passed; the next run rewrites it.`;
    return untrusted('unknown', reason);
  }
  if (entry.kind !== 'entry' || entry.result === 'never') return untrusted('missing', `${words.never}.`);
  const newest = receipts.at(-1);
  const match = matchingReceipt(receipts, facts.content);
  // No receipt, or another tool wrote the public file after it: the file decides.
  if (newest === undefined || isNewer(entry.at, newest.at)) {
    if (entry.result === 'fail') return untrusted('failed', `${words.failed}${when(entry.at, facts.now)}.`, entry.at);
    if (entry.result === 'off' && kind === 'proof' && newest === undefined) {
      return untrusted('missing', `${file} says that a person still has to confirm that it works.`, entry.at);
    }
    if (entry.result === 'off' && kind !== 'proof') {
      const reason = `${words.failed}${when(entry.at, facts.now)}, or files were edited after it.`;
      return untrusted('failed', reason, entry.at);
    }
    if (entry.result === 'pass' && match?.verdict !== 'pass') return unbound(facts, entry.at, newest);
  }
  if (!facts.repository && newest !== undefined) return withoutContent(facts, newest, entry.result);
  if (match === undefined) {
    return newest === undefined ? untrusted('missing', `${words.never}.`) : outdated(facts, newest);
  }
  const trusted = match.verdict === 'pass';
  const found = { kind, at: match.at, receipt: match };
  const said = `${trusted ? words.passed : words.failed} ${ago(match.at, facts.now)} on exactly this content (${ruleAndAuthor(match)})`;
  // The agent may have written what gave the pass.
  if (trusted && match.doubt !== undefined && !facts.believesFiles) {
    const reason = `${said}, but ${match.doubt}: it counts once a person accepts it.`;
    return { ...found, status: 'unbound', trusted: false, reason };
  }
  return { ...found, status: trusted ? 'passed' : 'failed', trusted, reason: `${said}.` };
}

/** The rule that read the verdict, and who gave the verdict. */
function ruleAndAuthor({ rule, author, client }: Receipt): string {
  const within = client === undefined ? '' : `, in ${client}`;
  if (author === undefined) return `${rule}${within}`;
  const where = author.file === undefined || author.name.includes(author.file) ? '' : ` (${author.file})`;
  return `${rule}, by ${author.name}${where}${author.self === true ? ', the author of the work' : ''}${within}`;
}

/** The sentence of a stale flag; `what` names the files, if that is known. */
export const staleReason = (kind: EvidenceKind, at: number, now: number, what = 'files'): string =>
  `${flagWords[kind].passed} ${ago(at, now)}, but ${what} changed since.`;

/** The newest receipt is for other content: a failed flag, or a stale one. */
function outdated({ kind, content, now }: Facts, newest: Receipt): FlagStatus {
  if (newest.verdict === 'fail') return failed(kind, newest, now);
  const stale = { kind, status: 'stale', trusted: false, at: newest.at, receipt: newest } as const;
  const passed = `${flagWords[kind].passed} ${ago(newest.at, now)}`;
  if (newest.digest === undefined) {
    const reason = `${passed}, but the files could not all be read at that moment, so it is unknown for which content it passed.`;
    return { ...stale, reason };
  }
  if (content?.kind === 'partial') {
    return { ...stale, reason: `${passed}, but the current files cannot be compared: ${content.reason}.` };
  }
  return { ...stale, reason: staleReason(kind, newest.at, now) };
}

function failed(kind: EvidenceKind, receipt: Receipt, now: number): FlagStatus {
  const reason = `${flagWords[kind].failed} ${ago(receipt.at, now)} (${ruleAndAuthor(receipt)}).`;
  return { kind, status: 'failed', trusted: false, at: receipt.at, receipt, reason };
}

/** Outside a repository content cannot be compared: the receipt has the result, but not whether it still holds. */
function withoutContent({ kind, now }: Facts, newest: Receipt, result: 'pass' | 'fail' | 'off'): FlagStatus {
  if (newest.verdict === 'fail') return failed(kind, newest, now);
  const base = { kind, at: newest.at, receipt: newest };
  if (result !== 'pass') return { ...base, status: 'stale', trusted: false, reason: staleReason(kind, newest.at, now) };
  const reason = `${flagWords[kind].passed} ${ago(newest.at, now)} (${ruleAndAuthor(newest)}). There is no git repository, so it is unknown whether files changed since.`;
  return { ...base, status: 'unbound', trusted: true, reason };
}

/** The public file says passed, but no receipt names the content. */
function unbound(facts: Facts, at: number | undefined, newest: Receipt | undefined): FlagStatus {
  const { kind, believesFiles, sessionStartedAt, now, file } = facts;
  const base = { kind, status: 'unbound' as const, at, ...(newest === undefined ? {} : { receipt: newest }) };
  const from = `${flagWords[kind].passed}${when(at, now)} according to ${file}`;
  if (at !== undefined && at > now + futureMs) {
    return { ...base, trusted: false, reason: `${from}, which dates it in the future.` };
  }
  if (!believesFiles) {
    const reason = `${from}, but no receipt ties it to these files: it counts once a person accepts it.`;
    return { ...base, trusted: false, reason };
  }
  const began = sessionStartedAt === undefined ? 0 : Math.floor(sessionStartedAt / 1000);
  if (sessionStartedAt !== undefined && (at === undefined || Math.floor(at / 1000) < began)) {
    return { ...base, trusted: false, reason: `${from}, before this session began.` };
  }
  return { ...base, trusted: true, reason: `${from}: it is unknown for which content it passed.` };
}

function matchingReceipt(receipts: readonly Receipt[], content: Digest | undefined): Receipt | undefined {
  if (content?.kind !== 'whole') return undefined;
  return receipts.findLast((receipt) => receipt.digest === content.value);
}

/** Did another tool write the public file after the newest receipt? */
const isNewer = (publicAt: number | undefined, receiptAt: number): boolean =>
  publicAt !== undefined && Math.floor(publicAt / 1000) > Math.floor(receiptAt / 1000) + toleranceSeconds;

const when = (at: number | undefined, now: number): string => (at === undefined ? '' : ` ${ago(at, now)}`);

/** How people speak about a flag: the beginnings of its sentences. */
export const flagWords: Readonly<Record<EvidenceKind, ReturnType<typeof ofRun>>> = {
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
