import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { identityOf } from '../../../src/hooks/questions/question';
import { asked, read, type Sample } from './sample';
import { Asking, color, size } from './asking';

describe('question preferences', () => {
  let asking: Asking;
  beforeEach(() => void (asking = new Asking()));
  afterEach(() => asking.dispose());

  it('asks where there is no preference', async () => {
    assert.equal((await asking.before([color])).decision, undefined);
  });

  it('answers a never-ask question with allow, the whole input and the recommended label under the exact text', async () => {
    asking.prefer('never-ask', [color]);
    const { decision, input, message } = await asking.before([color], { metadata: { source: 'x' } });
    assert.equal(decision, 'allow');
    assert.deepEqual(input, {
      questions: [asked(color)],
      metadata: { source: 'x' },
      answers: { 'Which color?': 'Blue (Recommended)' },
    });
    assert.match(message ?? '', /Answered for you/);
  });

  it('the person is told of a brief by its heading, the agent by the whole text', async () => {
    const brief = {
      question: 'D4 — Which tone?\nELI10: The notes are read by all.\n<gstack-qid:release-tone>',
      options: ['A) Plain (recommended)', 'B) Warm'],
    };
    asking.prefer('never-ask', [brief]);
    const { input, message } = await asking.before([brief]);
    assert.deepEqual(input?.answers, { [brief.question]: 'A) Plain (recommended)' });
    assert.match(message ?? '', /^Answered for you: "Which tone\?" = "A\) Plain \(recommended\)"\. To be asked again:/);
  });

  it('answers a question of several choices with a list', async () => {
    const many: Sample = {
      question: 'Which parts?',
      options: ['A (recommended)', 'B (recommended)', 'C'],
      multiSelect: true,
    };
    asking.prefer('never-ask', [many]);
    assert.deepEqual((await asking.before([many])).input?.answers, {
      'Which parts?': ['A (recommended)', 'B (recommended)'],
    });
  });

  it('decides all questions of a call or none', async () => {
    asking.prefer('never-ask', [color]);
    assert.equal((await asking.before([color, size])).decision, undefined);
    asking.prefer('never-ask', [color, size]);
    assert.deepEqual((await asking.before([color, size])).input?.answers, {
      'Which color?': 'Blue (Recommended)',
      'Which size?': 'Small (Recommended)',
    });
  });

  it('serves the question tools of MCP servers too', async () => {
    asking.tool = 'mcp__conductor__AskUserQuestion';
    asking.prefer('never-ask', [color]);
    assert.equal((await asking.before([color])).decision, 'allow');
  });

  it('refuses with the answer where the person configured that, and logs it itself', async () => {
    asking.preferences('{"questions":{"answer":"instruct"}}', path.join(asking.rig.home, '.gatehouse/config.json'));
    asking.prefer('never-ask', [color]);
    const { decision, reason, input } = await asking.before([color]);
    assert.equal(decision, 'deny');
    assert.equal(input, undefined);
    assert.match(reason, /"Which color\?" = "Blue \(Recommended\)"/);
    assert.equal(asking.log()[0]?.source, 'auto-decided');
  });

  it('a preference for all projects holds where the project has none, and yields where it has one', async () => {
    const everywhere = path.join(asking.rig.home, '.gatehouse');
    asking.prefer('never-ask', [color], everywhere);
    asking.preferences('{}', path.join(asking.project, 'question-preferences.json'));
    const file = path.join(everywhere, 'global-question-preferences.json');
    asking.preferences(JSON.stringify({ [idOf(color)]: 'never-ask' }), file);
    assert.equal((await asking.before([color])).decision, 'allow');
    asking.prefer('always-ask', [color]);
    assert.equal((await asking.before([color])).decision, undefined);
  });

  it('only observes at observe, and leaves no trace in the log of questions', async () => {
    asking.preferences('{"profile":"observe"}', path.join(asking.rig.home, '.gatehouse/config.json'));
    asking.prefer('never-ask', [color]);
    assert.equal((await asking.before([color], {}, 'toolu_o')).decision, undefined);
    await asking.after([color], { answers: { 'Which color?': 'Blue (Recommended)' } }, 'toolu_o');
    assert.equal(asking.log()[0]?.source, 'hook');
  });

  for (const sample of [
    { question: 'Delete the branch?', options: ['Yes (Recommended)', 'No'] },
    { question: 'What now?', options: ['git push --force (Recommended)', 'Wait'] },
    { question: 'Continue?', options: [['Yes (Recommended)', 'Drops the table'] as const, 'No'] },
  ] satisfies Sample[]) {
    it(`G5 G7 asks a one-way question under never-ask: ${sample.question}`, async () => {
      asking.prefer('never-ask', [sample]);
      assert.equal((await asking.before([sample])).decision, undefined);
      asking.prefer('ask-only-for-one-way', [sample]);
      assert.equal((await asking.before([sample])).decision, undefined);
    });
  }

  it('ask-only-for-one-way answers a two-way question', async () => {
    asking.prefer('ask-only-for-one-way', [color]);
    assert.equal((await asking.before([color])).decision, 'allow');
  });

  it('G2 finds the preference in a repository with a remote, and from a folder below its top', async () => {
    const gstack = path.join(asking.rig.home, '.gstack');
    mkdirSync(gstack);
    asking.rig.git('remote', 'add', 'origin', 'git@example.test:acme/shop.git');
    asking.prefer('never-ask', [color], path.join(gstack, 'projects/acme-shop'));
    assert.equal((await asking.before([color])).decision, 'allow');
    asking.rig.write('deep/down/x', '');
    const payload = {
      tool_name: 'AskUserQuestion',
      tool_input: { questions: [asked(color)] },
      cwd: asking.rig.at('deep/down'),
    };
    assert.match((await asking.rig.hook('PreToolUse', payload)).stdout, /"allow"/);
    await asking.after([color], { answers: { 'Which color?': 'Red' } });
    assert.equal(asking.log(path.join(gstack, 'projects/acme-shop')).length, 1);
  });

  for (const name of ['GSTACK_STATE_ROOT', 'GSTACK_HOME']) {
    it(`keeps to gstack's folder where ${name} names it, unless the repository itself set that`, async () => {
      const folder = path.join(asking.rig.home, 'state');
      asking.rig.env[name] = folder;
      asking.prefer('never-ask', [color], path.join(folder, 'projects/project'));
      assert.equal((await asking.before([color])).decision, 'allow');
      asking.rig.write('.claude/settings.json', JSON.stringify({ env: { [name]: folder } }));
      assert.equal((await asking.before([color])).decision, undefined);
    });
  }

  for (const value of ['sometimes', '', 'NEVER', 1, null, true, { preference: 'never-ask' }]) {
    it(`G3 asks under the unknown value ${JSON.stringify(value)}`, async () => {
      asking.prefer(value, [color]);
      assert.equal((await asking.before([color])).decision, undefined);
    });
  }

  it('G4 asks a question that is one of several that belong together', async () => {
    const part: Sample = { ...color, question: 'Which color? <gstack-qid:ship-plan-split-2>' };
    asking.prefer('never-ask', [part, 'ship-plan-split-2']);
    assert.equal((await asking.before([part])).decision, undefined);
  });

  it("G6 does not take a model's word for which question it is", async () => {
    const wolf: Sample = {
      question: 'Which tool? <gstack-qid:readme-tone>',
      options: ['A tool (Recommended)', 'Another'],
    };
    asking.prefer('never-ask', ['readme-tone']);
    assert.equal((await asking.before([wolf])).decision, undefined);
  });

  it('G6 a harmless id does not open a one-way door', async () => {
    const wolf: Sample = { question: 'Drop the table? <gstack-qid:readme-tone>', options: ['Yes (Recommended)', 'No'] };
    asking.prefer('never-ask', ['readme-tone', wolf]);
    await asking.after([wolf], { answers: { [wolf.question]: 'No' } });
    assert.equal((await asking.before([wolf])).decision, undefined);
  });

  it('G6 an id counts where the log holds the same text under it', async () => {
    const tone: Sample = {
      question: 'Which tone? <gstack-qid:readme-tone>',
      options: ['Plain (Recommended)', 'Playful'],
    };
    asking.prefer('never-ask', ['readme-tone']);
    assert.equal((await asking.before([tone])).decision, undefined);
    await asking.after([tone], { answers: { [tone.question]: 'Plain (Recommended)' } });
    assert.equal((await asking.before([tone])).decision, 'allow');
    const other = { ...tone, question: 'Which licence text? <gstack-qid:readme-tone>' };
    assert.equal((await asking.before([other])).decision, undefined);
  });

  it('G6 an id counts where the registry knows it and the text resembles it', async () => {
    const registry = [{ id: 'readme-tone', text: 'Which tone should the README have?', door: 'two-way' }];
    asking.preferences(
      JSON.stringify({ questions: { registry } }),
      path.join(asking.rig.home, '.gatehouse/config.json'),
    );
    asking.prefer('never-ask', ['readme-tone']);
    const options = ['Plain (Recommended)', 'Playful'];
    const near = { question: 'D2: Which tone should our README have? <gstack-qid:readme-tone>', options };
    const far = { question: 'Which server should we take? <gstack-qid:readme-tone>', options };
    assert.equal((await asking.before([near])).decision, 'allow');
    assert.equal((await asking.before([far])).decision, undefined);
  });

  it('never decides a question that is registered as one-way', async () => {
    const registry = [{ id: 'plan-size', text: 'Which size?', door: 'one-way' }];
    asking.preferences(
      JSON.stringify({ questions: { registry } }),
      path.join(asking.rig.home, '.gatehouse/config.json'),
    );
    const one = { ...size, question: 'Which size? <gstack-qid:plan-size>' };
    asking.prefer('never-ask', [one, 'plan-size']);
    assert.equal((await asking.before([one])).decision, undefined);
    const seed = { ...size, question: 'Which size? <gstack-qid:land-and-deploy-rollback>' };
    asking.prefer('never-ask', [seed]);
    assert.equal((await asking.before([seed])).decision, undefined);
  });

  it('a repository cannot register questions or say how they are answered', async () => {
    const registry = [{ id: 'readme-tone', text: 'Which tone should the README have?', door: 'two-way' }];
    asking.rig.write('.claude/gatehouse.json', JSON.stringify({ questions: { registry } }));
    asking.prefer('never-ask', ['readme-tone']);
    const near = {
      question: 'Which tone should the README have? <gstack-qid:readme-tone>',
      options: ['A (Recommended)', 'B'],
    };
    assert.equal((await asking.before([near])).decision, undefined);
  });

  it('G10 asks while a file of preferences cannot be read, whatever the other one says', async () => {
    const everywhere = path.join(asking.rig.home, '.gatehouse/global-question-preferences.json');
    const project = path.join(asking.project, 'question-preferences.json');
    asking.preferences(JSON.stringify({ [idOf(color)]: 'never-ask' }), everywhere);
    for (const broken of ['{', '', '[]', '"never-ask"', '\u0000']) {
      asking.preferences(broken, project);
      assert.equal((await asking.before([color])).decision, undefined, JSON.stringify(broken));
    }
    asking.preferences('{}', project);
    assert.equal((await asking.before([color])).decision, 'allow');
  });

  it('G15 numbering, case and the place of the recommendation do not make it another question', async () => {
    asking.prefer('never-ask', [{ question: 'D1 — Which color?', options: ['A) Red', 'B) Blue (recommended)'] }]);
    const again: Sample = { question: 'D2: which COLOR?', options: ['A) Blue [Recommended]', 'B) Red'] };
    assert.deepEqual((await asking.before([again])).input?.answers, { 'D2: which COLOR?': 'A) Blue [Recommended]' });
    const another: Sample = { question: 'Which color?', options: ['Red', 'Green (recommended)'] };
    assert.equal((await asking.before([another])).decision, undefined);
  });

  it('G19 needs no program on the path', async () => {
    asking.rig.env.PATH = '/nowhere';
    asking.prefer('never-ask', [color]);
    assert.equal((await asking.before([color])).decision, 'allow');
  });

  it('G20 a session id is never part of a path', async () => {
    asking.rig.session = '../../../escaped';
    asking.prefer('never-ask', [color]);
    assert.equal((await asking.before([color], {}, '../../use')).decision, 'allow');
    await asking.after([color], { answers: { 'Which color?': 'Blue (Recommended)' } }, '../../use');
    assert.equal(asking.log()[0]?.source, 'auto-decided');
  });

  for (const [what, input] of [
    ['no questions', {}],
    ['questions that are no list', { questions: 'Which?' }],
    ['an empty list', { questions: [] }],
    ['a question that is no object', { questions: [asked(color), 7] }],
    ['a question without text', { questions: [{ options: [] }] }],
  ] as const) {
    it(`asks on ${what}`, async () => {
      asking.prefer('never-ask', [color]);
      const { stdout } = await asking.rig.hook('PreToolUse', { tool_name: 'AskUserQuestion', tool_input: input });
      assert.equal(stdout, '');
    });
  }

  it('asks where two questions have one text, and where options cannot be told apart', async () => {
    const twins: Sample = { question: 'Which?', options: ['Same (Recommended)', 'Same (Recommended)'] };
    asking.prefer('never-ask', [color, twins]);
    assert.equal((await asking.before([color, color])).decision, undefined);
    assert.equal((await asking.before([twins])).decision, undefined);
  });
});

function idOf(sample: Sample): string {
  return identityOf(read(sample)).fingerprint;
}
