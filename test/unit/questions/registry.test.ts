import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { entriesIn } from '../../../src/hooks/questions/registry';
import { Asking } from './asking';
import { brief, oneWayBriefs, optionKeys, registrySource, twoWayBriefs } from './briefs';
import type { Sample } from './sample';

describe('the question registry of an installed gstack', () => {
  let asking: Asking;
  beforeEach(() => {
    asking = new Asking();
    install('.claude/skills/gstack/scripts/question-registry.ts', registrySource());
    asking.prefer('never-ask', Object.keys(optionKeys));
  });
  afterEach(() => asking.dispose());

  function install(name: string, source: string, top = asking.rig.home): void {
    const file = path.join(top, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, source);
  }

  async function asksAgain(samples: readonly Sample[]): Promise<readonly string[]> {
    const asked: string[] = [];
    for (const sample of samples) {
      const { decision } = await asking.before([sample]);
      if (decision !== 'allow') asked.push(sample.question.split('\n', 1)[0] ?? '');
    }
    return asked;
  }

  const versions = (table: typeof twoWayBriefs, version: 0 | 1) =>
    Object.entries(table).map(([id, both], at) => brief(id, at + 1 + version * 60, both[version]));

  it('has 41 two-way and 12 one-way questions', () => {
    assert.deepEqual([Object.keys(twoWayBriefs).length, Object.keys(oneWayBriefs).length], [41, 12]);
    assert.equal(entriesIn(registrySource()).length, 53);
  });

  for (const [version, when] of [
    [0, 'the first time'],
    [1, 'with other details'],
  ] as const) {
    it(`F1 never-ask answers at least 38 of the 41 two-way questions ${when}`, async () => {
      const asked = await asksAgain(versions(twoWayBriefs, version));
      assert.ok(asked.length <= 3, asked.join('\n'));
    });
  }

  it('F1 no one-way question is answered', async () => {
    const all = [...versions(oneWayBriefs, 0), ...versions(oneWayBriefs, 1)];
    assert.equal((await asksAgain(all)).length, 24);
  });

  for (const [id, title, recommended, other] of [
    [
      'ship-greptile-comment-false-positive',
      'Greptile says deleteUser is unused, which is wrong. Reply?',
      'Reply',
      'Ignore',
    ],
    ['office-hours-premise-confirm', 'Premise 2: shops lose money on returns. Agree?', 'Agree', 'Disagree'],
    ['autoplan-taste-decision', 'Taste: two good names for the export service', 'Accept "exporter"', 'Override'],
  ] as const) {
    it(`F1 what a question tells of an act is not the act: ${title}`, async () => {
      const sample = brief(id, 4, [title, 'Both are fine.', recommended, other]);
      assert.equal((await asking.before([sample])).decision, 'allow');
    });
  }

  it('F1 a brief may be written in Markdown, with the marker in front', async () => {
    const question =
      '<gstack-qid:qa-tier>\n**D3 — How deep should QA go?**\n\n**Stakes if we pick wrong:** we lose all orders.\n\n**Recommendation:** Choose A.';
    const sample = { question, options: ['A) Standard (recommended)', 'B) Quick'] };
    assert.equal((await asking.before([sample])).decision, 'allow');
  });

  const qa = (title: string, ...labels: [string, ...string[]]) =>
    brief('qa-bug-fix-scope', 3, [title, 'A bug.', ...labels]);

  for (const [what, sample] of [
    [
      'its heading also asks for an act',
      qa('How far should QA go, and drop the users table on staging?', 'Standard', 'Quick'),
    ],
    ['its heading asks to drop a table', qa('Bug: drop the users table and start again?', 'Fix now', 'Skip')],
    ['an option force-pushes', qa('Bug: the branch diverged. Fix it?', 'Fix now by force-pushing main', 'Skip')],
    ['an option names a command', qa('Bug: the cache is stale. Fix it?', 'Fix now: rm -rf ~/shop', 'Skip')],
    [
      'an option deploys to production',
      qa('Bug: the cart is broken. Fix it?', 'Fix now and deploy to production', 'Skip'),
    ],
    [
      'the explanation says that data is gone',
      brief('qa-bug-fix-scope', 3, ['Bug found. Fix it?', 'This permanently deletes all orders.', 'Fix now', 'Skip']),
    ],
  ] as const) {
    it(`G6 a two-way id does not open a one-way door: ${what}`, async () => {
      assert.equal((await asking.before([sample])).decision, undefined);
    });
  }

  it('G6 an id counts only with a text that may belong to it', async () => {
    const other = {
      question: 'Which server do we rent? <gstack-qid:qa-tier>',
      options: ['Large (Recommended)', 'Small'],
    };
    assert.equal((await asking.before([other])).decision, undefined);
  });

  it('a person may keep a registry of their own, in TypeScript or JSON', async () => {
    asking.prefer('never-ask', ['readme-tone', 'docs-language']);
    install('.gatehouse/question-registry.ts', "export const Q = { a: { id: 'readme-tone', door_type: 'two-way' } };");
    install(
      '.gatehouse/question-registry.json',
      '[{"id":"docs-language","door_type":"two-way","description":"Language?"}]',
    );
    const tone = { question: 'D1: Which tone? <gstack-qid:readme-tone>', options: ['Plain (Recommended)', 'Playful'] };
    const language = { question: 'Docs in German? <gstack-qid:docs-language>', options: ['No (Recommended)', 'Yes'] };
    assert.deepEqual(await asksAgain([tone, language]), []);
  });

  it('a copy in the repository makes questions one-way, and none two-way', async () => {
    asking.prefer('never-ask', ['readme-tone', 'qa-tier']);
    const source = "({ a: { id: 'readme-tone', door_type: 'two-way' }, b: { id: 'qa-tier', door_type: 'one-way' } })";
    install('.claude/skills/gstack/scripts/question-registry.ts', source, asking.rig.root);
    const tone = { question: 'Which tone? <gstack-qid:readme-tone>', options: ['Plain (Recommended)', 'Playful'] };
    const tier = { question: 'Which QA tier? <gstack-qid:qa-tier>', options: ['Quick (Recommended)', 'Deep'] };
    assert.equal((await asksAgain([tone, tier])).length, 2);
  });

  for (const source of [
    '',
    '{',
    'not a registry',
    "{ id: 'x' }",
    "{ id: '../x', door_type: 'two-way' }",
    '\u0000'.repeat(99),
  ]) {
    it(`reads nothing out of ${JSON.stringify(source.slice(0, 40))}`, () => {
      assert.deepEqual(entriesIn(source), []);
    });
  }
});
