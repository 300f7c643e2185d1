import * as z from 'zod/mini';
import { levels, profiles, type AnyGate } from '../pipeline/gate';
import type { Setting } from './setting';
import { mainKeys, sections, type Sections } from './settings';

type Schema = Record<string, unknown>;

/** The JSON Schema of `gatehouse.json`, for editors: made from the same entries that the reader uses. */
export function jsonSchema(gates: readonly AnyGate[]): Schema {
  const areas: Sections = sections;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Gatehouse configuration',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      profile: {
        enum: profiles,
        default: 'standard',
        description:
          'The level of every gate that has no level of its own: observe only, the standard, or the full harness.',
      },
      extends: {
        type: 'array',
        items: { type: 'string', pattern: '^(?:git\\+(?:https|ssh|file)://[^#]+#.+|\\.\\.?/.+)$' },
        maxItems: 20,
        description:
          'Policies that this file builds on: `git+https://host/team/policy.git#<commit>` (with `:file` for another file than policy.json) or `./policy.json`. They can only make gates stricter. `gatehouse policy update` fetches them; hooks never do.',
      },
      gates: {
        type: 'object',
        description: 'Levels by gate: a level, or an object of the level and the gate’s options.',
        properties: Object.fromEntries(gates.map((gate) => [gate.id, gateSchema(gate, areas)])),
        additionalProperties: false,
      },
      ...Object.fromEntries(Object.entries(areas).map(([area, entries]) => [area, sectionSchema(area, entries)])),
    },
    additionalProperties: false,
  };
}

const level: Schema = { enum: levels };

function gateSchema(gate: AnyGate, areas: Sections): Schema {
  const area = areas[gate.id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())];
  return {
    description: `${gate.title}: ${gate.summary}`,
    default: gate.level.standard,
    anyOf: [
      level,
      {
        type: 'object',
        // A section may have a `level` of its own; next to a gate's options the gate's level is meant.
        properties: { ...(area === undefined ? {} : propertiesOf(area)), level },
        additionalProperties: false,
      },
    ],
  };
}

function sectionSchema(area: string, entries: Sections[string]): Schema {
  const section: Schema = { type: 'object', properties: propertiesOf(entries), additionalProperties: false };
  const main = entries[mainKeys[area] ?? ''];
  return main === undefined ? section : { anyOf: [valueSchema(main), section] };
}

const propertiesOf = (entries: Sections[string]): Schema =>
  Object.fromEntries(Object.entries(entries).map(([key, setting]) => [key, valueSchema(setting)]));

function valueSchema(setting: Setting<unknown>): Schema {
  const schema = Object.entries(z.toJSONSchema(setting.schema(), { target: 'draft-7', io: 'input' }));
  return {
    description: `${setting.says}${byRepository(setting)}`,
    ...(setting.fallback === undefined ? {} : { default: setting.fallback }),
    ...Object.fromEntries(schema.filter(([key]) => key !== '$schema')),
  };
}

function byRepository({ repository, itemwise }: Setting<unknown>): string {
  if (repository === 'free') return '';
  if (repository === 'trusted') return ' In a repository’s own files it counts only while you trust them.';
  return itemwise !== undefined
    ? ' A repository’s own files may add to it, and replace it only while you trust them.'
    : ' A repository’s own files may tighten it, and loosen it only while you trust them.';
}
