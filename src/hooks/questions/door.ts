import { partsOf } from './brief';
import { unmarked, type Identity } from './identity';
import { oneWayCommand } from './one-way-commands';
import { graveEffect, oneWayWords, recipients, spending } from './one-way-words';
import { visible, type Question } from './question';
import { doubt } from './doubt/doubt';
import { kindOf, standIn } from './doubt/kind';
import { isEverydayOrder } from './doubt/request';
import { bareLabel } from './recommended';
import { doorIn, entryFor, type Registry } from './registry';
import { frameOfOptions, framesOf, orderOf, shapeOf, type Shape } from './shape';
import { doneAway, sentencesOf, type Frame, type Sentence } from './sentence';
import { nouns } from './words/acts';
import { pronoun, type Suspicion } from './clause';

/** Can the person come back from the answer? */
export type Door = { readonly kind: 'two-way' } | { readonly kind: 'one-way'; readonly why: string };

const longest = 20_000;

/**
 * One-way if the registry or the text says so: neither can talk the other out of it. For a question that the registry
 * knows as two-way, only what lasts counts: "Reply to the comment?" is answered, "Drop the table?" is not.
 */
export function doorOf(question: Question, identity: Identity, registry: Registry): Door {
  const why = registryWord(identity, registry) ?? scan(question, entryFor(question, identity, registry) !== undefined);
  return why === undefined ? { kind: 'two-way' } : { kind: 'one-way', why };
}

function registryWord({ claimed, fingerprint }: Identity, registry: Registry): string | undefined {
  const id = [claimed, fingerprint].find((one) => one !== undefined && doorIn(registry, one) === 'one-way');
  return id === undefined ? undefined : `${id} is registered as one-way`;
}

/** What is asked counts with every word: question, header and options. An explanation counts where it is grave. */
function scan({ text, header, options }: Question, registered: boolean): string | undefined {
  const { asked, told } = partsOf(text);
  const described = options.map(({ label, description }) =>
    description === label || /^\p{L}+$/u.test(description) ? '' : description,
  );
  const labels = options.map(({ label }) => label);
  const all = [...text.split('\n').map(unmarked), header, ...labels, ...described].map(visible);
  if (all.reduce((sum, piece) => sum + piece.length, 0) > longest) return 'it is too long to judge';
  for (const piece of new Set(all)) {
    if (isForeign(piece)) return 'it is in a script that is not read here';
    if (spelledOut.test(piece)) return 'a word is spelled out letter by letter';
    const command = oneWayCommand(piece);
    if (command !== undefined) return command;
  }
  const sentences = asked.flatMap((part) => sentencesOf(spaced(visible(part))));
  const asks = sentences.some((sentence) => sentence.asks);
  const tells = (sentence: Sentence) => asks && !sentence.asks;
  const before = sentences.map((sentence) => sentence.text).join(' ');
  const frames = framesOf(sentences);
  const shapes = sentences.map(shapeOf);
  const last = shapes.at(-1);
  const frame = last === undefined || frames.at(-1) === 'naming' ? (frames.at(-1) ?? 'act') : frameOfOptions(last);
  const found = [
    ...sentences.map((sentence, at) =>
      registered && tells(sentence)
        ? inTelling(sentence.text)
        : inQuestion(sentence, frames[at] ?? 'act', sentences[at - 1]?.text ?? ''),
    ),
    frame === 'act' ? inHeader(header, before) : undefined,
    ...labels.map((label) => (isOfStandIn(sentences) ? undefined : spending(label, ''))),
    ...labels.filter((label) => !isAnswerTo(label, shapes)).map((label) => inLabel(label, frame, before)),
    ...labels.map((label) => (frame === 'act' ? ordered(label, sentences) : undefined)),
    ...described.map((text) => (frame === 'act' && !registered ? inLabel(text, frame, before) : inTelling(text))),
    ...told.map(inTelling),
  ];
  const suspected = found.find((one) => one !== undefined && (one.grave || !registered));
  if (suspected !== undefined) return suspected.why;
  if (registered) return undefined;
  const asking = asks ? sentences.filter((one) => one.asks) : sentences;
  const offered = [kindOf(header.toLowerCase().split(' ')) === 'world' ? header : '', ...labels, ...described].map(
    (one) => bareLabel(visible(one)).toLowerCase(),
  );
  return firstOf(asking, (one) =>
    doubt(one, {
      before: sentences.filter((other, at) => other !== one && (!other.asks || at < sentences.indexOf(one))),
      offered,
    }),
  )?.why;
}

