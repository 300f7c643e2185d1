import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Reply } from '../../../src/hooks/protocol/reply';
import { Rig } from '../review/rig';

interface Wire {
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string;
    readonly permissionDecisionReason?: string;
    readonly additionalContext?: string;
  };
}

function said(reply: Reply): string {
  if (reply.stdout === '') return 'pass';
  const specific = (JSON.parse(reply.stdout) as Wire).hookSpecificOutput;
  const decision = specific?.permissionDecision;
  if (decision !== undefined)
    return `${decision} ${/\[([\w-]+)\]/.exec(specific?.permissionDecisionReason ?? '')?.[1] ?? ''}`;
  return specific?.additionalContext === undefined ? 'pass' : 'advice';
}

describe('before an edit', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  const write = async (gate: string, file: string, content: string): Promise<string> =>
    said(await rig.hook('PreToolUse', { tool_name: 'Write', tool_input: { file_path: rig.at(file), content } }, gate));
  const edit = async (gate: string, file: string, before: string, after: string): Promise<string> =>
    said(
      await rig.hook(
        'PreToolUse',
        { tool_name: 'Edit', tool_input: { file_path: rig.at(file), old_string: before, new_string: after } },
        gate,
      ),
    );
  const bash = async (gate: string, command: string): Promise<string> =>
    said(await rig.hook('PreToolUse', { tool_name: 'Bash', tool_input: { command } }, gate));

  describe('branch-guard', () => {
    const text = '// A part.\n';

    it('denies source on main and passes it on another branch', async () => {
      assert.equal(await write('branch-guard', 'src/new.ts', text), 'deny protected-branch');
      rig.git('switch', '-q', '-c', 'feature');
      assert.equal(await write('branch-guard', 'src/new.ts', text), 'pass');
    });

    it('passes documents, the plan, vendored files and files outside any repository', async () => {
      for (const file of [
        'docs/a.md',
        'MASTER_PLAN.md',
        'node_modules/a/i.js',
        '../outside.ts',
        '.claude/hooks/x.sh',
      ]) {
        assert.equal(await write('branch-guard', file, text), 'pass', file);
      }
    });

    it('7.3 sees through any number of missing folders', async () => {
      assert.equal(await write('branch-guard', 'a/b/c/d/new.ts', text), 'deny protected-branch');
    });

    it('7.3 sees what a shell command writes', async () => {
      assert.equal(await bash('branch-guard', 'cat > src/x.ts <<EOF\nhi\nEOF'), 'deny protected-branch');
      assert.equal(await bash('branch-guard', "sed -i 's/a/b/' src/app.js"), 'deny protected-branch');
      assert.equal(await bash('branch-guard', 'grep -rn x src > out.txt'), 'pass');
    });

    it('7.3 advises on a detached HEAD, and knows the branch that a rebase has detached', async () => {
      rig.git('checkout', '-q', '--detach');
      assert.equal(await write('branch-guard', 'src/new.ts', text), 'advice');
      mkdirSync(rig.at('.git/rebase-merge'));
      rig.write('.git/rebase-merge/head-name', 'refs/heads/main\n');
      assert.equal(await write('branch-guard', 'src/new.ts', text), 'deny protected-branch');
    });

    it('judges a linked worktree by its own branch', async () => {
      rig.git('worktree', 'add', '-q', '.worktrees/f', '-b', 'feature');
      assert.equal(await write('branch-guard', '.worktrees/f/src/new.ts', text), 'pass');
    });

    it('holds before the first commit', async () => {
      const folder = rig.at('fresh');
      mkdirSync(folder);
      rig.git('-C', folder, 'init', '-q', '-b', 'main');
      assert.equal(await write('branch-guard', path.join('fresh', 'a.ts'), text), 'deny protected-branch');
    });
  });

  describe('doc-gate', () => {
    const long = (head: string): string => `${head}${'let a = 1;\n'.repeat(60)}`;
    const table: readonly (readonly [string, string, string, string])[] = [
      ['a source file without a header', 'src/a.ts', 'let a;\n', 'deny header-missing'],
      ['a header of one line', 'src/a.ts', '// Adds orders.\nlet a;\n', 'pass'],
      ['7.4 a plain block comment', 'src/a.ts', '/* Adds orders. */\nlet a;\n', 'pass'],
      ["7.4 'use strict' before the header", 'src/a.js', "'use strict';\n// Adds orders.\n", 'pass'],
      ['7.4 a directive is no header', 'src/a.ts', '// eslint-disable no-console\nlet a;\n', 'deny header-missing'],
      ['7.4 a build tag is no header', 'a.go', '//go:build linux\n\npackage a\n', 'deny header-missing'],
      ['7.4 a header after a directive', 'a.go', '//go:build linux\n\n// Package a adds.\npackage a\n', 'pass'],
      ['7.4 a coding line is no header', 'a.py', '# -*- coding: utf-8 -*-\nx = 1\n', 'deny header-missing'],
      ['7.4 a raw docstring', 'a.py', 'r"""Adds orders."""\nx = 1\n', 'pass'],
      [
        '7.4 an inner attribute is no header in Rust',
        'a.rs',
        '#![allow(dead_code)]\nfn a() {}\n',
        'deny header-missing',
      ],
      ['a shebang before the header', 'a.sh', '#!/bin/sh\n# Adds orders.\n', 'pass'],
      ['empty content', 'src/a.ts', '', 'pass'],
      ['sixty lines without a decision', 'src/a.ts', long('// Adds.\n'), 'deny decision-missing'],
      ['sixty lines with one', 'src/a.ts', long('// Adds.\n// @decision DEC-ADD-001\n'), 'pass'],
      ['7.4 a decision in a string', 'src/a.ts', long('// Adds.\nconst s = "@decision";\n'), 'deny decision-missing'],
      ['forty-nine lines and a newline', 'src/a.ts', `// Adds.\n${'let a;\n'.repeat(48)}`, 'pass'],
      ['a test file', 'tests/test_x.py', 'x = 1\n', 'pass'],
      ['a new document at the root', 'NOTES.md', '# x\n', 'advice'],
      ['7.4 a customary document at the root', 'SECURITY.md', '# x\n', 'pass'],
      ['a document in a folder', 'docs/notes.md', '# x\n', 'pass'],
      ['7.4 a quote in the name', 'a"b.md', '# x\n', 'advice'],
    ];
    for (const [name, file, content, expected] of table) {
      it(`${name}: ${expected}`, async () => assert.equal(await write('doc-gate', file, content), expected));
    }

    it('advises on an edit, by what the file will be afterwards', async () => {
      assert.equal(await edit('doc-gate', 'src/app.js', 'a = 1', 'a = 2'), 'advice');
      assert.equal(await edit('doc-gate', 'src/app.js', 'export', '// Exports a.\nexport'), 'pass');
    });

    it('gives a template in the language of the file', async () => {
      const input = { file_path: rig.at('a.py'), content: 'x = 1\n' };
      const reply = await rig.hook('PreToolUse', { tool_name: 'Write', tool_input: input }, 'doc-gate');
      assert.match(
        (JSON.parse(reply.stdout) as Wire).hookSpecificOutput?.additionalContext ?? '',
        /"""\nWhat this file is for/,
      );
    });
  });

  describe('plan-check', () => {
    const lines = (count: number): string => 'let a;\n'.repeat(count);
    const plan = '## Original Intent\nx\n\n## Phase 1: a\n**Status:** planned\n';

    it('denies a larger write without a plan', async () => {
      assert.equal(await write('plan-check', 'src/b.ts', lines(20)), 'deny no-plan');
    });

    it('7.5 counts lines, not newlines, and one endless line is not small', async () => {
      assert.equal(await write('plan-check', 'src/b.ts', lines(19)), 'advice');
      assert.equal(await write('plan-check', 'src/b.ts', 'x'.repeat(100_000)), 'deny no-plan');
    });

    it('passes scoped edits and judges a large one like a write', async () => {
      assert.equal(await edit('plan-check', 'src/app.js', 'a = 1', 'a = 2'), 'pass');
      assert.equal(await edit('plan-check', 'src/app.js', 'a = 1', lines(40)), 'deny no-plan');
    });

    it('passes tests, vendored files and folders without git', async () => {
      assert.equal(await write('plan-check', 'tests/a.test.ts', lines(40)), 'pass');
      assert.equal(await write('plan-check', '../outside.ts', lines(40)), 'pass');
    });

    it('7.5 and 16.10 holds in a linked worktree, by that worktree’s plan', async () => {
      rig.git('worktree', 'add', '-q', '.worktrees/f', '-b', 'feature');
      assert.equal(await write('plan-check', '.worktrees/f/src/b.ts', lines(40)), 'deny no-plan');
      rig.write('.worktrees/f/MASTER_PLAN.md', plan);
      assert.equal(await write('plan-check', '.worktrees/f/src/b.ts', lines(40)), 'pass');
    });

    describe('with a committed plan and ten source files', () => {
      beforeEach(() => {
        rig.write('MASTER_PLAN.md', plan);
        for (let n = 1; n < 20; n += 1) rig.write(`src/f${n}.js`, 'a;\n');
        rig.commit('plan');
      });
      const change = (count: number): void => {
        for (let n = 1; n <= count; n += 1) rig.write(`src/f${n}.js`, 'b;\n');
        rig.commit('work');
      };
      const churn: readonly (readonly [number, string])[] = [
        [0, 'pass'],
        [2, 'pass'],
        [3, 'advice'],
        [6, 'advice'],
        [7, 'deny plan-stale'],
      ];
      for (const [count, expected] of churn) {
        it(`${count * 5} % churn: ${expected}`, async () => {
          if (count > 0) change(count);
          assert.equal(await write('plan-check', 'src/new.js', lines(30)), expected);
        });
      }

      it('7.5 file times do not matter: a plan saved before its own commit is no churn', async () => {
        rig.git('commit', '-q', '--allow-empty', '-m', 'later');
        assert.equal(await write('plan-check', 'src/new.js', lines(30)), 'pass');
      });

      it('reads other thresholds from the environment', async () => {
        change(3);
        Object.assign(rig.env, { PLAN_CHURN_DENY: '15' });
        assert.equal(await write('plan-check', 'src/new.js', lines(30)), 'deny plan-stale');
      });

      const drift: readonly (readonly [number, string])[] = [
        [1, 'pass'],
        [2, 'advice'],
        [4, 'advice'],
        [5, 'deny plan-stale'],
      ];
      for (const [count, expected] of drift) {
        it(`${count} decisions without a plan: ${expected}`, async () => {
          const ids = Array.from({ length: count }, (_, n) => `// @decision DEC-XX-00${n + 1}\n`);
          rig.write('src/f1.js', ids.join('\n'));
          assert.equal(await write('plan-check', 'src/new.js', lines(30)), expected);
        });
      }

      it('counts the last audit of another tool until the plan changes', async () => {
        rig.write(
          '.claude/.plan-drift',
          `audit_epoch=${Math.floor(Date.now() / 1000) + 5}\nunplanned_count=3\nunimplemented_count=2\n`,
        );
        assert.equal(await write('plan-check', 'src/new.js', lines(30)), 'deny plan-stale');
        rig.write('.claude/.plan-drift', 'audit_epoch=1000\nunplanned_count=3\nunimplemented_count=2\n');
        assert.equal(await write('plan-check', 'src/new.js', lines(30)), 'pass');
      });
    });
  });

  describe('plan-validate', () => {
    const written = (file: string, text: string): Promise<Reply> => {
      rig.write(file, text);
      const fields = { tool_name: 'Write', tool_input: { file_path: rig.at(file), content: text }, tool_response: {} };
      return rig.hook('PostToolUse', fields, 'plan-validate');
    };

    it('gives the errors back with exit 2, and a block on stdout', async () => {
      const reply = await written('MASTER_PLAN.md', '# Plan\n\n## Phase 1: a\n');
      assert.equal(reply.exitCode, 2);
      assert.match(reply.stderr, /line 3: Phase 1 has no status/);
      assert.equal((JSON.parse(reply.stdout) as { decision: string }).decision, 'block');
    });

    it('passes a plan with advice only, and says the advice', async () => {
      const reply = await written('MASTER_PLAN.md', '## Original Intent\nx\n## Phase 1: a\n**Status:** planned\n');
      assert.equal(reply.exitCode, 0);
      assert.match(reply.stderr, /Success Metrics/);
    });

    it('8.4 leaves files alone whose name only ends alike', async () => {
      assert.deepEqual(await written('docs_OLD_MASTER_PLAN.md', '# x\n## Phase 1'), {
        stdout: '',
        stderr: '',
        exitCode: 0,
      });
    });
  });
});
