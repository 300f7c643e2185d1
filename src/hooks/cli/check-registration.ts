import { activePlugins } from '../client/plugins';
import { type ClientRegistration, clientRegistrations, lacksOf, type OtherClient } from '../install/client-settings';
import { type Conflict, conflictsAt } from '../install/conflicts';
import { deployedBuild } from '../install/deployed-files';
import { entriesAt } from '../install/install';
import { type EventStatus, foundIn, isBeside, statusOf } from '../install/registration';
import type { Runtime } from '../install/runtime';
import { type Scope, settingsPath, settingsSources } from '../install/scope';
import { isIgnored, type Registered, registeredIn, unreadRegistrations } from '../install/settings-sources';
import { selfTest } from '../install/self-test';
import { read } from '../install/settings-file';
import { unknownCalls } from '../client/heartbeat';
import { execIn } from '../project/exec';
import { gatehouseHome } from '../project/home';
import { placeOf } from '../project/place';
import { ago } from '../project/text';

/** Whether the settings that a client started here reads name every event once, and whether something stands in the way. */
export async function checkRegistration(
  input: DoctorInput,
  registered: readonly Registered[],
  runtime: Runtime | undefined,
): Promise<CheckResult[]> {
  const { env, directory } = input;
  if (registered.length === 0) return [...unregistered(input), ...conflicts(input)];
  if (runtime === undefined) return conflicts(input);
  const files: { readonly source: Registered; readonly events: readonly EventStatus[] }[] = [];
  for (const source of registered) {
    const entries = await entriesAt({ ...source, env }, runtime);
    files.push({ source, events: statusOf(read(source.file) ?? '', entries) });
  }
  const results = files.map(({ source, events }) => {
    const others = files.filter((other) => other.source !== source).flatMap((other) => other.events);
    const repairable = settingsPath(source.scope, source.directory, env) === source.file;
    return registration(source, events, others, repairable);
  });
  const hooks = registered.flatMap(({ found }) => found);
  const beforeTools = hooks.some(({ event }) => event === 'PreToolUse');
  const entries = beforeTools ? await entriesAt({ scope: 'local', directory, env }, runtime) : [];
  return [...results, ...conflicts(input, registered[0], entries)];
}

function conflicts(
  { env, directory }: DoctorInput,
  source?: Registered,
  entries: Parameters<typeof conflictsAt>[0]['entries'] = [],
): CheckResult[] {
  const own = source ?? { scope: 'local' as const, directory };
  return conflictsAt({ scope: own.scope, own: source?.file, directory, env, entries }).map(conflictResult);
}

/** No file that the client reads here and obeys holds our hooks. */
function unregistered({ env, directory }: DoctorInput): CheckResult[] {
  const ignored = settingsSources(directory, env).some(
    (source) => registeredIn(source).length > 0 && isIgnored(source.file),
  );
  // Told with the reason why the file is ignored.
  if (ignored) return [];
  const plugin = activePlugins(directory, env).find(({ own }) => own);
  if (plugin !== undefined) return [good('registration', `the plugin ${plugin.id} registers the hooks`)];
  const whatToDo = installCommand('local');
  if (clientRegistrations(directory, env).length > 0) {
    return [note('registration', 'The hooks are not registered for Claude Code.', { whatToDo })];
  }
  const [unread] = unreadRegistrations(directory, env);
  if (unread !== undefined) {
    const linked = placeOf(directory).repository?.linked === true && placeOf(directory).root !== unread.directory;
    const message = `The hooks are registered in ${unread.directory}, and the client does not read that file when it is started here.`;
    const way = linked ? whatToDo : `Start the client in ${unread.directory}.`;
    return [bad('registration', message, { whatToDo: way })];
  }
  if (deployedBuild(gatehouseHome(env)) === undefined) {
    return [bad('registration', 'The hooks are not registered.', { whatToDo })];
  }
  const message =
    'The hooks were registered before, but no settings file has them now: they were removed, or another program rewrote the file.';
  return [bad('registration', message, { whatToDo, repair: { scope: 'local', directory } })];
}

function registration(
  { scope, directory, file }: Registered,
  events: readonly EventStatus[],
  others: readonly EventStatus[],
  repairable: boolean,
): CheckResult {
  const wrong = events.filter(({ status }) => status !== 'registered');
  if (wrong.length === 0) return good('registration', `${file}: ${events.length} events, each once`);
  const list = wrong.map(({ event, lane, status, surplus, line }) => {
    const what = surplus === true ? 'no gate uses it any more' : states[status];
    return `${event}${lane === 'async' ? ' (beside the agent)' : ''} ${what}${line === undefined ? '' : `, line ${line}`}`;
  });
  const covered = (one: EventStatus) => others.some((other) => isBeside(one, other) && other.status === 'registered');
  const harmless = (one: EventStatus) => one.surplus === true || (one.status === 'missing' && covered(one));
  const result = wrong.every(harmless) ? note : bad;
  const way = repairable ? repairedBy({ scope, directory }) : { whatToDo: installCommand('local') };
  return result('registration', `${file}: ${list.join('; ')}`, way);
}

const states = {
  registered: 'is registered',
  drifted: 'is registered incorrectly',
  missing: 'is missing',
  duplicate: 'is registered more than once',
} as const;

function conflictResult({ kind, file, line, message, repair }: Conflict): CheckResult {
  const result = kind === 'other-hook' || kind === 'twice' ? note : bad;
  const where = line === undefined ? file : `${file}:${line}`;
  return result('settings', `${where}: ${message}`, repair === undefined ? {} : { whatToDo: repair });
}

