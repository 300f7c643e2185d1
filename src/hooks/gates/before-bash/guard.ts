import { ignoreTemporaryFolder } from '../../state/git-exclude';
import {
  gate,
  type GateAnswer,
  ask,
  context,
  deny,
  pass,
  rewrite,
  type Ask,
  type Deny,
  type Ruling,
} from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import type { PreToolUse } from '../../protocol/call';
import { mayBePowerShell, shellCommand } from '../../protocol/tools';
import { effectsOf } from '../../shell/effects';
import type { CommandReading, CommandContext } from '../../shell/invocation';
import { readCommand } from '../../shell/read-command';
import { contextOf, readingAt } from '../../shell/shared-reading';
import { applyEdits, type Edit, type RuledObjection, type View, viewOf } from './guard/rule';
import { commitObjection } from './guard/commit-requirements';
import { forcePushEdits, remainingForce } from './guard/push';
import { firstObjection, firstQuestion } from './guard/policy';
import type { Question } from './guard/rescue';
import { couldLose, rescuedRules, rescues, threatsOf } from './guard/threats';
import { movedBefore, movingSays, temporaryFileEdits, type Scratch, worktreeRemovalEdits } from './guard/rewrites';
import { commitsOf } from './guard/ways-to-commit';
import { quoted, clipped } from '../../project/text';

/** Refuses commands that cannot be undone, rewrites others to be safe, and requires evidence for commits and merges. */
export const guard = gate<'PreToolUse'>({
  id: 'guard',
  title: 'Guard',
  summary:
    'Blocks commands that destroy what cannot be restored, makes forced pushes, /tmp writes and worktree removals safe, and requires evidence for commits and merges.',
  events: ['PreToolUse'],
  tools: ['Bash', 'PowerShell'],
  posture: 'closed',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide(call, site) {
    const command = shellCommand(call);
    if (command === undefined || command.trim() === '') return pass('no command');
    if (call.tool === 'PowerShell') return checkPowerShell(call, command, site);
    return mayBePowerShell(call) ? checkBoth(call, command, site) : checkCommand(call, command, site);
  },
});

/** The call does not say whether Bash or PowerShell runs the command: it is refused if either would be. */
async function checkBoth(call: PreToolUse, command: string, site: Site): Promise<GateAnswer> {
  const asPowerShell = await checkPowerShell(call, command, site);
  return asPowerShell.kind === 'deny' ? asPowerShell : checkCommand(call, command, site);
}

async function checkPowerShell(call: PreToolUse, command: string, site: Site): Promise<Ruling> {
  const view = viewOf(site, call);
  const reading = readPowerShell(command, contextOf(site));
  const part = command.slice(0, 160);
  const objection = firstObjection(reading, view) ?? remainingForce(reading);
  if (objection !== undefined) return refusal({ ...objection, part });
  const commit = await commitObjection(commitsOf(reading, view), reading, site, view);
  if (commit !== undefined) return refusal(commit);
  return effectsOf(reading).some(({ effect }) => effect.kind === 'unknown' && effect.why === 'computes what it runs')
    ? ask(`This PowerShell line computes what it runs, so it was not analysed: ${part}`, 'powershell-not-analysed')
    : pass('no objection to the PowerShell command');
}

function checkCommand(call: PreToolUse, command: string, site: Site): GateAnswer | Promise<GateAnswer> {
  const view = viewOf(site, call);
  const first = readingAt(command, site);
  const scratch = scratchOf(call, site, view);
  const { reading, edits } = madeSafe(first, scratch, site, view);
  // The rewritten command and the original are both checked, so that a rewrite cannot hide an objection.
  const objectionOf = (without?: ReadonlySet<string>) =>
    firstObjection(first, view, without) ?? (edits.length === 0 ? undefined : firstObjection(reading, view, without));
  const objection = objectionOf();
  const mayRescue = rescues(site) && couldLose(reading);
  // A snapshot settles these rules' objections; rescueFirst takes it once no other rule objects.
  const final =
    objection !== undefined && mayRescue && rescuedRules.has(objection.rule) ? objectionOf(rescuedRules) : objection;
  if (final !== undefined) return refusal(final);
  const stuck = remainingForce(reading);
  if (stuck !== undefined) return refusal(stuck);
  const settle = (commit: RuledObjection | undefined): GateAnswer => {
    if (commit !== undefined) return refusal(commit);
    const question = firstQuestion(reading, view);
    const asked = question === undefined ? [] : [put(question)];
    const told = movedFiles(reading, scratch);
    if (edits.length === 0) return told === undefined ? (asked[0] ?? pass('no objection')) : [...asked, told];
    if (scratch !== undefined) keepOutOfGit(edits, scratch, site);
    const says = [...new Set(edits.map((edit) => edit.says))].join('; ');
    const changed: Ruling = rewrite(
      `Gatehouse guard changed this command: ${says}. It now runs as: ${clipped(reading.source, 500)}`,
      { ...call.input, command: reading.source },
    );
    const more = told === undefined ? asked : [...asked, told];
    return more.length === 0 ? changed : [changed, ...more];
  };
  const commits = commitsOf(reading, view);
  const committed = commits.length === 0 ? undefined : commitObjection(commits, reading, site, view);
  const threats = mayRescue ? threatsOf(reading, site, view) : undefined;
  if (threats === undefined || (objection === undefined && threats.all.length === 0)) {
    return committed === undefined ? settle(undefined) : committed.then(settle);
  }
  const question = { threats, objection, command: reading.source, call, site };
  return Promise.resolve(committed).then((commit) => rescueFirst(settle(commit), question));
}

