import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exampleFor, file, page } from '../../../scripts/configuration-page';
import { read, system, variables } from '../../../scripts/configuration-words';
import type { Setting } from '../../../src/hooks/configuration/setting';
import { sections } from '../../../src/hooks/configuration/settings';

const settings = Object.entries(sections).flatMap(([area, entries]) =>
  Object.entries(entries).map(([key, setting]) => [`${area}.${key}`, setting as Setting<never>] as const),
);
const sources = path.resolve(__dirname, '../../../src/hooks');

/** `env.NAME` and `env['NAME']` in the sources. */
function variablesRead(): readonly string[] {
  const names = new Set<string>();
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const text = readFileSync(path.join(sources, name), 'utf8');
    for (const [, found = ''] of text.matchAll(/\benv(?:\.|\[')([A-Z][A-Z0-9_]+)/g)) names.add(found);
  }
  return [...names].sort();
}

describe('docs/configuration.md', () => {
  it('is what settings, variables and commands say about themselves (node scripts/run.mjs schema)', async () => {
    assert.equal(readFileSync(file, 'utf8'), await page());
  });

  for (const [name, setting] of settings) {
    it(`the example for ${name} is a value that is read, and not the usual one`, () => {
      const example = exampleFor(name, setting);
      assert.ok(setting.schema().safeParse(example).success, JSON.stringify(example));
      assert.notDeepEqual(example, setting.fallback);
    });
  }

  it('F5 tells of every environment variable that is read', () => {
    const told = new Set([...variables.map(({ name }) => name), ...read.flatMap(([names]) => names.split(/, | and /))]);
    assert.deepEqual(
      variablesRead().filter((name) => !told.has(name) && !system.includes(name)),
      [],
    );
  });

  for (const words of [
    'STOP_GUARD_MODE',
    'HOOK_BYPASS',
    'GSTACK_STATE_ROOT',
    'PLAN_CHURN_WARN',
    'PLAN_CHURN_DENY',
    'stopGuard.mode',
    'workflow.workflows',
    'questions.registry',
    'gatehouse questions',
    'gatehouse todo',
    'gatehouse careful',
    'gatehouse workflow',
    '"strict"',
    'receipt',
  ])
    it(`F5 tells of ${words}`, () => assert.ok(readFileSync(file, 'utf8').includes(words)));
});
