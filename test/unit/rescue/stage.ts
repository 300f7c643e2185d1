import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { guard } from '../../../src/hooks/gates/before-bash/guard';
import type { Ruling } from '../../../src/hooks/pipeline/ruling';
import { siteAt } from '../../../src/hooks/pipeline/site-context';
import type { Site } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { snapshotsOf } from '../../../src/hooks/rescue/rescue';
import { manifestOf, restore, type Restored, type RestoreWish } from '../../../src/hooks/rescue/restore';
import type { Snapshot } from '../../../src/hooks/rescue/manifest';
import { callOf } from '../before-bash/judging';

/** A real repository and the guard in front of it. */
export class Stage {
  readonly base = realpathSync(mkdtempSync(path.join(tmpdir(), 'gh-rescue-')));
  readonly root = path.join(this.base, 'project');
  readonly env: Record<string, string | undefined>;
  now = Date.parse('2026-11-19T07:14:02Z');

  constructor() {
    this.env = {
      PATH: process.env.PATH,
      HOME: path.join(this.base, 'home'),
      GATEHOUSE_HOME: path.join(this.base, 'gatehouse'),
      CLAUDE_CONFIG_DIR: path.join(this.base, 'home', '.claude'),
      GIT_CONFIG_NOSYSTEM: '1',
    };
    mkdirSync(path.join(this.base, 'home'));
    mkdirSync(this.root);
    this.git('init', '-q', '-b', 'topic');
    this.git('config', 'user.name', 'Dev');
    this.git('config', 'user.email', 'dev@example.com');
    this.write('src/a.ts', 'a\n');
    this.write('src/b.ts', 'b\n');
    this.write('.gitignore', '.env\nnode_modules/\ndist/\n*.bin\n');
    this.git('add', '-A');
    this.git('commit', '-qm', 'start');
    this.git('branch', 'merged');
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', args, { cwd: this.root, env: this.env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }); // prettier-ignore
  }

  write(name: string, text: string | Buffer): void {
    const file = path.join(this.root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** The person's own configuration. */
  configure(settings: object): void {
    mkdirSync(path.join(this.base, 'gatehouse'), { recursive: true });
    writeFileSync(path.join(this.base, 'gatehouse', 'config.json'), JSON.stringify(settings));
  }

  site(cwd = this.root, alone = false): Site {
    return siteAt({ env: this.env, clock: { now: () => this.now }, requestedByName: alone }, placeOf(cwd));
  }

  /** A second after the one before. */
  async judge(command: string, site = this.site()): Promise<readonly Ruling[]> {
    this.now += 1_000;
    const answer = await guard.decide(callOf({ command }, site.cwd), site);
    return 'kind' in answer ? [answer] : answer;
  }

  /** `saved`, `nothing lost` or `refused`: what the guard made of a discard. */
  async outcome(command: string, site = this.site()): Promise<'saved' | 'passed' | 'refused'> {
    const rulings = await this.judge(command, site);
    if (rulings.some(({ kind }) => kind === 'deny')) return 'refused';
    return rulings.some(({ kind }) => kind === 'context') ? 'saved' : 'passed';
  }

  async reason(command: string, site = this.site()): Promise<string> {
    return (await this.judge(command, site)).map(({ reason }) => reason).join('\n');
  }

  run(command: string): void {
    execFileSync('bash', ['-c', command], { cwd: this.root, env: this.env, stdio: 'ignore' });
  }

  snapshots(): Promise<readonly Snapshot[]> {
    return snapshotsOf(this.site().git!);
  }

  async restore(wish: Partial<RestoreWish> = {}, id?: string): Promise<Restored> {
    const all = await this.snapshots();
    const snapshot = all.find((one) => one.id === id) ?? all.find(({ undo }) => undo !== true)!;
    const git = this.site().git!;
    const gitAt = (directory: string) => this.site(directory).git;
    const occasion = { at: this.now, session: '', command: 'gatehouse rescue restore' };
    return restore(git, await manifestOf(git, snapshot), { wish: { overwrite: false, ...wish }, occasion, gitAt });
  }

  dispose(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}
