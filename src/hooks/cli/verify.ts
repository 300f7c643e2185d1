import { appendFileSync } from 'node:fs';
import path from 'node:path';
import {
  changedBetween,
  changedInWorktree,
  type Commit,
  commitNamed,
  commitsUpTo,
  digestsOf,
  type AttestedReceipt,
  fetchNotes,
  notedTrees,
  noteOf,
  notesRef,
  type Statement,
  statementsIn,
  subjectTree,
  receiptTable,
} from './attestation';
import { ActionableError } from '../project/functions';
import { writeWhole, publicIn } from '../state/atomic-file';
import { type EvidenceKind, planeOf } from '../evidence/evidence';
import { execIn } from '../project/exec';
import type { Git } from '../project/git';
import { listed } from '../project/text';
import { version } from '../version';
import { type Command, exitCodes, siteOf, styled, type Terminal } from './command';
import { json, noMoreWords, printable, readWords, onOff, withText } from './words';
import { flagNamed, flagNames, flagTitles } from './flags';

const help = `
Usage: gatehouse verify [<commit>] [--require <flag>]… [--fetch] [--remote <name>] [--ci] [--sarif <file>] [--json]

Checks that the tree of a commit (default HEAD) carries the evidence that the project asks for, as gatehouse attest wrote
it into ${notesRef}. Without a commit the files in the worktree must be those of HEAD too. A project lists
what it requires in .claude/gatehouse.json: "verify": { "requires": ["tests"] }; without it any one receipt is enough, and
none may be a failure.

  --require  ask for a flag as well: ${flagNames}
  --fetch    bring the notes of the remote here first
  --remote   which remote (default origin)
  --ci       --fetch, and print the result for a CI job (annotations and a summary on GitHub Actions)
  --sarif    write what is missing as SARIF 2.1.0 into a file; - is stdout

Exit codes: 0 it carries the evidence, 1 it does not, 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'verify',
  summary: 'check that a commit has the evidence that the project requires',
  help,
  async run(args, terminal) {
    const { values, positionals, asJson } = readWords(args, {
      ci: onOff,
      fetch: onOff,
      remote: withText,
      require: { ...withText, multiple: true },
      sarif: withText,
    });
    const [word, ...more] = positionals;
    noMoreWords(more);
    const site = siteOf(terminal);
    const { git } = site;
    if (git === undefined) throw new ActionableError('This is not a git repository.', 'Verify inside a clone.');
    const requires = [...new Set([...site.config.settings.verify.requires, ...(values.require ?? [])].map(flagNamed))];
    const commit = await commitNamed(git, word ?? 'HEAD');
    if (values.fetch === true || values.ci === true) {
      const remote = values.remote ?? 'origin';
      const { ok, problem } = await fetchNotes(git, execIn(terminal.env), remote);
      if (!ok) terminal.err(printable(`gatehouse verify: no notes came from ${remote}: ${problem}\n`));
    }
    const verified = await verify(git, { commit, requires, worktree: word === undefined });
    const good = verified.problems.length === 0;
    const text = `${JSON.stringify(sarif(verified), null, 2)}\n`;
    if (values.sarif === '-') terminal.out(text);
    else if (values.sarif !== undefined) {
      const file = path.resolve(terminal.cwd, values.sarif);
      writeWhole(file, text, publicIn(path.dirname(file), false));
    }
    if (asJson) json(terminal, { ok: good, requires, ...verified });
    else if (values.sarif !== '-') terminal.out(report(verified, requires, terminal));
    if (values.ci === true) tellJob(verified, terminal);
    return good ? exitCodes.ok : exitCodes.no;
  },
};

function report(
  { commit, receipts, problems }: Verified,
  requires: readonly EvidenceKind[],
  terminal: Terminal,
): string {
  const rows = receiptTable(receipts, terminal);
  const what = `commit ${commit.id.slice(0, 10)} (${printable(commit.subject)})`;
  if (problems.length === 0) {
    const asked = requires.length === 0 ? '' : `; required: ${requires.map((kind) => flagTitles[kind]).join(', ')}`;
    return `${styled(terminal, 'green', 'Verified')} ${what}${asked}\n${rows}`;
  }
  const lines = problems.map(({ message }) => `  ${printable(message)}\n`);
  return `${styled(terminal, 'red', 'Not verified:')} ${what}\n${lines.join('')}${rows}`;
}

/** Annotations and a summary where GitHub runs the job; other systems show the text. */
function tellJob({ commit, receipts, problems }: Verified, { env, out }: Terminal): void {
  if (env.GITHUB_ACTIONS !== 'true') return;
  for (const problem of problems) out(`${annotation(problem)}\n`);
  const { GITHUB_STEP_SUMMARY: summary } = env;
  if (summary === undefined || summary === '') return;
  const rows = receipts.map(
    ({ kind, verdict, program, at }) => `| ${flagTitles[kind]} | ${verdict} | ${cell(program)} | ${cell(at)} |`,
  );
  const lines = [
    `### Gatehouse: commit ${commit.id.slice(0, 10)} ${problems.length === 0 ? 'is verified' : 'is not verified'}`,
    '',
    ...problems.map(({ message }) => `- ${cell(message)}`),
    ...(rows.length === 0 ? [] : ['', '| flag | verdict | by | at |', '| --- | --- | --- | --- |', ...rows]),
  ];
  appendFileSync(summary, `${lines.join('\n')}\n`);
}

/** https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function annotation({ message, files: [file] }: Problem): string {
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::error title=Gatehouse${file === undefined ? '' : `,file=${property(file)}`}::${data(printable(message))}`;
}

const cell = (text: string): string => printable(text).replace(/[|\n<>`]/g, ' ');

/** Why a commit does not verify. */
interface Problem {
  readonly rule: 'not-attested' | 'changed' | 'wrong-content' | 'missing' | 'failed';
  readonly message: string;
  /** The files that it is about, from the top of the worktree. */
  readonly files: readonly string[];
}

interface Verified {
  readonly commit: Commit;
  /** What vouches for the commit, one receipt a kind. */
  readonly receipts: readonly AttestedReceipt[];
  readonly problems: readonly Problem[];
}

interface Wanted {
  readonly commit: Commit;
  readonly requires: readonly EvidenceKind[];
  /** The files in the worktree must be those of the commit too. */
  readonly worktree: boolean;
}

/** Does the tree of this commit carry the evidence? */
async function verify(git: Git, { commit, requires, worktree }: Wanted): Promise<Verified> {
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

/** Says what is different from the nearest commit that is attested, if there is one. */
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
function sarif({ commit, problems }: Verified): object {
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
