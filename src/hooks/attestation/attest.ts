import { evidenceKinds, planeOf, type EvidenceKind, type Receipt } from '../evidence/evidence';
import { ActionableError } from '../evidence/actionable-error';
import { personEvent } from '../person/journal';
import { readTraces } from '../pipeline/decision-log';
import type { Site } from '../pipeline/site';
import type { Git } from '../project/git';
import { version } from '../version';
import { digestsOf, type Commit } from './commits';
import {
  noteOf,
  writeNote,
  predicateType,
  statementsIn,
  statementType,
  type AttestedReceipt,
  type Statement,
} from './notes';

/** A flag that a commit does not carry, and why. */
interface Unattested {
  readonly kind: EvidenceKind;
  readonly reason: string;
}

export interface Drafted {
  readonly statement: Statement;
  readonly unattested: readonly Unattested[];
}

/** What this clone's receipts say about exactly the content of a commit. */
export async function draft(site: Site, git: Git, commit: Commit): Promise<Drafted> {
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
export async function write(git: Git, { statement, unattested }: Drafted, tree: string): Promise<void> {
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

/** An earlier statement of which nothing is left that the new one does not say. */
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
  return {
    kind,
    verdict,
    program:
      author === undefined
        ? rule
        : `${rule}, by ${author.name}${author.self === true ? ', the author of the work' : ''}`,
    at: new Date(at).toISOString(),
    content: { sha256: digest },
    ...(act === undefined ? {} : { person: act.by }),
  };
}
