import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { hostState } from '../host/client';
import { conflictsAt, type Conflict } from '../install/conflicts';
import { buildOf, damageOf, deployedBuild } from '../install/deploy';
import { launcherName, shimName, type Entry } from '../install/entry';
import { readHeartbeats } from '../install/heartbeat';
import { entriesAt } from '../install/install';
import { foundIn, statusOf, type Found } from '../install/registration';
import { findRuntime, type Runtime } from '../install/runtime';
import { mainCheckoutSettings, startFolder } from '../install/reach';
import { scopes, settingsPath, type Scope } from '../install/scope';
import { selfTest } from '../install/self-test';
import { read } from '../install/settings-file';
import { openAlarms } from '../pipeline/alarms';
import { allGates } from '../pipeline/catalog';
import { siteAt } from '../pipeline/surroundings';
import { execIn } from '../project/exec';
import { effective } from '../project/effective';
import { gatehouseHome, projectHome } from '../project/home';
import { loadConfig } from '../project/load-config';
import { placeOf } from '../project/place';
import { ago } from './words';
import { makeFolder } from '../project/make-folder';

/** One thing that was looked at. `bad` keeps hooks from working as they should; `note` is worth knowing. */
export interface Finding {
  readonly check:
    | 'runner'
    | 'node'
    | 'registration'
    | 'settings'
    | 'self-test'
    | 'events'
    | 'host'
    | 'configuration'
    | 'state'
    | 'alarms';
  readonly status: 'good' | 'note' | 'bad';
  readonly message: string;
  /** What a person can do, where there is something. */
  readonly wayForward?: string;
  /** The registration that an installation would mend. */
  readonly mend?: Scope;
}

export interface Patient {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly directory: string;
  /** The folder of the runner that looks; undefined where it is none. */
  readonly source: string | undefined;
  readonly now: number;
}

/** Looks at everything between the client and a decision. Changes nothing but the heartbeat of its own canary. */
export async function checkUp(patient: Patient): Promise<readonly Finding[]> {
  const runtime = await runtimeOf(patient);
  const registered = scopes.filter((scope) => foundAt(scope, patient).length > 0);
  return [
    ...switches(patient),
    ...runner(patient, registered),
    runtime.finding,
    ...(await registrations(patient, registered, runtime.found)),
    ...(await canaries(patient, registered)),
    ...lastHeard(patient, registered),
    await host(patient),
    ...(await configuration(patient)),
    state(patient),
    ...alarms(patient),
  ];
}

const install = (scope: Scope) => `gatehouse install --scope ${scope}`;

function switches({ env }: Patient): Finding[] {
  if (env.GATEHOUSE_DISABLE !== '1') return [];
  const message = 'GATEHOUSE_DISABLE=1 stands in the environment: no gate is asked.';
  return [{ check: 'settings', status: 'bad', message, wayForward: 'Unset it and start the client again.' }];
}

/** Shared settings name a shim that everyone has for themselves: without a registration none is needed. */
function runner({ env, source }: Patient, registered: readonly Scope[]): Finding[] {
  const home = gatehouseHome(env);
  const file = path.join(home, 'bin', process.platform === 'win32' ? launcherName : shimName);
  const [scope] = registered;
  try {
    accessSync(file, constants.X_OK);
  } catch {
    if (scope === undefined) return [];
    const message = `The program that the hooks start is not there or not executable: ${file}`;
    return [{ check: 'runner', status: 'bad', message, wayForward: install(scope), mend: scope }];
  }
  const damaged = damageOf(home);
  if (damaged.length > 0 && scope !== undefined) {
    const message = `The installed runner is damaged: ${damaged.join(', ')}`;
    return [{ check: 'runner', status: 'bad', message, wayForward: install(scope), mend: scope }];
  }
  const build = deployedBuild(home);
  const own = ownBuild(source);
  if (build !== undefined && own !== undefined && own !== build && scope !== undefined) {
    const message = `The hooks run build ${build}; this is build ${own}.`;
    return [{ check: 'runner', status: 'note', message, wayForward: install(scope), mend: scope }];
  }
  return [{ check: 'runner', status: 'good', message: `${file} (build ${build ?? 'unknown'})` }];
}

