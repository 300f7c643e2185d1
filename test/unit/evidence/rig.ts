import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Evidence } from '../../../src/hooks/evidence/evidence';
import { openEvidence, type EvidenceSource } from '../../../src/hooks/evidence/store';
import { execIn } from '../../../src/hooks/project/exec';
import { Git } from '../../../src/hooks/project/git';
import { placeOf } from '../../../src/hooks/project/place';

/** A fresh folder with a home of its own, and a repository on request. */
export class EvidenceRig {
  readonly base = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-evidence-')));
  readonly root = path.join(this.base, 'project');
  readonly home = path.join(this.base, 'gatehouse', 'projects', 'project');
  readonly env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: path.join(this.base, 'person'),
    GATEHOUSE_HOME: path.join(this.base, 'gatehouse'),
    CLAUDE_CONFIG_DIR: path.join(this.base, 'person', '.claude'),
    GIT_CONFIG_NOSYSTEM: '1',
  };
  /** Milliseconds; stands still until a test moves it. */
  time = Date.parse('2026-11-18T12:00:00Z');

  constructor() {
    mkdirSync(this.root, { recursive: true });
    mkdirSync(path.join(this.base, 'person'), { recursive: true });
  }

  static repository(files: Readonly<Record<string, string>> = {}): EvidenceRig {
    const shop = new EvidenceRig();
    shop.git('init', '-q', '-b', 'main');
    for (const [name, text] of Object.entries(files)) shop.write(name, text);
    shop.git('add', '-A');
    shop.git('commit', '-q', '--allow-empty', '-m', 'first');
    return shop;
  }

  git(...args: readonly string[]): string {
    return this.gitIn(this.root, ...args);
  }

  gitIn(cwd: string, ...args: readonly string[]): string {
    const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'protocol.file.allow=always'];
    return execFileSync('git', [...identity, ...args], { cwd, env: this.env, encoding: 'utf8', stdio: 'pipe' });
  }

  write(name: string, text: string): void {
    const file = this.at(name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  remove(name: string): void {
    rmSync(this.at(name), { recursive: true, force: true });
  }

  at(name: string): string {
    return path.join(this.root, name);
  }

  evidence(options: { directory?: string; believesFiles?: boolean; home?: string } = {}): Evidence {
    return openEvidence(this.source(options));
  }

  source(options: { directory?: string; believesFiles?: boolean; home?: string } = {}): EvidenceSource {
    const place = placeOf(options.directory ?? this.root);
    const { repository } = place;
    return {
      place,
      home: options.home ?? this.home,
      clock: { now: () => this.time },
      git: repository === undefined ? undefined : new Git(place.root, repository, execIn(this.env)),
      settings: { planes: { doc: ['md', 'mdx'] } },
      believesFiles: options.believesFiles ?? false,
    };
  }

  pass(seconds: number): void {
    this.time += seconds * 1000;
  }

  close(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}
