import path from 'node:path';
import type { Exec } from './exec';
import { runGit, type GitCall } from './git-call';
import { filtersOff, filterStamp } from './git-filters';
import type { Repository } from './place';
import { readText } from './read-file';

/** Facts of one worktree. HEAD and links are read from files; git itself is started only by `ask`. */
export class Git {
  private filters: { readonly stamp: string | undefined; readonly env: ReturnType<typeof filtersOff> } | undefined;

  constructor(
    readonly root: string,
    readonly repository: Repository,
    private readonly exec: Exec,
  ) {}

  /** The checked-out branch, also before the first commit; undefined on a detached HEAD. */
  branch(): string | undefined {
    const head = readText(path.join(this.repository.gitDir, 'HEAD'));
    return /^ref: refs\/heads\/(.+)$/m.exec(head ?? '')?.[1]?.trim();
  }

  /** The checked-out commit, or undefined before the first one. */
  commit(): string | undefined {
    const head = readText(path.join(this.repository.gitDir, 'HEAD'))?.trim() ?? '';
    const ref = /^ref: (.+)$/.exec(head)?.[1];
    if (ref === undefined) return /^[0-9a-f]{40,64}$/.test(head) ? head : undefined;
    const loose =
      readText(path.join(this.repository.gitDir, ref))?.trim() ??
      readText(path.join(this.repository.commonDir, ref))?.trim();
    if (loose !== undefined) return loose;
    const packed = readText(path.join(this.repository.commonDir, 'packed-refs')) ?? '';
    return packed
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`))
      ?.split(' ', 1)[0];
  }

  /** The folder of the main worktree. */
  mainWorktree(): string {
    return this.repository.linked ? path.dirname(this.repository.commonDir) : this.root;
  }

  /**
   * Asks git, with a deadline, its own environment variables removed. Rejects when git fails or is missing:
   * callers decide what that means.
   */
  async ask(
    args: readonly string[],
    options: Partial<Pick<GitCall, 'cwd' | 'timeoutMs' | 'input' | 'encoding'>> & {
      env?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<string> {
    const result = await runGit(this.exec, args, {
      cwd: this.root,
      ...options,
      timeoutMs: options.timeoutMs ?? 5_000,
      env: { ...(await this.withoutFilters()), ...options.env },
    });
    if (result.code !== 0) throw new Error(`git ${args[0] ?? ''}: ${result.stderr.trim() || result.outcome}`);
    return result.stdout;
  }

  private withoutFilters(): Promise<Readonly<Record<string, string>>> {
    const stamp = filterStamp(this);
    if (this.filters === undefined || stamp === undefined || stamp !== this.filters.stamp) {
      this.filters = { stamp, env: filtersOff(this, this.exec) };
    }
    return this.filters.env;
  }
}
