import { effectsOf } from '../../../src/hooks/shell/effects';
import type { CommandReading } from '../../../src/hooks/shell/invocation';
import { readCommand } from '../../../src/hooks/shell/read-command';
import { place } from '../shell/reading';
import { compactEffect } from './compact-effect';

/** What a command does, one short line an effect: `write dist/a`, `delete ~/x tree`, `run sh: rm -rf ~`. */
export const effects = (command: string): readonly string[] => compact(readCommand(command, place));

/** The same where the project has these files. */
export const effectsIn = (files: Readonly<Record<string, string>>, command: string): readonly string[] =>
  compact(readCommand(command, { ...place, readFile: (path) => files[path] }));

function compact(reading: CommandReading): readonly string[] {
  return effectsOf(reading).map(({ effect, invocation }) => {
    const doubt = effect.certainty === 'certain' || effect.kind === 'unknown' ? '' : `${effect.certainty} `;
    return `${invocation.elsewhere ? 'elsewhere ' : ''}${doubt}${compactEffect(effect)}`;
  });
}
