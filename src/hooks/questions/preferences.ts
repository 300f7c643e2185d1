import path from 'node:path';
import * as z from 'zod/mini';
import { jsonFormat, type StateFile } from '../state/state-file';
import { storedFile } from '../state/stored-files';
import { lazySchema } from '../project/lazy-schema';
import type { Env } from '../project/home';
import { append, type Layout } from './journal';
import { lockOf, type QuestionRecord } from './log';
import { doorIn, isSplit, type Registry } from './registry';

export const preferences = ['always-ask', 'never-ask', 'ask-only-for-one-way'] as const;
export type Preference = (typeof preferences)[number];

export type Scope = 'project' | 'everywhere';
export const scopes: readonly Scope[] = ['project', 'everywhere'];

/** What a person wants for a question. Whatever cannot be understood means asking. */
export type AskOrDecide =
  | { readonly kind: 'unsaid' }
  | { readonly kind: 'ask'; readonly why: string }
  | { readonly kind: 'decide'; readonly scope: Scope };

/** Why a question under `always-ask` is asked. */
export const wantsToBeAsked = 'the person wants to be asked';

/** Whose word a preference is, and when it was given. */
export interface SetBy {
  readonly at: number;
  readonly by: string;
}

/** Values of other programs live through a change; only ours are understood. */
const Stored = lazySchema(() => z.record(z.string(), z.unknown()));
type Stored = z.infer<typeof Stored>;

/** What a person said once about questions that come again: for this project, and for all of them. */
export class Preferences {
  private readonly files: Readonly<Record<Scope, StateFile<Stored>>>;

  constructor(
    private readonly layout: Layout,
    private readonly env: Env,
  ) {
    this.files = {
      project: this.fileAt(path.join(layout.project, 'question-preferences.json')),
      everywhere: this.fileAt(layout.everywhere),
    };
  }

  /** The files as they stand now, read once. */
  read(): PreferenceSet {
    return new PreferenceSet({ project: this.files.project.read(), everywhere: this.files.everywhere.read() });
  }

  async set(scope: Scope, id: string, preference: Preference, word: SetBy): Promise<void> {
    await this.files[scope].update((now) => ({ ...now, [id]: preference }));
    await this.logEvent({ event_type: 'preference-set', question_id: id, preference }, word);
  }

  /** False if nothing was said. */
  async forget(scope: Scope, id: string, word: SetBy): Promise<boolean> {
    const before = this.files[scope].read();
    if (before.kind !== 'ok' || !Object.hasOwn(before.value, id)) return false;
    await this.files[scope].update((now) =>
      Object.fromEntries(Object.entries(now ?? {}).filter(([key]) => key !== id)),
    );
    await this.logEvent({ event_type: 'preference-cleared', question_id: id }, word);
    return true;
  }

  /** Forgets every preference that answers for the person; tells which. What asks stays. */
  async forgetAll(scope: Scope, word: SetBy): Promise<readonly string[]> {
    const before = this.files[scope].read();
    if (before.kind !== 'ok') return [];
    const ids = Object.keys(before.value).filter((id) => before.value[id] !== 'always-ask');
    if (ids.length === 0) return [];
    await this.files[scope].update((now) =>
      Object.fromEntries(Object.entries(now ?? {}).filter(([id]) => !ids.includes(id))),
    );
    await this.logEvent({ event_type: 'preferences-cleared', question_ids: ids }, word);
    return ids;
  }

  private logEvent(event: object, { at, by }: SetBy): Promise<number> {
    const record = { ts: new Date(at).toISOString(), ...event, source: 'inline-user', by };
    const file = path.join(this.layout.project, 'question-events.jsonl');
    return append({ file, boundary: this.layout.root, lock: lockOf(this.env, this.layout.project, 'events') }, () => [
      record,
    ]);
  }

  private fileAt(file: string): StateFile<Stored> {
    return storedFile({
      path: file,
      format: jsonFormat(Stored),
      placement: { boundary: this.layout.root, mode: 0o600, directoryMode: 0o700, durable: true },
      lock: lockOf(this.env, file, 'preferences'),
      limit: 1024 * 1024,
      tracked: () => false,
      beforeCreate: () => undefined,
    });
  }
}

type Readings = Readonly<Record<Scope, ReturnType<StateFile<Stored>['read']>>>;

/** Preferences at one moment. */
export class PreferenceSet {
  constructor(private readonly readings: Readings) {}

  /** Nothing to look up: the usual case. */
  get isEmpty(): boolean {
    return scopes.every((scope) => {
      const reading = this.readings[scope];
      return reading.kind === 'missing' || (reading.kind === 'ok' && Object.keys(reading.value).length === 0);
    });
  }

  /** Why nothing may be decided; undefined if both files can be read. */
  get problem(): string | undefined {
    for (const scope of scopes) {
      const reading = this.readings[scope];
      if (reading.kind === 'corrupt') return `the preferences (${scope}) cannot be read: ${reading.problem}`;
    }
    return undefined;
  }

  /** The project's word goes before the one for all projects. */
  askOrDecide(id: string): AskOrDecide {
    for (const scope of scopes) {
      const reading = this.readings[scope];
      if (reading.kind !== 'ok' || !Object.hasOwn(reading.value, id)) continue;
      const value = reading.value[id];
      if (value === 'never-ask' || value === 'ask-only-for-one-way') return { kind: 'decide', scope };
      if (value === 'always-ask') return { kind: 'ask', why: wantsToBeAsked };
      return { kind: 'ask', why: `the preference ${JSON.stringify(value).slice(0, 40)} is not known` };
    }
    return { kind: 'unsaid' };
  }

  all(): readonly { readonly scope: Scope; readonly id: string; readonly value: unknown }[] {
    return scopes.flatMap((scope) => {
      const reading = this.readings[scope];
      return reading.kind === 'ok' ? Object.entries(reading.value).map(([id, value]) => ({ scope, id, value })) : [];
    });
  }
}

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
  held: PreferenceSet,
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
