import {
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { writeWhole, privateIn, publicIn } from '../state/atomic-file';
import { withLock } from '../state/lock';
import { ActionableError } from '../project/functions';
import { lazyObject } from '../project/lazy-schema';
import type { Entry } from './entry';
import { settleExclude } from '../state/git-exclude';

import { rootOf } from './document';
import { lossBetween } from './harm';
import { withoutOriginalHooks } from './original-hooks';
import { foundIn, withEntries, withHooksOn, withoutEntries } from './registration';
import { statusLineCommand, statusLineOwner, withStatusLine, withoutStatusLine } from './status-line';
import { ignoredBecause } from './ignored-settings';
import { makeFolder, namesIn, readFile, readJson } from '../project/read-file';
import { sha256 } from '../project/sha256';
import type { Env } from '../project/home';

/** One settings file on disk, and what Gatehouse remembers about its own part of it. */
export interface SettingsFile {
  /** As people name it; it may be a link. */
  readonly file: string;
  /** Gatehouse's home: backups, records and locks lie there, never beside the person's file. */
  readonly home: string;
  /** Where git is found and which configuration it reads; the process's own environment if absent. */
  readonly env?: Env;
}

/** A change before it is written. Absent texts are absent files. */
export interface Change {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The text before the installation and the text written: uninstalling an unchanged file restores it byte for byte. */
const InstallRecord = lazyObject(() => ({
  /** The settings file. Absent in records of version 0.1, whose names have only a hash of it. */
  file: z.optional(z.string()),
  /** The text without Gatehouse's entries; null if there was no file. */
  origin: z.nullable(z.string()),
  /** The text that Gatehouse wrote. */
  after: z.nullable(z.string()),
  /** The text before Gatehouse's last change. */
  previous: z.nullable(z.string()),
  madeFolder: z.boolean(),
  /** How many folders were made for the file, if more than one. */
  madeFolders: z.optional(z.number()),
}));
type InstallRecord = z.infer<typeof InstallRecord>;

export type Operation =
  | { readonly kind: 'install'; readonly entries: readonly Entry[] }
  /** Removes the original hooks, and adds our entries if they are given. */
  | { readonly kind: 'import'; readonly entries: readonly Entry[] | undefined }
  /** Sets Gatehouse's status line to this command, or removes it. */
  | { readonly kind: 'status-line'; readonly command: string | undefined }
  | { readonly kind: 'uninstall' }
  /** Restores our entries from before our last change. Later changes by others stay. */
  | { readonly kind: 'rollback' }
  /** Writes our last entries again and switches hooks on, after another program removed them. Other changes stay. */
  | { readonly kind: 'restore' };

/** What the change would do to the current file. */
export function plan(settings: SettingsFile, operation: Operation): Change {
  const before = read(target(settings.file));
  return { before, after: textAfter(before, operation, recall(settings)) };
}

/** Applies the change under a lock to the current file, atomically and with a backup, then checks the result. */
export async function carryOut(settings: SettingsFile, operation: Operation): Promise<Done> {
  const done = await write(settings, operation);
  const { after = '' } = done;
  const isOurs = foundIn(after).length > 0 || statusLineOwner(after) === 'ours';
  await settleExclude(settings.file, isOurs, settings.env ?? process.env);
  return done;
}

type Done = Change & { readonly backup?: string };

const attempts = 20;

function write(settings: SettingsFile, operation: Operation): Promise<Done> {
  const file = target(settings.file);
  return withLock(path.join(settings.home, 'locks', keyOf(file)), () => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const done = writeOnce(settings, file, operation);
      if (done !== undefined) return done;
    }
    throw new ActionableError(
      `Another program keeps changing ${settings.file}.`,
      'Its changes were kept; Gatehouse made none. Close it, then try again.',
    );
  });
}

/** Undefined if another program changed the file meanwhile; the next attempt starts from the new text. */
function writeOnce(settings: SettingsFile, file: string, operation: Operation): Done | undefined {
  const record = recall(settings);
  const before = read(file);
  const after = textAfter(before, operation, record);
  if (after === before) return { before, after };
  const backup = before === undefined ? undefined : keepBackup(settings, before);
  const earlier = madeFoldersOf(record);
  const folders = Math.max(missingFolders(file), earlier);
  remember(settings, {
    file,
    origin: originOf(before, operation, record) ?? null,
    after: after ?? null,
    previous: before ?? null,
    madeFolder: folders > 0,
    ...(folders > 1 ? { madeFolders: folders } : {}),
  });
  const made = writeOrRemove(file, after, earlier, () => read(file) === before);
  if (!made || read(file) !== after) return undefined;
  return { before, after, ...(backup === undefined ? {} : { backup }) };
}

