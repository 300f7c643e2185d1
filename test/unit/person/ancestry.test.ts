import assert from 'node:assert/strict';
import { ancestryOf, chainFrom, type Process } from '../../../src/hooks/person/ancestry';

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
const ptyHost = {
  name: 'node',
  file: '/opt/server/node',
  args: ['node', '/opt/server/out/bootstrap-fork', '--type=ptyHost'],
};
const utility = {
  name: 'code',
  args: ['/usr/share/code/code', '--type=utility', '--utility-sub-type=node.mojom.NodeService'],
};
const today = { writtenAt: Date.now() - 60_000 };
const longAgo = { writtenAt: Date.now() - 40 * 86_400_000 };

const rows: readonly Row[] = [
  ['a window', [shell, { name: 'gnome-terminal-server' }, init], 'a person'],
  ['a shell in a shell', [{ name: 'zsh' }, shell, { name: 'xterm' }, init], 'a person'],
  ['through sudo', [{ name: 'sudo' }, shell, { name: 'kitty' }, init], 'a person'],
  ['the console', [shell, { name: 'login' }, init], 'a person'],
  ['another machine', [remote, { name: 'sshd' }, { name: 'sshd' }, init], 'a person'],
  ['the editor’s terminal', [shell, ptyHost, { name: 'node' }, init], 'a person'],
  ['the editor’s terminal on the desktop', [shell, utility, { name: 'code' }, init], 'a person'],
  ['a window of the person’s own home', [shell, { name: 'kitty', ...longAgo }, init], 'a person'],
  ['a connection whose server hides what it is', [remote, { name: 'sshd', hidden: true }, { name: 'sshd' }, init], 'a person'],
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
  ['an agent that its own installer put there', [shell, { name: '2.1.328', file: '/home/ada/.local/share/claude/versions/2.1.328' }, init], 'it was started by 2.1.328, an agent'],
  ['a connection to itself by another address', [{ ...shell, env: { SSH_CONNECTION: `::ffff:127.0.0.2 51122 ::ffff:127.0.0.1 22` } }, { name: 'sshd' }, init], 'its connection comes from this machine'],
  ['a program that is called like the editor’s terminal', [shell, { name: 'python3', args: ['python3', '--type=ptyHost'] }], 'its terminal was opened by python3, a program'],
  ['a program that has its words too', [shell, { ...ptyHost, file: '/usr/bin/node' }], 'its terminal was opened by node, a program'],
  ['the editor’s program that runs a script', [shell, { ...utility, args: ['code', 'a.js', ...utility.args.slice(1)] }], 'its terminal was opened by code, a program'],
  ['the editor’s program as another', [shell, { ...utility, env: { ELECTRON_RUN_AS_NODE: '1' } }], 'ELECTRON_RUN_AS_NODE puts other code into code, which opened its terminal'],
  ['a window with other code in it', [shell, { name: 'xterm', env: { LD_PRELOAD: '/tmp/a.so' } }], 'LD_PRELOAD puts other code into xterm, which opened its terminal'],
  ['a program that is called like a window', [shell, { name: 'xterm', ...today }, init], 'its terminal was opened by xterm, which any program here may have written'],
  ['a program that hides what it is', [shell, { name: 'login', hidden: true }, init], 'its terminal was opened by login, which any program here may have written'],
  ['a shell in namespaces that a program made', [{ ...shell, pid: 1, session: 1, enclosed: true }], 'it runs in namespaces that any program can make'],
  ['a program that is called like a shell, in namespaces of its own', [shell, { name: 'bash', pid: 1, session: 1, ...today }], 'bash, which any program here may have written, opened its terminal'],
]; // prettier-ignore

describe('whose terminal it is', () => {
  for (const [title, chain, expected] of rows) it(`${title}: ${expected}`, () => assert.equal(said(chain), expected));

  it('the chain of a process goes up to the first', () => {
    const chain = chainFrom(process.pid) ?? [];
    assert.deepEqual([chain[0]?.pid, chain[1]?.pid], [process.pid, process.ppid]);
  });
});
