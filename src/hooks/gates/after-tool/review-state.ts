import { gate } from '../../pipeline/gate';
import { changed, message, pass, type Ruling } from '../../pipeline/ruling';
import type { Site } from '../../pipeline/site';
import { Refusal } from '../../evidence/refusal';
import type { PostToolUse, PostToolUseFailure, ToolCall, UserPromptSubmit } from '../../protocol/call';
import { shellCommand, shellTools } from '../../protocol/tools';
import { isReviewer } from '../../review/reviewers';
import { commandReview, reviewerReview, skillReview, type Heard } from './review-state/hearing';
import { askedReview, deliveredReview } from './review-state/delivered';

/** Reads reviewers' answers and turns their verdicts into evidence. */
export const reviewState = gate({
  id: 'review-state',
  title: 'Review state',
  summary:
    'Reads the verdict of a code review, documentation review or precommit run, binds it to the reviewed content and records it in .claude_review_state.json.',
  events: ['PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit'],
  tools: [...shellTools, '/mcp__.*/', 'Skill', 'TaskOutput'],
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide(call, site) {
    if (call.event === 'UserPromptSubmit') return fromPrompt(call, site);
    if ((shellTools as readonly string[]).includes(call.tool)) return fromShell(call, site);
    if (call.tool === 'Skill') return told(skillReview(call, site), call, ' (skill)');
    if (call.tool === 'TaskOutput') {
      return told(call.event === 'PostToolUse' ? askedReview(call, site) : undefined, call, ' (background)');
    }
    return isReviewer(call.tool, site)
      ? answered(reviewerReview(call, site), call, ' (MCP)')
      : pass('not a tool that reviews');
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

function fromPrompt(call: UserPromptSubmit, site: Site): Ruling | Promise<readonly Ruling[]> {
  return told(deliveredReview(call, site), call, ' (background)');
}

function told(
  heard: Promise<Heard> | undefined,
  call: Pick<ToolCall, 'sessionId'>,
  route: string,
): Ruling | Promise<readonly Ruling[]> {
  return heard === undefined ? pass('no review was delivered') : answered(heard, call, route);
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
