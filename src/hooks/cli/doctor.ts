import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { coverageGaps, gapText } from '../client/coverage';
import { activePlugins, overrulingEvents } from '../client/plugins';
import { fleetState } from '../fleet/backlog';
import { hostState } from '../host/client';
import { buildOf, damageOf } from '../install/deploy';
import { deployedBuild, installedVersion } from '../install/deployed-files';
import { launcherName, shimName } from '../install/entry';
import { forgetUnknownCalls, readHeartbeats } from '../client/heartbeat';
import { install, previewInstall } from '../install/install';
import { findRuntime, type Runtime } from '../install/runtime';
import { type Registered, registrationsAt } from '../install/settings-sources';
import { alarmsClearedAt, openAlarms } from '../pipeline/alarms';
import { execIn } from '../project/exec';
import { gatehouseHome, projectHome } from '../project/home';
import { loadConfig } from '../configuration/load-config';
import { makeFolder } from '../project/read-file';
import { placeOf } from '../project/place';
import { ago, counted, shownSize, messageOf } from '../project/text';
import { RescueHistory, sizeOf } from '../rescue/history';
import { keepHouse } from '../session/housekeeping';
import { isNewer, version } from '../version';
import {
  bad,
  canaries,
  checkClients,
  checkRegistration,
  type CheckResult,
  type DoctorInput,
  good,
  note,
  type Repair,
  repairedBy,
} from './check-registration';
import { type Command, exitCodes, siteOf, styled, type Terminal } from './command';
import { effectiveAt, problemText } from './config';
import { json, noMoreWords, printable, readWords, wrapped, onOff } from './words';
import { runnerFolder } from './settings-change';
import { attempt } from '../project/functions';

