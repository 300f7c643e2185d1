import { basename, dirname, join } from 'node:path';
import { realTarget } from '../../../project/place';
import type { FoundFiles, ShellWord } from '../../../shell/invocation';
import { foundIn } from '../../../shell/reader/words';
import { resolvePath, resolveWord, within } from '../../../shell/paths';
import { namePattern } from '../../../project/pattern';
import { wordSet } from '../../../project/text';
import type { View } from './rule';

/** What removing a path would take away. */
export type Reach =
  /** The file system's root, a system directory, a whole home. */
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

const systemTops = wordSet(
  'bin boot dev etc home lib lib32 lib64 libx32 lost+found media mnt opt proc root run sbin srv sys usr var ' +
    'Applications Library Network System Users Volumes cores private nix snap Windows',
);

/** A directory whose loss breaks the machine or a person's home. */
export function isSystem(path: string, home: string): boolean {
  if (path === '/' || path === '//' || path === home || within(home, path)) return true;
  const pieces = path.split('/').filter((piece) => piece !== '');
  const [top = '', second = ''] = pieces;
  // A drive of Windows as itself (`C:`), Git Bash (`/c`) and WSL (`/mnt/c`) name it.
  const drive = /^(?:(?:\/mnt)?\/[a-z]|[a-z]:)(?:[\\/](.*))?$/i.exec(path);
  if (drive !== null) return /^(?:$|(?:windows|users|program files[^/]*)(?:\/[^/]+)?$)/i.test(drive[1] ?? '');
  if (!systemTops.has(top)) return false;
  if (pieces.length === 1) return true;
  if (top === 'home' || top === 'Users' || top === 'root') return pieces.length === 2 && top !== 'root';
  if (['mnt', 'media', 'opt', 'srv', 'run', 'Volumes', 'nix', 'snap'].includes(top)) return false;
  if (top === 'private' && (second === 'tmp' || second === 'var')) return pieces.length === 2;
  if (top === 'var') return pieces.length === 2 || ['lib', 'log'].includes(second);
  if (top === 'usr' && (second === 'local' || second === 'src')) return pieces.length <= 3;
  return true;
}

/** Where relative paths start. */
export interface At {
  readonly cwd: string | undefined;
}

/** What these words of a removing command reach: the worst of what each may mean. */
export function reachOf(word: ShellWord, at: At, view: View): Reach {
  const found = foundIn(word);
  if (found !== undefined) return reachOfFound(found, view);
  if (word.value !== undefined) return reachOfText(word.value, word.glob, at, view);
  const unknown = word.parts.filter((part) => part.kind === 'unknown');
  const [only] = unknown;
  if (unknown.length === 1 && only?.candidates !== undefined) {
    const meant = only.candidates.map((candidate) =>
      word.parts.map((part) => (part === only ? candidate : part.text)).join(''),
    );
    return worst(meant.map((text) => reachOfText(text, word.glob, at, view)));
  }
  return reachOfUnknown(word, at, view);
}

function reachOfText(text: string, glob: boolean, at: At, view: View): Reach {
  if (glob) return reachOfPattern(text, at, view);
  const file = resolvePath(at.cwd, text);
  if (file === undefined) return 'unknown';
  // A link itself may go; a longer path removes what is behind it.
  if (text.endsWith('/')) return reachOfPath(ledOut(file, view) ?? file, view);
  const folder = ledOut(dirname(file), view);
  return reachOfPath(folder === undefined ? file : join(folder, basename(file)), view);
}

/** Where a folder of the project really lies, if a link leads out of the project. */
function ledOut(folder: string, { roots }: View): string | undefined {
  if (!roots.some((root) => within(folder, root))) return undefined;
  const real = realTarget(folder);
  return real === folder || roots.some((root) => within(real, realTarget(root))) ? undefined : real;
}