/** Keeps what a command would discard, if no other gate or rule refuses the command. */
async function rescueFirst(answer: GateAnswer, question: Question): Promise<GateAnswer> {
  const rulings: readonly Ruling[] = 'kind' in answer ? [answer] : answer;
  if (rulings.some(({ kind }) => kind === 'deny')) return answer;
  const { rescue } = await import(/* webpackChunkName: "rescue" */ './guard/rescue');
  const outcome = await rescue(question);
  if (outcome.kind === 'refused') return refusal(outcome.objection);
  const spoken = rulings.filter(({ kind }) => kind !== 'pass');
  if (outcome.kind === 'saved') return [...spoken, outcome.context];
  return spoken.length > 0 ? spoken : pass(outcome.reason);
}

/** The original hooks moved files under /tmp into the project; the harness and gates run by name still do. */
function movesTemporaryFiles({ config, requestedByName }: Site): boolean {
  const { temporaryFiles } = config.settings.guard;
  return temporaryFiles === 'profile' ? requestedByName || config.profile === 'harness' : temporaryFiles === 'move';
}

function scratchOf(call: PreToolUse, site: Site, view: View): Scratch | undefined {
  if (!movesTemporaryFiles(site)) return undefined;
  return {
    root: site.root,
    isThere: (path) => view.isFile(path) || view.isDirectory(path),
    exempt: [site.root, ...(call.scratchpadDir === undefined ? [] : [call.scratchpadDir])],
  };
}

/** Makes git, and so reviews, ignore the tmp/ folder that a rewrite creates. */
function keepOutOfGit(edits: readonly Edit[], scratch: Scratch, { place }: Site): void {
  const makes = edits.some(({ says }) => says === movingSays(scratch.root));
  if (makes && !scratch.isThere(`${scratch.root}/tmp`)) ignoreTemporaryFolder(place.repository);
}

/** Tells the agent where the files are that an earlier rewrite moved into the project. */
function movedFiles(reading: CommandReading, scratch: Scratch | undefined): Ruling | undefined {
  const moved = scratch === undefined ? [] : movedBefore(reading, scratch);
  if (moved.length === 0) return undefined;
  const text = moved.map(({ from, to }) => `${from} is now ${to}`).join('; ');
  return context(`Files under /tmp go into the project: ${text}.`, 'files under /tmp were moved into the project');
}

/** Applies every rewrite, reads the result again, and repeats until nothing is left to change. */
function madeSafe(
  first: CommandReading,
  scratch: Scratch | undefined,
  site: Site,
  view: View,
): { readonly reading: CommandReading; readonly edits: readonly Edit[] } {
  let reading = first;
  const all: Edit[] = [];
  for (let round = 0; round < 3; round++) {
    const edits = [
      ...(scratch === undefined ? [] : temporaryFileEdits(reading, scratch)),
      ...forcePushEdits(reading),
      ...worktreeRemovalEdits(reading, view, (directory) => site.at(directory).git?.mainWorktree()),
    ];
    if (edits.length === 0) break;
    const command = applyEdits(reading.source, edits);
    if (command === reading.source) break;
    all.push(...edits);
    reading = readingAt(command, site);
  }
  return { reading, edits: all };
}

function refusal(objection: RuledObjection): Deny {
  return deny(objection.rule, objection.why, {
    part: objection.part,
    instead: `Instead: ${objection.instead}\nDo not retry this in another form; if it is really needed, the person can run it or allow it once.`,
  });
}

const put = ({ why, part, rule }: RuledObjection): Ask => ({ ...ask(`${why} (at: ${part})`, rule), why });

/** Reads a line of PowerShell as an invocation of `pwsh -Command`. */
function readPowerShell(command: string, context: CommandContext): CommandReading {
  return readCommand(`pwsh -Command ${quoted(command)}`, context);
}