const help = `
Usage: gatehouse doctor [--fix] [--json]

Checks everything between the client and a decision: whether the program and node are found, every event is registered
exactly once, something keeps the client from running hooks, other hooks change the same tools, when each event last
fired, whether the host runs, and whether the registered command line reaches Gatehouse.

  --fix   repair the program and the registration (your settings are backed up first), and remove what ended
          sessions, deleted projects and old builds left in Gatehouse's home

Exit codes: 0 nothing is wrong, 1 something is, 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'doctor',
  summary: 'find out why hooks do not fire or decisions are missing',
  help,
  async run(args, terminal) {
    const { values, positionals, asJson } = readWords(args, { fix: onOff });
    noMoreWords(positionals);
    let results = await runChecks(inputOf(terminal));
    const fixed = values.fix === true ? await fix(results, terminal) : [];
    if (values.fix === true) forgetUnknownCalls(terminal.env);
    const removed = values.fix === true ? keepHouse(gatehouseHome(terminal.env), Date.now()) : 0;
    if (fixed.length > 0) results = await runChecks(inputOf(terminal));
    const ok = results.every(({ status }) => status !== 'bad');
    if (asJson) json(terminal, { ok, fixed: fixed.map(({ scope }) => scope), removed, results });
    else terminal.out(report(results, fixed, removed, terminal));
    return ok ? exitCodes.ok : exitCodes.no;
  },
};

const inputOf = ({ env, cwd }: Terminal): DoctorInput => ({
  env,
  directory: cwd,
  source: runnerFolder(),
  now: Date.now(),
});

/** Installs again if that repairs something; an installation changes nothing that is as it should be. */
async function fix(results: readonly CheckResult[], { env }: Terminal): Promise<readonly Repair[]> {
  const wanted = results.flatMap(({ repair }) => (repair === undefined ? [] : [repair]));
  const repairs = wanted.filter((one, index) => wanted.findIndex((other) => isSame(one, other)) === index);
  for (const { scope, directory, client } of repairs) {
    const request = { scope, directory, client, env, source: runnerFolder() };
    await install(request, await previewInstall(request));
  }
  return repairs;
}

const isSame = (one: Repair, other: Repair): boolean =>
  one.scope === other.scope && one.directory === other.directory && one.client === other.client;

const signColors = { good: 'green', note: 'yellow', bad: 'red' } as const;
const signs = { good: 'ok  ', note: 'note', bad: 'BAD ' } as const;

function report(
  results: readonly CheckResult[],
  fixed: readonly Repair[],
  removed: number,
  terminal: Terminal,
): string {
  const rows = results.map(({ check, status, message, whatToDo }) => {
    const way = whatToDo === undefined || status === 'good' ? '' : `\n${wrapped(`→ ${whatToDo}`, ' '.repeat(21))}`;
    const row = `${check.padEnd(13)}  ${wrapped(message, ' '.repeat(21)).trimStart()}${way}\n`;
    return `${styled(terminal, signColors[status], signs[status])}  ${printable(row)}`;
  });
  const repaired = fixed.length === 0 ? '' : `Installed again: ${fixed.map(({ scope }) => scope).join(', ')}.\n`;
  const tidied =
    removed === 0 ? '' : `Removed ${counted(removed, 'unused file or folder', 'unused files and folders')}.\n`;
  const repairable = results.some(({ status, repair }) => status === 'bad' && repair !== undefined);
  const wrong = results.filter(({ status }) => status === 'bad').length;
  const end = wrong === 0 ? 'Nothing is wrong.' : `${counted(wrong, 'thing is', 'things are')} wrong.`;
  return `${rows.join('')}\n${repaired}${tidied}${end}${repairable ? ' gatehouse doctor --fix repairs what it can.' : ''}\n`;
}

/** Looks at everything between the client and a decision. Changes nothing but the heartbeat of its own canary. */
export async function runChecks(input: DoctorInput): Promise<readonly CheckResult[]> {
  const runtime = await runtimeOf(input);
  const registered = registrationsAt(input.directory, input.env);
  return [
    ...switches(input),
    ...runner(input, registered),
    runtime.result,
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
      const whatToDo = 'Unset it and start the client again.';
      return bad('settings', `${name}=1 is set in the environment: ${effect}.`, { whatToDo });
    });
}

/** Shared settings name a shim that everyone has for themselves: without a registration none is needed. */
function runner({ env, source }: DoctorInput, registered: readonly Registered[]): CheckResult[] {
  const home = gatehouseHome(env);
  const file = path.join(home, 'bin', process.platform === 'win32' ? launcherName : shimName);
  const [registration] = registered;
  try {
    accessSync(file, constants.X_OK);
  } catch {
    if (registration === undefined) return [];
    return [bad('runner', `The hooks’ program is missing or not executable: ${file}`, repairedBy(registration))];
  }
  const damaged = damageOf(home);
  if (damaged.length > 0 && registration !== undefined) {
    return [bad('runner', `The installed runner is damaged: ${damaged.join(', ')}`, repairedBy(registration))];
  }
  const build = deployedBuild(home);
  const own = ownBuild(source);
  const installed = installedVersion(home);
  if (installed !== undefined && isNewer(installed, version)) {
    const message = `The hooks run ${installed} (build ${build ?? 'unknown'}), which is newer than this ${version} and is kept.`;
    return [note('runner', message, { whatToDo: `Update this one to ${installed}.` })];
  }
  if (build !== undefined && own !== undefined && own !== build && registration !== undefined) {
    return [note('runner', `The hooks run build ${build}; this is build ${own}.`, repairedBy(registration))];
  }
  return [good('runner', `${file} (build ${build ?? 'unknown'})`)];
}

const ownBuild = (source: string | undefined): string | undefined =>
  attempt(() => (source === undefined ? undefined : buildOf(source)));

async function runtimeOf({ env }: DoctorInput): Promise<{ result: CheckResult; found: Runtime | undefined }> {
  try {
    const found = await findRuntime(env, execIn(env));
    return { found, result: good('node', found.node) };
  } catch (error) {
    return { found: undefined, result: bad('node', messageOf(error)) };
  }
}

/** What is beside the hooks, or above them. */
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
        ? ' It can override Gatehouse and run blocked calls.'
        : hooks.includes('PreToolUse')
          ? ' If both change a command, whichever finishes last wins.'
          : '';
      return note('plugins', `${id} brings ${parts.join(' and ')}.${effect}`);
    });
}

function lastHeard(input: DoctorInput, registered: readonly Registered[]): CheckResult[] {
  const beats = readHeartbeats(input.env);
  const events = [...new Set(registered.flatMap(({ found }) => found.map(({ event }) => event)))];
  if (events.length === 0) return [];
  if (beats.length === 0) {
    const message = 'No client has ever called: start a session, or a new one if it began before the installation.';
    return [note('events', message)];
  }
  const fired = events.flatMap((event): CheckResult[] => {
    const [last] = beats.filter((beat) => beat.event === event).sort((one, other) => other.at - one.at);
    if (last === undefined) return [];
    const from = last.source === 'unknown' ? '' : ` from ${last.source}`;
    return [good('events', `${event} last fired ${ago(last.at, input.now)}${from}`)];
  });
  const never = events.filter((event) => !beats.some((beat) => beat.event === event));
  return never.length === 0 ? fired : [...fired, note('events', `never fired yet: ${never.join(', ')}`)];
}

async function host({ env }: DoctorInput): Promise<CheckResult> {
  const state = await hostState(gatehouseHome(env), 'status');
  if (state.kind === 'stuck') {
    const message = `The host does not answer: process ${state.pid} hangs.`;
    return bad('host', message, { whatToDo: 'gatehouse host stop' });
  }
  if (state.kind === 'none') {
    const message = 'No host is running. Every hook starts its own process, which works but is slower.';
    return note('host', message, { whatToDo: 'gatehouse host start' });
  }
  const { pid, p50Ms } = state.status;
  return good('host', `process ${pid}, median ${p50Ms} ms`);
}

async function configuration({ env, directory }: DoctorInput): Promise<CheckResult[]> {
  const place = placeOf(directory);
  const { problems } = await effectiveAt(place, env);
  if (problems.length > 0) return problems.map((problem) => note('configuration', problemText(problem)));
  const { profile, layers } = loadConfig({ env, place, requestedByName: false });
  const policies = layers.flatMap(({ policy }) => (policy === undefined ? [] : [`policy ${policy}`]));
  return [good('configuration', [`profile ${profile}`, ...policies].join(', '))];
}

/** Sessions whose calls ran without any hook being heard, until a person has looked at them. */
function coverage({ env, directory, now }: DoctorInput): CheckResult[] {
  const site = siteOf({ env, cwd: directory }, { now: () => now });
  return coverageGaps(site.root, env, now, alarmsClearedAt(site)).map((gap) => {
    const message = `${gapText(gap)} (since ${ago(gap.since, now)}): ${gap.reason}.`;
    return bad('coverage', message, { whatToDo: `${gap.repair} Then: gatehouse alarms clear` });
  });
}

/** What ran or changed although it must not have: bad until a person has looked at it. */
function alarms({ env, directory, now }: DoctorInput): CheckResult[] {
  const site = siteOf({ env, cwd: directory }, { now: () => now });
  const open = openAlarms(site).filter(({ kind }) => kind !== 'not-heard');
  return open.map(({ text, cause, at }) => {
    const message = `${text} (${ago(at, now)})${cause === undefined ? '' : `. Likely cause: ${cause}`}`;
    return bad('alarms', message, { whatToDo: 'gatehouse alarms clear' });
  });
}

function state({ env, directory }: DoctorInput): CheckResult {
  const home = projectHome(env, placeOf(directory).root);
  try {
    makeFolder(home);
    accessSync(home, constants.W_OK);
    return good('state', home);
  } catch {
    const whatToDo = 'Make the folder yours and writable.';
    return bad('state', `Receipts and decisions cannot be written: ${home}`, { whatToDo });
  }
}

/** How much discarded work is kept, and how long. */
async function checkRescue({ env, directory }: DoctorInput): Promise<readonly CheckResult[]> {
  try {
    const snapshots = (await RescueHistory.at(env, placeOf(directory))?.list()) ?? [];
    if (snapshots.length === 0) return [];
    const count = counted(snapshots.length, 'snapshot');
    const message = `${count} of discarded work, ${shownSize(sizeOf(snapshots))}; kept for 14 days, up to 2 GB. gatehouse rescue lists them.`;
    return [good('rescue', message)];
  } catch (error) {
    return [note('rescue', `The snapshots of discarded work cannot be listed: ${messageOf(error)}`)];
  }
}

/** Whether the team's collector takes what is sent to it. */
function checkFleet({ env, now }: DoctorInput): readonly CheckResult[] {
  const home = gatehouseHome(env);
  const { endpoint } = loadConfig({ env, place: placeOf(home), requestedByName: false }).settings.fleet;
  if (endpoint === undefined) return [];
  const state = fleetState(home);
  const last = state?.sentAt === undefined ? 'nothing was sent yet' : `last sent ${ago(state.sentAt, now)}`;
  if (state?.problem === undefined) return [good('fleet', `decisions go to ${endpoint}, ${last}`)];
  const message = `The collector ${endpoint} does not take decisions (${state.problem}); ${last}. They wait in the decision log.`;
  return [note('fleet', message, { whatToDo: 'Check the collector; nothing needs to be done here.' })];
}
