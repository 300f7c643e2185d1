import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { temporary } from '../scripts/environment.mjs';
import { callsAt, type Call } from './calls';
import { median, quantile, table } from './figures';
import { flood } from './flood';
import { measureGates } from './gates';
import { LatencyStage } from './latency-stage';
import { seed, Spawner, usualPauseMs, type Case, type Times } from './spawner';

/**
 * How long a hook takes, cold and warm, beside an empty program, an empty shell and an empty node in the same rounds.
 * Hooks are started as the client starts them: the registered program with its words, or, where a home's path has to be
 * quoted, the registered line through `sh -c`.
 */
const quick = process.argv.includes('--quick');
const rounds = quick ? 10 : 60;
const sessions = 8;
const callsPerSession = quick ? 25 : 120;
const steadyCalls = quick ? [500, 2_000] : [10_000, 50_000];

const root = path.resolve(__dirname, '..');
const built = path.join(root, 'dist/hooks/runner.js');

const say = (text: string): boolean => process.stdout.write(`${text}\n`);
const ms = (value: number): string => value.toFixed(1);

const emptyProgram: Case = { name: '/bin/true', words: ['/bin/true'], input: '' };
const emptyShell: Case = { name: 'bash -c true', words: ['bash', '-c', 'true'], input: '' };
const emptyNode: Case = { name: 'node -e 0', words: [process.execPath, '-e', '0'], input: '' };
const empty = [emptyProgram, emptyShell, emptyNode];

/** A table of these times; the ratios are to the median of one of them. */
function timesTable(title: string, times: Times, base: Case): string {
  const baseMs = median(times.get(base.name) ?? []);
  const rows = [...times].map(([name, list]) => [
    name,
    ms(median(list)),
    ms(quantile(list, 0.95)),
    ms(quantile(list, 0.99)),
    `${(median(list) / baseMs).toFixed(2)} ×`,
  ]);
  return table([title, 'median ms', 'p95 ms', 'p99 ms', `of ${base.name}`], rows);
}

interface Status {
  readonly rssMb: number;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}
const hostStatus = async (stage: LatencyStage): Promise<Status> =>
  JSON.parse(await stage.gatehouse('host', 'status', '--json')) as Status;

/** Every event without a host: by the runner alone, and one through the shim. */
async function cold(stage: LatencyStage, spawner: Spawner): Promise<string> {
  const calls = [...callsAt(stage)];
  const cases = calls.slice(0, -1).map(([name, { event, payload }]) => {
    return { name: `cold ${name}`, words: [process.execPath, stage.runner, 'hook', event], input: payload };
  });
  const shim = calls.slice(0, 1).map(([name, { event, payload }]) => {
    return { name: `cold ${name}, through the shim`, words: [stage.shim, event], input: payload };
  });
  return timesTable('cold', await spawner.interleaved([...empty, ...shim, ...cases], rounds), emptyNode);
}

/** Every event with a host: the shim by itself, and through a shell. */
async function warm(stage: LatencyStage, spawner: Spawner, where: string): Promise<string> {
  await stage.gatehouse('host', 'start');
  const calls = [...callsAt(stage)];
  const exec = calls.map(([name, { event, payload }]) => {
    return { name: `warm ${name}`, words: [stage.shim, event], input: payload };
  });
  const shell = calls.slice(0, 1).map(([name, { event, payload }]) => {
    return { name: `warm ${name}, sh -c`, words: ['/bin/sh', '-c', `exec '${stage.shim}' ${event}`], input: payload };
  });
  const times = await spawner.interleaved([...empty, ...shell, ...exec], rounds);
  return timesTable(`warm, files ${where}`, times, emptyShell);
}

async function crowd(stage: LatencyStage, spawner: Spawner, { event, payload }: Call): Promise<string> {
  const hook: Case = { name: 'warm PreToolUse Bash', words: [stage.shim, event], input: payload };
  const cases = [emptyShell, hook];
  const rows: string[][] = [];
  for (const one of cases) {
    const times = await spawner.crowd(one, sessions, callsPerSession);
    rows.push([one.name, ms(median(times)), ms(quantile(times, 0.99))]);
  }
  return table([`${sessions} sessions at once`, 'median ms', 'p99 ms'], rows);
}

async function host(stage: LatencyStage, { event, payload }: Call): Promise<string> {
  const memory: string[][] = [];
  for (const target of steadyCalls) {
    const { requests } = await hostStatus(stage);
    await flood(stage.home, target - requests, event, payload, stage.env);
    const { rssMb } = await hostStatus(stage);
    memory.push([`memory after ${target} calls`, `${rssMb} MB`]);
  }
  const { p50Ms, p99Ms } = await hostStatus(stage);
  await stage.gatehouse('host', 'stop');
  const starts: number[] = [];
  for (let turn = 0; turn < (quick ? 3 : 9); turn += 1) {
    starts.push(await stage.hostStart());
    await stage.gatehouse('host', 'stop');
  }
  return table(
    ['host', 'value'],
    [
      ['from its start until it can be reached', `${ms(median(starts))} ms`],
      ...memory,
      ['inside the host, of the newest 1000', `p50 ${p50Ms} ms, p99 ${p99Ms} ms`],
    ],
  );
}

async function main(): Promise<void> {
  /** In memory where the system has such a folder, and on disk; once where both are the same. */
  const onDisk = process.env.TMPDIR ?? tmpdir();
  const stages = [...new Set([temporary(), onDisk])].map((where) => {
    return { where: where === onDisk ? 'on disk' : 'in memory', stage: new LatencyStage(built, where) };
  });
  const tables: string[] = [];
  let how = '';
  try {
    for (const [index, { where, stage }] of stages.entries()) {
      await stage.open();
      const spawner = await Spawner.make(stage.root, stage.project, stage.env);
      if (index === 0) {
        how = `${rounds} rounds, each in a random order (seed ${seed}), with ${usualPauseMs} ms of rest before every call, by ${spawner.what}`;
        say(how);
        say('cold: no host');
        tables.push(await cold(stage, spawner));
      }
      say(`warm: the host answers, files ${where}`);
      tables.push(await warm(stage, spawner, where));
      const bash = callsAt(stage).get('PreToolUse Bash');
      if (index > 0 || bash === undefined) continue;
      say(`${sessions} sessions at once, ${callsPerSession} calls each`);
      tables.push(await crowd(stage, spawner, bash));
      say(`steady: ${steadyCalls.join(' and ')} calls in a row`);
      tables.push(await host(stage, bash));
    }
  } finally {
    for (const { stage } of stages) await stage.close();
  }
  say('gates: in a warm process, by what the trace says');
  const gates = await measureGates(quick);
  const all = [...tables, gates.text].join('\n\n');
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  const machine = `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'cpu'}, load ${load}; ${how}`;
  say(`\n${machine}\n\n${all}\n`);
  if (quick) return;
  writeFileSync(
    path.join(root, 'bench/RESULTS.md'),
    `# How long a hook takes\n\n\`npm run bench\` on ${machine}.\n\n${all}\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
