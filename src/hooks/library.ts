/**
 * The runner and everything that the editor uses of it, so that the package contains each gate once. Chunks of gates
 * import from here instead of bundling copies.
 */
import type { CheckResult, DoctorInput } from './cli/check-registration';
import { allGates, gatesFor } from './pipeline/catalog';
import type { Trace } from './pipeline/trace';
import type { ConfigProblem } from './configuration/load-config';
import type { Layer } from './configuration/layers';
import type { Place } from './project/place';
import { isEventName } from './protocol/events';
import { type Clock, siteAt } from './pipeline/site';
import type { RescueHistory } from './rescue/history';
import type { TriedAt } from './rules/examples';
import type { Demanded } from './test-runs/run';
import type { Env } from './project/home';

export { allGates, gatesFor };
export { main } from './main';
export { answerHook, judgeHook } from './pipeline/hook';
export { decideCall } from './pipeline/decide-call';
export { traceOf } from './pipeline/trace';
export { readCall } from './protocol/call';

/** The parts that parse a command line. */
export async function commandParts() {
  const [{ firstObjection }, { viewOf }, { readingAt }, { describeEffects }] = await Promise.all([
    import(/* webpackChunkName: "commands" */ './gates/before-bash/guard/policy'),
    import(/* webpackChunkName: "commands" */ './gates/before-bash/guard/rule'),
    import(/* webpackChunkName: "commands" */ './shell/shared-reading'),
    import(/* webpackChunkName: "commands" */ './shell/describe-effects'),
  ]);
  return { firstObjection, viewOf, readingAt, describeEffects };
}

export async function configSchema() {
  const { jsonSchema } = await import(/* webpackChunkName: "rest" */ './configuration/json-schema');
  return jsonSchema((await allGates()).map(({ gate }) => gate));
}

/** What is wrong with the rules of configuration files; `at` is where their examples are tried. */
export async function problemsOfRules(layers: readonly Layer[], at: TriedAt): Promise<readonly ConfigProblem[]> {
  const { ruleProblems } = await import(/* webpackChunkName: "commands" */ './rules/examples');
  return ruleProblems(layers, at);
}

/** What rules are made, tried and shown with. */
export const ruleParts = () => import(/* webpackChunkName: "commands" */ './rules/parts');

/** A decision explained step by step, as on the command line. */
export async function explainTrace(trace: Trace, isDryRun: boolean): Promise<string> {
  const { explanation } = await import(/* webpackChunkName: "rest" */ './cli/explanation');
  const gates = isEventName(trace.event) ? await gatesFor(trace.event, trace.tool) : [];
  return explanation(trace, { gates, now: Date.now(), isDryRun });
}

/** All checks of `gatehouse doctor`. */
export async function runDoctor(input: DoctorInput): Promise<readonly CheckResult[]> {
  const { runChecks: checkUp } = await import(/* webpackChunkName: "rest" */ './cli/doctor');
  return checkUp(input);
}

/** The snapshots of discarded work in the repository of a place; undefined outside a repository. */
export async function rescueHistory(env: Env, place: Place): Promise<RescueHistory | undefined> {
  const { RescueHistory: history } = await import(/* webpackChunkName: "rest" */ './rescue/history');
  return history.at(env, place);
}

/** Where tests are to be run, and for which file of it. */
export interface TestPlace {
  readonly env: Env;
  readonly clock: Clock;
  readonly place: Place;
  readonly file: string | undefined;
}

export async function runTestsFor({ env, clock, place, file }: TestPlace): Promise<Demanded> {
  const { runOnDemand } = await import(/* webpackMode: "eager" */ './test-runs/run');
  return runOnDemand(siteAt({ env, clock, requestedByName: false }, place), file);
}
