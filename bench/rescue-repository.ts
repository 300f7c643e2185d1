import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** The same numbers for the same seed. */
export class Dice {
  constructor(private seed: number) {}

  /** From 0 to below `sides`. */
  roll(sides: number): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.roll(from.length)]!;
  }

  chance(percent: number): boolean {
    return this.roll(100) < percent;
  }
}

/** One state that a worktree is in when the agent comes along. */
export const situations = [
  'plain',
  'unborn',
  'detached',
  'linked',
  'merging',
  'rebasing',
  'picking',
  'sparse',
] as const;
export type Situation = (typeof situations)[number];

/** A repository that is dirty in every way, made with real git. */
export class MessyRepository {
  /** Where the agent stands. */
  cwd: string;
  readonly bait: string;

  constructor(
    readonly top: string,
    readonly env: Readonly<Record<string, string>>,
    private readonly dice: Dice,
    readonly situation: Situation,
  ) {
    this.cwd = path.join(top, 'project');
    this.bait = path.join(top, 'started');
    mkdirSync(this.cwd, { recursive: true });
    this.git('init', '-q', '-b', 'work');
    this.git('config', 'user.name', 'Dev');
    this.git('config', 'user.email', 'dev@example.com');
    if (situation !== 'unborn') this.history();
    if (situation === 'linked') this.link();
    if (situation === 'detached') this.git('checkout', '-q', '--detach');
    if (situation === 'sparse') this.git('sparse-checkout', 'set', '--no-cone', '/*', '!/docs/');
    if (situation === 'merging') this.git('merge', '-q', 'other');
    if (situation === 'rebasing') this.git('rebase', '-q', 'other');
    if (situation === 'picking') this.git('cherry-pick', 'other');
    this.dirty();
    this.hostile();
  }

  git(...args: readonly string[]): string {
    const ran = spawnSync('git', args, { cwd: this.cwd, env: this.env, encoding: 'latin1' });
    return ran.stdout;
  }

  write(name: string, content: string | Buffer, mode?: number): void {
    const file = path.join(this.cwd, name);
    mkdirSync(path.dirname(file), { recursive: true });
    rmSync(file, { force: true });
    writeFileSync(file, content);
    if (mode !== undefined) chmodSync(file, mode);
  }

  text(): string {
    const lines = Array.from({ length: 1 + this.dice.roll(6) }, () => `line ${this.dice.roll(1e6)}`);
    return lines.join(this.dice.chance(20) ? '\r\n' : '\n') + (this.dice.chance(80) ? '\n' : '');
  }

  bytes(): Buffer {
    return Buffer.from(Array.from({ length: 1 + this.dice.roll(300) }, () => this.dice.roll(256)));
  }

  private history(): void {
    for (const name of tracked) this.write(name, this.text());
    this.write('bin/run.sh', '#!/bin/sh\n', 0o755);
    this.write('image.png', this.bytes());
    symlinkSync('src/a.ts', path.join(this.cwd, 'current'));
    this.write('.gitignore', '.env\n*.log\ncache/\nnode_modules/\nlocal-*\n');
    this.git('add', '-A');
    this.git('commit', '-qm', 'first');
    this.git('checkout', '-q', '-b', 'other');
    this.write('src/a.ts', this.text());
    this.git('commit', '-qam', 'other');
    this.git('checkout', '-q', 'work');
    this.write('src/a.ts', `${this.text()}work\n`);
    this.write('src/second.ts', this.text());
    this.git('add', '-A');
    this.git('commit', '-qm', 'second');
    for (const name of ['topic', 'left/over']) {
      this.git('branch', name);
      const tree = this.git('rev-parse', 'HEAD^{tree}').trim();
      const commit = this.git('commit-tree', tree, '-p', 'HEAD', '-m', name).trim();
      this.git('update-ref', `refs/heads/${name}`, commit);
    }
    this.git('config', 'branch.topic.remote', 'origin');
    this.git('config', 'branch.topic.merge', 'refs/heads/topic');
    this.git('branch', 'merged', 'HEAD~1');
    this.git('tag', '-a', '-m', 'a version', 'v1', 'topic');
    for (let count = this.dice.roll(4); count > 0; count--) {
      this.write('src/a.ts', this.text());
      this.write(`stashed-${count}`, this.text());
      this.git('stash', 'push', '-qu', '-m', `stash ${count}`);
    }
    mkdirSync(path.join(this.top, 'side'), { recursive: true });
    this.git('worktree', 'add', '-q', path.join(this.top, 'project/wt'), '-b', 'side');
    appendExclude(this.cwd, 'wt');
  }

