import path from 'node:path';
import type { Node } from 'jsonc-parser';
import { readDocument, splitMark, valueOf } from './document';
import { lineAt, clipped } from '../project/text';
import { isOurs, type Entry } from './entry';
import { foundIn } from './registration';
import { type Scope, settingsPath, settingsSources } from './scope';
import { hooksDisabledIn } from './settings-sources';
import { read } from './settings-file';
import { ignoredBecause } from './ignored-settings';
import { namesIn } from '../project/read-file';
import type { Env } from '../project/home';

/** Something that keeps the hooks from working, shown before anything is written. */
export interface Conflict {
  readonly kind: 'ignored-file' | 'disabled' | 'managed' | 'twice' | 'other-hook';
  readonly file: string;
  readonly line?: number | undefined;
  /** What it is. */
  readonly message: string;
  /** What a person can do, where the hooks do not work because of it. */
  readonly repair?: string | undefined;
}

export interface InstallSite {
  readonly scope: Scope;
  /** The file to look at, if it is not the scope's usual one. */
  readonly own?: string | undefined;
  readonly directory: string;
  readonly env: Env;
  readonly entries: readonly Entry[];
  /** Where an administrator's settings lie; the platform's own place unless told otherwise. */
  readonly managed?: string | undefined;
}

/** Looks through every settings file the client would read at this place. Unreadable ones are passed over. */
export function conflictsAt(at: InstallSite): readonly Conflict[] {
  const own = at.own ?? settingsPath(at.scope, at.directory, at.env);
  const files = settingsSources(at.directory, at.env).map(({ file }) => file);
  const open = [...new Set([...files, own])].flatMap((file) => opened(file));
  const disabled = hooksDisabledIn(at.directory, at.env);
  return [
    ...open.filter(({ file, text }) => file === own || foundIn(text).length > 0).flatMap(ignored),
    ...managedFiles(at.managed ?? managedFolder())
      .flatMap((file) => opened(file))
      .flatMap(managedBy),
    ...open.filter(({ file }) => file === disabled).flatMap(disabledBy),
    ...open.filter(({ file }) => file !== own).flatMap(registeredIn),
    ...open.flatMap((settings) => otherHooks(settings, at.entries)),
  ];
}

interface Opened {
  readonly file: string;
  readonly text: string;
  readonly body: string;
  readonly root: Node;
}

function opened(file: string): readonly Opened[] {
  try {
    const text = read(file);
    if (text === undefined) return [];
    const { body } = splitMark(text);
    const reading = readDocument(body);
    return reading.kind === 'ok' ? [{ file, text, body, root: reading.document.root }] : [];
  } catch {
    return [];
  }
}

function ignored({ file, text }: Opened): readonly Conflict[] {
  const because = ignoredBecause(text);
  if (because === undefined) return [];
  const message = `The agent ignores this whole file: ${because.problem} in line ${because.line}.`;
  return [{ kind: 'ignored-file', file, line: because.line, message, repair: because.repair }];
}

function disabledBy({ file, body, root }: Opened): readonly Conflict[] {
  const node = valueOf(root, 'disableAllHooks');
  if (node?.value !== true) return [];
  const repair = `Remove disableAllHooks from ${file}.`;
  const message = 'disableAllHooks is on: no hook runs.';
  return [{ kind: 'disabled', file, line: lineAt(body, node.offset), message, repair }];
}

function managedBy({ file, body, root }: Opened): readonly Conflict[] {
  const found = (key: string, bites: (value: unknown) => boolean, message: string): readonly Conflict[] => {
    const node = valueOf(root, key);
    if (node === undefined || !bites(node.children?.map((child) => child.value as unknown) ?? node.value)) return [];
    return [{ kind: 'managed', file, line: lineAt(body, node.offset), message, repair: 'Ask your administrator.' }];
  };
  return [
    ...found('disableAllHooks', (value) => value === true, 'An administrator switched all hooks off.'),
    // A value that is not a boolean counts as true.
    ...found('allowManagedHooksOnly', (value) => value !== false, 'An administrator allows managed hooks only.'),
    ...found(
      'strictPluginOnlyCustomization',
      (value) => value === true || (Array.isArray(value) && value.includes('hooks')),
      'An administrator allows hooks from plugins only.',
    ),
  ];
}

function registeredIn({ file, text }: Opened): readonly Conflict[] {
  const [first] = foundIn(text);
  if (first === undefined) return [];
  const message =
    'Gatehouse is registered here too. The same event is answered once; uninstall one of them to be tidy.';
  return [{ kind: 'twice', file, line: first.line, message }];
}

/** Every hook of an event starts on the original input, and the last rewrite to finish wins. */
function otherHooks({ file, body, root }: Opened, entries: readonly Entry[]): readonly Conflict[] {
  if (!entries.some((entry) => entry.event === 'PreToolUse')) return [];
  return (valueOf(valueOf(root, 'hooks'), 'PreToolUse')?.children ?? []).flatMap((group) => {
    const matcher: unknown = valueOf(group, 'matcher')?.value;
    return (valueOf(group, 'hooks')?.children ?? []).flatMap((handler) => {
      const command: unknown = valueOf(handler, 'command')?.value ?? valueOf(handler, 'url')?.value;
      const args = valueOf(handler, 'args')?.children?.map((child) => child.value as unknown);
      if (typeof command !== 'string' || isOurs({ command, args })) return [];
      const shown = clipped(command, 60);
      const tools = typeof matcher === 'string' && matcher !== '' && matcher !== '*' ? ` on ${matcher}` : '';
      const message = `Another hook runs before tools${tools}: ${shown}. If both change a command, whichever finishes last wins; if both block a call, only the reason of the last is shown. Clients up to 2.1.89 show the agent no reason at all if the other hook finishes after one that blocks.`;
      return [{ kind: 'other-hook' as const, file, line: lineAt(body, handler.offset), message }];
    });
  });
}

function managedFolder(): string {
  if (process.platform === 'darwin') return '/Library/Application Support/ClaudeCode';
  return process.platform === 'win32' ? 'C:\\Program Files\\ClaudeCode' : '/etc/claude-code';
}

function managedFiles(folder: string): readonly string[] {
  const more = path.join(folder, 'managed-settings.d');
  const names = namesIn(more).filter((name) => name.endsWith('.json'));
  return [path.join(folder, 'managed-settings.json'), ...names.map((name) => path.join(more, name))];
}
