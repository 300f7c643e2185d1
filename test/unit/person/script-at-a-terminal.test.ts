import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { skip } from '../../harness/skip';
import { RealHooks } from '../bounds/real-hooks';

/** Types the word into a terminal of its own, as a person would, and leaves what it read in a file. */
const typist = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], 'proof', 'verify'])
said = b''
try:
    while True:
        piece = os.read(terminal, 1024)
        if not piece: break
        said += piece
        if b'to go on: ' in said and b'TYPED' not in said:
            os.write(terminal, b'verified\\n')
            said += b'TYPED'
except OSError:
    pass
os.wait()
with open(sys.argv[2] + '.part', 'wb') as out: out.write(said)
os.rename(sys.argv[2] + '.part', sys.argv[2])
`;

/** How a script starts the typist: `$PYTHON`, or a copy of it under another name, away from the agent that began it. */
const ways: readonly (readonly [title: string, name: string, command: string])[] = [
  ['below its shell', 'python3', '"$PROGRAM" typist.py "$GATEHOUSE" out; wait'],
  ['that left its session', 'python3', 'setsid -f "$PROGRAM" typist.py "$GATEHOUSE" out'],
  ['that is called like a window', 'xterm', 'setsid -f "$PROGRAM" typist.py "$GATEHOUSE" out'],
  ['that is called like a shell', 'bash', 'setsid -f "$PROGRAM" typist.py "$GATEHOUSE" out'],
  ['that has the words of the editor’s terminal', 'node', 'setsid -f "$PROGRAM" typist.py "$GATEHOUSE" out --type=ptyHost /srv/out/bootstrap-fork'],
  ['in namespaces of its own', 'bash', 'setsid -f unshare -Urpf --mount-proc "$PROGRAM" typist.py "$GATEHOUSE" out || setsid -f "$PROGRAM" typist.py "$GATEHOUSE" out'],
  ['that is called like the editor', 'code', 'setsid -f "$PROGRAM" typist.py "$GATEHOUSE" out --utility-sub-type=node.mojom.NodeService'],
]; // prettier-ignore

describe('C2 a script at a terminal', () => {
  let hooks: RealHooks;
  let python: { program: string; home: string };

  before(function () {
    const asked = 'import pty, os, sys; print(os.path.realpath(sys.executable)); print(sys.base_prefix)';
    const [program = '', home = ''] = spawnSync('python3', ['-c', asked], { encoding: 'utf8' }).stdout.split('\n');
    if (program === '') skip(this, 'python3 is not installed');
    python = { program, home };
    hooks = new RealHooks();
  });
  afterEach(() => hooks.git('clean', '-fdqx'));
  after(() => hooks.clear());

  for (const [title, name, command] of ways) {
    it(`${title} is no person: its word is not asked for, and nothing is recorded`, () => {
      hooks.write('typist.py', typist);
      const copy = path.join(hooks.project, name);
      copyFileSync(python.program, copy);
      const env = {
        ...hooks.env,
        PYTHONHOME: python.home,
        PROGRAM: copy,
        GATEHOUSE: path.join(hooks.home, 'bin', 'gatehouse'),
      };
      const waits = 'until [ -e out ]; do read -r -t 0.05 _ < /dev/zero; done';
      spawnSync('bash', ['-c', `${command}; ${waits}`], { cwd: hooks.project, env });
      const said = readFileSync(path.join(hooks.project, 'out'), 'utf8');
      assert.match(said, /only a person can do this, and Gatehouse cannot tell that a person uses this terminal/);
      assert.equal(existsSync(path.join(hooks.project, '.claude/.proof-status')), false);
      const projects = path.join(hooks.home, 'projects');
      const written = existsSync(projects) ? readdirSync(projects, { recursive: true, encoding: 'utf8' }) : [];
      assert.deepEqual(
        written.filter((file) => file.endsWith('receipts.json')),
        [],
      );
    });
  }
});
