import { gate, changedFlags, message, pass, type Ruling } from '../../pipeline/gate';
import { ActionableError } from '../../project/functions';
import type { ToolCall } from '../../protocol/call';
import { shellCommand, shellTools, isShellTool } from '../../protocol/tools';
import { isReviewer, mayRunReview } from '../../review/commands';
import { readTaskReport } from '../../review/background-review';
import type * as reviewReader from './review-state/read-review';
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
    if (call.event === 'UserPromptSubmit') {
      const report = readTaskReport(call.prompt);
      return report === undefined
        ? nothing
        : read(call, ' (background)', ({ reportedReview }) => reportedReview(report, call, site));
    }
    if (isShellTool(call.tool)) {
      const command = shellCommand(call);
      if (command === undefined || !mayRunReview(command)) return pass('no review was run');
      return read(call, '', ({ commandReview }) => commandReview(call, command, site));
    }
    if (call.tool === 'Skill') return read(call, ' (skill)', ({ skillReview }) => skillReview(call, site));
    if (call.tool === 'TaskOutput') {
      if (call.event !== 'PostToolUse') return nothing;
      return read(call, ' (background)', ({ askedReview }) => askedReview(call, site));
    }
    if (!isReviewer(call.tool, site)) return pass('not a review tool');
    return read(call, ' (MCP)', ({ reviewerReview }) => reviewerReview(call, site));
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

/**
 * Reads a review; that code is loaded on demand, because few calls contain one. An error of a state file is reported: a
 * lost verdict means that the review is owed again.
 */
async function read(
  call: Pick<ToolCall, 'sessionId'>,
  route: string,
  outcomeBy: (reader: typeof reviewReader) => Promise<ReviewOutcome> | undefined,
): Promise<Ruling | readonly Ruling[]> {
  try {
    const outcome = await outcomeBy(await import(/* webpackChunkName: "rest" */ './review-state/read-review'));
    if (outcome === undefined) return nothing;
    const { changes, reason } = outcome;
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
