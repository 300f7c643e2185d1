import type { CommandReading, ShellWord, Invocation } from '../../../shell/invocation';
import { effectsOf, gitCommand } from '../../../shell/effects';
import { resolvePath, resolveWord, within } from '../../../shell/paths';
import { writtenFiles, type WrittenFile } from '../../../shell/written-files';
import { isPlain, asShellWord, type Edit, type View } from './rule';

export interface Scratch {
  /** The project's top folder: its `tmp/` takes the place of `/tmp`. */
  readonly root: string;
  /** Directories under /tmp that may be written: the client's scratchpad, the project itself. */
  readonly exempt: readonly string[];
  /** Does something lie at this path already? */
  isThere(path: string): boolean;
}

const shared = /^(?:\/private)?\/tmp(?=\/|$)/;
const moved: ReadonlySet<WrittenFile['change']> = new Set<WrittenFile['change']>(['write', 'append', 'create']);

/** Moves what the line writes under `/tmp` into the project; what it only reads stays where it is. */
export function temporaryFileEdits(reading: CommandReading, scratch: Scratch): readonly Edit[] {
  const all = writtenFiles(reading).filter((file) => concerns(file.word, scratch));
  const files = all.filter((file) => moved.has(file.change) && isNew(file, scratch));
  // Moving only some of the files would separate files that belong together.
  if (
    files.length === 0 ||
    files.length < all.filter(({ change }) => change !== 'delete' && change !== 'delete-tree').length
  )
    return [];
  const writtenPaths = new Set(files.flatMap((file) => (file.path === undefined ? [] : [file.path])));
  const edits = new Map<number, Edit>();
  const directories = new Set<string>([`${scratch.root}/tmp`]);
  const add = (word: ShellWord, nested: boolean) => {
    const edit = prefixEdit(word, reading.source, scratch.root, nested);
    if (edit === undefined) return;
    edits.set(edit.start, edit);
    const path = resolveWord('/', word)?.replace(shared, `${scratch.root}/tmp`);
    if (path?.includes('/tmp/') === true) directories.add(path.slice(0, path.lastIndexOf('/')));
  };
  for (const file of files) add(file.word, file.invocation.depth > 0);
  // A file that the line wrote itself is read where it was written.
  for (const invocation of reading.invocations) {
    const words = [...invocation.args, ...invocation.redirects.flatMap((redirect) => redirect.target ?? [])];
    for (const word of words) {
      const path = resolveWord(invocation.cwd, word);
      if (path !== undefined && writtenPaths.has(path) && concerns(word, scratch)) add(word, invocation.depth > 0);
    }
  }
  if (edits.size === 0 || standsElsewhere(writtenPaths, [...edits.values()], reading.source)) return [];
  return [preparation(directories, scratch.root), ...edits.values()];
}

/** Files that this command looks for under `/tmp`, and that an earlier one was made to write into the project. */
export function movedBefore(reading: CommandReading, scratch: Scratch): readonly { from: string; to: string }[] {
  const found = new Map<string, string>();
  for (const { effect, invocation } of effectsOf(reading)) {
    if (effect.kind !== 'read' || invocation.elsewhere || !concerns(effect.path, scratch)) continue;
    const from = resolveWord(effect.cwd, effect.path);
    const to = from?.replace(shared, `${scratch.root}/tmp`);
    if (from !== undefined && to !== undefined && !scratch.isThere(from) && scratch.isThere(to)) found.set(from, to);
  }
  return [...found].map(([from, to]) => ({ from, to }));
}

/** A plain new file: nothing lies there, and no tree is copied that the project's own tmp/ may be part of. */
function isNew({ path, from, invocation }: WrittenFile, scratch: Scratch): boolean {
  if (path !== undefined && scratch.isThere(path)) return false;
  return !(from ?? []).some((word) => {
    const source = resolveWord(invocation.cwd, word);
    return source !== undefined && within(scratch.root, source);
  });
}

/** Text that another program reads (`-d @/tmp/x`, `open('/tmp/x')`) would go on naming the old place. */
function standsElsewhere(paths: ReadonlySet<string>, edits: readonly Edit[], source: string): boolean {
  return [...paths].some((path) => {
    for (let at = source.indexOf(path); at >= 0; at = source.indexOf(path, at + 1)) {
      if (!edits.some(({ start, end }) => start <= at && at < end)) return true;
    }
    return false;
  });
}

function concerns(word: ShellWord, scratch: Scratch): boolean {
  if (word.range === undefined || !shared.test(word.text)) return false;
  const path = resolvePath('/', word.text) ?? word.text;
  // `/tmp/../etc` leaves the directory again; other rules judge where it goes.
  if (!shared.test(path)) return false;
  if (/^(?:\/private)?\/tmp\/claude-/.test(path)) return false;
  // What `mktemp` makes has a name that is not known beforehand.
  if (/X{6,}/.test(path)) return false;
  return !scratch.exempt.some((directory) => within(path, directory) || within(path, `/private${directory}`));
}

