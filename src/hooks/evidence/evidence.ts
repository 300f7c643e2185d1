import * as z from 'zod/mini';
import { lazyObject } from '../project/lazy-schema';
import type { ToolCall } from '../protocol/call';
import type { StateFile } from '../state/state-file';

/** The checks that have a flag. */
export const evidenceKinds = ['code_review', 'doc_review', 'precommit', 'tests', 'proof'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** Which files a flag is about. doc: files with an extension in `planes.doc`; code: everything else that git would track. */
export type Plane = 'code' | 'doc';

export const planeOf: Readonly<Record<EvidenceKind, Plane>> = {
  code_review: 'code',
  doc_review: 'doc',
  precommit: 'code',
  tests: 'code',
  proof: 'code',
};

/** What a report found, by weight: blocking, must be fixed, should be fixed, taste. */
const FindingCounts = lazyObject(() => ({ p0: z.number(), p1: z.number(), p2: z.number(), nit: z.number() }));
export type FindingCounts = z.infer<typeof FindingCounts>;

/** Who gave a verdict. */
const Author = lazyObject(() => ({
  kind: z.enum(['tool', 'skill', 'program', 'task']),
  name: z.string(),
  /** The program's path from the worktree's top, if it belongs to the project. */
  file: z.optional(z.string()),
  /** The agent that did the work answered itself. */
  self: z.optional(z.literal(true)),
}));
export type Author = z.infer<typeof Author>;

/** A program, and how it looked. */
const ProgramMark = lazyObject(() => ({ file: z.string(), mark: z.string() }));
export type ProgramMark = z.infer<typeof ProgramMark>;

/** A recorded verdict: pass or fail, on which content, when, by which call and which rule. */
export const Receipt = lazyObject(() => ({
  kind: z.enum(evidenceKinds),
  verdict: z.enum(['pass', 'fail']),
  /** Absent if the content could not be read whole (conflicts): such a pass never matches. */
  digest: z.optional(z.string()),
  session: z.string(),
  toolUseId: z.optional(z.string()),
  /** The client in which it was earned, unless that is Claude Code. */
  client: z.optional(z.string()),
  rule: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** How many verdicts this session has had since its last pass, this one included. */
  round: z.optional(z.number()),
  findings: z.optional(FindingCounts),
  /** The tests that failed, as far as the runner names them. */
  failing: z.optional(z.readonly(z.array(z.string()))),
  /** Programs outside the content that gave the verdict; if one is replaced, the pass is stale. */
  programs: z.optional(z.readonly(z.array(ProgramMark))),
  /** Why a person has to accept the pass: the agent may have written what gave it. */
  doubt: z.optional(z.string()),
  author: z.optional(Author),
}));
export type Receipt = z.infer<typeof Receipt>;

/** Who reset a flag to never run, and when. */
export const Reset = lazyObject(() => ({
  kind: z.enum(evidenceKinds),
  by: z.string(),
  at: z.number(),
  /** Not reset by a person: this call of the agent changed the public file. */
  tampered: z.optional(z.literal(true)),
}));
export type Reset = z.infer<typeof Reset>;

export type FlagStatusKind =
  /** It passed, and no file has changed since. */
  | 'passed'
  | 'failed'
  /** It passed, but files changed or cannot be read and compared, or the program that ran it was replaced. */
  | 'stale'
  /**
   * It passed, but another tool wrote the pass without a receipt, its source is in doubt, the decision log does not show
   * the call that gave it, or there is no repository to compare with. Unless `trusted`, a person has to accept it.
   */
  | 'unbound'
  | 'in-progress'
  | 'missing'
  /** The file cannot be read: never a pass. */
  | 'unknown'
  /** The repository ships the file: never a pass. */
  | 'shipped';

/** The current status of a flag, and why. */
export interface FlagStatus {
  readonly kind: EvidenceKind;
  readonly status: FlagStatusKind;
  /** What it was before the run that is in progress: a run that was never let start leaves no result. */
  readonly before?: FlagStatusKind;
  /** One sentence for people. */
  readonly reason: string;
  /** True if gates may rely on it. */
  readonly trusted: boolean;
  readonly at?: number | undefined;
  readonly receipt?: Receipt | undefined;
  /** The files that differ from the content of the pass; only for `stale`, absent if that is no longer known. */
  readonly changed?: readonly string[] | undefined;
}

/** `.claude_review_state.json` of the original hooks; unknown keys stay. */
export interface ReviewState {
  session_id: string;
  updated_at: string;
  has_code_change: boolean;
  has_doc_change: boolean;
  code_review: ReviewFlag;
  doc_review: ReviewFlag;
  precommit: ReviewFlag;
  [key: string]: unknown;
}
export interface ReviewFlag {
  executed: boolean;
  passed: boolean;
  last_run: string;
  [key: string]: unknown;
}

/** `pass|0|epoch` or `fail|n|epoch`. */
export interface TestStatus {
  readonly result: 'pass' | 'fail';
  readonly failures: number;
  /** Seconds since the epoch. */
  readonly at: number;
}

/** `verified|epoch` or `pending|epoch`; other tools may write a bare word. */
export interface ProofStatus {
  readonly status: 'verified' | 'pending';
  readonly at: number;
}

/** All that is known about one worktree's flags. */
export interface Evidence {
  readonly review: StateFile<ReviewState>;
  readonly tests: StateFile<TestStatus>;
  readonly proof: StateFile<ProofStatus>;
  /** A flag's current status, from the public file, its receipt and the current content. */
  status(kind: EvidenceKind): Promise<FlagStatus>;
  /** The verdicts that are remembered, oldest first; going back to earlier content makes an earlier one the last. */
  history(kind: EvidenceKind): readonly Receipt[];
  /** Writes a verdict: the public file in the format of the original hooks, and the receipt beside it. */
  record(kind: EvidenceKind, verdict: Verdict): Promise<Recorded>;
  /** An edit of this plane was seen: its passes are off in the public file, `executed` and `last_run` stay. */
  invalidate(plane: Plane): Promise<void>;
  /** A review went to the background; `forget` ends it. */
  begin(kind: EvidenceKind, task: string, session: string): Promise<void>;
  forget(kind: EvidenceKind, task: string): Promise<boolean>;
  /** The digest of a plane's content: index, worktree and untracked files. */
  digest(plane: Plane): Promise<Digest>;
  /** Resets a flag to never run, or all of them if `kind` is undefined. The flag then says who reset it. */
  reset(kind: EvidenceKind | undefined, by?: string): Promise<void>;
  /** The unbound flags that wait for a person. */
  unbound(): Promise<readonly UnboundFlag[]>;
  /** A person accepts an unbound flag: its pass is bound to the files as they are now. */
  accept(kind: EvidenceKind, by: string): Promise<void>;
  /** Voids every pass of flags whose public file a call of the agent changed; `by` is the call. */
  voidTampered(kinds: readonly EvidenceKind[], by: string): Promise<void>;
  /** A session began. Where files are believed, passes from before a `startup` or `clear` are not. */
  sessionStarted(source: string): Promise<void>;
}

/** An unbound flag that a person can accept. */
export interface UnboundFlag {
  readonly flag: FlagStatus;
  /** No file of its plane has changed since the public file's time, as far as file times tell. */
  readonly holds: boolean;
}

/** `content-changed`: files changed while the check ran, so its pass is for content that no longer exists; nothing was written. */
export type Recorded = 'recorded' | 'content-changed';

export interface Verdict {
  readonly verdict: 'pass' | 'fail';
  readonly rule: string;
  /** When the reviewer began to look; a pass is only for what did not change since. */
  readonly since?: number | undefined;
  readonly call?: Pick<ToolCall, 'sessionId' | 'toolUseId' | 'client'> | undefined;
  /** How many tests failed. */
  readonly failures?: number | undefined;
  /** What a review's report found. */
  readonly findings?: FindingCounts | undefined;
  /** The content the verdict is about, if it was taken before a long run. */
  readonly digest?: Digest | undefined;
  readonly failing?: readonly string[] | undefined;
  readonly programs?: readonly ProgramMark[] | undefined;
  readonly doubt?: string | undefined;
  readonly author?: Author | undefined;
  /** The pass counts only if nothing changed since `begin`, except files that runs leave behind. */
  readonly unchanged?: boolean | undefined;
  /** The background review (`begin`) that ends with this verdict: the verdict is about the content it began on. */
  readonly task?: string | undefined;
}

export type Digest =
  | { readonly kind: 'whole'; readonly value: string }
  /** Conflicts, unreadable files, not a repository: never matches anything. */
  | { readonly kind: 'partial'; readonly reason: string };
