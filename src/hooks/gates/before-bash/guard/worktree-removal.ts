import { gitCommand } from '../../../shell/git';
import type { CommandReading, Invocation, ShellWord } from '../../../shell/invocation';
import { resolvePath } from '../../../shell/paths';
import { isPlain, quoted, type Edit } from './edit';
import { gitOptions, onlyReads } from './git-options';

/** Removing the directory one stands in leaves every later command without a place: it is done from the main worktree. */
export function worktreeRemovalEdits(
  reading: CommandReading,
  mainWorktreeAt: (directory: string) => string | undefined,
): readonly Edit[] {
  const edits: Edit[] = [];
  reading.invocations.forEach((invocation, index) => {
    const command = gitCommand(invocation);
    if (command?.name !== 'worktree' || command.args[0]?.text !== 'remove' || onlyReads(command)) return;
    if (invocation.range === undefined || command.cwd === undefined || invocation.elsewhere) return;
    const main = mainWorktreeAt(command.cwd);
    if (main === undefined) return;
    const { cwd } = command;
    if (
      cwd === main &&
      (command.directories.length > 0 || reading.invocations.slice(0, index).some((earlier) => entered(earlier, main)))
    )
      return;
    const says = `\`git worktree remove\` runs from the main worktree ${main}`;
    const nested = invocation.depth > 0;
    const paths = cwd === main ? [] : pathEdits(gitOptions(command).operands.slice(1), cwd, nested, says);
    if (paths === undefined || (nested && !isPlain(main))) return;
    edits.push({ ...entrance(invocation, command.subcommand, reading.source, main, nested), says }, ...paths);
  });
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
    return { start, end: start, text: `cd ${quoted(main)} && ` };
  }
  const at = subcommand?.range?.start ?? start;
  return { start: at, end: at, text: `-C ${isPlain(main) ? main : quoted(main)} ` };
}

/** Relative paths are written out, since they will be read from elsewhere. */
function pathEdits(
  words: readonly ShellWord[],
  cwd: string,
  nested: boolean,
  says: string,
): readonly Edit[] | undefined {
  const edits: Edit[] = [];
  for (const word of words) {
    if (word.text.startsWith('/')) continue;
    const path = word.value === undefined ? undefined : resolvePath(cwd, word.value);
    if (path === undefined || word.range === undefined || (nested && !isPlain(path))) return undefined;
    edits.push({ ...word.range, text: isPlain(path) ? path : quoted(path), says });
  }
  return edits;
}
