import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { skip } from '../../harness/skip';
import { RealHooks } from '../bounds/real-hooks';

/** Types the word into a terminal of its own, as a person would. */
const typist = `
import os, pty, sys, time
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
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
sys.stdout.write(said.decode('utf8', 'replace'))
`;

describe('C2 a script at a terminal', () => {
  it('is no person: its word is not asked for, and nothing is recorded', async function () {
    if (spawnSync('python3', ['-c', 'import pty']).status !== 0) skip(this, 'python3 is not installed');
    const hooks = new RealHooks();
    try {
      const program = path.join(hooks.home, 'bin', 'gatehouse');
      const ran = spawnSync('python3', ['-c', typist, program, 'proof', 'verify'], {
        cwd: hooks.project,
        env: hooks.env,
        encoding: 'utf8',
      });
      assert.match(ran.stdout, /only a person can do this, and nothing shows that one sits at this terminal/);
      assert.equal(existsSync(path.join(hooks.project, '.claude/.proof-status')), false);
      const projects = path.join(hooks.home, 'projects');
      const written = existsSync(projects) ? readdirSync(projects, { recursive: true, encoding: 'utf8' }) : [];
      assert.deepEqual(
        written.filter((name) => name.endsWith('receipts.json')),
        [],
      );
    } finally {
      await hooks.clear();
    }
  });
});
