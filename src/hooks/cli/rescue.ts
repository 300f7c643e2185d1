import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execIn } from '../project/exec';
import { runGit } from '../project/git';
import { placeOf } from '../project/place';
import { inTree } from '../rescue/content';
import { RescueHistory, sizeOf, type KeptFile } from '../rescue/history';
import type { Snapshot } from '../rescue/manifest';
import { WorktreeFiles } from '../rescue/worktree-files';
import { type Command, Declined, exitCodes, noteAct, requireConfirmation, siteOf, type Terminal } from './command';
import { json, noMoreWords, printable, readWords, table, UsageError, onOff } from './words';
import { ago, shownSize, counted } from '../project/text';

const help = `
Usage: gatehouse rescue [list] [--json]
       gatehouse rescue show <id> [--json]
       gatehouse rescue diff <id> [<file>…] [--json]
       gatehouse rescue restore <id> [<file>…] [--overwrite] [--json]
       gatehouse rescue drop <id>… | --all [--json]

Before the agent runs a command that discards work, a snapshot keeps that work. list shows the snapshots and their size,
show the files of one, diff what a restore would change. restore brings back all files, or only those that you name
(from the top of the worktree). A file that has changed since is left alone and listed; --overwrite replaces it.
What a restore overwrites is kept in its own snapshot, so a restore can be undone. An id may be shortened;
latest is the newest.

--overwrite and drop are for a person: they need a terminal, where you type a word to confirm.

Exit codes: 0 done, 1 there is no such snapshot, something was left alone, or declined, 64 wrong usage, 70 could not be
done.
`;

export const command: Command = {
  name: 'rescue',
  summary: 'get back what the agent discarded: list, show, diff, restore, drop',
  help,
  async run(args, terminal) {
    const { values, positionals, asJson } = readWords(args, { all: onOff, overwrite: onOff });
    const history = RescueHistory.at(terminal.env, placeOf(terminal.cwd));
    if (history === undefined) throw new Error('there is no git repository here');
    const [verb = 'list', ...words] = positionals;
    const call: RescueContext = { terminal, history, asJson };
    switch (verb) {
      case 'list':
        noMoreWords(words);
        return list(call);
      case 'show':
        return show(call, words);
      case 'diff':
        return diff(call, words);
      case 'restore':
        return restore(call, words, values.overwrite === true);
      case 'drop':
        return drop(call, words, values.all === true);
      default:
        throw new UsageError('use list, show, diff, restore or drop');
    }
  },
};

interface RescueContext {
  readonly terminal: Terminal;
  readonly history: RescueHistory;
  readonly asJson: boolean;
}

async function list({ terminal, history, asJson }: RescueContext): Promise<number> {
  const snapshots = await history.list();
  const withLines = await Promise.all(
    snapshots.map(async (snapshot) => ({ ...snapshot, lines: await history.linesOf(snapshot) })),
  );
  if (asJson) {
    json(terminal, { bytes: sizeOf(snapshots), snapshots: withLines });
    return exitCodes.ok;
  }
  if (snapshots.length === 0) terminal.out('No snapshots yet.\n');
  const now = Date.now();
  const rows = withLines.map(({ lines, ...one }) => {
    const before =
      one.undo === true ? `(before a restore) ${one.command}` : one.command.replace(/\s+/g, ' ').slice(0, 80);
    return [one.id, ago(one.at, now), `${whatIn(one)}, +${lines.added} −${lines.removed}`, printable(before)];
  });
  terminal.out(table(rows));
  if (snapshots.length > 0) terminal.out(`${snapshots.length} in all, ${shownSize(sizeOf(snapshots))}.\n`);
  return exitCodes.ok;
}

