import * as z from 'zod/mini';
import { linesWith, traceIn } from '../pipeline/decision-log';
import type { Trace } from '../pipeline/trace';
import { lazyLooseObject } from '../project/lazy-schema';
import { type EvidenceKind, evidenceKinds, Receipt, Reset } from './evidence';
import type { StateFile } from '../state/state-file';
import { ownFile } from '../state/stored-files';

/** In Gatehouse's own folder for the worktree. */
export const receiptsFile = 'receipts.json';

const ReceiptList = lazyLooseObject(() => ({
  v: z.literal(1),
  receipts: z.array(Receipt),
  resets: z.optional(z.array(Reset)),
}));
type ReceiptList = z.infer<typeof ReceiptList>;

/** How many earlier contents are remembered per kind: returning to one of them makes its pass valid again. */
const keptPerKind = 32;

/** The receipts of one worktree, oldest first. */
export class Receipts {
  private readonly file: StateFile<ReceiptList>;

  constructor(home: string) {
    this.file = ownFile(home, receiptsFile, ReceiptList, { durable: true, sealed: true });
  }

  /** Unreadable receipts count as none. */
  of(kind: EvidenceKind): readonly Receipt[] {
    return this.all().filter((receipt) => receipt.kind === kind);
  }

  all(): readonly Receipt[] {
    return this.file.value()?.receipts ?? [];
  }

  /** A verdict of the same session that follows a fail is the next round; every other one starts again. */
  async add(verdict: Receipt): Promise<void> {
    await this.file.update((now) => {
      const last = now?.receipts.findLast((old) => old.kind === verdict.kind);
      if (last !== undefined && isLateDoubt(verdict, last)) return undefined;
      const goesOn = last?.verdict === 'fail' && last.session === verdict.session;
      const receipt = { ...verdict, round: goesOn ? (last.round ?? 1) + 1 : 1 };
      const others = (now?.receipts ?? []).filter((old) => !replaces(receipt, old));
      const same = others.filter((old) => old.kind === receipt.kind);
      const surplus = new Set(same.slice(0, Math.max(0, same.length + 1 - keptPerKind)));
      return { ...now, v: 1, receipts: [...others.filter((old) => !surplus.has(old)), receipt] };
    });
  }

  /** `undefined` forgets the receipts of every kind. */
  async drop(kind: EvidenceKind | undefined, reset?: Omit<Reset, 'kind'>): Promise<void> {
    const dropped = (old: { readonly kind: EvidenceKind }) => kind === undefined || old.kind === kind;
    const noted = reset === undefined ? [] : evidenceKinds.filter((one) => dropped({ kind: one }));
    await this.file.update((now) => {
      if (now === undefined && noted.length === 0) return undefined;
      const others = (now?.resets ?? []).filter((old) => !dropped(old));
      const resets = [...others, ...noted.map((one) => ({ by: '', at: 0, ...reset, kind: one }))];
      const receipts = (now?.receipts ?? []).filter((old) => !dropped(old));
      return { ...now, v: 1, receipts, ...(resets.length === 0 ? {} : { resets }) };
    });
  }

  /** The reset that no verdict has followed. */
  resetOf(kind: EvidenceKind): Reset | undefined {
    const stored = this.file.value();
    if (stored?.receipts.some((receipt) => receipt.kind === kind) === true) return undefined;
    return stored?.resets?.find((reset) => reset.kind === kind);
  }
}

/** Does the newer receipt replace the old one? Only if both are about the same content; without a digest that is unknown. */
const replaces = (next: Receipt, old: Receipt): boolean =>
  next.kind === old.kind && next.digest !== undefined && next.digest === old.digest;

/**
 * Is this the verdict of a host that hung while a runner answered the same call? By then it cannot see which program
 * called, so it doubts a pass that the runner did not doubt.
 */
function isLateDoubt(next: Receipt, old: Receipt): boolean {
  const sameCall = next.toolUseId !== undefined && next.toolUseId === old.toolUseId && next.session === old.session;
  const sameVerdict = next.verdict === old.verdict && next.digest === old.digest;
  return sameCall && sameVerdict && next.doubt !== undefined && old.doubt === undefined;
}

/** How far the record of a person's act may be from the act itself. */
const slackMs = 2_000;

/** Passes that this process recorded, or has found in the decision log. */
const known = new Set<string>();
const nameOf = (home: string, { kind, at, digest = '' }: Given): string => [home, kind, at, digest].join('\0');

type Given = Pick<Receipt, 'kind' | 'at' | 'digest'>;

/** Remembers that this process recorded the pass. */
export function noteRecorded(home: string, receipt: Given): void {
  known.add(nameOf(home, receipt));
}

/** Does the decision log show the call, or the act of a person, that gave a pass? */
export function wasRecorded(home: string, receipt: Given): boolean {
  if (known.has(nameOf(home, receipt))) return true;
  const found = isInLog(home, receipt);
  if (found) noteRecorded(home, receipt);
  return found;
}

function isInLog(home: string, { kind, at }: Given): boolean {
  for (const line of linesWith(home, [])) {
    const recorded = Number(/"at":(\d+)/.exec(line)?.[1] ?? NaN);
    if (recorded < at - slackMs) return false;
    const trace = /"flags":|"act":/.test(line) ? traceIn(line) : undefined;
    if (trace !== undefined && gives(trace, kind, at)) return true;
  }
  return false;
}

function gives({ at: end, ms, act, gates }: Trace, kind: Receipt['kind'], at: number): boolean {
  if (act !== undefined) return /^(?:accept|verify)$/.test(act.act) && Math.abs(at - end) <= slackMs;
  const says = gates.flatMap(({ rulings }) =>
    rulings.map(({ flags }) => flags as Partial<Record<string, unknown>> | undefined),
  );
  return at >= end - ms - 1 && at <= end && says.some((flags) => flags?.[kind] === 'passed');
}
