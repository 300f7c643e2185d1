import path from 'node:path';
import * as z from 'zod/mini';
import { gatehouseHome, type Env } from '../project/home';
import { lazyLooseObject, lazySchema } from '../project/lazy-schema';
import type { Place } from '../project/place';
import type { Site } from '../pipeline/site';
import type { ToolCall } from '../protocol/call';
import { append, recordsAtEnd, layoutAt, type Journal, type Layout } from './journal';
import { unmarked, type Question, bareLabel, recommendedOf, resembles, type Identity } from './question';
import { sha256 } from '../project/sha256';

const text = lazySchema(() => z.catch(z.optional(z.string()), undefined));

/** A log record as it is read back: gstack's fields and four more. */
const QuestionRecord = lazyLooseObject(() => ({
  ts: z.catch(z.string(), ''),
  question_id: z.string(),
  question_summary: z.catch(z.string(), ''),
  source: z.catch(z.string(), 'agent'),
  user_choice: z.catch(z.string(), unknownChoice()),
  recommended: text,
  followed_recommendation: z.catch(z.optional(z.boolean()), undefined),
  free_text: text,
  door_type: text,
  session_id: text,
  tool_use_id: text,
  question_index: z.catch(z.optional(z.number()), undefined),
  fingerprint: text,
  branch: text,
  asked_because: text,
}));
export type QuestionRecord = z.infer<typeof QuestionRecord>;

export const unknownChoice = (): string => '__unknown__';

/** One question of a call and what became of it. */
export interface QuestionOutcome {
  readonly question: Question;
  readonly identity: Identity;
  /** Its place in the call. */
  readonly index: number;
  readonly choice: string;
  readonly freeText: string | undefined;
  readonly autoDecided: boolean;
  readonly door: 'one-way' | 'two-way';
  /** Why it was asked although a preference wanted it answered. */
  readonly askedAnyway?: string | undefined;
}

export interface Occasion {
  readonly session: string;
  readonly toolUseId: string | undefined;
  readonly branch: string | undefined;
  readonly at: number;
}

export const occasionOf = ({ sessionId, toolUseId }: ToolCall, { git, clock }: Site): Occasion => ({
  session: sessionId,
  toolUseId,
  branch: git?.branch(),
  at: clock.now(),
});

/** Every question that was asked or decided, in a format that gstack's tools read too. */
export class QuestionLog {
  readonly layout: Layout;
  private readonly journal: Journal;

  constructor(env: Env, place: Place) {
    this.layout = layoutAt(env, place);
    this.journal = {
      file: path.join(this.layout.project, 'question-log.jsonl'),
      boundary: this.layout.root,
      lock: lockOf(env, this.layout.project, 'log'),
    };
  }

  get file(): string {
    return this.journal.file;
  }

  /** One record per question, all in one append. A call that comes twice is written once. */
  async add(happened: readonly QuestionOutcome[], occasion: Occasion): Promise<number> {
    const records = happened.map((one) => recordOf(one, occasion));
    return append(this.journal, (end) => {
      const { toolUseId } = occasion;
      if (toolUseId === undefined || !end.includes(toolUseId)) return records;
      const written = new Set(
        end
          .split('\n')
          .filter((line) => line.includes(JSON.stringify(toolUseId.slice(0, 128))))
          .map((line) => /"question_index":(\d+)/.exec(line)?.[1]),
      );
      return records.filter(({ question_index }) => !written.has(String(question_index)));
    });
  }

  /** The latest records, oldest first. */
  records(bytes = 16 * 1024 * 1024): readonly QuestionRecord[] {
    return recordsAtEnd(this.journal, bytes).flatMap((line) => {
      const record = QuestionRecord.safeParse(line);
      return record.success ? [record.data] : [];
    });
  }

  /** Was a question like this asked under this id before? */
  holds(id: string, question: Question): boolean {
    return this.records(512 * 1024).some(
      ({ question_id, question_summary }) => question_id === id && resembles(question_summary, question.text),
    );
  }
}

const summaryLimit = 200;

function recordOf(happened: QuestionOutcome, { session, toolUseId, branch, at }: Occasion) {
  const { question, identity, index, freeText, autoDecided, door, askedAnyway } = happened;
  const choice = withoutMarks(happened.choice, question);
  const recommended = recommendedOf(question);
  const named =
    recommended.kind === 'chosen' ? recommended.options.map(({ label }) => bareLabel(label)).join(', ') : undefined;
  const chosen = choice === unknownChoice() ? undefined : choice;
  const options = question.options.length;
  return {
    skill: 'unknown',
    question_id: identity.claimed ?? identity.fingerprint,
    question_summary: screened(unmarked(question.text), summaryLimit) || '(no text)',
    source: autoDecided ? 'auto-decided' : freeText === undefined ? 'hook' : 'auq-other',
    ...(options >= 1 && options <= 26 ? { options_count: options } : {}),
    user_choice: screened(choice, 64) || unknownChoice(),
    ...(named === undefined ? {} : { recommended: screened(named, 64) }),
    ...(named === undefined || chosen === undefined ? {} : { followed_recommendation: chosen === named }),
    ...(freeText === undefined ? {} : { free_text: screened(freeText, 300) }),
    door_type: door,
    ...(session === '' ? {} : { session_id: session.slice(0, 64) }),
    ...(toolUseId === undefined ? {} : { tool_use_id: toolUseId.slice(0, 128) }),
    question_index: index,
    fingerprint: identity.fingerprint,
    ...(branch === undefined ? {} : { branch: branch.slice(0, 200) }),
    ...(askedAnyway === undefined ? {} : { asked_because: screened(askedAnyway, 200) }),
    ts: new Date(at).toISOString(),
  };
}

/** Labels as gstack's log has them: without "(Recommended)". A person's own words are kept. */
const withoutMarks = (choice: string, { options }: Question): string =>
  options.reduce((text, { label }) => text.replace(label, () => bareLabel(label)), choice);

/** Locks lie in Gatehouse's own home, also those of gstack's files. */
export function lockOf(env: Env, folder: string, name: string): string {
  const hash = sha256(folder).slice(0, 12);
  return path.join(gatehouseHome(env), 'locks', `questions-${name}-${hash}`);
}

/** Texts that speak to the model instead of about the question. A colon behind "user" alone is ordinary prose. */
const orders: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|your|any|these|system)\b.{0,40}\b(?:instruction|prompt|rule|message|context|guideline)/i,
  /<\/?\s*(?:system|assistant|user|human|tool_use|tool_result|function_calls?|instructions?)\b[^>]*>/i,
  /\[\/?(?:INST|SYSTEM)\]|<\|[^|]*\|>/i,
  /\byou are now\b|\bnew (?:system )?instructions?\s*:|\bfrom now on,? you\b|\bact as (?:if you|the system|root|admin)/i,
  /\b(?:reveal|print|repeat|show)\b.{0,30}\b(?:system prompt|hidden instruction)/i,
  /\bdo not (?:tell|inform|mention)\b.{0,30}\b(?:user|person|human)/i,
  /(?:^|\n)\s*(?:system|assistant|human)\s*:/i,
];

const withheld = '(withheld: reads like instructions to the model)';

/** A text on one line, cut, for a record that a model may be shown later. */
function screened(text: string, limit: number): string {
  if (orders.some((order) => order.test(text))) return withheld;
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, limit);
}
