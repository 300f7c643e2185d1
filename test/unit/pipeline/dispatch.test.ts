import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownFile } from '../../../src/hooks/state/stored-files';
import {
  allowanceFile,
  AllowanceList,
  allowanceMs,
  Allowances,
  fingerprint,
} from '../../../src/hooks/pipeline/allowance';
import { runGates, type GateRun } from '../../../src/hooks/pipeline/decide-call';
import {
  gate,
  reads,
  type AnyGate,
  type Level,
  allow,
  ask,
  context,
  deny,
  pass,
  rewrite,
  type Ruling,
} from '../../../src/hooks/pipeline/gate';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { readCall, type Call, type PreToolUse } from '../../../src/hooks/protocol/call';
import { freshFolder } from '../../harness/test-project';

const root = freshFolder();
const clock = { time: 1_000_000, now: () => clock.time };
const env = { HOME: root, GATEHOUSE_HOME: path.join(root, 'home') };
const allowances = new Allowances(ownFile(path.join(root, 'own'), allowanceFile, AllowanceList), clock);

function bash(command: string, cwd = root): Call {
  const call = readCall({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd });
  if ('problem' in call) throw new Error(call.problem);
  return call;
}

interface Extra {
  readonly posture?: AnyGate['posture'];
  readonly deadlineMs?: number;
}

function gateThat(
  id: string,
  decide: (call: PreToolUse) => Ruling | Ruling[] | Promise<Ruling>,
  extra: Extra = {},
): AnyGate {
  const level = { observe: 'observe', standard: 'enforce', harness: 'enforce' } as const;
  return gate({ id, title: id, summary: '', events: ['PreToolUse'], posture: 'open', level, decide, ...extra });
}

function run(call: Call, ...posted: (readonly [AnyGate, Level])[]): Promise<GateRun> {
  const site = siteAt({ env, clock, requestedByName: false }, placeOf(root));
  return runGates(
    call,
    posted.map(([one, level]) => ({ gate: one, level })),
    (earlier, note) => ({ ...site, earlier: [...earlier], note }),
    allowances,
  );
}

const kinds = (done: GateRun) => done.gates.map(({ id, rulings }) => [id, ...rulings.map(({ kind }) => kind)]);

