import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hookSets, workflowSet } from '../../../src/hooks/install/original-hooks';

const folder = path.resolve(__dirname, '../../../docs/from');
const page = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const pages = [...hookSets, workflowSet].map((hookSet) => hookSet.page).sort();

describe('docs/from', () => {
  it('has a page for each set of hooks that people come from', () => {
    assert.deepEqual(readdirSync(folder).sort(), pages);
    assert.equal(pages.length, 5);
  });

  for (const name of pages) {
    it(`${name} says what maps to what, what is better and different, how to move, and back`, () => {
      const headings = [...page(name).matchAll(/^## (.*)$/gm)].map(([, text]) => text);
      assert.deepEqual(headings, [
        'What maps to what',
        'What is better',
        'What is different on purpose',
        'Move in five minutes',
        'And back',
      ]);
      assert.ok(page(name).includes('`gatehouse import`'));
      assert.ok(page(name).includes('`gatehouse import --undo`'));
    });
  }

  for (const hookSet of hookSets) {
    it(`${hookSet.page} names every script and every gate of the set`, () => {
      const text = page(hookSet.page);
      for (const [script, gates] of Object.entries(hookSet.scripts)) {
        assert.ok(
          text.includes(script.replace('code_intelligence_turn_mark', 'turn_mark').replace('codegraph_', '')),
          script,
        );
        for (const gate of gates.split(', ')) assert.ok(text.includes(gate), gate);
      }
    });
  }

  for (const words of [
    '.test-status',
    '.proof-status',
    '.plan-drift',
    '.agent-findings',
    '.preserved-context',
    '.audit-log',
    '.lint-breaker',
    '.subagent-tracker',
    '.statusline-cache',
    '.update-status',
    'PLAN_CHURN_WARN',
    'LLM_REVIEW_ENABLED',
    '/backlog',
    '/freeze',
    'verified',
  ]) {
    it(`F5 the page of the harness has a place for ${words}`, () =>
      assert.ok(page('001-hook-harness.md').includes(words)));
  }
});
