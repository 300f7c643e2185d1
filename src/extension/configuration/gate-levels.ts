import { parse } from 'jsonc-parser';
import type { Level } from '../../hooks/pipeline/gate';
import { rewrite, withValue } from './config-text';

/** A configuration text with one gate's level set. Everything else, comments too, stays as it is. */
export function withLevel(text: string, gate: string, level: Level): string {
  const now = parse(text, [], { allowTrailingComma: true }) as unknown;
  const options = valueAt(valueAt(now, 'gates'), gate);
  const key = typeof options === 'object' && options !== null ? ['gates', gate, 'level'] : ['gates', gate];
  return withValue(text, key, level);
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

/** Sets a gate's level in a configuration file and resolves to the text that now stands there. */
export function writeLevel(file: string, gate: string, level: Level): string {
  return rewrite(file, (text) => withLevel(text, gate, level)).after;
}
