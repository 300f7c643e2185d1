import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { explanation } from '../../../src/hooks/cli/explanation';
import { appendTrace } from '../../../src/hooks/pipeline/decision-log';
import { gate, pass } from '../../../src/hooks/pipeline/gate';
import type { Trace } from '../../../src/hooks/pipeline/trace';
import { Stage } from './stage';

const gates = ['self-protection', 'guard', 'auto-review'].map((id) =>
  gate({
    id,
    title: id,
    summary: `The ${id} gate.`,
    events: ['PreToolUse'],
    posture: 'closed',
    level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
    decide: () => pass('nothing'),
  }),
);

function trace(more: Partial<Trace>): Trace {
  return {
    v: 1,
    id: 'abc12345',
    at: Date.UTC(2026, 10, 18, 12, 0, 0),
    ms: 12.34,
    via: 'warm',
    event: 'PreToolUse',
    tool: 'Bash',
    session: 's1',
    cwd: '/p',
    root: '/p',
    subject: 'rm -rf /',
    gates: [],
    verdict: {},
    ...more,
  };
}

const now = Date.UTC(2026, 10, 18, 12, 3, 0);
const told = (more: Partial<Trace>, isDryRun = false) => explanation(trace(more), { gates, now, isDryRun });

describe('an explanation', () => {
  it('finds what to do instead in the records of older versions', () => {
    const deny = { kind: 'deny', rule: 'tree', reason: 'It removes everything.', wayForward: 'Instead: Name a path.' };
    const gate = { id: 'guard', level: 'enforce', ms: 1, rulings: [deny], notes: [] };
    const text = told({ gates: [gate], verdict: { decision: 'deny', gate: 'guard', rule: 'tree' } });
    assert.match(text, /^Instead Name a path\.$/m);
  });

  it('of a refusal says what, why, where, by which rule, and how agent and person go on', () => {
    const deny = {
      kind: 'deny',
      rule: 'tree',
      reason: 'It removes everything.',
      part: 'rm -rf /',
      instead: 'Name a path.',
    };
    assert.equal(
      told({
        fingerprint: 'f',
        gates: [
          {
            id: 'self-protection',
            level: 'enforce',
            ms: 0.2,
            rulings: [{ kind: 'pass', reason: 'not ours' }],
            notes: ['read 2 files'],
          },
          { id: 'guard', level: 'enforce', ms: 30.4, rulings: [deny], notes: [] },
        ],
        verdict: { decision: 'deny', reason: 'Gatehouse guard …', gate: 'guard', rule: 'tree' },
      }),
      [
        'Blocked: before the tool Bash  [abc12345]',
        '3 minutes ago (2026-11-18 12:00:00 UTC) · in /p · session s1 · answered in 12 ms, by the host',
        '',
        '    rm -rf /',
        '',
        'Why     It removes everything.',
        'Where   rm -rf /',
        'Rule    tree',
        'Gate    guard: The guard gate.',
        'Instead Name a path.',
        'You     To allow exactly this call once, run in your own terminal: gatehouse allow-once abc12345',
        '',
        'Step by step',
        ' 1. self-protection (enforce)',
        '      not ours',
        '        · read 2 files',
        ' 2. guard (enforce, 30 ms)',
        '      blocks [tree]: It removes everything.',
        '   Skipped, because the call was already blocked: auto-review',
        '',
      ].join('\n'),
    );
  });

  const words: readonly (readonly [name: string, more: Partial<Trace>, says: readonly RegExp[]])[] = [
    [
      'a refusal that cannot be lifted',
      {
        fingerprint: 'f',
        gates: [
          {
            id: 'guard',
            level: 'enforce',
            ms: 1,
            rulings: [{ kind: 'deny', reason: 'no', rule: 'r', liftable: false }],
            notes: [],
          },
        ],
        verdict: { decision: 'deny', gate: 'guard', rule: 'r' },
      },
      [/^You {5}This cannot be allowed: guard never allows such a call/m],
    ],
    [
      'a quiet call',
      { gates: [{ id: 'guard', level: 'enforce', ms: 1, rulings: [{ kind: 'pass', reason: 'fine' }], notes: [] }] },
      [
        /^Let through: before the tool Bash/,
        /^Why {5}All gates ran; none objected or added anything\.$/m,
        /Not run, because they are off or run in the background: self-protection, auto-review/,
      ],
    ],
    [
      'a gate that only watched',
      {
        gates: [
          { id: 'guard', level: 'observe', ms: 1, rulings: [{ kind: 'deny', reason: 'bad', rule: 'r' }], notes: [] },
        ],
      },
      [/^Let through/, /Nothing was sent: guard only recorded\./, /blocks \[r\] \(only recorded\): bad/],
    ],
    [
      'a refusal that became advice',
      {
        gates: [
          { id: 'guard', level: 'warn', ms: 1, rulings: [{ kind: 'deny', reason: 'bad', rule: 'r' }], notes: [] },
        ],
        verdict: { context: 'bad' },
      },
      [/^Let through with a remark/, /Told {4}the agent: bad/, /blocks \[r\] \(sent as advice only\): bad/],
    ],
    [
      'a rewrite',
      {
        gates: [
          {
            id: 'guard',
            level: 'enforce',
            ms: 1,
            rulings: [{ kind: 'rewrite', reason: 'safer', input: { command: 'ls' } }],
            notes: [],
          },
        ],
        verdict: { rewritten: true, context: 'safer' },
      },
      [/^Changed: /, /^Changed safer\n {8}It runs as: ls$/m],
    ],
    [
      'a gate that failed',
      { gates: [{ id: 'guard', level: 'enforce', ms: 1, rulings: [], notes: [], failure: 'out of luck' }] },
      [/! The gate itself failed: out of luck/],
    ],
    [
      'sent back to be corrected',
      {
        event: 'PostToolUse',
        tool: 'Write',
        gates: [
          {
            id: 'lint',
            level: 'enforce',
            ms: 1,
            rulings: [{ kind: 'feedback', reason: '2 findings', text: 'line 3' }],
            notes: [],
          },
        ],
        verdict: { decision: 'deny', gate: 'lint', reason: 'line 3' },
      },
      [/^Sent back: after the tool Write/, /^Why {5}2 findings$/m, /^Told {4}the agent: line 3$/m],
    ],
    [
      'a stop that was held',
      {
        event: 'Stop',
        tool: undefined,
        subject: '',
        gates: [
          {
            id: 'stop-guard',
            level: 'enforce',
            ms: 1,
            rulings: [{ kind: 'deny', reason: 'review first', rule: 'owed' }],
            notes: [],
          },
        ],
        verdict: { decision: 'deny', gate: 'stop-guard', rule: 'owed' },
      },
      [/^Kept from stopping: when the agent wanted to stop/, /^Why {5}review first$/m],
    ],
    [
      'a payload that could not be read',
      { problem: 'the payload is not JSON', subject: '' },
      [/^Not checked/, /^Why {5}the payload is not JSON$/m, /the agent continued as if/],
    ],
    [
      'a call during a pause',
      { paused: 'anna', gates: [] },
      [/anna had paused the gates: they only recorded/, /No gate checks this kind of call/],
    ],
  ];
  for (const [name, more, says] of words) {
    it(`of ${name}`, () => {
      const text = told(more);
      for (const one of says) assert.match(text, one);
    });
  }

  it('lets no recorded word move the cursor or hide itself', () => {
    const text = told({ subject: 'echo \u001b[2J\u009b31m\u202e\u200b hi', problem: '\u001b]0;x\u0007' });
    assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
    assert.match(text, /echo \\x1b\[2J\\x9b31m\\x202e\\x200b hi/);
  });
});

describe('gatehouse explain', () => {
  let stage: Stage;
  beforeEach(() => (stage = new Stage()));
  afterEach(() => stage.clear());

  it('tells the last call that was not simply let through or approved', async () => {
    await stage.bash('git reset --hard HEAD~1');
    await stage.bash('git status');
    const { code, out } = await stage.run(['explain']);
    assert.equal(code, 0);
    assert.match(out, /^Blocked: before the tool Bash/);
    assert.match(out, /gatehouse allow-once [0-9a-f]{8}$/m);
  });

  it('names the calls that passed since then, newest first, and no more than five', async () => {
    await stage.bash('git reset --hard HEAD~1');
    for (const count of [1, 2, 3, 4, 5, 6]) await stage.bash(`git log -${count}`);
    const { out } = await stage.run(['explain', '--last']);
    const [, since = ''] = out.split('Let through since then, newest first');
    assert.deepEqual(
      since.match(/git log -\d/g),
      [6, 5, 4, 3, 2].map((count) => `git log -${count}`),
    );
    assert.match(since, /\n {2}…\n$/);
  });

  it('tells of a review that turned a flag, though nothing was sent', async () => {
    await stage.bash('git reset --hard HEAD~1');
    await stage.hook('PostToolUse', {
      tool_name: 'mcp__codex__codex',
      tool_input: { prompt: 'review the change' },
      tool_response: { content: [{ type: 'text', text: '## Code Review\n\nAll fine.\n\n✅ Ready' }] },
    });
    const { out } = await stage.run(['explain']);
    assert.match(out, /^Let through: after the tool mcp__codex__codex/);
    assert.match(out, /^Flags {3}code_review updated \(MCP\): passed=true, by ✅ Ready \(line 5\)$/m);
  });

  it('says nothing of later calls when there were none', async () => {
    await stage.bash('git reset --hard HEAD~1');
    assert.doesNotMatch((await stage.run(['explain'])).out, /since then/);
  });

  it('tells a call by its id, as text and as JSON', async () => {
    await stage.bash('git status');
    const { id } = stage.last();
    assert.match((await stage.run(['explain', '--id', id])).out, /^(?:Let through|Approved): before the tool Bash/);
    const { out } = await stage.run(['explain', '--id', id, '--json']);
    assert.equal((JSON.parse(out) as Trace).id, id);
  });

  it('says where to look when there is nothing to tell', async () => {
    const { code, out, err } = await stage.run(['explain']);
    assert.equal(code, 1);
    assert.equal(out, '');
    assert.match(err, /nothing was recorded yet for .*'gatehouse doctor' says whether the hooks fire/);
  });

  it('explains a command in a dry run and leaves no trace of it', async () => {
    const refused = await stage.run(['explain', '--command', 'sudo bash -c "git reset --hard HEAD~3"']);
    assert.equal(refused.code, 1);
    assert.match(
      refused.out,
      /^Would be blocked: before the tool Bash in .*\(a dry run: nothing was run or recorded\)/,
    );
    assert.doesNotMatch(refused.out, /allow-once/);
    const fine = await stage.run(['explain', '--command', 'git status']);
    assert.equal(fine.code, 0);
    assert.match(fine.out, /^Would be (?:let through|approved): /);
    assert.equal(existsSync(path.join(stage.state, 'decisions.jsonl')), false);
    assert.equal(stage.git('status', '--short'), '');
  });

  it('does not use up an allowance in a dry run', async () => {
    await stage.bash('git reset --hard HEAD~1');
    await stage.run(['allow-once', stage.last().id], 'allow');
    const allowances = readFileSync(path.join(stage.state, 'allow-once.json'), 'utf8');
    await stage.run(['explain', '--command', 'git reset --hard HEAD~1']);
    assert.equal(readFileSync(path.join(stage.state, 'allow-once.json'), 'utf8'), allowances);
  });

  it('reads records of a newer version and of gates that are gone', async () => {
    const gone = {
      id: 'old-gate',
      level: 'enforce',
      ms: 1,
      rulings: [{ kind: 'wonder', reason: 'who knows' }],
      notes: [],
    };
    appendTrace(stage.state, { ...trace({ gates: [gone], event: 'FutureEvent', tool: undefined }), v: 9 });
    const { code, out } = await stage.run(['explain']);
    assert.equal(code, 0);
    assert.match(out, /old-gate \(enforce\)\n {6}wonder: who knows/);
  });

  describe('of a review’s output', () => {
    const report = '# Report\n\nLegend: ✅ Ready / ⛔ Blocked\n\n## Gate: ✅ Ready\n\n## Gate: ⛔ Blocked\n';

    it('says which words were seen where, which decided, which lost and why', async () => {
      const file = stage.write('out.md', report);
      const { code, out } = await stage.run([
        'explain',
        '--output-file',
        file,
        '--command',
        '/codex-review-fast',
        '--tool',
        'Bash',
      ]);
      assert.equal(code, 0);
      assert.match(out, /read as the output of: \/codex-review-fast\nThat command runs code review\./);
      assert.match(out, /^Verdict: code review failed, by .*line 7/m);
      assert.match(out, /^ {2}7:\d+ .*decided/m);
      assert.match(out, /^ {2}5:\d+ .*lost to line 7: a fail beats a pass/m);
      assert.match(out, /^ {2}3:9 .*does not count: a template to be filled in/m);
    });

    it('says that only the output of a review counts', async () => {
      stage.write('out.md', report);
      const { out } = await stage.run(['explain', '--output-file', 'out.md', '--command', 'cat out.md']);
      assert.match(out, /That command runs no known review\.\n\nNo verdict: only the output of a review counts\./);
    });

    it('says no verdict for a text without one, and where the file is missing', async () => {
      stage.write('out.md', 'all is well\n');
      assert.match((await stage.run(['explain', '--output-file', 'out.md'])).out, /No verdict: no line contains one/);
      const missing = await stage.run(['explain', '--output-file', 'nowhere.md']);
      assert.equal(missing.code, 70);
      assert.match(missing.err, /gatehouse explain: nowhere.md: there is no such file/);
    });
  });
});
