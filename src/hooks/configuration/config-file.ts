import type * as z from 'zod/mini';
import { levels, profiles, type Level, type Profile } from '../pipeline/gate';
import type { ConfigProblem } from './load-config';
import { readDocument, spotsOf, unknownKeys, type Document } from './document';
import { maxItems, type Setting } from './setting';
import { mainKeys, sections, type Sections } from './settings';
import { editDistance } from '../project/text';
import { isRecord, type Fields } from '../protocol/json';

/** The valid settings of one configuration file. */
export interface ConfigFile {
  readonly file: string;
  readonly text: string;
  readonly profile: Profile | undefined;
  readonly gates: ReadonlyMap<string, Level>;
  /** The policies that it extends, as written. */
  readonly extends: readonly string[];
  /** By `section.key`. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly problems: readonly ConfigProblem[];
}

const areas: Sections = sections;

/** Reads a configuration file; undefined when there is none. A wrong value is reported and ignored. */
export function readConfigFile(file: string): ConfigFile | undefined {
  const document = readDocument(file);
  if (document === undefined) return undefined;
  const known = lastRead.get(file);
  if (known?.text === document.text && document.faults.length === 0) return known;
  const content = new Reader(document).read();
  if (lastRead.size >= keptFiles) lastRead.clear();
  lastRead.set(file, content);
  return content;
}

/** A host reads the same text for every call, so the parsed value is cached, compiled rules included. */
const lastRead = new Map<string, ConfigFile>();
const keptFiles = 64;

type Path = readonly (string | number)[];

const mostPolicies = 20;

/** More problems of one file would not help. */
const problemLimit = 50;

class Reader {
  private profile: Profile | undefined;
  private policies: readonly string[] = [];
  private readonly gates = new Map<string, Level>();
  private readonly values = new Map<string, unknown>();
  private readonly problems: ConfigProblem[] = [];
  private spots: ReturnType<typeof spotsOf> | undefined;

  constructor(private readonly document: Document) {}

  read(): ConfigFile {
    const { file, text, value, faults } = this.document;
    for (const fault of faults) this.problems.push({ file, key: '', ...fault });
    const top = record(value);
    if (top !== undefined) this.readTop(top);
    else if (faults.length === 0) this.report([], 'the file must contain one JSON object; the defaults apply');
    return {
      file,
      text,
      profile: this.profile,
      gates: this.gates,
      extends: this.policies,
      values: this.values,
      problems: this.problems,
    };
  }

  private readTop(top: Readonly<Record<string, unknown>>): void {
    for (const [key, value] of Object.entries(top)) {
      if (key === '$schema') continue;
      if (key === 'profile') this.profile = this.readWord(profiles, value, [key]);
      else if (key === 'gates') this.readGates(value);
      else if (key === 'extends') this.readPolicies(value);
      else if (Object.hasOwn(areas, key)) this.readSection(key, value, [key]);
      else this.unknownKey([key], ['profile', 'gates', 'extends', ...Object.keys(areas)]);
    }
  }

  private readPolicies(value: unknown): void {
    const given = typeof value === 'string' ? [value] : value;
    if (Array.isArray(given) && given.length <= mostPolicies && given.every((one) => typeof one === 'string')) {
      this.policies = given;
    } else {
      this.wrong(
        ['extends'],
        value,
        `a list of at most ${mostPolicies} policies, such as "git+https://…#<commit>" or "./policy.json"`,
      );
    }
  }

  private readGates(value: unknown): void {
    const gates = record(value);
    if (gates === undefined) {
      this.wrong(['gates'], value, 'an object of gate ids and their levels');
      return;
    }
    for (const [id, choice] of Object.entries(gates)) {
      const options = record(choice);
      if (options === undefined) this.readLevel(id, choice, ['gates', id]);
      else this.readGate(id, options);
    }
  }

  private readLevel(id: string, value: unknown, path: Path): void {
    const level = this.readWord(levels, value, path);
    if (level !== undefined) this.gates.set(id, level);
  }

  private readGate(id: string, { level, ...options }: Readonly<Record<string, unknown>>): void {
    if (level !== undefined) this.readLevel(id, level, ['gates', id, 'level']);
    const area = id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (Object.hasOwn(areas, area)) this.readSection(area, options, ['gates', id]);
    else for (const key of Object.keys(options)) this.unknownKey(['gates', id, key], ['level']);
  }

