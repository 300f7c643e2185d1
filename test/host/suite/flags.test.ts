import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { StrikeLog } from '../../../src/hooks/evidence/strike-log';
import { ownFile } from '../../../src/hooks/state/stored-files';
import type { Site } from '../../../src/hooks/pipeline/site';
import type { Parts } from '../../../src/extension/extension';
import type { FlagNode } from '../../../src/extension/tree/flags-tree';
import { parts } from '../support/parts';
import { picture } from '../support/picture';
import { treeText, untilTree } from '../support/tree';
import { eventually } from '../../harness/eventually';
import { until } from '../support/wait';
import { folder } from '../support/workspace';

const never = { executed: false, passed: false, last_run: '' };

/** The public state file as another tool writes it. */
function writeReview(flags: object): void {
  const state = {
    session_id: '',
    updated_at: '',
    has_code_change: false,
    has_doc_change: false,
    code_review: never,
    doc_review: never,
    precommit: never,
    ...flags,
  };
  writeFileSync(path.join(folder(), '.claude_review_state.json'), JSON.stringify(state));
}

const now = () => new Date().toISOString().replace(/\.\d+/, '');
const passed = () => ({ executed: true, passed: true, last_run: now() });

describe('the flags view', () => {
  let all: Parts;

  before(async () => {
    all = await parts();
    await vscode.commands.executeCommand('gatehouse.flags.focus');
  });

  beforeEach(() => {
    rmSync(path.join(folder(), '.claude_review_state.json'), { force: true });
    rmSync(path.join(folder(), '.claude'), { recursive: true, force: true });
  });

  async function install(): Promise<void> {
    all.person.pick = (_title, choices) => Promise.resolve(choices[0]?.value);
    await vscode.commands.executeCommand('gatehouse.installHooks');
  }

  it('is empty where no hooks are installed, so that the welcome text shows', async () => {
    await untilTree(all.flagsTree, '');
    await picture('flags-welcome');
  });

  it('shows every flag as not run after hooks were installed', async () => {
    await install();
    assert.ok(existsSync(path.join(folder(), '.claude/settings.local.json')));
    await untilTree(
      all.flagsTree,
      `
      Code review · not run  $(circle-large-outline)
      Doc review · not run  $(circle-large-outline)
      Precommit · not run  $(circle-large-outline)
      Tests · not run  $(circle-large-outline)
      Verification · not run  $(circle-large-outline)
      `,
    );
    await picture('flags-not-run');
  });

  it('turns when another tool writes the state file', async () => {
    await install();
    writeReview({ code_review: passed(), precommit: { ...never, executed: true, last_run: now() } });
    await untilTree(
      all.flagsTree,
      `
      Code review · unbound · just now  $(unverified)  [flag code_review reset file accept]
      Doc review · not run  $(circle-large-outline)  [flag doc_review]
      Precommit · failed · just now  $(error)  [flag precommit reset file]
      Tests · not run  $(circle-large-outline)  [flag tests run]
      Verification · not run  $(circle-large-outline)  [flag proof verify]
      `,
      { context: true },
    );
    await picture('flags-turned');
  });

  it('turns back when the file vanishes', async () => {
    await install();
    writeReview({ code_review: passed() });
    await untilTree(
      all.flagsTree,
      (await treeText(all.flagsTree)).replace(/Code review.*/, 'Code review · unbound · just now  $(unverified)'),
    );
    rmSync(path.join(folder(), '.claude_review_state.json'));
    await untilTree(
      all.flagsTree,
      `
      Code review · not run  $(circle-large-outline)
      Doc review · not run  $(circle-large-outline)
      Precommit · not run  $(circle-large-outline)
      Tests · not run  $(circle-large-outline)
      Verification · not run  $(circle-large-outline)
      `,
    );
  });

  it('G5 shows a state file that cannot be read as unknown, in the status bar before anything else', async () => {
    await install();
    writeFileSync(path.join(folder(), '.claude_review_state.json'), '{"session_id": ');
    await untilTree(
      all.flagsTree,
      `
      Code review · unknown  $(question)
      Doc review · unknown  $(question)
      Precommit · unknown  $(question)
      Tests · not run  $(circle-large-outline)
      Verification · not run  $(circle-large-outline)
      `,
    );
    await eventually(() => assert.equal(all.statusBar.text, '$(gatehouse-logo) Review state unreadable'));
    await picture('status-unreadable');
    let offered: readonly string[] = [];
    const pick = all.person.pick;
    all.person.pick = (_title, choices) => {
      offered = choices.map(({ label, description }) => `${label} | ${description ?? ''}`);
      return Promise.resolve(undefined);
    };
    await vscode.commands.executeCommand('gatehouse.showActions');
    all.person.pick = pick;
    assert.deepEqual(offered.slice(0, 2), [
      '$(discard) Reset code review | Review state unreadable',
      '$(go-to-file) Open the state file of code review | Review state unreadable',
    ]);
  });

  it('shows the tests and the verification of the files below .claude, also before that folder is there', async () => {
    await install();
    const seconds = Math.floor(Date.now() / 1000);
    mkdirSync(path.join(folder(), '.claude'), { recursive: true });
    writeFileSync(path.join(folder(), '.claude/.test-status'), `fail|3|${seconds}`);
    writeFileSync(path.join(folder(), '.claude/.proof-status'), `verified|${seconds}`);
    await untilTree(
      all.flagsTree,
      `
      Code review · not run  $(circle-large-outline)  [flag code_review]
      Doc review · not run  $(circle-large-outline)  [flag doc_review]
      Precommit · not run  $(circle-large-outline)  [flag precommit]
      Tests · 3 failed · just now  $(error)  [flag tests reset file run]
      Verification · unbound · just now  $(unverified)  [flag proof reset file accept verify]
      `,
      { context: true },
    );
  });

  it('shows plan, strikes and careful mode while there are any', async () => {
    await install();
    const plan = path.join(folder(), 'MASTER_PLAN.md');
    const phase = (number: number, status: string) => `## Phase ${number}: Step ${number}\n\n**Status:** ${status}\n\n`;
    writeFileSync(plan, `# Plan\n\n${phase(1, 'completed')}${phase(2, 'in-progress')}`);
    mkdirSync(path.join(folder(), '.claude'), { recursive: true });
    writeFileSync(path.join(folder(), '.claude/.test-gate-strikes'), `2|${Math.floor(Date.now() / 1000)}`);
    writeFileSync(path.join(folder(), '.claude/careful-state.json'), '{"active": true}');
    await untilTree(
      all.flagsTree,
      `
      Code review · not run  $(circle-large-outline)
      Doc review · not run  $(circle-large-outline)
      Precommit · not run  $(circle-large-outline)
      Tests · not run  $(circle-large-outline)
      Verification · not run  $(circle-large-outline)
      Plan · 1 of 2 phases · just now  $(circle-filled)
      Test strikes · 2 · just now  $(circle-filled)
      Careful mode · on  $(circle-filled)
      `,
    );
    const facts = (id: string) => {
      const [first] = all.folders.all;
      const flag = all.flagModel.flagsOf(first!).find((one) => one.id === id);
      return all.flagModel.state(first!, flag!)?.facts.map(({ label, value }) => `${label}: ${value}`);
    };
    assert.deepEqual(facts('plan'), [
      'Phase 1: Step 1 (completed)',
      'Phase 2: Step 2 (in-progress)',
      'Problems: 2 errors, 4 warnings',
    ]);
    const audit = `audit_epoch=${Math.floor(Date.now() / 1000) + 1}\nunplanned_count=3\nunimplemented_count=2\n`;
    writeFileSync(path.join(folder(), '.claude/.plan-drift'), audit);
    await untilTree(all.flagsTree, (await treeText(all.flagsTree)).replace(/(Plan · .*)\$\(.*/, '$1$(history)'));
    assert.ok(facts('plan')?.includes('Decisions that differ: 3 in the code only, 2 in completed phases only'));
    rmSync(path.join(folder(), '.claude/.plan-drift'));
    rmSync(plan);
    rmSync(path.join(folder(), '.claude/careful-state.json'));
    rmSync(path.join(folder(), '.claude/.test-gate-strikes'));
    await untilTree(
      all.flagsTree,
      `
      Code review · not run  $(circle-large-outline)
      Doc review · not run  $(circle-large-outline)
      Precommit · not run  $(circle-large-outline)
      Tests · not run  $(circle-large-outline)
      Verification · not run  $(circle-large-outline)
      `,
    );
  });

  it('shows whose strikes they are, and forgets them with the flag', async () => {
    await install();
    const [first] = all.folders.all;
    const { place, home, services } = first!;
    const own: Site['own'] = (name, schema) => ownFile(home, name, schema);
    const book = new StrikeLog({ place, home, clock: services.clock, own }, 'mock-gate');
    await book.add('session-of-ada', 'test/sum.test.js');
    await book.add('session-of-ada', 'test/sum.test.js');
    const flag = all.flagModel.flagsOf(first!).find(({ id }) => id === 'mock-gate-strikes');
    await all.flagModel.refresh(first!);
    const [fact] = all.flagModel.state(first!, flag!)?.facts ?? [];
    assert.equal(fact?.label, 'test/sum.test.js');
    assert.match(fact.value, /^2, last at /);
    const node = (await all.flagsTree.getChildren()).find((one) => 'flag' in one && one.flag === flag);
    await vscode.commands.executeCommand('gatehouse.resetFlag', node);
    assert.equal(await book.add('session-of-ada', 'test/sum.test.js'), 1);
    await book.clear();
  });

  it('resets one flag and leaves the others; Undo takes that back', async () => {
    await install();
    writeReview({ code_review: passed(), precommit: passed() });
    await all.flagModel.refresh(all.folders.all[0]!);
    const before = readFileSync(path.join(folder(), '.claude_review_state.json'), 'utf8');
    let undone = false;
    all.person.tell = (text, ...actions) => {
      undone ||= text === 'Undone.';
      return Promise.resolve(actions.find((one) => one === 'Undo'));
    };
    all.person.pick = (_title, choices) => Promise.resolve(choices[0]?.value);
    await vscode.commands.executeCommand('gatehouse.resetFlag');
    await eventually(() => assert.ok(undone));
    assert.equal(readFileSync(path.join(folder(), '.claude_review_state.json'), 'utf8'), before);
    all.person.tell = () => Promise.resolve(undefined);
    all.person.pick = (_title, choices) => Promise.resolve(choices[0]?.value);
    await vscode.commands.executeCommand('gatehouse.resetFlag');
    await untilTree(
      all.flagsTree,
      `
      Code review · not run  $(circle-large-outline)
      Doc review · not run  $(circle-large-outline)
      Precommit · unbound · just now  $(unverified)
      Tests · not run  $(circle-large-outline)
      Verification · not run  $(circle-large-outline)
      `,
    );
    const state = JSON.parse(readFileSync(path.join(folder(), '.claude_review_state.json'), 'utf8')) as {
      precommit: { passed: boolean };
    };
    assert.equal(state.precommit.passed, true);
  });

  it('resets all flags once the person says so, and none before', async () => {
    await install();
    writeReview({ code_review: passed(), doc_review: passed() });
    await all.flagModel.refresh(all.folders.all[0]!);
    all.person.confirm = () => Promise.resolve(false);
    await vscode.commands.executeCommand('gatehouse.resetAllFlags');
    assert.match(await treeText(all.flagsTree), /^Code review · unbound/);
    all.person.confirm = () => Promise.resolve(true);
    await vscode.commands.executeCommand('gatehouse.resetAllFlags');
    await untilTree(
      all.flagsTree,
      `
      Code review · not run  $(circle-large-outline)
      Doc review · not run  $(circle-large-outline)
      Precommit · not run  $(circle-large-outline)
      Tests · not run  $(circle-large-outline)
      Verification · not run  $(circle-large-outline)
      `,
    );
  });

  it('opens what changed since a review: both sides where git sees a change, else the file alone', async () => {
    await install();
    const isReview = (one: object): one is FlagNode => 'flag' in one && (one as FlagNode).flag.id === 'code_review';
    const node = (await all.flagsTree.getChildren()).find(isReview);
    async function shown(file: string): Promise<unknown> {
      node!.state = { ...node!.state!, changed: [file] };
      await vscode.commands.executeCommand('gatehouse.showChanges', node);
      const { tabGroups } = vscode.window;
      return await until([tabGroups.onDidChangeTabs], () => {
        const tab = tabGroups.activeTabGroup.activeTab;
        return tab?.label.includes(path.basename(file)) ? tab.input : undefined;
      });
    }
    const file = path.join(folder(), 'README.md');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${text}Git has not looked yet.\n`);
    assert.ok((await shown('README.md')) instanceof vscode.TabInputTextDiff);
    writeFileSync(file, text);
    assert.ok((await shown('docs/discounts.md')) instanceof vscode.TabInputText);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is empty again after the hooks were uninstalled', async () => {
    await install();
    await vscode.commands.executeCommand('gatehouse.uninstallHooks');
    await untilTree(all.flagsTree, '');
    assert.equal(existsSync(path.join(folder(), '.claude/settings.local.json')), false);
  });
});
