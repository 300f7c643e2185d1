import assert from 'node:assert/strict';
import { fixesFor, type Fix, type LineEdit } from '../../../src/hooks/plan/fixes';
import { parsePlan } from '../../../src/hooks/plan/plan';
import { problemsOf, type PlanRule } from '../../../src/hooks/plan/problems';

/** The text of a plan once a fix was made. */
function applied(text: string, { edits }: Fix): string {
  const lines = text.split('\n');
  const place = (edit: LineEdit): readonly [number, number] =>
    edit.kind === 'insert' ? [edit.before, -1] : [edit.line, edit.from];
  const backwards = [...edits].sort((a, b) => place(b)[0] - place(a)[0] || place(b)[1] - place(a)[1]);
  for (const edit of backwards) {
    if (edit.kind === 'insert') lines.splice(edit.before - 1, 0, ...edit.lines);
    else {
      const line = lines[edit.line - 1]!;
      lines[edit.line - 1] = line.slice(0, edit.from) + edit.text + line.slice(edit.to);
    }
  }
  return lines.join('\n');
}

function fixes(text: string, rule: PlanRule): readonly Fix[] {
  const plan = parsePlan(text);
  const problem = problemsOf(plan).find((one) => one.rule === rule);
  assert.ok(problem, `there is a problem with ${rule}`);
  return fixesFor(plan, problem);
}

const count = (text: string, rule: PlanRule) => problemsOf(parsePlan(text)).filter((one) => one.rule === rule).length;

const intent = '# Plan\n\n## Original Intent\nA list as a file.\n\n';
const living = `${intent}## Active Initiatives\n\n### Initiative: A\n`;
const done = `${intent}## Requirements\n- REQ-P0-001: rows.\n\n## Phase 1: Writer\n**Status:** completed\n`;