/** The text without our entries. A damaged file cannot tell, so a restore keeps the remembered text. */
function originOf(
  before: string | undefined,
  operation: Operation,
  record: InstallRecord | undefined,
): string | undefined {
  if (operation.kind === 'import') {
    const without = withoutOurs(before, record);
    return without === undefined ? undefined : withoutOriginalHooks(without);
  }
  const broken = operation.kind === 'restore' && (before === undefined || !isReadable(before));
  return broken ? (record?.origin ?? undefined) : withoutOurs(before, record);
}

function textAfter(
  before: string | undefined,
  operation: Operation,
  record: InstallRecord | undefined,
): string | undefined {
  const origin = record?.origin ?? undefined;
  switch (operation.kind) {
    case 'install':
      return withEntries(before ?? '', operation.entries, origin) || before;
    case 'import': {
      if (before === undefined) return operation.entries === undefined ? undefined : withEntries('', operation.entries);
      const left = withoutOriginalHooks(before);
      return operation.entries === undefined ? left : withEntries(left, operation.entries);
    }
    case 'uninstall':
      return withoutOurs(before, record);
    case 'status-line': {
      const { command } = operation;
      if (command !== undefined) return withStatusLine(before ?? '', command);
      const without = before === undefined ? undefined : withoutStatusLine(before, origin);
      return without === undefined || foundIn(without).length > 0 ? without : withoutOurs(without, record);
    }
    case 'restore':
      return restored(before, record);
    case 'rollback':
      return rolledBack(before, record);
  }
}

/** The text before our last change, with what others changed since. */
function rolledBack(before: string | undefined, record: InstallRecord | undefined): string | undefined {
  if (record === undefined) {
    throw new ActionableError('Gatehouse has no record of a change to this file.', 'There is nothing to roll back.');
  }
  if ((before ?? null) === record.after) return record.previous ?? undefined;
  const entries = writtenEntries(record.previous ?? '');
  const without = withoutOurs(before, record);
  const hooks = entries.length === 0 ? without : withEntries(without ?? '', entries, record.origin ?? undefined);
  const line = statusLineCommand(record.previous ?? '');
  return line === undefined ? hooks : withStatusLine(hooks ?? '', line);
}

function restored(before: string | undefined, record: InstallRecord | undefined): string | undefined {
  const left = record?.after ?? undefined;
  if (before === undefined || !isReadable(before)) return left ?? before;
  const origin = record?.origin ?? undefined;
  return withEntries(left === undefined ? before : withHooksOn(before), writtenEntries(left ?? ''), origin);
}

/** How the file lost the entries that we last wrote; undefined if it still has them. */
export function lossOfEntries(settings: SettingsFile): string | undefined {
  const record = recall(settings);
  if (record?.after === undefined || record.after === null) return undefined;
  return lossBetween(record.after, read(target(settings.file)));
}

/** When we last wrote entries to the file; undefined if we wrote none. */
export function registeredSince(settings: SettingsFile): number | undefined {
  const after = recall(settings)?.after ?? undefined;
  if (after === undefined || foundIn(after).length === 0) return undefined;
  return statSync(recordFile(settings), { throwIfNoEntry: false })?.mtimeMs;
}

const isReadable = (text: string): boolean => rootOf(text) !== undefined && ignoredBecause(text) === undefined;

function writtenEntries(text: string): readonly Entry[] {
  return foundIn(text).map(({ event, lane, matcher, handler, key, flat }) => ({
    event,
    lane,
    ...(key === undefined ? {} : { key }),
    ...(flat === undefined ? {} : { flat }),
    ...(matcher === undefined ? {} : { matcher }),
    handler: handler as unknown as Entry['handler'],
  }));
}

function withoutOurs(before: string | undefined, record: InstallRecord | undefined): string | undefined {
  if (before === undefined) return undefined;
  if (record?.after === before) return record.origin ?? undefined;
  const origin = record?.origin ?? undefined;
  const without = withoutEntries(withoutStatusLine(before, origin), origin);
  const nothingElse = record?.origin === null && /^\s*(?:\{\s*(?:"version":\s*1\s*)?\})?\s*$/.test(without);
  return nothingElse ? undefined : without;
}