/** Absolute and normalised. */
function reachOfPath(path: string, view: View): Reach {
  if (gitPart(path)) return 'git';
  for (const root of view.roots) {
    if (path === root || within(root, path)) return isSystem(path, view.home) ? 'system' : 'project';
    if (within(path, root)) return 'inside';
  }
  if (path === view.home || within(view.home, path)) return 'system';
  for (const directory of view.temporary) {
    if (path === directory) return 'system';
    if (!within(path, directory)) continue;
    // If the home itself is below a temporary folder, its files are not temporary.
    if (within(view.home, directory) && within(path, view.home)) return 'outside';
    return 'inside';
  }
  if (isCache(path, view.home) || packageCaches.some((cache) => path !== cache && within(path, cache))) return 'inside';
  if (isSystem(path, view.home)) return 'system';
  return installed.test(path) && !/\/\.[^/]+\/|\/lib\/[^/]+$/.test(path) ? 'inside' : 'outside';
}

/** Folders that package managers and test runs create in any project. Tools of the person or the machine are not among them. */
const installed = /\/(?:node_modules|__pycache__|\.(?:pytest|mypy|ruff)_cache|\.tox|\.turbo|\.parcel-cache)$/;

/**
 * `../other/build`: a folder inside a neighbour of the project. A path that starts where the command stands is written
 * for this tree, often from a package of it, so the person decides. `strict` still refuses.
 */
export function isInNeighbour({ value }: ShellWord, { cwd }: At, view: View): boolean {
  if (view.strict || value === undefined || value.startsWith('/') || cwd === undefined) return false;
  if (!view.roots.some((root) => within(cwd, root))) return false;
  const pieces = resolvePath(cwd, value)?.split('/') ?? [];
  const start = cwd.split('/');
  const below = pieces.slice(pieces.findIndex((piece, at) => piece !== start[at]));
  const wild = below.findIndex((piece) => /[*?[]|[@!+]\(/.test(piece));
  const named = wild < 0 ? below : below.slice(0, wild);
  return named.length > 1 && named[0]?.startsWith('.') === false;
}

/** One program's cache can be made again; the whole cache folder holds more than is meant. */
function isCache(path: string, home: string): boolean {
  const below = [`${home}/.cache`, `${home}/Library/Caches`].some((cache) => path !== cache && within(path, cache));
  return below || toolCaches.some((cache) => within(path, `${home}/${cache}`));
}

/** Other folders that tools download or build again. */
const toolCaches: readonly string[] = (
  '.npm/_cacache .npm/_npx .npm/_logs .pnpm-store .local/share/pnpm/store .yarn/cache .yarn/berry/cache .bun/install/cache .node-gyp .electron-gyp ' +
  '.gradle/caches .gradle/daemon .gradle/wrapper/dists .m2/repository .ivy2/cache .cargo/registry .cargo/git go/pkg/mod .nuget/packages ' +
  '.pub-cache .cocoapods/repos .composer/cache .hex/packages .cabal/packages .conda/pkgs .julia/compiled .ccache .android/cache .expo/cache ' +
  '.terraform.d/plugin-cache .minikube/cache .bundle/cache Library/Developer/Xcode/DerivedData Library/Developer/CoreSimulator/Caches'
).split(' ');

/** Caches of the system's package managers. */
const packageCaches: readonly string[] = [
  '/var/lib/apt/lists',
  ...['apt', 'apk', 'yum', 'dnf', 'pacman', 'debconf'].map((name) => `/var/cache/${name}`),
];

function gitPart(path: string): boolean {
  if (/(?:^|\/)\.git\/?$/.test(path)) return true;
  // A stale lock may go.
  if (path.endsWith('.lock')) return false;
  const inside = /(?:^|\/)[^/]*\.git\/([^/]*)/.exec(path)?.[1];
  return (
    inside !== undefined &&
    /^(?:objects|refs|worktrees|modules|packed-refs|HEAD|config|logs|\*|\{.*|\.\*)$/.test(inside)
  );
}

/** Patterns that match all or nearly all names: `*`, `!(x)`, `[!x]*`, `[a-z]*`. */
const anyName = /^(?:[*?]+|!\(.*\)?|\[(?:[!^][^\]]*|[^\]]*a-z[^\]]*)\]\*+)$/;

