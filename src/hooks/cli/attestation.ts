import * as z from 'zod/mini';
import { flagTitles } from './flags';
import { printable, table } from './words';
import { styled, type Terminal } from './command';
import { evidenceKinds, type Plane } from '../evidence/evidence';
import type { Exec } from '../project/exec';
import { runGit, type Git } from '../project/git';
import { lazyLooseObject } from '../project/lazy-schema';
import { parseAs } from '../protocol/json';
import { digestPlanes, inGitOrder, type IndexEntry } from '../evidence/digest/content';
import { isOutsideContent } from '../evidence/public-names';
import { ActionableError } from '../project/functions';
import { messageOf } from '../project/text';

/** Where attestations lie. A note hangs on a tree, not on a commit: an amend or a rebase of equal content keeps it. */
export const notesRef = 'refs/notes/gatehouse';

const askMs = 20_000;
const ref = `--ref=${notesRef}`;

/** The trees that carry a note. */
export async function notedTrees(git: Git): Promise<ReadonlySet<string>> {
  try {
    const list = await git.ask(['notes', ref, 'list'], { timeoutMs: askMs });
    return new Set(list.split('\n').flatMap((line) => line.split(' ')[1] ?? []));
  } catch {
    return new Set();
  }
}

export async function noteOf(git: Git, tree: string): Promise<string> {
  if (!(await notedTrees(git)).has(tree)) return '';
  return git.ask(['notes', ref, 'show', tree], { timeoutMs: askMs });
}

export async function writeNote(git: Git, tree: string, text: string): Promise<void> {
  const env = await writer(git);
  await git.ask(['notes', ref, 'add', '-f', '-F', '-', tree], { input: text, timeoutMs: askMs, env });
}

/** Notes are commits: a machine without a name for them, as in a CI job, gets one. */
async function writer(git: Git): Promise<Readonly<Record<string, string>>> {
  try {
    await git.ask(['var', 'GIT_COMMITTER_IDENT'], {
      timeoutMs: askMs,
      env: { GIT_CONFIG_PARAMETERS: "'user.useConfigOnly=true'" },
    });
    return {};
  } catch {
    const [name, email] = ['Gatehouse', 'gatehouse@localhost'];
    return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
  }
}

export interface RemoteDone {
  readonly ok: boolean;
  readonly problem: string;
}

/** Brings the notes of a remote here; those of both sides stay, each statement being a line of its own. */
export async function fetchNotes(git: Git, exec: Exec, remote: string): Promise<RemoteDone> {
  const incoming = `${notesRef}-of-${remote.replace(/[^\w.-]/g, '_')}`;
  const fetched = await runRemote(git, exec, ['fetch', '--no-tags', '--quiet', remote, `+${notesRef}:${incoming}`]);
  if (!fetched.ok) return fetched;
  try {
    await git.ask(['notes', ref, 'merge', '--strategy=cat_sort_uniq', '--quiet', incoming], {
      timeoutMs: askMs,
      env: await writer(git),
    });
    return fetched;
  } catch (error) {
    return { ok: false, problem: messageOf(error) };
  }
}

export const pushNotes = (git: Git, exec: Exec, remote: string): Promise<RemoteDone> =>
  runRemote(git, exec, ['push', '--quiet', remote, `${notesRef}:${notesRef}`]);

/** Only for remotes that a person named or cloned from. */
async function runRemote(git: Git, exec: Exec, args: readonly string[]): Promise<RemoteDone> {
  const { code, stderr, outcome } = await runGit(exec, args, { cwd: git.root, timeoutMs: 60_000, network: true });
  return { ok: code === 0, problem: code === 0 ? '' : stderr.trim() || outcome };
}

/** https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md */
export const statementType = 'https://in-toto.io/Statement/v1';
export const predicateType = 'https://github.com/gatehouse-guard/gatehouse/blob/main/docs/attestation.md#v1';

const AttestedReceipt = lazyLooseObject(() => ({
  kind: z.enum(evidenceKinds),
  verdict: z.enum(['pass', 'fail']),
  /** What was read or run: a rule, a command, a reviewer. */
  program: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** The content of its plane that the verdict was earned on. */
  content: z.object({ sha256: z.string() }),
  /** Who said it, if a person did. */
  person: z.optional(z.string()),
}));
export type AttestedReceipt = z.infer<typeof AttestedReceipt>;

