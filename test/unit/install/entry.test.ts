import assert from 'node:assert/strict';
import { questionPreference } from '../../../src/hooks/gates/questions/question-preference';
import { entriesFor, isOurs, type Form } from '../../../src/hooks/install/entry';
import { allGates } from '../../../src/hooks/pipeline/catalog';
import { ownForm, sampleEntries, sampleGate } from './sample';

describe('the entries of an installation', () => {
  it('are one per event and lane that an enabled gate reads, and one for tools whose gate needs a shorter timeout', () => {
    assert.deepEqual(
      sampleEntries().map(({ event, lane, handler }) => `${event} ${lane} ${handler.timeout} s`),
      [
        ...['PreToolUse sync 30 s', 'PreToolUse sync 5 s', 'PostToolUse sync 45 s', 'PostToolUse async 900 s'],
        ...['PostToolUseFailure sync 15 s', 'Stop sync 30 s'],
      ],
    );
  });

  it('match the tools of the enabled gates, plain names as an exact list, an agent under its former name too', () => {
    assert.equal(sampleEntries()[0]?.matcher, 'Bash|PowerShell|Write|Edit|Agent|Task');
  });

  it('anchor a matcher that has a pattern, since the client searches it anywhere in the name', () => {
    assert.equal(sampleEntries()[2]?.matcher, '^(?:Bash|mcp__.*codex.*)$');
  });

  it('have no matcher where a gate reads every tool, nor on an event without tools', () => {
    const all = entriesFor([sampleGate('all', {})], () => 'warn', { kind: 'shared' });
    assert.equal(all[0]?.matcher, undefined);
    assert.equal(sampleEntries().at(-1)?.matcher, undefined);
  });

  it('E2 have every entry before a tool block when the hook itself fails, and no other', () => {
    const forms: readonly Form[] = [
      ownForm,
      { kind: 'own', bin: '/home/ada b/.gatehouse/bin' },
      { kind: 'shared' },
      { kind: 'direct', node: 'node.exe', launcher: 'C:\\\\g\\\\bin\\\\gatehouse-hook.cjs' },
    ];
    for (const form of forms) {
      for (const { event, handler } of sampleEntries(form)) {
        assert.equal(handler.onFailure, event === 'PreToolUse' ? 'block' : undefined, `${form.kind} ${event}`);
      }
    }
  });

  it('start the shim without a shell where the client can, by a path that an older client can run directly', () => {
    assert.deepEqual(sampleEntries()[0]?.handler, {
      type: 'command',
      command: '/home/ada/.gatehouse/bin/gatehouse-hook',
      args: ['PreToolUse'],
      timeout: 30,
      onFailure: 'block',
    });
  });

  it('give the asynchronous lane a command of its own, so that no client takes both for one hook', () => {
    const [sync, async] = sampleEntries().filter(({ event }) => event === 'PostToolUse');
    assert.equal(async?.handler.async, true);
    assert.notEqual(async.handler.command, sync?.handler.command);
  });

  it('quote a path that a shell would take apart, and then need no args', () => {
    const [entry] = sampleEntries({ kind: 'own', bin: "/home/a da's/.gatehouse/bin" });
    assert.equal(entry?.handler.command, `exec '/home/a da'\\''s/.gatehouse/bin/gatehouse-hook' PreToolUse`);
    assert.equal(entry.handler.args, undefined);
  });

  it('start node itself on Windows', () => {
    const form = {
      kind: 'direct',
      node: 'C:\\node.exe',
      launcher: 'C:\\Users\\a\\.gatehouse\\bin\\gatehouse-hook.cjs',
    };
    const [entry] = sampleEntries(form as { kind: 'direct'; node: string; launcher: string });
    assert.deepEqual(entry?.handler.args, [form.launcher, 'hook', 'PreToolUse']);
    assert.equal(isOurs(entry.handler), true);
  });

  it('tell the impatient entry from its event’s other one in every form, so that no client takes both for one', () => {
    const launcher = 'C:\\x\\bin\\gatehouse-hook.cjs';
    for (const [form, words] of [
      [{ kind: 'own', bin: '/h/bin' }, '/h/bin/gatehouse-hook PreToolUse --brief'],
      [{ kind: 'own', bin: '/a b/bin' }, "exec '/a b/bin/gatehouse-hook' PreToolUse --brief"],
      [{ kind: 'shared' }, 'exec "$h" PreToolUse --brief --shared'],
      [{ kind: 'direct', node: 'node', launcher }, `node ${launcher} hook PreToolUse --brief`],
    ] satisfies [Form, string][]) {
      const { handler } = sampleEntries(form)[1]!;
      assert.ok([handler.command, ...(handler.args ?? [])].join(' ').includes(words), handler.command);
      assert.equal(isOurs(handler), true);
    }
  });

  it('give each tool to one entry only', async () => {
    const entries = entriesFor(
      (await allGates()).map(({ gate }) => gate),
      () => 'enforce',
      { kind: 'shared' },
    ).filter(({ event }) => event === 'PreToolUse');
    const answering = (tool: string) =>
      entries.filter(({ matcher }) => new RegExp(matcher ?? '').test(tool)).map(({ handler }) => handler.timeout);
    assert.deepEqual(
      ['AskUserQuestion', 'mcp__app__AskUserQuestion', 'mcp__app__AskUserQuestions', 'Bash', 'Agent', 'Task'].map(
        answering,
      ),
      [[5], [5], [30], [30], [30], [30]],
    );
  });

  it('give the questions five seconds, of which their gate takes one and a half before it lets the person be asked', () => {
    const { clientTimeoutSeconds, deadlineMs, posture } = questionPreference;
    assert.deepEqual(
      { clientTimeoutSeconds, deadlineMs, posture },
      { clientTimeoutSeconds: 5, deadlineMs: 1_500, posture: 'open' },
    );
  });

  it('always wait for more than no time at all: a zero makes the client drop the whole file', () => {
    for (const { handler } of sampleEntries()) assert.ok(handler.timeout > 0);
  });
});

