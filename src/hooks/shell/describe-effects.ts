import { describeEffect } from '../programs/describe-effect';
import { effectsOf } from './effects';
import type { CommandReading } from './invocation';

/** What a command does, a sentence for each effect. */
export function describeEffects(reading: CommandReading): readonly string[] {
  return effectsOf(reading).map(({ effect, invocation }) => {
    const sentence = describeEffect(effect);
    const place = invocation.elsewhere ? ' (on another machine or in a container)' : '';
    const isDoubted = effect.certainty !== 'certain' && effect.kind !== 'unknown';
    return `${isDoubted ? `Possibly ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}` : sentence}${place}`;
  });
}
