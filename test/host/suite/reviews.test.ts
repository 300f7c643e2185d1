import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Parts } from '../../../src/extension/extension';
import { projectHome } from '../../../src/hooks/project/home';
import { fire } from '../../harness/client';
import { eventually } from '../../harness/eventually';
import { review } from '../../harness/recorded-session/moment';
import { parts } from '../support/parts';
import { folder } from '../support/workspace';

describe('findings of a review', () => {
  let all: Parts;
  before(async () => {
    all = await parts();
    all.person.tell = () => Promise.resolve(undefined);
    all.person.warn = () => Promise.resolve(undefined);
    all.person.pick = (_title, choices) => Promise.resolve(choices[0]?.value);
    await vscode.commands.executeCommand('gatehouse.installHooks');
  });
  after(async () => {
    await vscode.commands.executeCommand('gatehouse.uninstallHooks');
    for (const name of ['.claude', '.claude_review_state.json', 'src/sum.js'])
      rmSync(path.join(folder(), name), { recursive: true, force: true });
    // The call noticed that earlier suites had removed their flags.
    rmSync(path.join(projectHome(process.env, folder()), 'alarms.json'), { force: true });
  });

  const file = () => path.join(folder(), 'src/sum.js');
  const shown = () =>
    vscode.languages
      .getDiagnostics(vscode.Uri.file(file()))
      .filter(({ source }) => source === 'Gatehouse review')
      .map(({ range, severity, message }) => [range.start.line + 1, vscode.DiagnosticSeverity[severity], message]);

  it('stand where the code is, and go when the code has changed', async () => {
    writeFileSync(file(), 'export const sum = 0;\nexport const rates = {};\n');
    const report =
      '## Code Review\n\n- P1 `src/sum.js:2` is never used.\n- nit src/no-such.js:1 a name\n\n## Gate\n\n⛔ Blocked\n';
    const { before, after } = review('a review', 0, 'Review.', report);
    const { env } = all.folders.all[0]!.services;
    const call = { session_id: 'reviewed', cwd: folder() };
    for (const moment of [before!, after!]) await fire({ ...call, ...moment }, env as never);
    await eventually(() => assert.deepEqual(shown(), [[2, 'Error', 'is never used.']]));
    writeFileSync(file(), 'export const sum = 1;\n');
    await eventually(() => assert.deepEqual(shown(), []));
  });
});
