import * as z from 'zod/mini';
import { isRecord, parseJson, type Fields } from '../protocol/json';
import type { Site } from '../pipeline/site';
import { lazyObject } from '../project/lazy-schema';
import type { ToolCall } from '../protocol/call';
import { unknownChoice } from './log';
import { words, type Question } from './question';

/** What came back for one question. */
export interface Answered {
  /** Labels, or what was written instead of them; `__unknown__` if nothing can be read. */
  readonly choice: string;
  /** The person's own words. */
  readonly freeText: string | undefined;
  /** The labels that were chosen, in the question's spelling. */
  readonly labels: readonly string[];
}

const nothing: Answered = { choice: unknownChoice(), freeText: undefined, labels: [] };

/** Reads the answers out of a tool's response, in the shapes that the client and MCP servers send. */
export function answersIn(response: unknown, questions: readonly Question[]): readonly Answered[] {
  const body = bodyOf(response);
  return questions.map((question, index) => {
    const value = valueFor(body, question, index, questions.length);
    return value === undefined ? nothing : read(value, question);
  });
}

/** The object with the answers, also inside text and content blocks. */
export function bodyOf(response: unknown): Fields | undefined {
  const parsed = typeof response === 'string' ? json(response) : response;
  if (Array.isArray(parsed)) {
    const texts: readonly unknown[] = parsed;
    return texts.map((block) => (isRecord(block) ? json(block.text) : undefined)).find(isRecord);
  }
  if (!isRecord(parsed)) return undefined;
  if (parsed.answers === undefined && parsed.questions === undefined && Array.isArray(parsed.content)) {
    return bodyOf(parsed.content) ?? parsed;
  }
  return parsed;
}

interface Value {
  readonly value: unknown;
  readonly notes?: string | undefined;
}

function valueFor(body: Fields | undefined, question: Question, index: number, count: number): Value | undefined {
  if (body === undefined) return undefined;
  const { answers, questions, annotations } = body;
  if (isRecord(answers)) {
    const key = keyFor(answers, question, count);
    if (key === undefined) return undefined;
    const annotation = isRecord(annotations) ? annotations[key] : undefined;
    const notes = isRecord(annotation) ? annotation.notes : undefined;
    return { value: answers[key], notes: typeof notes === 'string' && notes.trim() !== '' ? notes : undefined };
  }
  const list: unknown = Array.isArray(answers) ? answers : questions;
  const item: unknown = Array.isArray(list) ? list[index] : undefined;
  if (typeof item === 'string') return { value: item };
  if (!isRecord(item)) return undefined;
  const value = item.option_label ?? item.user_answer ?? item.answer ?? item.choice ?? item.label;
  const notes = item.free_text ?? item.other_text;
  if (value === undefined && notes === undefined) return undefined;
  return { value: value ?? '', notes: typeof notes === 'string' && notes !== '' ? notes : undefined };
}

/** By the exact text, then by its words, then because there is no other. */
function keyFor(answers: Fields, { text }: Question, count: number): string | undefined {
  if (Object.hasOwn(answers, text)) return text;
  const keys = Object.keys(answers);
  const near = keys.filter((key) => words(key) === words(text));
  if (near.length === 1) return near[0];
  return count === 1 && keys.length === 1 ? keys[0] : undefined;
}

function read({ value, notes }: Value, question: Question): Answered {
  const given = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
  const known = new Map(question.options.map(({ label }) => [words(label), label]));
  const parts = given.flatMap((one) =>
    known.has(words(one)) || !question.multiSelect || !one.split(', ').every((part) => known.has(words(part)))
      ? [one]
      : one.split(', '),
  );
  const labels = parts.flatMap((part) => known.get(words(part)) ?? []);
  const own = parts.filter((part) => !known.has(words(part)) && part.trim() !== '');
  const freeText = [...own, ...(notes === undefined ? [] : [notes])].join(' ');
  const choice = parts.map((part) => known.get(words(part)) ?? part).join(', ');
  return {
    choice: choice.trim() === '' ? (notes ?? unknownChoice()) : choice,
    freeText: freeText === '' ? undefined : freeText,
    labels,
  };
}

const json = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJson(value) : undefined;

const DecidedCall = lazyObject(() => ({
  use: z.string(),
  session: z.string(),
  at: z.number(),
  /** By question text: what was answered in the person's name. */
  answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** The model had filled in answers of its own: what comes back is not surely the person's word. */
  prefilled: z.boolean(),
  /** By question text: why it was asked although a preference wanted it answered. */
  askedAnyway: z.optional(z.record(z.string(), z.string())),
  /** The former name of `askedAnyway`. */
  allTheSame: z.optional(z.record(z.string(), z.string())),
  /** By workflow: the digest of its plan at the moment when a person was asked to approve one. */
  plans: z.optional(z.record(z.string(), z.string())),
}));
const Calls = lazyObject(() => ({ v: z.literal(1), calls: z.array(DecidedCall) }));

export type Answers = z.infer<typeof DecidedCall>['answers'];
export type DecidedCall = z.infer<typeof DecidedCall>;

/** The tool waits for a person, who may be away; what is older never came back. */
const lifeMs = 24 * 60 * 60_000;
const kept = 30;

const fileOf = (site: Site) => site.own('questions-decided.json', Calls);

/** Remembers, until the tool has run, what was decided or seen before it ran. */
export async function rememberCall(
  site: Site,
  call: ToolCall,
  seen: Pick<DecidedCall, 'answers' | 'prefilled' | 'plans' | 'askedAnyway'>,
): Promise<void> {
  const use = call.toolUseId;
  if (use === undefined) return;
  const at = site.clock.now();
  await fileOf(site).update((now) => {
    const fresh = (now?.calls ?? []).filter((one) => one.use !== use && Math.abs(at - one.at) < lifeMs);
    return { v: 1, calls: [...fresh, { use, session: call.sessionId, at, ...seen }].slice(-kept) };
  });
}

export function rememberedCall(site: Site, call: ToolCall): DecidedCall | undefined {
  const reading = fileOf(site).read();
  return reading.kind === 'ok' ? reading.value.calls.find((one) => isOf(one, call)) : undefined;
}

/** Returns what was remembered of this call and forgets it. */
export async function takeCall(site: Site, call: ToolCall): Promise<DecidedCall | undefined> {
  const found = rememberedCall(site, call);
  if (found === undefined) return undefined;
  await fileOf(site).update((now) => now && { ...now, calls: now.calls.filter((one) => !isOf(one, call)) });
  return found;
}

const isOf = ({ use, session }: DecidedCall, call: ToolCall): boolean =>
  use === call.toolUseId && session === call.sessionId;
