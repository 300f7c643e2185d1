import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../../hooks/state/atomic-file';
import { announce, flagFiles, isFlagFile, OwnWrites } from '../../hooks/state/seal';
import { receiptsFile } from '../../hooks/evidence/receipts';
import { noteAct, type Person } from '../platform/person';
import { t } from '../platform/text';
import type { Folder } from '../store/folder';
import type { CommandParts } from './command';
import { attempt } from '../../hooks/project/functions';

/** Says what was done, with an Undo beside it; `late` says why it is too late for that. */
export async function tellUndoable(
  person: Person,
  text: string,
  undo: () => Promise<boolean>,
  late = t('Undo failed: something has changed since.'),
): Promise<void> {
  const takeBack = t('Undo');
  if ((await person.tell(text, takeBack)) !== takeBack) return;
  if (await undo()) await person.tell(t('Undone.'));
  else await person.warn(late);
}

interface FlagAct {
  readonly folder: Folder;
  /** What the person did, as the journal names it when it is undone. */
  readonly target: string;
  /** The message afterwards. */
  readonly text: string;
  readonly run: () => Promise<void>;
}

/** Changes a folder's flags in a way that the person can undo. */
export async function undoable(
  { folder, target, text, run }: FlagAct,
  { flagModel, person }: CommandParts,
): Promise<void> {
  const undo = new Undo(folder);
  await run();
  undo.noteAfter();
  await flagModel.refresh(folder);
  void tellUndoable(person, text, async () => {
    if (!(await undo.run())) return false;
    noteAct(folder, 'undo', target);
    await flagModel.refresh(folder);
    return true;
  });
}

/** An act that can be undone: it keeps the earlier state files, and is valid until something else writes them. */
class Undo {
  private readonly before: readonly string[];
  private after: readonly string[] = [];

  constructor(private readonly folder: Folder) {
    this.before = this.texts();
  }

  /** The act is done; notes the files that it wrote. */
  noteAfter(): void {
    this.after = this.texts();
  }

  /** False if something changed the files since; then nothing is undone. */
  async run(): Promise<boolean> {
    if (this.texts().some((text, index) => text !== this.after[index])) return false;
    for (const [index, { file, relative, boundary, mode }] of this.files.entries()) {
      const text = this.before[index] ?? '';
      if (text === this.after[index]) continue;
      await announce(file, text);
      const own = isFlagFile(relative) ? new OwnWrites(this.folder.home, relative) : undefined;
      own?.begin(text);
      if (text === '') rmSync(file, { force: true });
      else writeWhole(file, text, { boundary, mode, directoryMode: 0o755, durable: false }, () => true);
      own?.settle(text);
    }
    return true;
  }

  private get files() {
    const { root, home } = this.folder;
    return [
      ...flagFiles.map((relative) => ({ relative, file: path.join(root, relative), boundary: root, mode: 0o644 })),
      { relative: receiptsFile, file: path.join(home, receiptsFile), boundary: home, mode: 0o600 },
    ];
  }

  private texts(): readonly string[] {
    return this.files.map(({ file }) => readOrEmpty(file));
  }
}

/** A missing file reads as empty; state files are never empty. */
const readOrEmpty = (file: string): string => attempt(() => readFileSync(file, 'utf8')) ?? '';