function ownBuild(source: string | undefined): string | undefined {
  try {
    return source === undefined ? undefined : buildOf(source);
  } catch {
    return undefined;
  }
}

async function runtimeOf({ env }: Patient): Promise<{ finding: Finding; found: Runtime | undefined }> {
  try {
    const found = await findRuntime(env, execIn(env));
    return { found, finding: { check: 'node', status: 'good', message: found.node } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { found: undefined, finding: { check: 'node', status: 'bad', message } };
  }
}

function foundAt(scope: Scope, { directory, env }: Patient): readonly Found[] {
  try {
    return foundIn(read(settingsPath(scope, directory, env)) ?? '');
  } catch {
    // A file that cannot be read is told of by the client's own rules, below.
    return [];
  }
}

async function registrations(
  patient: Patient,
  registered: readonly Scope[],
  runtime: Runtime | undefined,
): Promise<Finding[]> {
  const { env, directory } = patient;
  const start = startFolder(directory, registered);
  const elsewhere = start === undefined ? [] : [unreadHere(start)];
  if (registered.length === 0) {
    return [
      ...(start === undefined ? [unregistered(patient)] : elsewhere),
      ...conflictsAt({ scope: 'local', directory, env, entries: [] }).map(conflictFinding),
    ];
  }
  const findings: Finding[] = [...elsewhere];
  const conflicts = new Map<string, Conflict>();
  for (const scope of registered) {
    const entries = runtime === undefined ? [] : await entriesAt({ scope, directory, env }, runtime);
    if (runtime !== undefined) findings.push(registration(scope, entries, patient));
    for (const conflict of conflictsAt({ scope, directory, env, entries })) {
      conflicts.set(`${conflict.file}:${conflict.line ?? 0}:${conflict.message}`, conflict);
    }
  }
  return [...findings, ...[...conflicts.values()].map(conflictFinding)];
}

function unreadHere(start: string): Finding {
  const message = `The hooks are registered in ${start}, and the client does not read that file when it is started here.`;
  return { check: 'registration', status: 'bad', message, wayForward: `Start the client in ${start}.` };
}

function unregistered({ env, directory }: Patient): Finding {
  const main = mainCheckoutSettings(directory);
  if (main !== undefined) {
    return { check: 'registration', status: 'good', message: `${main}, which the client reads in this worktree too` };
  }
  const wayForward = install('local');
  if (deployedBuild(gatehouseHome(env)) === undefined) {
    return { check: 'registration', status: 'bad', message: 'The hooks are not registered.', wayForward };
  }
  const message =
    'The hooks were registered once and no settings file has them now: they were taken out, or another program rewrote the file.';
  return { check: 'registration', status: 'bad', message, wayForward, mend: 'local' };
}

function registration(scope: Scope, entries: readonly Entry[], { directory, env }: Patient): Finding {
  const file = settingsPath(scope, directory, env);
  const events = statusOf(read(file) ?? '', entries);
  const wrong = events.filter(({ status }) => status !== 'registered');
  if (wrong.length === 0) {
    return { check: 'registration', status: 'good', message: `${file}: ${events.length} events, each once` };
  }
  const list = wrong.map(({ event, lane, status, surplus, line }) => {
    const what = surplus === true ? 'no gate reads it any more' : states[status];
    return `${event}${lane === 'async' ? ' (beside the agent)' : ''} ${what}${line === undefined ? '' : `, line ${line}`}`;
  });
  return {
    check: 'registration',
    status: wrong.every(({ surplus }) => surplus === true) ? 'note' : 'bad',
    message: `${file}: ${list.join('; ')}`,
    wayForward: install(scope),
    mend: scope,
  };
}

const states = {
  registered: 'is registered',
  drifted: 'is registered otherwise than it should be',
  missing: 'is missing',
  duplicate: 'is registered more than once',
} as const;

function conflictFinding({ kind, file, line, message }: Conflict): Finding {
  const status = kind === 'other-hook' || kind === 'twice' ? 'note' : 'bad';
  return { check: 'settings', status, message: `${file}${line === undefined ? '' : `:${line}`}: ${message}` };
}

async function canaries(patient: Patient, registered: readonly Scope[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const scope of registered) {
    const entry = foundAt(scope, patient).find(({ lane }) => lane === 'sync');
    if (entry === undefined) continue;
    const { env, directory } = patient;
    if (scope === 'project' && registered.length > 1) {
      const message = 'the project settings leave the answer to the other registration';
      findings.push({ check: 'self-test', status: 'good', message });
      continue;
    }
    const heard = await selfTest(entry, placeOf(directory).root, execIn(env));
    findings.push(
      heard.kind === 'heard'
        ? {
            check: 'self-test',
            status: 'good',
            message: `${entry.event} in the ${scope} settings answered in ${heard.ms} ms`,
          }
        : {
            check: 'self-test',
            status: 'bad',
            message: `${entry.event} in the ${scope} settings did not reach us: ${heard.problem}`,
            wayForward: install(scope),
            mend: scope,
          },
    );
  }
  return findings;
}

function lastHeard(patient: Patient, registered: readonly Scope[]): Finding[] {
  const beats = readHeartbeats(patient.env);
  const events = [...new Set(registered.flatMap((scope) => foundAt(scope, patient)).map(({ event }) => event))];
  if (events.length === 0) return [];
  if (beats.length === 0) {
    const message = 'No client has ever called: start a session, or a new one if it began before the installation.';
    return [{ check: 'events', status: 'note', message }];
  }
  return events.map((event) => {
    const [last] = beats.filter((beat) => beat.event === event).sort((one, other) => other.at - one.at);
    if (last === undefined) return { check: 'events', status: 'note', message: `${event} was never heard` };
    return {
      check: 'events',
      status: 'good',
      message: `${event} last heard ${ago(last.at, patient.now)} from ${last.source}`,
    };
  });
}

async function host({ env }: Patient): Promise<Finding> {
  const state = await hostState(gatehouseHome(env), 'status');
  if (state.kind === 'stuck') {
    const message = `The host does not answer: process ${state.pid} lives and hangs.`;
    return { check: 'host', status: 'bad', message, wayForward: 'gatehouse host stop' };
  }
  if (state.kind === 'none') {
    const message =
      'No host is running; every hook starts a process of its own, which is slower and otherwise the same.';
    return { check: 'host', status: 'note', message, wayForward: 'gatehouse host start' };
  }
  const { pid, p50Ms } = state.status;
  return { check: 'host', status: 'good', message: `process ${pid}, median ${p50Ms} ms` };
}

async function configuration({ env, directory }: Patient): Promise<Finding[]> {
  const config = loadConfig({ env, place: placeOf(directory), alone: false });
  const gates = (await allGates()).map(({ gate }) => gate);
  const { problems } = effective(config, gates);
  if (problems.length === 0) {
    return [{ check: 'configuration', status: 'good', message: `profile ${config.profile}` }];
  }
  return problems.map(({ file, line, key, message }) => ({
    check: 'configuration',
    status: 'note',
    message: `${file}${line === 0 ? '' : `:${line}`}${key === '' ? '' : ` ${key}`}: ${message}`,
  }));
}

/** What ran or changed although it must not have: bad until a person has looked at it. */
function alarms({ env, directory, now }: Patient): Finding[] {
  const site = siteAt({ env, clock: { now: () => now }, alone: false }, placeOf(directory));
  return openAlarms(site).map(({ text, cause, at }) => ({
    check: 'alarms',
    status: 'bad',
    message: `${text} (${ago(at, now)})${cause === undefined ? '' : `. Likely cause: ${cause}`}`,
    wayForward: 'gatehouse alarms clear',
  }));
}

function state({ env, directory }: Patient): Finding {
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
