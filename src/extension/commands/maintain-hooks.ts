import path from 'node:path';
import * as vscode from 'vscode';
import { scopes, type Scope } from '../../hooks/install/scope';
import { selfTest, tryRefusal } from '../../hooks/install/self-test';
import { execIn } from '../../hooks/project/exec';
import type { Person } from '../platform/person';
import { t } from '../platform/text';
import { Folder } from '../store/folder';
import { ScopeNode } from '../tree/hook-nodes';
import {
  chosen,
  type Command,
  type CommandParts,
  currentFolder,
  folderFrom,
  HumanError,
  mustBeTrusted,
} from './command';

interface Target {
  readonly folder: Folder;
  readonly scope: Scope;
}

/** Commands that preview, repair and try a registration. */
export function maintenanceCommands(parts: CommandParts): readonly Command[] {
  const { registration, installer, previews, person } = parts;
  const targetFrom = async (argument: unknown): Promise<Target> => {
    if (argument instanceof ScopeNode) return { folder: argument.folder, scope: argument.state.scope };
    const folder = await folderFrom(argument, parts);
    const choices = scopes.map((value) => ({ label: value, value }));
    const found = registration.scopeOf(folder) ?? (await person.pick(t('Which settings file?'), choices));
    return { folder, scope: chosen(found) };
  };
  const repair = async ({ folder, scope }: Target, shown = folder) => {
    await installer.reinstall(folder, scope);
    await registration.refresh(shown);
    void person.tell(t('The hooks are installed correctly.'));
  };
  return [
    {
      id: 'gatehouse.previewHooks',
      async run(argument) {
        const { folder, scope } = await targetFrom(argument);
        const { file, before, after } = await installer.preview(folder, scope);
        await previews.compare(file, before ?? '', after ?? '', t('{0}: now ↔ with hooks', path.basename(file)));
      },
    },
    {
      id: 'gatehouse.repairHooks',
      async run(argument) {
        mustBeTrusted();
        await repair(await targetFrom(argument));
      },
    },
    {
      id: 'gatehouse.testHooks',
      async run(argument) {
        mustBeTrusted();
        const { folder, scope } = await targetFrom(argument);
        const entry = registration
          .of(folder)
          .scopes.find((one) => one.scope === scope)
          ?.found.find(({ lane }) => lane === 'sync');
        if (entry === undefined) throw new HumanError(t('No hooks are installed there. Install them first.'));
        const { root, services } = folder;
        const result = await withProgress(t('Testing the hooks…'), () => selfTest(entry, root, execIn(services.env)));
        if (result.kind === 'deaf') throw noAnswer(result.problem);
        void person.tell(t('The hooks answered in {0} ms.', result.ms));
      },
    },
    {
      id: 'gatehouse.tryHooks',
      async run(argument) {
        mustBeTrusted();
        const folder = await currentFolder(argument, parts);
        const entry = registration
          .of(folder)
          .scopes.flatMap(({ found }) => found)
          .find(({ event, lane, matcher }) => event === 'PreToolUse' && lane === 'sync' && readsShell(matcher));
        if (entry === undefined)
          throw new HumanError(t('No hooks are installed in {0}. Install them first.', folder.name));
        const result = await tryRefusal(entry, folder.root, execIn(folder.services.env));
        if (result === 'passed') void tellPassed(person);
        else if (result !== 'blocked') throw noAnswer(result.problem);
      },
    },
    {
      // Runs all diagnostics and repairs what an installation can repair.
      id: 'gatehouse.doctor',
      async run(argument) {
        mustBeTrusted();
        const folder = await folderFrom(argument, parts);
        const { runDoctor } = await import('../../hooks/library');
        const { env, clock } = folder.services;
        const results = await withProgress(t('Checking the hooks of {0}', folder.name), () =>
          runDoctor({ env, directory: folder.root, source: installer.source, now: clock.now() }),
        );
        const sorted = [...results].sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
        const result = await person.pick(
          t('Diagnostics of {0}', folder.name),
          sorted.map((value) => ({
            label: `${icons[value.status]} ${value.message}`,
            description: value.check,
            ...(value.whatToDo === undefined ? {} : { detail: value.whatToDo }),
            value,
          })),
        );
        if (result?.repair === undefined) return;
        const { scope, directory } = result.repair;
        await repair({ folder: new Folder(folder.name, directory, folder.services), scope }, folder);
      },
    },
  ];
}

const withProgress = <T>(title: string, work: () => Promise<T>): Thenable<T> =>
  vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, work);

const noAnswer = (problem: string): HumanError =>
  new HumanError(t('The hooks do not answer: {0}. Repair them.', problem));

async function tellPassed(person: Person): Promise<void> {
  const why = t('Why?');
  const text = t(
    'The hooks let the call pass: you allowed it once, paused the gates, or changed the level of the guard.',
  );
  if ((await person.tell(text, why)) === why) await vscode.commands.executeCommand('gatehouse.explainLastDecision');
}

/** Matchers are names or a pattern, as the client reads them. */
function readsShell(matcher: string | undefined): boolean {
  if (matcher === undefined || matcher === '' || matcher === '*') return true;
  return /^[\w|, -]+$/.test(matcher) ? /\bBash\b/.test(matcher) : new RegExp(matcher).test('Bash');
}

const icons = { good: '$(pass)', note: '$(info)', bad: '$(error)' } as const;
const order = ['bad', 'note', 'good'] as const;
