import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { openEvidence } from '../../../src/hooks/evidence/open-evidence';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { Stage } from '../cli/stage';

describe('evidence that travels', () => {
  let stage: Stage;
  beforeEach(() => (stage = new Stage()));
  afterEach(() => stage.clear());

  const passes = (kind: Parameters<ReturnType<typeof openEvidence>['record']>[0], verdict: 'pass' | 'fail' = 'pass') =>
    siteAt(
      { env: stage.env, clock: { now: () => Date.now() }, requestedByName: false },
      placeOf(stage.root),
    ).evidence.record(kind, { verdict, rule: 'npm test' });
  const commit = (file: string, text: string, ...more: string[]) => {
    stage.write(file, text);
    stage.git('add', '-A');
    stage.git('commit', '-qm', 'change', ...more);
  };
  /** Another person's clone, with the notes fetched as `verify --fetch` would. */
  const clone = () => {
    const folder = path.join(stage.root, '../clone');
    execFileSync('git', ['clone', '-q', stage.root, folder], { env: stage.env });
    return folder;
  };

  it('a commit attested in one clone verifies in a fresh one', async () => {
    await passes('tests');
    const attested = await stage.run(['attest']);
    assert.equal(attested.code, 0, attested.err);
    assert.match(attested.out, /^Attested commit \w{10} .*\n {2}tests {2}pass {2}\S+ {2}npm test\n/);
    const fresh = clone();
    const without = await stage.run(['verify'], undefined, fresh);
    assert.equal(without.code, 1);
    assert.match(
      without.out,
      /is not attested: refs\/notes\/gatehouse is not here or empty. 'gatehouse verify --fetch'/,
    );
    const verified = await stage.run(['verify', '--ci', '--require', 'tests'], undefined, fresh);
    assert.equal(verified.code, 0, verified.out + verified.err);
    assert.match(verified.out, /^Verified commit \w{10} \(start\); required: tests\n {2}tests {2}pass/);
  });

  it('names the file that changed by one byte, in the worktree and in a commit', async () => {
    await passes('tests');
    await stage.run(['attest']);
    stage.write('a.ts', 'export const a = 2;\n');
    const dirty = await stage.run(['verify']);
    assert.equal(dirty.code, 1);
    assert.match(
      dirty.out,
      /^Not verified: commit \w{10} \(start\)\n {2}a\.ts in the worktree is not as in commit \w{10}\n/,
    );
    commit('a.ts', 'export const a = 2;\n');
    const changed = await stage.run(['verify']);
    assert.equal(changed.code, 1);
    assert.match(
      changed.out,
      /commit \w{10} \(tree \w{10}\) is not attested: a\.ts is not as in the attested commit \w{10}\n/,
    );
    stage.git('commit', '-q', '--amend', '-m', 'amended');
    stage.git('reset', '-q', '--soft', 'HEAD~1');
    stage.git('commit', '-q', '--amend', '-m', 'another root');
    assert.match((await stage.run(['verify'])).out, /a\.ts is not as in the attested tree \w{10}\n/);
  });

  it('stays through an amend and a rebase of equal content', async () => {
    commit('b.ts', 'export const b = 1;\n');
    await passes('tests');
    await stage.run(['attest']);
    stage.git('commit', '-q', '--amend', '-m', 'reworded');
    assert.equal((await stage.run(['verify'])).code, 0);
    stage.git('checkout', '-q', '-b', 'other', 'HEAD~1');
    stage.git('commit', '-q', '--allow-empty', '-m', 'another base');
    stage.git('rebase', '-q', 'other', 'main');
    assert.equal((await stage.run(['verify'])).code, 0);
  });

  it('writes an in-toto statement about the git tree, with the person who acted', async () => {
    assert.equal((await stage.run(['proof', 'verify'], 'verified')).code, 0);
    const { code, out } = await stage.run(['attest', '--json']);
    assert.equal(code, 0);
    const tree = stage.git('rev-parse', 'HEAD^{tree}').trim();
    const note = JSON.parse(stage.git('notes', '--ref=gatehouse', 'show', tree)) as Record<string, unknown>;
    assert.deepEqual(note, JSON.parse(out));
    assert.equal(note._type, 'https://in-toto.io/Statement/v1');
    assert.deepEqual(note.subject, [{ name: 'tree', digest: { gitTree: tree } }]);
    const { receipts } = note.predicate as { receipts: Record<string, unknown>[] };
    assert.deepEqual(
      receipts.map(({ kind, verdict, program, person }) => ({ kind, verdict, program, person })),
      [{ kind: 'proof', verdict: 'pass', program: 'anna at a terminal', person: 'anna' }],
    );
  });

  it('attests nothing that was earned on other content', async () => {
    await passes('tests');
    commit('a.ts', 'export const a = 3;\n');
    const { code, err } = await stage.run(['attest']);
    assert.equal(code, 70);
    assert.match(
      err,
      /There is no evidence for the content of commit \w{10}:\n[^]*tests: its last verdict is about other content/,
    );
  });

  it('does not take a note that was copied from another tree', async () => {
    await passes('tests');
    await stage.run(['attest']);
    const note = stage.git('notes', '--ref=gatehouse', 'show', 'HEAD^{tree}');
    const before = stage.git('rev-parse', 'HEAD^{tree}').trim();
    commit('a.ts', 'export const a = 4;\n');
    const now = stage.git('rev-parse', 'HEAD^{tree}').trim();
    stage.git('notes', '--ref=gatehouse', 'add', '-m', note, now);
    assert.match(
      (await stage.run(['verify'])).out,
      /the note on commit \w{10} .* cannot be read as a statement about it/,
    );
    stage.git('notes', '--ref=gatehouse', 'add', '-f', '-m', note.replaceAll(before, now), now);
    assert.match(
      (await stage.run(['verify'])).out,
      /1 of 1 statements on the tree of commit \w{10} are about other content/,
    );
  });

  it('asks for what the project asks for, and says no to a failed check', async () => {
    commit('.claude/gatehouse.json', '{ "verify": { "requires": ["code-review"] } }');
    await passes('tests', 'fail');
    await stage.run(['attest']);
    const { code, out } = await stage.run(['verify']);
    assert.equal(code, 1);
    assert.match(out, /tests failed on the content of commit \w{10} \(npm test, /);
    assert.match(out, /code review is required, but commit \w{10} has no receipt for it/);
  });

  it('writes SARIF, annotations and a summary for a CI job', async () => {
    await passes('tests');
    await stage.run(['attest']);
    stage.write('a.ts', 'export const a = 5;\n');
    const summary = stage.write('summary.md', '');
    Object.assign(stage.env, { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary });
    const { code, out } = await stage.run(['verify', '--ci', '--sarif', 'out.sarif']);
    assert.equal(code, 1);
    assert.match(out, /^::error title=Gatehouse,file=a\.ts::a\.ts in the worktree is not as in commit/m);
    assert.match(readFileSync(summary, 'utf8'), /^### Gatehouse: commit \w{10} is not verified\n/);
    const sarif = JSON.parse(readFileSync(path.join(stage.root, 'out.sarif'), 'utf8')) as {
      runs: {
        results: { ruleId: string; locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[];
      }[];
    };
    const [result] = sarif.runs[0]?.results ?? [];
    assert.equal(result?.ruleId, 'changed');
    assert.equal(result.locations[0]?.physicalLocation.artifactLocation.uri, 'a.ts');
  });
});
