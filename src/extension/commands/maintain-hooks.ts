import path from 'node:path';
import * as vscode from 'vscode';
import { scopes, type Scope } from '../../hooks/install/scope';
import { selfTest, tryRefusal } from '../../hooks/install/self-test';
import { execIn } from '../../hooks/project/exec';
import type { Person } from '../platform/person';
import { t } from '../platform/text';
import type { HookInstaller } from './install-hooks';
import type { PreviewDocuments } from '../registration/preview-documents';
import type { RegistrationStore } from '../registration/registration-store';
import { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { ScopeNode } from '../tree/hook-nodes';
import { type Command, folderFrom, HumanError, mustBeTrusted } from './command';

interface Target {
  readonly folder: Folder;
  readonly scope: Scope;
}

/** Commands that preview, repair and try a registration. */
export function maintainHooks(
  folders: OpenFolders,
  registration: RegistrationStore,
  installer: HookInstaller,
  previews: PreviewDocuments,
  person: Person,
): readonly Command[] {
  const targetFrom = async (argument: unknown): Promise<Target | undefined> => {
    if (argument instanceof ScopeNode) return { folder: argument.folder, scope: argument.state.scope };
    const folder = await folderFrom(argument, folders, person);
    if (folder === undefined) return undefined;
    const found = registration.scopeOf(folder);
    const scope =
      found ??
      (await person.pick(
        t('Which settings file?'),
        scopes.map((value) => ({ label: value, value })),
      ));
    return scope === undefined ? undefined : { folder, scope };
  };
  return [
    {
      id: 'gatehouse.previewHooks',
      async run(argument) {
        const at = await targetFrom(argument);
        if (at === undefined) return;
        const preview = await installer.preview(at.folder, at.scope);
        const title = t('{0}: now ↔ with hooks', path.basename(preview.file));
        await previews.compare(preview.file, preview.before ?? '', preview.after ?? '', title);
      },
    },
    {
      id: 'gatehouse.repairHooks',
      async run(argument) {
        mustBeTrusted();
        const at = await targetFrom(argument);
        if (at === undefined) return;
        await installer.reinstall(at.folder, at.scope);
        await registration.refresh(at.folder);
        void person.tell(t('The hooks are installed correctly.'));
      },
    },
    {
      id: 'gatehouse.testHooks',
      async run(argument) {
        mustBeTrusted();
        const at = await targetFrom(argument);
        if (at === undefined) return;
        const entry = registration
          .of(at.folder)
          .scopes.find(({ scope }) => scope === at.scope)
          ?.found.find(({ lane }) => lane === 'sync');
        if (entry === undefined) throw new HumanError(t('No hooks are installed there. Install them first.'));
        const { root, services } = at.folder;
        const result = await vscode.window.withProgress(
          { location: vscode.ProgressLocation.Notification, title: t('Testing the hooks…') },
          () => selfTest(entry, root, execIn(services.env)),
        );
        if (result.kind === 'deaf') {
          throw new HumanError(t('The hooks do not answer: {0}. Repair them.', result.problem));
        }
        void person.tell(t('The hooks answered in {0} ms.', result.ms));
      },
    },
    {
      id: 'gatehouse.tryHooks',
      async run(argument) {
        mustBeTrusted();
        const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
        if (folder === undefined) return;
        const entry = registration
          .of(folder)
          .scopes.flatMap(({ found }) => found)
          .find(({ event, lane, matcher }) => event === 'PreToolUse' && lane === 'sync' && readsShell(matcher));
        if (entry === undefined)
          throw new HumanError(t('No hooks are installed in {0}. Install them first.', folder.name));
        const { root, services } = folder;
        const result = await tryRefusal(entry, root, execIn(services.env));
        if (result === 'passed') void tellPassed(person);
        else if (result !== 'blocked')
          throw new HumanError(t('The hooks do not answer: {0}. Repair them.', result.problem));
      },
    },
  ];
}

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

/** Runs all diagnostics and repairs what an installation can repair. */
export function doctor(
  folders: OpenFolders,
  registration: RegistrationStore,
  installer: HookInstaller,
  person: Person,
): Command {
  return {
    id: 'gatehouse.doctor',
    async run(argument) {
      mustBeTrusted();
      const folder = await folderFrom(argument, folders, person);
      if (folder === undefined) return;
      const { runDoctor } = await import('../../hooks/library');
      const { env, clock } = folder.services;
      const results = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: t('Checking the hooks of {0}', folder.name) },
        () => runDoctor({ env, directory: folder.root, source: installer.source, now: clock.now() }),
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
      const target = new Folder(folder.name, directory, folder.services);
      await installer.reinstall(target, scope);
      await registration.refresh(folder);
      void person.tell(t('The hooks are installed correctly.'));
    },
  };
}
