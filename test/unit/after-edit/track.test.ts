import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { Rig } from '../review/rig';

describe('after an edit', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  describe('track', () => {
    const write = (file: string) => rig.edit(file, 'changed\n', 'track');

    it('records each file of the session, repetitions kept', async () => {
      await write('src/app.js');
      await write('README.md');
      await write('src/app.js');
      assert.deepEqual(rig.read('.claude/.session-changes-session-1').trim().split('\n'), [
        rig.at('src/app.js'),
        rig.at('README.md'),
        rig.at('src/app.js'),
      ]);
    });

    it('D-17 keys by the session of the payload', async () => {
      await write('src/app.js');
      rig.session = 'session-2';
      await write('src/app.js');
      assert.equal(existsSync(rig.at('.claude/.session-changes-session-2')), true);
    });

    for (const [file, status] of [
      ['src/app.js', 'pending'],
      ['src/distance.ts', 'pending'],
      ['src/App.vue', 'pending'],
      ['src/app.test.js', 'verified'],
      ['README.md', 'verified'],
      ['node_modules/a/index.js', 'verified'],
    ] as const) {
      it(`8.2 and 16.12 a change of ${file} leaves a verified proof ${status}`, async () => {
        rig.write('.claude/.proof-status', 'verified|1700000000\n');
        await write(file);
        assert.equal(rig.read('.claude/.proof-status').split('|')[0], status);
      });
    }

    it('8.2 and 16.12 a shell command that writes source counts as well', async () => {
      rig.write('.claude/.proof-status', 'verified|1700000000\n');
      await rig.tool('Bash', { command: "sed -i 's/a/b/' src/app.js" }, { stdout: '' }, 'track');
      assert.equal(rig.read('.claude/.proof-status').split('|')[0], 'pending');
    });

    it('8.2 an edit in another repository leaves this project’s proof alone', async () => {
      rig.write('.claude/.proof-status', 'verified|1700000000\n');
      const other = new Rig();
      await rig.tool('Write', { file_path: other.at('src/app.js'), content: 'x' }, {}, 'track');
      assert.equal(rig.read('.claude/.proof-status').split('|')[0], 'verified');
      other.clear();
    });
  });

  describe('code-review', () => {
    const long = 'line\n'.repeat(25);
    it('8.3 suggests a review once for each content of a larger source file', async () => {
      const said = [
        (await rig.edit('src/app.js', long, 'code-review')).stdout,
        (await rig.edit('src/app.js', long, 'code-review')).stdout,
        (await rig.edit('src/app.js', `${long}x\n`, 'code-review')).stdout,
      ].map((stdout) => /src\/app\.js now has (\d+) lines/.exec(stdout)?.[1]);
      assert.deepEqual(said, ['25', undefined, '26']);
    });

    it('says nothing about small files, tests and documents', async () => {
      for (const [file, text] of [
        ['src/a.js', 'x\n'],
        ['src/a.test.js', long],
        ['docs/a.md', long],
      ] as const) {
        assert.equal((await rig.edit(file, text, 'code-review')).stdout, '', file);
      }
    });

    it('8.3 shows backslashes of the diff unchanged', async () => {
      const { stdout } = await rig.edit('src/app.js', `const a = "\\\\n";\n${long}`, 'code-review');
      const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } };
      assert.match(hookSpecificOutput.additionalContext, /\+const a = "\\\\n";/);
    });
  });
});
