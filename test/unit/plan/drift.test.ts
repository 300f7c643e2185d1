import assert from 'node:assert/strict';
import { annotationsOf } from '../../../src/hooks/plan/annotation';
import { driftOf } from '../../../src/hooks/plan/drift';
import { parsePlan } from '../../../src/hooks/plan/plan';
import { languageOf } from '../../../src/hooks/source/file-kind';

function file(relative: string, text: string) {
  const language = languageOf(relative);
  assert.ok(language);
  return { relative, lines: 1, annotations: annotationsOf(text, language) };
}

const plan = (phases: string) => parsePlan(`## Original Intent\nx\n${phases}`);

describe('drift between plan and code', () => {
  it('SU-1 and 16.6 compares bare ids: five annotated files in agreement with the plan are no drift', () => {
    const ids = [1, 2, 3, 4, 5].map((n) => `DEC-CSV-00${n}`);
    const files = ids.map((id, index) => file(`src/f${index}.ts`, `/** @decision ${id}\n * @rationale because */`));
    const drift = driftOf(plan(`## Phase 1\n**Status:** completed\n${ids.map((id) => `- ${id}\n`).join('')}`), files);
    assert.deepEqual([drift.unplanned, drift.unimplemented], [[], []]);
  });

  it('SU-2 and 16.6 decisions of phases that are planned or running are not owed', () => {
    const drift = driftOf(
      plan('## Phase 1\n**Status:** planned\nDEC-UI-001\n## Phase 2\n**Status:** in-progress\nDEC-UI-002'),
      [],
    );
    assert.deepEqual(drift.unimplemented, []);
  });

  it('a completed phase owes what it promised, unless the plan retired it', () => {
    const drift = driftOf(
      plan('## Phase 1\n**Status:** completed\n- DEC-UI-001: a\n- DEC-UI-002: b\n  Status: superseded by DEC-UI-003\n'),
      [],
    );
    assert.deepEqual(drift.unimplemented, ['DEC-UI-001', 'DEC-UI-003']);
  });

  it('SU-5 a decision that the code calls deprecated is no drift', () => {
    const drift = driftOf(plan(''), [file('a.ts', '// @decision DEC-UI-009\n// @status deprecated\n')]);
    assert.deepEqual(drift.unplanned, []);
  });

  it('names what the code decided without the plan', () => {
    assert.deepEqual(
      driftOf(plan(''), [file('a.py', '# DECISION: DEC-DB-001 use sqlite. Rationale: small.')]).unplanned,
      ['DEC-DB-001'],
    );
  });

  it('SU-4 a P0 without any decision is unaddressed, and REQ-P0-001 is not met by REQ-P0-0012', () => {
    const drift = driftOf(
      plan('- REQ-P0-001: a\n- REQ-P0-002: b\n- DEC-UI-001 Addresses: REQ-P0-002, REQ-P0-0012\n'),
      [],
    );
    assert.deepEqual(drift.unaddressedP0, ['REQ-P0-001']);
  });
});

describe('annotations in source', () => {
  it('count in comments only', () => {
    assert.deepEqual(file('a.ts', 'const a = "@decision DEC-UI-001";').annotations, []);
  });

  it('are read in all forms, with title, status and rationale', () => {
    assert.deepEqual(
      file(
        'a.ts',
        '// @decision DEC-UI-001\n// @title Plain link\n// @rationale no state\n\n// DECISION(DEC-UI-002): x\n',
      ).annotations,
      [
        { id: 'DEC-UI-001', line: 1, title: 'Plain link', status: 'accepted', rationale: true },
        { id: 'DEC-UI-002', line: 5, title: undefined, status: 'accepted', rationale: false },
      ],
    );
  });

  it('are several in one block', () => {
    assert.deepEqual(
      file('a.ts', '/**\n * @decision DEC-UI-001\n * @rationale a\n * @decision DEC-UI-002\n */').annotations.map(
        (a) => [a.id, a.line, a.rationale],
      ),
      [
        ['DEC-UI-001', 2, true],
        ['DEC-UI-002', 4, false],
      ],
    );
  });
});
