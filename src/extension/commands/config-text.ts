import path from 'node:path';
import { applyEdits, modify, parse } from 'jsonc-parser';
import { writeWhole } from '../../hooks/state/atomic-file';
import type { Level } from '../../hooks/pipeline/gate';
import { keepConfig } from '../../hooks/configuration/layers';
import { readFile } from '../../hooks/project/read-file';
import { fieldsOf, isRecord } from '../../hooks/protocol/json';

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };

/** A configuration text with one value set or removed. Everything else, including comments, is unchanged. */
export function withValue(text: string, key: readonly string[], value: unknown): string {
  const before = text.trim() === '' ? '{}\n' : text;
  return applyEdits(before, modify(before, [...key], value, { formattingOptions }));
}

/** Changes the text of a configuration file, which need not be there, and gives back both texts. */
export function rewrite(file: string, change: (text: string) => string): { before: string; after: string } {
  const before = textOf(file);
  const after = change(before);
  const placement = { boundary: path.dirname(file), mode: 0o644, directoryMode: 0o755, durable: true };
  writeWhole(file, after, placement, () => true);
  if (path.basename(file) === 'config.json') void keepConfig(path.dirname(file));
  return { before, after };
}

function textOf(file: string): string {
  const reading = readFile(file);
  if (reading.kind === 'unreadable') throw new Error(`${file}: ${reading.problem}`);
  return reading.kind === 'missing' ? '' : reading.bytes.toString('utf8');
}

/** A configuration text with one gate's level set. Everything else, including comments, is unchanged. */
export function withLevel(text: string, gate: string, level: Level): string {
  const now = parse(text, [], { allowTrailingComma: true }) as unknown;
  const key = isRecord(fieldsOf(fieldsOf(now).gates)[gate]) ? ['gates', gate, 'level'] : ['gates', gate];
  return withValue(text, key, level);
}

/** Sets a gate's level in a configuration file and resolves to the new text. */
export const writeLevel = (file: string, gate: string, level: Level): string =>
  rewrite(file, (text) => withLevel(text, gate, level)).after;
