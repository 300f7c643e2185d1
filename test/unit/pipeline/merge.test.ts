import assert from 'node:assert/strict';
import {
  type Level,
  allow,
  ask,
  context,
  deny,
  feedback,
  message,
  pass,
  rewrite,
  type Ruling,
} from '../../../src/hooks/pipeline/gate';
import { merge, type DecidedBy, type GateResult } from '../../../src/hooks/pipeline/merge';
import type { Answer } from '../../../src/hooks/protocol/reply';
import type { EventName } from '../../../src/hooks/protocol/events';

const said = (gate: string, level: Level, ...rulings: Ruling[]): GateResult => ({ gate, level, rulings });
const no = deny('r1', 'no', { instead: 'do that', part: 'rm' });
const noText = 'Gatehouse a [r1]: no (at: rm)\ndo that';

/** Only the fields of the answer that hold something. */
function merged(event: EventName, ...all: GateResult[]): Partial<Answer> {
  const told = Object.entries(merge(event, all)).filter(([name, value]) => name !== 'decidedBy' && value !== undefined);
  return Object.fromEntries(told);
}

describe('merging', () => {
  const cases: readonly (readonly [name: string, event: EventName, all: GateResult[], answer: Partial<Answer>])[] = [
    ['nothing is nothing', 'PreToolUse', [], {}],
    ['a pass is nothing', 'PreToolUse', [said('a', 'enforce', pass('fine'))], {}],
    [
      'a deny names gate, rule, part and what to do instead',
      'PreToolUse',
      [said('a', 'enforce', no)],
      { decision: 'deny', reason: noText },
    ],
    [
      'deny beats ask beats allow, in any order',
      'PreToolUse',
      [said('c', 'enforce', allow('read-only')), said('b', 'enforce', ask('look')), said('a', 'enforce', no)],
      { decision: 'deny', reason: noText },
    ],
    [
      'ask beats allow',
      'PreToolUse',
      [said('c', 'enforce', allow('read-only')), said('b', 'enforce', ask('look'))],
      { decision: 'ask', reason: 'Gatehouse b: look' },
    ],
    [
      'an allow says who approved',
      'PreToolUse',
      [said('c', 'enforce', allow('read-only'))],
      { decision: 'allow', reason: 'c: read-only' },
    ],
    [
      'an allow may carry an input that is an answer',
      'PreToolUse',
      [said('c', 'enforce', allow('answered', { answers: 1 }))],
      { decision: 'allow', reason: 'c: answered', updatedInput: { answers: 1 } },
    ],
    [
      'a rewrite approves nothing, also beside an allow',
      'PreToolUse',
      [said('a', 'enforce', rewrite('safer', { command: 'ls' })), said('c', 'enforce', allow('read-only'))],
      { updatedInput: { command: 'ls' }, context: 'safer' },
    ],
    [
      'the last rewrite stands, every reason is told',
      'PreToolUse',
      [said('a', 'enforce', rewrite('one', { n: 1 })), said('b', 'enforce', rewrite('two', { n: 2 }))],
      { updatedInput: { n: 2 }, context: 'one\n\ntwo' },
    ],
    ['observe sends nothing', 'PreToolUse', [said('a', 'observe', no, rewrite('x', {}), message('m', 'r'))], {}],
    ['off sends nothing', 'PreToolUse', [said('a', 'off', no)], {}],
    ['warn makes advice of a deny', 'PreToolUse', [said('a', 'warn', no)], { context: 'no' }],
    [
      'warn makes advice of a rewrite',
      'PreToolUse',
      [said('a', 'warn', rewrite('safer', { n: 1 }))],
      { context: 'safer' },
    ],
    ['warn makes advice of an ask', 'PreToolUse', [said('a', 'warn', ask('look'))], { context: 'look' }],
    [
      'warn at the end of a turn tells the person, since context would make the agent go on',
      'Stop',
      [said('a', 'warn', no)],
      { message: 'no' },
    ],
    [
      'feedback before a tool ran is context',
      'PreToolUse',
      [said('a', 'enforce', context('c', 'r'), feedback('f', 'r'))],
      { context: 'c\n\nf' },
    ],
    [
      'feedback after a tool ran sends it back',
      'PostToolUse',
      [said('a', 'enforce', feedback('f1', 'r')), said('b', 'enforce', feedback('f2', 'r'))],
      { decision: 'deny', reason: 'f1\n\nf2' },
    ],
    [
      'feedback joins a deny',
      'PostToolUse',
      [said('a', 'enforce', no), said('b', 'enforce', feedback('f', 'r'))],
      { decision: 'deny', reason: `${noText}\n\nf` },
    ],
    [
      'texts are joined in order and said once',
      'SessionStart',
      [
        said('a', 'enforce', context('one', 'r'), message('m', 'r')),
        said('b', 'enforce', context('two', 'r'), context('one', 'r'), context('', 'r')),
      ],
      { context: 'one\n\ntwo', message: 'm' },
    ],
    [
      'the first deny speaks',
      'PreToolUse',
      [said('a', 'enforce', no), said('b', 'enforce', deny('r2', 'also no'))],
      { decision: 'deny', reason: noText },
    ],
  ];
  for (const [name, event, all, answer] of cases) {
    it(name, () => assert.deepEqual(merged(event, ...all), answer));
  }

  const deciders: readonly (readonly [name: string, all: GateResult[], by: DecidedBy | undefined])[] = [
    ['a deny is its gate’s and its rule’s', [said('a', 'enforce', no)], { gate: 'a', rule: 'r1' }],
    [
      'of two gates that ask, the first decides',
      [said('a', 'enforce', ask('x')), said('b', 'enforce', ask('x'))],
      { gate: 'a' },
    ],
    ['feedback decides where nothing is denied', [said('a', 'enforce', feedback('f', 'r'))], { gate: 'a' }],
    ['a gate that only watches decides nothing', [said('a', 'observe', no)], undefined],
  ];
  for (const [name, all, by] of deciders) {
    it(`H1 ${name}`, () => assert.deepEqual(merge('PostToolUse', all).decidedBy, by));
  }
});
