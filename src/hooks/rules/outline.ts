import { namesOf, pathsOf } from './effect-names';
import { effectsOf } from '../shell/effects';
import type { CommandReading } from '../shell/invocation';
import type { Patterns, RuleMatch } from './rule';

/** Which programs and which kinds of effects a command has: most rules are about others, and are done at a glance. */
export interface Outline {
  readonly programs: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

const outlines = new WeakMap<CommandReading, Outline>();

export function outlineOf(reading: CommandReading): Outline {
  const known = outlines.get(reading);
  if (known !== undefined) return known;
  const programs = new Set(reading.invocations.map(({ program = '' }) => program));
  const kinds = new Set(effectsOf(reading).flatMap(({ effect }) => [...namesOf(effect), ...(pathsOf(effect, true).length > 0 ? [changesFiles] : [])])); // prettier-ignore
  // A program that no definition knows counts as an effect of its own.
  if (reading.invocations.some(({ effects }) => effects === undefined)) kinds.add('unknown').add('unknown:program');
  const outline = { programs, kinds };
  outlines.set(reading, outline);
  return outline;
}

const changesFiles = 'changes files';

/** Could a rule with this match fit a command with this outline? */
export function mayFit(match: RuleMatch): (outline: Outline) => boolean {
  const programs = plain(match.program);
  const kinds = kindsOf(match);
  return (outline) =>
    (programs === undefined || programs.some((program) => outline.programs.has(program))) &&
    (kinds === undefined || kinds.some((kind) => outline.kinds.has(kind)));
}

/** The patterns that are wanted, where none of them has a star. */
function plain(given: Patterns | undefined): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const wanted = (typeof given === 'string' ? [given] : given).filter((text) => !text.startsWith('!'));
  return wanted.length === 0 || wanted.some((text) => text.includes('*')) ? undefined : wanted;
}

function kindsOf({ effect, path, host, service, verb }: RuleMatch): readonly string[] | undefined {
  if (effect !== undefined) return plain(effect);
  if (service !== undefined || verb !== undefined) return ['service'];
  if (host !== undefined) return ['fetch', 'send', 'service'];
  return path === undefined ? undefined : [changesFiles];
}
