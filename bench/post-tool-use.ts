import { spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median, quantile, table } from './figures';
import { LatencyStage } from './latency-stage';

/**
 * PostToolUse of a Bash call through the warm host, this build beside another one, by turns: `npm run bench:after -- REVISION`.
 * Both pay the same for the process that starts the shim; what counts is the difference of each pair.
 */
const rounds = 300;
const root = path.resolve(__dirname, '..');
const beside = path.join(root, 'out/beside');

function build(revision: string): string {
  rmSync(beside, { recursive: true, force: true });
  const run = (program: string, args: readonly string[], cwd: string) => {
    const ran = spawnSync(program, args, { cwd, encoding: 'utf8' });
    if (ran.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${ran.stderr || ran.stdout}`);
  };
  run('git', ['worktree', 'prune'], root);
  run('git', ['worktree', 'add', '--detach', '--force', beside, revision], root);
  symlinkSync(path.join(root, 'node_modules'), path.join(beside, 'node_modules'));
  run(process.execPath, ['node_modules/webpack/bin/webpack.js', '--mode', 'production'], beside);
  return path.join(beside, 'dist/hooks/runner.js');
}

function call(stage: LatencyStage, event: string, number: number): Promise<number> {
  const fields = {
    tool_name: 'Bash',
    tool_input: { command: `echo ${number}`, description: 'say a number' },
    tool_use_id: `toolu_${number}`,
    ...(event === 'PostToolUse' ? { tool_response: { stdout: `${number}\n`, stderr: '' }, duration_ms: 4 } : {}),
  };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(stage.shim, [event], {
      cwd: stage.project,
      env: stage.env,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.on('error', reject);
    child.on('close', () => resolve(performance.now() - began));
    child.stdin.end(stage.payload(event, fields));
  });
}

async function main(): Promise<void> {
  const [revision = '04f1a51'] = process.argv.slice(2);
  const runners = [path.join(root, 'dist/hooks/runner.js'), existsSync(revision) ? revision : build(revision)];
  const stages = runners.map((runner) => new LatencyStage(runner, tmpdir()));
  try {
    for (const stage of stages) {
      await stage.open();
      await stage.hostStart();
    }
    const times: number[][] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      // Each goes first every other time.
      for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const stage = stages[at]!;
        await call(stage, 'PreToolUse', round);
        times[at]!.push(await call(stage, 'PostToolUse', round));
      }
    }
    const [now = [], then = []] = times.map((list) => list.slice(20));
    const more = now.map((time, at) => time - (then[at] ?? time));
    const row = (name: string, list: readonly number[]) => [
      name,
      median(list).toFixed(2),
      quantile(list, 0.95).toFixed(2),
    ];
    const rows = [row('this build', now), row(revision, then), row('more, of each pair', more)];
    process.stdout.write(`${table([`PostToolUse Bash, warm, ${now.length} by turns`, 'median ms', 'p95 ms'], rows)}\n`);
  } finally {
    for (const stage of stages) await stage.close();
    spawnSync('git', ['worktree', 'remove', '--force', beside], { cwd: root });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
