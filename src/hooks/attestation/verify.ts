import { planeOf, type EvidenceKind } from '../evidence/evidence';
import type { Git } from '../project/git';
import { version } from '../version';
import { changedBetween, changedInWorktree, commitsUpTo, digestsOf, type Commit } from './commits';
import { noteOf, notedTrees, notesRef, statementsIn, subjectTree, type AttestedReceipt, type Statement } from './notes';
import { listed } from '../project/text';

/** Why a commit does not verify. */
export interface Problem {
  readonly rule: 'not-attested' | 'changed' | 'wrong-content' | 'missing' | 'failed';
  readonly message: string;
  /** The files that it is about, from the top of the worktree. */
  readonly files: readonly string[];
}

export interface Verified {
  readonly commit: Commit;
  /** What vouches for the commit, one receipt a kind. */
  readonly receipts: readonly AttestedReceipt[];
  readonly problems: readonly Problem[];
}

export interface Wanted {
  readonly commit: Commit;
  readonly requires: readonly EvidenceKind[];
  /** The files in the worktree must be those of the commit too. */
  readonly worktree: boolean;
}

/** Does the tree of this commit carry the evidence? */
export async function verify(git: Git, { commit, requires, worktree }: Wanted): Promise<Verified> {
  const problems: Problem[] = [];
  const changed = worktree ? await changedInWorktree(git) : [];
  if (changed.length > 0) {
    const message = `${fileList(changed)} in the worktree ${isOrAre(changed)} not as in commit ${short(commit.id)}`;
    problems.push({ rule: 'changed', message, files: changed });
  }
  const note = await noteOf(git, commit.tree);
  const all = statementsIn(note).filter((statement) => subjectTree(statement) === commit.tree);
  if (all.length === 0) return { commit, receipts: [], problems: [...problems, await notAttested(git, commit, note)] };
  const sound: Statement[] = [];
  for (const statement of all) if (await isAbout(git, statement, commit.tree)) sound.push(statement);
  if (sound.length < all.length) {
    const message = `${all.length - sound.length} of ${all.length} statements on the tree of commit ${short(commit.id)} are about other content than its tree`;
    problems.push({ rule: 'wrong-content', message, files: [] });
  }
  const receipts = newestOf(sound);
  for (const { kind, program, at, verdict } of receipts.values()) {
    if (verdict === 'pass') continue;
    const message = `${named(kind)} failed on the content of commit ${short(commit.id)} (${program}, ${at})`;
    problems.push({ rule: 'failed', message, files: [] });
  }
  for (const kind of requires) {
    if (receipts.has(kind)) continue;
    const message = `${named(kind)} is required, but commit ${short(commit.id)} has no receipt for it`;
    problems.push({ rule: 'missing', message, files: [] });
  }
  return { commit, receipts: [...receipts.values()], problems };
}

/** Are the receipts about this tree? A statement may have been copied from another one. */
async function isAbout(git: Git, { predicate }: Statement, tree: string): Promise<boolean> {
  const { content, receipts } = predicate;
  const held = await digestsOf(git, tree, content.docExtensions);
  if (held.code !== content.code || held.doc !== content.doc) return false;
  return receipts.every((receipt) => receipt.content.sha256 === held[planeOf[receipt.kind]]);
}

function newestOf(statements: readonly Statement[]): ReadonlyMap<EvidenceKind, AttestedReceipt> {
  const newest = new Map<EvidenceKind, AttestedReceipt>();
  for (const receipt of statements.flatMap(({ predicate }) => predicate.receipts)) {
    const held = newest.get(receipt.kind);
    if (held === undefined || Date.parse(held.at) < Date.parse(receipt.at)) newest.set(receipt.kind, receipt);
  }
  return newest;
}

const lookedThrough = 200;

/** Says what is different from the nearest commit that is attested, where there is one. */
async function notAttested(git: Git, commit: Commit, note: string): Promise<Problem> {
  const noted = await notedTrees(git);
  const what = `commit ${short(commit.id)} (tree ${short(commit.tree)})`;
  if (note.trim() !== '') {
    return { rule: 'not-attested', message: `the note on ${what} cannot be read as a statement about it`, files: [] };
  }
  if (noted.size === 0) {
    const message = `${what} is not attested: ${notesRef} is not here or empty. 'gatehouse verify --fetch' fetches the notes of the remote`;
    return { rule: 'not-attested', message, files: [] };
  }
  const before = (await commitsUpTo(git, commit, lookedThrough)).find(({ tree }) => noted.has(tree));
  const nearest = before ?? (await nearestTree(git, commit, noted));
  if (nearest === undefined)
    return { rule: 'not-attested', message: `${what} is not attested, and neither is any nearby commit`, files: [] };
  const files = await changedBetween(git, nearest.tree, commit.tree);
  const from =
    nearest.id === '' ? `the attested tree ${short(nearest.tree)}` : `the attested commit ${short(nearest.id)}`;
  const message = `${what} is not attested: ${fileList(files)} ${isOrAre(files)} not as in ${from}`;
  return { rule: 'not-attested', message, files };
}

/** After an amend the attested commit is no ancestor, but its tree is often still here. */
async function nearestTree(
  git: Git,
  commit: Commit,
  noted: ReadonlySet<string>,
): Promise<Pick<Commit, 'id' | 'tree'> | undefined> {
  let nearest: { readonly tree: string; readonly count: number } | undefined;
  for (const tree of [...noted].slice(0, 20)) {
    try {
      const { length: count } = await changedBetween(git, tree, commit.tree);
      if (count > 0 && (nearest === undefined || count < nearest.count)) nearest = { tree, count };
    } catch {
      // That tree was never fetched.
    }
  }
  return nearest === undefined ? undefined : { id: '', tree: nearest.tree };
}

const short = (id: string): string => id.slice(0, 10);
const named = (kind: EvidenceKind): string => kind.replace('_', ' ');
const isOrAre = (files: readonly string[]): string => (files.length === 1 ? 'is' : 'are');

function fileList(files: readonly string[]): string {
  if (files.length === 0) return 'a file that does not count';
  const shown = files.slice(0, 5);
  return files.length > shown.length
    ? `${shown.join(', ')} and ${files.length - shown.length} more files`
    : listed(shown);
}

const rules: Readonly<Record<Problem['rule'], string>> = {
  'not-attested': 'The commit’s tree carries no statement about its evidence.',
  changed: 'Files differ from the commit.',
  'wrong-content': 'A statement is about other content than the commit’s tree.',
  missing: 'Required evidence is missing.',
  failed: 'A check failed on this content.',
};

/** What is missing as SARIF 2.1.0. A result that is about no file points at the project's configuration. */
export function sarif({ commit, problems }: Verified): object {
  const results = problems.map(({ rule, message, files }) => ({
    ruleId: rule,
    level: 'error',
    message: { text: message },
    locations: (files.length === 0 ? ['.claude/gatehouse.json'] : files.slice(0, 100)).map((file) => ({
      physicalLocation: { artifactLocation: { uri: encodeURI(file), uriBaseId: 'SRCROOT' }, region: { startLine: 1 } },
    })),
    partialFingerprints: { 'gatehouse/v1': `${rule} ${commit.tree}` },
  }));
  const driver = {
    name: 'Gatehouse',
    version,
    informationUri: 'https://github.com/gatehouse-guard/gatehouse',
    rules: Object.entries(rules).map(([id, text]) => ({ id, shortDescription: { text } })),
  };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver },
        versionControlProvenance: [{ repositoryUri: '.', revisionId: commit.id }],
        results,
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
}
