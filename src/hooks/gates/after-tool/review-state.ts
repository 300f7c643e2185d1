import { gate } from '../../pipeline/gate';
import { changed, message, pass, type Ruling } from '../../pipeline/ruling';
import type { Site } from '../../pipeline/site';
import { Refusal } from '../../evidence/refusal';
import type { PostToolUse, PostToolUseFailure, ToolCall, UserPromptSubmit } from '../../protocol/call';
import { shellCommand, shellTools } from '../../protocol/tools';
import { commandReview, reviewerReview, type Heard } from './review-state/hearing';
import { deliveredReview } from './review-state/delivered';

/** Reads reviewers' answers and turns their verdicts into evidence. */
export const reviewState = gate({
  id: 'review-state',
  title: 'Review state',
  summary:
    'Reads the verdict of a code review, documentation review or precommit run, binds it to the reviewed content and records it in .claude_review_state.json.',
  events: ['PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit'],
  tools: [...shellTools, '/mcp__.*codex.*/'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide(call, site) {
    if (call.event === 'UserPromptSubmit') return fromPrompt(call, site);
    return (shellTools as readonly string[]).includes(call.tool) ? fromShell(call, site) : fromReviewer(call, site);
  },
  alone: (rulings) => ({
    stdout: '',
    stderr: rulings
      .filter(({ reason }) => recorded.test(reason))
      .map(({ reason }) => `[Review State] ${reason}\n`)
      .join(''),
    exitCode: 0,
  }),
});

const recorded = /^\w+ updated/;

function fromShell(call: PostToolUse | PostToolUseFailure, site: Site): Ruling | Promise<readonly Ruling[]> {
  const command = shellCommand(call);
  const heard = command === undefined ? undefined : commandReview(call, command, site);
  return heard === undefined ? pass('no review was run') : answered(heard, call, '');
}

async function fromReviewer(call: PostToolUse | PostToolUseFailure, site: Site): Promise<readonly Ruling[]> {
  return answered(reviewerReview(call, site), call, ' (MCP)');
}

function fromPrompt(call: UserPromptSubmit, site: Site): Ruling | Promise<readonly Ruling[]> {
  const heard = deliveredReview(call, site);
  return heard === undefined ? pass('no review was delivered') : answered(heard, call, ' (background)');
}

/** Nothing that goes wrong with a state file may be silent: a verdict that is lost asks for its review again. */
async function answered(
  hearing: Promise<Heard>,
  call: Pick<ToolCall, 'sessionId'>,
  route: string,
): Promise<readonly Ruling[]> {
  try {
    const { changes, reason } = await hearing;
    if (changes.length === 0) return [pass(reason)];
    return changes.map(({ kind, verdict, rule }) =>
      changed(`${kind} updated${route}: passed=${String(verdict === 'pass')}, by ${rule}`),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [message(`Gatehouse did not record the review: ${error.message}`, `refused in session ${call.sessionId}`)];
  }
}
