import { parsed, unparsed, type Format } from './state-file';
import { cutDeep } from '../protocol/json';

/** Anything that checks a value and hands it back; a zod schema is one. */
export interface Shape<T> {
  parse(value: unknown): T;
}

/**
 * A JSON document. A loose schema lets keys that are not ours live through a rewrite; what does not fit the schema is
 * corrupt, never half believed.
 */
export function jsonFormat<T>(shape: Shape<T>, layout: 'readable' | 'compact' = 'readable'): Format<T> {
  return {
    parse: (text) => {
      let document: unknown;
      try {
        document = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
      } catch {
        return unparsed(text.trim() === '' ? 'it is empty' : 'it is not JSON');
      }
      if (layout === 'readable' && cutDeep(document)) return unparsed('it is nested too deeply');
      if (layout === 'readable' && wouldLoseNumber(text)) return unparsed('it has a number too long to keep');
      // A key of this name would turn into an object's prototype on the way.
      if (/__proto__|\\u/.test(text) && namesPrototype(document)) return unparsed('it has a key named __proto__');
      try {
        return parsed(shape.parse(document));
      } catch (error) {
        return unparsed(firstIssue(error));
      }
    },
    print: (value) => `${JSON.stringify(value, null, layout === 'readable' ? 2 : undefined)}\n`,
  };
}

/** Numbers that come out of a rewrite as others: other tools' keys may hold them. */
function wouldLoseNumber(text: string): boolean {
  if (!/\d{16}|\d[eE]/.test(text)) return false;
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? [];
  return tokens.some((token) => {
    if (token.startsWith('"')) return false;
    const value = Number(token);
    if (!Number.isFinite(value) || token.replace(/\D/g, '').length > 17) return true;
    return Number.isInteger(value) && !Number.isSafeInteger(value);
  });
}

function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(namesPrototype);
}

function firstIssue(error: unknown): string {
  const issues = (error as { readonly issues?: readonly { readonly path: readonly PropertyKey[] }[] }).issues;
  const where = issues?.[0]?.path.join('.') ?? '';
  return where === '' ? 'it has another shape than expected' : `"${where.slice(0, 80)}" has another type than expected`;
}
