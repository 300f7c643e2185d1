import { readdirSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../project/functions';
import { type AnyGate, type Level, levels, type Profile } from '../pipeline/gate';
import { nearest } from './config-file';
import { nowhere, spotsOf, type Spot } from './document';
import { claudeHome, type Env } from '../project/home';
import { type Layer, layersAt, type Origin, isSetByRepository } from './layers';
import type { Place } from '../project/place';
import { readText } from '../project/read-file';
import type { Setting } from './setting';
import { defaultSettings, sections, type Sections, type Settings } from './settings';

interface ConfigSource {
  readonly env: Env;
  readonly place: Place;
  /** Default options only, for a gate that runs by name. */
  readonly requestedByName: boolean;
  /** Overrides every file, to see what this profile would do. */
  readonly profile?: Profile | undefined;
}

/** Where a value comes from; several where a repository added to it. */
export type From = 'default' | 'profile' | 'environment' | Origin;

/** An effective value, and what repository files asked for without being trusted. */
interface Resolved<T> {
  readonly value: T;
  readonly from: readonly From[];
  readonly refused: readonly Layer[];
}

/** A configuration that can say where each value comes from. */
export interface LoadedConfig extends Config {
  readonly layers: readonly Layer[];
  readonly origins: ReadonlyMap<string, readonly From[]>;
  resolvedLevel(gate: RatedGate): Resolved<Level>;
}

type RatedGate = Pick<AnyGate, 'id' | 'level'> & Partial<Pick<AnyGate, 'posture' | 'approves'>>;

/**
 * The effective configuration of one place: defaults, project file, local file, person's file and environment, each
 * overriding the one before. Safety settings are different: repository files may tighten them, even against the
 * person's file, and loosen them only while the person trusts their text.
 */
export function loadConfig(source: ConfigSource): LoadedConfig {
  const layers = source.requestedByName ? [] : layersAt(source.env, source.place);
  const supposed: Resolved<Profile> | undefined = source.profile && {
    value: source.profile,
    from: ['person'],
    refused: [],
  };
  const profile = supposed ?? strongest<Profile>(layers, (layer) => layer.profile, 'standard');
  const safeProfile = supposed ?? strongest<Profile>(layers.filter(mayLoosen), (layer) => layer.profile, 'standard');
  const { settings, origins, problems } = settle(layers, profile.value);
  origins.set('profile', profile.from);
  const levels = new Map<string, Resolved<Level>>();
  const question = { ...source, layers, profile, safeProfile };
  const resolvedLevel = (gate: RatedGate) => {
    const held = levels.get(gate.id) ?? levelOf(gate, question);
    levels.set(gate.id, held);
    return held;
  };
  return {
    profile: profile.value,
    settings,
    layers,
    origins,
    get problems() {
      if (source.requestedByName) return [];
      const strange = [...unknownLevels(source.env), ...unknownAgents(source.env, source.place, layers)];
      return [...layers.flatMap((layer) => layer.problems), ...problems, ...strange];
    },
    resolvedLevel,
    level: (gate) => resolvedLevel(gate).value,
  };
}

const areas: Sections = sections;
/** Shared by all calls without configuration files. */
let defaults: Settings | undefined;

function settle(layers: readonly Layer[], profile: Profile) {
  const origins = new Map<string, readonly From[]>();
  const problems: ConfigProblem[] = [];
  const settings = (defaults ??= defaultSettings());
  if (layers.length === 0) return { settings, origins, problems };
  const filled = Object.entries(areas).map(([area, entries]) => {
    const values = Object.entries(entries).map(([key, setting]) => {
      const name = `${area}.${key}`;
      const held = effectiveValue(setting, layers, name);
      origins.set(name, held.from);
      for (const layer of held.refused) problems.push(refusal(layer, name, setting.repository === 'trusted'));
      return [key, held.value];
    });
    return [area, Object.fromEntries(values)] as const;
  });
  const gates = Object.fromEntries([...layers].reverse().flatMap((layer) => [...layer.gates]));
  const sectionValues = Object.fromEntries(filled) as Omit<Settings, 'profile' | 'gates'>;
  return { settings: { ...settings, ...sectionValues, profile, gates }, origins, problems };
}

function effectiveValue(setting: Setting<unknown>, layers: readonly Layer[], name: string): Resolved<unknown> {
  const valueIn = (layer: Layer) => layer.values.get(name);
  if (setting.repository === 'free') return strongest(layers, valueIn, setting.fallback);
  const base = strongest(layers.filter(mayLoosen), valueIn, setting.fallback);
  const asking = layers.filter((layer) => layer.trust !== 'person' && valueIn(layer) !== undefined).reverse();
  const personal = base.from.includes('person');
  if (setting.repository === 'trusted') {
    const refused = asking.filter((layer) => !mayLoosen(layer) && !isEqual(valueIn(layer), base.value));
    return { ...base, refused: personal ? [] : refused };
  }
  const may = setting.repository;
  return asking.reduce<Resolved<unknown>>((held, layer) => {
    const value = may.combine(held.value, valueIn(layer), mayLoosen(layer));
    const from = isEqual(value, held.value) ? held.from : [...(Array.isArray(value) ? held.from : []), layer.origin];
    const denied = !personal && !Array.isArray(value) && !isEqual(value, valueIn(layer)) && !mayLoosen(layer);
    return { value, from, refused: denied ? [...held.refused, layer] : held.refused };
  }, base);
}

/** The strongest layer that says something. */
function strongest<T>(layers: readonly Layer[], valueIn: (layer: Layer) => T | undefined, fallback: T): Resolved<T> {
  for (const layer of layers) {
    const value = valueIn(layer);
    if (value !== undefined) return { value, from: [layer.origin], refused: [] };
  }
  return { value: fallback, from: ['default'], refused: [] };
}

interface LevelQuestion extends Omit<ConfigSource, 'profile'> {
  readonly layers: readonly Layer[];
  readonly profile: Resolved<Profile>;
  readonly safeProfile: Resolved<Profile>;
}

/**
 * A level. A safety gate cannot be loosened by an untrusted file, and a gate that approves cannot be raised by one.
 */
function levelOf(gate: RatedGate, asked: LevelQuestion): Resolved<Level> {
  const { layers, profile, safeProfile, env, place } = asked;
  const variable = levelVariable(gate.id);
  const ordered = isLevel(env[variable]) ? env[variable] : undefined;
  const personal = ordered !== undefined && !isSetByRepository(env, place, variable);
  if (personal) return { value: ordered, from: ['environment'], refused: [] };
  const valueIn = (layer: Layer) => layer.gates.get(gate.id);
  const combine = gate.posture === 'closed' ? tighter : gate.approves === true ? looser : undefined;
  if (combine === undefined) {
    if (ordered !== undefined) return { value: ordered, from: ['environment'], refused: [] };
    const own = strongest<Level | undefined>(layers, valueIn, undefined);
    if (own.value !== undefined) return { ...own, value: own.value };
    return { value: gate.level[profile.value], from: profileFrom(profile), refused: [] };
  }
  const base = strongest<Level | undefined>(layers.filter(mayLoosen), valueIn, undefined);
  let held: Resolved<Level> = {
    value: base.value ?? gate.level[safeProfile.value],
    from: base.value === undefined ? profileFrom(safeProfile) : base.from,
    refused: [],
  };
  const bound = (wished: Level | undefined, from: From, layer?: Layer): void => {
    if (wished === undefined) return;
    const value = combine(held.value, wished);
    const refused = layer !== undefined && value !== wished && !mayLoosen(layer) && !held.from.includes('person');
    held = {
      value,
      from: value === held.value ? held.from : [from],
      refused: refused ? [...held.refused, layer] : held.refused,
    };
  };
  for (const layer of layers.filter(({ trust }) => trust !== 'person')) {
    const said = valueIn(layer);
    // An explicit level overrides the profile's.
    if (said === undefined && base.value === undefined && layer.profile !== undefined) {
      bound(gate.level[layer.profile], layer.origin);
    } else bound(said, layer.origin, layer);
  }
  bound(ordered, 'environment');
  return held;
}

const profileFrom = (profile: Resolved<Profile>): readonly From[] =>
  profile.from[0] === 'default' ? ['default'] : ['profile', ...profile.from];

const tighter = (a: Level, b: Level): Level => (levels.indexOf(a) >= levels.indexOf(b) ? a : b);
const looser = (a: Level, b: Level): Level => (levels.indexOf(a) <= levels.indexOf(b) ? a : b);

const mayLoosen = (layer: Layer): boolean => layer.trust === 'person' || layer.trust === 'trusted';

const isLevel = (value: unknown): value is Level => levels.some((level) => level === value);

const levelVariables = new Map<string, string>();

/** The environment variable that sets one gate's level. Every call asks for those of all its gates, so each is made once. */
function levelVariable(id: string): string {
  const variable = levelVariables.get(id) ?? `GATEHOUSE_LEVEL_${id.toUpperCase().replaceAll('-', '_')}`;
  levelVariables.set(id, variable);
  return variable;
}

function unknownLevels(env: ConfigSource['env']): ConfigProblem[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('GATEHOUSE_LEVEL_') && env[name] !== undefined && !isLevel(env[name]))
    .map((key) => ({
      file: 'environment',
      ...nowhere,
      key,
      message: `${JSON.stringify(env[key]?.slice(0, 40))} is not a level; allowed is one of ${levels.join(', ')}. It is ignored.`,
    }));
}

