import assert from 'node:assert/strict';
import { currentPhase, parsePlan } from '../../../src/hooks/plan/plan';
import { problemsOf } from '../../../src/hooks/plan/problems';

const errors = (text: string): readonly string[] =>
  problemsOf(parsePlan(text))
    .filter((problem) => problem.severity === 'error')
    .map((problem) => `${problem.line} ${problem.rule}`);

const warnings = (text: string): readonly string[] =>
  problemsOf(parsePlan(text))
    .filter((problem) => problem.severity === 'warning')
    .map((problem) => problem.rule);

const smallest = `# MASTER_PLAN: exporter

## Original Intent
People download their order list.

## Phase 1: Writer
**Status:** planned
`;

const complete = `# MASTER_PLAN: exporter

## Original Intent
People download their order list.

## Goals & Non-Goals
### Non-Goals
- REQ-NOGO-001: no spreadsheets.

## Requirements
### Must-Have (P0)
- REQ-P0-001: every row.

## Success Metrics
- REQ-MET-001: 99%.

## Phase 1: Writer
**Status:** completed
**Requirements:** REQ-P0-001

### Planned Decisions
- DEC-CSV-001: stream rows - Addresses: REQ-P0-001

### Decision Log
- DEC-CSV-001: streamed.

## Phase 2: Button
**Status:** in-progress

### Decision Log
<!-- filled in
when the phase closes -->

## References
- none
`;

const withPhase = (body: string): string => `## Original Intent\nx\n\n${body}`;

describe('reading a MASTER_PLAN.md', () => {
  it('gives phases with status, decision log and ids', () => {
    const plan = parsePlan(complete);
    assert.deepEqual(
      plan.phases.map(({ number, title, line, status, decisionLog }) => ({ number, title, line, status, decisionLog })),
      [
        {
          number: 1,
          title: 'Writer',
          line: 17,
          status: { kind: 'ok', value: 'completed', line: 18 },
          decisionLog: { line: 24, empty: false },
        },
        {
          number: 2,
          title: 'Button',
          line: 27,
          status: { kind: 'ok', value: 'in-progress', line: 28 },
          decisionLog: { line: 30, empty: true },
        },
      ],
    );
    assert.equal(currentPhase(plan)?.number, 2);
    assert.deepEqual([...plan.addressed], ['REQ-P0-001']);
  });

  it('reads the same with CRLF line ends and a byte order mark', () => {
    const plan = parsePlan(`\uFEFF${complete.replaceAll('\n', '\r\n')}`);
    assert.deepEqual(
      plan.phases.map((phase) => phase.status.kind),
      ['ok', 'ok'],
    );
  });

  it('reads a hundred thousand headings in well under a second', () => {
    assert.equal(parsePlan(`## Phase 1: x\n**Status:** planned\n`.repeat(3_000)).phases.length, 3_000);
  });
});

describe('what is wrong with a plan', () => {
  it('accepts the smallest plan, with advice', () => {
    assert.deepEqual(errors(smallest), []);
    assert.deepEqual(warnings(smallest), ['goals', 'requirements', 'success-metrics']);
  });

  it('has nothing to say about a complete plan', () => {
    assert.deepEqual(problemsOf(parsePlan(complete)), []);
  });

  const table: readonly (readonly [string, string, readonly string[]])[] = [
    ['no intent', '# Plan\n', ['1 intent']],
    ['8.4 "Originality" is no intent', '# Originality\n', ['1 intent']],
    ['a request of the user is intent', '## User Request\n', []],
    ['8.4 no phases is no error', withPhase(''), []],
    ['a phase without status', withPhase('## Phase 1\ntext'), ['4 status-missing']],
    ['8.4 a status that only starts right', withPhase('## Phase 1\n**Status:** plannedXYZ'), ['5 status-wrong']],
    ['8.4 the template line itself', withPhase('## Phase 1\n**Status:** planned | in-progress | completed'), ['5 status-wrong']],
    ['8.4 a status with a capital', withPhase('## Phase 1\n**Status:** Completed'), ['5 status-wrong']],
    ['8.4 a last line without a newline', withPhase('## Phase 1\n**Status:** planned'), []],
    ['8.4 phases inside a code fence are text', withPhase('```\n## Phase 9\n```\n'), []],
    ['8.4 a longer fence holds a shorter one', withPhase('````\n```\n## Phase 9\n```\n````\n'), []],
    ['8.4 and 16.13 an empty decision log before another phase', withPhase('## Phase 1\n**Status:** completed\nREQ-P0-001\n### Decision Log\n\n## Phase 2\n**Status:** planned'), ['7 decision-log']],
    ['8.4 a decision log of one comment over lines', withPhase('## Phase 1\n**Status:** completed\n### Decision Log\n<!-- a\nb -->\n'), ['6 decision-log']],
    ['8.4 a decision log that says none', withPhase('## Phase 1\n**Status:** completed\n### Decision Log\n- none\n'), ['6 decision-log']],
    ['no decision log at all', withPhase('## Phase 1\n**Status:** completed\n'), ['4 decision-log']],
    ['8.4 ids of an unknown shape are named', withPhase('DEC-AUTH2-001 DEC-AUTH-API-001 dec-auth-001 REQ-X9-001 DEC-A-001'), [
      '4 decision-id', '4 decision-id', '4 decision-id', '4 requirement-id', '4 decision-id',
    ]],
    ['a placeholder is no id', withPhase('DEC-COMPONENT-NNN'), []],
  ]; // prettier-ignore
  for (const [name, text, expected] of table) {
    it(name, () => assert.deepEqual(errors(text), expected));
  }

  it('says what to write', () => {
    const [problem] = problemsOf(parsePlan(withPhase('## Phase 1\n**Status:** done')));
    assert.equal(
      problem?.message,
      "The status of Phase 1 is 'done': it must be exactly planned, in-progress or completed.",
    );
  });
});
