import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { Rig } from '../review/rig';

describe('failing tests before an edit', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  const at = (secondsAgo: number): number => Math.floor(rig.now / 1000) - secondsAgo;

  async function write(file: string, tool = 'Write'): Promise<string> {
    const input = tool === 'Bash' ? { command: `echo x > ${file}` } : { file_path: rig.at(file), content: 'x' };
    const { stdout } = await rig.hook('PreToolUse', { tool_name: tool, tool_input: input }, 'test-gate');
    if (stdout === '') return 'pass';
    return stdout.includes('"deny"') ? 'deny' : 'advice';
  }

  describe('test-gate', () => {
    it('warns about the first source write after a failing run and denies the next', async () => {
      rig.write('.claude/.test-status', `fail|3|${at(10)}\n`);
      assert.deepEqual(
        [await write('src/a.ts'), await write('src/b.ts'), await write('src/a.ts')],
        ['advice', 'deny', 'deny'],
      );
      assert.match(rig.read('.claude/.test-gate-strikes'), /^3\|\d+$/m);
    });

    it('opens as soon as a run passes, and counts from the start again', async () => {
      rig.write('.claude/.test-status', `fail|3|${at(10)}`);
      await write('src/a.ts');
      rig.write('.claude/.test-status', `pass|0|${at(0)}`);
      assert.equal(await write('src/a.ts'), 'pass');
      assert.equal(existsSync(rig.at('.claude/.test-gate-strikes')), false);
      rig.write('.claude/.test-status', `fail|1|${at(0)}`);
      assert.equal(await write('src/a.ts'), 'advice');
    });

    it('lets tests and documents through', async () => {
      rig.write('.claude/.test-status', `fail|3|${at(10)}`);
      for (const file of ['src/a.test.ts', 'test_a.py', 'tests/x.py', 'README.md', 'node_modules/a.js']) {
        assert.equal(await write(file), 'pass', file);
      }
    });

    it('takes a failure of ten minutes as fresh and no older one', async () => {
      rig.write('.claude/.test-status', `fail|3|${at(598)}`);
      assert.equal(await write('src/a.ts'), 'advice');
      rig.write('.claude/.test-status', `fail|3|${at(700)}`);
      assert.equal(await write('src/a.ts'), 'pass');
    });

    it('7.1 a status from the future says nothing', async () => {
      rig.write('.claude/.test-status', `fail|3|${at(-5000)}`);
      assert.equal(await write('src/a.ts'), 'pass');
    });

    it('7.1 strikes from before a quiet time do not count', async () => {
      rig.write('.claude/.test-status', `fail|3|${at(10)}`);
      await write('src/a.ts');
      rig.now += 3_600_000;
      rig.write('.claude/.test-status', `fail|3|${at(10)}`);
      assert.equal(await write('src/a.ts'), 'advice');
    });

    it('7.1 sees what a shell command writes', async () => {
      rig.write('.claude/.test-status', `fail|3|${at(10)}`);
      assert.deepEqual([await write('src/a.ts', 'Bash'), await write('src/a.ts', 'Bash')], ['advice', 'deny']);
    });

    it('K-4 a status that cannot be read is no pass', async () => {
      rig.write('.claude/.test-status', 'fail');
      assert.deepEqual([await write('src/a.ts'), await write('src/a.ts')], ['advice', 'deny']);
    });

    it('counts each session by itself, and what other tools counted before', async () => {
      rig.write('.claude/.test-status', `fail|3|${at(10)}`);
      await write('src/a.ts');
      rig.session = 'session-2';
      assert.equal(await write('src/a.ts'), 'advice');
      const other = new Rig();
      other.write('.claude/.test-status', `fail|1|${Math.floor(other.now / 1000)}`);
      other.write('.claude/.test-gate-strikes', `1|${Math.floor(other.now / 1000)}`);
      const input = { file_path: other.at('src/a.ts'), content: 'x' };
      const { stdout } = await other.hook('PreToolUse', { tool_name: 'Write', tool_input: input }, 'test-gate');
      assert.match(stdout, /"permissionDecision":"deny"/);
      other.clear();
    });

    it('says once that no results are there, where there is a suite', async () => {
      assert.equal(await write('src/a.ts'), 'pass');
      rig.write('package.json', '{"scripts":{"test":"mocha"}}');
      assert.deepEqual([await write('src/a.ts'), await write('src/a.ts')], ['advice', 'pass']);
    });

    it('K-3 a status that tries to be code is only text', async () => {
      rig.write('.claude/.test-status', `fail|a[$(touch ${rig.at('pwned')})]|1`);
      await write('src/a.ts');
      assert.equal(existsSync(rig.at('pwned')), false);
    });
  });
});
