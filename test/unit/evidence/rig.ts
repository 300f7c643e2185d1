import assert from 'node:assert/strict';
import path from 'node:path';
import type { Evidence } from '../../../src/hooks/evidence/evidence';
import { openEvidence, type EvidenceSource } from '../../../src/hooks/evidence/open-evidence';
import { execIn } from '../../../src/hooks/project/exec';
import { Git } from '../../../src/hooks/project/git';
import { placeOf } from '../../../src/hooks/project/place';
import { TestProject } from '../../harness/test-project';

/** A project with evidence of its own. */
export class EvidenceRig extends TestProject {
  /** Where the state of the project lies. */
  readonly state = path.join(this.gatehouse, 'projects', 'project');
  /** Milliseconds; stands still until a test moves it. */
  time = Date.parse('2026-11-18T12:00:00Z');

  static repository(files: Readonly<Record<string, string>> = {}): EvidenceRig {
    return new EvidenceRig().startGit(files);
  }

  evidence(options: { directory?: string; believesFiles?: boolean; home?: string } = {}): Evidence {
    return openEvidence(this.source(options));
  }

  source(options: { directory?: string; believesFiles?: boolean; home?: string } = {}): EvidenceSource {
    const place = placeOf(options.directory ?? this.root);
    const { repository } = place;
    return {
      place,
      home: options.home ?? this.state,
      clock: { now: () => this.time },
      git: repository === undefined ? undefined : new Git(place.root, repository, execIn(this.env)),
      settings: { planes: { doc: ['md', 'mdx'] } },
      believesFiles: options.believesFiles ?? false,
    };
  }

  /** A merge that stops because both sides changed the file. */
  startConflict(file: string): void {
    this.startBranch('side', { [file]: 'side\n' });
    this.git('checkout', '-q', 'main');
    this.commitFiles('main', { [file]: 'main\n' });
    assert.throws(() => this.git('merge', '-q', 'side'));
  }

  pass(seconds: number): void {
    this.time += seconds * 1000;
  }
}
