import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import path from 'node:path';
import { memoryFolder } from '../scripts/environment.mjs';
import { crowd } from './crowd';
import { median, quantile, table } from './figures';
import { measureGates } from './gates';
import { LatencyStage } from './latency-stage';

/** How long a hook takes: cold and warm, beside what an empty shell and an empty node take on the same machine. */
const quick = process.argv.includes('--quick');
const rounds = quick ? 10 : 40;
const sessions = 8;
const callsPerSession = quick ? 25 : 120;
const steadyCalls = quick ? [500, 2_000] : [10_000, 50_000];

const root = path.resolve(__dirname, '..');
const stage = new LatencyStage(path.join(root, 'dist/hooks/runner.js'));

const tool = (event: string, name: string, input: object, more: object = {}) =>
  stage.payload(event, { tool_name: name, tool_input: input, tool_use_id: 'toolu_1', ...more });

/** The common path of every event that is registered. */
const calls: Readonly<Record<string, readonly [event: string, payload: string]>> = {
  'PreToolUse Bash': ['PreToolUse', tool('PreToolUse', 'Bash', { command: 'ls -la src', description: 'list' })],
  'PreToolUse Edit': [
    'PreToolUse',
    tool('PreToolUse', 'Edit', {
      file_path: `${stage.project}/a.ts`,
      old_string: '1',
      new_string: '2',
      replace_all: false,
    }),
  ],
  'PreToolUse Read': ['PreToolUse', tool('PreToolUse', 'Read', { file_path: `${stage.project}/a.ts` })],
  'PostToolUse Bash': [
    'PostToolUse',
    tool(
      'PostToolUse',
      'Bash',
      { command: 'ls -la src' },
      { tool_response: { stdout: 'a', stderr: '', interrupted: false } },
    ),
  ],
  UserPromptSubmit: ['UserPromptSubmit', stage.payload('UserPromptSubmit', { prompt: 'go on' })],
  SessionStart: ['SessionStart', stage.payload('SessionStart', { source: 'startup' })],
  SubagentStart: ['SubagentStart', stage.payload('SubagentStart', { agent_id: 'a', agent_type: 'Explore' })],
  Notification: ['Notification', stage.payload('Notification', { message: 'm', notification_type: 'idle_prompt' })],
  PreCompact: ['PreCompact', stage.payload('PreCompact', { trigger: 'auto' })],
  SessionEnd: ['SessionEnd', stage.payload('SessionEnd', { reason: 'other' })],
  Stop: ['Stop', stage.payload('Stop', { stop_hook_active: false, last_assistant_message: 'done' })],
};
const bash = calls['PreToolUse Bash'] ?? ['', ''];
const megabyte = tool('PreToolUse', 'Write', {
  file_path: `${stage.project}/big.txt`,
  content: 'line of text\n'.repeat(80_000),
});

interface Case {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly input: string;
}

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Every case once per round, so that whatever else the machine does meets all of them alike. */
async function interleaved(cases: readonly Case[], count: number): Promise<Map<string, number[]>> {
  const times = new Map(cases.map(({ name }) => [name, [] as number[]]));
  for (let round = -1; round < count; round += 1) {
    for (const { name, file, args, input } of cases) {
      const timed = await stage.time(file, args, input);
      // The first round fills the system's caches.
      if (round >= 0) times.get(name)?.push(timed.ms);
    }
    if (process.stdout.isTTY) process.stdout.write(`\r  round ${round + 1} of ${count} `);
  }
  if (process.stdout.isTTY) process.stdout.write('\r');
  return times;
}

const emptyShell: Case = { name: 'bash -c true', file: 'bash', args: ['-c', 'true'], input: '' };
const emptyNode: Case = { name: 'node -e 0', file: process.execPath, args: ['-e', '0'], input: '' };

interface Status {
  readonly rssMb: number;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}
const hostStatus = async (): Promise<Status> => JSON.parse(await stage.gatehouse('host', 'status', '--json')) as Status;

