import * as z from 'zod/mini';
import { maskedUpTo } from '../../../secrets/masking';
import { lazySchema } from '../../../project/lazy-schema';

const verdicts = ['safe', 'unsafe', 'misaligned'] as const;

/** What one model says about one command. */
export interface Opinion {
  readonly verdict: (typeof verdicts)[number];
  /** One line, without secrets. */
  readonly reason: string;
}

const Answer = lazySchema(() =>
  z.object({
    verdict: z.enum(verdicts),
    reason: z.string(),
    confidence: z.optional(z.nullable(z.number())),
    problematic_part: z.optional(z.nullable(z.string())),
  }),
);

/** A model that is less sure than this has not called anything safe. */
const sure = 0.5;

/**
 * Reads a model's answer: one JSON object, pretty-printed and fenced as it may be, and nothing around it. Undefined for
 * everything else: an answer that is not in the agreed form is no answer.
 */
export function readOpinion(text: string): Opinion | undefined {
  const bare = text.trim().replace(/^```(?:json)?\s*\n([^]*?)\n?\s*```$/i, '$1');
  let json: unknown;
  try {
    json = JSON.parse(bare);
  } catch {
    return undefined;
  }
  const answer = Answer.safeParse(json);
  if (!answer.success) return undefined;
  const { verdict, confidence, problematic_part: part } = answer.data;
  const reason = oneLine(answer.data.reason);
  const where = part === undefined || part === null || part.trim() === '' ? '' : ` (at: ${oneLine(part)})`;
  const doubtful = verdict === 'safe' && confidence !== undefined && confidence !== null && confidence < sure;
  return { verdict: doubtful ? 'misaligned' : verdict, reason: doubtful ? `not sure: ${reason}` : `${reason}${where}` };
}

/** A model's words are data: no control characters, no secrets, not endless. */
function oneLine(text: string): string {
  return maskedUpTo(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim(), 300);
}
