import type { EvidenceKind, Plane, ProofStatus, ReviewState, TestStatus, Verdict } from './evidence';
import { proofStatus, freshFlag, freshReviewState, readReviewTime, reviewState, testStatus } from './files/flags';
import { utcSeconds } from '../project/text';

import type { PublicEntry } from './flag-status';
import type { StateFile } from '../state/state-file';
import type { StateLocation } from '../state/stored-files';

type ReviewKind = Exclude<EvidenceKind, 'tests' | 'proof'>;

/** The five flags as the public files of the original hooks hold them: the contract with other tools. */
export class PublicFlags {
  readonly review: StateFile<ReviewState>;
  readonly tests: StateFile<TestStatus>;
  readonly proof: StateFile<ProofStatus>;

  constructor(location: StateLocation) {
    this.review = reviewState(location);
    this.tests = testStatus(location);
    this.proof = proofStatus(location);
  }

  /** What the public file says about a flag, and which file that is. */
  read(kind: EvidenceKind): { readonly file: string; readonly entry: PublicEntry } {
    switch (kind) {
      case 'tests':
        return { file: '.claude/.test-status', entry: this.readTests() };
      case 'proof':
        return { file: '.claude/.proof-status', entry: this.readProof() };
      default:
        return { file: '.claude_review_state.json', entry: this.readReview(kind) };
    }
  }

  async write(kind: EvidenceKind, { verdict, failures }: Verdict, at: number): Promise<void> {
    const epoch = Math.floor(at / 1000);
    const passed = verdict === 'pass';
    switch (kind) {
      case 'tests':
        await this.tests.update(() => ({
          result: verdict,
          failures: passed ? 0 : Math.max(1, failures ?? 1),
          at: epoch,
        }));
        return;
      case 'proof':
        await this.proof.update(() => ({ status: passed ? 'verified' : 'pending', at: epoch }));
        return;
      default:
        await this.review.update((now) => {
          const state = now ?? freshReviewState();
          const last_run = utcSeconds(at);
          return { ...state, updated_at: last_run, [kind]: { ...state[kind], executed: true, passed, last_run } };
        });
    }
  }

  /** A seen edit: the change is noted, the plane's passes are off, `executed` and `last_run` stay. */
  async edited(plane: Plane, at: number): Promise<void> {
    await this.review.update((now) => {
      const state = now ?? freshReviewState();
      const off = (kind: ReviewKind) => ({ [kind]: { ...state[kind], passed: false } });
      const seen = { ...state, updated_at: utcSeconds(at) };
      return plane === 'code'
        ? { ...seen, has_code_change: true, ...off('code_review'), ...off('precommit') }
        : { ...seen, has_doc_change: true, ...off('doc_review') };
    });
  }

  async clear(kind: EvidenceKind, at: number): Promise<void> {
    switch (kind) {
      case 'tests':
        return this.tests.remove();
      case 'proof':
        return this.proof.remove();
      default:
        if (this.review.read().kind === 'missing') return;
        await this.review.update((now) => {
          // What a corrupt file said is lost: what git shows as changed is owed its review.
          const state = now ?? { ...freshReviewState(), has_code_change: true, has_doc_change: true };
          return { ...state, updated_at: utcSeconds(at), [kind]: { ...state[kind], ...freshFlag() } };
        });
    }
  }

  private readReview(kind: ReviewKind): PublicEntry {
    const reading = this.review.read();
    if (reading.kind !== 'ok') return reading;
    const { executed, passed, last_run } = reading.value[kind];
    const at = readReviewTime(last_run);
    if (passed) return { kind: 'entry', result: 'pass', at };
    return { kind: 'entry', result: executed ? 'off' : 'never', at };
  }

  private readTests(): PublicEntry {
    const reading = this.tests.read();
    if (reading.kind !== 'ok') return reading;
    return { kind: 'entry', result: reading.value.result, at: reading.value.at * 1000 };
  }

  private readProof(): PublicEntry {
    const reading = this.proof.read();
    if (reading.kind !== 'ok') return reading;
    const { status, at } = reading.value;
    return { kind: 'entry', result: status === 'verified' ? 'pass' : 'off', at: at * 1000 };
  }
}
