import { gate } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { annotationsOf, lineCount } from '../../plan/annotation';
import { checkedAgent, endsAsking } from '../../session/agent-check';
import { changedFiles, type ChangedFile } from '../../session/changes';
import { isProtected, testsFacts, type TestsFacts } from '../../session/facts';
import { isProductSource } from '../../source/file-kind';
import { readText } from '../../project/read-file';
import { inline } from '../../project/text';

/** Checks that an implementer left work that can be committed. */
export const checkImplementer = gate({
  id: 'check-implementer',
  title: 'Implementer check',
  summary:
    'When an implementer ends, checks the branch, the decisions in changed files, the tests and the verification, and that the agent did more than ask for approval.',
  events: ['SubagentStop'],
  posture: 'open',
  level: { observe: 'observe', standard: 'off', harness: 'enforce' },
  decide: (call, site) =>
    checkedAgent(
      'implementer',
      call,
      site,
      (answer) => issuesOf(answer, call.sessionId, site),
      () => Promise.resolve(`Implementer: nothing open on ${site.git?.branch() ?? 'this folder'}.`),
    ),
});

async function issuesOf(answer: string, session: string, site: Site): Promise<readonly string[]> {
  const branch = site.git?.branch();
  const [tests, proof] = await Promise.all([testsFacts(site), site.evidence.status('proof')]);
  const bare = changedFiles(site, session).filter(lacksDecision);
  const isPending = site.evidence.proof.read().kind === 'ok';
  const proven = proof.trusted;
  return [
    ...(isProtected(branch, site) ? [`the work is on ${branch ?? ''}: no worktree was used`] : []),
    ...(bare.length === 0 ? [] : [`no @decision in ${bare.map(({ relative }) => inline(relative)).join(', ')}`]),
    ...(endsAsking(answer, question, carriedOut)
      ? ['the implementer ended by asking for approval, without finished work']
      : []),
    ...testIssues(tests),
    ...(proven ? [] : [`proof-of-work is ${isPending ? 'pending' : 'missing'}: ${proof.reason}`]),
  ];
}

function testIssues({ state, failures, flag, running }: TestsFacts): readonly string[] {
  if (running) return ['the tests are still running'];
  if (state === 'passing') return [];
  if (state === 'failing') {
    const count = failures === undefined || failures === 0 ? '' : ` (${failures} failing)`;
    return [`tests are failing${count}: the implementation is not complete`];
  }
  return [`no test result for the current files: ${flag.reason}`];
}

const longFile = 50;
const largestFile = 2 * 1024 * 1024;

function lacksDecision(file: ChangedFile): boolean {
  if (!isProductSource(file) || file.language === undefined) return false;
  const text = readText(file.path, { maxBytes: largestFile });
  return text !== undefined && lineCount(text) >= longFile && annotationsOf(text, file.language).length === 0;
}

const question =
  /\b(?:do you (?:approve|confirm|want me to (?:proceed|continue|test|review|commit))|(?:shall|should|may|can) i (?:proceed|continue|test|review|commit|go ahead|start)|would you like me to (?:proceed|continue|test|review|commit|start)|ready (?:for|to) (?:test|review|commit|proceed))\b[^?\n]*\?/i;
const carriedOut =
  /\btests? (?:all |now )?pass(?:es|ed|ing)?\b|\ball tests\b|\bimplementation (?:is )?complete\b|^\W*(?:all )?(?:done|finished)\b|\bready for review\b|\b(?:work|feature|task) (?:is )?(?:done|finished|complete)\b/i;
