import { contextLimit, silence, type Answer, type Reply } from '../reply';

/** What is put together for stdout; fields that say nothing are left out. */
export function json(...parts: readonly (Readonly<Record<string, unknown>> | undefined)[]): Reply {
  const wire = Object.fromEntries(
    parts.flatMap((part) => Object.entries(part ?? {})).filter(([, value]) => value !== undefined),
  );
  return Object.keys(wire).length === 0 ? silence : { ...silence, stdout: JSON.stringify(wire) };
}

export function capped(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  return text.length <= contextLimit ? text : `${text.slice(0, contextLimit)}\n… (cut)`;
}

/** Everything that the model is to read, for a client that has one field for it. */
export const told = ({ decision, reason, context }: Answer): string | undefined =>
  capped([decision === 'deny' ? reason : undefined, context].filter((text) => (text ?? '') !== '').join('\n\n'));

/** The words of a masked result, which has the form that `result` gave it. */
export function maskedText(result: unknown): string {
  const output: unknown = typeof result === 'object' && result !== null && 'output' in result ? result.output : result;
  return typeof output === 'string' ? output : JSON.stringify(output);
}
