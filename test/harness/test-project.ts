import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemPath } from '../../scripts/environment.mjs';

/** An author that exists nowhere; submodules may be cloned from a folder; nothing is there to be tidied up. */
const gitOptions = ['user.name=A', 'user.email=a@example.org', 'protocol.file.allow=always', 'maintenance.auto=false'];

/** An empty folder of its own, by its real path. The test removes it. */
export const freshFolder = (): string => realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-test-')));

/**
 * A project and a person's home in a fresh folder, and an environment that names nothing outside it. Suites that need
 * more (an evidence store, a hook, a terminal) extend it with what they do.
 */
export class TestProject {
  readonly base = freshFolder();
  readonly root = path.join(this.base, 'project');
  /** The person's home. */
  readonly home = path.join(this.base, 'home');
  /** Where Gatehouse keeps its state in that home. */
  readonly gatehouse = path.join(this.home, '.gatehouse');
  readonly env: Record<string, string> = {
    PATH: systemPath,
    HOME: this.home,
    GATEHOUSE_HOME: this.gatehouse,
    CLAUDE_CONFIG_DIR: path.join(this.home, '.claude'),
    // What a test starts it also ends.
    GATEHOUSE_HOST: 'off',
    GIT_CONFIG_NOSYSTEM: '1',
  };

  /** What a test changes in the other one is for hooks alone. */
  private readonly gitEnv = { ...this.env };

  constructor() {
    mkdirSync(this.root);
    mkdirSync(this.home);
  }

  /** Makes the project a repository with these files in its first commit. */
  startGit(files: Readonly<Record<string, string>> = {}, branch = 'main'): this {
    return this.copyFrom(repositoryOf(files, branch));
  }

  /** The same repository as another project's, which takes less time than a new one. */
  copyFrom(other: string): this {
    cpSync(other, this.root, { recursive: true });
    return this;
  }

  startBranch(branch: string, files: Readonly<Record<string, string>>): this {
    this.git('checkout', '-q', '-b', branch);
    return this.commitFiles(branch, files);
  }

  commitFiles(message: string, files: Readonly<Record<string, string>>): this {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    return this.commit(message);
  }

  git(...args: readonly string[]): string {
    return this.gitIn(this.root, ...args);
  }

  gitIn(cwd: string, ...args: readonly string[]): string {
    return execFileSync('git', [...gitOptions.flatMap((option) => ['-c', option]), ...args], {
      cwd,
      env: this.gitEnv,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  }

  /** Everything that changed, as one commit. */
  commit(message: string): this {
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', message);
    return this;
  }

  at(name: string): string {
    return path.resolve(this.root, name);
  }

  write(name: string, content: string | Buffer, mode = 0o644): string {
    const file = this.at(name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content, { mode });
    return file;
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  remove(name: string): void {
    rmSync(this.at(name), { recursive: true, force: true });
  }

  /** The person's own configuration. */
  configure(settings: object): void {
    this.write(path.join(this.gatehouse, 'config.json'), JSON.stringify(settings));
  }

  clear(): void {
    rmSync(this.base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

const repositories = new Map<string, string>();

/** Git takes long to make a repository: the first one with these files is kept, and the others are copies of it. */
function repositoryOf(files: Readonly<Record<string, string>>, branch: string): string {
  const key = JSON.stringify([files, branch]);
  const known = repositories.get(key);
  if (known !== undefined) return known;
  const first = new TestProject();
  process.once('exit', () => first.clear());
  first.git('init', '-q', '-b', branch);
  first.commitFiles('start', files);
  repositories.set(key, first.root);
  return first.root;
}
