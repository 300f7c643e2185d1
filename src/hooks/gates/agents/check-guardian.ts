import { gate } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { planFile } from '../../plan/plan';
import { findPlan } from '../../plan/drift';
import { checkedAgent, endsAsking, statements } from '../../session/agent-check';
import { gitFacts, testsFacts, type TestsFacts } from '../../session/facts';
import { inline, counted } from '../../project/text';

/** Checks that a guardian left a clean tree, passing tests and an updated plan. */
export const checkGuardian = gate({
  id: 'check-guardian',
  title: 'Guardian check',
  summary:
    'When a guardian ends, checks that the plan was updated after a finished phase, that the working tree is clean and the tests pass, and that the agent did more than ask for approval.',
  events: ['SubagentStop'],
  posture: 'open',
  level: { observe: 'observe', standard: 'off', harness: 'enforce' },
  decide: (call, site) =>
    checkedAgent(
      'guardian',
      call,
      site,
      (answer) => issuesOf(answer, site),
      () => whereItStands(site),
    ),
});

const phaseDone =
  /\bphase\s*\d*\b[^.\n]{0,60}\b(?:complete[d]?|done|finished|closed)\b|\b(?:mark(?:ed|ing)?|complet(?:ed|ing)|finish(?:ed|ing)?|clos(?:ed|ing))\b[^.\n]{0,20}\bphase\b|\bstatus\b[^.\n]{0,20}\bcompleted\b|\bphase completion\b/i;
const integrated = /\b(?:merged|committed|git merge|git commit)\b/i;

async function issuesOf(answer: string, site: Site): Promise<readonly string[]> {
  const [git, tests] = await Promise.all([gitFacts(site), testsFacts(site)]);
  const said = statements(answer);
  const dirty = git?.dirty ?? 0;
  return [
    ...planIssues(
      site,
      said.some((statement) => phaseDone.test(statement)),
    ),
    ...(dirty > 0 ? [`the working tree is not clean: ${counted(dirty, 'uncommitted file')}`] : []),
    ...(endsAsking(answer, question, carriedOut) ? ['the guardian ended by asking for approval and did nothing'] : []),
    ...testIssues(tests, integrated.test(said.join('\n')) || integrated.test(commandsIn(answer))),
  ];
}

const freshMs = 300_000;

function planIssues(site: Site, finishesPhase: boolean): readonly string[] {
  const found = findPlan(site.root);
  if (found.kind === 'missing') return [`${planFile} was not found`];
  if (!finishesPhase || site.clock.now() - found.modifiedAt <= freshMs) return [];
  return [`a phase was finished and ${planFile} was not updated (status, Decision Log)`];
}

function testIssues({ state, flag }: TestsFacts, hasIntegrated: boolean): readonly string[] {
  if (state === 'passing') return [];
  if (state === 'failing') {
    return [hasIntegrated ? 'CRITICAL: committed or merged while tests are failing' : 'tests are failing'];
  }
  return [`no test result for the current files: ${flag.reason}`];
}

/** A command in code quotes that the agent reports. */
const commandsIn = (answer: string): string =>
  [...answer.matchAll(/`(git (?:commit|merge)\b[^`]*)`/g)].map((match) => match[1] ?? '').join('\n');

async function whereItStands(site: Site): Promise<string> {
  const last = await site.git?.ask(['log', '-1', '--format=%h %s']).catch(() => '');
  return `Guardian: clean on ${site.git?.branch() ?? 'a detached HEAD'}, last commit ${inline(last ?? '')}.`;
}

const question =
  /\b(?:do you (?:approve|confirm|want me to (?:proceed|continue|merge|commit|push))|(?:shall|should|may|can) i (?:proceed|continue|merge|commit|push|go ahead)|would you like me to (?:proceed|continue|merge|commit|push)|ready to (?:merge|commit|push|proceed))\b[^?\n]*\?/i;
const carriedOut =
  /\b(?:merged|committed|pushed|executing)\b|\b(?:merge|commit|push) (?:is |was )?(?:done|complete[d]?|successful)\b|\bcreated (?:the |a )?(?:branch|worktree)\b|\b(?:branch|worktree) (?:was )?created\b|^\W*done\b/i;
