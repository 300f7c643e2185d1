import { performance } from 'node:perf_hooks';
import { autoReview } from '../src/hooks/gates/before-bash/auto-review';
import { guard } from '../src/hooks/gates/before-bash/guard';
import { selfProtection } from '../src/hooks/gates/before-bash/self-protection';
import { packGates } from '../src/hooks/gates/rules/packs';
import { secrets } from '../src/hooks/gates/secrets/secrets';
import type { Allowances } from '../src/hooks/pipeline/allowance';
import { runGates, type ScheduledGate } from '../src/hooks/pipeline/decide-call';
import { merge, type GateResult } from '../src/hooks/pipeline/merge';
import { readCall } from '../src/hooks/protocol/call';
import { defaultSettings } from '../src/hooks/configuration/settings';
import { assumedSite } from './corpus-site';

export interface Outcome {
  readonly decision: 'deny' | 'ask' | 'allow' | 'none';
  /** The danger was taken out of it. */
  readonly softened: boolean;
  readonly why: string;
  /** Reading the command and all gates: the best of three, so that what else runs on the machine is left out. */
  readonly ms: number;
}

/** Asking another model is not part of the measure. */
const scheduled = [guard, ...packGates, selfProtection, secrets, autoReview].map((gate): ScheduledGate => ({
  gate,
  level: 'enforce',
}));

const nobodyAllowed = { take: () => Promise.resolve(undefined) } as unknown as Allowances;

export type Level = 'standard' | 'strict';
export const levels: readonly Level[] = ['standard', 'strict'];

const defaults = defaultSettings();
const sites = {
  standard: assumedSite({ settings: settingsAt('standard') }),
  strict: assumedSite({ settings: settingsAt('strict') }),
};

/** Every section that knows a strictness goes to the level. */
function settingsAt(level: Level): typeof defaults {
  const sections = Object.entries(defaults).map(([name, section]) => [
    name,
    typeof section === 'object' && 'strictness' in section ? { ...section, strictness: level } : section,
  ]);
  return {
    ...defaults,
    ...(Object.fromEntries(sections) as Partial<typeof defaults>),
    autoReview: { ...defaults.autoReview, level },
  };
}

/** What the hook would answer to this command. */
export async function outcomeOf(command: string, level: Level): Promise<Outcome> {
  const site = sites[level];
  const call = readCall({
    hook_event_name: 'PreToolUse',
    session_id: 'bench',
    cwd: site.cwd,
    tool_name: 'Bash',
    tool_input: { command },
  });
  if ('problem' in call) throw new Error(call.problem);
  let ms = Infinity;
  let results: GateResult[] = [];
  for (let round = 0; round < 3; round++) {
    // A place of its own, as every call has: nothing is remembered from the round before.
    const fresh = { ...site, place: { ...site.place } };
    const start = performance.now();
    const done = await runGates(call, scheduled, (earlier, note) => ({ ...fresh, earlier, note }), nobodyAllowed);
    ms = Math.min(ms, performance.now() - start);
    results = [...done.results];
  }
  const answer = merge('PreToolUse', results);
  return {
    decision: answer.decision ?? 'none',
    softened:
      answer.decision !== 'deny' &&
      (answer.context ?? '').includes('--force-with-lease') &&
      answer.updatedInput !== undefined,
    why: (answer.reason ?? answer.context ?? '').replace(/\n[^]*$/, ''),
    ms,
  };
}
