import * as z from 'zod/mini';
import { lazySchema } from '../project/lazy-schema';
import type { ToolInput } from '../protocol/call';

/** One question as the tool was asked to put it. */
export interface Question {
  /** Exactly as the client keys the answers. */
  readonly text: string;
  readonly header: string;
  readonly options: readonly Option[];
  readonly multiSelect: boolean;
}

export interface Option {
  readonly label: string;
  readonly description: string;
}

const text = lazySchema(() => z.catch(z.string(), ''));
const Described = lazySchema(() => z.looseObject({ label: text, description: text }));
const Asked = lazySchema(() =>
  z.looseObject({
    question: z.string(),
    header: text,
    options: z.catch(z.array(z.unknown()), []),
    multiSelect: z.catch(z.boolean(), false),
  }),
);
const Input = lazySchema(() => z.looseObject({ questions: z.array(z.unknown()) }));

/** The questions of a call in order; undefined if one of them cannot be read, so that a call is decided as a whole or not at all. */
export function questionsOf(input: ToolInput): readonly Question[] | undefined {
  const outer = Input.safeParse(input);
  if (!outer.success) return undefined;
  const questions: Question[] = [];
  for (const item of outer.data.questions) {
    const asked = Asked.safeParse(item);
    if (!asked.success) return undefined;
    const { question, header, multiSelect } = asked.data;
    const options = asked.data.options.map(optionOf);
    if (options.includes(undefined)) return undefined;
    questions.push({ text: question, header, options: options.filter((one) => one !== undefined), multiSelect });
  }
  return questions;
}

function optionOf(value: unknown): Option | undefined {
  if (typeof value === 'string') return { label: value, description: '' };
  const described = Described.safeParse(value);
  if (!described.success) return undefined;
  const { label, description } = described.data;
  // Some clients name an option by its description alone.
  return { label: label === '' ? description : label, description };
}

/** The client's own question tool, and those that MCP servers put in its place. */
export const questionTools = ['AskUserQuestion', 'mcp__*__AskUserQuestion'] as const;

/** Text as a reader sees it: one spelling of each letter, nothing invisible. */
export function visibleText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}\u00ad]/gu, '')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[‘’‛`´]/g, "'");
}

/** Lower case, words parted by one space: what two spellings of the same text have in common. */
export function words(text: string): string {
  return visibleText(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
