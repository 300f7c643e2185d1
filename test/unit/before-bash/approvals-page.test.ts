import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { reachOf, type Reach } from './reviewing';

const page = readFileSync(path.resolve(__dirname, '../../../docs/approvals.md'), 'utf8');

/** The rows of the table with four columns. */
const rows = page.split('\n').flatMap((line) => {
  const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return cells.length === 6 && !/^(?:-+|family)$/.test(cells[1] ?? '') ? [cells.slice(1, 5)] : [];
});
const commandsIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map((found) => (found[1] ?? '').replaceAll('\\|', '|'));

describe('docs/approvals.md', () => {
  it('has a row for every family', () => assert.equal(rows.length, 12));
  const columns: readonly Reach[] = ['strict', 'standard', 'never'];
  for (const [family = '', ...cells] of rows) {
    cells.forEach((cell, at) => {
      for (const command of commandsIn(cell)) {
        it(`tells the truth about ${family}: ${command}`, () => assert.equal(reachOf(command), columns[at]));
      }
    });
  }
});