describe('recognising our own entries', () => {
  const ours: readonly [string, object][] = [
    ['a plain path', { command: '/home/ada/.gatehouse/bin/gatehouse-hook', args: ['Stop'] }],
    ['a plain path that lost its args', { command: '/home/ada/.gatehouse/bin/gatehouse-hook' }],
    ['the asynchronous lane', { command: '/x/bin/gatehouse-hook-async', args: ['Stop'] }],
    ['a quoted path', { command: `exec '/home/a b/.gatehouse/bin/gatehouse-hook' Stop` }],
    ['a quoted path, as it was written before', { command: `'/home/a b/.gatehouse/bin/gatehouse-hook' Stop` }],
  ];
  for (const [name, handler] of ours) it(`takes ${name}`, () => assert.equal(isOurs(handler), true));
  it('takes every form that an installation writes', () => {
    for (const form of [{ kind: 'shared' as const }, { kind: 'own' as const, bin: "/a'b/bin" }]) {
      for (const { handler } of sampleEntries(form)) assert.equal(isOurs(handler), true, handler.command);
    }
  });

  const others: readonly [string, unknown][] = [
    ["another's hook", { command: '/usr/bin/prettier' }],
    ["a person's wrapper around our shim", { command: 'nice /home/ada/.gatehouse/bin/gatehouse-hook Stop' }],
    ['a script that only mentions us', { command: 'cat ~/.gatehouse/bin/gatehouse-hook' }],
    ['a name that begins like ours', { command: '/home/ada/.gatehouse/bin/gatehouse-hooks' }],
    ['something without a command', { type: 'http', url: 'http://127.0.0.1/' }],
    ['no object', 'gatehouse-hook'],
  ];
  for (const [name, handler] of others) it(`leaves ${name} alone`, () => assert.equal(isOurs(handler), false));
});
