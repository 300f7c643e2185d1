import path from 'node:path';
import type { Exec, ExecOptions, ExecResult } from './exec';
import { placeOf, type Repository } from './place';
import { readBytes, readFile, readText, stampOf } from './read-file';

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

  mainWorktree(): string {
    return this.repository.linked ? path.dirname(this.repository.commonDir) : this.root;
  }

  /**
   * Runs git with a timeout and without inherited GIT_* variables. Rejects when git fails or is missing; callers decide
   * what that means.
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

  /** The bytes of files that git holds, by one git: by their ids, or by names as `HEAD:file`. Absent if it holds no such file. */
  async blobs(names: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const found = new Map<string, Buffer>();
    if (names.length === 0) return found;
    const input = names.map((name) => `${name}\n`).join('');
    const output = await this.ask(['cat-file', '--batch'], { input, encoding: 'latin1', timeoutMs: 60_000 });
    let at = 0;
    for (const name of names) {
      const end = output.indexOf('\n', at);
      const [, type, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(output.slice(at, end)) ?? [];
      at = end + 1;
      if (size === undefined) continue;
      const next = at + Number(size);
      if (type === 'blob') found.set(name, Buffer.from(output.slice(at, next), 'latin1'));
      at = next + 1;
    }
    return found;
  }

  private withoutFilters(): Promise<Readonly<Record<string, string>>> {
    const stamp = filterStamp(this);
    if (this.filters === undefined || stamp === undefined || stamp !== this.filters.stamp) {
      this.filters = { stamp, env: filtersOff(this, this.exec) };
    }
    return this.filters.env;
  }
}

interface GitCall extends Pick<ExecOptions, 'cwd' | 'timeoutMs' | 'input' | 'env' | 'encoding' | 'maxBytes'> {
  /** May contact a remote; only for repositories that the person configured. */
  readonly network?: boolean;
}

/**
 * Runs git so that it starts no other program: a downloaded repository may name programs in its configuration. Filters
 * can have any name; `filtersOff` finds them.
 */
export function runGit(
  exec: Exec,
  args: readonly string[],
  { network = false, env, ...at }: GitCall,
): Promise<ExecResult> {
  const [verb = '', ...rest] = args;
  const quiet = showsContent.has(verb) ? ['--no-ext-diff', '--no-textconv'] : [];
  return exec('git', [...options, verb, ...quiet, ...rest], {
    ...at,
    env: { ...environment, ...(network ? remote : noRemote), ...env },
  });
}

/** The ids of a tree without files, by the repository's hash. */
export const emptyTree = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const;

/** With these git starts no program that the repository names, and no background maintenance. */
export const harmlessSettings = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'log.showSignature=false',
  'safe.bareRepository=explicit',
  'gc.auto=0',
  'maintenance.auto=false',
] as const;

const options = ['--no-pager', '--no-optional-locks', ...harmlessSettings.flatMap((setting) => ['-c', setting])];

const showsContent: ReadonlySet<string> = new Set(['diff', 'log', 'show']);