/** `12 files, 1 stash, refs/heads/topic` */
function whatIn({ files, stashes, refs }: Snapshot): string {
  return [
    ...(files > 0 || stashes + refs.length === 0 ? [counted(files, 'file')] : []),
    ...(stashes > 0 ? [counted(stashes, 'stash', 'stashes')] : []),
    ...refs.map((ref) => printable(ref.replace(/^refs\/(?:heads|tags)\//, ''))),
  ].join(', ');
}

async function found(history: RescueHistory, id: string | undefined): Promise<Snapshot> {
  if (id === undefined) throw new UsageError('name a snapshot by its id; gatehouse rescue list shows them');
  const snapshot = await history.find(id);
  if (snapshot === undefined) {
    throw new Declined(`gatehouse rescue: there is no snapshot ${id}; gatehouse rescue list shows them.`);
  }
  return snapshot;
}

async function show({ terminal, history, asJson }: RescueContext, [id, ...more]: readonly string[]): Promise<number> {
  noMoreWords(more);
  const snapshot = await found(history, id);
  const files = await history.files(snapshot);
  if (asJson) {
    json(terminal, {
      ...snapshot,
      contents: files.map(({ path: file, kind, size, now }) => ({ path: file, kind, size, now })),
    });
    return exitCodes.ok;
  }
  terminal.out(`${snapshot.id}, ${ago(snapshot.at, Date.now())}, in ${printable(snapshot.root)}\n`);
  terminal.out(printable(`Before: ${snapshot.command}\n`));
  const rows = files.map(({ path: file, kind, now }) => [printable(file), kind, nowWords[now]]);
  terminal.out(table(rows, '  '));
  return exitCodes.ok;
}

const nowWords = { same: 'unchanged', different: 'different now', missing: 'missing now' } as const;

/** Both sides are laid out in a temporary folder: git compares two trees of files, whatever the index says. */
async function diff({ terminal, history, asJson }: RescueContext, [id, ...paths]: readonly string[]): Promise<number> {
  const snapshot = await found(history, id);
  const { root } = await history.content(snapshot);
  const all = await history.files(snapshot);
  const files = all.filter(
    (file) => file.now !== 'same' && (paths.length === 0 || paths.some((one) => covers(one, file.path))),
  );
  if (asJson) {
    json(terminal, { id: snapshot.id, files: files.map(({ path: file, kind, now }) => ({ path: file, kind, now })) });
    return exitCodes.ok;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-rescue-'));
  try {
    const tree = new WorktreeFiles(root);
    for (const side of ['now', 'snapshot']) mkdirSync(path.join(folder, side));
    for (const file of files) {
      const now = tree.read(file.bytes);
      if (now !== undefined && now.kind !== 'absent')
        writeSide(folder, 'now', file, now.kind, tree.contents.get(now.id));
      if (file.kind !== 'absent') writeSide(folder, 'snapshot', file, file.kind, await history.bytes(file));
    }
    const args = ['diff', '--no-index', '--no-prefix', ...(terminal.isTTY ? ['--color'] : []), 'now', 'snapshot'];
    const { stdout } = await runGit(execIn(terminal.env), args, { cwd: folder, timeoutMs: 30_000 });
    terminal.out(files.length === 0 ? 'A restore would change no file.\n' : stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return exitCodes.ok;
}

const covers = (asked: string, file: string): boolean =>
  file === asked || file.startsWith(`${asked.replace(/\/$/, '')}/`);

function writeSide(folder: string, side: string, file: KeptFile, kind: string, bytes: Buffer | undefined): void {
  const place = inTree(path.join(folder, side), file.bytes);
  mkdirSync(path.join(folder, side, path.posix.dirname(file.path)), { recursive: true });
  if (kind === 'link') symlinkSync(bytes ?? '', place);
  else writeFileSync(place, bytes ?? '');
}

async function restore(
  { terminal, history, asJson }: RescueContext,
  [id, ...paths]: readonly string[],
  overwrite: boolean,
) {
  const snapshot = await found(history, id);
  if (paths.length > 0) {
    const files = await history.files(snapshot);
    const unknown = paths.find((one) => !files.some((file) => covers(one, file.path)));
    if (unknown !== undefined) throw new UsageError(`${printable(unknown)} is not in ${snapshot.id}`);
  }
  if (overwrite) {
    const question = `Restoring ${snapshot.id} over files that have changed since. They are kept in a snapshot first.`;
    await requireConfirmation(terminal, 'rescue restore', 'overwrite', question);
  }
  const wanted = { overwrite, ...(paths.length > 0 ? { paths: paths.map((one) => one.replace(/\/$/, '')) } : {}) };
  const done = await history.restore(snapshot, wanted);
  if (overwrite) noteAct(terminal, siteOf(terminal), 'restore', `snapshot ${snapshot.id}`);
  const code = done.conflicts.length === 0 ? exitCodes.ok : exitCodes.no;
  if (asJson) {
    json(terminal, { id: snapshot.id, ...done, undo: done.undo ?? null });
    return code;
  }
  for (const one of done.restored) terminal.out(printable(`restored ${one}\n`));
  if (done.restored.length === 0 && done.conflicts.length === 0) {
    terminal.out('Nothing to restore: the files already match the snapshot.\n');
  }
  for (const note of done.notes) terminal.out(printable(`${note}\n`));
  for (const { path: file, why } of done.conflicts) terminal.err(printable(`not restored: ${file}: ${why}\n`));
  if (done.conflicts.length > 0) terminal.err(`See gatehouse rescue diff ${snapshot.id}; --overwrite replaces them.\n`);
  if (done.undo !== undefined) terminal.out(`To undo this: gatehouse rescue restore ${done.undo}\n`);
  return code;
}

async function drop(
  { terminal, history, asJson }: RescueContext,
  ids: readonly string[],
  all: boolean,
): Promise<number> {
  if (all === ids.length > 0) throw new UsageError('name snapshots, or use --all');
  const snapshots = all ? await history.list() : await Promise.all(ids.map((id) => found(history, id)));
  const question = `${counted(snapshots.length, 'snapshot')} of discarded work, ${shownSize(sizeOf(snapshots))}, for good`;
  await requireConfirmation(terminal, 'rescue drop', 'drop', question);
  await history.drop(snapshots);
  noteAct(terminal, siteOf(terminal), 'drop', snapshots.map(({ id }) => id).join(', '));
  if (asJson) json(terminal, { dropped: snapshots.map(({ id }) => id) });
  else terminal.out(`Dropped: ${snapshots.map(({ id }) => id).join(', ')}.\n`);
  return exitCodes.ok;
}
