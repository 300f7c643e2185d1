import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Parts } from '../../../src/extension/extension';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import type { WorkflowEvent, WorkflowState } from '../../../src/hooks/workflow/machine';
import { workflowsOf } from '../../../src/hooks/workflow/workflow';
import { parts } from '../support/parts';
import { picture } from '../support/picture';
import { treeText } from '../support/tree';
import { until } from '../support/wait';
import { folder } from '../support/workspace';

const ship = {
  name: 'ship',
  agents: { analysis: ['analyzer'], planning: ['planner'], execution: ['executor'], verification: ['auditor'] },
  plan: 'docs/plan.md',
};

describe('workflows in the editor', () => {
  let all: Parts;
  const file = (name: string) => path.join(folder(), name);
  const hooks = () =>
    workflowsOf(siteAt({ env: process.env, clock: Date, requestedByName: false }, placeOf(folder()))).find(
      ({ name }) => name === 'ship',
    )!;
  const configure = (workflows: readonly object[]) => {
    mkdirSync(file('.claude'), { recursive: true });
    writeFileSync(file('.claude/gatehouse.json'), JSON.stringify({ workflow: { workflows } }));
  };
  const forget = () => {
    for (const name of ['workflow-ship.json', 'workflow-ship-approved.json']) {
      rmSync(path.join(all.folders.all[0]!.home, name), { force: true });
    }
  };

  before(async () => {
    all = await parts();
    all.person.tell = () => Promise.resolve(undefined);
    all.person.pick = (_title, choices) => Promise.resolve(choices[0]?.value);
    rmSync(file('.claude'), { recursive: true, force: true });
    mkdirSync(file('docs'), { recursive: true });
    writeFileSync(file('docs/plan.md'), '# Plan\n\n1. Sell.\n');
    forget();
    await vscode.commands.executeCommand('gatehouse.installHooks');
    await vscode.commands.executeCommand('gatehouse.flags.focus');
  });
  after(async () => {
    await vscode.commands.executeCommand('gatehouse.uninstallHooks');
    for (const name of ['.claude', 'docs/plan.md']) rmSync(file(name), { recursive: true, force: true });
    forget();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const line = async (title: string) =>
    (await treeText(all.flagsTree, { context: true })).split('\n').find((one) => one.startsWith(title));
  async function becomes(title: string, wanted: string | undefined): Promise<void> {
    let now: string | undefined;
    const look = async () => ((now = await line(title)) === wanted ? true : undefined);
    await until([all.flagsTree.onDidChangeTreeData], look).catch(() => assert.equal(now, wanted));
  }
  const take = (...happenings: readonly WorkflowEvent[]) =>
    happenings.reduce<Promise<unknown>>(
      (before, one) => before.then(() => hooks().take(one, 'agent x')),
      Promise.resolve(),
    );
  const planned: readonly WorkflowEvent[] = [
    { kind: 'finished', role: 'analysis' },
    { kind: 'finished', role: 'planning' },
  ];
  const state = (): WorkflowState => hooks().state();
  const node = async () => (await all.flagsTree.getChildren()).find(({ label }) => label === 'ship');

  it('has one flag for each configured workflow, which comes and goes with the configuration', async () => {
    assert.equal(await line('ship'), undefined);
    configure([ship, { ...ship, name: 'reset' }]);
    await becomes('ship', 'ship · not started  $(circle-large-outline)  [flag workflow file]');
    await becomes('reset', 'reset · not started  $(circle-large-outline)  [flag workflow file]');
    configure([ship]);
    await becomes('reset', undefined);
    assert.match((await line('ship')) ?? '', /not started/);
  });

  it('shows its phase as the hooks move it, with who moved it and when', async () => {
    await take(...planned);
    await becomes(
      'ship',
      'ship · plan waits for you · just now  $(circle-filled)  [flag workflow approve back abort file]',
    );
    const tooltip = (await node())!.tooltip as vscode.MarkdownString;
    assert.match(tooltip.value.replaceAll('&nbsp;', ' '), /start → analysed: the analysis is done, by agent x/);
    await picture('workflow-waits');
  });

  it('shows the plan and approves nothing before the person confirms it', async () => {
    const answers: string[] = [];
    all.person.tell = (_text, ...actions) => Promise.resolve(actions[0]);
    all.person.confirm = (question) => {
      answers.push(question);
      return Promise.resolve(false);
    };
    await vscode.commands.executeCommand('gatehouse.approvePlan', await node());
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
    assert.equal(tab.label, 'plan.md: never approved ↔ now');
    assert.deepEqual(answers, ['Approve the version of docs/plan.md that you just reviewed?']);
    assert.equal(state().phase, 'planned');
    await picture('workflow-plan');
  });

  it('approves nothing when the plan changes under the person’s eyes', async () => {
    all.person.confirm = () => {
      writeFileSync(file('docs/plan.md'), '# Plan\n\n1. Sell everything.\n');
      return Promise.resolve(true);
    };
    await vscode.commands.executeCommand('gatehouse.approvePlan', await node());
    assert.equal(state().phase, 'planned');
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('approves the plan with who and when, and takes it back when the plan changes', async () => {
    all.person.confirm = () => Promise.resolve(true);
    await vscode.commands.executeCommand('gatehouse.approvePlan', await node());
    await becomes('ship', 'ship · plan approved · just now  $(circle-filled)  [flag workflow back abort file]');
    assert.match(state().approval?.by ?? '', /in the editor$/);
    assert.ok(Math.abs((state().approval?.at ?? 0) - Date.now()) < 60_000);
    assert.ok(existsSync(file('.ship-plan-approved')));
    writeFileSync(file('docs/plan.md'), '# Plan\n\n1. Sell everything twice.\n');
    await becomes(
      'ship',
      'ship · plan waits for you · just now  $(circle-filled)  [flag workflow approve back abort file]',
    );
  });

  it('shows what changed in the plan since it was last approved', async () => {
    all.person.confirm = () => Promise.resolve(false);
    await vscode.commands.executeCommand('gatehouse.approvePlan', await node());
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const [before, now] = await Promise.all(
      [input.original, input.modified].map((uri) => vscode.workspace.openTextDocument(uri)),
    );
    assert.equal(before?.getText(), '# Plan\n\n1. Sell everything.\n');
    assert.equal(now?.getText(), '# Plan\n\n1. Sell everything twice.\n');
  });

  it('goes back to an earlier phase, and aborts, once the person confirms it', async () => {
    const offered: string[] = [];
    all.person.pick = (_title, choices) => {
      offered.push(...choices.map(({ label }) => label));
      return Promise.resolve(choices[0]?.value);
    };
    await vscode.commands.executeCommand('gatehouse.moveWorkflowBack', await node());
    await vscode.commands.executeCommand('gatehouse.abortWorkflow', await node());
    assert.equal(state().phase, 'planned');
    all.person.confirm = () => Promise.resolve(true);
    offered.length = 0;
    await vscode.commands.executeCommand('gatehouse.moveWorkflowBack', await node());
    assert.deepEqual(offered, ['analysed', 'start']);
    await becomes('ship', 'ship · analysed · just now  $(circle-filled)  [flag workflow back abort file]');
    await vscode.commands.executeCommand('gatehouse.abortWorkflow', await node());
    await becomes('ship', 'ship · not started · just now  $(circle-large-outline)  [flag workflow file]');
    assert.match(state().history.at(-1)?.by ?? '', /in the editor$/);
  });

  it('switches careful mode on at once, and off only when the person confirms it', async () => {
    await vscode.commands.executeCommand('gatehouse.toggleCareful');
    await becomes('Careful mode', 'Careful mode · on  $(circle-filled)  [flag careful calm file]');
    const state = JSON.parse(readFileSync(file('.claude/careful-state.json'), 'utf8')) as { active: boolean };
    assert.equal(state.active, true);
    all.person.confirm = () => Promise.resolve(false);
    await vscode.commands.executeCommand('gatehouse.toggleCareful');
    assert.ok(existsSync(file('.claude/careful-state.json')));
    all.person.confirm = () => Promise.resolve(true);
    await vscode.commands.executeCommand('gatehouse.toggleCareful');
    await becomes('Careful mode', undefined);
    assert.equal(existsSync(file('.claude/careful-state.json')), false);
  });

  it('sees careful mode that another tool switches on beside the hooks', async () => {
    mkdirSync(file('.claude/hooks'), { recursive: true });
    writeFileSync(file('.claude/hooks/careful-state.json'), '{"active":"true"}');
    await becomes('Careful mode', 'Careful mode · on  $(circle-filled)  [flag careful calm file]');
    rmSync(file('.claude/hooks'), { recursive: true });
    await becomes('Careful mode', undefined);
  });
});
