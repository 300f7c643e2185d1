import type { Site } from '../pipeline/site';
import { fileKind, isOwnSource } from '../source/file-kind';
import { noteNoRunner, runTests } from './run';
import type { LastRun } from './run-state';
import { suiteAt, suiteFor, type FoundSuite } from './suites';

/** What came of a person's wish to see the tests run. */
export type Demanded =
  | { readonly kind: 'finished'; readonly last: LastRun }
  /** Another process of this worktree runs them already; it runs them once more. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'no-runner'; readonly name: string }
  | { readonly kind: 'no-suite' };

/** Runs the tests of the package that a file belongs to, or those of the whole folder, as after an edit and at once. */
export async function runOnDemand(site: Site, file: string | undefined): Promise<Demanded> {
  // The person's own word: the editor asks for it only in a workspace that they trust.
  const found = suiteNear({ ...site, isTrusted: () => true }, file);
  if (found.kind === 'none' || found.kind === 'untrusted') return { kind: 'no-suite' };
  if (found.kind === 'not-installed') {
    await noteNoRunner(found.name, site);
    return { kind: 'no-runner', name: found.name };
  }
  const finished = await runTests({ suite: found.suite, atOnce: true }, site);
  return finished === undefined ? { kind: 'elsewhere' } : { kind: 'finished', last: finished };
}

function suiteNear(site: Site, file: string | undefined): FoundSuite {
  const kind = file === undefined ? undefined : fileKind(site.root, file);
  if (kind?.relative !== undefined && isOwnSource(kind)) {
    const near = suiteFor(kind.path, kind.language?.name, site);
    if (near.kind !== 'none') return near;
  }
  return suiteAt(site.root, site);
}
