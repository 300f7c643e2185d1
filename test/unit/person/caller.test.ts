import assert from 'node:assert/strict';
import { callerOf, notTyped } from '../../../src/hooks/person/caller';
import type { Process } from '../../../src/hooks/person/ancestry';

type Row = readonly [title: string, chain: readonly Partial<Process>[], expected: string];

/** Nearest first; every process leads a session of its own unless it says otherwise. */
const whole = (chain: readonly Partial<Process>[]): readonly Process[] =>
  chain.map((one, at): Process => {
    const pid = one.pid ?? 100 - at;
    return { name: '', args: [], env: {}, session: pid, ...one, pid };
  });

const bin = '/home/ada/.gatehouse/bin/gatehouse-hook';
const harness = { AI_AGENT: 'claude-code_2-1-326_harness' };
const shim = { name: 'bash', args: ['/bin/bash', '-p', bin, 'PostToolUse'], env: harness };
const coldShim = { name: 'dash', args: ['/bin/sh', `${bin}-async`, 'PostToolUse'], env: harness };
const runner = { name: 'node', args: ['node', '/home/ada/.gatehouse/runner/1a2b/runner.js', 'hook', 'PostToolUse'] };
const hookShell = { name: 'dash', args: ['/bin/sh', '-c', `'/home/ada b/bin/gatehouse-hook' PostToolUse`] };
const claude = { name: 'claude', args: ['claude'] };
const xterm = { name: 'xterm' };
const bash = { name: 'bash' };
const init = { name: 'systemd', pid: 1 };
const toolShell = { name: 'bash', args: ['/bin/bash', '-c', `source s.sh; eval '${bin} PostToolUse' < /dev/null`] };

describe('who started a hook', () => {
  const rows: readonly Row[] = [
    ['the client', [shim, claude, bash, xterm, init], 'claude'],
    ['the client, through a shell', [shim, hookShell, claude, bash, xterm], 'claude'],
    ['the client, through the runner', [runner, shim, shim, claude, bash], 'claude'],
    ['the client, without a host', [runner, coldShim, claude], 'claude'],
    ['a client under an interpreter', [shim, { name: 'node', args: ['node', '/opt/@anthropic-ai/claude-code/cli.js'] }], 'node'],
    ['a client that names itself', [shim, { name: 'node', args: ['claude'] }, bash, xterm], 'node'],
    ['a client by its command', [shim, { name: 'node', args: ['node', '/usr/local/bin/claude', '-p'] }, bash], 'node'],
    ['a client that a service started', [shim, claude, init], 'claude'],
    ['a client that another one keeps', [shim, claude, claude, bash, xterm], 'claude'],
    ['the editor’s own agent', [shim, { name: 'code', args: ['code', '--type=utility'] }, { name: 'code' }, init], 'code'],
    ['the editor’s server', [shim, { name: 'node', file: '/srv/node', args: ['node', '/srv/out/bootstrap-fork', '--type=extensionHost'] }], 'node'],
    ['a client that its own installer put there', [shim, { name: '2.1.328', file: '/home/ada/.local/share/claude/versions/2.1.328' }, bash, xterm], '2.1.328'],
    ['a program with the words of the editor’s server', [shim, { name: 'node', file: '/usr/bin/node', args: ['node', '/tmp/bootstrap-fork'] }, init], 'stranger: node, which is no client, reported it'],
    ['a program that is called like the editor', [shim, { name: 'code', writtenAt: Date.now() }, init], 'stranger: code, which is no client, reported it'],
    ['a person who tries a hook', [shim, bash, xterm, init], 'bash'],
    ['a tool of the agent', [shim, toolShell, claude, bash, xterm], 'unproven: bash, which claude had started, reported it'],
    ['a script of the agent', [shim, { name: 'python3.12' }, bash, claude, xterm], 'unproven: python3.12, which claude had started, reported it'],
    ['a server of the agent', [shim, { name: 'node' }, claude, bash, xterm], 'unproven: node, which claude had started, reported it'],
    ['a tool that became the shim', [{ ...shim, env: { AI_AGENT: 'claude-code_2-1-326_agent' } }, claude], 'unproven: a tool, which claude had started, reported it'],
    ['a program that is called like a client', [shim, claude, bash, claude, xterm], 'unproven: claude, which claude had started, reported it'],
    ['a script that left its session', [shim, { name: 'python3.12' }, init], 'stranger: python3.12, which is no client, reported it'],
    ['a schedule', [shim, { name: 'dash' }, { name: 'cron' }, init], 'stranger: dash, which is no client, reported it'],
    ['a script with the shim’s name', [shim, { name: 'dash', args: ['sh', '/tmp/x/bin/gatehouse-hook'] }, toolShell, claude], 'unproven: bash, which claude had started, reported it'],
    ['nothing that can be seen', [shim], 'unproven: nothing shows which program reported it'],
  ]; // prettier-ignore
  for (const [title, chain, expected] of rows) {
    it(`${title}: ${expected}`, () => {
      const caller = callerOf(whole(chain));
      const shown = 'why' in caller ? `${caller.kind}: ${caller.why}` : 'client' in caller ? caller.client.name : '';
      assert.equal(shown, expected);
    });
  }
});

describe('F4 who typed a prompt', () => {
  const typing = { ...claude, terminal: true };
  const rows: readonly Row[] = [
    ['a person at a terminal', [shim, typing, bash, xterm, init], 'typed'],
    ['a person who gave the first prompt as an argument', [shim, { ...typing, args: ['claude', 'verified'] }, bash, xterm], 'typed'],
    ['a prompt of -p', [shim, { ...typing, args: ['claude', '-p', 'verified'] }, bash, xterm], 'the client was not started for a conversation'],
    ['a prompt from a program', [shim, { ...typing, args: ['claude', '--input-format', 'stream-json'] }, bash, xterm], 'the client was not started for a conversation'],
    ['a client without a terminal', [shim, { ...claude, terminal: false }, { name: 'cron' }, init], 'the client has no terminal of its own'],
    ['a client below an agent', [shim, typing, { name: 'script' }, bash, claude], 'claude, which claude had started, reported it'],
    ['a client that an agent started and left', [shim, { ...typing, env: { CLAUDECODE: '1' } }, bash, xterm], 'an agent started the client'],
    ['a terminal that a program typed into', [shim, typing, { name: 'expect' }, bash, xterm], 'its terminal was opened by expect, a program'],
    ['a script that feeds the hook', [shim, { name: 'python3.12' }, bash, claude], 'python3.12, which claude had started, reported it'],
  ]; // prettier-ignore
  for (const [title, chain, expected] of rows) {
    it(`${title}: ${expected}`, () => assert.equal(notTyped(callerOf(whole(chain))) ?? 'typed', expected));
  }
});
