import path from 'node:path';
import type { Site } from '../pipeline/site';
import { claudeHome, gatehouseHome } from '../project/home';
import type { Place } from '../project/place';
import { readFile } from '../project/read-file';
import { wordSet } from '../project/text';
import { partsOf, stemsOf, type Question, bareLabel, sharedWords, type Identity } from './question';
import type { QuestionRecord } from './log';

/** Questions that are known by name, the person's configuration first. */
export type Registry = readonly Entry[];

/** gstack's ids for approvals of irreversible acts, registered here or not. */
const alwaysOneWay = wordSet(
  'ship-test-failure-triage review-sql-safety review-llm-trust-boundary office-hours-landscape-privacy-gate ' +
    'plan-ceo-review-premise-revise plan-eng-review-arch-finding investigate-fix-apply ' +
    'land-and-deploy-merge-confirm land-and-deploy-rollback cso-global-scan-approval cso-finding-fix ' +
    'autoplan-user-challenge',
);

/** Every registry that counts here: the configuration, the person's file, the installed gstack. */
export function registryAt({
  env,
  place,
  config,
}: Pick<Site, 'env' | 'place'> & { readonly config: Pick<Site['config'], 'settings'> }): Registry {
  const configured = config.settings.questions.registry.map((entry) => ({ ...entry, options: [] }));
  const brought = entriesOf(repositoryRegistry(place)).filter(({ door }) => door === 'one-way');
  return [...configured, ...registryFiles(env).flatMap(entriesOf), ...brought];
}

export function doorIn(registry: Registry, id: string): 'one-way' | 'two-way' | undefined {
  if (alwaysOneWay.has(id)) return 'one-way';
  const entries = registry.filter((entry) => entry.id === id);
  return entries.some(({ door }) => door === 'one-way') ? 'one-way' : entries[0]?.door;
}

/** The entry that a question is, by the id in its marker and a text that may well belong to it. */
export const entryFor = (question: Question, { claimed }: Identity, registry: Registry): Entry | undefined =>
  registry.find((entry) => entry.id === claimed && entry.door === 'two-way' && isPlausible(question, entry));

/** Is this question asked whatever a person prefers? By its name, or by its text when it was last asked. */
export function isAlwaysAsked(id: string, records: readonly QuestionRecord[], registry: Registry): boolean {
  const last = records.findLast(({ question_id, fingerprint }) => question_id === id || fingerprint === id);
  return last?.door_type === 'one-way' || doorIn(registry, id) === 'one-way';
}

/** One of several questions that belong together: its answer means nothing alone. */
export const isSplit = (id: string): boolean => /-split(?:-|$)/.test(id);

/**
 * Could this text be that question? The details change from day to day, but a word of its id or description, or one of
 * its options, stays. A brief without either is accepted if its options are neutral, such as yes and no.
 */
function isPlausible(question: Question, entry: Entry): boolean {
  const { asked, told } = partsOf(question.text);
  const labels = question.options.map(({ label }) => bareLabel(label));
  const general = stemsOf(`${entry.id.replaceAll('-', ' ')} ${entry.text}`);
  if (sharedWords(general, stemsOf([...asked, question.header, ...labels].join(' '))) > 0) return true;
  if (sharedWords(general, stemsOf(told.join(' '))) > 1) return true;
  const offered = stemsOf(labels.join(' '));
  if (entry.options.some((option) => [...stemsOf(option.replaceAll('-', ' '))].some((stem) => offered.has(stem))))
    return true;
  if (told.length === 0) return false;
  if (entry.options.every((option) => placeholders.has(option))) return true;
  return entry.options.every((option) => generic.has(option)) && labels.some((label) => yesOrNo.test(label));
}

const placeholders = wordSet('first second third');
const generic = wordSet('yes no on off accept reject approve deny decline skip defer hold');
const yesOrNo = /^(?:[a-z][).:]\s*)?(?:yes|no|not|skip|turn|enable|disable|accept|agree|apply|keep|leave)\b/i;

/** A question that is known by name. */
interface Entry {
  readonly id: string;
  readonly door: 'one-way' | 'two-way';
  /** What it asks, in general. */
  readonly text: string;
  /** The keys of its options, such as `fix-now`. */
  readonly options: readonly string[];
}

const name = 'question-registry';

/** Where a person's registries lie: their own file, and the one that an installed gstack brings. */
function registryFiles(env: Site['env']): readonly string[] {
  const own = ['json', 'ts'].map((kind) => path.join(gatehouseHome(env), `${name}.${kind}`));
  return [...own, path.join(claudeHome(env), 'skills/gstack/scripts', `${name}.ts`)];
}

/** A copy of gstack inside the repository. It is the repository's word, which can only make a question one-way. */
const repositoryRegistry = ({ root }: Pick<Place, 'root'>): string =>
  path.join(root, '.claude/skills/gstack/scripts', `${name}.ts`);

const parsed = new Map<string, { readonly stamp: string; readonly entries: readonly Entry[] }>();

/** The entries of a registry; none if there is no file. A file is parsed again when it changes. */
function entriesOf(file: string): readonly Entry[] {
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
  /(?:^|[\s,{])["']?(id|door_type|door|description|text|options)["']?\s*:\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`|\[([^\]]*)\])/g;
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
    entries.push({ id, door, text: fields.get('description') ?? fields.get('text') ?? '', options });
  }
  return entries;
}