function inQuestion(sentence: Sentence, frame: Frame, before: string): Suspicion | undefined {
  const found = oneWayWords(sentence.text, frame, before) ?? recipients(sentence.text);
  if (found !== undefined) return found;
  if (doneAway.test(sentence.text)) return { why: 'it asks what may go', grave: true };
  return sentence.asks ? spending(sentence.text, before) : undefined;
}

const letter = /^\s*[([]?(?:option\s+)?(?:[a-z]|\d{1,2})[)\].:]\s+/i;

/** The options of a question about names are quotations; those about a program's behaviour are what the program does. */
function inLabel(label: string, frame: Frame, before: string): Suspicion | undefined {
  if (frame === 'naming' || frame === 'behaviour') return undefined;
  const words = bareLabel(visible(label)).replace(letter, '').replace(quotedText, ' "…"');
  if (frame === 'design' && quotation.test(words)) return undefined;
  return firstOf(sentencesOf(/^[\w.]+$/.test(words) ? words : spaced(words)), ({ text }) =>
    oneWayWords(text, 'act', before),
  );
}

/** A header names a topic: only what it orders counts. */
const inHeader = (header: string, before: string): Suspicion | undefined =>
  nouns.has(header.toLowerCase().split(' ').at(-1) ?? '') ? undefined : inLabel(header, 'act', before);

const isOfStandIn = (sentences: readonly Sentence[]): boolean => sentences.some(({ text }) => standIn.test(text));

/** `Change to "Buy now"` */
const quotedText = /(?<=\b(?:to|as|with|say|says|called|named|into)) ["“][^"”]*["”]/gi;
const quotation = /^(["“]).*["”](?: \(recommended\))?$/i;

/** "Remove" and "Remove it" below "Remove the comment?" say no more than the question. */
function isAnswerTo(label: string, shapes: readonly Shape[]): boolean {
  const [verb = '', ...more] = bareLabel(visible(label).replace(letter, '')).toLowerCase().split(' ');
  return (
    more.every((word) => pronoun.test(word) || /^(?:only|now|anyway|out)$/.test(word)) &&
    shapes.some((shape) => shape.kind === 'request' && shape.verb === verb)
  );
}

/** "Bin them": an option that gives an order, whatever its verb is called. "It" and "them" stand for what was asked about. */
function ordered(label: string, sentences: readonly Sentence[]): Suspicion | undefined {
  const shapes = sentences.map(shapeOf);
  const judged = shapes.flatMap((shape) => (shape.kind === 'request' ? [shape.verb] : []));
  return firstOf(sentencesOf(bareLabel(visible(label).replace(letter, ''))), (sentence) => {
    const order = orderOf(sentence.text);
    const isChoice = shapes.some(({ kind }) => kind === 'choice');
    return order === undefined || judged.includes(order.verb) || (isChoice && isEverydayOrder(order))
      ? undefined
      : doubt(sentence, { before: sentences, offered: [] }, order);
  });
}

/** What happens if the person picks wrong, which is no act. */
const stakes = /^\W*stakes?\b/i;

/** An explanation mentions acts that are not part of the answer; only what it says about the answer's own effect counts. */
function inTelling(text: string): Suspicion | undefined {
  if (stakes.test(text)) return undefined;
  return firstOf(sentencesOf(spaced(visible(text))), (one) => graveEffect(one.text.replace(/^[^\p{L}\p{N}]+/u, '')));
}

function firstOf<T>(sentences: readonly Sentence[], look: (sentence: Sentence) => T | undefined): T | undefined {
  for (const sentence of sentences) {
    const found = look(sentence);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Words that hide in `dropTable` and `drop_table`. */
function spaced(text: string): string {
  return text
    .replace(/(?<!\p{L})\p{Ll}+(?:\p{Lu}\p{L}*)+/gu, (name) => name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '))
    .replace(/_/g, ' ')
    .replace(/\bpay (?:\w+ )?attention\b/gi, 'look')
    .replace(/\b(where (?:does|do|should|shall|will|can|could) .{1,40}) live\b/gi, '$1 belong')
    .replace(
      /\b(?:pull|swipe|tap|drag|pinch|slide)[- ]to[- ](?:refresh|reload|delete|dismiss|reorder|zoom|archive|reply|select|close|expand)\b/gi,
      'gesture',
    )
    .replace(/\bspend (?:\w+ ){0,3}(?:hours?|minutes?|time|days?)\b/gi, 'work')
    .replace(/\bdrag[- ]and[- ]drop\b/gi, 'dragging');
}

/** `d e l e t e` */
const spelledOut = /(?<![\p{L}\p{N}])(?:\p{L}[\s.*_-]+){4,}\p{L}(?![\p{L}\p{N}])/u;

/** Letters beyond Latin: the scan knows none of their words, and some of them only look like ours. */
function isForeign(text: string): boolean {
  return /(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})\p{L}/u.test(text);
}
