import type { AnyGate, Level } from '../pipeline/gate';
import type { Config } from './config';
import { defaultSettings } from './settings';
import type { Place } from './place';

export interface ConfigSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly place: Place;
  /** Default options only: a gate was asked for by name. */
  readonly alone: boolean;
}

/** The effective configuration at one place. */
export function loadConfig(source: ConfigSource): Config {
  const settings = defaultSettings();
  return {
    profile: settings.profile,
    settings,
    problems: [],
    level: (gate) => levelFromEnv(gate, source.env) ?? settings.gates[gate.id] ?? gate.level[settings.profile],
  };
}

function levelFromEnv(gate: Pick<AnyGate, 'id'>, env: ConfigSource['env']): Level | undefined {
  const value = env[`GATEHOUSE_LEVEL_${gate.id.toUpperCase().replaceAll('-', '_')}`];
  return value === 'off' || value === 'observe' || value === 'warn' || value === 'enforce' ? value : undefined;
}
