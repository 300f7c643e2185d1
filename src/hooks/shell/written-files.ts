import type { Effect } from '../programs/effect';
import { effectsOf, isDisk } from './effects';
import type { CommandReading, Invocation, ShellWord } from './invocation';
import { isDevice, resolveFile } from './paths';

/** A file that a command line would change. */
export interface WrittenFile {
  /** Absolute, links not followed; undefined if the name or the directory is unknown. */
  readonly path: string | undefined;
  readonly change: Change;
  /** The text that goes in, where the line says all of it. */
  readonly content: string | undefined;
  readonly word: ShellWord;
  readonly invocation: Invocation;
  /** A compiler makes it of the sources. */
  readonly compiled: boolean;
  /** The files whose content goes in. */
  readonly from?: readonly ShellWord[] | undefined;
}

export type Change =
  | 'write'
  | 'append'
  /** Made if missing, its text untouched: `touch`, `mkdir`. */
  | 'create'
  /** Changed in place: `sed -i`. */
  | 'edit'
  | 'delete'
  | 'delete-tree'
  | 'move-away'
  | 'attributes'
  /** Overwritten with what git keeps. */
  | 'restore';

/** Every file that a command line says it writes, removes or moves; other machines' files are left out. */
export function writtenFiles(reading: CommandReading): readonly WrittenFile[] {
  const files = known.get(reading) ?? filesOf(reading);
  known.set(reading, files);
  return files;
}

/** Several gates ask the same of one reading. */
const known = new WeakMap<CommandReading, readonly WrittenFile[]>();

function filesOf(reading: CommandReading): readonly WrittenFile[] {
  const files: WrittenFile[] = [];
  for (const { effect, invocation } of effectsOf(reading)) {
    if (!invocation.elsewhere) files.push(...changedBy(effect, invocation));
  }
  return files;
}

/** The files that an effect changes. */
function changedBy(effect: Effect, invocation: Invocation): readonly WrittenFile[] {
  const file = (word: ShellWord, change: Change, content?: string, from?: readonly ShellWord[]): WrittenFile => ({
    path: resolveFile(effect.cwd, word),
    change,
    content,
    word,
    invocation,
    compiled: effect.kind === 'write' && effect.compiled === true,
    from,
  });
  switch (effect.kind) {
    case 'write': {
      const change = effect.how === 'replace' ? 'write' : effect.how;
      if (isDevice(effect.path.text) && !isDisk(effect.path.text)) return [];
      const content = effect.content?.kind === 'text' ? effect.content.text : undefined;
      return [file(effect.path, change, content, effect.from)];
    }
    case 'delete':
      return [file(effect.path, effect.recursive ? 'delete-tree' : 'delete')];
    case 'move':
      return [file(effect.path, 'move-away')];
    case 'link':
      return effect.at === undefined ? [] : [file(effect.at, 'write', undefined, [effect.path])];
    case 'attributes':
      // A script of that name in a temporary directory is another program.
      if (/^\/(?:var\/)?tmp\//.test(invocation.name.text)) return [];
      return [file(effect.path, 'attributes')];
    default:
      return [];
  }
}
