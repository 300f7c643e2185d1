import { gate } from '../../pipeline/gate';
import { context, pass } from '../../pipeline/ruling';
import type { Site } from '../../pipeline/site';
import { doorOf } from '../../questions/door';
import { failureIn } from '../../questions/failure';
import { identityOf } from '../../questions/identity';
import { questionsOf, type Question } from '../../questions/question';
import { registryAt } from '../../questions/registry';
import { sessionKind, type SessionKind } from '../../questions/session-kind';
import { questionTools } from '../../questions/tools';

/** Where the question tool fails, the question is still put: in words, or it is decided who decides. */
export const questionFallback = gate({
  id: 'question-fallback',
  title: 'Question fallback',
  summary: 'Tells the agent what to do when its question could not be shown or answered.',
  events: ['PostToolUse', 'PostToolUseFailure'],
  tools: questionTools,
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  decide(call, site) {
    if (call.event === 'PostToolUseFailure') {
      if (call.isInterrupt) return pass('the person interrupted it');
      if (call.error.includes('question-preference [never-ask]')) return pass('it was answered from a preference');
    }
    const failure = call.event === 'PostToolUseFailure' ? call.error.slice(0, 120) : failureIn(call.response);
    if (failure === undefined) return pass('the question was answered');
    const kind = sessionKind(site.env);
    const lasting = (questionsOf(call.input) ?? []).some((question) => isOneWay(question, site));
    return context(instruction(kind, lasting), `the question failed in ${kind} session: ${failure}`);
  },
});

function isOneWay(question: Question, site: Site): boolean {
  return doorOf(question, identityOf(question), registryAt(site)).kind === 'one-way';
}

function instruction(kind: SessionKind, lasting: boolean): string {
  const failed = 'The question tool failed: your question was neither shown nor answered.';
  switch (kind) {
    case 'spawned':
      return lasting
        ? `${failed} Another program drives this session and the choice could not be undone: do not choose. Report BLOCKED with the question and its options, and stop.`
        : `${failed} Another program drives this session: take the option you recommend, say in one line which and why, and go on.`;
    case 'headless':
      return `${failed} This session runs unattended: do not choose for the person. Report BLOCKED with the question, its options and what you recommend, and stop.`;
    case 'interactive':
      return [
        `${failed} Try the tool once more only if no question can have appeared on the screen. Otherwise ask in plain text:`,
        '1. Explain the issue in plain words, for a reader who has not followed the work: what has to be decided and what depends on it.',
        '2. List every choice with a letter, and say for each how complete a solution it is (completeness X/10) and what it costs.',
        '3. Recommend one choice and say why.',
        lasting
          ? 'The choice cannot be undone, so ask for an answer in full words instead of a letter. Then stop and wait.'
          : 'Ask for the letter. Then stop and wait; do not choose yourself.',
      ].join('\n');
  }
}
