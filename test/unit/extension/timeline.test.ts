import assert from 'node:assert/strict';
import { timelineOf } from '../../../src/extension/decisions/timeline';
import { exportedJson, exportedSvg, timelinePage } from '../../../src/extension/trace/timeline-page';
import type { Trace } from '../../../src/hooks/pipeline/trace';

let count = 0;
function trace(at: number, more: Partial<Trace> = {}): Trace {
  count += 1;
  return {
    v: 1,
    id: `id-${count}`,
    at,
    ms: at,
    via: 'warm',
    event: 'PreToolUse',
    tool: 'Bash',
    session: 's',
    cwd: '/p',
    root: '/p',
    subject: 'ls',
    gates: [],
    verdict: {},
    ...more,
  };
}
const writes = (flags: object) => ({
  gates: [{ id: 'g', level: 'enforce', ms: 1, notes: [], rulings: [{ kind: 'pass', reason: 'r', flags }] }],
});
const person = (act: string, target: string) => ({
  session: '',
  tool: undefined,
  event: 'PersonAct',
  act: { act, target, by: 'ada', from: 'editor' },
});

const session = () => [
  trace(1, { toolUseId: 'a', verdict: { decision: 'deny' }, subject: 'git push --force' }),
  trace(2, { session: 'other' }),
  trace(3, { toolUseId: 'b', verdict: { rewritten: true } }),
  trace(4, { toolUseId: 'b', event: 'PostToolUse', ...writes({ code_review: 'passed', tests: 'stale' }) }),
  trace(5, { subject: 'git clean -fd' }),
  trace(6, { tool: 'Edit', ...writes({ code_review: 'stale' }) }),
  trace(7, person('verify', 'proof')),
  trace(8),
];
const timeline = () =>
  timelineOf({ id: 's', name: 'Publish.' }, session(), [{ at: 5_000, session: 's', command: 'git clean -fd' }]);

describe('a timeline', () => {
  it('shows the calls of one session with what came of each, and counts them', () => {
    const { marks, counts, from, until } = timeline();
    assert.deepEqual(
      marks.map(({ label, verdict, rescued }) => `${label} ${verdict}${rescued ? ' rescued' : ''}`),
      [
        'git push --force deny',
        'ls rewrite',
        'git clean -fd pass rescued',
        'ls pass',
        'Work verified person',
        'ls pass',
      ],
    );
    assert.deepEqual([from, until], [1, 8]);
    assert.deepEqual([counts.calls, counts.blocked, counts.changed], [5, 1, 1]);
    assert.deepEqual([counts.p50Ms, counts.p99Ms], [4, 6]);
  });

  it('shows when a flag turned green and when it became stale, by gates and by the person', () => {
    assert.deepEqual(
      timeline().lanes.map(({ flag, stretches }) => [flag, stretches.map(({ from, worth }) => `${worth}@${from}`)]),
      [
        ['code_review', ['passed@4', 'stale@6']],
        ['proof', ['passed@7']],
      ],
    );
  });

  it('ends with what the flags are worth now, where a change that no call made has turned them stale', () => {
    const passed = [trace(1, { event: 'PostToolUse', ...writes({ tests: 'passed' }) })];
    const { lanes } = timelineOf({ id: 's', name: '' }, passed, [], ['tests']);
    assert.deepEqual(
      lanes[0]?.stretches.map(({ worth }) => worth),
      ['passed', 'stale'],
    );
  });

  it('can be used without seeing it: every call has a name, and a table says the same', () => {
    const html = timelinePage(timeline());
    assert.match(html, /role="button" aria-label="blocked: git push --force, Bash, .*checked in/);
    assert.equal([...html.matchAll(/tabindex="0" role="button"/g)].length, 1);
    assert.equal([...html.matchAll(/<tr><td class="number">/g)].length, timeline().marks.length);
    assert.match(html, /aria-label="Code review: passed, stale"/);
  });

  it('is exported as a picture that stands alone, and as JSON', () => {
    const svg = exportedSvg(timeline());
    assert.match(svg, /^<\?xml/);
    assert.match(svg, /fill="#c4314b"/);
    assert.doesNotMatch(svg, /class=/);
    const once = timeline();
    assert.deepEqual(JSON.parse(exportedJson(once)), JSON.parse(JSON.stringify(once)));
  });
});