/** Runs the command lines that stand in the settings, as the client would. */
export async function canaries(
  { env, directory }: DoctorInput,
  registered: readonly Registered[],
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { scope, found, directory: home } of registered) {
    const entry = found.find(({ lane }) => lane === 'sync');
    if (entry === undefined) continue;
    if (scope === 'project' && registered.length > 1) {
      results.push(good('self-test', 'the project settings leave the answer to the other registration'));
      continue;
    }
    const heard = await selfTest(entry, placeOf(directory).root, execIn(env));
    const what = `${entry.event} in the ${scope} settings`;
    results.push(
      heard.kind === 'heard'
        ? good('self-test', `${what} answered in ${heard.ms} ms`)
        : bad('self-test', `${what} did not reach Gatehouse: ${heard.problem}`, repairedBy({ scope, directory: home })),
    );
  }
  return results;
}

/** The clients beside Claude Code: their registrations, and the calls that could not be read, of any client. */
export async function checkClients(input: DoctorInput, runtime: Runtime | undefined): Promise<CheckResult[]> {
  const registrations = clientRegistrations(input.directory, input.env);
  const results: CheckResult[] = [];
  for (const one of registrations) {
    if (runtime !== undefined) results.push(await clientRegistration(one, input, runtime));
    results.push(await canary(one, input));
    results.push(note('clients', `${one.client.title}: ${lacksOf(one.client).join(' ')}`));
  }
  return [...results, ...unknown(input)];
}

const repairedForClient = ({ client, scope }: ClientRegistration, { directory }: DoctorInput) => ({
  whatToDo: `gatehouse install --agent ${client.name} --scope ${scope}`,
  repair: { client, scope, directory },
});

async function clientRegistration(one: ClientRegistration, input: DoctorInput, runtime: Runtime): Promise<CheckResult> {
  const { env, directory } = input;
  const { client, scope, file } = one;
  const entries = await entriesAt({ scope, directory, env, client }, runtime);
  const events = statusOf(read(file) ?? '', entries);
  const wrong = events.filter(({ status }) => status !== 'registered');
  const where = `${file} (${client.title})`;
  if (wrong.length === 0) return good('registration', `${where}: ${events.length} events, each once`);
  const list = wrong.map(({ event, status }) => `${event} is ${status}`).join('; ');
  return bad('registration', `${where}: ${list}`, repairedForClient(one, input));
}

/** Runs the command line that is in the client's settings, as it would. */
async function canary(one: ClientRegistration, input: DoctorInput): Promise<CheckResult> {
  const { env, directory } = input;
  const { client, file } = one;
  const found = foundIn(read(file) ?? '');
  const entry = found.find(({ event }) => event === 'PreToolUse') ?? found[0];
  const heard =
    entry === undefined
      ? ({ kind: 'deaf', problem: 'no entry is there' } as const)
      : await selfTest(entry, placeOf(directory).root, execIn(env));
  if (heard.kind === 'heard') {
    return good('self-test', `${client.title}: ${entry?.event ?? ''} answered in ${heard.ms} ms`);
  }
  const message = `${client.title}: the entry in ${file} did not reach Gatehouse: ${heard.problem}`;
  return bad('self-test', message, repairedForClient(one, input));
}

function unknown({ env, now }: DoctorInput): CheckResult[] {
  const whatToDo = 'Install the newest Gatehouse, or report the tool. Then: gatehouse doctor --fix';
  return unknownCalls(env).map(({ client, event, why, at }) =>
    bad('clients', `${client} sent a ${event} that Gatehouse cannot check (${ago(at, now)}): ${why}.`, { whatToDo }),
  );
}

/** One thing that was looked at. `bad` keeps hooks from working as they should; `note` is worth knowing. */
export interface CheckResult {
  readonly check:
    | 'runner'
    | 'node'
    | 'registration'
    | 'settings'
    | 'self-test'
    | 'events'
    | 'host'
    | 'fleet'
    | 'configuration'
    | 'state'
    | 'coverage'
    | 'plugins'
    | 'clients'
    | 'alarms'
    | 'rescue';
  readonly status: 'good' | 'note' | 'bad';
  readonly message: string;
  /** What a person can do about it. */
  readonly whatToDo?: string;
  /** The registration that an installation would repair. */
  readonly repair?: Repair;
}

const resultOf =
  (status: CheckResult['status']) =>
  (check: CheckResult['check'], message: string, way: Pick<CheckResult, 'whatToDo' | 'repair'> = {}): CheckResult => ({
    check,
    status,
    message,
    ...way,
  });
export const good = resultOf('good');
export const note = resultOf('note');
export const bad = resultOf('bad');

/** An installation that puts right what is wrong. */
export interface Repair {
  readonly scope: Scope;
  readonly directory: string;
  /** Another client than Claude Code. */
  readonly client?: OtherClient;
}

export interface DoctorInput {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly directory: string;
  /** The folder of the runner that looks; undefined if it is none. */
  readonly source: string | undefined;
  readonly now: number;
}

/** The command that registers the hooks in a scope. */
const installCommand = (scope: Scope): string => `gatehouse install --scope ${scope}`;

/** Installing again in this scope. */
export const repairedBy = ({ scope, directory }: Pick<Registered, 'scope' | 'directory'>) => ({
  whatToDo: installCommand(scope),
  repair: { scope, directory },
});