/** Why a repository's wish was not granted, and how a person grants it. */
export function refusal(layer: Layer, key: string, whole: boolean): ConfigProblem {
  const what = whole ? 'only a trusted file may set this' : 'a repository may tighten this, not loosen it';
  const why =
    layer.trust === 'changed' ? 'the file has changed since you trusted it' : 'you have not trusted this file';
  return {
    file: layer.file,
    ...spotsOf(layer)(key.split('.')),
    key,
    message: `${what}, and ${why}. It is ignored. If you agree with the file: gatehouse config trust`,
  };
}

function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The sub-agents that the client brings along. */
const builtIn = ['Explore', 'Plan', 'general-purpose', 'statusline-setup', 'output-style-setup', 'claude-code-guide'];

/** The sub-agents that are defined here: the client's own, the person's and the project's. */
function knownAgents(env: Env, place: Place): readonly string[] {
  const folders = [path.join(claudeHome(env), 'agents'), path.join(place.root, '.claude/agents')];
  return [...builtIn, ...folders.flatMap(agentsIn)];
}

function agentsIn(folder: string): readonly string[] {
  return (attempt(() => readdirSync(folder, { recursive: true, encoding: 'utf8' })) ?? [])
    .filter((file) => file.endsWith('.md'))
    .slice(0, 500)
    .map((file) => {
      const head = readText(path.join(folder, file), { maxBytes: 1024 * 1024 })?.slice(0, 4096) ?? '';
      return /^name:[ \t]*["']?([^"'\n]+?)["']?[ \t]*$/m.exec(head)?.[1] ?? path.basename(file, '.md');
    });
}

