import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { assumedSite } from '../../../bench/corpus-site';
import { autoReview } from '../../../src/hooks/gates/before-bash/auto-review';
import { guard } from '../../../src/hooks/gates/before-bash/guard';
import { secrets } from '../../../src/hooks/gates/secrets/secrets';
import { callOf } from './judging';

const modes = ['default', 'plan', 'acceptEdits', 'auto', 'dontAsk', 'bypassPermissions'] as const;
const site = assumedSite();
const page = readFileSync(path.resolve(__dirname, '../../../docs/approvals.md'), 'utf8');

/** The word of the first gate that has one; advice counts where the model is told something. */
async function answer(command: string, mode: string): Promise<string> {
  for (const gate of [guard, secrets, autoReview]) {
    const said = await gate.decide({ ...callOf({ command }, site.cwd), permissionMode: mode }, site);
    for (const { kind } of 'kind' in said ? [said] : said) {
      if (kind !== 'pass') return kind === 'context' ? 'advice' : kind;
    }
  }
  return 'silent';
}

/** The rows of the table under "Permission modes". */
const rows = page.split('\n').flatMap((line) => {
  const cells = line.split('|').map((cell) => cell.trim());
  return cells.length === modes.length + 3 && cells[1]?.startsWith('`') === true ? [cells.slice(1, -1)] : [];
});

describe('permission modes (B4)', () => {
  it('shows 20 commands', () => assert.equal(rows.length, 20));
  for (const [cell = '', ...expected] of rows) {
    const command = cell.replaceAll('`', '');
    it(command, async () => assert.deepEqual(await Promise.all(modes.map((mode) => answer(command, mode))), expected));
  }
});
