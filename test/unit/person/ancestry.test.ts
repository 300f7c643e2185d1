import assert from 'node:assert/strict';
import { ancestryOf } from '../../../src/hooks/person/ancestry';
import { chainFrom, type Process } from '../../../src/hooks/person/processes';

type Row = readonly [title: string, chain: readonly Partial<Process>[], expected: string];

/** Nearest first; every process leads a session of its own unless it says otherwise. */
function said(chain: readonly Partial<Process>[]): string {
  const whole = chain.map((one, at): Process => {
    const pid = one.pid ?? 100 - at;
    return { name: '', args: [], env: {}, session: pid, ...one, pid };
  });
  const ancestry = ancestryOf(whole);
  return ancestry.kind === 'person' ? 'a person' : ancestry.why;
}

const shell = { name: 'bash' };
const init = { name: 'systemd', pid: 1 };
const remote = { name: 'bash', env: { SSH_CONNECTION: '203.0.113.7 51122 198.51.100.2 22' } };
const local = { name: 'bash', env: { SSH_CONNECTION: '127.0.0.1 51122 127.0.0.1 22' } };
const ptyHost = { name: 'node', args: ['node', '/opt/server/out/bootstrap-fork', '--type=ptyHost'] };

const rows: readonly Row[] = [
  ['a window', [shell, { name: 'gnome-terminal-server' }, init], 'a person'],
  ['a shell in a shell', [{ name: 'zsh' }, shell, { name: 'xterm' }, init], 'a person'],
  ['through sudo', [{ name: 'sudo' }, shell, { name: 'kitty' }, init], 'a person'],
  ['the console', [shell, { name: 'login' }, init], 'a person'],
  ['another machine', [remote, { name: 'sshd' }, { name: 'sshd' }, init], 'a person'],
  ['the editor’s terminal', [shell, ptyHost, { name: 'node' }, init], 'a person'],
  ['a container that was entered', [{ ...shell, pid: 7 }], 'a person'],
  ['C2 a pty of a script', [shell, { name: 'python3.12' }, shell, { name: 'xterm' }, init], 'its terminal was opened by python3.12, a program'],
  ['C2 expect', [shell, { name: 'expect' }, { name: 'xterm' }], 'its terminal was opened by expect, a program'],
  ['C2 script(1)', [shell, { name: 'script' }, shell, { name: 'xterm' }], 'its terminal was opened by script, a program'],
  ['C2 a script that has ended', [shell, init], 'the program that opened its terminal has ended'],
  ['C2 the same in a container', [{ ...shell, session: 40 }, { name: 'sh', pid: 1, session: 9 }], 'the program that opened its terminal has ended'],
  ['an agent', [shell, { name: 'claude' }, shell, { name: 'xterm' }, init], 'it was started by claude, an agent'],
  ['an agent under an interpreter', [shell, { name: 'node', args: ['node', '/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js'] }], 'it was started by node, an agent'],
  ['a shell of an agent that has gone', [{ ...shell, env: { CLAUDECODE: '1' } }, { name: 'xterm' }], 'an agent started the shell it runs in'],
  ['tmux', [shell, { name: 'tmux: server' }, init], 'any program can type into tmux: server'],
  ['a connection to itself', [local, { name: 'sshd' }, init], 'its connection comes from this machine'],
  ['a program that is called like the editor’s terminal', [shell, { name: 'python3', args: ['python3', '--type=ptyHost'] }], 'its terminal was opened by python3, a program'],
]; // prettier-ignore

describe('whose terminal it is', () => {
  for (const [title, chain, expected] of rows) it(`${title}: ${expected}`, () => assert.equal(said(chain), expected));

  it('the chain of a process goes up to the first', () => {
    const chain = chainFrom(process.pid) ?? [];
    assert.deepEqual([chain[0]?.pid, chain[1]?.pid], [process.pid, process.ppid]);
  });
});