/** A pattern counts as everything in the directory before its first wildcard. */
function reachOfPattern(pattern: string, at: At, view: View): Reach {
  if (/\/\.git\/?$/.test(pattern)) return 'git';
  const pieces = pattern.split('/');
  const wild = pieces.findIndex((piece) => /[*?[]|[@!+]\(/.test(piece));
  const piece = pieces[wild] ?? '';
  const before = pieces.slice(0, wild).join('/');
  const directory = resolvePath(at.cwd, before === '' ? (pattern.startsWith('/') ? '/' : '.') : before);
  if (directory === undefined) return 'unknown';
  const led = ledOut(directory, view);
  if (led !== undefined) return reachOfContents(led, view);
  const fitsGit = piece.startsWith('.') && wild === pieces.length - 1 && namePattern(piece)('.git');
  if (
    gitPart(`${directory}/${piece}`) ||
    (fitsGit && piece !== '.*' && view.roots.some((root) => within(directory, root)))
  ) {
    return 'git';
  }
  if (piece === '.*') {
    return view.roots.some((root) => within(directory, root)) ? 'project' : reachOfContents(directory, view);
  }
  if (view.roots.includes(directory)) {
    const rest = pieces.slice(wild).filter((one) => one !== '');
    return rest.every((one) => anyName.test(one)) ? 'project' : 'inside';
  }
  return reachOfContents(directory, view);
}

/** The content of a directory counts like the directory itself; temporary directories may be emptied. */
function reachOfContents(directory: string, view: View): Reach {
  if (packageCaches.some((cache) => within(directory, cache))) return 'inside';
  if (view.temporary.some((temporary) => within(directory, temporary)) && !within(view.home, directory)) {
    return 'inside';
  }
  if (view.roots.some((root) => within(directory, root))) return 'inside';
  const reach = reachOfPath(directory, view);
  return reach === 'inside' || reach === 'outside' ? reach : 'system';
}

/** `$X/sub`: what it means when `$X` is empty decides; with a known start the start does. */
function reachOfUnknown(word: ShellWord, at: At, view: View): Reach {
  const gap = word.parts.findIndex((part) => part.kind === 'unknown');
  // `${X:?}` ends the command where X is empty.
  if (/^\$\{\w+:\?/.test(word.parts[gap]?.text ?? '')) return 'unknown';
  const before = word.parts
    .slice(0, gap)
    .map((part) => part.text)
    .join('');
  const after = word.parts
    .slice(gap + 1)
    .map((part) => part.text)
    .join('');
  if (before === '') {
    const empty = after.startsWith('/') ? resolvePath('/', after.replace(/[*?]+$/, '')) : undefined;
    return empty !== undefined && isSystem(empty, view.home) ? 'system' : 'unknown';
  }
  if (!before.includes('/')) return 'unknown';
  const directory = resolvePath(at.cwd, before.slice(0, before.lastIndexOf('/') + 1));
  if (directory === undefined) return 'unknown';
  const reach = reachOfContents(directory, view);
  return reach === 'inside' ? 'unknown' : reach;
}

/** What a search comes upon is below its roots; only tests that are understood leave the roots themselves out. */
function reachOfFound({ roots, cwd, only }: FoundFiles, view: View): Reach {
  const narrow = isNarrow(only);
  const reaches = roots.map((root): Reach => {
    const reach = reachOf(root, { cwd }, view);
    const path = resolveWord(cwd, root);
    if (path !== undefined && view.temporary.includes(path)) return 'inside';
    return reach === 'project' && narrow ? 'inside' : reach;
  });
  return worst(reaches);
}

/** Do its tests name what it finds? */
export function isNarrow({ names, paths, open }: FoundFiles['only']): boolean {
  const named = [...(names ?? []), ...(paths ?? [])];
  return open !== true && named.length > 0 && named.every((name) => !/^[*./?]*$/.test(name));
}

const order: readonly Reach[] = ['system', 'git', 'outside', 'project', 'unknown', 'inside'];

function worst(reaches: readonly Reach[]): Reach {
  return order.find((reach) => reaches.includes(reach)) ?? 'unknown';
}
