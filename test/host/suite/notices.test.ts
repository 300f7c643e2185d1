import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Parts } from '../../../src/extension/extension';
import { ownFile } from '../../../src/hooks/state/stored-files';
import { raiseAlarm } from '../../../src/hooks/pipeline/alarms';
import { announceWindow, isWatched, withdrawWindow } from '../../../src/hooks/person/notices';
import { isFirstWindow } from '../../../src/hooks/project/told-once';
import { parts } from '../support/parts';
import { record, refusal, trace } from '../support/traces';
import { treeText } from '../support/tree';
import { eventually } from '../../harness/eventually';
import { until } from '../support/wait';
import { folder } from '../support/workspace';

describe('the agent’s notifications', () => {
  let all: Parts;
  let home: string;
  const said: string[] = [];
  let press: string | undefined;

  before(async () => {
    all = await parts();
    home = all.folders.all[0]!.home;
    const say =
      (kind: string) =>
      (text: string, ...actions: readonly string[]) => {
        said.push(`${kind} ${text} [${actions.join(', ')}]`);
        return Promise.resolve(press);
      };
    all.person.tell = say('tell');
    all.person.warn = say('warn');
    await vscode.commands.executeCommand('gatehouse.decisions.focus');
  });
  beforeEach(() => {
    said.length = 0;
    press = undefined;
    configure({});
  });
  after(() => rmSync(path.join(folder(), '.claude'), { recursive: true, force: true }));

  const local = () => path.join(folder(), '.claude/gatehouse.local.json');
  const configure = (notify: object) => {
    mkdirSync(path.dirname(local()), { recursive: true });
    writeFileSync(local(), JSON.stringify({ notify }));
    all.folders.all[0]!.forgetConfiguration();
  };
  /** As the hooks write it once they have heard the client. */
  const notification = (type: string, message = 'May I?', level = 'enforce') =>
    trace({
      event: 'Notification',
      tool: undefined,
      session: 'cccccccc-9',
      subject: message,
      call: { hook_event_name: 'Notification', notification_type: type, message },
      gates: [{ id: 'notify', level, ms: 1, notes: [], rulings: [{ kind: 'pass', reason: 'shown' }] }],
    });
  async function hear(...traces: readonly ReturnType<typeof trace>[]): Promise<readonly string[]> {
    const last = traces.at(-1)!.id;
    record(home, ...traces);
    await until([all.decisionsTree.onDidChangeTreeData], () =>
      all.decisions.of(all.folders.all[0]!).some(({ id }) => id === last) ? true : undefined,
    );
    return [...said];
  }

  it('are shown by kind: urgent where the agent cannot go on, calm otherwise, once each', async () => {
    assert.deepEqual(await hear(notification('permission_prompt'), notification('idle_prompt', '')), [
      'warn Claude Code · till: May I? [Show Session, Mute]',
      'tell Claude Code · till: The agent waits for you. [Show Session, Mute]',
    ]);
  });

  it('are left out where the gate, the kind, the quiet hours or the person says so', async () => {
    assert.deepEqual(await hear(notification('auth_success')), []);
    assert.deepEqual(await hear(notification('permission_prompt', 'x', 'observe')), []);
    assert.deepEqual(await hear(trace({ ...notification('permission_prompt'), at: Date.now() - 3_600_000 })), []);
    configure({ quietHours: '00:00-23:59' });
    assert.deepEqual(await hear(notification('permission_prompt')), []);
    configure({ muted: true });
    assert.deepEqual(await hear(notification('permission_prompt')), []);
    configure({});
    const settings = vscode.workspace.getConfiguration('gatehouse');
    await settings.update('notifications', false, vscode.ConfigurationTarget.Global);
    assert.deepEqual(await hear(notification('permission_prompt')), []);
    await settings.update('notifications', undefined, vscode.ConfigurationTarget.Global);
  });

  it('are shown by one of several windows on a folder', async () => {
    const other = notification('permission_prompt');
    assert.equal(isFirstWindow(home, other.id), true);
    assert.deepEqual(await hear(other), []);
  });

  it('Show Session brings the session into view', async () => {
    press = 'Show Session';
    await hear(notification('permission_prompt'));
    const node = all.decisionsTree.sessionNode(all.folders.all[0]!, 'cccccccc-9');
    assert.equal(node?.label, 'Session cccccccc');
    await until([all.decisionsView.onDidChangeSelection], () =>
      all.decisionsView.selection.some(({ id }) => id === node.id) ? true : undefined,
    );
  });

  it('Mute writes it into the person’s own file of the project, and Undo takes it back', async () => {
    press = 'Mute';
    await hear(notification('permission_prompt'));
    const muted = 'tell Notifications of the agent are muted for this project, on the desktop as well. [Undo]';
    await eventually(() => assert.equal(said.at(-1), muted));
    assert.deepEqual(JSON.parse(readFileSync(local(), 'utf8')), { notify: { muted: true } });
    press = undefined;
    await vscode.commands.executeCommand('gatehouse.unmuteAgent');
    assert.deepEqual(JSON.parse(readFileSync(local(), 'utf8')), { notify: {} });
  });

  it('E1 an alarm is shown until a person clears it, and told once', async () => {
    const [target] = all.folders.all;
    const raise = (at: number, text: string) =>
      raiseAlarm(
        { own: (file, schema, options) => ownFile(home, file, schema, options) },
        { at, kind: 'refused-ran', session: 's', text, cause: 'an enabled plugin (tidy@market)' },
      );
    const row = async (text: RegExp | undefined) => {
      await until([all.flagsTree.onDidChangeTreeData], async () => {
        const line = (await treeText(all.flagsTree, { context: true }))
          .split('\n')
          .find((one) => one.startsWith('Not in force'));
        return (text === undefined ? line === undefined : line !== undefined && text.test(line)) ? true : undefined;
      });
    };
    await raise(Date.now(), 'Blocked, but it ran anyway: Bash git reset --hard');
    await raise(Date.now(), 'Ran unchecked: Bash ls');
    await row(/^Not in force · 2 alarms · just now {2}\$\(alert\) {2}\[flag alarms alarms\]$/);
    assert.deepEqual(said, [
      `warn Gatehouse was not in force in ${target!.name}. Blocked, but it ran anyway: Bash git reset --hard. [Show]`,
    ]);
    const questions: string[] = [];
    all.person.confirm = (question, detail, yes) => {
      questions.push(`${question}\n${detail}\n[${yes}]`);
      return Promise.resolve(true);
    };
    await vscode.commands.executeCommand('gatehouse.showAlarms');
    assert.match(
      questions[0]!,
      /git reset --hard\nLikely cause: an enabled plugin \(tidy@market\)[^]*\[Clear Alarms\]$/,
    );
    await row(undefined);
  });

  it('E1 a refusal that ran is marked in Decisions', async () => {
    const denied = refusal({ toolUseId: 'toolu_ran', session: 'dddddddd-9', subject: 'git reset --hard' });
    await hear(denied);
    await hear(trace({ event: 'PostToolUse', toolUseId: 'toolu_ran', session: 'dddddddd-9' }));
    const text = await treeText(all.decisionsTree);
    assert.match(text, /git reset --hard · blocked, but it ran · guard · .*\$\(alert\)/);
  });

  it('hooks know whether a person looks at this window', () => {
    assert.ok(existsSync(path.join(home, 'windows', String(process.pid))));
    assert.equal(isWatched(home), vscode.window.state.focused);
    assert.equal(isWatched(home, process.pid), false);
    announceWindow(home, process.ppid, true);
    assert.equal(isWatched(home, process.pid), true);
    withdrawWindow(home, process.ppid);
  });
});
