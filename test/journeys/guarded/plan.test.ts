import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../harness/eventually';
import { writeFiles } from '../../harness/sample-project';
import type { Workbench } from '../../harness/workbench';
import { openGuarded } from '../support/guarded';

const plan = `# Till

## Original Intent
A till that knows discounts.

## Phase 1: Sum
**Status:** completed
**Requirements:** REQ-P0-001

### Planned Decisions
- DEC-SUM-001: add whole cents - Addresses: REQ-P0-001
- DEC-SUM-002: an empty basket costs nothing

### Decision Log
- DEC-SUM-001: done; no deviation.

## Phase 2: Discounts
**Status:** Doing
- DEC-OFF-001: three for two
`;
const code =
  '// Adds up what is in a basket.\n// @decision DEC-SUM-001\n// @title Whole cents\nexport const sum = 0;\n';

describe('a plan with a problem', () => {
  let workbench: Workbench;
  let project = '';
  before(async () => {
    ({ workbench, project } = await openGuarded());
    writeFiles(project, { 'MASTER_PLAN.md': plan, 'src/sum.js': code });
    await workbench.show('Explorer');
  });

  const editor = () => workbench.page.locator('.monaco-editor[data-uri$="/MASTER_PLAN.md"]');
  const line = (text: string) => editor().locator('.view-line', { hasText: text }).first();

  it('is underlined, with its phases told over each', async () => {
    await workbench.row('MASTER_PLAN.md').dblclick();
    await editor().locator('.squiggly-warning').first().waitFor();
    await editor().locator('.codelens-decoration', { hasText: '2 decisions, 1 in the code' }).waitFor();
    await editor().locator('.codelens-decoration', { hasText: 'not in the code: DEC-SUM-002' }).waitFor();
    await workbench.pictures('plan-1-problem');
  });

  it('says where the code carries a decision out', async () => {
    await line('DEC-SUM-001: add')
      .getByText('DEC-SUM-001')
      .click({ position: { x: 60, y: 8 } });
    await workbench.command('Show or Focus Hover');
    const hover = workbench.page.locator('.monaco-hover', { hasText: 'src/sum.js:2' });
    await hover.waitFor();
    await workbench.picture('plan-2-hover');
    await workbench.page.keyboard.press('Escape');
  });

  it('is mended by a quick fix', async () => {
    await line('Doing').click();
    await workbench.page.keyboard.press('Control+.');
    const fix = workbench.page.locator('.action-widget .monaco-list-row', {
      hasText: 'Set the status to “in-progress”',
    });
    await fix.waitFor();
    await workbench.picture('plan-3-fixes');
    await fix.click();
    await line('in-progress').waitFor();
    await workbench.command('File: Save');
    await editor().locator('.codelens-decoration', { hasText: 'in-progress' }).waitFor();
    const saved = () => readFileSync(path.join(project, 'MASTER_PLAN.md'), 'utf8');
    await eventually(() => assert.match(saved(), /\*\*Status:\*\* in-progress\n/));
  });
});
