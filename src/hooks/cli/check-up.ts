import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { coverageGaps, gapText } from '../client/coverage';
import { activePlugins, overrulingEvents } from '../client/plugins';
import { fleetState } from '../fleet/backlog';
import { hostState } from '../host/client';
import { buildOf, damageOf } from '../install/deploy';
import { deployedBuild, installedVersion } from '../install/deployed-files';
import { launcherName, shimName } from '../install/entry';
import { readHeartbeats } from '../install/heartbeat';
import { findRuntime, type Runtime } from '../install/runtime';
import { registrationsAt, type Registered } from '../install/settings-sources';
import { alarmsClearedAt, openAlarms } from '../pipeline/alarms';
import { allGates } from '../pipeline/catalog';
import { siteAt } from '../pipeline/site-context';
import { effective } from '../project/effective';
import { execIn } from '../project/exec';
import { gatehouseHome, projectHome, personHome } from '../project/home';
import { loadConfig } from '../project/load-config';
import { makeFolder } from '../project/make-folder';
import { placeOf } from '../project/place';
import { RescueHistory, sizeOf } from '../rescue/history';
import { isNewer, version } from '../version';
import { checkClients, canaries, checkRegistration } from './check-registration';
import { install, type CheckResult, type DoctorInput } from './check-result';
import { ago, shownSize } from '../project/text';

/** Looks at everything between the client and a decision. Changes nothing but the heartbeat of its own canary. */
export async function checkUp(input: DoctorInput): Promise<readonly CheckResult[]> {
  const runtime = await runtimeOf(input);
  const registered = registrationsAt(input.directory, input.env);
  return [
    ...switches(input),
    ...runner(input, registered),
    runtime.finding,
    ...(await checkRegistration(input, registered, runtime.found)),
    ...(await canaries(input, registered)),
    ...(await checkClients(input, runtime.found)),
    ...plugins(input),
    ...lastHeard(input, registered),
    await host(input),
    ...checkFleet(input),
    ...(await configuration(input)),
    state(input),
    ...coverage(input),
    ...alarms(input),
    ...(await checkRescue(input)),
  ];
}

/** Each keeps every hook from running, or every gate from being asked. */
const switchNames = ['GATEHOUSE_DISABLE', 'CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE'] as const;

function switches({ env }: DoctorInput): CheckResult[] {
  return switchNames
    .filter((name) => env[name] === '1')
    .map((name) => {
      const effect = name === 'GATEHOUSE_DISABLE' ? 'no gate runs' : 'the client runs no hooks';
      const message = `${name}=1 is set in the environment: ${effect}.`;
      return { check: 'settings', status: 'bad', message, wayForward: 'Unset it and start the client again.' };
    });
}

/** Shared settings name a shim that everyone has for themselves: without a registration none is needed. */
function runner({ env, source }: DoctorInput, registered: readonly Registered[]): CheckResult[] {
  const home = gatehouseHome(env);
  const file = path.join(home, 'bin', process.platform === 'win32' ? launcherName : shimName);
  const [mend] = registered;
  try {
    accessSync(file, constants.X_OK);
  } catch {
    if (mend === undefined) return [];
    const message = `The hooks’ program is missing or not executable: ${file}`;
    return [{ check: 'runner', status: 'bad', message, ...repairedBy(mend) }];
  }
  const damaged = damageOf(home);
  if (damaged.length > 0 && mend !== undefined) {
    const message = `The installed runner is damaged: ${damaged.join(', ')}`;
    return [{ check: 'runner', status: 'bad', message, ...repairedBy(mend) }];
  }
  const build = deployedBuild(home);
  const own = ownBuild(source);
  const installed = installedVersion(home);
  if (installed !== undefined && isNewer(installed, version)) {
    const message = `The hooks run ${installed} (build ${build ?? 'unknown'}), which is newer than this ${version} and is kept.`;
    return [{ check: 'runner', status: 'note', message, wayForward: `Update this one to ${installed}.` }];
  }
  if (build !== undefined && own !== undefined && own !== build && mend !== undefined) {
    const message = `The hooks run build ${build}; this is build ${own}.`;
    return [{ check: 'runner', status: 'note', message, ...repairedBy(mend) }];
  }
  return [{ check: 'runner', status: 'good', message: `${file} (build ${build ?? 'unknown'})` }];
}

