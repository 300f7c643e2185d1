import * as vscode from 'vscode';
import type { Evidence, EvidenceKind, FlagStatus } from '../../hooks/evidence/evidence';
import type { Level } from '../../hooks/pipeline/gate';
import { progressLine } from '../../hooks/review/progress';
import { whoIsHere } from '../platform/person';
import type { Folder } from '../store/folder';
import type { Fact, Flag, FlagAction, FlagState, Hold } from './flag';

interface EvidenceFlagParts {
  readonly kind: EvidenceKind;
  readonly title: string;
  readonly short: string;
  readonly headlines: NonNullable<Flag['headlines']>;
  /** What the agent cannot do while the flag is required and not passed. */
  readonly hold: (folder: Folder) => Promise<Hold>;
  /** The public file that holds the flag. */
  readonly file: (evidence: Evidence) => string;
  /** Does the work done here require the flag? */
  readonly owed: (evidence: Evidence, status: FlagStatus) => boolean;
  readonly actions?: (status: FlagStatus) => readonly FlagAction[];
}

/** A flag whose status and reason come from `Evidence.status`. */
export function evidenceFlag({ kind, title, short, headlines, hold, file, owed, actions }: EvidenceFlagParts): Flag {
  return {
    id: kind,
    title,
    short,
    headlines,
    read: async (folder) => {
      const { evidence } = folder;
      const status = await evidence.status(kind);
      const missing = status.status === 'missing';
      return {
        status: status.status,
        reason: status.reason,
        at: status.at,
        hold: owed(evidence, status) && !status.trusted ? await hold(folder) : 'none',
        dependsOnFiles: status.receipt?.digest !== undefined,
        facts: factsOf(status, folder),
        changed: status.changed,
        actions: [
          ...(missing ? [] : (['reset', 'file'] as const)),
          ...(status.status === 'stale' ? (['changes'] as const) : []),
          ...(status.status === 'unbound' && !status.trusted ? (['accept'] as const) : []),
          ...(actions?.(status) ?? []),
        ],
        file: missing ? undefined : file(evidence),
      } satisfies FlagState;
    },
    reset: (folder) => folder.evidence.reset(kind, whoIsHere()),
  };
}

interface Phrases {
  readonly failed: string;
  readonly needed: string;
  readonly running: string;
  readonly unreadable: string;
}

/** What the status bar says, with the same phrase for every status that requires a new run of the check. */
export function headlinesOf({ failed, needed, running, unreadable }: Phrases): NonNullable<Flag['headlines']> {
  const again = { stale: needed, missing: needed, unbound: needed, shipped: needed };
  return { ...again, failed, 'in-progress': running, unknown: unreadable };
}

/** What a gate that blocks does at its level. */
export function holdOf(level: Level): Hold {
  if (level === 'enforce') return 'block';
  return level === 'warn' ? 'advice' : 'none';
}

function factsOf({ receipt }: FlagStatus, folder: Folder): readonly Fact[] {
  const branch = folder.git?.branch();
  const facts: Fact[] = branch === undefined ? [] : [{ label: vscode.l10n.t('Branch'), value: branch }];
  if (receipt === undefined) return facts;
  facts.push({ label: vscode.l10n.t('Rule'), value: receipt.rule });
  const rounds = progressLine(receipt, folder);
  if (rounds !== undefined) facts.push({ label: vscode.l10n.t('Review'), value: rounds });
  if (receipt.session !== '') facts.push({ label: vscode.l10n.t('Session'), value: receipt.session });
  if (receipt.toolUseId !== undefined) facts.push({ label: vscode.l10n.t('Tool call'), value: receipt.toolUseId });
  if (receipt.digest !== undefined) facts.push({ label: vscode.l10n.t('Content'), value: receipt.digest.slice(0, 12) });
  return facts;
}
