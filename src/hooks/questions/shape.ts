import { tokensOf } from './clause';
import { acts } from './words/acts';
import { desk, things } from './words/desk';
import { reading } from './words/everyday';
import { setOf } from './words/forms';
import { isOfDesk as isVerbOfDesk, isVerb } from './words/verbs';
import { either } from './words/world';
import type { Frame, Sentence } from './sentence';

/**
 * What a sentence asks, by its grammar alone.
 * `choice`: which property something is to have; nothing is done by the answer itself.
 * `request`: that somebody does something. `unclear`: the form does not tell.
 */
export type Shape =
  | { readonly kind: 'choice'; readonly of: ChoiceOf; readonly topic: Phrase; readonly does?: string | undefined }
  | {
      readonly kind: 'request';
      readonly verb: string;
      readonly object: Phrase;
      readonly rest: string;
      readonly open: boolean;
    }
  | { readonly kind: 'unclear' };

export type Choice = Extract<Shape, { kind: 'choice' }>;
export type Request = Extract<Shape, { kind: 'request' }>;

/** `words`: the options are quotations · `behaviour`: the options are what a part of a program does. */
type ChoiceOf = 'words' | 'behaviour' | 'property';

/** A noun with the words before it. */
export type Phrase = readonly string[];

export function shapeOf({ text }: Sentence): Shape {
  const sentence = text
    .replace(/["“][^"”]*["”]|`[^`]*`|'[^'\s][^']*'(?!\p{L})/gu, 'quoted')
    .replace(filler, '')
    .replace(leadIn, '')
    .replace(/^(?:in|for|on|at) [^,:]{1,40}, /, '')
    .replace(filler, '')
    .replace(telling, '')
    .replace(/\b(?:for|while)[- ](?=loops?\b)/g, '')
    .replace(/^in (?:which|what) order (should|do|shall|can) (i|we) do\b/, 'how $1 $2 sort')
    .replace(/\btables? of contents\b/g, 'toc')
    .replace(
      /\b(break|split|write|pull|lay|point|slow|speed|sum|wrap) (it|them|this|that) (up|out|down)\b/g,
      '$1 $3 $2',
    )
    .replace(/\bbreak ((?:\S+ ){1,3})into\b/g, 'split $1into')
    .replace(/\btake care of\b/g, 'fix')
    .replace(granted, 'should ');
  const wish = request.exec(sentence);
  if (wish !== null && !isOpinion(wish[1] ?? '')) return requestOf(wish[1] ?? '');
  if (vague.test(sentence)) return { kind: 'unclear' };
  if (many.test(sentence) || /^who (?:is|are) the (?:target )?(?:audience|readers?)\b/.test(sentence))
    return { kind: 'choice', of: 'words', topic: ['parts'] };
  if (open.test(sentence)) return openShape(sentence);
  const taste = preference.exec(sentence);
  if (taste !== null)
    return choice(
      sentence,
      (taste[1] ?? '').includes(' or ') ? alternatives(tokensOf(taste[1] ?? '')) : phraseOf(tokensOf(taste[1] ?? '')),
      (taste[1] ?? '').includes(' or ') ||
        (/^(?:do|would) you (?:like|prefer) /.test(sentence) && !(taste[1] ?? '').includes(' to '))
        ? 'be'
        : / to ([\p{L}-]+)/u.exec(taste[1] ?? '')?.[1],
    );
  if (opinion.test(sentence)) return choice(sentence, phraseOf(tokensOf(sentence.replace(opinion, ''))));
  const closed = aboutSubject.exec(sentence);
  if (closed !== null) return subjectShape(sentence, tokensOf(closed[1] ?? ''));
  const tokens = tokensOf(sentence);
  if (beginsWithVerb(tokens)) return requestOf(sentence);
  if (tokens.includes('or')) return choice(sentence, alternatives(tokens), 'be');
  return { kind: 'unclear' };
}

const filler =
  /^(?:(?:so|and|then|ok|okay|great|now|next|also|but|well|quick one|quick question|one more thing|one last thing|finally|lastly|alright|all right|good|just to be sure|before i start|first|by the way|btw|hm|in that case|please(?=,))[,:]? )+/;
const modal = 'should|shall|can|could|may|might|must|will|would|do|does|did';
const leadIn = new RegExp(
  String.raw`^[^,:]{1,80}[,:] (?=(?:which|what|how|where|who|whose|when|why|${modal}|is|are|was|has|have)\b)`,
);
/** "Could you tell me which …" */
const telling =
  /^(?:(?:could|can|would|will) you (?:please )?(?:tell me|say|let me know)|(?:please )?tell me|do you know|any idea|(?:please )?let me know|i wonder|i need to know|(?:may|can|could) i (?:kindly |please |just )?ask(?: you)?|i (?:would|'d) like to (?:know|ask)) (?:(?:whether|if) |(?=which|what|how|where|who|when))/;
const granted =
  /^(?:is|are|would|was) (?:it|that|this|you) (?:\w+ )?(?:fine|ok|okay|all right|acceptable|good|happy|enough|better) if (?!(?:i|we)\b)/;
const adverbs =
  '(?:(?!(?:re|app|rep|supp|comp|multip|imp|f)ly )\\w+ly |now |also |just |first |then |really |still |all |please |already |always |rather |ever |better |even )*';
const request = new RegExp(
  String.raw`^(?:(?:should|shall|may|can|could|do|must|might|would|will) (?:i|we) (?:better )?(?:want to |need to |have to |get to )?` +
    String.raw`|(?:do|would|did) you (?:want|like|prefer|need|wish) to |(?:do|would|did|could|can|will|should) you (?:want|like|prefer|need|let|allow|have|expect)?(?: for)? ?(?:me|us) (?:to )?` +
    String.raw`|(?:do|would) you mind if (?:i|we) |mind if (?:i|we) |(?:want|need|like) me to ` +
    String.raw`|(?:is|are|was|would) (?:it|that|this|now|(?<!would )you) (?!like\b).{0,40}?\b(?:to(?! you)|if i|if we|for me to|me to|with me) ` +
    String.raw`|(?:ok|okay|fine|good|safe|ready|time|happy|all right|alright|permission|free|cleared|green light|go-ahead|go)(?: for me| with you)? (?:to|if i|if we) ` +
    String.raw`|(?:am i|are we) (?:allowed |clear |good |free |ready |ok |okay |going )?(?:to )|let me |let's |please ` +
    String.raw`|(?:do|have) (?:i|we) (?:have )?your (?:ok|okay|permission|approval|blessing|go-ahead) to |(?:i|we) (?:would|could|can|will|am going to|plan to|want to|'d|'ll) )` +
    String.raw`${adverbs}(.+)$`,
  'u',
);
const isOpinion = (rest: string): boolean =>
  /^(?:want|need|care|prefer|like|think|understand|have|expect|know)\b(?! to\b)/.test(rest);
const many =
  /^(?:(?:do you want|would you like|would you rather have|should (?:i|we|it|this)(?: \S+){1,2}) )?(?:one|a single) \S+ (?:.* )?or (?:one per|several|two|three|four|many|separate|multiple)\b/;
const vague =
  /^(?:what|how) about\b|^whose\b|^what (?:now|next|then)$|^how to (?:handle|proceed|continue|go on|deal)\b/;
const before = '(?:in|for|on|at|under|from|with|by|to|of|after|before|behind|into) ';
const open = new RegExp(String.raw`^(?:${before})?(?:which|what|how|where|whose|who|when|why|whether)\b`);
const preference =
  /^(?:(?:do|would|did) (?:you|we) (?:rather |also |still |really )?(?:prefer|like|want|need|have in mind|favou?r|care about|have)|any preference (?:for|between|on)|(?:want|need|fancy)|(?:would you )?rather(?: have)?|prefer) (?!me\b|us\b)(.+)$/;
const opinion =
  /^(?:do you (?:mean|think|find|see|care about)|would you say|(?:are you )?(?:happy|fine|okay|ok) with|did i (?:get|understand)|by \S+ do you mean|any preference|what do you think|is (?:it|this|that) (?:enough|clear|clearer|right)(?: (?:to|if|for|that|when|with))?)\b(?! (?:me|us)\b)/;
const aboutSubject =
  /^(?:should|shall|must|can|could|may|will|would|does|do|is|are|was|were) (?!(?:i|we|you|me|he|she|let|without|away)\b)(.+)$/;

/** Words that end a noun and what stands before it. */
const preposition = setOf(
  'for in on at with from by as than per about into onto over under behind after before between during when while if because since within without against through to until instead beside inside across of out',
);
const ends = new Set([
  ...preposition,
  ...setOf(
    `should shall do does did can could will would may might must is are was were has have had be that which who so or and but i we you it they not then fits fit suits reads sounds feels looks goes
    works belongs matters appeals makes shows gives comes needs use uses contain contains include includes mean means first better best most more`,
  ),
]);
const determiners = setOf(
  'the a an this that these those my our your its their his her each every all both some any no other another new old same of two three four five next last first only one whole it them they again just also quick short long',
);

/** "The two function names in the parser" → "function names" */
export function phraseOf(tokens: readonly string[]): Phrase {
  const phrase: string[] = [];
  for (const word of tokens) {
    if (phrase.length === 0 && (determiners.has(word) || word === '')) continue;
    if (ends.has(word) || determiners.has(word) || word === '') break;
    phrase.push(word);
  }
  return phrase.slice(0, 6);
}

function choice(sentence: string, topic: Phrase, does?: string): Choice {
  const of = asksForWords.test(sentence) ? 'words' : 'property';
  return { kind: 'choice', of, topic, does };
}

const asksForWords =
  /\b(?:texts?|name[ds]?|wording|word(?:ed)?|phrase[ds]?|phrasing|titles?|labels?|labell?ed|spell(?:ed|ing)?|called?|caption|headline|placeholder|greeting|say|says|tagline|slogan|term|(?:reads?|sounds?) (?:better|well|nicer|clearer|odd|fine|right|good))\b/;

/** "Tabs or spaces for the sample" → "tabs spaces" */
function alternatives(tokens: readonly string[]): Phrase {
  const until = tokens.findIndex((word) => preposition.has(word));
  return (until > 0 ? tokens.slice(0, until) : tokens).filter(
    (word) => word !== '' && !determiners.has(word) && !ends.has(word),
  );
}

const opinions = setOf(
  'prefer like want need think know mean see find recommend favour favor expect care have be understand get suggest consider',
);
const asTold = new RegExp(
  String.raw`\b(?:want|like|need|prefer|expect|have) (?:me|us) to ${adverbs}([\p{L}'-]+)(.*)$`,
  'u',
);
const asWished = new RegExp(
  String.raw`\b(?:do|would|did|will) (?:you|we) ${adverbs}(?:want|like|need|prefer|expect|have)(?: to ([\p{L}'-]+))?(.*)$`,
  'u',
);
const asDone = new RegExp(String.raw`\b(?:${modal}) (?:i|we|you) ${adverbs}([\p{L}'-]+)(.*)$`, 'u');

function openShape(sentence: string): Shape {
  if (
    /\bhappens? (?:when|if|after|once|on)\b|^what (?:should|does|will|would) (?:the|a|an|our|each|every) .* do(?: (?:when|if|once|after|in|with)\b|$)|^what should quoted do\b|^how (?:should|does|must|would) (?:the|a|an|our|each) .* (?:behave|react)\b/.test(
      sentence,
    )
  )
    return { kind: 'choice', of: 'behaviour', topic: ['behaviour'] };
  const [, chosen = ''] = chosenOf.exec(sentence) ?? [];
  const chosenTokens = tokensOf(chosen);
  const topic = phraseOf(chosenTokens);
  const [, wished, wish = ''] = asTold.test(sentence) ? [] : (asWished.exec(sentence) ?? []);
  const [, done, rest = ''] =
    asTold.exec(sentence) ?? (wish === '' && wished === undefined ? asDone.exec(sentence) : null) ?? [];
  const verb = done ?? wished;
  if (verb !== undefined && !opinions.has(verb)) {
    const behind = done === undefined ? wish : rest;
    const object = phraseOf(tokensOf(behind));
    if (naming.has(verb)) return { kind: 'choice', of: 'words', topic: ['name'] };
    return {
      kind: 'request',
      verb,
      object: topic.length > 0 ? topic : object,
      rest: `${behind} ${topic.join(' ')}`.trim(),
      open: true,
    };
  }
  if (/^(?:ones?|of (?:these|those)) (?:is|are|was)\b/.test(chosen)) return choice(sentence, []);
  if (topic.length > 0) {
    const acting = predicateBehind(chosenTokens, topic);
    if (acting !== undefined) return choice(sentence, topic, acting);
    const [, subject = ''] = subjectOf.exec(sentence) ?? [];
    const doer = subject === '' ? undefined : subjectShape(sentence, tokensOf(subject));
    if (doer?.kind === 'choice')
      return {
        ...doer,
        topic: topic.some((word) => desk.has(word) && !either.has(word)) ? topic : [...topic, ...doer.topic],
      };
    const behind = chosenTokens.slice(chosenTokens.indexOf(topic.at(-1) ?? '') + 1);
    const isPlain = preposition.has(behind[0] ?? '') || /\b(?:like|prefer|find)\b/.test(sentence);
    return choice(sentence, topic, isPlain ? 'be' : predicateOf(behind));
  }
  if (wish !== '') return choice(sentence, phraseOf(tokensOf(wish)));
  const [, subject] = subjectOf.exec(sentence) ?? [];
  return subject === undefined
    ? choice(sentence, phraseOf(tokensOf(sentence.replace(open, ''))))
    : subjectShape(sentence, tokensOf(subject));
}

/** "Which commit becomes 5.0?" */
const predicateOf = ([first = '']: readonly string[]): string | undefined =>
  judging.has(first) ? 'be' : first === '' || modals.has(first) || ends.has(first) ? undefined : first;
const judging = setOf(
  'is are makes fits fit suits suit reads read sounds looks goes works belongs matters appeals feels comes',
);

/** "Which key should mute the sound?": what is chosen does something itself. */
function predicateBehind(tokens: readonly string[], topic: Phrase): string | undefined {
  const at = tokens.indexOf(topic.at(-1) ?? '') + 1;
  const [auxiliary = '', word = '', next = '', after = ''] = tokens.slice(at);
  if (!/^(?:should|shall|can|may|must|will|would|could)$/.test(auxiliary) || /^(?:i|we|you)$/.test(word))
    return undefined;
  if (word === 'be') return next;
  if (determiners.has(word) || !(isStatic(word) || isVerb(word))) return undefined;
  if (word === 'go' || word === 'come')
    return /^(?:first|last|next|into|in|on|under|above|below|before|after|where|with|to|at)$/.test(next)
      ? 'be'
      : 'gone';
  return isStatic(next) || (isVerb(next) && determiners.has(after)) ? undefined : word;
}

const modals = setOf(`${modal.replaceAll('|', ' ')} you i we`);
const naming = setOf('call name phrase word title label spell describe');
const chosenOf =
  /^(?:\w+ )?(?:which|what|whose|how many|how much)(?: (?:kind|sort|type|number|set|part) of| of (?:these|those|the|my|our)(?: (?:two|three|four|five))?| other| else)? (.*)$/;
const subjectOf = new RegExp(
  String.raw`^(?:\w+ )?(?:what|how|where|when|why|which|who|whose)(?: \S+){0,3}? (?:${modal}|is|are) (?!(?:i|we|you)\b)(.+)$`,
);

/** What a subject is to be, to have or to do. */
function subjectShape(sentence: string, tokens: readonly string[]): Shape {
  const subject: string[] = [];
  let at = 0;
  for (; at < tokens.length; at += 1) {
    const word = tokens[at] ?? '';
    const next = tokens[at + 1] ?? '';
    if (subject.length === 0 && determiners.has(word)) continue;
    if (ends.has(word) || (at > 0 && isPredicate(word, next))) break;
    subject.push(word);
  }
  const rest = tokens
    .slice(at)
    .filter((word, place) => place > 3 || !/^(?:not|only|also|always|never|then|still|just)$/.test(word));
  const [first = '', second = ''] = rest;
  const does =
    first !== 'be'
      ? preposition.has(first)
        ? open.test(sentence) || /^(?:is|are)\b/.test(sentence)
          ? 'be'
          : undefined
        : first
      : second === '' || preposition.has(second)
        ? 'be'
        : second;
  const leaves =
    does === 'go' &&
    !open.test(sentence) &&
    /\bgo(?: (?:up|out|live|off|away|down|public|today|now|ahead|online|tonight|tomorrow))*$/.test(
      rest.join(' ').trim(),
    );
  const starts =
    !open.test(sentence) &&
    /^(?:start|begin|run|happen|end|stop|leave|close)\b.*\b(?:now|today|tonight|tomorrow|yet|already|immediately|right away)$/.test(
      rest.join(' ').trim(),
    );
  const found = choice(
    sentence,
    subject.slice(0, 6),
    leaves ||
      (does === 'make' && /^(?:way|room|place)$/.test(second)) ||
      starts ||
      (/^(?:out|off|away|down|over)$/.test(rest[2] ?? '') &&
        !/^(?:laid|spelled|written|worked|rounded|broken|split)$/.test(rest[1] ?? ''))
      ? 'gone'
      : does,
  );
  return found.of === 'property' && subject.some((word) => desk.has(word)) ? { ...found, of: 'behaviour' } : found;
}

/** "Should the list show …", and not "should the list view …" */
const isPredicate = (word: string, next: string): boolean =>
  isStatic(word)
    ? !(isOfDesk([word]) && (isStatic(next) || modals.has(next)))
    : isVerb(word) &&
      (determiners.has(next) || (preposition.has(next) && !isOfDesk([word]) && !either.has(word) && !things.has(word)));

/** What is said of a thing without doing anything to anything else. */
export const isStatic = (word: string): boolean => statics.has(word);
const statics = setOf(`
  become own see listen greet warn forbid alert default call matter   be have use show contain include look say mention support print start begin end open close accept wrap scroll cover follow sit stand stay appear read sound fit match need allow depend mean rhyme
  blink point take hold keep count last cost repeat come happen live belong react behave respond handle treat return throw give make offer ask answer let list name prefer require remember
  respect grow shrink sort group focus lag move jump tell assume expect run go rest lead float stick fill span align
`);

/** "Counting" → "count", as far as the verb is known */
export const baseOf = (word: string): string =>
  [word.slice(0, -3), `${word.slice(0, -3)}e`, word.slice(0, -4)].find(isVerb) ?? word;

function requestOf(text: string): Shape {
  const words = tokensOf(
    text.replace(
      /^(?:go ahead and |just |also |please |go and |try to |help you |quickly |[a-z]+-[a-z]+ (?=encode |format |code |check |test ))+/,
      '',
    ),
  );
  const [first = '', second = ''] = words;
  const [verb = '', ...more] =
    /^(?:start|begin|keep)$/.test(first) && second.endsWith('ing') ? [baseOf(second), ...words.slice(2)] : words;
  return { kind: 'request', verb: knownPart(verb), object: phraseOf(more), rest: more.join(' '), open: false };
}

/** "Preselect" → "select", where only that is known */
function knownPart(verb: string): string {
  const part = verb.replace(/^(?:pre|auto|\p{L}+-)-?/u, '');
  return !isVerb(verb) && isVerb(part) ? part : verb;
}

/** "Drop the adverb", "render the list with map", and not "sidebar left or right". */
function beginsWithVerb(tokens: readonly string[]): boolean {
  const [first = '', second = ''] = tokens;
  if (
    determiners.has(first) ||
    (ends.has(first) && first !== 'use') ||
    /^(?:worth|agreed?|thoughts|sure|yes|no|not|right|ready|do)$/.test(first) ||
    (first === 'correct' && !determiners.has(second))
  )
    return false;
  if (
    /^(?:the|a|an|it|them|this|that|these|those|all|my|our|your|his|her|their|every|each|everything|everyone|him|us|me)$/.test(
      second,
    )
  )
    return true;
  if (!isVerb(first) || (tokens.length === 3 && second === 'or' && !isVerb(tokens[2] ?? '') && !acts.has(first)))
    return false;
  if (things.has(second) && !second.endsWith('s') && tokens[2] === 'or') return false;
  if (/^(?:out|off|up|down|back)$/.test(second)) return true;
  if (/^(?:comment|reply|respond|answer) (?:on|to)$/.test(`${first} ${second}`)) return true;
  if (either.has(first) && !acts.has(first) && tokens.includes('or') && (desk.has(second) || things.has(second)))
    return false;
  if (
    desk.has(first) &&
    (second === 'or' || second === 'and' || second === '' || desk.has(second) || preposition.has(second))
  )
    return false;
  return true;
}

/** An option that gives an order: "bin them", "hose the cluster". */
export function orderOf(label: string): Request | undefined {
  const tokens = tokensOf(label);
  if (
    !/^(?:the|a|an|it|them|this|that|these|those|all|my|our|your|his|her|their|every|each|everything|everyone|both)$/.test(
      tokens[1] ?? '',
    ) ||
    ends.has(tokens[0] ?? '') ||
    determiners.has(tokens[0] ?? '') ||
    /^(?:where|when|whenever|how|what|why|if|while|yes|no|around|below|above|near|beyond|only|offer|worth|like|less|unlike)$/.test(
      tokens[0] ?? '',
    )
  )
    return undefined;
  const shape = requestOf(label);
  return shape.kind === 'request' ? shape : undefined;
}

/** How far the words of each sentence count as acts. Behind a colon stand the candidates of a question for a name. */
export function framesOf(sentences: readonly Sentence[]): readonly Frame[] {
  const frames: Frame[] = [];
  for (const sentence of sentences) {
    const before = frames.at(-1);
    frames.push(sentence.goesOn && before === 'naming' ? before : frameOf(shapeOf(sentence)));
  }
  return frames;
}

/** The sentence itself. */
function frameOf(shape: Shape): Frame {
  switch (shape.kind) {
    case 'choice':
      return shape.of === 'words'
        ? 'naming'
        : shape.of === 'behaviour'
          ? 'behaviour'
          : isOfDesk(shape.topic)
            ? 'design'
            : 'act';
    case 'request':
      return isVerbOfDesk(shape.verb) && !/\b(?:and|then|without)\b/.test(shape.rest) ? 'design' : 'act';
    case 'unclear':
      return 'act';
  }
}

/** What stands to choose from: of "which part shall I document?" topics, and no acts. */
export function frameOfOptions(shape: Shape): Frame {
  if (
    shape.kind === 'request' &&
    (shape.open || shape.rest.includes(' or ')) &&
    (reading.get(shape.verb) === 'base' ||
      /^(?:document|write|draft|describe|cover|test|mention|explain|mock|read|begin|start|take)$/.test(shape.verb))
  )
    return isOfDesk(shape.object) ? 'naming' : frameOf(shape);
  if (
    shape.kind === 'request' &&
    shape.open &&
    /^(?:handle|treat|cope|react|deal)$/.test(shape.verb) &&
    /\bin (?:the|our|a|this) /.test(shape.rest) &&
    isOfDesk(tokensOf(shape.rest))
  )
    return 'behaviour';
  return frameOf(shape);
}

const isOfDesk = (topic: Phrase): boolean => topic.some((word) => desk.has(word) || word === 'quoted');
