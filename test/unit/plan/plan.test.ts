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

const living = `# MASTER_PLAN: shop

## Identity
**Type:** service

## Original Intent
> People buy things.

## Decision Log
| Date | DEC-ID | Initiative | Decision |
|------|--------|------------|----------|
| 2026-03-01 | DEC-CART-001 | Checkout | Keep carts on the server |

## Active Initiatives

### Initiative: Checkout
**Status:** active
**Goal:** People pay without an account.

#### Goals
- REQ-GOAL-001: fewer lost carts.

#### Requirements
- REQ-P0-001: a guest can pay.

#### Definition of Done
All phases are merged.

#### Phase 1: Carts
**Status:** completed
**Decision IDs:** DEC-CART-001
**Requirements:** REQ-P0-001

#### Phase 2: Guests
**Status:** in-progress

##### Planned Decisions
- DEC-GUEST-001: no account - Addresses: REQ-P0-001

## Completed Initiatives

### Initiative: Search
#### Phase 1: Index
**Status:** planned
`;

describe('the living form of a plan', () => {
  it('F4 reads identity, initiatives and their phases without a problem', () => {
    const plan = parsePlan(living);
    assert.deepEqual(
      plan.phases.map(({ number, title, initiative }) => [number, title, initiative?.title]),
      [
        [1, 'Carts', 'Checkout'],
        [2, 'Guests', 'Checkout'],
        [1, 'Index', 'Search'],
      ],
    );
    assert.deepEqual(problemsOf(plan), []);
  });

  it('the current phase is one of an initiative that is at work', () => {
    assert.equal(currentPhase(parsePlan(living))?.title, 'Guests');
    assert.equal(currentPhase(parsePlan(living.replace('in-progress', 'completed')))?.title, undefined);
  });

  it('the common log counts for a completed phase only if it names one of its decisions', () => {
    const other = living.replace('**Decision IDs:** DEC-CART-001', '**Decision IDs:** DEC-CART-002');
    assert.deepEqual(errors(other), ['29 decision-log']);
  });

  for (const [what, text, rule] of [
    ['no identity', living.replace('## Identity', '## About'), 'identity'],
    ['an initiative without a status', living.replace('**Status:** active\n', ''), 'initiative-status'],
    ['an initiative with a misspelled status', living.replace('active', 'actve'), 'initiative-status'],
    ['a phase twice in one initiative', living.replace('Phase 2: Guests', 'Phase 1: Guests'), 'phase-number'],
  ] as const) {
    it(`warns of ${what}`, () => assert.deepEqual(warnings(text), [rule]));
  }
});

describe('a heading that looks like a phase and is none', () => {
  const start = '# MASTER_PLAN: shop\n\n## Original Intent\nA shop.\n\n';
  const rest = '\n**Status:** planned\n';
  for (const [line, better] of [
    ['### Phase 1: Writer', '## Phase 1: Writer'],
    ['# Phase 1: Writer', '## Phase 1: Writer'],
    ['## phase 1: Writer', '## Phase 1: Writer'],
    ['##Phase 1: Writer', '## Phase 1: Writer'],
    ['## Phase One: Writer', '## Phase 1: Writer'],
    ['## Phase II - Writer', '## Phase 2: Writer'],
    ['## Phase B', '## Phase 2'],
    ['## 🚀 Phase 3: Launch', '## Phase 3: Launch'],
    ['## **Phase 1: Writer**', '## Phase 1: Writer'],
    ['**Phase 1: Writer**', '## Phase 1: Writer'],
    ['Phase 1: Writer\n---', '## Phase 1: Writer'],
  ] as const) {
    it(`F4 "${line.replace('\n', '\\n')}" is to be "${better}"`, () => {
      const [found] = problemsOf(parsePlan(start + line + rest)).filter(({ rule }) => rule === 'near-phase');
      assert.equal(found?.line, 6);
      assert.ok(found.message.endsWith(`write '${better}'.`), found.message);
    });
  }

  it('F4 below an initiative a phase has one level more', () => {
    const deep = living.replace('#### Phase 2: Guests', '##### Phase 2: Guests');
    const [found] = problemsOf(parsePlan(deep)).filter(({ rule }) => rule === 'near-phase');
    assert.ok(found?.message.endsWith("write '#### Phase 2: Guests'."));
  });

  for (const line of [
    '### Phase 1 retrospective',
    '### Phase 1.2: Rows',
    '## Phases',
    'Phase 2 comes later.',
    '```\n## phase 9\n```',
  ])
    it(`"${line.replaceAll('\n', '\\n')}" is no such heading`, () =>
      assert.deepEqual(warnings(smallest + line), warnings(smallest)));
});