/** The target of a link, even if the target does not exist yet. */
function target(file: string): string {
  let at = path.resolve(file);
  for (let hops = 0; hops < 40; hops += 1) {
    const stats = lstatSync(at, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() !== true) return stats === undefined ? at : realpathSync(at);
    at = path.resolve(path.dirname(at), readlinkSync(at));
  }
  throw new ActionableError(
    `${file} is a link that points to itself.`,
    'Nothing was changed. Correct the link, then try again.',
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const sizeLimit = 32 * 1024 * 1024;

/** The text of a settings file, or undefined if there is none. A file that cannot be kept byte for byte is refused. */
export function read(file: string): string | undefined {
  const reading = readFile(file, { maxBytes: sizeLimit });
  if (reading.kind === 'missing') return undefined;
  const refuse = (problem: string) =>
    new ActionableError(`${file}: ${problem}.`, 'Nothing was changed. Correct the file, then try again.');
  if (reading.kind === 'unreadable') throw refuse(reading.problem);
  try {
    return utf8.decode(reading.bytes);
  } catch {
    throw refuse('it is not UTF-8 text');
  }
}

/** How many of the folders above a file are not there yet. */
function missingFolders(file: string): number {
  let count = 0;
  for (let folder = path.dirname(file); !exists(folder); folder = path.dirname(folder)) count += 1;
  return count;
}

/** Writes or removes the file. False if it has changed since it was read: `asRead` checks that at the last moment. */
function writeOrRemove(file: string, text: string | undefined, madeFolders: number, asRead: () => boolean): boolean {
  const folder = path.dirname(file);
  if (text === undefined) {
    if (!asRead()) return false;
    rmSync(file, { force: true });
    for (let made = folder, left = madeFolders; left > 0; made = path.dirname(made), left -= 1) {
      if (!exists(made) || readdirSync(made).length > 0) break;
      rmdirSync(made);
    }
    return true;
  }
  const stats = statSync(file, { throwIfNoEntry: false });
  // A new file would break hard links.
  if (stats !== undefined && stats.nlink > 1) {
    if (!asRead()) return false;
    writeFileSync(file, text);
    return true;
  }
  return writeWhole(file, text, publicIn(folder), asRead);
}

const madeFoldersOf = (record: InstallRecord | undefined): number =>
  record?.madeFolders ?? (record?.madeFolder === true ? 1 : 0);

/** The folders that were made for a file, the innermost first. */
export function foldersMade(settings: SettingsFile): readonly string[] {
  const count = madeFoldersOf(recall(settings));
  const folders: string[] = [];
  for (let folder = path.dirname(target(settings.file)); folders.length < count; folder = path.dirname(folder)) {
    folders.push(folder);
  }
  return folders;
}

const exists = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined;

/** The name of a file's record and backups: readable, and different for every file. */
function keyOf(file: string): string {
  const plain = (name: string) =>
    path
      .basename(name)
      .replace(/[^\w-]/g, '_')
      .slice(0, 40);
  const hash = sha256(path.resolve(file)).slice(0, 12);
  return `${plain(path.dirname(path.dirname(file)))}-${plain(file)}-${hash}`;
}

const recordsFolder = (home: string): string => path.join(home, 'install');
const recordFile = (settings: SettingsFile): string =>
  path.join(recordsFolder(settings.home), `${keyOf(target(settings.file))}.json`);

/**
 * Every settings file that was ever changed from this home. A record of version 0.1 has only a hash of the file: it is
 * matched with the `known` files, or else returned in `unknown`.
 */
export function changedFiles(home: string, known: readonly string[]): { files: string[]; unknown: string[] } {
  const files = new Set<string>();
  const unknown: string[] = [];
  for (const name of namesIn(recordsFolder(home)).filter((one) => one.endsWith('.json'))) {
    const record = InstallRecord.safeParse(readJson(path.join(recordsFolder(home), name)));
    const file = (record.success ? record.data.file : undefined) ?? known.find((one) => `${keyOf(one)}.json` === name);
    if (file === undefined) unknown.push(path.join(recordsFolder(home), name));
    else files.add(file);
  }
  return { files: [...files], unknown };
}

/** The text before Gatehouse, if the file is exactly as we wrote it: an uninstall restores these bytes. */
export function originIn(settings: SettingsFile): { readonly text: string | undefined } | undefined {
  const record = recall(settings);
  const now = read(target(settings.file)) ?? null;
  return record?.after === now ? { text: record.origin ?? undefined } : undefined;
}

function recall(settings: SettingsFile): InstallRecord | undefined {
  const record = InstallRecord.safeParse(readJson(recordFile(settings)));
  return record.success ? record.data : undefined;
}

function remember(settings: SettingsFile, record: InstallRecord): void {
  writeWhole(recordFile(settings), JSON.stringify(record), privateIn(settings.home));
}

const keptBackups = 10;

function keepBackup(settings: SettingsFile, text: string): string {
  const folder = path.join(settings.home, 'backups', keyOf(target(settings.file)));
  makeFolder(folder);
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  const taken = new Set(readdirSync(folder));
  let name = `${stamp}.json`;
  for (let count = 2; taken.has(name); count += 1) name = `${stamp}_${count}.json`;
  writeWhole(path.join(folder, name), text, privateIn(settings.home));
  const all = [...taken, name].filter((one) => one.endsWith('.json')).sort();
  for (const old of all.slice(0, -keptBackups)) rmSync(path.join(folder, old), { force: true });
  return path.join(folder, name);
}
