import path from 'node:path';
import type { Site } from '../pipeline/site';
import { claudeHome, gatehouseHome } from '../project/home';
import type { Place } from '../project/place';
import { readFile } from '../project/read-file';

/** A question that is known by name. */
export interface Entry {
  readonly id: string;
  readonly door: 'one-way' | 'two-way';
  /** What it asks, in general. */
  readonly text: string;
  /** The keys of its options, such as `fix-now`. */
  readonly options: readonly string[];
  readonly skill: string;
}

const name = 'question-registry';

/** Where a person's registries lie: their own file, and the one that an installed gstack brings. */
export function registryFiles(env: Site['env']): readonly string[] {
  const own = ['json', 'ts'].map((kind) => path.join(gatehouseHome(env), `${name}.${kind}`));
  return [...own, path.join(claudeHome(env), 'skills/gstack/scripts', `${name}.ts`)];
}

/** A copy of gstack inside the repository. It is the repository's word, which can only make a question one-way. */
export function repositoryRegistry({ root }: Pick<Place, 'root'>): string {
  return path.join(root, '.claude/skills/gstack/scripts', `${name}.ts`);
}

const parsed = new Map<string, { readonly stamp: string; readonly entries: readonly Entry[] }>();

/** The entries of a registry; none where there is no file. A file is parsed again when it changes. */
export function entriesOf(file: string): readonly Entry[] {
  const source = readFile(file, { maxBytes: 1024 * 1024 });
  if (source.kind !== 'bytes') return [];
  const stamp = `${source.stats.size}:${source.stats.mtimeMs}`;
  const before = parsed.get(file);
  if (before?.stamp === stamp) return before.entries;
  const entries = entriesIn(source.bytes.toString('utf8'));
  parsed.set(file, { stamp, entries });
  return entries;
}

const field =
  /(?:^|[\s,{])["']?(id|skill|door_type|door|description|text|options)["']?\s*:\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`|\[([^\]]*)\])/g;
const item = /["'`]([^"'`\n]{1,80})["'`]/g;

/**
 * One object literal per question, in TypeScript or JSON: `id` and `door_type` make an entry, the rest is welcome. The
 * file is read as text and never run.
 */
export function entriesIn(source: string): readonly Entry[] {
  const entries: Entry[] = [];
  for (const [block] of source.matchAll(/\{[^{}]*\}/g)) {
    const fields = new Map<string, string>();
    for (const [, key = '', double, single, tick, listed] of block.matchAll(field)) {
      const value = double ?? single ?? tick ?? listed ?? '';
      if (!fields.has(key)) fields.set(key, value.replace(/\\(.)/g, '$1'));
    }
    const id = fields.get('id')?.toLowerCase();
    const door = fields.get('door_type') ?? fields.get('door');
    if (id === undefined || !/^[a-z0-9-]{1,64}$/.test(id) || (door !== 'one-way' && door !== 'two-way')) continue;
    const options = [...(fields.get('options') ?? '').matchAll(item)].map(([, key = '']) => key);
    entries.push({
      id,
      door,
      text: fields.get('description') ?? fields.get('text') ?? '',
      options,
      skill: fields.get('skill') ?? '',
    });
  }
  return entries;
}
