import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { effectRules, lineRules, questions } from '../../../src/hooks/gates/before-bash/guard/policy';
import { shellFormOf } from '../../../src/hooks/protocol/shell-form';
import { mayHaveShellForm } from '../../../src/hooks/protocol/tools';
import { callOf, judge, strict } from './judging';

const page = readFileSync(path.resolve(__dirname, '../../../docs/guard-policy.md'), 'utf8');

/** The rows of the table under a heading, cell by cell. */
function table(heading: string): readonly (readonly string[])[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading));
  assert.ok(section, `no section ${heading}`);
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\|\s*-/.test(line))
    .slice(1)
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

/** The commands of a cell. */
const commands = (cell = ''): readonly string[] =>
  cell
    .split('<br>')
    .filter(Boolean)
    .map((text) => text.replace(/^`|`$/g, '').replace(/\\\|/g, '|'));

describe('guard policy: the page in docs is the policy', () => {
  const rows = table('Rules').map(([rule = '', level = '', refused, through]) => ({
    rule: commands(rule)[0] ?? '',
    level,
    refused: commands(refused),
    through: commands(through),
  }));

  it('lists every rule with its level, and nothing else', () => {
    const rules = [...effectRules, ...lineRules].map(({ id, level }) => `${id} ${level}`);
    assert.deepEqual(rows.map(({ rule, level }) => `${rule} ${level}`).sort(), [...new Set(rules)].sort());
  });

  for (const { rule, level, refused, through } of rows) {
    for (const command of refused) {
      it(`${rule} refuses ${command.slice(0, 80)}`, async () => {
        const found = await judge(command, level === 'strict' ? strict : {});
        assert.equal(found.rule, rule, found.reason);
        if (level === 'strict') assert.notEqual((await judge(command)).kind, 'deny');
      });
    }
    for (const command of through) {
      it(`${rule} lets ${command.slice(0, 80)} through`, async () => {
        assert.notEqual((await judge(command)).kind, 'deny');
      });
    }
  }

  const asked = table('Questions').map(([rule, put, through]) => ({
    rule: commands(rule)[0] ?? '',
    put: commands(put),
    through: commands(through),
  }));

  it('lists everything that is put to the person', () => {
    assert.deepEqual(asked.map(({ rule }) => rule).sort(), [...new Set(questions.map(({ id }) => id))].sort());
  });

  for (const { rule, put, through } of asked) {
    for (const command of put) {
      it(`${rule} asks about ${command}`, async () => {
        const found = await judge(command);
        assert.deepEqual([found.kind, found.rule], ['ask', rule]);
      });
    }
    for (const command of through) {
      it(`${rule} does not ask about ${command}`, async () => {
        assert.equal((await judge(command)).kind, 'pass');
      });
    }
  }

  for (const [written = '', runs = ''] of table('Rewrites')) {
    it(`runs ${written} as ${runs}`, async () => {
      assert.equal((await judge(commands(written)[0] ?? '', { alone: true })).command, commands(runs)[0]);
    });
  }

  for (const [written = '', like = ''] of table('Other tools')) {
    it(`judges ${written} like ${like}`, () => {
      const [, tool = '', input = ''] = /^`(\w+)` `(.*)`$/.exec(written) ?? [];
      const call = callOf(JSON.parse(input) as Readonly<Record<string, unknown>>, '/home/dev/project', tool);
      assert.ok(mayHaveShellForm(call));
      assert.equal(shellFormOf(call)?.input.command, commands(like)[0]);
    });
  }

  for (const [command = '', standard = '', tight = ''] of table('Where guards differ')) {
    it(`decides ${command}: ${standard} at standard, ${tight} at strict`, async () => {
      const said = async (assumed: typeof strict) => {
        const { kind } = await judge(commands(command)[0] ?? '', assumed);
        return kind === 'deny' ? 'blocked' : kind === 'ask' ? 'asked' : 'goes through';
      };
      assert.deepEqual([await said({}), await said(strict)], [standard, tight]);
    });
  }
});
