import type { Call } from '../protocol/call';
import { allowanceFile, AllowanceList, Allowances } from './allowance';
import { gatesOf } from './catalog';
import { dispatch, type Dispatch, type Posted } from './dispatch';
import { levelDuring, Pause, pauseFile, pauseIn } from './pause';
import type { AnyGate, Level } from './gate';
import type { Site } from './site';
import { placeFor, siteAt, type Surroundings } from './surroundings';

export interface Judging extends Omit<Surroundings, 'alone'> {
  /** Just these gates, at `enforce`. */
  readonly only?: readonly string[] | undefined;
  readonly lane?: 'sync' | 'async' | undefined;
}

export interface Judged {
  readonly done: Dispatch;
  readonly posted: readonly Posted[];
  readonly site: Site;
  readonly pause: Pause | undefined;
}

const levelOf = (gate: AnyGate, level: Level): Level =>
  level === 'off' && gate.cannotBeOff === true ? 'observe' : level;

/** Takes a call through its gates: the same for hooks, for `explain --command` and for `replay`. */
export async function judge(call: Call, judging: Judging): Promise<Judged> {
  const { only, lane = 'sync', clock } = judging;
  const site = siteAt({ ...judging, alone: only !== undefined }, placeFor(call));
  const gates = await gatesOf(call);
  const pause = pauseIn(site.own(pauseFile, Pause, { sealed: true }), clock);
  const posted: readonly Posted[] =
    only === undefined
      ? gates
          .filter((gate) => (gate.lane ?? 'sync') === lane)
          .map((gate) => ({ gate, level: levelDuring(pause, gate.id, levelOf(gate, site.config.level(gate))) }))
      : gates.filter((gate) => only.includes(gate.id)).map((gate) => ({ gate, level: 'enforce' }));
  const allowances = new Allowances(site.own(allowanceFile, AllowanceList, { sealed: true }), clock);
  const done = await dispatch(
    call,
    posted,
    (_now, earlier, note) => ({ ...site, earlier: [...earlier], note }),
    allowances,
  );
  return { done, posted, site, pause };
}
