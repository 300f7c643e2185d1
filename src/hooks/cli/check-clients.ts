import { clientRegistrations, lacksOf, type ClientRegistration } from '../install/client-settings';
import { entriesAt } from '../install/install';
import { foundIn, statusOf } from '../install/registration';
import { selfTest } from '../install/self-test';
import { read } from '../install/settings-file';
import { unknownCalls } from '../install/unknown-calls';
import { execIn } from '../project/exec';
import { placeOf } from '../project/place';
import type { Runtime } from '../install/runtime';
import type { CheckResult, DoctorInput } from './check-result';
import { ago } from './words';

/** The clients beside Claude Code: their registrations, and the calls that could not be read, of any client. */
export async function checkClients(input: DoctorInput, runtime: Runtime | undefined): Promise<CheckResult[]> {
  const registrations = clientRegistrations(input.directory, input.env);
  const results: CheckResult[] = [];
  for (const one of registrations) {
    if (runtime !== undefined) results.push(await registration(one, input, runtime));
    results.push(await canary(one, input));
    results.push({
      check: 'clients',
      status: 'note',
      message: `${one.client.title}: ${lacksOf(one.client).join(' ')}`,
    });
  }
  return [...results, ...unknown(input)];
}

const repairedBy = ({ client, scope }: ClientRegistration, { directory }: DoctorInput) => ({
  wayForward: `gatehouse install --agent ${client.name} --scope ${scope}`,
  mend: { client, scope, directory },
});

async function registration(one: ClientRegistration, input: DoctorInput, runtime: Runtime): Promise<CheckResult> {
  const { env, directory } = input;
  const { client, scope, file } = one;
  const entries = await entriesAt({ scope, directory, env, client }, runtime);
  const events = statusOf(read(file) ?? '', entries);
  const wrong = events.filter(({ status }) => status !== 'registered');
  if (wrong.length === 0) {
    const message = `${file} (${client.title}): ${events.length} events, each once`;
    return { check: 'registration', status: 'good', message };
  }
  const list = wrong.map(({ event, status }) => `${event} is ${status}`).join('; ');
  return {
    check: 'registration',
    status: 'bad',
    message: `${file} (${client.title}): ${list}`,
    ...repairedBy(one, input),
  };
}

/** Runs the command line that stands in the client's settings, as it would. */
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
    const message = `${client.title}: ${entry?.event ?? ''} answered in ${heard.ms} ms`;
    return { check: 'self-test', status: 'good', message };
  }
  const message = `${client.title}: the entry in ${file} did not reach us: ${heard.problem}`;
  return { check: 'self-test', status: 'bad', message, ...repairedBy(one, input) };
}

function unknown({ env, now }: DoctorInput): CheckResult[] {
  return unknownCalls(env).map(({ client, event, why, at }) => ({
    check: 'clients',
    status: 'bad',
    message: `${client} sent a ${event} that Gatehouse cannot judge (${ago(at, now)}): ${why}.`,
    wayForward: 'Install the newest Gatehouse, or report the tool. Then: gatehouse doctor --fix',
  }));
}
