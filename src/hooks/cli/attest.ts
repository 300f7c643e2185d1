import {
  type Commit,
  commitNamed,
  digestsOf,
  type AttestedReceipt,
  fetchNotes,
  noteOf,
  notesRef,
  predicateType,
  pushNotes,
  type Statement,
  statementsIn,
  statementType,
  writeNote,
  receiptTable,
} from './attestation';
import { ActionableError } from '../project/functions';
import { type EvidenceKind, evidenceKinds, planeOf, type Receipt } from '../evidence/evidence';
import { personEvent } from '../person/journal';
import { readTraces } from '../pipeline/decision-log';
import type { Site } from '../pipeline/site';
import { execIn } from '../project/exec';
import type { Git } from '../project/git';
import { version } from '../version';
import { type Command, exitCodes, siteOf } from './command';
import { json, noMoreWords, printable, readWords, onOff, withText } from './words';
import { flagTitles } from './flags';

const help = `
Usage: gatehouse attest [<commit>] [--push] [--remote <name>] [--json]

Writes what is known about the content of a commit (default HEAD) as an in-toto statement into ${notesRef}: which
flags were earned on exactly this content, by which program, when, and which person acted. The note is attached to the
commit's tree, so it survives an amend or a rebase that changes no file. It contains this machine's receipts and is not signed.

  --push    bring the notes of the remote here, join them, and push them
  --remote  which remote (default origin)
  --json    the statement

Exit codes: 0 done, 64 wrong usage, 70 could not be done: there is no evidence for this content, or the push failed.
`;

export const command: Command = {
  name: 'attest',
  summary: 'write the evidence of a commit as a note that travels with it',
  help,
  async run(args, terminal) {
    const { values, positionals, asJson } = readWords(args, { push: onOff, remote: withText });
    const [word = 'HEAD', ...more] = positionals;
    noMoreWords(more);
    const site = siteOf(terminal);
    const { git } = site;
    if (git === undefined) throw new ActionableError('This is not a git repository.', 'Attest inside one.');
    const commit = await commitNamed(git, word);
    const drafted = await draft(site, git, commit);
    await write(git, drafted, commit.tree);
    const { receipts } = drafted.statement.predicate;
    if (asJson) json(terminal, drafted.statement);
    else {
      terminal.out(`Attested commit ${commit.id.slice(0, 10)} (tree ${commit.tree.slice(0, 10)}):\n`);
      terminal.out(receiptTable(receipts, terminal));
      for (const { kind, reason } of drafted.unattested) {
        terminal.out(printable(`  ${flagTitles[kind]}: not attested; ${reason}\n`));
      }
    }
    const remote = values.remote ?? 'origin';
    if (values.push !== true) {
      if (!asJson) terminal.out(`To share it: git push ${remote} ${notesRef}\n`);
      return exitCodes.ok;
    }
    const exec = execIn(terminal.env);
    // A remote without notes has none to bring.
    await fetchNotes(git, exec, remote);
    const { ok, problem } = await pushNotes(git, exec, remote);
    if (!ok) {
      const message = `The notes could not be pushed to ${remote}: ${problem}`;
      throw new ActionableError(message, 'The note stays in this clone.');
    }
    if (!asJson) terminal.out(`Pushed ${notesRef} to ${remote}.\n`);
    return exitCodes.ok;
  },
};

/** A flag that a commit does not carry, and why. */
interface Unattested {
  readonly kind: EvidenceKind;
  readonly reason: string;
}

interface Drafted {
  readonly statement: Statement;
  readonly unattested: readonly Unattested[];
}

/** What this clone's receipts say about exactly the content of a commit. */
async function draft(site: Site, git: Git, commit: Commit): Promise<Drafted> {
  const docExtensions = [...site.config.settings.planes.doc];
  const content = await digestsOf(git, commit.tree, docExtensions);
  const acts = personActs(site);
  const receipts: AttestedReceipt[] = [];
  const unattested: Unattested[] = [];
  for (const kind of evidenceKinds) {
    const digest = content[planeOf[kind]];
    const history = site.evidence.history(kind);
    const match = history.findLast((receipt) => receipt.digest === digest);
    const status = await site.evidence.status(kind);
    // Where the files are those of the commit, everything that makes a flag doubtful counts; else the receipt alone.
    const weighed = match?.verdict === 'pass' && status.receipt?.at === match.at && !status.trusted;
    const doubt = match?.doubt ?? (weighed ? status.reason : undefined);
    if (match !== undefined && doubt === undefined) receipts.push(attested(match, digest, acts));
    else unattested.push({ kind, reason: doubt ?? missing(history.at(-1), status.reason) });
  }
  const predicate = {
    tool: { name: 'gatehouse', version },
    at: new Date(site.clock.now()).toISOString(),
    commit: commit.id,
    content: { ...content, docExtensions },
    receipts,
  };
  const subject = [{ name: 'tree', digest: { gitTree: commit.tree } }];
  return { statement: { _type: statementType, subject, predicateType, predicate }, unattested };
}

function missing(newest: Receipt | undefined, reason: string): string {
  if (newest === undefined) return reason;
  return 'its last verdict is about other content than this commit; untracked files count too';
}

/** Writes the statement as a note on the tree. What other tools or people said of it stays. */
async function write(git: Git, { statement, unattested }: Drafted, tree: string): Promise<void> {
  if (statement.predicate.receipts.length === 0) {
    const reasons = unattested.map(({ kind, reason }) => `${kind}: ${reason}`).join('\n  ');
    throw new ActionableError(
      `There is no evidence for the content of commit ${statement.predicate.commit.slice(0, 10)}:\n  ${reasons}`,
      'Run the checks on exactly this content, then attest again.',
    );
  }
  const earlier = statementsIn(await noteOf(git, tree)).filter((other) => !isReplaced(other, statement));
  const lines = [...earlier.slice(-7), statement].map((one) => JSON.stringify(one));
  await writeNote(git, tree, `${lines.join('\n')}\n`);
}

/** Does the new statement say everything that an earlier one said? */
function isReplaced(other: Statement, now: Statement): boolean {
  const key = ({ kind, verdict, at }: AttestedReceipt) => `${kind} ${verdict} ${at}`;
  const said = new Set(now.predicate.receipts.map(key));
  return other.predicate.receipts.every((receipt) => said.has(key(receipt)));
}

interface Act {
  readonly at: number;
  readonly by: string;
  readonly target: string;
}

function personActs(site: Site): readonly Act[] {
  return readTraces(site.home, { matches: ({ event }) => event === personEvent }).flatMap(({ at, act }) =>
    act === undefined || (act.act !== 'verify' && act.act !== 'accept') ? [] : [{ at, by: act.by, target: act.target }],
  );
}

/** The journal's entry follows the receipt at once. */
const actMs = 10_000;

function attested(receipt: Receipt, digest: string, acts: readonly Act[]): AttestedReceipt {
  const { kind, verdict, rule, author, at } = receipt;
  const title = kind.replace('_', ' ');
  const act = acts.find((one) => one.target === title && one.at >= at && one.at - at < actMs);
  const by = author === undefined ? '' : `, by ${author.name}${author.self === true ? ', the author of the work' : ''}`;
  return {
    kind,
    verdict,
    program: `${rule}${by}`,
    at: new Date(at).toISOString(),
    content: { sha256: digest },
    ...(act === undefined ? {} : { person: act.by }),
  };
}