/** Changes the directory in front and leaves the rest of the word, quotes and all, as it was written. */
function prefixEdit(word: ShellWord, source: string, root: string, nested: boolean): Edit | undefined {
  if (word.range === undefined) return undefined;
  const raw = source.slice(word.range.start, word.range.end);
  const found = /^(["']?)((?:\/private)?\/tmp)(?=[/"']|$)/.exec(raw);
  const target = `${root}/tmp`;
  if (found === null) {
    // The directory's own letters are quoted in pieces (`/t"m"p`): the whole word is replaced.
    if (word.value === undefined || word.glob || nested) return undefined;
    return { ...word.range, text: asShellWord(word.value.replace(shared, target)), says: movingSays(root) };
  }
  const [, quote = '', directory = ''] = found;
  if (nested && !isPlain(target)) return undefined;
  const start = word.range.start + quote.length;
  return { start, end: start + directory.length, text: encoded(target, quote), says: movingSays(root) };
}

export const movingSays = (root: string): string => `files under /tmp go to ${root}/tmp instead`;

function encoded(path: string, quote: string): string {
  if (isPlain(path)) return path;
  if (quote === "'") return path.replace(/'/g, "'\\''");
  if (quote === '"') return path.replace(/["$`\\]/g, '\\$&');
  return path.replace(/[^\w@%+=:,./-]/g, '\\$&');
}

function preparation(directories: ReadonlySet<string>, root: string): Edit {
  const all = [...directories].filter(
    (directory) => ![...directories].some((other) => other !== directory && within(other, directory)),
  );
  const words = all.map((directory) => asShellWord(directory)).join(' ');
  return { start: 0, end: 0, text: `mkdir -p ${words} && `, says: movingSays(root) };
}

/** Removing the current directory breaks every later command, so the removal runs from the main worktree. */
export function worktreeRemovalEdits(
  reading: CommandReading,
  view: Pick<View, 'isDirectory'>,
  mainWorktreeAt: (directory: string) => string | undefined,
): readonly Edit[] {
  const edits: Edit[] = [];
  for (const { effect, invocation } of effectsOf(reading)) {
    if (effect.kind !== 'git' || effect.act !== 'remove-worktree' || invocation.elsewhere) continue;
    const { cwd } = effect;
    const command = gitCommand(invocation);
    const main = cwd === undefined ? undefined : mainWorktreeAt(cwd);
    if (invocation.range === undefined || command === undefined || cwd === undefined || main === undefined) continue;
    const earlier = reading.invocations.slice(0, reading.invocations.indexOf(invocation));
    if (cwd === main && (command.globals.has('-C') || earlier.some((one) => entered(one, main)))) continue;
    const says = `\`git worktree remove\` runs from the main worktree ${main}`;
    const nested = invocation.depth > 0;
    const paths = cwd === main ? [] : pathEdits(effect.paths ?? [], cwd, nested, says, view);
    if (paths === undefined || (nested && !isPlain(main))) continue;
    edits.push({ ...entrance(invocation, command.globals.operands[0], reading.source, main, nested), says }, ...paths);
  }
  return edits;
}

function entered(invocation: Invocation, directory: string): boolean {
  if (invocation.program !== 'cd' && invocation.program !== 'pushd') return false;
  const target = invocation.args.at(-1)?.value;
  return target !== undefined && resolvePath(invocation.cwd, target) === directory;
}

/** `cd <main> && …` where a command begins; `-C <main>` where that would change what the line means. */
function entrance(
  invocation: Invocation,
  subcommand: ShellWord | undefined,
  source: string,
  main: string,
  nested: boolean,
): Omit<Edit, 'says'> {
  const start = invocation.range?.start ?? 0;
  const before = source.slice(0, start).trimEnd();
  const begins =
    !nested && (before === '' || /(?:;|&&|\n|\bthen|\bdo|\{)$/.test(source.slice(0, start).replace(/[ \t]+$/, '')));
  if (begins && invocation.pipeline.length === 1 && !invocation.background) {
    return { start, end: start, text: `cd ${asShellWord(main)} && ` };
  }
  const at = subcommand?.range?.start ?? start;
  return { start: at, end: at, text: `-C ${isPlain(main) ? main : asShellWord(main)} ` };
}

/**
 * Relative paths are written out, since they will be read from elsewhere. A worktree may also be given by the end of its
 * path (`git worktree remove w` inside `w`), which means the same everywhere.
 */
function pathEdits(
  words: readonly ShellWord[],
  cwd: string,
  nested: boolean,
  says: string,
  view: Pick<View, 'isDirectory'>,
): readonly Edit[] | undefined {
  const edits: Edit[] = [];
  for (const word of words) {
    if (word.text.startsWith('/')) continue;
    const path = resolveWord(cwd, word);
    if (path !== undefined && !/^\.{1,2}(?:\/|$)/.test(word.text) && !view.isDirectory(path)) continue;
    if (path === undefined || word.range === undefined || (nested && !isPlain(path))) return undefined;
    edits.push({ ...word.range, text: isPlain(path) ? path : asShellWord(path), says });
  }
  return edits;
}
