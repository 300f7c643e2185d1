import path from 'node:path';
import { writeWhole, privateIn } from '../state/atomic-file';
import { evidenceKinds, type EvidenceKind } from '../evidence/evidence';
import { openAlarms } from '../pipeline/alarms';
import { Pause, pauseFile, pauseIn, pauseMs } from '../pipeline/allowance';
import type { Site } from '../pipeline/site';
import { currentPhase, type Phase } from '../plan/plan';
import { findPlan } from '../plan/drift';
import { gatehouseHome } from '../project/home';
import type { EventName } from '../protocol/events';
import { workflowsOf } from '../workflow/workflow';
import { gitFacts, phaseCounts } from './facts';
import { inline } from '../project/text';

/**
 * What Claude Code's status line shows, one part each. Every hook that may have changed something leaves the line in a
 * file; the script that the client runs only prints it.
 */
export interface StatusLine {
  readonly branch: string | undefined;
  readonly flags: readonly { readonly kind: EvidenceKind; readonly state: 'passed' | 'failed' | 'owed' }[];
  readonly phase: string | undefined;
  readonly workflows: readonly string[];
  readonly gates: string;
}

export const statusLineFolder = 'statusline';

/** One file per project path, so that a script finds it without reading anything else. */
export const statusLineFile = (home: string, root: string): string => path.join(home, statusLineFolder, root, 'line');

const always: ReadonlySet<EventName> = new Set<EventName>(['SessionStart', 'UserPromptSubmit', 'Stop', 'SubagentStop']);

export const mayChangeStatusLine = (event: EventName): boolean => always.has(event) || event === 'PostToolUse';

const betweenMs = 2_000;
let lastAt = 0;

/** Writes the line for the script, at most every two seconds after tool calls. Never throws. */
export async function keepStatusLine(site: Site, event: EventName): Promise<void> {
  if (event === 'PostToolUse' && performance.now() - lastAt < betweenMs) return;
  lastAt = performance.now();
  try {
    const home = gatehouseHome(site.env);
    const line = `${statusLineText(await statusLineOf(site))}\n`;
    writeWhole(statusLineFile(home, site.root), line, privateIn(home, false));
  } catch {
    // The old line stays.
  }
}

export async function statusLineOf(site: Site): Promise<StatusLine> {
  const git = await gitFacts(site);
  const flags = [];
  for (const kind of evidenceKinds) {
    const { status, trusted } = await site.evidence.status(kind);
    if (status === 'missing') continue;
    flags.push({ kind, state: trusted ? 'passed' : status === 'failed' ? 'failed' : 'owed' } as const);
  }
  const found = findPlan(site.root);
  const dirty = git?.dirty ?? 0;
  return {
    branch: git === undefined ? undefined : `${git.branch ?? 'detached'}${dirty > 0 ? ` +${dirty}` : ''}`,
    flags,
    phase: found.kind === 'ok' ? phaseText(currentPhase(found.plan), phaseCounts(found.plan)) : undefined,
    workflows: workflowsOf(site).map((workflow) => `${workflow.name} ${workflow.state().phase}`),
    gates: gatesText(site),
  };
}

function phaseText(phase: Phase | undefined, { total, completed }: ReturnType<typeof phaseCounts>): string | undefined {
  if (total === 0) return undefined;
  if (phase === undefined) return `${completed}/${total} phases`;
  return `Phase ${phase.number}/${total}${phase.title === '' ? '' : ` ${inline(phase.title, 24)}`}`;
}

function gatesText(site: Site): string {
  const alarms = openAlarms(site).length;
  if (alarms > 0) return alarms === 1 ? '1 alarm' : `${alarms} alarms`;
  const pause = pauseIn(site.own(pauseFile, Pause, { sealed: true }), site.clock);
  if (pause !== undefined) return `gates paused until ${clockTime(pause.at + pauseMs)}`;
  return site.config.profile === 'observe' ? 'gates only record' : 'gates on';
}

function clockTime(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

const shortNames: Readonly<Record<EvidenceKind, string>> = {
  code_review: 'review',
  doc_review: 'docs',
  precommit: 'precommit',
  tests: 'tests',
  proof: 'proof',
};
const signs = { passed: '✓', failed: '✗', owed: '·' } as const;

export function statusLineText({ branch, flags, phase, workflows, gates }: StatusLine): string {
  const shown = flags.map(({ kind, state }) => `${shortNames[kind]} ${signs[state]}`).join(' ');
  return [branch, shown, phase, ...workflows, gates].filter((part) => part !== undefined && part !== '').join(' | ');
}
