import type { Call } from '../protocol/call';
import { allowanceFile, AllowanceList, Allowances, levelDuring, Pause, pauseFile, pauseIn } from './allowance';
import { gatesOf } from './catalog';
import { runGates, type GateRun, type ScheduledGate } from './run-gates';
import type { AnyGate, Level } from './gate';
import type { Site } from './site';
import { placeFor, siteAt, type SiteContext } from './site-context';

export interface DecideOptions extends Omit<SiteContext, 'requestedByName'> {
  /** Just these gates, at `enforce`. */
  readonly only?: readonly string[] | undefined;
  readonly lane?: 'sync' | 'async' | undefined;
}

export interface CallDecision {
  readonly done: GateRun;
  readonly scheduled: readonly ScheduledGate[];
  readonly site: Site;
  readonly pause: Pause | undefined;
}

const levelOf = (gate: AnyGate, level: Level): Level =>
  level === 'off' && gate.cannotBeOff === true ? 'observe' : level;

/** Takes a call through its gates: the same for hooks, for `explain --command` and for `replay`. */
export async function decideCall(call: Call, judging: DecideOptions): Promise<CallDecision> {
  const { only, lane = 'sync', clock } = judging;
  const site = siteAt({ ...judging, requestedByName: only !== undefined }, placeFor(call));
  const gates = await gatesOf(call);
  const pause = pauseIn(site.own(pauseFile, Pause, { sealed: true }), clock);
  const scheduled: readonly ScheduledGate[] =
    only === undefined
      ? gates
          .filter((gate) => (gate.lane ?? 'sync') === lane)
          .map((gate) => ({ gate, level: levelDuring(pause, gate.id, levelOf(gate, site.config.level(gate))) }))
      : gates.filter((gate) => only.includes(gate.id)).map((gate) => ({ gate, level: 'enforce' }));
  const allowances = new Allowances(site.own(allowanceFile, AllowanceList, { sealed: true }), clock);
  const done = await runGates(
    call,
    scheduled,
    (_now, earlier, note) => ({ ...site, earlier: [...earlier], note }),
    allowances,
  );
  return { done, scheduled, site, pause };
}
