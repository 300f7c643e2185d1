import { gate, changedFlags, message, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { ActionableError } from '../../project/functions';
import type { PostToolUse, PostToolUseFailure, ToolCall, UserPromptSubmit } from '../../protocol/call';
import { shellCommand, shellTools, isShellTool } from '../../protocol/tools';
import { isReviewer, mayRunReview } from '../../review/commands';
import { readTaskReport } from '../../review/background-review';
import type { ReviewOutcome } from './review-state/read-review';

/** Reads the output of reviews and records their verdicts as evidence. */
export const reviewState = gate({
  id: 'review-state',
  title: 'Review state',
  summary:
    'Reads the verdict of a code review, documentation review or precommit run, binds it to the reviewed content and records it in .claude_review_state.json.',
  events: ['PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit'],
  tools: [...shellTools, 'mcp__*', 'Skill', 'TaskOutput'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide(call, site) {
    if (call.event === 'UserPromptSubmit') return fromPrompt(call, site);
    if (isShellTool(call.tool)) return fromShell(call, site);
    if (call.tool === 'Skill') return fromSkill(call, site);
    if (call.tool === 'TaskOutput') return call.event === 'PostToolUse' ? fromTask(call, site) : nothing;
    return isReviewer(call.tool, site) ? fromReviewer(call, site) : pass('not a review tool');
  },
  standaloneReply: (rulings) => ({
    stdout: '',
    stderr: rulings
      .filter((ruling) => ruling.kind === 'pass' && ruling.changed === true)
      .map(({ reason }) => `[Review State] ${reason}\n`)
      .join(''),
    exitCode: 0,
  }),
});

const nothing = pass('no review was delivered');

/** Loaded on demand: few calls contain a review, and reading one is most of this gate's code. */
const loadReader = () => import(/* webpackChunkName: "rest" */ './review-state/read-review');

type Finished = PostToolUse | PostToolUseFailure;

function fromShell(call: Finished, site: Site): Ruling | Promise<readonly Ruling[]> {
  const command = shellCommand(call);
  if (command === undefined || !mayRunReview(command)) return pass('no review was run');
  return answered(
    loadReader().then(({ commandReview }) => commandReview(call, command, site)),
    call,
    '',
  );
}

async function fromReviewer(call: Finished, site: Site): Promise<readonly Ruling[]> {
  const { reviewerReview } = await loadReader();
  return answered(reviewerReview(call, site), call, ' (MCP)');
}

async function fromSkill(call: Finished, site: Site): Promise<Ruling | readonly Ruling[]> {
  const { skillReview } = await loadReader();
  return rulingOf(skillReview(call, site), call, ' (skill)');
}

async function fromTask(call: PostToolUse, site: Site): Promise<Ruling | readonly Ruling[]> {
  const { askedReview } = await loadReader();
  return rulingOf(askedReview(call, site), call, ' (background)');
}

function fromPrompt(call: UserPromptSubmit, site: Site): Ruling | Promise<readonly Ruling[]> {
  const report = readTaskReport(call.prompt);
  if (report === undefined) return nothing;
  return answered(
    loadReader().then(({ reportedReview }) => reportedReview(report, call, site)),
    call,
    ' (background)',
  );
}

function rulingOf(
  outcome: Promise<ReviewOutcome> | undefined,
  call: Pick<ToolCall, 'sessionId'>,
  route: string,
): Ruling | Promise<readonly Ruling[]> {
  return outcome === undefined ? nothing : answered(outcome, call, route);
}

/** An error of a state file is reported: a lost verdict means that the review is owed again. */
async function answered(
  outcome: Promise<ReviewOutcome>,
  call: Pick<ToolCall, 'sessionId'>,
  route: string,
): Promise<readonly Ruling[]> {
  try {
    const { changes, reason } = await outcome;
    if (changes.length === 0) return [pass(reason)];
    return changes.map(({ kind, verdict, rule }) =>
      changedFlags(`${kind} updated${route}: passed=${String(verdict === 'pass')}, by ${rule}`, {
        [kind]: verdict === 'pass' ? 'passed' : 'failed',
      }),
    );
  } catch (error) {
    if (!(error instanceof ActionableError)) throw error;
    return [message(`Gatehouse did not record the review: ${error.message}`, `refused in session ${call.sessionId}`)];
  }
}
