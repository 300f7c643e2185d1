import type { Push } from '../../../programs/effect';
import { effectsOf } from '../../../shell/effects';
import type { CommandReading, Invocation, Range } from '../../../shell/invocation';
import { written, type Edit, type RuledObjection } from './rule';

const says = '--force became --force-with-lease: it refuses to overwrite work that you have not fetched';

interface ForcedPush {
  readonly push: Push;
  readonly invocation: Invocation;
}

function forcedPushes(reading: CommandReading): readonly ForcedPush[] {
  return effectsOf(reading).flatMap(({ effect, invocation }) => {
    const push = effect.kind === 'git' ? effect.push : undefined;
    return push !== undefined && (push.force || push.refs.some(({ forced }) => forced)) ? [{ push, invocation }] : [];
  });
}

/** Turns `--force` into `--force-with-lease`, so that a forced push cannot overwrite commits that were never fetched. */
export function forcePushEdits(reading: CommandReading): readonly Edit[] {
  const edits: Edit[] = [];
  for (const { push } of forcedPushes(reading)) {
    let lease = push.lease;
    const seen = new Set<number>();
    for (const { text, range } of push.forcedBy) {
      if (range === undefined || seen.has(range.start)) continue;
      seen.add(range.start);
      edits.push({ ...optionEdit(text, range, reading.source, lease), says });
      lease = true;
    }
    for (const { forced, word } of push.refs) {
      if (!forced || word.range === undefined) continue;
      const plus = reading.source.indexOf('+', word.range.start);
      if (plus < 0 || plus >= word.range.end) continue;
      edits.push({ start: plus, end: plus + 1, text: '', says });
      if (!lease) edits.push({ start: word.range.start, end: word.range.start, text: '--force-with-lease ', says });
      lease = true;
    }
  }
  return edits;
}

function optionEdit(text: string, range: Range, source: string, lease: boolean): Omit<Edit, 'says'> {
  if (text.startsWith('--')) return lease ? without(range, source) : { ...range, text: '--force-with-lease' };
  const rest = text.replace(/f/g, '');
  if (rest === '-') return lease ? without(range, source) : { ...range, text: '--force-with-lease' };
  return { ...range, text: lease ? rest : `${rest} --force-with-lease` };
}

/** Takes a word out together with the space in front of it. */
function without(range: Range, source: string): Omit<Edit, 'says'> {
  return { start: source[range.start - 1] === ' ' ? range.start - 1 : range.start, end: range.end, text: '' };
}

/** Refuses a forced push whose text is computed, because it cannot be edited in place. */
export function remainingForce(reading: CommandReading): RuledObjection | undefined {
  const [left] = forcedPushes(reading);
  return (
    left && {
      rule: 'git-push',
      part: written(left.invocation),
      why: 'It overwrites work on the remote, and Gatehouse cannot rewrite this command safely.',
      instead: 'Write the command out with `--force-with-lease` in place of `--force`.',
    }
  );
}