  private readSection(area: string, value: unknown, path: Path): void {
    const entries = areas[area] ?? {};
    const main = mainKeys[area];
    const setting = main === undefined ? undefined : entries[main];
    const given = record(value);
    if (given === undefined && main !== undefined && setting !== undefined) {
      this.readValue(`${area}.${main}`, setting, value, path);
      return;
    }
    if (given === undefined) {
      this.wrong(path, value, `an object with ${Object.keys(entries).join(', ')}`);
      return;
    }
    for (const [key, raw] of Object.entries(given)) {
      const setting = Object.hasOwn(entries, key) ? entries[key] : undefined;
      if (setting === undefined) this.unknownKey([...path, key], Object.keys(entries));
      else this.readValue(`${area}.${key}`, setting, raw, [...path, key]);
    }
  }

  private readValue(name: string, setting: Setting<unknown>, raw: unknown, path: Path): void {
    if (setting.itemwise !== undefined && Array.isArray(raw)) {
      this.readItems(name, setting.itemwise.item(), setting.allowed, raw, path);
      return;
    }
    const schema = setting.schema();
    const result = schema.safeParse(raw);
    this.unknownInside(schema, raw, path);
    if (result.success) this.values.set(name, result.data);
    else this.wrong([...path, ...pathOf(result.error)], raw, setting.allowed);
  }

  private readItems(name: string, item: z.ZodMiniType, allowed: string, raw: readonly unknown[], path: Path): void {
    const right: unknown[] = [];
    if (raw.length > maxItems) this.report(path, `only the first ${maxItems} entries are used`);
    raw.slice(0, maxItems).forEach((element, index) => {
      const result = item.safeParse(element);
      this.unknownInside(item, element, [...path, index]);
      if (result.success) right.push(result.data);
      else this.wrong([...path, index, ...pathOf(result.error)], element, allowed, 'This entry has no effect.');
    });
    // A list of nothing but mistakes is a mistake; an empty list is a choice.
    if (right.length > 0 || raw.length === 0) this.values.set(name, right);
  }

  private readWord<V extends string>(values: readonly V[], raw: unknown, path: Path): V | undefined {
    const found = values.find((value) => value === raw);
    if (found === undefined) this.wrong(path, raw, `one of ${values.map((value) => `"${value}"`).join(', ')}`);
    return found;
  }

  private wrong(path: Path, raw: unknown, allowed: string, consequence = 'It is ignored.'): void {
    this.report(path, `${shown(raw)} is not allowed here; allowed is ${allowed}. ${consequence}`);
  }

  private unknownInside(schema: z.ZodMiniType, raw: unknown, path: Path): void {
    for (const { path: inner, known } of unknownKeys(schema, raw)) this.unknownKey([...path, ...inner], known);
  }

  private unknownKey(path: Path, known: readonly string[]): void {
    const key = String(path.at(-1));
    const near = nearest(key, known);
    this.report(path, `unknown key ${shown(key)}${near === undefined ? '' : `; did you mean "${near}"?`}`);
  }

  private report(path: Path, message: string): void {
    if (this.problems.length >= problemLimit) return;
    this.spots ??= spotsOf(this.document);
    this.problems.push({ file: this.document.file, ...this.spots(path), key: path.join('.').slice(0, 200), message });
  }
}

const record = (value: unknown): Fields | undefined => (isRecord(value) ? value : undefined);

const pathOf = (error: z.core.$ZodError): Path =>
  (error.issues[0]?.path ?? []).filter((part) => typeof part !== 'symbol');

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** A known key that is at most two letters away, or that continues this one. */
export function nearest(key: string, known: readonly string[]): string | undefined {
  if (key.length > 60) return undefined;
  const scored = known
    .map((name) => ({ name, steps: editDistance(key.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps);
  const [best] = scored;
  if (best !== undefined && best.steps <= 2 && best.steps < best.name.length / 2) return best.name;
  return known.find((name) => name.length >= 4 && key.toLowerCase().startsWith(name.toLowerCase()));
}
