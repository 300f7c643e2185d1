import { gate, message, pass, type Message } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { answersIn, type Answered, takeCall, type DecidedCall } from '../../questions/answers';
import { doorOf } from '../../questions/door';
import { occasionOf, QuestionLog, type QuestionOutcome } from '../../questions/log';
import { Preferences } from '../../questions/preferences';
import { questionsOf, questionTools, type Question, recommendedOf, identityOf } from '../../questions/question';
import { registryAt } from '../../questions/registry';

/** Writes down every question with its answer, and keeps the answer that a person gave for always. */
export const questionLog = gate({
  id: 'question-log',
  title: 'Question log',
  summary: 'Records every question with its answer, and the preference of a person who answers "always".',
  events: ['PostToolUse', 'PostToolUseFailure'],
  tools: questionTools,
  posture: 'open',
  level: { observe: 'observe', standard: 'enforce', harness: 'enforce' },
  async decide(call, site) {
    const decided = await takeCall(site, call);
    if (call.event === 'PostToolUseFailure') return pass('nothing was answered');
    const questions = questionsOf(call.input);
    if (questions === undefined || questions.length === 0) return pass('no questions that can be read');
    const registry = registryAt(site);
    const answers = answersIn(call.response, questions);
    const happened = questions.map((question, index) => {
      const { choice, freeText } = answers[index] ?? { choice: '', freeText: undefined };
      const identity = identityOf(question);
      const door = doorOf(question, identity, registry).kind;
      const autoDecided = isDecided(decided, question, answers[index]);
      const askedAnyway = autoDecided ? undefined : reasonFor(question, decided);
      return { question, identity, index, choice, freeText, autoDecided, door, askedAnyway } satisfies QuestionOutcome;
    });
    if (site.dry === true) return pass('a dry run writes nothing');
    const log = new QuestionLog(site.env, site.place);
    const written = await log.add(happened, occasionOf(call, site));
    site.note(`wrote ${written} of ${happened.length} questions to ${log.file}`);
    // Only the client's own tool surely carries a person's words, and only if it was seen going to them unanswered.
    if (call.tool !== 'AskUserQuestion' || decided?.prefilled !== false) return pass(`${written} written`);
    const kept = await keepAlways(happened, answers, new Preferences(log.layout, site.env), site);
    return kept.length === 0 ? pass(`${written} written`) : kept;
  },
});

/** The answer that came back is the one that was given in the person's name. */
function isDecided(decided: DecidedCall | undefined, { text }: Question, answered: Answered | undefined): boolean {
  if (decided === undefined || answered === undefined || !Object.hasOwn(decided.answers, text)) return false;
  return [decided.answers[text]].flat().join(', ') === answered.choice;
}

function reasonFor({ text }: Question, decided: DecidedCall | undefined): string | undefined {
  const reasons = decided?.askedAnyway ?? decided?.allTheSame ?? {};
  return Object.hasOwn(reasons, text) ? reasons[text] : undefined;
}

async function keepAlways(
  happened: readonly QuestionOutcome[],
  answers: readonly Answered[],
  preferences: Preferences,
  site: Site,
): Promise<readonly Message[]> {
  const said: Message[] = [];
  for (const { question, identity, freeText, door, index } of happened) {
    if (freeText === undefined || !saysAlways(freeText)) continue;
    const refusal = whyNot(question, answers[index]?.labels ?? [], door);
    const word = { at: site.clock.now(), by: 'an answer' };
    if (refusal === undefined) await preferences.set('project', identity.fingerprint, 'never-ask', word);
    const text =
      refusal === undefined
        ? `"${question.text}" will be answered with its recommended option from now on. To be asked again: gatehouse questions forget ${identity.fingerprint}`
        : `"${question.text}" will be asked again: ${refusal}.`;
    said.push(message(text, refusal ?? 'the person said always'));
  }
  return said;
}

/** Only "the recommended one" can be kept: a later answer always takes the recommended option. */
function whyNot(question: Question, labels: readonly string[], door: QuestionOutcome['door']): string | undefined {
  if (door === 'one-way') return 'its answer cannot be undone';
  const recommended = recommendedOf(question);
  if (recommended.kind !== 'chosen') return 'it does not recommend one option';
  const wanted = recommended.options.map(({ label }) => label);
  const same = labels.length === 0 || (labels.length === wanted.length && labels.every((one) => wanted.includes(one)));
  return same ? undefined : 'only the recommended option can be chosen for you, and you chose another';
}

const always =
  /^\W*(?:please |and )?(?:always(?: (?:do|choose|pick|take|use|go with))?(?: (?:this|that|it|the recommended(?: one| option| choice)?))?|(?:never|don't|do not|dont) ask(?: me)?(?: about)?(?: this| that| it)?(?: again| any ?more)?|stop asking(?: me)?(?: about)?(?: this| that| it)?)\W*$/i;

/** Did the person say that this answer holds from now on? Only these words and no others: the rest is an answer. */
const saysAlways = (freeText: string): boolean => freeText.length <= 80 && always.test(freeText.replace(/[’`]/g, "'"));
