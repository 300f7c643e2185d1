import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../../../src/hooks/cli/commands';
import { identityOf } from '../../../src/hooks/questions/question';
import { Asking, color, size } from './asking';
import { read, type Sample } from './sample';

const id = identityOf(read(color)).fingerprint;
const red = { answers: { 'Which color?': 'Red' } };

describe('gatehouse questions', () => {
  let asking: Asking;
  beforeEach(() => void (asking = new Asking()));
  afterEach(() => asking.dispose());

  /** With `answer` at a terminal, without in a script. */
  async function run(words: string, answer?: string) {
    const said = { out: '', err: '' };
    const code = await runCommand(['questions', ...words.split(' ')], {
      out: (text) => void (said.out += text),
      err: (text) => void (said.err += text),
      env: asking.rig.env,
      cwd: asking.rig.root,
      isTTY: answer !== undefined,
      ask: () => Promise.resolve(answer ?? ''),
    });
    return { code, ...said };
  }

  it('prefer changes nothing without a terminal or without the word', async () => {
    assert.equal((await run(`prefer ${id} never-ask`)).code, 1);
    assert.equal((await run(`prefer ${id} never-ask`, 'yes')).code, 1);
    assert.equal((await asking.before([color])).decision, undefined);
  });

  it('G2 what prefer writes is what the gate reads, and forget takes it back', async () => {
    asking.rig.git('remote', 'add', 'origin', 'https://example.test/acme/shop.git');
    assert.equal((await run(`prefer ${id} never-ask`, 'prefer')).code, 0);
    assert.equal((await asking.before([color])).decision, 'allow');
    assert.equal((await run(`forget ${id}`, 'forget')).code, 0);
    assert.equal((await asking.before([color])).decision, undefined);
    assert.equal((await run(`forget ${id}`, 'forget')).code, 1);
  });

  it('prefer for all projects', async () => {
    await run(`prefer ${id} never-ask --everywhere`, 'prefer');
    assert.equal((await asking.before([color])).decision, 'allow');
    const file = path.join(asking.rig.home, '.gatehouse/global-question-preferences.json');
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { [id]: 'never-ask' });
  });

  it('prefer refuses to silence a one-way question', async () => {
    const one: Sample = { question: 'Drop it?', options: ['Yes (Recommended)', 'No'] };
    await asking.after([one], { answers: { 'Drop it?': 'No' } });
    const { code, err } = await run(`prefer ${identityOf(read(one)).fingerprint} never-ask`, 'prefer');
    assert.equal(code, 1);
    assert.match(err, /always asked/);
    assert.equal((await run('prefer land-and-deploy-rollback never-ask', 'prefer')).code, 1);
  });

  it('stats count what people answered apart from what was decided', async () => {
    asking.prefer('never-ask', [size]);
    await asking.after([color], red);
    await asking.after([color], { answers: { 'Which color?': 'Blue (Recommended)' } });
    await asking.before([size], {}, 'toolu_s');
    await asking.after([size], { answers: { 'Which size?': 'Small (Recommended)' } }, 'toolu_s');
    const { out } = await run('stats --json');
    const { asked, decided, followed, recommended } = JSON.parse(out) as Readonly<Record<string, unknown>>;
    assert.deepEqual({ asked, decided, followed, recommended }, { asked: 2, decided: 1, followed: 1, recommended: 2 });
  });

  it('F1 list --decided shows what was answered for you, and ask takes it back', async () => {
    asking.prefer('never-ask', [size]);
    await asking.after([color], red);
    await asking.before([size], {}, 'toolu_s');
    await asking.after([size], { answers: { 'Which size?': 'Small (Recommended)' } }, 'toolu_s');
    const { out } = await run('list --decided');
    assert.match(out, /Which size\? = Small\s/);
    assert.doesNotMatch(out, /Which color/);
    assert.equal((await run(`ask ${identityOf(read(size)).fingerprint}`)).code, 0);
    assert.equal((await asking.before([size])).decision, undefined);
  });

  it('F1 forget --all forgets what answers and keeps what asks', async () => {
    asking.prefer('never-ask', [size, 'qa-tier']);
    await run(`ask ${id}`);
    assert.equal((await run('forget --all', 'no')).code, 1);
    assert.equal((await run('forget --all', 'forget')).code, 0);
    const file = path.join(asking.project, 'question-preferences.json');
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { [id]: 'always-ask' });
    assert.equal((await run('forget --all', 'forget')).code, 1);
  });

  it('F1 stats say why a question was asked anyway', async () => {
    const plain: Sample = { question: 'Which tone?', options: ['Plain', 'Warm'] };
    asking.prefer('never-ask', [plain]);
    await asking.before([plain], {}, 'toolu_p');
    await asking.after([plain], { answers: { 'Which tone?': 'Warm' } }, 'toolu_p');
    assert.match((await run('stats')).out, /Asked anyway: q-[0-9a-f]+: it recommends no option\./);
    assert.match((await run('list')).out, /asked anyway: it recommends no option/);
  });

  const inert: readonly (readonly [string, unknown, RegExp])[] = [
    [
      'land-and-deploy-rollback',
      'never-ask',
      /registered as one-way.*gatehouse questions forget land-and-deploy-rollback/,
    ],
    [
      'readme-tone',
      'never-ask',
      /it is not registered, and it has not been asked here.*register it in .*question-registry\.json/,
    ],
    ['readme-tone', 'sometimes', /"sometimes" is not a preference.*gatehouse questions prefer readme-tone never-ask/],
    ['ship-plan-split-2', 'never-ask', /one of several questions that belong together/],
  ];
  for (const [name, value, said] of inert) {
    it(`F1 stats name a preference that does nothing, with the reason and the step: ${name} ${String(value)}`, async () => {
      asking.prefer(value, [name]);
      assert.match((await run('stats')).out, said);
    });
  }

  it('list shows the latest first, without control characters', async () => {
    await asking.after([color], red);
    await asking.after([{ question: 'Which\u001b[31m size?', options: ['S', 'L'] }], {});
    const { out } = await run('list');
    assert.match(out, /Which.* size\?[^]*Which color\? = Red/);
    assert.equal(out.includes('\u001b'), false);
    assert.match((await run('list --limit 1')).out, /^[^\n]*size[^\n]*\n$/);
  });

  it('export prints every record as one line of JSON', async () => {
    await asking.after([color, size], red);
    const lines = (await run('export')).out.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { question_summary: string }).question_summary),
      ['Which color?', 'Which size?'],
    );
  });

  it('G10 says why every question is asked while a file cannot be read', async () => {
    asking.preferences('{', path.join(asking.project, 'question-preferences.json'));
    const { code, err } = await run('list');
    assert.equal(code, 0);
    assert.match(err, /You are asked every question: the preferences \(project\) cannot be read: it is not JSON/);
  });

  for (const words of [
    'prefer',
    `prefer ${id}`,
    `prefer ${id} sometimes`,
    'prefer ../x never-ask',
    'list --limit 0',
    'what',
  ]) {
    it(`says what is wrong with "${words}"`, async () => assert.equal((await run(words, 'prefer')).code, 64));
  }
});
