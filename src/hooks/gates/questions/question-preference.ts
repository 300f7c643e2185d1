import { gate, allow, deny, message, pass } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import {
  titleOf,
  questionsOf,
  questionTools,
  type Question,
  recommendedOf,
  identityOf,
  type Identity,
} from '../../questions/question';
import { rememberCall, type DecidedCall, type Answers } from '../../questions/answers';
import { doorOf } from '../../questions/door';
import { occasionOf, QuestionLog, type QuestionOutcome } from '../../questions/log';
import { Preferences, wantsToBeAsked, type PreferenceSet, type AskOrDecide } from '../../questions/preferences';
import { doorIn, entryFor, isSplit, registryAt, type Registry } from '../../questions/registry';
import { asksForApproval } from '../../workflow/workflow';

const id = 'question-preference';
const level = { observe: 'observe', standard: 'enforce', harness: 'enforce' } as const;

/** Answers the questions that a person does not want to be asked again with the option that the question recommends. */
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
  clientTimeoutSeconds: 5,
  deadlineMs: 1_500,
  async decide(call, site) {
    const questions = questionsOf(call.input);
    if (questions === undefined || questions.length === 0) return pass('asked: no questions that can be read');
    const decision = decide(questions, site);
    const prefilled = 'answers' in call.input || 'annotations' in call.input;
    if (decision.kind === 'ask') {
      const plans = questions.some(asksForApproval) ? await plansAt(site) : undefined;
      await rememberCall(site, call, { answers: {}, prefilled, plans, askedAnyway: decision.askedAnyway });
      return pass(`asked: ${decision.why}`);
    }
    const { answers, happened, ids } = decision;
    const told = happened.map(({ question, choice }) => `"${question.text}" = "${choice}"`).join(', ');
    const shown = happened.map(({ question, choice }) => `"${titleOf(question.text)}" = "${choice}"`).join(', ');
    const back = `To be asked again: ${ids.map((id) => `gatehouse questions ask ${id}`).join('; ')}`;
    if (site.config.settings.questions.answer === 'instruct') {
      if (isSent(site) && site.dry !== true) {
        await new QuestionLog(site.env, site.place).add(happened, occasionOf(call, site));
      }
      return deny('never-ask', `The person does not want to be asked this. Their preference answers: ${told}.`, {
        instead: `Go on with that answer and do not ask again. ${back}`,
      });
    }
    if (isSent(site)) await rememberCall(site, call, { answers, prefilled });
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

/** Does the agent get the answer? If it is only observed, nothing was answered. */
function isSent(site: Site): boolean {
  const held = site.config.level({ id, level });
  return (
    site.requestedByName ||
    held === 'enforce' ||
    (held === 'warn' && site.config.settings.questions.answer === 'answer')
  );
}

/** What the person's preferences make of a call: all of its questions answered, or all of them asked. */
type Decision =
  | {
      readonly kind: 'ask';
      readonly why: string;
      /** By question text: why it is asked although a preference wants it answered. */
      readonly askedAnyway: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'decided';
      readonly answers: Answers;
      readonly happened: readonly QuestionOutcome[];
      /** The names under which the person can take the preferences back. */
      readonly ids: readonly string[];
    };

function decide(questions: readonly Question[], site: Site): Decision {
  const log = new QuestionLog(site.env, site.place);
  const held = new Preferences(log.layout, site.env).read();
  if (held.problem !== undefined) return ask(held.problem);
  if (held.isEmpty) return ask('no preference is set');
  if (new Set(questions.map(({ text }) => text)).size < questions.length)
    return ask('two questions have the same text');
  const known = { held, log, registry: registryAt(site) };
  const verdicts = questions.map((question) => verdictOn(question, known));
  const mustAsk = verdicts.flatMap((verdict) => (verdict.kind === 'ask' ? [verdict] : []));
  const [first] = mustAsk;
  if (first !== undefined)
    return { ...ask(`"${short(first.question)}": ${first.why}`), askedAnyway: reasonsOf(verdicts) };
  const decided = verdicts.flatMap((verdict) => (verdict.kind === 'decided' ? [verdict] : []));
  return {
    kind: 'decided',
    // Not by assignment: a question may be called `__proto__`.
    answers: Object.fromEntries(
      decided.map(({ question, labels }) => [question.text, question.multiSelect ? [...labels] : labels.join('')]),
    ),
    happened: decided.map(({ question, identity, labels }, index) => ({
      question,
      identity,
      index,
      choice: labels.join(', '),
      freeText: undefined,
      autoDecided: true,
      door: 'two-way',
    })),
    ids: decided.map(({ id }) => id),
  };
}

const ask = (why: string): Extract<Decision, { kind: 'ask' }> => ({ kind: 'ask', why, askedAnyway: {} });

type Answerability =
  | { readonly kind: 'ask'; readonly question: Question; readonly why: string; readonly isWanted: boolean }
  | {
      readonly kind: 'decided';
      readonly question: Question;
      readonly identity: Identity;
      readonly labels: readonly string[];
      readonly id: string;
    };

interface Known {
  readonly held: PreferenceSet;
  readonly log: QuestionLog;
  readonly registry: Registry;
}

/** One question alone. Its `why` is shown if the person wanted the question answered for them. */
function verdictOn(question: Question, known: Known): Answerability {
  const identity = identityOf(question);
  const { preference, id } = preferenceFor(question, identity, known);
  const askPerson = (why: string, isWanted: boolean): Answerability => ({ kind: 'ask', question, why, isWanted });
  if (preference.kind === 'unsaid') return askPerson('no preference is set for it', false);
  if (preference.kind === 'ask') return askPerson(preference.why, preference.why !== wantsToBeAsked);
  const door = doorOf(question, identity, known.registry);
  if (door.kind === 'one-way') return askPerson(`its answer cannot be undone: ${door.why}`, true);
  const labels = labelsOf(question);
  return typeof labels === 'string' ? askPerson(labels, true) : { kind: 'decided', question, identity, labels, id };
}

function reasonsOf(verdicts: readonly Answerability[]): Readonly<Record<string, string>> {
  const reasons = verdicts.flatMap((verdict): [string, string][] => {
    if (verdict.kind === 'decided') return [[verdict.question.text, 'another question of the same call is asked']];
    return verdict.isWanted ? [[verdict.question.text, verdict.why]] : [];
  });
  return Object.fromEntries(reasons);
}

/** The labels to answer with, or why there are none. */
function labelsOf(question: Question): readonly string[] | string {
  const labels = question.options.map(({ label }) => label);
  if (labels.length < 2) return 'it has fewer than two options';
  if (labels.includes('') || new Set(labels).size < labels.length) return 'its options cannot be told apart';
  const recommended = recommendedOf(question);
  if (recommended.kind !== 'chosen') {
    return recommended.kind === 'none' ? 'it recommends no option' : 'it recommends more than one option';
  }
  return recommended.options.map(({ label }) => label);
}

/** A preference for being asked counts under any name; one against it only under a name that is surely the question's. */
function preferenceFor(
  question: Question,
  identity: Identity,
  { held, log, registry }: Known,
): { preference: AskOrDecide; id: string } {
  const { claimed, fingerprint } = identity;
  const byFingerprint = { preference: held.askOrDecide(fingerprint), id: fingerprint };
  if (claimed === undefined || byFingerprint.preference.kind === 'ask') return byFingerprint;
  const byClaim = { preference: held.askOrDecide(claimed), id: claimed };
  if (byClaim.preference.kind === 'unsaid') return byFingerprint;
  if (byClaim.preference.kind === 'ask') return byClaim;
  if (isSplit(claimed)) return refused(claimed, 'it is one of several questions that belong together');
  if (byFingerprint.preference.kind === 'decide') return byFingerprint;
  if (doorIn(registry, claimed) === 'one-way') return byClaim;
  if (entryFor(question, identity, registry) !== undefined || log.holds(claimed, question)) return byClaim;
  const isRegistered = doorIn(registry, claimed) !== undefined;
  return refused(
    claimed,
    isRegistered
      ? `it carries the id ${claimed}, but asks something else`
      : `${claimed} is not registered, and no similar question was asked under it before`,
  );
}

const refused = (id: string, why: string): { preference: AskOrDecide; id: string } => ({
  preference: { kind: 'ask', why },
  id,
});

const short = ({ text }: Question): string => text.replace(/\s+/g, ' ').slice(0, 60);
