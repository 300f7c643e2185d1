import type { Invocation, ShellWord } from '../../../shell/invocation';
import { resolvePath, within } from '../../../shell/paths';
import type { View } from './rule';

/** What removing a path would take away. */
export type Reach =
  /** The file system's root, a system directory, somebody's whole home. */
  | 'system'
  /** Something of the person's outside the project. */
  | 'outside'
  /** The whole project. */
  | 'project'
  /** What git keeps in `.git`. */
  | 'git'
  /** Inside the project, or a throw-away file. */
  | 'inside'
  /** Cannot be known. */
  | 'unknown';

const systemTops: ReadonlySet<string> = new Set(
  (
    'bin boot dev etc home lib lib32 lib64 libx32 lost+found media mnt opt proc root run sbin srv sys usr var ' +
    'Applications Library Network System Users Volumes cores private nix snap Windows'
  ).split(' '),
);

/** A directory whose loss breaks the machine or a person's home. */
export function isSystem(path: string, home: string): boolean {
  if (path === '/' || path === '//' || path === home || within(home, path)) return true;
  const pieces = path.split('/').filter((piece) => piece !== '');
  const [top = '', second = ''] = pieces;
  if (/^[a-z]:[\\/]?$/i.test(path)) return true;
  if (!systemTops.has(top)) return false;
  if (pieces.length === 1) return true;
  if (top === 'home' || top === 'Users' || top === 'root') return pieces.length === 2 && top !== 'root';
  if (['mnt', 'media', 'opt', 'srv', 'run', 'Volumes', 'nix', 'snap'].includes(top)) return false;
  if (top === 'private' && (second === 'tmp' || second === 'var')) return pieces.length === 2;
  if (top === 'var') return pieces.length === 2 || ['lib', 'log'].includes(second);
  if (top === 'usr' && (second === 'local' || second === 'src')) return pieces.length <= 3;
  return true;
}

/** What these words of a removing command reach: the worst of what each may mean. */
export function reachOf(word: ShellWord, invocation: Invocation, view: View): Reach {
  if (word.value !== undefined) return reachOfText(word.value, word.glob, invocation, view);
  const unknown = word.parts.filter((part) => part.kind === 'unknown');
  const [only] = unknown;
  if (unknown.length === 1 && only?.candidates !== undefined) {
    const meant = only.candidates.map((candidate) =>
      word.parts.map((part) => (part === only ? candidate : part.text)).join(''),
    );
    const reaches = meant.map((text) => reachOfText(text, word.glob, invocation, view));
    return reaches.find((reach) => reach !== 'inside' && reach !== 'unknown') ?? reaches[0] ?? 'unknown';
  }
  return reachOfUnknown(word, invocation, view);
}

function reachOfText(text: string, glob: boolean, invocation: Invocation, view: View): Reach {
  if (glob) return reachOfPattern(text, invocation, view);
  const path = resolvePath(invocation.cwd, text);
  return path === undefined ? 'unknown' : reachOfPath(path, view);
}

/** Absolute and normalised. */
export function reachOfPath(path: string, view: View): Reach {
  if (gitPart(path)) return 'git';
  for (const root of view.roots) {
    if (path === root || within(root, path)) return isSystem(path, view.home) ? 'system' : 'project';
    if (within(path, root)) return 'inside';
  }
  for (const directory of view.temporary) {
    if (path === directory) return 'system';
    if (within(path, directory)) return 'inside';
  }
  return isSystem(path, view.home) ? 'system' : 'outside';
}

/** The parts of a repository that hold its history. */
export function gitPart(path: string): boolean {
  if (/(?:^|\/)\.git\/?$/.test(path)) return true;
  const inside = /(?:^|\/)[^/]*\.git\/([^/]*)/.exec(path)?.[1];
  return (
    inside !== undefined &&
    /^(?:objects|refs|worktrees|modules|packed-refs|HEAD|config|logs|\*|\{.*|\.\*)$/.test(inside)
  );
}

/** A pattern stands for what lies in the directory before its first wild part. */
function reachOfPattern(pattern: string, invocation: Invocation, view: View): Reach {
  const pieces = pattern.split('/');
  const at = pieces.findIndex((piece) => /[*?[]/.test(piece));
  const piece = pieces[at] ?? '';
  const before = pieces.slice(0, at).join('/');
  const directory = resolvePath(invocation.cwd, before === '' ? (pattern.startsWith('/') ? '/' : '.') : before);
  if (directory === undefined) return 'unknown';
  if (gitPart(`${directory}/${piece}`)) return 'git';
  if (piece === '.*')
    return view.roots.some((root) => within(directory, root)) ? 'project' : reachOfContents(directory, view);
  if (view.roots.includes(directory)) return /^[*?]+$/.test(piece) && at === pieces.length - 1 ? 'project' : 'inside';
  return reachOfContents(directory, view);
}

/** What lies in a directory is as precious as the directory; temporary directories may be emptied. */
function reachOfContents(directory: string, view: View): Reach {
  if (view.temporary.some((temporary) => within(directory, temporary))) return 'inside';
  return view.roots.some((root) => within(directory, root))
    ? 'inside'
    : reachOfPath(directory, view) === 'outside'
      ? 'outside'
      : 'system';
}

/** `$X/sub`: what it means when `$X` is empty decides; with a known start the start does. */
function reachOfUnknown(word: ShellWord, invocation: Invocation, view: View): Reach {
  const at = word.parts.findIndex((part) => part.kind === 'unknown');
  const before = word.parts
    .slice(0, at)
    .map((part) => part.text)
    .join('');
  const after = word.parts
    .slice(at + 1)
    .map((part) => part.text)
    .join('');
  if (before === '') {
    const empty = after.startsWith('/') ? resolvePath('/', after.replace(/[*?]+$/, '')) : undefined;
    return empty !== undefined && isSystem(empty, view.home) ? 'system' : 'unknown';
  }
  if (!before.includes('/')) return 'unknown';
  const directory = resolvePath(invocation.cwd, before.slice(0, before.lastIndexOf('/') + 1));
  if (directory === undefined) return 'unknown';
  const reach = reachOfContents(directory, view);
  return reach === 'inside' ? 'unknown' : reach;
}
