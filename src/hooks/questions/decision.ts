import type { Site } from '../pipeline/site';
import type { Answers } from './decided';
import { doorOf } from './door';
import { identityOf, resembles, type Identity } from './identity';
import { QuestionLog, type Happened } from './log';
import { Preferences, type Held, type Wish } from './preferences';
import type { Question } from './question';
import { recommendedOf } from './recommended';
import { isSplit } from './registry';

/** What the person's preferences make of a call: all of its questions answered, or all of them asked. */
export type Decision =
  | { readonly kind: 'ask'; readonly why: string }
  | { readonly kind: 'decided'; readonly answers: Answers; readonly happened: readonly Happened[] };

export function decide(questions: readonly Question[], site: Site): Decision {
  const log = new QuestionLog(site.env, site.place);
  const held = new Preferences(log.layout, site.env).read();
  if (held.problem !== undefined) return ask(held.problem);
  if (held.isEmpty) return ask('no preference is set');
  if (new Set(questions.map(({ text }) => text)).size < questions.length)
    return ask('two questions have the same text');
  const answers: [string, string | string[]][] = [];
  const happened: Happened[] = [];
  for (const [index, question] of questions.entries()) {
    const identity = identityOf(question);
    const wish = wishFor(question, identity, held, log, site);
    if (wish.kind === 'unsaid') return ask(`no preference for "${short(question)}"`);
    if (wish.kind === 'ask') return ask(`"${short(question)}": ${wish.why}`);
    const door = doorOf(question, identity, site.config.settings.questions.registry);
    if (door.kind === 'one-way') return ask(`"${short(question)}" is one-way: ${door.why}`);
    const labels = labelsOf(question);
    if (typeof labels === 'string') return ask(`"${short(question)}": ${labels}`);
    answers.push([question.text, question.multiSelect ? [...labels] : labels.join('')]);
    happened.push({
      question,
      identity,
      index,
      choice: labels.join(', '),
      freeText: undefined,
      autoDecided: true,
      door: 'two-way',
    });
  }
  // Not by assignment: a question may be called `__proto__`.
  return { kind: 'decided', answers: Object.fromEntries(answers), happened };
}

const ask = (why: string): Decision => ({ kind: 'ask', why });

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

/** A wish to be asked counts under any name; a wish not to be asked only under a name that is surely the question's. */
function wishFor(question: Question, identity: Identity, held: Held, log: QuestionLog, site: Site): Wish {
  const byPrint = held.wish(identity.print);
  const { claimed } = identity;
  if (claimed === undefined || byPrint.kind === 'ask') return byPrint;
  if (isSplit(claimed)) return { kind: 'ask', why: 'it is one of several questions that belong together' };
  const byClaim = held.wish(claimed);
  if (byClaim.kind !== 'decide') return byClaim.kind === 'ask' ? byClaim : byPrint;
  if (byPrint.kind === 'decide') return byPrint;
  const registered = site.config.settings.questions.registry.some(
    ({ id, text }) => id === claimed && resembles(text, question.text),
  );
  if (registered || log.holds(claimed, { question, print: identity.print })) return byClaim;
  return { kind: 'ask', why: `it carries the id ${claimed}, but its text is not known under that id` };
}

function short({ text }: Question): string {
  return text.replace(/\s+/g, ' ').slice(0, 60);
}
