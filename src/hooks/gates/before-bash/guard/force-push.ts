import { gitCommand } from '../../../shell/git';
import type { CommandReading, Range } from '../../../shell/invocation';
import type { Edit } from './edit';
import { onlyReads } from './git-options';
import { readPush } from './push';
import { gitWritten, type Finding, type View } from './rule';

const says = '--force became --force-with-lease: it refuses to overwrite work that you have not fetched';

/** A forced push keeps its intent and loses its danger: other people's commits are not overwritten. */
export function forcePushEdits(reading: CommandReading, view: View): readonly Edit[] {
  const edits: Edit[] = [];
  for (const invocation of reading.invocations) {
    const command = gitCommand(invocation);
    if (command?.name !== 'push' || onlyReads(command)) continue;
    const push = readPush(command, view);
    if (push.read.has('-n', '--dry-run') || !(push.force || push.refspecs.some((spec) => spec.forced))) continue;
    let lease = push.lease;
    const seen = new Set<number>();
    for (const { name, word } of push.read.options) {
      if ((name !== '-f' && name !== '--force') || word.range === undefined || seen.has(word.range.start)) continue;
      seen.add(word.range.start);
      edits.push({ ...optionEdit(word.text, word.range, reading.source, lease), says });
      lease = true;
    }
    for (const { forced, word } of push.refspecs) {
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

/** A forced push that stands in computed text cannot be edited in place: it is refused. */
export function remainingForce(reading: CommandReading, view: View): Finding | undefined {
  for (const invocation of reading.invocations) {
    const command = gitCommand(invocation);
    if (command?.name !== 'push' || onlyReads(command)) continue;
    const push = readPush(command, view);
    if (push.read.has('-n', '--dry-run') || !(push.force || push.refspecs.some((spec) => spec.forced))) continue;
    return {
      rule: 'git-push',
      part: gitWritten(command),
      why: 'It overwrites work over there, and stands where it cannot be made safe.',
      instead: 'Write the command out with `--force-with-lease` in place of `--force`.',
    };
  }
  return undefined;
}
