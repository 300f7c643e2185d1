import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freshEnvironment } from '../../../scripts/environment.mjs';
import type { Level, Posture } from '../../../src/hooks/pipeline/gate';
import { loadConfig, type LoadedConfig } from '../../../src/hooks/project/load-config';
import { placeOf } from '../../../src/hooks/project/place';

/** A real repository and a person's home, both fresh. */
export class Sandbox {
  private readonly surroundings = freshEnvironment('config');
  readonly env: Record<string, string> = { ...this.surroundings.env };
  readonly root: string;

  constructor() {
    this.root = path.join(realpathSync(this.surroundings.folder), 'repo');
    mkdirSync(this.root);
    this.git('init', '-q', '-b', 'main');
  }

  git(...args: string[]): string {
    return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: this.root,
      env: this.env,
      encoding: 'utf8',
    });
  }

  write(file: string, text: string): string {
    const target = path.join(this.root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
    return target;
  }

  project(text: string): string {
    return this.write('.claude/gatehouse.json', text);
  }

  local(text: string): string {
    return this.write('.claude/gatehouse.local.json', text);
  }

  person(text: string): string {
    const file = path.join(this.env.GATEHOUSE_HOME!, 'config.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  config(env: Record<string, string> = {}): LoadedConfig {
    return loadConfig({ env: { ...this.env, ...env }, place: placeOf(this.root), requestedByName: false });
  }

  clear(): void {
    this.surroundings.clear();
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
