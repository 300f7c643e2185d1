import assert from 'node:assert/strict';
import type { Caller } from '../../../src/hooks/person/caller';
import { readTraces } from '../../../src/hooks/pipeline/decision-log';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import type { UserPromptSubmit } from '../../../src/hooks/protocol/call';
import { slashCommand } from '../../../src/hooks/gates/session/prompt-submit';
import { Stage } from '../cli/stage';

const unproven: Caller = { kind: 'unproven', why: 'an agent started the client' };

describe('the slash commands of the plugin', () => {
  let stage: Stage;
  beforeEach(() => (stage = new Stage()));
  afterEach(() => stage.clear());

  const person: Caller = {
    kind: 'client',
    client: { pid: 2, name: 'claude', args: ['claude'], env: {}, terminal: true } as never,
    ancestors: [{ pid: 1, name: 'bash', args: ['-bash'], env: {}, terminal: true } as never],
  };
  const site = (caller: Caller) => {
    const real = siteAt(
      { env: stage.env, clock: { now: () => Date.now() }, requestedByName: false },
      placeOf(stage.root),
    );
    return Object.assign(Object.create(real) as typeof real, { caller: () => Promise.resolve(caller) });
  };
  const typed = async (prompt: string, caller: Caller = unproven) => {
    const answer = await slashCommand({ event: 'UserPromptSubmit', prompt } as UserPromptSubmit, site(caller));
    return answer === undefined ? undefined : { ...answer, text: 'text' in answer ? answer.text : '' };
  };

  it('/gatehouse:status answers with every flag', async () => {
    const answer = await typed('/gatehouse:status');
    assert.equal(answer?.kind, 'context');
    assert.match(answer.text, /Show the person exactly this[^]*\n {2}tests +missing/);
    assert.match((await typed('/gatehouse:status proof'))?.text ?? '', /\n {2}proof +missing/);
  });

  it('/gatehouse:why answers with the last refusal, whatever came after it', async () => {
    await stage.bash('rm -rf ~/');
    await stage.bash('ls');
    assert.match((await typed('/gatehouse:why'))?.text ?? '', /rm -rf ~\//);
  });

  it('/gatehouse:reset resets nothing where no person typed it, and says where one can', async () => {
    const evidence = site(unproven).evidence;
    await evidence.record('tests', { verdict: 'pass', rule: 'npm test' });
    const answer = await typed('/gatehouse:reset tests');
    assert.equal(answer?.kind, 'message');
    assert.equal(
      answer.text,
      'Gatehouse does not accept /gatehouse:reset: an agent started the client. Use "Gatehouse: Reset Flag" in the editor, or `gatehouse reset tests` in your own terminal.',
    );
    assert.equal(evidence.history('tests').length, 1);
  });

  it('/gatehouse:reset resets for a person at the client, and the journal says so', async () => {
    const { evidence, home } = site(person);
    await evidence.record('tests', { verdict: 'pass', rule: 'npm test' });
    assert.equal((await typed('/gatehouse:reset tests', person))?.text, 'Gatehouse: Reset: tests.');
    assert.deepEqual(evidence.history('tests'), []);
    assert.equal(readTraces(home, { limit: 1 })[0]?.subject, 'anna (prompt): reset tests');
  });

  for (const prompt of [
    'tell me about /gatehouse:reset',
    '/gatehouse:resets',
    '/gatehouse:reset tests\nand go on',
    '/reset',
  ]) {
    it(`is none: ${JSON.stringify(prompt)}`, async () => assert.equal(await typed(prompt, person), undefined));
  }
});