describe('mending a plan', () => {
  const cases: readonly (readonly [PlanRule, string, string, RegExp])[] = [
    ['intent', 'an empty file', '', /^## Original Intent\n\nWhat was asked for/],
    ['intent', 'a title with text', '# Plan\n\nText.\n\n## Phase 1: A\n**Status:** planned\n', /Text\.\n\n## Original Intent\n\nWhat.*\n\n## Phase 1/],
    ['near-phase', 'a third-level heading', `${intent}### Phase 1: A\n**Status:** planned\n`, /\n## Phase 1: A\n\*\*Status:\*\* planned/],
    ['initiative-status', 'a misspelled one', `${living}**Status:** actve\n`, /\*\*Status:\*\* active\n/],
    ['initiative-status', 'none', living, /### Initiative: A\n\*\*Status:\*\* active/],
    ['identity', 'a plan with initiatives', living, /^# Plan\n\n## Identity\n\n\*\*Type/],
    ['goals', 'a living plan', `${living}**Status:** active\n\n#### Phase 1: A\n**Status:** planned\n`, /\n#### Goals & Non-Goals\n\n##### Goals\n.*\n##### Non-Goals\n.*\n\n#### Phase 1/],
    ['status-missing', 'a phase', `${intent}## Phase 1: A\n\nText.\n`, /## Phase 1: A\n\*\*Status:\*\* planned\n\nText/],
    ['status-missing', 'a phase on the last line', `${intent}## Phase 1: A`, /## Phase 1: A\n\*\*Status:\*\* planned$/],
    ['status-wrong', 'a word that means completed', `${intent}## Phase 1: A\n**Status:** Done!\n`, /\*\*Status:\*\* completed\n/],
    ['status-wrong', 'a word that means in progress', `${intent}## Phase 1: A\n- **Status**:WIP\n`, /- \*\*Status\*\*: in-progress\n/],
    ['status-wrong', 'the template itself', `${intent}## Phase 1: A\n**Status:** planned | in-progress | completed\n`, /\*\*Status:\*\* planned\n/],
    ['decision-log', 'no log', `${done}- DEC-CSV-001: stream.\n\n## Phase 2: B\n**Status:** planned\n`, /stream\.\n\n### Decision Log\n- DEC-CSV-001: what was decided, .*\n\n## Phase 2/],
    ['decision-log', 'an empty log', `${done}### Decision Log\n<!-- later -->\n`, /### Decision Log\n- What was decided/],
    ['decision-id', 'digits in the name', `${intent}- DEC-AUTH2-001: x\n`, /- DEC-AUTH-001: x/],
    ['decision-id', 'several words', `${intent}- DEC-AUTH-API-7: x\n`, /- DEC-AUTHAPI-007: x/],
    ['decision-id', 'small letters, and the number is taken', `${intent}- DEC-AUTH-001: y\n- dec-auth-1: x\n`, /- DEC-AUTH-002: x/],
    ['decision-id', 'one letter', `${intent}- DEC-A-001: x\n`, /- DEC-AX-001: x/],
    ['requirement-id', 'a category of another name', `${intent}- REQ-GOALS-1: x\n`, /- REQ-GOAL-001: x/],
    ['requirement-id', 'an unknown category', `${intent}- REQ-FOO-001: x\n`, /- REQ-P0-001: x/],
    ['requirement-id', 'behind a comment on its line', `${intent}<!-- a --> REQ-FOO-002\n`, /<!-- a --> REQ-P0-002\n/],
    ['phase-number', 'a phase that stands twice', `${intent}## Phase 1: A\n**Status:** planned\n## Phase 1: B\n**Status:** planned\n`, /## Phase 1: A[^]*## Phase 2: B/],
    ['goals', 'none', done, /A list as a file\.\n\n## Goals & Non-Goals\n\n### Goals\n- REQ-GOAL-001: .*\n### Non-Goals\n- REQ-NOGO-001: .*\n\n## Requirements/],
    ['requirements', 'none', `${intent}## Phase 1: A\n**Status:** planned\n`, /## Requirements\n\n### Must-Have \(P0\)\n- REQ-P0-001: .*\n\n## Phase 1/],
    ['requirements', 'none that must be met', `${intent}## Requirements\n### Nice-to-Have\n- REQ-P1-001: x\n`, /## Requirements\n- REQ-P0-001: /],
    ['success-metrics', 'none', done, /- REQ-P0-001: rows\.\n\n## Success Metrics\n\n- REQ-MET-001: .*\n\n## Phase 1/],
    ['phase-requirements', 'a completed phase that names none', done, /\*\*Status:\*\* completed\n\*\*Requirements:\*\* REQ-P0-001\n/],
  ]; // prettier-ignore

  for (const [rule, name, text, expected] of cases) {
    it(`${rule}: ${name}`, () => {
      const [first] = fixes(text, rule);
      assert.ok(first);
      const mended = applied(text, first);
      assert.match(mended, expected);
      assert.equal(count(mended, rule), count(text, rule) - 1);
    });
  }

  it('changes an id in every place, or only here', () => {
    const text = `${intent}- DEC-A1B-001: x\n- Addresses DEC-A1B-001\n`;
    assert.deepEqual(
      fixes(text, 'decision-id').map((fix) => [
        fix.mending.kind === 'write-id' && fix.mending.places,
        applied(text, fix).match(/DEC-AB-001/g)?.length,
      ]),
      [
        [2, 2],
        [1, 1],
      ],
    );
  });

  it('offers the requirements that nothing has met yet, must-haves first', () => {
    const text = done.replace('- REQ-P0-001: rows.', '- REQ-P1-001: a\n- REQ-P0-002: b\n- REQ-MET-001: c');
    assert.deepEqual(
      fixes(text, 'phase-requirements').map(({ mending }) => mending),
      [
        { kind: 'name-as-met', id: 'REQ-P0-002' },
        { kind: 'name-as-met', id: 'REQ-P1-001' },
      ],
    );
  });
});