/** Workflow agents without a definition: their phase would never be reached, and their start is not gated. */
function unknownAgents(env: Env, place: Place, layers: readonly Layer[]): readonly ConfigProblem[] {
  const saying = layers.filter((layer) => layer.values.has(setting));
  if (saying.length === 0) return [];
  const known = knownAgents(env, place);
  const names = new Set(known.map((name) => name.toLowerCase()));
  return saying.flatMap((layer) => {
    const spots = spotsOf(layer);
    const workflows = layer.values.get(setting) as Settings['workflow']['workflows'];
    return workflows.flatMap((workflow, index) =>
      Object.entries(workflow.agents).flatMap(([phase, agents]) =>
        agents
          // A plugin's agents are named after it, and live where only the client knows.
          .filter((agent) => !agent.includes(':') && !names.has(agent.toLowerCase()))
          .map((agent) => {
            const near = nearest(agent, known);
            const key = `${setting}.${index}.agents.${phase}`;
            const hint = near === undefined ? `define it in .claude/agents/${agent}.md` : `did you mean "${near}"?`;
            return {
              file: layer.file,
              ...spots(key.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))),
              key,
              message: `the workflow "${workflow.name}" names the agent "${agent}", but there is no such sub-agent; ${hint}`,
            };
          }),
      ),
    );
  });
}

const setting = 'workflow.workflows';

/** The effective configuration of one worktree for one person. */
export interface Config {
  readonly profile: Profile;
  readonly settings: Settings;
  /** What was wrong in a configuration file: file, line, key, what is allowed. Never fatal. */
  readonly problems: readonly ConfigProblem[];
  /** The files that it was read from, the strongest first. */
  readonly layers?: readonly Layer[];
  level(gate: Pick<AnyGate, 'id' | 'level'>): Level;
}

export interface ConfigProblem extends Spot {
  readonly file: string;
  readonly key: string;
  readonly message: string;
}
