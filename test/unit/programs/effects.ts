import { readCommand } from '../../../src/hooks/shell/read-command';
import { shownEffects } from '../../../src/hooks/shell/shown-effects';
import { place } from '../shell/reading';

/** What a command does, one short line an effect: `write dist/a`, `delete ~/x tree`, `run sh: rm -rf ~`. */
export const effects = (command: string): readonly string[] => shownEffects(readCommand(command, place));

/** The same where the project has these files. */
export const effectsIn = (files: Readonly<Record<string, string>>, command: string): readonly string[] =>
  shownEffects(readCommand(command, { ...place, readFile: (path) => files[path] }));
