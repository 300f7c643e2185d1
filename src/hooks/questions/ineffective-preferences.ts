import type { QuestionRecord } from './log';
import { preferences, type Held, type Scope } from './preferences';
import { doorIn, isSplit, type Registry } from './registry';

/** A preference that answers nothing: why, and the one step that changes it. */
export interface IneffectivePreference {
  readonly scope: Scope;
  readonly id: string;
  readonly value: unknown;
  readonly why: string;
  readonly step: string;
}

/** The preferences that do not do what the person set them for. */
export function ineffectivePreferences(
  held: Held,
  records: readonly QuestionRecord[],
  registry: Registry,
): readonly IneffectivePreference[] {
  return held.all().flatMap(({ scope, id, value }) => {
    if (value === 'always-ask') return [];
    const found = reasonFor(id, value, records, registry);
    return found === undefined ? [] : [{ scope, id, value, ...found }];
  });
}

type Reason = Pick<IneffectivePreference, 'why' | 'step'>;

function reasonFor(
  id: string,
  value: unknown,
  records: readonly QuestionRecord[],
  registry: Registry,
): Reason | undefined {
  const forget = `gatehouse questions forget ${id}`;
  if (!preferences.some((one) => one === value)) {
    const step = `gatehouse questions prefer ${id} never-ask`;
    return { why: `${JSON.stringify(value).slice(0, 40)} is not a preference`, step };
  }
  if (doorIn(registry, id) === 'one-way') {
    return { why: 'it is registered as one-way, so it is always asked', step: forget };
  }
  if (isSplit(id)) return { why: 'it is one of several questions that belong together', step: forget };
  const last = records.findLast(({ question_id, fingerprint }) => question_id === id || fingerprint === id);
  if (last === undefined) {
    if (doorIn(registry, id) === 'two-way') return undefined;
    return {
      why: 'it is not registered, and it has not been asked here',
      step: `register it in ~/.gatehouse/question-registry.json: [{"id": "${id}", "door_type": "two-way", "description": "…"}]`,
    };
  }
  if (last.asked_because !== undefined) return { why: last.asked_because, step: stepFor(last, forget) };
  return undefined;
}

function stepFor({ asked_because: why = '', recommended }: QuestionRecord, forget: string): string {
  if (recommended === undefined) return 'let the agent mark one option as (Recommended)';
  if (why.startsWith('no registry names')) return 'nothing: from the next time it is known by the text that was asked';
  return `nothing while its text asks for that; to drop the preference: ${forget}`;
}