/** An in-toto statement about one git tree. Newer writers keep these keys and may add others. */
export const Statement = lazyLooseObject(() => ({
  _type: z.literal(statementType),
  subject: z.array(z.looseObject({ name: z.optional(z.string()), digest: z.record(z.string(), z.string()) })),
  predicateType: z.literal(predicateType),
  predicate: z.looseObject({
    tool: z.looseObject({ name: z.string(), version: z.string() }),
    at: z.string(),
    /** The commit that was attested; another one of the same tree is attested with it. */
    commit: z.string(),
    /** The digests of the tree's code and documents, and which extensions are documents. */
    content: z.object({ code: z.string(), doc: z.string(), docExtensions: z.array(z.string()) }),
    receipts: z.array(AttestedReceipt),
  }),
}));
export type Statement = z.infer<typeof Statement>;

/** For people: each receipt with its flag, verdict, time and program. */
export function receiptTable(receipts: readonly AttestedReceipt[], terminal: Terminal): string {
  const rows = receipts.map(({ kind, verdict, program, at, person }) => [
    flagTitles[kind],
    styled(terminal, verdict === 'pass' ? 'green' : 'red', verdict),
    printable(at),
    printable(person === undefined ? program : `${program} (${person})`),
  ]);
  return table(rows, '  ');
}

export const subjectTree = ({ subject }: Statement): string | undefined => subject[0]?.digest.gitTree;

/** The statements of a note: one a line, so that notes of two clones can be joined. Foreign lines are passed over. */
export const statementsIn = (note: string): readonly Statement[] =>
  note.split('\n').flatMap((line) => parseAs(Statement, line) ?? []);

export interface Commit {
  readonly id: string;
  readonly tree: string;
  readonly subject: string;
}

const show = '--format=%H%x00%T%x00%s';

export async function commitNamed(git: Git, word: string): Promise<Commit> {
  const notThere = (why: string) =>
    new ActionableError(`There is no commit '${word}' here${why}.`, 'Name a commit, a branch or a tag.');
  if (word.startsWith('-')) throw notThere('');
  let text: string;
  try {
    text = await git.ask(['log', '-1', show, '--end-of-options', word, '--'], { timeoutMs: askMs });
  } catch (error) {
    throw notThere(word === 'HEAD' ? ': there is no commit yet' : ` (${messageOf(error)})`);
  }
  const [commit] = commitsIn(text);
  if (commit === undefined) throw notThere('');
  return commit;
}

/** A commit and those before it, the newest first. */
export const commitsUpTo = async (git: Git, commit: Commit, most: number): Promise<readonly Commit[]> =>
  commitsIn(await git.ask(['log', `-${most}`, show, commit.id, '--'], { timeoutMs: askMs }));

function commitsIn(text: string): readonly Commit[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [id = '', tree = '', subject = ''] = line.split('\0');
      return { id, tree, subject };
    });
}

/** The digests that the worktree has while it holds exactly this tree. */
export async function digestsOf(
  git: Git,
  tree: string,
  docExtensions: readonly string[],
): Promise<Record<Plane, string>> {
  const output = await git.ask(['ls-tree', '-r', '-z', '--full-tree', tree], { timeoutMs: askMs });
  const entries = output
    .split('\0')
    .filter(Boolean)
    .map((row): IndexEntry => {
      const tab = row.indexOf('\t');
      const [mode = '', , id = ''] = row.slice(0, tab).split(' ');
      return { path: row.slice(tab + 1), mode, id, unwatched: 'no' };
    })
    .sort((a, b) => inGitOrder(a.path, b.path));
  const { code, doc } = digestPlanes(entries, new Map(), docExtensions);
  return { code: code.kind === 'whole' ? code.value : '', doc: doc.kind === 'whole' ? doc.value : '' };
}

/** The paths in which two trees differ. */
export async function changedBetween(git: Git, from: string, to: string): Promise<readonly string[]> {
  return pathsIn(
    await git.ask(['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to], { timeoutMs: askMs }),
  );
}

/** Tracked files that are not as in the last commit. */
export async function changedInWorktree(git: Git): Promise<readonly string[]> {
  const args = ['diff', '-z', '--name-only', '--no-renames', '--ignore-submodules=untracked', 'HEAD', '--'];
  return pathsIn(await git.ask(args, { timeoutMs: askMs }));
}

const pathsIn = (output: string): readonly string[] =>
  output.split('\0').filter((file) => file !== '' && !isOutsideContent(file));
