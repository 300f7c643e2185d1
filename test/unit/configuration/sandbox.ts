import type { Level, Posture } from '../../../src/hooks/pipeline/gate';
import { loadConfig, type LoadedConfig } from '../../../src/hooks/configuration/load-config';
import { placeOf } from '../../../src/hooks/project/place';
import { TestProject } from '../../harness/test-project';

/** A repository with layers of configuration. */
export class Sandbox extends TestProject {
  constructor() {
    super();
    this.git('init', '-q', '-b', 'main');
  }

  project(text: string): string {
    return this.write('.claude/gatehouse.json', text);
  }

  local(text: string): string {
    return this.write('.claude/gatehouse.local.json', text);
  }

  person(text: string): string {
    return this.write(`${this.gatehouse}/config.json`, text);
  }

  config(env: Record<string, string> = {}): LoadedConfig {
    return loadConfig({ env: { ...this.env, ...env }, place: placeOf(this.root), requestedByName: false });
  }
}

/** A gate as far as configuration knows it. */
export function rated(id: string, standard: Level, more: { posture?: Posture; approves?: true } = {}) {
  return {
    id,
    posture: more.posture ?? 'open',
    ...(more.approves === undefined ? {} : { approves: more.approves }),
    level: { observe: 'observe', standard, harness: 'enforce' },
  } as const;
}