const environment = { GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', GIT_ASKPASS: 'true' };
/** A missing object is not fetched: the address of a remote may be a command. */
const noRemote = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' };
const remote = { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oConnectTimeout=4' };

type Env = Readonly<Record<string, string>>;

/** A worktree and the repository that it belongs to. */
interface Worktree {
  readonly root: string;
  readonly repository: Repository;
}

/** Limit of nested submodules; beyond it git is not run at all. */
const deepest = 5;
const askMs = 3_000;

/**
 * The environment that turns off all filters of the repository's own configuration, submodules included. Filters of the
 * person's configuration stay, since they define a file's content. Rejects if this cannot be ensured.
 */
async function filtersOff(worktree: Worktree, exec: Exec): Promise<Env> {
  const settings = (await filtersOf(worktree, exec, deepest)).flatMap((name) => [
    [`filter.${name}.clean`, ''],
    [`filter.${name}.smudge`, ''],
    [`filter.${name}.process`, ''],
    [`filter.${name}.required`, 'false'],
  ]);
  if (settings.length === 0) return {};
  const entries = settings.flatMap(([key = '', value = ''], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { ...(Object.fromEntries(entries) as Env), GIT_CONFIG_COUNT: String(settings.length) };
}

/** Changes with the files that define filters; undefined if the configuration includes further files. */
function filterStamp({ repository: { commonDir, gitDir } }: Worktree): string | undefined {
  if (mentions(path.join(commonDir, 'config'), /include/i)) return undefined;
  return [path.join(commonDir, 'config'), path.join(gitDir, 'config.worktree'), path.join(gitDir, 'index')]
    .map((file) => stampOf(file) ?? '')
    .join(' ');
}

async function filtersOf(worktree: Worktree, exec: Exec, depth: number): Promise<readonly string[]> {
  const own = await named(worktree, exec);
  const inner = await submodules(worktree, exec);
  if (inner.length === 0) return own;
  if (depth === 0) throw new Error('endlessly nested repositories');
  return [...own, ...(await Promise.all(inner.map((one) => filtersOf(one, exec, depth - 1)))).flat()];
}

/** Most configurations name none, and then git need not be asked. */
async function named({ root, repository: { commonDir, gitDir } }: Worktree, exec: Exec): Promise<readonly string[]> {
  const scopes = [
    ['--local', path.join(commonDir, 'config')],
    ['--worktree', path.join(gitDir, 'config.worktree')],
  ].filter(([, file = '']) => mentions(file, /filter|include/i));
  const lists = scopes.map(async ([scope = '']) => {
    const question = ['config', '--get-regexp', scope, '--includes', '--name-only', '-z', '^filter\\.'];
    const { code, stdout } = await runGit(exec, question, { cwd: root, timeoutMs: askMs });
    if (code !== 0 && code !== 1) throw new Error('git config: the filters cannot be listed');
    return stdout.split('\0').flatMap((key) => /^filter\.([^]*)\.[^.]*$/.exec(key)?.[1] ?? []);
  });
  return [...new Set((await Promise.all(lists)).flat())];
}

/** A file that is there and cannot be read may say anything. */
function mentions(file: string, words: RegExp): boolean {
  const reading = readFile(file);
  if (reading.kind !== 'bytes') return reading.kind === 'unreadable';
  return words.test(reading.bytes.toString('latin1'));
}

/** The mode of a submodule, as the index keeps it. */
const linkMode = Buffer.from([0x00, 0x00, 0xe0, 0x00]);
const largestIndex = { maxBytes: 512 * 1024 * 1024 };

/** `git status` runs another git in each submodule, with that submodule's configuration. */
async function submodules({ root, repository }: Worktree, exec: Exec): Promise<readonly Worktree[]> {
  const split = readBytes(path.join(repository.gitDir, 'index'), largestIndex);
  if (split === undefined || !(split.includes(linkMode) || split.includes('link'))) return [];
  const { code, stdout } = await runGit(exec, ['ls-files', '-s', '-z'], { cwd: root, timeoutMs: askMs });
  if (code !== 0) throw new Error('git ls-files: the submodules cannot be listed');
  return stdout.split('\0').flatMap((entry) => {
    if (!entry.startsWith('160000 ')) return [];
    const top = path.join(root, entry.slice(entry.indexOf('\t') + 1));
    const place = placeOf(top);
    return place.repository !== undefined &&
      place.root === place.cwd &&
      place.repository.commonDir !== repository.commonDir
      ? [{ root: place.root, repository: place.repository }]
      : [];
  });
}

/** What `git status --porcelain=v2 -z --no-renames` says of one path. */
export interface StatusEntry {
  readonly path: string;
  readonly kind: 'tracked' | 'conflict' | 'untracked' | 'ignored';
  /** The index against the last commit, and the worktree against the index: `.` is unchanged, `D` is removed. */
  readonly staged: string;
  readonly worktree: string;
  readonly submodule: 'none' | 'clean' | 'dirty';
  /** The mode in the worktree; empty if git does not say it. */
  readonly mode: string;
  /** What the last commit holds there; undefined if it holds nothing. */
  readonly committed: Blob | undefined;
  /** What the index holds: one entry, or the sides of a conflict. */
  readonly stages: readonly (Blob & { readonly stage: number })[];
}

interface Blob {
  readonly mode: string;
  readonly id: string;
}

export function readStatus(output: string): readonly StatusEntry[] {
  const entries: StatusEntry[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\0', at);
    if (end < 0) throw new Error('git status: unexpected output');
    entries.push(read(output.slice(at, end)));
    at = end + 1;
  }
  return entries;
}

function read(record: string): StatusEntry {
  switch (record[0]) {
    case '1':
      return tracked(record);
    case 'u':
      return conflict(record);
    case '?':
      return { ...unknown, path: record.slice(2), kind: 'untracked' };
    case '!':
      return { ...unknown, path: record.slice(2), kind: 'ignored' };
    default:
      throw new Error('git status: unexpected record');
  }
}

const unknown = { staged: '.', worktree: '.', submodule: 'none', mode: '', committed: undefined, stages: [] } as const;

function tracked(record: string): StatusEntry {
  const [, states, submodule, headMode = '', indexMode = '', mode = '', headId = '', id = ''] = record.split(' ', 8);
  return {
    ...common(states, submodule),
    path: after(record, 8),
    kind: 'tracked',
    mode,
    committed: isNothing(headMode) ? undefined : { mode: headMode, id: headId },
    stages: isNothing(indexMode) ? [] : [{ mode: indexMode, id, stage: 0 }],
  };
}

function conflict(record: string): StatusEntry {
  const [, states, submodule, ...words] = record.split(' ', 10);
  const stages = [1, 2, 3].flatMap((stage) => {
    const [mode = '', id = ''] = [words[stage - 1], words[stage + 3]];
    return isNothing(mode) ? [] : [{ mode, id, stage }];
  });
  return {
    ...common(states, submodule),
    path: after(record, 10),
    kind: 'conflict',
    mode: words[3] ?? '',
    committed: undefined,
    stages,
  };
}

function common(states = '..', submodule = 'N...') {
  const inner = submodule.startsWith('N') ? 'none' : /[MU]/.test(submodule.slice(2)) ? 'dirty' : 'clean';
  return { staged: states[0] ?? '.', worktree: states[1] ?? '.', submodule: inner } as const;
}

const isNothing = (mode: string): boolean => /^0+$/.test(mode);

/** What follows the nth space: the path, which may hold spaces itself. */
function after(record: string, spaces: number): string {
  let at = 0;
  for (let count = 0; count < spaces; count++) at = record.indexOf(' ', at) + 1;
  return record.slice(at);
}
