import * as z from 'zod/mini';
import { lazyLooseObject } from '../project/lazy-schema';
import { type LastWrite, WorktreeContent } from './digest/worktree-content';
import type { Content } from './digest/content';
import {
  evidenceKinds,
  planeOf,
  type Digest,
  type Evidence,
  type EvidenceKind,
  type Plane,
  type ProofStatus,
  type Receipt,
  type Recorded,
  type ReviewState,
  type FlagStatus,
  type TestStatus,
  type UnboundFlag,
  type Verdict,
} from './evidence';
import { staleReason, flagStatus } from './flag-status';
import { PendingReviews } from './pending-reviews';
import { Snapshots } from './snapshots';
import { notedRuns, programMark } from './noted-runs';
import { noteRecorded, Receipts, wasRecorded } from './receipts';
import { PublicFlags } from './public-flags';
import { answersCalls } from '../state/sealed-memory';
import type { StateFile } from '../state/state-file';
import type { EvidenceSource } from './open-evidence';
import { ownFile } from '../state/stored-files';
import { ago, listed } from '../project/text';

/** When the last session began in this worktree, and how. */
const SessionMark = lazyLooseObject(() => ({ v: z.literal(1), freshSince: z.number(), source: z.string() }));

/** Compares the public files, the receipts and the content of the worktree. Writes public files, receipts and snapshots. */
export class FlagStore implements Evidence {
  readonly review: StateFile<ReviewState>;
  readonly tests: StateFile<TestStatus>;
  readonly proof: StateFile<ProofStatus>;
  private readonly flags: PublicFlags;
  private readonly receipts: Receipts;
  private readonly pending: PendingReviews;
  private readonly sessions: StateFile<z.infer<typeof SessionMark>>;
  private readonly worktree: { readonly content: WorktreeContent; readonly snapshots: Snapshots } | undefined;

  constructor(private readonly source: EvidenceSource) {
    const { home, git, clock, settings } = source;
    this.flags = new PublicFlags(source);
    this.review = this.flags.review;
    this.tests = this.flags.tests;
    this.proof = this.flags.proof;
    this.receipts = new Receipts(home);
    this.pending = new PendingReviews(home, () => clock.now());
    this.sessions = ownFile(home, 'session-mark.json', SessionMark);
    const doc = settings.planes.doc;
    this.worktree = git && { content: new WorktreeContent(git, home, doc), snapshots: new Snapshots(home, git, doc) };
  }

  async digest(plane: Plane): Promise<Digest> {
    if (this.worktree === undefined) return { kind: 'partial', reason: 'there is no git repository here' };
    return (await this.worktree.content.digests())[plane];
  }

  async status(kind: EvidenceKind): Promise<FlagStatus> {
    const { file, entry } = this.flags.read(kind);
    const receipts = this.receipts.of(kind);
    const flag = flagStatus({
      kind,
      file,
      entry,
      receipts,
      content:
        entry.kind === 'entry' && receipts.length > 0 && this.worktree !== undefined
          ? await this.digest(planeOf[kind])
          : undefined,
      pendingSince: this.pending.of(kind).at(-1)?.at,
      sessionStartedAt: this.sessions.value()?.freshSince,
      believesFiles: this.source.believesFiles === true,
      repository: this.worktree !== undefined,
      now: this.source.clock.now(),
    });
    if (flag.status === 'missing') return this.withReset(await this.withTargetedRun(flag));
    if (flag.status === 'unbound') return this.withReset(flag);
    if (flag.status === 'passed') return withPrograms(this.withRecord(flag), this.source.clock.now());
    return flag.status === 'stale' ? this.withTargetedRun(await this.withChanges(flag)) : flag;
  }

  /** Mentions a passed run of only some tests; the status stays. */
  private async withTargetedRun(status: FlagStatus): Promise<FlagStatus> {
    if (status.kind !== 'tests') return status;
    const run = notedRuns(this.source.home).find(
      ({ kind, scope, passed }) => kind === 'tests' && scope === 'targeted' && passed,
    );
    if (run?.digest === undefined) return status;
    const now = await this.digest('code');
    if (now.kind !== 'whole' || now.value !== run.digest) return status;
    const told = `A targeted run passed ${ago(run.at, this.source.clock.now())} (${run.command}): the flag needs the whole suite.`;
    return { ...status, reason: `${status.reason} ${told}` };
  }

  /**
   * A person has to accept a pass that neither this process nor the decision log has a record of. Only a process that
   * answers hooks checks this: the tree and the command line may still show such a pass as passed.
   */
  private withRecord(status: FlagStatus): FlagStatus {
    const { receipt } = status;
    if (!answersCalls() || receipt === undefined || wasRecorded(this.source.home, receipt)) return status;
    const reason = `${status.reason.replace(/\.$/, '')}, but the decision log does not show how: it counts once a person accepts it.`;
    return { ...status, status: 'unbound', trusted: false, reason };
  }

