import { randomBytes } from 'node:crypto';
import { statSync, unlinkSync, writeFileSync } from 'node:fs';
import { attempt } from '../project/functions';
import { updateStatus, type UpdateStatus } from '../evidence/files/caches';
import type { Site } from '../pipeline/site';
import { runGit } from '../project/git';
import { claudeHome, gatehouseHome } from '../project/home';
import { processState } from '../project/process-state';
import { readText } from '../project/read-file';
import { counted, inline, untrusted } from '../project/text';

/** A check older than this is dead. */
const longestMs = 120_000;

/**
 * One check at a time: the file names the process that checks. Undefined while another one does. Only the holder
 * removes the file, unless its process is gone.
 */
export function takeTurn(file: string): (() => void) | undefined {
  const mark = `${process.pid} ${randomBytes(6).toString('hex')}\n`;
  if (!create(file, mark)) {
    if (isHeld(file)) return undefined;
    remove(file);
    if (!create(file, mark)) return undefined;
  }
  return () => {
    if (readText(file) === mark) remove(file);
  };
}

const create = (file: string, mark: string): boolean =>
  attempt(() => {
    writeFileSync(file, mark, { flag: 'wx', mode: 0o600 });
    return true;
  }) ?? false;

function isHeld(file: string): boolean {
  const pid = Number(/^\s*(\d{1,9})\b/.exec(readText(file) ?? '')?.[1]);
  const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (!Number.isInteger(pid) || pid < 2) return Date.now() - since < 5_000;
  const state = processState(pid);
  if (state !== 'own') return state === 'foreign';
  return Date.now() - since < longestMs;
}

/** The holder may release it in the same moment. */
const remove = (file: string): void => attempt(() => unlinkSync(file));

const shortMs = 2_000;
const fetchMs = 5_000;
const shownSubjects = 5;

/** The harness's repository, as an update needs it. */
export class Harness {
  constructor(
    private readonly folder: string,
    private readonly site: Site,
  ) {}

  /** The upstream of the checked-out branch, or else the origin's main. Undefined without an origin. */
  async track() {
    if ((await this.git(['remote', 'get-url', 'origin'])) === undefined) return undefined;
    const branch = await this.git(['symbolic-ref', '--short', '-q', 'HEAD']);
    const remote = branch === undefined ? undefined : await this.git(['config', '--get', `branch.${branch}.remote`]);
    const merge = branch === undefined ? undefined : await this.git(['config', '--get', `branch.${branch}.merge`]);
    const followed = remote === 'origin' ? /^refs\/heads\/(.+)$/.exec(merge ?? '')?.[1] : undefined;
    if (followed !== undefined) return { branch, remoteBranch: followed, checkedOut: true };
    return { branch, remoteBranch: 'main', checkedOut: branch === 'main' };
  }

  /** The origin's commit; undefined if it gives no answer in time. */
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

  /** The content of the file VERSION at a commit, or else the short commit. */
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

  /** Undefined on success, otherwise git's message. All or nothing. */
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

/** The message of the last check for a newer harness; it is shown once. */
export async function takeUpdateNotice(site: Site): Promise<readonly string[]> {
  const file = updateStatus(claudeHome(site.env), gatehouseHome(site.env));
  const status = file.value();
  if (status === undefined) return [];
  if (site.dry !== true) await file.remove();
  return noticeOf(status);
}

function noticeOf(status: UpdateStatus): readonly string[] {
  const versions = `${inline(status.local, 40)} to ${inline(status.remote, 40)}`;
  const commits = counted(status.count, 'commit');
  switch (status.status) {
    case 'updated': {
      const subjects = status.summary.split(/ ?· /).filter((subject) => subject !== '');
      const line = `Harness: updated from ${versions} (${commits}).`;
      return subjects.length === 0 ? [line] : [line, untrusted('the new commits', subjects)];
    }
    case 'breaking':
      return [
        `Harness: a breaking update is available, ${versions} (${commits}). It was not applied; a person has to.`,
      ];
    case 'conflict':
      return [
        `Harness: an update is available, ${versions} (${commits}), and could not be applied: ${inline(status.summary, 300)}`,
      ];
    case 'error':
    case 'up-to-date':
      return [];
  }
}
