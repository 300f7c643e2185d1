import { fleetState } from '../fleet/backlog';
import { gatehouseHome } from '../project/home';
import { loadConfig } from '../project/load-config';
import { placeOf } from '../project/place';
import type { CheckResult, DoctorInput } from './check-result';
import { ago } from './words';

/** Whether the team's collector takes what is sent to it. */
export function checkFleet({ env, now }: DoctorInput): readonly CheckResult[] {
  const home = gatehouseHome(env);
  const { endpoint } = loadConfig({ env, place: placeOf(home), alone: false }).settings.fleet;
  if (endpoint === undefined) return [];
  const state = fleetState(home);
  const last = state?.sentAt === undefined ? 'nothing was sent yet' : `last sent ${ago(state.sentAt, now)}`;
  if (state?.problem === undefined)
    return [{ check: 'fleet', status: 'good', message: `decisions go to ${endpoint}, ${last}` }];
  const message = `The collector ${endpoint} does not take decisions (${state.problem}); ${last}. They wait in the decision log.`;
  return [
    { check: 'fleet', status: 'note', message, wayForward: 'Look at the collector; nothing has to be done here.' },
  ];
}