  private link(): void {
    const there = path.join(this.top, 'linked');
    this.git('worktree', 'add', '-q', there, '-b', 'linked');
    this.cwd = there;
  }

  /** Every kind of change, each by chance. */
  private dirty(): void {
    const may = (change: () => void, percent = 45) => {
      if (this.dice.chance(percent)) change();
    };
    const born = this.situation !== 'unborn';
    if (!born) {
      this.write('.gitignore', '.env\n*.log\ncache/\nlocal-*\n');
      this.write('src/a.ts', this.text());
      this.git('add', 'src/a.ts');
    } else {
      may(() => this.write('src/b.ts', this.text()), 70);
      may(() => this.write('src/a.ts', this.text()));
      may(() => {
        this.write('src/deep/c.ts', this.text());
        this.git('add', 'src/deep/c.ts');
        may(() => this.write('src/deep/c.ts', this.text()), 60);
      });
      may(() => rmSync(path.join(this.cwd, 'src/d e.ts')));
      may(() => this.git('rm', '-q', '-f', 'src/gone.ts'));
      may(() => chmodSync(path.join(this.cwd, 'bin/run.sh'), 0o644));
      may(() => {
        rmSync(path.join(this.cwd, 'current'));
        symlinkSync('src/b.ts', path.join(this.cwd, 'current'));
      });
      may(() => this.write('current', 'no link any more\n'), 15);
      may(() => this.write('image.png', this.bytes()));
      may(() => {
        rmSync(path.join(this.cwd, 'lib/one.ts'), { force: true });
        this.write('lib/one.ts/inside.ts', this.text());
      }, 15);
      may(() => {
        rmSync(path.join(this.cwd, 'lib'), { recursive: true, force: true });
        this.write('lib', 'a file in the place of a folder\n');
      }, 10);
      may(() => {
        this.git('update-index', '--assume-unchanged', 'src/quiet.ts');
        this.write('src/quiet.ts', this.text());
      }, 20);
    }
    may(() => {
      this.write('new/staged.ts', this.text());
      this.git('add', 'new/staged.ts');
      may(() => this.write('new/staged.ts', this.text()), 50);
      may(() => rmSync(path.join(this.cwd, 'new/staged.ts')), 15);
    });
    may(() => {
      this.write('intended.ts', this.text());
      this.git('add', '-N', 'intended.ts');
    }, 25);
    for (const name of untracked) may(() => this.write(name, this.dice.chance(30) ? this.bytes() : this.text()));
    may(() => this.write('secret.key', this.text(), 0o600));
    may(() => this.write('tool', this.text(), 0o755));
    may(() => writeFileSync(Buffer.from(`${this.cwd}/caf\xe9.txt`, 'latin1'), this.text()), 35);
    may(() => symlinkSync('nowhere/at all', path.join(this.cwd, 'broken')), 30);
    may(() => mkdirSync(path.join(this.cwd, 'empty/inner'), { recursive: true }), 30);
    may(() => {
      mkdirSync(path.join(this.cwd, 'closed'), { mode: 0o700 });
      this.write('closed/x', this.text());
    }, 25);
    may(() => this.write('.env', 'KEY=1\n', 0o600));
    may(() => this.write('local-notes/todo.txt', this.text()));
    may(() => this.write('wt/unsaved.txt', this.text()), 60);
    may(() => existsSync(path.join(this.cwd, 'wt/src/b.ts')) && this.write('wt/src/b.ts', this.text()), 60);
  }

