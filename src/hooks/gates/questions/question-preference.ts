import { gate } from '../../pipeline/gate';
import { allow, deny, message, pass } from '../../pipeline/ruling';
import type { Site } from '../../pipeline/site';
import type { PreToolUse } from '../../protocol/call';
import { titleOf } from '../../questions/brief';
import { remember, type DecidedCall } from '../../questions/decided';
import { decide } from '../../questions/decision';
import { QuestionLog } from '../../questions/log';
import { questionsOf } from '../../questions/question';
import { questionTools } from '../../questions/tools';
import { asksForApproval } from '../../workflow/approval';

const id = 'question-preference';
const level = { observe: 'observe', standard: 'enforce', harness: 'enforce' } as const;

/** Answers the questions that a person does not want to be asked again, with what they recommend. */
export const questionPreference = gate({
  id,
  title: 'Question preferences',
  summary:
    'Answers a question with its recommended option if the person asked not to see it again. A question whose answer cannot be undone is always asked.',
  events: ['PreToolUse'],
  tools: questionTools,
  posture: 'open',
  approves: true,
  level,
  patience: 5,
  deadlineMs: 1_500,
  async decide(call, site) {
    const questions = questionsOf(call.input);
    if (questions === undefined || questions.length === 0) return pass('asked: no questions that can be read');
    const decision = decide(questions, site);
    const prefilled = 'answers' in call.input || 'annotations' in call.input;
    if (decision.kind === 'ask') {
      const plans = questions.some(asksForApproval) ? await plansAt(site) : undefined;
      await remember(site, call, { answers: {}, prefilled, plans, allTheSame: decision.allTheSame });
      return pass(`asked: ${decision.why}`);
    }
    const { answers, happened, ids } = decision;
    const told = happened.map(({ question, choice }) => `"${question.text}" = "${choice}"`).join(', ');
    const shown = happened.map(({ question, choice }) => `"${titleOf(question.text)}" = "${choice}"`).join(', ');
    const back = `To be asked again: ${ids.map((id) => `gatehouse questions ask ${id}`).join('; ')}`;
    if (site.config.settings.questions.answer === 'instruct') {
      if (isSent(site)) await record(happened, call, site);
      return deny('never-ask', `The person does not want to be asked this. Their preference answers: ${told}.`, {
        wayForward: `Go on with that answer and do not ask again. ${back}`,
      });
    }
    if (isSent(site)) await remember(site, call, { answers, prefilled });
    // Notes that the model wrote itself would pass for the person's.
    const input = Object.fromEntries(Object.entries(call.input).filter(([key]) => key !== 'annotations'));
    return [
      allow(`the person's preference answers: ${told}`, { ...input, answers }),
      message(`Answered for you: ${shown}. ${back}`, 'answered from a preference'),
    ];
  },
});

/** A person approves what they were shown, which is the plan as it was when they were asked. */
async function plansAt(site: Site): Promise<DecidedCall['plans']> {
  const { workflowsOf } = await import(/* webpackChunkName: "moments" */ '../../workflow/workflow');
  return Object.fromEntries(workflowsOf(site).map((workflow) => [workflow.name, workflow.planDigest() ?? '']));
}

/** What is only observed did not happen. */
function isSent(site: Site): boolean {
  const held = site.config.level({ id, level });
  return (
    site.requestedByName ||
    held === 'enforce' ||
    (held === 'warn' && site.config.settings.questions.answer === 'answer')
  );
}

async function record(happened: Parameters<QuestionLog['add']>[0], call: PreToolUse, site: Site): Promise<void> {
  if (site.dry === true) return;
  const occasion = {
    session: call.sessionId,
    toolUseId: call.toolUseId,
    branch: site.git?.branch(),
    at: site.clock.now(),
  };
  await new QuestionLog(site.env, site.place).add(happened, occasion);
}
