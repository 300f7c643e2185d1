import { execFileSync } from 'node:child_process';
import { guard } from '../../../src/hooks/gates/before-bash/guard';
import type { Ruling } from '../../../src/hooks/pipeline/gate';
import { type Site, siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { snapshotsOf } from '../../../src/hooks/rescue/snapshot';
import { manifestOf, restore, type Restored, type RestoreRequest } from '../../../src/hooks/rescue/restore';
import type { Snapshot } from '../../../src/hooks/rescue/manifest';
import { TestProject } from '../../harness/test-project';
import { callOf } from '../before-bash/judging';

/** A repository and the guard in front of it. */
export class Stage extends TestProject {
  now = Date.parse('2026-11-19T07:14:02Z');

  constructor() {
    super();
    this.startGit(
      { 'src/a.ts': 'a\n', 'src/b.ts': 'b\n', '.gitignore': '.env\nnode_modules/\ndist/\n*.bin\n' },
      'topic',
    );
    this.git('branch', 'merged');
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

  async restore(request: Partial<RestoreRequest> = {}, id?: string): Promise<Restored> {
    const all = await this.snapshots();
    const snapshot = all.find((one) => one.id === id) ?? all.find(({ undo }) => undo !== true)!;
    const git = this.site().git!;
    const gitAt = (directory: string) => this.site(directory).git;
    const occasion = { at: this.now, session: '', command: 'gatehouse rescue restore' };
    return restore(git, await manifestOf(git, snapshot), {
      request: { overwrite: false, ...request },
      occasion,
      gitAt,
    });
  }
}
