import type { Site } from '../pipeline/site';
import { runGit } from '../project/git-call';
import { inline } from '../project/inline';

const shortMs = 2_000;
const fetchMs = 5_000;
const shownSubjects = 5;

/** The harness's repository, as an update needs it. */
export class Harness {
  constructor(
    private readonly folder: string,
    private readonly site: Site,
  ) {}

  /** What the checked-out branch follows; the origin's main where it follows nothing. Undefined without an origin. */
  async track() {
    if ((await this.git(['remote', 'get-url', 'origin'])) === undefined) return undefined;
    const branch = await this.git(['symbolic-ref', '--short', '-q', 'HEAD']);
    const remote = branch === undefined ? undefined : await this.git(['config', '--get', `branch.${branch}.remote`]);
    const merge = branch === undefined ? undefined : await this.git(['config', '--get', `branch.${branch}.merge`]);
    const followed = remote === 'origin' ? /^refs\/heads\/(.+)$/.exec(merge ?? '')?.[1] : undefined;
    if (followed !== undefined) return { branch, remoteBranch: followed, checkedOut: true };
    return { branch, remoteBranch: 'main', checkedOut: branch === 'main' };
  }

  /** The origin's commit; undefined where it gives no answer in time. */
  async fetch({ remoteBranch }: { readonly remoteBranch: string }): Promise<string | undefined> {
    const target = `refs/remotes/origin/${remoteBranch}`;
    const spec = `+refs/heads/${remoteBranch}:${target}`;
    const fetched = await this.git(
      ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', 'origin', spec],
      fetchMs,
    );
    return fetched === undefined ? undefined : this.git(['rev-parse', '--verify', '--quiet', `${target}^{commit}`]);
  }

  async distance(remote: string): Promise<{ readonly ahead: number; readonly behind: number } | undefined> {
    if ((await this.git(['merge-base', 'HEAD', remote])) === undefined) return undefined;
    const counts = await this.git(['rev-list', '--left-right', '--count', `HEAD...${remote}`]);
    const [ahead, behind] = (counts ?? '').split(/\s+/).map(Number);
    return ahead === undefined || behind === undefined ? undefined : { ahead, behind };
  }

  /** What the file VERSION says at a commit; the short commit where there is none. */
  async version(commit: string): Promise<{ readonly name: string; readonly major: string }> {
    const text = inline((await this.git(['show', `${commit}:VERSION`]))?.split('\n', 1)[0] ?? '', 40);
    const major = /^v?(\d+)/.exec(text)?.[1] ?? '';
    const name = text === '' ? await this.git(['rev-parse', '--short', commit]) : text;
    return { name: name ?? '', major };
  }

  /** Files that git does not track are no obstacle: a fast-forward never writes over them. */
  async isClean(): Promise<boolean> {
    return (await this.git(['status', '--porcelain', '--untracked-files=no'])) === '';
  }

  async subjects(remote: string): Promise<readonly string[]> {
    const listed = await this.git(['log', `-${shownSubjects}`, '--format=%s', `HEAD..${remote}`]);
    return (listed ?? '').split('\n').map((subject) => inline(subject.replaceAll('|', '-'), 100));
  }

  /** Undefined when it went well, else what git said. Either all of it happens or nothing. */
  async fastForward(commit: string): Promise<string | undefined> {
    const result = await this.run(['merge', '--ff-only', '--quiet', commit], fetchMs);
    if (result.code === 0) return undefined;
    return inline(result.stderr.split('\n', 1)[0] ?? '', 200) || 'git could not fast-forward';
  }

  private async git(args: readonly string[], timeoutMs = shortMs): Promise<string | undefined> {
    const { code, stdout } = await this.run(args, timeoutMs);
    return code === 0 ? stdout.trim() : undefined;
  }

  private run(args: readonly string[], timeoutMs: number) {
    const env = { GIT_HTTP_LOW_SPEED_LIMIT: '1000', GIT_HTTP_LOW_SPEED_TIME: '5' };
    return runGit(this.site.exec, args, { cwd: this.folder, timeoutMs, env, network: true });
  }
}
