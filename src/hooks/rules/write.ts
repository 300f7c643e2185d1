import { readFileSync } from 'node:fs';
import path from 'node:path';
import { applyEdits, modify, parse } from 'jsonc-parser';
import { writeWhole } from '../state/atomic-file';
import { keepConfig, configFiles, personFile, type Origin } from '../configuration/layers';
import type { Place } from '../project/place';
import { trustIn, trustList, trustSubject, withTrust } from '../configuration/trust';
import type { Rule } from './rule';
import type { Env } from '../project/home';

/** Files that a rule can be written into. */
export type Target = Exclude<Origin, 'policy'>;
export const targets = ['project', 'local', 'person'] as const satisfies readonly Target[];

export const fileOf = (target: Target, env: Env, place: Place): string =>
  target === 'person' ? personFile(env) : path.join(place.root, configFiles[target]);

/** A configuration text with one more rule. Everything else, including comments, is unchanged. */
export function withRule(text: string, rule: Rule): string {
  const before = text.trim() === '' ? '{}\n' : text;
  const now = parse(before, [], { allowTrailingComma: true }) as unknown;
  const rules = typeof now === 'object' && now !== null && 'rules' in now ? now.rules : undefined;
  const list = typeof rules === 'object' && rules !== null && !Array.isArray(rules) ? ['rules', 'list'] : ['rules'];
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
  const has = Array.isArray(rules) || (list.length === 2 && Array.isArray((rules as { list?: unknown }).list));
  const edits = has
    ? modify(before, [...list, -1], rule, { formattingOptions, isArrayInsertion: true })
    : modify(before, list, [rule], { formattingOptions });
  return applyEdits(before, edits);
}

export interface Written {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** Writes a rule for a person. A trusted file stays trusted. */
export async function writeRule(rule: Rule, target: Target, env: Env, place: Place, by: string): Promise<Written> {
  const file = fileOf(target, env, place);
  const before = textOf(file);
  const trusted = target !== 'person' && trustIn(env, place, file, before) === 'trusted';
  const after = withRule(before, rule);
  writeText(file, after);
  if (target === 'person') await keepConfig(path.dirname(file));
  if (trusted) {
    const entry = { ...trustSubject(place, file, after), by, at: Date.now() };
    await trustList(env).update((list) => withTrust(list, entry));
  }
  return { file, before, after };
}

function writeText(file: string, text: string): void {
  const placement = { boundary: path.dirname(file), mode: 0o644, directoryMode: 0o755, durable: true };
  writeWhole(file, text, placement, () => true);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
