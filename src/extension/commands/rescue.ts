import path from 'node:path';
import type { RescueHistory, KeptFile } from '../../hooks/rescue/history';
import type { Snapshot } from '../../hooks/rescue/manifest';
import { noteAct, type Person } from '../platform/person';
import { oneLine, age, t } from '../platform/text';
import type { Folder } from '../store/folder';
import type { KeptSnapshot, RescueStore } from '../store/rescue-store';
import { KeptFileNode, SnapshotNode, whatIn } from '../tree/rescue-tree';
import { agreed, chosen, type Command, type CommandParts, currentFolder, Declined, HumanError } from './command';

interface Target {
  readonly folder: Folder;
  readonly snapshot: Snapshot;
  /** Only these; everything if absent. */
  readonly files?: readonly KeptFile[];
}

/** Commands that restore what the agent discarded. */
export function rescueCommands(parts: CommandParts): readonly Command[] {
  const { rescue, previews, person } = parts;
  const pickSnapshot = async (title: string): Promise<Target & { readonly kept: KeptSnapshot }> => {
    const folder = await currentFolder(undefined, parts);
    const all = await rescue.list(folder);
    if (all.length === 0)
      throw new Declined(t('No snapshots in {0}: the agent has discarded nothing that had to be kept.', folder.name));
    const now = folder.services.clock.now();
    const choices = all.map((value) => ({
      label: whatIn(value),
      description: `${age(value.snapshot.at, now)} · ${oneLine(value.snapshot.command, 80)}`,
      value,
    }));
    const kept = chosen(await person.pick(title, choices));
    return { folder, snapshot: kept.snapshot, kept };
  };
  return [
    {
      id: 'gatehouse.restoreRescued',
      async run(argument, selected) {
        const target = targetOf(argument, selected) ?? (await pickSnapshot(t('Restore what?')));
        await restore(target, rescue, person);
      },
    },
    {
      id: 'gatehouse.diffRescued',
      async run(argument) {
        const clicked = argument instanceof KeptFileNode ? argument : undefined;
        const { folder, kept } = clicked?.parent ?? (await pickSnapshot(t('Compare what?')));
        const history = await historyOf(rescue, folder);
        const file = clicked?.file ?? (await pickFile(history, kept.snapshot, person));
        const text = (await history.bytes(file)).toString('utf8');
        const place = path.join(kept.snapshot.root, file.path);
        await previews.compareWithFile(place, text, file.now === 'missing', t('{0} (kept ↔ now)', file.path));
      },
    },
    {
      id: 'gatehouse.dropRescued',
      async run(argument) {
        const clicked = argument instanceof SnapshotNode ? argument : undefined;
        const { folder, kept } = clicked ?? (await pickSnapshot(t('Drop which snapshot?')));
        const detail = t(
          '{0}, snapshot from before: {1}\nIt cannot be restored afterwards.',
          whatIn(kept),
          kept.snapshot.command.slice(0, 300),
        );
        agreed(await person.confirm(t('Drop this snapshot?'), detail, t('Drop')));
        await (await historyOf(rescue, folder)).drop([kept.snapshot]);
        noteAct(folder, 'drop', kept.snapshot.id);
        rescue.refresh(folder);
      },
    },
  ];
}

async function pickFile(history: RescueHistory, snapshot: Snapshot, person: Person): Promise<KeptFile> {
  const choices = (await history.files(snapshot)).map((value) => ({ label: value.path, value }));
  return chosen(await person.pick(t('Compare which file?'), choices));
}

/** The clicked file and the other selected files of the same snapshot. */
function targetOf(argument: unknown, selected: unknown): Target | undefined {
  if (argument instanceof SnapshotNode) return { folder: argument.folder, snapshot: argument.kept.snapshot };
  if (!(argument instanceof KeptFileNode)) return undefined;
  const { parent } = argument;
  const others = Array.isArray(selected) ? (selected as readonly unknown[]) : [];
  const nodes = others.filter(
    (node): node is KeptFileNode => node instanceof KeptFileNode && node.parent.id === parent.id,
  );
  const files = (nodes.some((node) => node.id === argument.id) ? nodes : [argument]).map(({ file }) => file);
  return { folder: parent.folder, snapshot: parent.kept.snapshot, files };
}

async function historyOf(rescue: RescueStore, folder: Folder): Promise<RescueHistory> {
  const history = await rescue.historyOf(folder);
  if (history === undefined)
    throw new HumanError(t('{0} is in no git repository, so it has no snapshots.', folder.name));
  return history;
}

/** Files that have changed since are overwritten only when the person says so; a button takes the restore back. */
async function restore({ folder, snapshot, files }: Target, rescue: RescueStore, person: Person): Promise<void> {
  const history = await historyOf(rescue, folder);
  const paths = files?.map(({ path: file }) => file);
  const wanted = paths === undefined ? {} : { paths };
  const first = await history.restore(snapshot, { ...wanted, overwrite: false });
  const undos = [first.undo];
  let count = first.restored.length;
  let left = first.conflicts;
  if (left.length > 0) {
    const rows = left.slice(0, 10).map(({ path: file, why }) => `${file}: ${why}`);
    const detail = [...rows, t('The current files are kept in a snapshot first.')].join('\n');
    const question =
      left.length === 1
        ? t('1 file has changed since. Overwrite it?')
        : t('{0} files have changed since. Overwrite them?', left.length);
    if (await person.confirm(question, detail, t('Overwrite'))) {
      const second = await history.restore(snapshot, { paths: left.map(({ path: file }) => file), overwrite: true });
      undos.push(second.undo);
      count += second.restored.length;
      left = second.conflicts;
    }
  }
  const named = paths === undefined ? '' : `${paths.join(', ').slice(0, 200)}, `;
  noteAct(folder, 'restore', `${named}snapshot ${snapshot.id}`);
  rescue.refresh(folder);
  void reportRestore(count, left, first.notes, () => undo(folder, undos, rescue), person);
}

async function reportRestore(
  count: number,
  left: readonly { readonly path: string }[],
  notes: readonly string[],
  takeBack: () => Promise<void>,
  person: Person,
): Promise<void> {
  const what =
    count === 0
      ? t('Nothing to restore: the files already match the snapshot.')
      : count === 1
        ? t('Restored 1 file.')
        : t('Restored {0} files.', count);
  const names = left.slice(0, 3).map(({ path: file }) => file);
  const rest = left.length === 0 ? [] : [t('Not restored: {0}.', names.join(', '))];
  const text = [what, ...rest, ...notes].join(' ');
  const button = t('Undo');
  const answer = await (count === 0 ? person.tell(text) : person.tell(text, button));
  if (answer === button) await takeBack();
}

async function undo(folder: Folder, ids: readonly (string | undefined)[], rescue: RescueStore): Promise<void> {
  const history = await historyOf(rescue, folder);
  for (const id of [...ids].reverse()) {
    const snapshot = id === undefined ? undefined : await history.find(id);
    if (snapshot !== undefined) await history.restore(snapshot, { overwrite: true });
  }
  rescue.refresh(folder);
}
