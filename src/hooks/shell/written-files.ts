import type { CommandReading, Invocation, ShellWord } from './invocation';

/** A file that a command line would change. */
export interface WrittenFile {
  /** Absolute, links not followed; undefined where the name or the directory is unknown. */
  readonly path: string | undefined;
  readonly change:
    'write' | 'append' | 'create' | 'edit' | 'delete' | 'delete-tree' | 'move-away' | 'attributes' | 'restore';
  /** The text that goes in, where the line says all of it. */
  readonly content: string | undefined;
  readonly word: ShellWord;
  readonly invocation: Invocation;
}

/** `writtenFiles(reading)`: redirects, tee, cp, mv, ln, sed -i, rm, git checkout of paths, curl -o, inline code … */
export type WrittenFiles = (reading: CommandReading) => readonly WrittenFile[];
