import { effectsOf, gitCommand } from '../../../shell/effects';
import type { CommandReading, Invocation, ShellWord } from '../../../shell/invocation';
import { resolvePath } from '../../../shell/paths';
import { isPlain, asShellWord, type Edit, type View } from './rule';

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
    const path = word.value === undefined ? undefined : resolvePath(cwd, word.value);
    if (path !== undefined && !/^\.{1,2}(?:\/|$)/.test(word.text) && !view.isDirectory(path)) continue;
    if (path === undefined || word.range === undefined || (nested && !isPlain(path))) return undefined;
    edits.push({ ...word.range, text: isPlain(path) ? path : asShellWord(path), says });
  }
  return edits;
}