async function main(): Promise<void> {
  await stage.open();
  say(
    `${rounds} rounds, interleaved; node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'cpu'}`,
  );

  say('cold: the runner, started for each event');
  const coldCases = Object.entries(calls).map(([name, [event, input]]): Case => {
    return { name: `cold ${name}`, file: process.execPath, args: [stage.runner, 'hook', event], input };
  });
  const throughShim = { name: 'cold through the shim', file: stage.shim, args: [bash[0]], input: bash[1] };
  const cold = await interleaved([emptyShell, emptyNode, throughShim, ...coldCases], rounds);

  say('warm: the host answers');
  const starts: number[] = [];
  const asked: number[] = [];
  for (let turn = 0; turn < (quick ? 3 : 9); turn += 1) {
    starts.push(await stage.hostStart());
    await stage.gatehouse('host', 'stop');
    const start = performance.now();
    await stage.gatehouse('host', 'start');
    asked.push(performance.now() - start);
    await stage.gatehouse('host', 'stop');
  }
  await stage.gatehouse('host', 'start');
  const warmCases = Object.entries(calls).map(([name, [event, input]]): Case => {
    return { name: `warm ${name}`, file: stage.shim, args: [event], input };
  });
  const largeCase: Case = { name: 'warm 1 MB Write', file: stage.shim, args: ['PreToolUse'], input: megabyte };
  const warm = await interleaved([emptyShell, emptyNode, ...warmCases, largeCase], rounds);

  say(`hammer: ${sessions} sessions at once, ${callsPerSession} calls each`);
  const shellCrowd = await crowd(stage, sessions, callsPerSession, emptyShell);
  const warmCrowd = await crowd(stage, sessions, callsPerSession, {
    file: stage.shim,
    args: [bash[0]],
    input: bash[1],
  });

  say(`steady: ${steadyCalls.join(' and ')} calls in a row`);
  const { flood } = await import('./flood');
  const memory: { calls: number; rssMb: number }[] = [];
  for (const target of steadyCalls) {
    const { requests } = await hostStatus();
    await flood(stage.home, target - requests, bash[0], bash[1], stage.env);
    const { rssMb } = await hostStatus();
    memory.push({ calls: target, rssMb });
  }
  const end = await hostStatus();

  const shellMs = median(warm.get(emptyShell.name) ?? []);
  const nodeMs = median(cold.get(emptyNode.name) ?? []);
  const ms = (value: number) => value.toFixed(1);
  const row = (name: string, times: readonly number[], base: number) => [
    name,
    ms(median(times)),
    ms(quantile(times, 0.95)),
    `${(median(times) / base).toFixed(2)} ×`,
  ];
  const coldTable = table(
    ['cold', 'median ms', 'p95 ms', 'of node -e 0'],
    [...cold].map(([name, times]) => row(name, times, nodeMs)),
  );
  const warmTable = table(
    ['warm', 'median ms', 'p95 ms', 'of bash -c true'],
    [...warm].map(([name, times]) => row(name, times, shellMs)),
  );
  const crowdTable = table(
    [`${sessions} sessions at once`, 'median ms', 'p99 ms'],
    [
      ['bash -c true', ms(median(shellCrowd)), ms(quantile(shellCrowd, 0.99))],
      ['warm PreToolUse Bash', ms(median(warmCrowd)), ms(quantile(warmCrowd, 0.99))],
    ],
  );
  const hostTable = table(
    ['host', 'value'],
    [
      ['from its start until it can be reached', `${ms(median(starts))} ms`],
      ['with the command that asks for it', `${ms(median(asked))} ms`],
      ...memory.map(({ calls: count, rssMb }) => [`memory after ${count} calls`, `${rssMb} MB`]),
      ['inside the host, of the newest 1000', `p50 ${end.p50Ms} ms, p99 ${end.p99Ms} ms`],
    ],
  );
  say('gates: in a warm process, by what the trace says');
  const gates = await measureGates(quick);
  const tables = [coldTable, warmTable, crowdTable, hostTable, gates.text].join('\n\n');
  say(`\n${tables}\n`);
  if (quick) return;
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  const files = stage.root.startsWith(memoryFolder) ? 'in memory' : 'on disk';
  const machine = `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'cpu'}, load ${load}, ${rounds} interleaved rounds, files ${files}.`;
  writeFileSync(
    path.join(root, 'bench/RESULTS.md'),
    `# How long a hook takes\n\n\`npm run bench\` on ${machine}\n\n${tables}\n`,
  );
  const figures = (times: Map<string, number[]>) =>
    Object.fromEntries([...times].map(([name, list]) => [name, { median: median(list), p95: quantile(list, 0.95) }]));
  const results = {
    rounds,
    node: process.versions.node,
    cold: figures(cold),
    warm: figures(warm),
    crowd: {
      sessions,
      shell: { median: median(shellCrowd), p99: quantile(shellCrowd, 0.99) },
      warm: { median: median(warmCrowd), p99: quantile(warmCrowd, 0.99) },
    },
    host: { startMs: median(starts), askedMs: median(asked), memory, p50: end.p50Ms, p99: end.p99Ms },
    gates: gates.rows,
  };
  writeFileSync(path.join(root, 'bench/results.json'), `${JSON.stringify(results, null, 2)}\n`);
}

main()
  .catch((error: unknown) => {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  })
  .finally(() => stage.close());
