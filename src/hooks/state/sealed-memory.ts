import { lstatSync } from 'node:fs';
import path from 'node:path';
import { namesIn, readText } from '../project/read-file';
import { writeWhole, removeFile, privateIn } from './atomic-file';
import { sealIn } from './seal';

/**
 * What a process that answers calls remembers of sealed documents. Any program that runs as the person can read the key
 * and make a valid seal, but it cannot change this memory: a text that differs from the remembered one was written
 * behind Gatehouse's back. Other processes of Gatehouse announce what they write (`host/client.ts`).
 */
interface Remembered {
  seal: string;
  /** Absent if it is too long to be kept. */
  text: string | undefined;
  /** The call in which it was first seen. */
  readonly since: number;
  /** How the file looked when it was last compared. */
  look: string;
  /** Seals that other processes of Gatehouse are about to write. */
  readonly announced: Set<string>;
}

/** Files that are silently recreated if another program wrote them. */
const caches: ReadonlySet<string> = new Set(['digests.json', 'file-ids.json']);
const noFile = 'none';
const longestText = 256 * 1024;
const folders = new Map<string, Map<string, Remembered>>();
/** Folders of which every document was seen: one that is not known was added since. */
const wholeFolders = new Set<string>();
let calls = 0;

/** Counts a call. Texts are compared with what earlier calls saw, so a process that answers only one compares nothing. */
export function beginCall(): void {
  calls += 1;
}

/** Does this process judge calls, and not only show what others decided? */
export const answersCalls = (): boolean => calls > 0;

/** Does this process answer its first call? A cold runner answers no other. */
export const isFirstCall = (): boolean => calls === 1;

/** The text of a document that can be believed, given what its file holds; undefined for no file. */
export function trustedText(file: string, text: string | undefined): string | undefined {
  if (calls === 0) return text;
  const seal = sealOf(text);
  const known = recalled(file, seal, text);
  if (known.seal === seal) return text;
  if (isForeign(known, seal)) return known.text;
  keep(known, text);
  return text;
}

/** This process wrote it. */
export function rememberWritten(file: string, text: string | undefined): void {
  if (calls > 0) keep(recalled(file, sealOf(text), text), text);
}

/** Another process of Gatehouse is about to write a text with this seal. */
export function expectSeal(file: string, seal: string): void {
  const known = folders.get(path.dirname(file))?.get(path.basename(file));
  if (known !== undefined) known.announced.add(seal);
  else if (wholeFolders.has(path.dirname(file))) recalled(file, noFile, undefined).announced.add(seal);
}

/** Remembers every document of a folder as it is now. */
export function rememberFolder(folder: string): void {
  if (calls === 0 || wholeFolders.has(folder)) return;
  for (const name of namesIn(folder)) {
    if (!/\.json$|^kept-programs$/.test(name)) continue;
    const file = path.join(folder, name);
    const text = readText(file);
    if (text !== undefined && sealIn(text) !== undefined) trustedText(file, text);
  }
  wholeFolders.add(folder);
}

export interface ForeignText {
  readonly file: string;
  /** Puts back what is remembered; false if that was too long to keep. */
  readonly restore: () => boolean;
}

/** The documents in these folders that another program wrote. Reads only those whose size, time or inode changed. */
export function foreignTexts(...which: readonly string[]): readonly ForeignText[] {
  return which.flatMap((folder) =>
    [...(folders.get(folder) ?? [])].flatMap(([name, known]) => foreignText(path.join(folder, name), known)),
  );
}

function foreignText(file: string, known: Remembered): readonly ForeignText[] {
  if (known.since >= calls) return [];
  const look = lookOf(file);
  if (look === known.look) return [];
  const text = look === noFile ? undefined : readText(file, { maxBytes: 64 * 1024 * 1024, noLink: true });
  if (isForeign(known, sealOf(text))) {
    if (!caches.has(path.basename(file))) return [{ file, restore: () => putBack(file, known) }];
  } else if (known.seal !== sealOf(text)) keep(known, text);
  known.look = look;
  return [];
}

function putBack(file: string, { seal, text }: Remembered): boolean {
  if (seal !== noFile && text === undefined) return false;
  removeFile(file);
  return text === undefined || writeWhole(file, text, privateIn(path.dirname(file)));
}

/** What is remembered of a document; if nothing is yet, what the file holds now. */
function recalled(file: string, seal: string, text: string | undefined): Remembered {
  const [folder, name] = [path.dirname(file), path.basename(file)];
  const documents = folders.get(folder) ?? new Map<string, Remembered>();
  folders.set(folder, documents);
  const known = documents.get(name);
  if (known !== undefined) return known;
  const isNew = wholeFolders.has(folder);
  const first: Remembered = {
    seal: isNew ? noFile : seal,
    text: isNew ? undefined : short(text),
    since: isNew ? 0 : calls,
    look: '',
    announced: new Set(),
  };
  documents.set(name, first);
  return first;
}

/** Did another program write it? A missing file never counts: to delete it only loses what it said. */
const isForeign = (known: Remembered, seal: string): boolean =>
  seal !== known.seal && seal !== noFile && known.since < calls && !known.announced.has(seal);

function keep(known: Remembered, text: string | undefined): void {
  known.seal = sealOf(text);
  known.text = short(text);
  known.announced.delete(known.seal);
  known.look = '';
}

const short = (text: string | undefined) => (text !== undefined && text.length <= longestText ? text : undefined);

const sealOf = (text: string | undefined): string => (text === undefined ? noFile : (sealIn(text) ?? 'unsealed'));

function lookOf(file: string): string {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats === undefined ? noFile : `${stats.size} ${stats.ctimeMs} ${stats.ino}`;
}
