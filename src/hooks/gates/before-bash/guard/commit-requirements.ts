import { existsSync } from 'node:fs';
import type { EvidenceKind, FlagStatus } from '../../../evidence/evidence';
import type { Site } from '../../../pipeline/site';
import { claudeHome } from '../../../project/home';
import { gitCommand, type GitCommand } from '../../../shell/effects';
import type { CommandReading } from '../../../shell/invocation';
import type { RuledObjection, View } from './rule';
import type { Commit } from './ways-to-commit';

/** How much evidence a commit and a merge need. */
interface Demands {
  /** `present`: it must have passed if it exists. `required`: it must exist, too. */
  readonly tests: 'present' | 'required';
  readonly proof: boolean;
}

/**
 * In the harness, and if the gate runs by name: tests and proof. In the other profiles: no proof, and tests only if a
 * result was recorded or `tests.command` is set.
 */
function demandsOf(site: Pick<Site, 'requestedByName' | 'config'>): Demands {
  const all = site.requestedByName || site.config.profile === 'harness';
  const known = site.config.settings.tests.command !== undefined;
  return { tests: all || known ? 'required' : 'present', proof: all };
}

const plan = 'MASTER_PLAN.md';

/** Judges commits and merges: which branch they are for, and what has been shown to work. */
export async function commitObjection(
  commits: readonly Commit[],
  reading: CommandReading,
  site: Site,
  view: View,
): Promise<RuledObjection | undefined> {
  const demands = demandsOf(site);
  const judged = new Set<string>();
  for (const commit of commits) {
    // Equal commits in the same place are checked once.
    const key = [
      commit.act,
      commit.cwd ?? '',
      ...(commit.command === undefined ? [] : ['git', ...takes(commit.command)]),
    ].join('\0');
    if (judged.has(key)) continue;
    judged.add(key);
    const place =
      commit.cwd === undefined || commit.cwd === site.cwd || isNewWorktree(commit.cwd, reading)
        ? site
        : site.at(commit.cwd);
    if (isOwnRepository(place)) continue;
    const objection = await checkEvidence(commit, reading, place, view, demands);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

/** A worktree that the command itself adds has the content of this repository. */
function isNewWorktree(folder: string, reading: CommandReading): boolean {
  return !existsSync(folder) && reading.invocations.some((one) => gitCommand(one)?.name === 'worktree');
}

/** The client's configuration folder has no tests. Only that folder counts, not others of the same name. */
function isOwnRepository(site: Site): boolean {
  return site.git !== undefined && site.at(claudeHome(site.env)).place.cwd === site.root;
}

async function checkEvidence(
  { act, part, command, cwd }: Commit,
  reading: CommandReading,
  place: Site,
  view: View,
  demands: Demands,
): Promise<RuledObjection | undefined> {
  if (command !== undefined) {
    const branch = view.branchAt(cwd);
    if (await commitsPlanOnly(command, reading, place)) return undefined;
    if (branch !== undefined && view.isProtected(branch)) {
      return {
        rule: 'commit-on-protected-branch',
        part,
        why: `It commits directly on ${branch}; only ${plan} may be committed there.`,
        instead: `Work in a separate worktree: \`git worktree add .worktrees/<name> -b <name>\`, commit there, and let the person merge it.`,
      };
    }
  }
  if (place.git === undefined) return undefined;
  return (
    (await testObjection(act, part, place, demands)) ??
    (demands.proof ? await proofObjection(act, part, place) : undefined)
  );
}

async function testObjection(
  act: Commit['act'],
  part: string,
  place: Site,
  demands: Demands,
): Promise<RuledObjection | undefined> {
  const status = await place.evidence.status('tests');
  place.note(`tests at ${place.root}: ${status.status}`);
  if (status.trusted || (demands.tests === 'present' && saysNothing(status))) return undefined;
  const command = place.config.settings.tests.command;
  return {
    rule: `${act}-needs-tests`,
    part,
    why: `${stateOf('Tests', status, place)}. ${act === 'commit' ? 'A commit' : 'A merge'} needs tests that passed on exactly this content.`,
    instead:
      `${command === undefined ? "Run the project's tests" : `Run \`${command}\``} in ${place.root} until they pass, then try again. ` +
      'Without a test runner, set `tests.command` in .claude/gatehouse.json; a person can also waive it by allowing this once.',
  };
}

async function proofObjection(act: Commit['act'], part: string, place: Site): Promise<RuledObjection | undefined> {
  const status = await place.evidence.status('proof');
  place.note(`proof at ${place.root}: ${status.status}`);
  if (status.trusted) return undefined;
  return {
    rule: `${act}-needs-proof`,
    part,
    why: `${stateOf('Proof', status, place)}. The person has to verify the work before ${act === 'commit' ? 'it is committed' : 'it is merged'}.`,
    instead:
      'Show the person that the feature works. They confirm it in the editor or with `gatehouse proof verify` in their own terminal; you cannot.',
  };
}

/** A public file alone, without a run or a receipt, proves nothing. A pass that waits for a person is not a failure. */
function saysNothing({ status, before, receipt }: FlagStatus): boolean {
  return (
    (before ?? status) === 'missing' || (status === 'unbound' && (receipt === undefined || receipt.doubt !== undefined))
  );
}

function stateOf(what: string, status: FlagStatus, place: Site): string {
  const kind: Record<FlagStatus['status'], string> = {
    passed: 'passed',
    failed: 'did not pass',
    stale: 'passed for other content than the current one (.STATE)',
    unbound: 'passed without a receipt (.STATE), which does not count until the person accepts it',
    'in-progress': 'are still running',
    missing: 'have not been recorded (no .STATE)',
    unknown: 'cannot be read (.STATE)',
    shipped: 'come with the repository and therefore do not count (.STATE)',
  };
  const state = kind[status.status].replace('.STATE', fileOf[status.kind] ?? '');
  const why = status.reason === '' ? '' : ` — ${status.reason.replace(/\.$/, '')}`;
  return `${what}: ${state}${status.status === 'failed' ? failures(place) : ''}${why}`;
}

function failures(place: Site): string {
  const tests = place.evidence.tests.read();
  return tests.kind === 'ok' && tests.value.failures > 0 ? ` (${tests.value.failures} failed)` : '';
}

const fileOf: Partial<Record<EvidenceKind, string>> = { tests: '.claude/.test-status', proof: '.claude/.proof-status' };

const whole = '*';

/** The paths that a commit names, besides what is staged; `*` if it takes more than it names. */
function takes(command: GitCommand): readonly string[] {
  const { use } = command;
  const more = ['-a', '--all', '-p', '--patch', '--interactive', '-i', '--include', '--amend', '--pathspec-from-file'];
  return use.has(...more) ? [whole] : use.operands.map((word) => word.text);
}

/** Does this commit contain only the plan, including what the line stages before it? */
async function commitsPlanOnly(command: GitCommand, reading: CommandReading, place: Site): Promise<boolean> {
  if (place.git === undefined) return false;
  const isPlan = (path: string) => path === plan || path === `./${plan}`;
  const named = takes(command);
  const added = reading.invocations.flatMap((invocation) => stagedBy(invocation));
  if (!named.every(isPlan) || !added.every(isPlan)) return false;
  const staged = await stagedFiles(place);
  return staged?.every(isPlan) === true && staged.length + added.length + named.length > 0;
}

function stagedBy(invocation: CommandReading['invocations'][number]): readonly string[] {
  const command = gitCommand(invocation);
  if (
    command?.name === undefined ||
    !['add', 'stage', 'rm', 'mv', 'apply', 'stash', 'cherry-pick', 'update-index', 'read-tree', 'merge'].includes(
      command.name,
    )
  )
    return [];
  const { operands, given } = command.use;
  const plain = command.name === 'add' || command.name === 'stage';
  return plain && given.length === 0 && operands.length > 0 ? operands.map((word) => word.text) : [whole];
}

async function stagedFiles(place: Site): Promise<readonly string[] | undefined> {
  try {
    const listed = await place.git?.ask(['diff', '--cached', '--name-only', '-z']);
    return listed?.split('\0').filter((path) => path !== '');
  } catch {
    return undefined;
  }
}