describe('dispatch', () => {
  after(() => rmSync(root, { recursive: true, force: true }));

  it('asks in order, and a deny that is sent ends the chain', async () => {
    const done = await run(
      bash('x'),
      [gateThat('a', () => pass('')), 'enforce'],
      [gateThat('b', () => deny('r', 'no')), 'enforce'],
      [gateThat('c', () => pass('')), 'enforce'],
    );
    assert.deepEqual(kinds(done), [
      ['a', 'pass'],
      ['b', 'deny'],
    ]);
  });

  describe('a call that a shell command could do as well', () => {
    const judged = async (tool: string, ruling: Ruling) => {
      const shellForm = bash('x');
      const call = { ...shellForm, tool } as Call;
      const site = siteAt({ env, clock, requestedByName: false }, placeOf(root));
      const one = { ...gateThat('safety', () => ruling, { posture: 'closed' }), tools: ['Bash'] };
      const done = await runGates(call, [{ gate: one, level: 'enforce' }], () => site, allowances, shellForm);
      return kinds(done);
    };

    it('is refused with it', async () => {
      assert.deepEqual(await judged('mcp__shell__run', deny('r', 'no')), [['safety', 'deny']]);
    });
    it('is refused where the command would be changed', async () => {
      assert.deepEqual(await judged('mcp__shell__run', rewrite('x', { command: 'y' })), [['safety', 'deny']]);
    });
    it('is put to the person if it is an edit', async () => {
      assert.deepEqual(await judged('Write', deny('r', 'no')), [['safety', 'ask']]);
      assert.deepEqual(await judged('Write', pass('')), [['safety']]);
    });
  });

  it('goes on after a deny that is only watched or advised, and after an ask', async () => {
    const no = gateThat('no', () => deny('r', 'no'));
    const last = gateThat('last', () => pass(''));
    for (const level of ['observe', 'warn'] as const) {
      assert.equal((await run(bash('x'), [no, level], [last, 'enforce'])).gates.length, 2);
    }
    assert.equal((await run(bash('x'), [gateThat('q', () => ask('?')), 'enforce'], [last, 'enforce'])).gates.length, 2);
  });

  it('does not run what is off', async () => {
    const done = await run(bash('x'), [gateThat('a', () => assert.fail('asked')), 'off']);
    assert.deepEqual(done.gates, []);
  });

  it('shows the later gates what a rewrite made of the call, with all its other input', async () => {
    let seen: unknown;
    const done = await run(
      bash('one'),
      [gateThat('a', (call) => rewrite('r', { ...call.input, command: 'two' })), 'enforce'],
      [
        gateThat('b', (call) => {
          seen = [call.input, call.raw.tool_input];
          return pass('');
        }),
        'enforce',
      ],
    );
    assert.deepEqual(seen, [{ command: 'two' }, { command: 'two' }]);
    assert.equal(fingerprint(done.call), fingerprint(bash('two')));
  });

  it('does not show them a rewrite that is only watched', async () => {
    let seen: unknown;
    await run(
      bash('one'),
      [gateThat('a', () => rewrite('r', { command: 'two' })), 'observe'],
      [
        gateThat('b', (call) => {
          seen = call.input.command;
          return pass('');
        }),
        'enforce',
      ],
    );
    assert.equal(seen, 'one');
  });

  it('tells each gate what the earlier ones said', async () => {
    const level = { observe: 'observe', standard: 'enforce', harness: 'enforce' } as const;
    let heard: unknown;
    const listener = gate({
      id: 'b',
      title: 'b',
      summary: '',
      events: ['PreToolUse'],
      posture: 'open',
      level,
      decide: (_, site) => {
        heard = site.earlier.map(({ gate: id, rulings }) => [id, rulings[0]?.kind]);
        return pass('');
      },
    });
    await run(bash('x'), [gateThat('a', () => allow('fine')), 'enforce'], [listener, 'enforce']);
    assert.deepEqual(heard, [['a', 'allow']]);
  });

  describe('of a gate that fails', () => {
    const failures: readonly (readonly [name: string, decide: () => Promise<Ruling> | Ruling, says: RegExp])[] = [
      [
        'throws',
        () => {
          throw new Error('out of luck');
        },
        /out of luck/,
      ],
      ['rejects', () => Promise.reject(new Error('later out of luck')), /later out of luck/],
      ['hangs', () => sleep(60_000, pass(''), { ref: false }), /no answer in time/],
    ];
    for (const [name, decide, says] of failures) {
      it(`and ${name}: a closed one denies with the reason and a way on, an open one lets go, and the record says so`, async () => {
        const closed = await run(bash('x'), [gateThat('a', decide, { posture: 'closed', deadlineMs: 30 }), 'enforce']);
        const [ruling] = closed.results[0]!.rulings;
        assert.equal(ruling?.kind, 'deny');
        assert.match(ruling.reason, says);
        assert.match(ruling.instead ?? '', /Ask the person/);
        assert.match(closed.gates[0]?.failure ?? '', says);
        const open = await run(
          bash('x'),
          [gateThat('a', decide, { deadlineMs: 30 }), 'enforce'],
          [gateThat('b', () => pass('')), 'enforce'],
        );
        assert.deepEqual(kinds(open), [
          ['a', 'pass'],
          ['b', 'pass'],
        ]);
        assert.match(open.gates[0]?.failure ?? '', says);
      });
    }

    it('the person can still allow the call once', async () => {
      const call = bash('broken gate');
      const broken = gateThat('a', () => Promise.reject(new Error('x')), { posture: 'closed' });
      await allowances.grant('a', fingerprint(call), 'anna');
      assert.deepEqual(kinds(await run(call, [broken, 'enforce'])), [['a', 'context']]);
    });
  });

  describe('of a call that a person allowed once', () => {
    const no = gateThat('no', () => [context('c', 'r'), deny('r', 'not this')]);

    it('lifts the deny, says so to the agent and in the record, keeps the rest, and is used up', async () => {
      await allowances.grant('no', fingerprint(bash('it')), 'anna');
      const done = await run(bash('it'), [no, 'enforce']);
      assert.deepEqual(kinds(done), [['no', 'context', 'context']]);
      assert.equal(done.results[0]?.rulings[1]?.reason, 'allowed once by anna (rule r)');
      assert.equal(done.gates[0]?.allowedBy, 'anna');
      assert.deepEqual(kinds(await run(bash('it'), [no, 'enforce'])), [['no', 'context', 'deny']]);
    });

    const others: readonly (readonly [name: string, gateId: string, call: Call])[] = [
      ['another gate', 'other', bash('it')],
      ['another command', 'no', bash('it ')],
      ['another directory', 'no', bash('it', tmpdir())],
    ];
    for (const [name, id, call] of others) {
      it(`does not hold for ${name}`, async () => {
        await allowances.grant(id, fingerprint(call), 'anna');
        assert.deepEqual(kinds(await run(bash('it'), [no, 'enforce'])), [['no', 'context', 'deny']]);
      });
    }

    it('does not hold after ten minutes', async () => {
      await allowances.grant('no', fingerprint(bash('late')), 'anna');
      clock.time += allowanceMs;
      assert.deepEqual(kinds(await run(bash('late'), [no, 'enforce'])), [['no', 'context', 'deny']]);
    });

    it('does not hold for what is never allowed', async () => {
      const never = gateThat('never', () => deny('r', 'no', { liftable: false }));
      await allowances.grant('never', fingerprint(bash('it')), 'anna');
      assert.deepEqual(kinds(await run(bash('it'), [never, 'enforce'])), [['never', 'deny']]);
    });

    it('is taken by one of two calls that come at the same time', async () => {
      await allowances.grant('no', fingerprint(bash('race')), 'anna');
      const both = await Promise.all([run(bash('race'), [no, 'enforce']), run(bash('race'), [no, 'enforce'])]);
      assert.deepEqual(both.map((done) => kinds(done)[0]![2]).sort(), ['context', 'deny']);
    });
  });
});

describe('a gate reads', () => {
  const cases: readonly (readonly [tools: string[] | undefined, tool: string | undefined, reads: boolean])[] = [
    [undefined, 'Bash', true],
    [['Bash'], 'Bash', true],
    [['Bash'], 'BashOutput', false],
    [['Bash'], undefined, true],
    [['mcp__*__codex'], 'mcp__a__codex', true],
    [['mcp__*__codex'], 'mcp__a__codex_reply', false],
    [['mcp__*'], 'Bash', false],
  ];
  for (const [tools, tool, expected] of cases) {
    it(`${tools?.join(' ') ?? 'every tool'}: ${tool ?? 'no tool'} → ${expected ? 'yes' : 'no'}`, () => {
      const one = { events: ['PreToolUse' as const], ...(tools === undefined ? {} : { tools }) };
      assert.equal(reads(one, 'PreToolUse', tool), expected);
      assert.equal(reads(one, 'Stop', tool), false);
    });
  }
});
