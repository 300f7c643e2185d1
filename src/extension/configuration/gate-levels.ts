import { readFileSync } from 'node:fs';
import path from 'node:path';
import { applyEdits, modify, parse } from 'jsonc-parser';
import { writeWhole } from '../../hooks/evidence/atomic-file';
import type { Level } from '../../hooks/pipeline/gate';

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };

/** A configuration text with one gate's level set. Everything else, comments too, stays as it is. */
export function withLevel(text: string, gate: string, level: Level): string {
  const before = text.trim() === '' ? '{}\n' : text;
  const now = parse(before, [], { allowTrailingComma: true }) as unknown;
  const options = valueAt(valueAt(now, 'gates'), gate);
  const key = typeof options === 'object' && options !== null ? ['gates', gate, 'level'] : ['gates', gate];
  return applyEdits(before, modify(before, key, level, { formattingOptions }));
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

/** Sets a gate's level in a configuration file and resolves to the text that now stands there. */
export function writeLevel(file: string, gate: string, level: Level): string {
  const text = withLevel(textOf(file), gate, level);
  const placement = { boundary: path.dirname(file), mode: 0o644, directoryMode: 0o755, durable: true };
  writeWhole(file, text, placement, () => true);
  return text;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
