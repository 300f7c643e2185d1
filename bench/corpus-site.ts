import type { Evidence, FlagStatus } from '../src/hooks/evidence/evidence';
import type { Site } from '../src/hooks/pipeline/site';
import type { Git } from '../src/hooks/project/git';
import { defaultSettings, type Settings } from '../src/hooks/configuration/settings';
import { resolvePath } from '../src/hooks/shell/paths';

/** What may differ from the site that the labels assume. */
export interface Assumptions {
  readonly branch?: string | undefined;
  readonly settings?: Partial<Settings>;
  readonly flags?: Partial<Record<FlagStatus['kind'], Partial<FlagStatus>>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly alone?: boolean;
  readonly profile?: Settings['profile'];
  readonly root?: string;
  readonly cwd?: string;
  /** Linked: the main worktree stands elsewhere. */
  readonly mainWorktree?: string;
  readonly staged?: readonly string[];
}

/**
 * The place that the corpus' labels assume: a work tree at /home/dev/project, nothing linked, on a feature branch, with
 * evidence that satisfies every gate. Nothing of it exists on disk.
 */
export function assumedSite(assumed: Assumptions = {}): Site {
  const root = assumed.root ?? '/home/dev/project';
  const cwd = assumed.cwd ?? root;
  const profile = assumed.profile ?? 'standard';
  const settings: Settings = { ...defaultSettings(), ...assumed.settings, profile };
  const git = {
    root,
    repository: {
      gitDir: `${root}/.git`,
      commonDir: `${assumed.mainWorktree ?? root}/.git`,
      linked: assumed.mainWorktree !== undefined,
    },
    branch: () => ('branch' in assumed ? assumed.branch : 'feature/work'),
    commit: () => undefined,
    mainWorktree: () => assumed.mainWorktree ?? root,
    ask: (args: readonly string[]) =>
      args[0] === 'diff'
        ? Promise.resolve((assumed.staged ?? ['src/a.ts']).join('\0'))
        : Promise.reject(new Error('there is no repository')),
  } as unknown as Git;
  const evidence = {
    tests: { read: () => ({ kind: 'missing' }) },
    status: (kind: FlagStatus['kind']) =>
      Promise.resolve<FlagStatus>({ kind, status: 'passed', reason: '', trusted: true, ...assumed.flags?.[kind] }),
  } as unknown as Evidence;
  const site: Site = {
    place: { cwd, root, repository: git.repository },
    root,
    cwd,
    git,
    evidence,
    config: { profile, settings, problems: [], level: (gate) => gate.level[profile] },
    env: { HOME: '/home/dev', PATH: '/usr/bin:/bin', ...assumed.env },
    home: '/home/dev/.gatehouse/projects/project',
    clock: { now: () => Date.parse('2026-01-01T12:00:00Z') },
    exec: () => Promise.resolve({ code: -1, stdout: '', stderr: '', outcome: 'not-found' }),
    fetch: () => Promise.reject(new Error('there is no network')),
    caller: () => Promise.resolve({ kind: 'unknown' }),
    isTrusted: () => true,
    requestedByName: assumed.alone ?? false,
    earlier: [],
    at(directory) {
      const place = resolvePath(cwd, directory) ?? directory;
      if (place === root || place.startsWith(`${root}/`))
        return { ...site, cwd: place, place: { ...site.place, cwd: place } };
      return { ...site, cwd: place, root: place, place: { cwd: place, root: place }, git: undefined };
    },
    own: () => {
      throw new Error('the assumed site keeps nothing');
    },
    note: () => undefined,
  };
  return site;
}