  /** Programs that the repository would have git start: none may run. */
  private hostile(): void {
    const program = path.join(this.top, 'bait.sh');
    writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${this.bait}'\ncat\n`, { mode: 0o755 });
    const hooks = path.join(this.top, 'hooks');
    mkdirSync(hooks);
    for (const name of ['post-checkout', 'reference-transaction', 'post-index-change', 'pre-commit']) {
      writeFileSync(path.join(hooks, name), `#!/bin/sh\necho ${name} >> '${this.bait}'\n`, { mode: 0o755 });
    }
    this.git('config', 'core.hooksPath', hooks);
    this.git('config', 'core.fsmonitor', program);
    this.git('config', 'filter.bait.clean', `${program} clean`);
    this.git('config', 'filter.bait.smudge', `${program} smudge`);
    const attributes = path.join(this.git('rev-parse', '--git-common-dir').trim(), 'info/attributes');
    const file = path.resolve(this.cwd, attributes);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '*.ts filter=bait\n');
  }

  /** From here on the person's git runs without them. */
  tame(): void {
    for (const key of ['core.hooksPath', 'core.fsmonitor', 'filter.bait.clean', 'filter.bait.smudge']) {
      this.git('config', '--unset', key);
    }
  }

  /** What there is, as far as a person can see: every file, the index, refs, stashes, what is going on. */
  state(): Readonly<Record<string, string>> {
    const out: Record<string, string> = {};
    for (const [name, text] of filesIn(this.cwd)) out[`file ${name}`] = text;
    for (const line of this.git('ls-files', '-s', '-z').split('\0')) {
      const [held = '', name = ''] = line.split('\t');
      if (name !== '') out[`index ${name}`] = `${out[`index ${name}`] ?? ''}${held};`;
    }
    out.head = `${this.git('symbolic-ref', '-q', 'HEAD')}${this.git('rev-parse', '-q', '--verify', 'HEAD')}`;
    for (const line of this.git('for-each-ref', '--format=%(refname) %(objectname)').split('\n')) {
      const [name = '', id = ''] = line.split(' ');
      if (name !== '' && name !== 'refs/stash' && !name.startsWith('refs/gatehouse/')) out[`ref ${name}`] = id;
    }
    out.stashes = this.git('stash', 'list', '--date=raw', '--format=%H %gd %gn %ge %gs');
    out.config = this.git('config', '--local', '--list').split('\n').sort().join('\n');
    out.worktrees = this.git('worktree', 'list', '--porcelain').replace(/^prunable.*$/gm, '');
    const gitDir = path.resolve(this.cwd, this.git('rev-parse', '--git-dir').trim());
    for (const name of ['MERGE_HEAD', 'MERGE_MSG', 'CHERRY_PICK_HEAD', 'rebase-merge/head-name']) {
      out[name] = existsSync(path.join(gitDir, name)) ? readFileSync(path.join(gitDir, name), 'latin1') : '';
    }
    return out;
  }

  /** What nothing may touch before the command runs: the bytes of the git folder beside objects and our own refs. */
  gitFolder(): string {
    const folder = path.resolve(this.cwd, this.git('rev-parse', '--git-common-dir').trim());
    const kept = filesIn(folder).filter(
      ([name]) => !/^(?:objects|refs\/gatehouse|logs\/refs\/gatehouse)(?:\/|$)/.test(name),
    );
    return kept.map(([name, text]) => `${name} ${text}`).join('\n');
  }
}

const tracked = [
  'src/a.ts',
  'src/b.ts',
  'src/deep/c.ts',
  'src/d e.ts',
  'src/gone.ts',
  'src/quiet.ts',
  'lib/one.ts',
  'lib/two.ts',
  'docs/read me.md',
  'docs/ä"q\'.md',
];

const untracked = [
  'notes.txt',
  'scratch/x.txt',
  'scratch/y z.txt',
  'ünï.txt',
  '-dash',
  'new\nline',
  "quote'd",
  'src/extra.ts',
];

function appendExclude(project: string, name: string): void {
  const file = path.join(project, '.git/info/exclude');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${name}\n`);
}

/** Every entry below a folder, without `.git`: its kind, mode and bytes. Names in latin1. */
function filesIn(top: string): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  const walk = (folder: Buffer, name: string): void => {
    for (const entry of readdirSync(folder, { encoding: 'latin1' }).sort()) {
      if (entry === '.git') continue;
      const place = Buffer.concat([folder, Buffer.from('/'), Buffer.from(entry, 'latin1')]);
      const inner = name === '' ? entry : `${name}/${entry}`;
      const stats = lstatSync(place);
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isSymbolicLink()) found.push([inner, `link ${readlinkSync(place, 'latin1')}`]);
      else if (stats.isDirectory()) {
        found.push([inner, `folder ${mode}`]);
        walk(place, inner);
      } else found.push([inner, `file ${mode} ${createHash('sha1').update(readFileSync(place)).digest('hex')}`]);
    }
  };
  walk(Buffer.from(top), '');
  return found;
}