  private withReset(status: FlagStatus): FlagStatus {
    const reset = this.receipts.resetOf(status.kind);
    if (reset === undefined) return status;
    const { tampered } = reset;
    if (tampered === true && !status.trusted) {
      const since = ago(reset.at, this.source.clock.now());
      const reason = `Changed behind Gatehouse's back by ${reset.by}, ${since}: it counts again after the next run, or once a person accepts it.`;
      return { ...status, reason };
    }
    if (status.status === 'unbound') return status;
    const told = `reset by ${reset.by}, ${ago(reset.at, this.source.clock.now())}`;
    return { ...status, reason: `${status.reason.replace(/\.$/, '')}: ${told}.` };
  }

  history(kind: EvidenceKind): readonly Receipt[] {
    return this.receipts.of(kind);
  }

  async record(kind: EvidenceKind, verdict: Verdict): Promise<Recorded> {
    const at = this.source.clock.now();
    const begun = await this.pending.take(kind, verdict.task);
    const start = begun.find((task) => task.task === verdict.task);
    const now = await this.worktree?.content.read();
    if (now !== undefined && (await this.changedDuringRun(kind, verdict, start?.digest, now))) return 'content-changed';
    const bindsNow = verdict.unchanged === true;
    const { digest, content } = contentOf(kind, verdict, bindsNow ? undefined : start?.digest, now);
    const changedAt = content?.changedAt[planeOf[kind]] ?? 0;
    const since = bindsNow && start?.digest !== undefined ? undefined : verdict.since;
    if (verdict.verdict === 'pass' && since !== undefined && changedAt > since) return 'content-changed';
    const swapped = start?.digest === digest ? this.doubtOfWrites(start?.changedAt, kind, verdict, now) : undefined;
    const doubt = verdict.doubt ?? swapped ?? (await this.doubtOfCaller(verdict));
    const receipt = receiptOf(kind, verdict, { at, digest, doubt });
    await this.receipts.add(receipt);
    noteRecorded(this.source.home, receipt);
    await this.flags.write(kind, verdict, at);
    if (content !== undefined && receipt.verdict === 'pass') await this.keep(planeOf[kind], content);
    return 'recorded';
  }

  async invalidate(plane: Plane): Promise<void> {
    await this.flags.edited(plane, this.source.clock.now());
  }

  async begin(kind: EvidenceKind, task: string, session: string): Promise<void> {
    const content = await this.worktree?.content.read();
    const digest = content?.digests[planeOf[kind]];
    const changedAt = content && Math.max(content.changedAt[planeOf[kind]], this.lastWrite(kind, content)?.at ?? 0);
    await this.pending.add({
      kind,
      task,
      session,
      at: this.source.clock.now(),
      ...(digest?.kind === 'whole' ? { digest: digest.value } : {}),
      ...(changedAt === undefined ? {} : { changedAt }),
    });
    if (content !== undefined) await this.keep(planeOf[kind], content);
  }

  async forget(kind: EvidenceKind, task: string): Promise<boolean> {
    return (await this.pending.take(kind, task)).length > 0;
  }

  async reset(kind: EvidenceKind | undefined, by?: string): Promise<void> {
    const at = this.source.clock.now();
    await this.receipts.drop(kind, by === undefined ? undefined : { by, at });
    await this.pending.take(kind);
    for (const one of kind === undefined ? evidenceKinds : [kind]) await this.flags.clear(one, at);
    this.prune();
  }

  async unbound(): Promise<readonly UnboundFlag[]> {
    const statuses = await Promise.all(evidenceKinds.map((kind) => this.status(kind)));
    const waiting = statuses.filter(({ status, trusted }) => status === 'unbound' && !trusted);
    if (waiting.length === 0) return [];
    const content = await this.worktree?.content.read();
    const now = this.source.clock.now();
    return waiting.map((status) => {
      const changedAt = content?.changedAt[planeOf[status.kind]] ?? 0;
      const { at } = status;
      // Public files write whole seconds.
      return {
        flag: status,
        holds: status.receipt?.doubt !== undefined || (at !== undefined && at <= now && changedAt < at + 1000),
      };
    });
  }

  async voidTampered(kinds: readonly EvidenceKind[], by: string): Promise<void> {
    const at = this.source.clock.now();
    for (const kind of kinds) await this.receipts.drop(kind, { by, at, tampered: true });
  }

  async accept(kind: EvidenceKind, by: string): Promise<void> {
    if ((await this.status(kind)).status !== 'unbound') return;
    await this.record(kind, { verdict: 'pass', rule: `accepted by ${by}` });
  }

  async sessionStarted(source: string): Promise<void> {
    if (source !== 'startup' && source !== 'clear') return;
    const freshSince = this.source.clock.now();
    await this.sessions.update((now) => ({ ...now, v: 1, freshSince, source }));
  }

  /** Why a person has to accept a pass that a hook reports: nothing shows that the session's client started the hook. */
  private async doubtOfCaller({ verdict, call }: Verdict): Promise<string | undefined> {
    if (verdict === 'fail' || call === undefined) return undefined;
    const caller = await this.source.caller?.();
    return caller?.kind === 'unproven' ? caller.why : undefined;
  }

