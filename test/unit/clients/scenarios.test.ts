import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { freshEnvironment } from '../../../scripts/environment.mjs';
import { scenarios } from './scenarios';
import { columns, dialect, enforced, outcomeOf, page, prepare, type Outcome } from './table';

const surroundings = freshEnvironment('clients');
const env: Record<string, string> = {
  ...surroundings.env,
  GATEHOUSE_LEVEL_MASK_OUTPUT: 'enforce',
  STOP_GUARD_MODE: 'strict',
};

const root = path.resolve(__dirname, '../../..');

describe('what each client is held to', () => {
  const rows: (readonly Outcome[])[] = [];

  before(async () => {
    const cwd = prepare(surroundings.folder, env);
    for (const scenario of scenarios) {
      const row: Outcome[] = [];
      for (const client of columns) row.push(await outcomeOf(client, scenario, env, cwd));
      rows.push(row);
    }
  });
  after(() => surroundings.clear());

  for (const [at, { title, dangerous }] of scenarios.entries()) {
    if (!dangerous) continue;
    it(`nothing dangerous passes: ${title}`, () => {
      for (const [column, client] of columns.entries()) {
        const outcome = rows[at]?.[column] ?? 'passed';
        if (dialect(client).can.deny !== true || outcome === '—') continue;
        assert.ok(outcome === 'blocked' || outcome === 'asked', `${client}: ${outcome}`);
      }
    });
  }

  it('what Claude Code is held to, every other client is held to, as far as it can', () => {
    for (const [at, { title }] of scenarios.entries()) {
      const [own, ...others] = rows[at] ?? [];
      if (own === undefined || !enforced.includes(own) || own === 'approved') continue;
      for (const outcome of others) assert.ok(outcome !== 'passed' && outcome !== 'told', `${title}: ${outcome}`);
    }
  });

  it('docs/clients.md says so', async () => {
    const file = path.join(root, 'docs/clients.md');
    const text = await format(page(rows), { ...(await resolveConfig(file)), parser: 'markdown' });
    if (readFileSync(file, 'utf8') === text) return;
    mkdirSync(path.join(root, 'out'), { recursive: true });
    writeFileSync(path.join(root, 'out/clients.md'), text);
    assert.fail('docs/clients.md is not what the gates answer; what they answer is in out/clients.md');
  });
});
