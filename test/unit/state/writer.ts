/**
 * One process of the stress tests. `fields`: 25 times, set a field of its own and an invalidation or a pass; `strike`:
 * count once; `churn`: write without end until it is killed.
 */
import { openEvidence } from '../../../src/hooks/evidence/open-evidence';
import { sessionChanges } from '../../../src/hooks/evidence/files/session';
import { strikes } from '../../../src/hooks/evidence/files/flags';
import { placeOf } from '../../../src/hooks/project/place';

const [, , task = '', root = '', home = '', name = '', rounds = '1'] = process.argv;
const place = placeOf(root);
const evidence = openEvidence({
  place,
  home,
  git: undefined,
  clock: { now: () => Date.now() },
  settings: { planes: { doc: ['md'] } },
});

async function main(): Promise<void> {
  switch (task) {
    case 'fields':
      for (let round = 1; round <= Number(rounds); round++) {
        await evidence.review.update(
          (now) => now && { ...now, [`writer-${name}`]: round, total: Number(now.total ?? 0) + 1 },
        );
      }
      return;
    case 'pass':
      await evidence.record(name === 'doc' ? 'doc_review' : 'precommit', { verdict: 'pass', rule: 'stress' });
      return;
    case 'edit':
      return evidence.invalidate(name === 'doc' ? 'doc' : 'code');
    case 'strike':
      await strikes({ place, home }, 'mock-gate').update((now) => ({ count: (now?.count ?? 0) + 1, at: 1 }));
      return;
    case 'churn':
      // What writes is loaded before anybody may be killed in the middle of it.
      await evidence.status('tests');
      process.stdout.write('ready\n');
      for (let round = 0; ; round++) {
        await evidence.invalidate(round % 2 === 0 ? 'code' : 'doc');
        await evidence.record('tests', { verdict: round % 2 === 0 ? 'pass' : 'fail', rule: 'stress' });
        await evidence.record('proof', { verdict: 'pass', rule: 'stress' });
        await sessionChanges({ place, home }, 'stress').update((now) => [
          ...(now ?? []).slice(-200),
          `file-${String(round)}.ts`,
        ]);
      }
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
