import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Git } from '../../project/git';
import { makeFolder, namesIn } from '../../project/read-file';

const steady = ['core.splitIndex=false', 'core.trustctime=true', 'core.checkStat=default'];
const settings = steady.flatMap((one) => ['-c', one]);
const askMs = 20_000;
/** A side index that some process may still be asking is not taken away. */
const keptMs = 60 * 60_000;

/**
 * How thousands of files looked, in an index of its own outside the repository: git compares them many times faster
 * than they can be looked at from here, and reads again what changed too soon to show it. It holds no content.
 */
export class SideIndex {
  constructor(
    private readonly git: Git,
    private readonly home: string,
  ) {}

  /** Saves these files in their current state, under a new name; undefined if git fails. */
  async remember(paths: readonly string[]): Promise<string | undefined> {
    this.sweep();
    const name = `side-index-${Date.now().toString(36)}-${randomBytes(6).toString('hex')}`;
    try {
      makeFolder(this.home);
      await this.git.ask([...settings, 'update-index', '--info-only', '--add', '-z', '--stdin'], {
        input: paths.map((file) => `${file}\0`).join(''),
        timeoutMs: askMs,
        env: { GIT_INDEX_FILE: this.file(name) },
      });
      return this.isThere(name) ? name : undefined;
    } catch {
      rmSync(this.file(name), { force: true });
      return undefined;
    }
  }

  /** True only if each of the files is as it was remembered. */
  async isUnchanged(name: string): Promise<boolean> {
    // An index that is not there is an empty one to git, and nothing has changed in it.
    if (!this.isThere(name)) return false;
    try {
      const env = { GIT_INDEX_FILE: this.file(name) };
      await this.git.ask([...settings, 'diff-files', '--quiet'], { timeoutMs: askMs, env });
      return this.isThere(name);
    } catch {
      return false;
    }
  }

  private isThere(name: string): boolean {
    return (
      /^side-index-[\da-z]+-[\da-f]{12}$/.test(name) &&
      statSync(this.file(name), { throwIfNoEntry: false }) !== undefined
    );
  }

  private file(name: string): string {
    return path.join(this.home, name);
  }

  private sweep(): void {
    for (const name of namesIn(this.home)) {
      if (!name.startsWith('side-index-')) continue;
      const stats = statSync(this.file(name), { throwIfNoEntry: false });
      if (stats !== undefined && Date.now() - stats.mtimeMs > keptMs) rmSync(this.file(name), { force: true });
    }
  }
}
