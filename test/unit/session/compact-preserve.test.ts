import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { silence } from '../../../src/hooks/protocol/reply';
import { Rig } from '../review/rig';
import { context } from './wire';

describe('a compaction', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  const file = '.claude/.preserved-context';
  const compact = (session = 'session-1') =>
    rig.hook('PreCompact', { trigger: 'auto', session_id: session }, 'compact-preserve');
  const start = async (source: string, session = 'session-1') =>
    context(await rig.hook('SessionStart', { source, session_id: session }, 'session-init'));

  describe('compact-preserve, in its own words', () => {
    it('writes down all that there is', async () => {
      rig.write('MASTER_PLAN.md', '# P\n## Phase 1: A\n**Status:** in-progress\n');
      rig.write('src/app.js', '// Adds.\n// @decision DEC-APP-001\n');
      rig.commit('work');
      rig.write('.claude/.session-changes-session-1', `${rig.at('src/app.js')}\n${rig.at('README.md')}\n`);
      rig.write('.claude/.test-status', `fail|2|${Math.floor(rig.now / 1000) - 60}`);
      rig.write('.claude/.agent-findings', 'guardian|not clean\n');
      rig.write('.claude/.audit-log', '2026-11-18T11:00:00Z|plan_drift|2 unplanned\n');
      assert.deepEqual(await compact(), silence);
      assert.equal(
        rig.read(file).replace(/last edited .*\./, 'last edited just now.'),
        [
          '# Preserved before compaction: 2026-11-18T12:00:01Z',
          'Git: branch main, clean.',
          'Plan: MASTER_PLAN.md, 0/1 phases completed, now Phase 1 "A" (in-progress), last edited just now.',
          'Changed in this session (2 files): src/app.js, README.md',
          '@decision DEC-APP-001 (app.js)',
          'Tests: failing. The test run failed 1 minute ago.',
          'Finding of guardian: not clean',
          'Audit: 2026-11-18T11:00:00Z plan_drift 2 unplanned',
          '',
          '# Files changed in this session',
          rig.at('src/app.js'),
          rig.at('README.md'),
          '',
        ].join('\n'),
      );
      assert.equal(rig.read('.claude/.agent-findings'), 'guardian|not clean\n', 'findings still wait');
    });
  });

  describe('compact-preserve', () => {
    it('answers nothing: the client takes no context before a compaction', async () => {
      assert.deepEqual(await rig.hook('PreCompact', { trigger: 'manual' }), silence);
    });

    it('comes back once, after the compaction', async () => {
      rig.write('.claude/.session-changes-session-1', `${rig.at('src/app.js')}\n`);
      await compact();
      const text = await start('compact');
      assert.match(text, /From what was preserved before the compaction at 2026-11-18T12:00:01Z/);
      assert.match(text, /\| Changed in this session \(1 file\): src\/app\.js/);
      assert.match(text, new RegExp(`\\| changed: ${rig.at('src/app.js')}`));
      assert.ok(!existsSync(rig.at(file)));
      assert.doesNotMatch(await start('compact'), /preserved/);
    });

    it('comes back to its own session when two compact at a time', async () => {
      for (const id of ['a', 'b']) rig.write(`.claude/.session-changes-${id}`, `${rig.at(`src/${id}.js`)}\n`);
      await Promise.all([compact('a'), compact('b')]);
      assert.doesNotMatch(await start('startup', 'c'), /src\/[ab]\.js/);
      const [a, b] = await Promise.all([start('compact', 'a'), start('compact', 'b')]);
      assert.match(a, /src\/a\.js/);
      assert.doesNotMatch(a, /src\/b\.js/);
      assert.match(b, /src\/b\.js/);
      assert.doesNotMatch(b, /src\/a\.js/);
      assert.ok(!existsSync(rig.at(file)));
    });

    const names = [
      "it's.js",
      'a "quote".js',
      '$(touch x).js',
      'ü ñ.js',
      '-rf.js',
      '# head.js',
      'a|b;c.js',
      ' spaced .js',
    ];
    for (const name of names) {
      it(`9.4 survives a file named ${JSON.stringify(name)}`, async () => {
        mkdirSync(rig.at('src'), { recursive: true });
        rig.write(`src/${name}`, 'let a;\n');
        rig.write('.claude/.session-changes-session-1', `${rig.at(`src/${name}`)}\n`);
        await compact();
        assert.ok(rig.read(file).includes(`): src/${name.trimEnd()}`), rig.read(file));
        assert.ok(rig.read(file).includes(rig.at(`src/${name}`).trim()));
      });
    }

    it('K-9 stays within its bounds whatever the files say', async () => {
      rig.write('.claude/.agent-findings', `x|${'y'.repeat(5000)}\n`.repeat(300));
      rig.write(
        '.claude/.session-changes-session-1',
        Array.from({ length: 5000 }, (_, n) => rig.at(`f${n}.js`)).join('\n'),
      );
      await compact();
      assert.ok(rig.read(file).length < 200_000);
      const text = await start('compact');
      assert.ok(text.length <= 6000, String(text.length));
      assert.match(text, /preserved before the compaction/);
    });
  });
});
