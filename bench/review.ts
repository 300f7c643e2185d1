import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { reviewState } from '../src/hooks/gates/after-tool/review-state';
import { stopGuard } from '../src/hooks/gates/stop/stop-guard';
import { siteAt } from '../src/hooks/pipeline/site';
import { placeOf } from '../src/hooks/project/place';
import { readCall } from '../src/hooks/protocol/call';
import { route } from '../src/hooks/review/routing';
import { table } from './figures';

/*
 * What reviews cost: the stop guard beside `git status`, a long report, and a command that is no review.
 *
 *   node --import tsx bench/review.ts
 */
const rounds = 15;
/** The best of the rounds: whatever else the machine does can only add to it. */
const best = (times: readonly number[]): number => Math.min(...times);
const changed = 4_000;

export interface ReviewFigures {
  /** By how the files changed: milliseconds. */
  readonly stopGuard: readonly {
    readonly change: string;
    readonly statusMs: number;
    readonly passedMs: number;
    readonly owedMs: number;
  }[];
  readonly reportMs: Readonly<Record<string, number>>;
  readonly noReviewMs: number;
}

export async function measureReviews(): Promise<ReviewFigures> {
  const stops = [];
  for (const change of ['modified', 'untracked'] as const) stops.push(await stopGuardOn(change));
  return { stopGuard: stops, reportMs: reports(), noReviewMs: await noReview() };
}

async function stopGuardOn(change: 'modified' | 'untracked') {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-bench-')));
  try {
    const root = path.join(base, 'project');
    const env = { PATH: process.env.PATH, HOME: base, GATEHOUSE_HOME: path.join(base, 'gatehouse') };
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, env, stdio: 'pipe' });
    const name = (file: number) => `src/part-${Math.floor(file / 100)}/module-${file}.ts`;
    const write = () => {
      for (let file = 0; file < changed; file++) {
        mkdirSync(path.dirname(path.join(root, name(file))), { recursive: true });
        appendFileSync(path.join(root, name(file)), `export const value = ${file};\n`.repeat(20));
      }
    };
    mkdirSync(root);
    git('init', '-q');
    writeFileSync(path.join(root, 'README.md'), '# Sample\n');
    if (change === 'modified') write();
    git('add', '-A');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', 'first');
    write();
    // Younger files are read again each time: their times cannot show a second change yet.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const site = () => siteAt({ env, clock: { now: () => Date.now() }, requestedByName: false }, placeOf(root));
    const stop = readCall({ hook_event_name: 'Stop', session_id: 's', cwd: root });
    if ('problem' in stop || stop.event !== 'Stop') throw new Error('not a stop');
    const ask = async () => {
      const at = site();
      return timed(() => stopGuard.decide(stop, at));
    };
    await site().evidence.invalidate('code');
    const times = { status: [] as number[], owed: [] as number[], passed: [] as number[] };
    const status = () => timed(() => git('--no-optional-locks', 'status', '--porcelain', '-uall'));
    for (let round = 0; round < rounds; round++) {
      times.status.push(await status());
      times.owed.push(await ask());
    }
    for (const kind of ['code_review', 'precommit'] as const) {
      await site().evidence.record(kind, { verdict: 'pass', rule: 'bench' });
    }
    for (let round = 0; round < rounds; round++) {
      times.status.push(await status());
      times.passed.push(await ask());
    }
    return { change, statusMs: best(times.status), owedMs: best(times.owed), passedMs: best(times.passed) };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

const megabytes = 5 * 1024 * 1024;

/** Reports of 5 MB: prose, Markdown with code, and one that is little else than marks. */
function reports(): Readonly<Record<string, number>> {
  const fill = (piece: string) => piece.repeat(Math.ceil(megabytes / piece.length));
  const texts: Readonly<Record<string, string>> = {
    prose: fill('The module reads its input twice, which is one time too many for a pipe.\n'),
    markdown: fill(
      '## Findings\n\n- **P2** `src/a.ts:12`: the name says less than the type\n\n```ts\nconst a = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n',
    ),
    indented: fill('    at Object.run (src/module.ts:10:5)\n'),
    marks: fill('- ✅ ok: `src/a.ts` was looked at\n'),
    'one line': fill('x'),
  };
  const gate = '\n## Merge Gate\n\n✅ Ready: No P0/P1, safe to merge\n';
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const times = Array.from({ length: rounds }, () => {
        const start = performance.now();
        const { changes } = route(text + gate, { source: 'reviewer' });
        const ms = performance.now() - start;
        if (changes.length !== 1) throw new Error(`the verdict of "${name}" was not read`);
        return ms;
      });
      return [name, best(times)];
    }),
  );
}

/** The gate's own time for a command that is no review: a thousand at a time. */
async function noReview(): Promise<number> {
  const site = siteAt(
    { env: { HOME: tmpdir() }, clock: { now: () => Date.now() }, requestedByName: false },
    placeOf(tmpdir()),
  );
  const call = readCall({
    hook_event_name: 'PostToolUse',
    session_id: 's',
    cwd: tmpdir(),
    tool_name: 'Bash',
    tool_input: { command: 'ls -la src && cat README.md | head -20' },
    tool_response: { stdout: 'a\n'.repeat(1_000), stderr: '', interrupted: false },
  });
  if ('problem' in call || call.event !== 'PostToolUse') throw new Error('not a finished call');
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (let count = 0; count < 1_000; count++) await reviewState.decide(call, site);
    times.push((performance.now() - start) / 1_000);
  }
  return best(times);
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function main(): Promise<void> {
  const { stopGuard: stops, reportMs, noReviewMs } = await measureReviews();
  const ms = (value: number) => value.toFixed(1);
  const times = (value: number, status: number) => `${ms(value)} (${(value / status).toFixed(2)} ×)`;
  console.log(
    table(
      ['4,000 changed files', 'git status', 'stop, review owed', 'stop, all passed'],
      stops.map(({ change, statusMs, owedMs, passedMs }) => [
        change,
        ms(statusMs),
        times(owedMs, statusMs),
        times(passedMs, statusMs),
      ]),
    ),
  );
  console.log(
    `\n${table(
      ['report of 5 MB', 'ms'],
      Object.entries(reportMs).map(([name, value]) => [name, ms(value)]),
    )}`,
  );
  console.log(`\na command that is no review: ${noReviewMs.toFixed(4)} ms of gate time`);
}

if (require.main === module) void main();
