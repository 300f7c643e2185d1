import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEvidence } from '../src/hooks/evidence/open-evidence';
import { execIn } from '../src/hooks/project/exec';
import { Git } from '../src/hooks/project/git';
import { placeOf } from '../src/hooks/project/place';

export interface DigestFigures {
  readonly files: number;
  readonly modified: number;
  /** Medians, milliseconds. */
  readonly statusMs: number;
  readonly firstMs: number;
  readonly unchangedMs: number;
  readonly oneEditMs: number;
}

const rounds = 7;

/** The digest against `git status -uall` on a repository of that size. */
export async function measureDigest(files = 20_000, modified = 4_000): Promise<DigestFigures> {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-bench-')));
  try {
    const root = path.join(base, 'project');
    const env = { PATH: process.env.PATH, HOME: base, GIT_CONFIG_NOSYSTEM: '1' };
    fill(root, files, env);
    for (let file = 0; file < modified; file++) appendFileSync(path.join(root, name(file)), `changed ${file}\n`);
    // Younger files are read again each time: their times cannot show a second change yet.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const place = placeOf(root);
    const { repository } = place;
    if (repository === undefined) throw new Error('no repository');
    const git = new Git(place.root, repository, execIn(env));
    const evidence = (home: string) =>
      openEvidence({
        place,
        home,
        git,
        clock: { now: () => Date.now() },
        settings: { planes: { doc: ['md', 'mdx'] } },
      });
    const status: number[] = [];
    const first: number[] = [];
    const unchanged: number[] = [];
    const oneEdit: number[] = [];
    for (let round = 0; round < rounds; round++) {
      status.push(await timed(() => git.ask(['status', '--porcelain', '-uall'], { timeoutMs: 60_000 })));
      const store = evidence(path.join(base, `home-${String(round)}`));
      first.push(await timed(() => store.digest('code')));
      unchanged.push(await timed(() => store.digest('code')));
      appendFileSync(path.join(root, name(round)), 'once more\n');
      await new Promise((resolve) => setTimeout(resolve, 200));
      oneEdit.push(await timed(() => store.digest('code')));
    }
    return {
      files,
      modified,
      statusMs: median(status),
      firstMs: median(first),
      unchangedMs: median(unchanged),
      oneEditMs: median(oneEdit),
    };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function fill(root: string, files: number, env: NodeJS.ProcessEnv): void {
  for (let file = 0; file < files; file++) {
    const target = path.join(root, name(file));
    if (file % 100 === 0) mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, `export const value${String(file)} = ${String(file)};\n`.repeat(20));
  }
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, env });
  execFileSync('git', ['init', '-q'], { cwd: root, env });
  git('add', '-A');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', 'first');
  git('update-index', '--refresh');
}

const name = (file: number): string => `src/part-${String(Math.floor(file / 100))}/module-${String(file)}.ts`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 10) / 10;
}

async function main(): Promise<void> {
  const figures = await measureDigest();
  const times = (ms: number) => (ms / figures.statusMs).toFixed(2);
  console.log(JSON.stringify(figures));
  console.log(`first ${times(figures.firstMs)} × status, unchanged ${times(figures.unchangedMs)} × status`);
}

if (require.main === module) void main();
