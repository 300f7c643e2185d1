import { shownEffect } from '../programs/shown-effect';
import { effectsOf } from './effects';
import type { CommandReading } from './invocation';

/** What a command does, one short line an effect, for a person who looks at it. */
export function shownEffects(reading: CommandReading): readonly string[] {
  return effectsOf(reading).map(({ effect, invocation }) => {
    const doubt = effect.certainty === 'certain' || effect.kind === 'unknown' ? '' : `${effect.certainty} `;
    return `${invocation.elsewhere ? 'elsewhere ' : ''}${doubt}${shownEffect(effect)}`;
  });
}