const repairedBy = ({ scope, directory }: Registered): Pick<CheckResult, 'wayForward' | 'mend'> => ({
  wayForward: install(scope),
  mend: { scope, directory },
});

function ownBuild(source: string | undefined): string | undefined {
  try {
    return source === undefined ? undefined : buildOf(source);
  } catch {
    return undefined;
  }
}

async function runtimeOf({ env }: DoctorInput): Promise<{ finding: CheckResult; found: Runtime | undefined }> {
  try {
    const found = await findRuntime(env, execIn(env));
    return { found, finding: { check: 'node', status: 'good', message: found.node } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { found: undefined, finding: { check: 'node', status: 'bad', message } };
  }
}

/** What stands beside the hooks, or above them. */
function plugins({ env, directory }: DoctorInput): CheckResult[] {
  return activePlugins(directory, env)
    .filter(({ own }) => !own)
    .map(({ id, hooks, mods }) => {
      const parts = [
        ...(hooks.length === 0 ? [] : [`hooks on ${hooks.join(', ')}`]),
        ...(mods.length === 0 ? [] : [`a mod on ${mods.join(', ')}`]),
      ];
      const overrules = mods.some((event) => overrulingEvents.includes(event));
      const effect = overrules
        ? ' It can override Gatehouse and run refused calls.'
        : hooks.includes('PreToolUse')
          ? ' If both change a command, whichever finishes last wins.'
          : '';
      return { check: 'plugins', status: 'note', message: `${id} brings ${parts.join(' and ')}.${effect}` };
    });
}

function lastHeard(input: DoctorInput, registered: readonly Registered[]): CheckResult[] {
  const beats = readHeartbeats(input.env);
  const events = [...new Set(registered.flatMap(({ found }) => found.map(({ event }) => event)))];
  if (events.length === 0) return [];
  if (beats.length === 0) {
    const message = 'No client has ever called: start a session, or a new one if it began before the installation.';
    return [{ check: 'events', status: 'note', message }];
  }
  return events.map((event) => {
    const [last] = beats.filter((beat) => beat.event === event).sort((one, other) => other.at - one.at);
    if (last === undefined) return { check: 'events', status: 'note', message: `${event} has never fired` };
    return {
      check: 'events',
      status: 'good',
      message: `${event} last fired ${ago(last.at, input.now)} from ${last.source}`,
    };
  });
}

async function host({ env }: DoctorInput): Promise<CheckResult> {
  const state = await hostState(gatehouseHome(env), 'status');
  if (state.kind === 'stuck') {
    const message = `The host does not answer: process ${state.pid} hangs.`;
    return { check: 'host', status: 'bad', message, wayForward: 'gatehouse host stop' };
  }
  if (state.kind === 'none') {
    const message = 'No host is running. Every hook starts its own process, which works but is slower.';
    return { check: 'host', status: 'note', message, wayForward: 'gatehouse host start' };
  }
  const { pid, p50Ms } = state.status;
  return { check: 'host', status: 'good', message: `process ${pid}, median ${p50Ms} ms` };
}

async function configuration({ env, directory }: DoctorInput): Promise<CheckResult[]> {
  const place = placeOf(directory);
  const config = loadConfig({ env, place, requestedByName: false });
  const gates = (await allGates()).map(({ gate }) => gate);
  const at = { root: place.root, home: personHome(env) };
  const { ruleProblems } = await import(/* webpackChunkName: "commands" */ '../rules/problems');
  const problems = [...effective(config, gates).problems, ...ruleProblems(config.layers, at)];
  const policies = config.layers.flatMap(({ policy }) => (policy === undefined ? [] : [`policy ${policy}`]));
  if (problems.length === 0) {
    return [{ check: 'configuration', status: 'good', message: ['profile ' + config.profile, ...policies].join(', ') }];
  }
  return problems.map(({ file, line, key, message }) => ({
    check: 'configuration',
    status: 'note',
    message: `${file}${line === 0 ? '' : `:${line}`}${key === '' ? '' : ` ${key}`}: ${message}`,
  }));
}

/** Sessions whose calls ran without any hook being heard, until a person has looked at them. */
function coverage({ env, directory, now }: DoctorInput): CheckResult[] {
  const place = placeOf(directory);
  const site = siteAt({ env, clock: { now: () => now }, requestedByName: false }, place);
  return coverageGaps(place.root, env, now, alarmsClearedAt(site)).map((gap) => ({
    check: 'coverage',
    status: 'bad',
    message: `${gapText(gap)} (since ${ago(gap.since, now)}): ${gap.reason}.`,
    wayForward: `${gap.repair} Then: gatehouse alarms clear`,
  }));
}

/** What ran or changed although it must not have: bad until a person has looked at it. */
function alarms({ env, directory, now }: DoctorInput): CheckResult[] {
  const site = siteAt({ env, clock: { now: () => now }, requestedByName: false }, placeOf(directory));
  const open = openAlarms(site).filter(({ kind }) => kind !== 'not-heard');
  return open.map(({ text, cause, at }) => ({
    check: 'alarms',
    status: 'bad',
    message: `${text} (${ago(at, now)})${cause === undefined ? '' : `. Likely cause: ${cause}`}`,
    wayForward: 'gatehouse alarms clear',
  }));
}

function state({ env, directory }: DoctorInput): CheckResult {
  const home = projectHome(env, placeOf(directory).root);
  try {
    makeFolder(home);
    accessSync(home, constants.W_OK);
    return { check: 'state', status: 'good', message: home };
  } catch {
    const message = `Receipts and decisions cannot be written: ${home}`;
    return { check: 'state', status: 'bad', message, wayForward: 'Make the folder yours and writable.' };
  }
}

/** How much discarded work is kept, and how long. */
async function checkRescue({ env, directory }: DoctorInput): Promise<readonly CheckResult[]> {
  try {
    const snapshots = (await RescueHistory.at(env, placeOf(directory))?.list()) ?? [];
    if (snapshots.length === 0) return [];
    const count = snapshots.length === 1 ? '1 snapshot' : `${snapshots.length} snapshots`;
    const message = `${count} of discarded work, ${shownSize(sizeOf(snapshots))}; kept for 14 days, up to 2 GB. gatehouse rescue lists them.`;
    return [{ check: 'rescue', status: 'good', message }];
  } catch (error) {
    const message = `The snapshots of discarded work cannot be listed: ${error instanceof Error ? error.message : String(error)}`;
    return [{ check: 'rescue', status: 'note', message }];
  }
}

/** Whether the team's collector takes what is sent to it. */
function checkFleet({ env, now }: DoctorInput): readonly CheckResult[] {
  const home = gatehouseHome(env);
  const { endpoint } = loadConfig({ env, place: placeOf(home), requestedByName: false }).settings.fleet;
  if (endpoint === undefined) return [];
  const state = fleetState(home);
  const last = state?.sentAt === undefined ? 'nothing was sent yet' : `last sent ${ago(state.sentAt, now)}`;
  if (state?.problem === undefined)
    return [{ check: 'fleet', status: 'good', message: `decisions go to ${endpoint}, ${last}` }];
  const message = `The collector ${endpoint} does not take decisions (${state.problem}); ${last}. They wait in the decision log.`;
  return [
    { check: 'fleet', status: 'note', message, wayForward: 'Check the collector; nothing needs to be done here.' },
  ];
}
