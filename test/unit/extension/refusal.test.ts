import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { reasonOf, refusalText } from '../../../src/extension/decisions/outcome';
import { Batcher } from '../../../src/extension/platform/coalescer';
import type { Trace } from '../../../src/hooks/pipeline/trace';

function refusal(subject: string, reason = 'It cannot be undone.'): Trace {
  return {
    v: 1,
    id: subject,
    at: 0,
    ms: 1,
    via: 'cold',
    event: 'PreToolUse',
    tool: 'Bash',
    session: 's',
    cwd: '/',
    root: '/',
    subject,
    gates: [{ id: 'guard', level: 'enforce', ms: 1, notes: [], rulings: [{ kind: 'deny', reason }] }],
    verdict: { decision: 'deny', gate: 'guard', reason: `Gatehouse guard [rule]: ${reason} What to do instead: …` },
  };
}

describe('a notification of blocked calls', () => {
  it('gives the reason that is meant for people, not the text that the agent reads', () => {
    assert.equal(reasonOf(refusal('git reset --hard')), 'It cannot be undone.');
    assert.equal(refusalText([refusal('git reset --hard\nls')]), 'Blocked: git reset --hard. It cannot be undone.');
  });

  it('says how often the same call was tried', () => {
    const calls = ['rm -rf a', 'rm -rf a', 'rm -rf a'].map((one) => refusal(one));
    assert.equal(refusalText(calls), 'Blocked 3 times: rm -rf a. It cannot be undone.');
  });

  it('counts calls that came together, names the latest three, and gives the reason of the last', () => {
    const calls = ['rm -rf a', 'rm -rf b', 'git clean -fd', 'git reset --hard'].map((one) => refusal(one));
    assert.equal(
      refusalText(calls),
      '4 calls blocked: git reset --hard · git clean -fd · rm -rf b · and 1 more. Latest: It cannot be undone.',
    );
  });
});

describe('what is gathered', () => {
  before(() => mock.timers.enable({ apis: ['setTimeout'] }));
  after(() => mock.timers.reset());

  it('tells the first at once, those of the next seconds together, and one after that at once again', () => {
    const told: (readonly string[])[] = [];
    const gathered = new Batcher<string>((items) => told.push(items), 3_000);
    gathered.add(['a']);
    gathered.add(['b']);
    gathered.add(['c', 'd']);
    assert.deepEqual(told, [['a']]);
    mock.timers.tick(3_000);
    assert.deepEqual(told, [['a'], ['b', 'c', 'd']]);
    mock.timers.tick(3_000);
    gathered.add(['e']);
    assert.deepEqual(told, [['a'], ['b', 'c', 'd'], ['e']]);
    gathered.dispose();
  });
});
