import type { AnyGate } from '../pipeline/gate';
import { type ConfigProblem, type From, type LoadedConfig, refusal } from './load-config';
import { nearest } from './config-file';
import { spotsOf } from './document';
import type { Origin } from './layers';
import { sections, type Sections, type Settings } from './settings';
import type { Trust } from './trust';

/** One effective value and where it comes from. */
interface EffectiveValue {
  /** `profile`, `gates.guard`, `branches.protected` */
  readonly key: string;
  readonly value: unknown;
  readonly from: readonly From[];
  readonly says: string;
}

/** The whole effective configuration of one place. */
export interface Effective {
  readonly values: readonly EffectiveValue[];
  readonly files: readonly { readonly file: string; readonly origin: Origin; readonly trust: 'person' | Trust }[];
  readonly problems: readonly ConfigProblem[];
}

export function effectiveConfig(config: LoadedConfig, gates: readonly AnyGate[]): Effective {
  const held = gates.map((gate) => ({ gate, level: config.resolvedLevel(gate) }));
  const refusals = held.flatMap(({ gate, level }) =>
    level.refused.map((layer) => refusal(layer, `gates.${gate.id}`, false)),
  );
  return {
    values: [
      {
        key: 'profile',
        value: config.profile,
        from: config.origins.get('profile') ?? ['default'],
        says: 'The level of every gate that has no level of its own.',
      },
      ...held.map(({ gate, level }) => ({
        key: `gates.${gate.id}`,
        value: level.value,
        from: level.from,
        says: gate.summary,
      })),
      ...settingValues(config),
    ],
    files: config.layers.map(({ file, origin, trust }) => ({ file, origin, trust })),
    problems: [...config.problems, ...refusals, ...unknownGates(config, gates)],
  };
}

function settingValues({ settings, origins }: LoadedConfig): EffectiveValue[] {
  const areas: Sections = sections;
  const values: Readonly<Record<string, unknown>> & Settings = settings;
  return Object.entries(areas).flatMap(([area, entries]) =>
    Object.entries(entries).map(([key, setting]) => ({
      key: `${area}.${key}`,
      value: (values[area] as Readonly<Record<string, unknown>>)[key],
      from: origins.get(`${area}.${key}`) ?? ['default'],
      says: setting.says,
    })),
  );
}

/** Levels for gates that do not exist: reading a file alone cannot know that. */
function unknownGates({ layers }: LoadedConfig, gates: readonly AnyGate[]): ConfigProblem[] {
  const ids = gates.map((gate) => gate.id);
  return layers.flatMap((layer) =>
    [...layer.gates.keys()]
      .filter((id) => !ids.includes(id))
      .map((id) => {
        const near = nearest(id, ids);
        return {
          file: layer.file,
          ...spotsOf(layer)(['gates', id]),
          key: `gates.${id}`,
          message: `there is no gate "${id}"${near === undefined ? '' : `; did you mean "${near}"?`}`,
        };
      }),
  );
}