  /** Did files change since the run began, other than those that runs write themselves? */
  private async changedDuringRun(
    kind: EvidenceKind,
    verdict: Verdict,
    begunOn: string | undefined,
    content: Content,
  ): Promise<boolean> {
    if (verdict.unchanged !== true || verdict.verdict === 'fail' || begunOn === undefined) return false;
    const plane = planeOf[kind];
    const now = content.digests[plane];
    if (now.kind !== 'whole') return true;
    if (now.value === begunOn) return false;
    const changed = await this.worktree?.snapshots.changedSince(begunOn, plane, content);
    return changed?.every(isLeftByRuns) !== true;
  }

  /** Says that files were changed and put back during a run, so that it ended with the content it began with. */
  private doubtOfWrites(
    changedBefore: number | undefined,
    kind: EvidenceKind,
    verdict: Verdict,
    content: Content | undefined,
  ): string | undefined {
    if (verdict.unchanged !== true || verdict.verdict === 'fail' || changedBefore === undefined) return undefined;
    const changedAt = content?.changedAt[planeOf[kind]] ?? 0;
    if (changedAt > changedBefore) return 'files were written while it ran, and are now unchanged';
    const last = content && this.lastWrite(kind, content);
    return last === undefined || last.at <= changedBefore
      ? undefined
      : `${last.file} was written while it ran, and is now unchanged`;
  }

  private lastWrite(kind: EvidenceKind, { files }: Content): LastWrite | undefined {
    return this.worktree?.content.lastWrite(files, planeOf[kind], (file) => !isLeftByRuns(file));
  }

  private async withChanges(status: FlagStatus): Promise<FlagStatus> {
    const digest = status.receipt?.digest;
    if (this.worktree === undefined || digest === undefined) return status;
    const plane = planeOf[status.kind];
    const content = await this.worktree.content.read();
    const changed = await this.worktree.snapshots.changedSince(digest, plane, content);
    if (changed === undefined || changed.length === 0) return status;
    if (content.digests[plane].kind !== 'whole') return { ...status, changed };
    return {
      ...status,
      changed,
      reason: staleReason(status.kind, status.at ?? 0, this.source.clock.now(), listed(changed)),
    };
  }

  private async keep(plane: Plane, content: Content): Promise<void> {
    await this.worktree?.snapshots.keep(plane, content);
    this.prune();
  }

  private prune(): void {
    const digests = [...this.receipts.all(), ...evidenceKinds.flatMap((kind) => this.pending.of(kind))]
      .map((entry) => entry.digest)
      .filter((digest) => digest !== undefined);
    this.worktree?.snapshots.prune(new Set(digests));
  }
}

/** The content that a verdict is for: the one it names, the one its background task began on, or the current one. */
function contentOf(
  kind: EvidenceKind,
  verdict: Verdict,
  begunOn: string | undefined,
  content: Content | undefined,
): { readonly digest: string | undefined; readonly content?: Content | undefined } {
  if (verdict.digest?.kind === 'partial') return { digest: undefined };
  const stated = verdict.digest?.value ?? (verdict.task === undefined ? undefined : begunOn);
  const now = content?.digests[planeOf[kind]];
  if (stated !== undefined && (now?.kind !== 'whole' || now.value !== stated)) return { digest: stated };
  return { digest: now?.kind === 'whole' ? now.value : undefined, content };
}

/** What is kept of a verdict. */
function receiptOf(
  kind: EvidenceKind,
  { verdict, rule, call, findings, failing, programs, author }: Verdict,
  found: Pick<Receipt, 'at' | 'digest' | 'doubt'>,
): Receipt {
  const { toolUseId, client } = call ?? {};
  const optional = defined({ ...found, toolUseId, client, findings, failing, programs, author });
  return { kind, verdict, session: call?.sessionId ?? '', rule, at: found.at, ...optional };
}

/** Makes a pass stale if the program that gave it was replaced. */
function withPrograms(status: FlagStatus, now: number): FlagStatus {
  const other = status.receipt?.programs?.find(({ file, mark }) => programMark(file) !== mark);
  if (other === undefined) return status;
  const reason = staleReason(status.kind, status.at ?? now, now, `the program that ran it (${other.file})`);
  return { ...status, status: 'stale', trusted: false, reason };
}

/** Leaves out the fields that are undefined. */
const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Is this a file that runs write: a lock file of a first build, or a report? */
function isLeftByRuns(file: string): boolean {
  return /(?:^|\/)(?:Cargo\.lock|go\.sum|\.coverage(?:\..*)?|coverage\.(?:xml|json|out)|junit[\w-]*\.xml|lcov\.info|[\w-]*\.tsbuildinfo)$|(?:^|\/)(?:coverage|\.nyc_output|test-results|playwright-report|target)\//.test(
    file,
  );
}
