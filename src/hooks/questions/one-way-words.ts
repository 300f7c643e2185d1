import { acts, nouns, performing, type Act } from './words/acts';
import { code, desk, things } from './words/desk';
import { editing, portraying, reading } from './words/everyday';
import { elsewhere, granting, irreversible, phrases } from './words/phrases';
import { lastingWord, outside, people, vital } from './words/world';
import { objectOf, pronoun, tokensOf, type Suspicion } from './clause';
import type { Frame } from './sentence';

const why = {
  phrase: 'it reaches other people or something would be gone',
  final: 'it says that there is no way back',
} as const;

/** Why the words of a sentence speak of such an act; undefined where they do not. */
export function oneWayWords(sentence: string, frame: Frame, before = ''): Suspicion | undefined {
  const final = irreversible.exec(sentence) ?? undefined;
  if (final !== undefined && frame === 'act') return { why: `${why.final} ("${final[0]}")`, grave: true };
  const foreign = elsewhere.exec(sentence);
  if (foreign !== null) return { why: `something would be gone or sent ("${foreign[0].slice(0, 40)}")`, grave: true };
  if (passedOn.test(sentence)) return { why: 'it reaches other people', grave: false };
  if (frame === 'naming') return undefined;
  const caused = causedAct(sentence);
  if (caused !== undefined) return caused;
  const act = actIn(tokensOf(sentence), sentence, frame, before);
  if (act !== undefined) return act;
  const phrase = granting.exec(sentence) ?? (frame === 'act' ? phrases.exec(sentence) : null);
  if (phrase === null) return undefined;
  return {
    why: `${why.phrase} ("${phrase[0].slice(0, 60)}")`,
    grave: vital.test(sentence) || outside.test(sentence) || lastingly.test(phrase[0]),
  };
}

/** "It goes to the agency" */
const passedOn = new RegExp(
  String.raw`\b(?:it|this|that|they|these|which) (?:goes?|will go|(?:is|are) (?:going|sent|handed|meant)|will be sent) (?:\w+ )?to (?:the |our |an? |all |every )*${people.source}`,
);

const lastingly = /force|hard.reset|histor|\blive\b|public|root|sudo|\boff\b|disabl/;

function actIn(tokens: readonly string[], sentence: string, frame: Frame, before: string): Suspicion | undefined {
  for (const [at, token] of tokens.entries()) {
    const act = acts.get(token) ?? acts.get(token.split('-').at(-1) ?? '');
    if (act !== undefined && isDone(tokens, at, act, frame) && !isHarmless(tokens, at, act, sentence, before)) {
      return { why: `${act.why} ("${token}")`, grave: isGrave(sentence, act) };
    }
    if (frame === 'act' && nouns.has(token) && isPerformed(tokens, at)) {
      return { why: `it asks for a ${token}`, grave: outside.test(sentence) || vital.test(sentence) };
    }
  }
  return undefined;
}

function isGrave(sentence: string, { kind }: Act): boolean {
  if (kind === 'speaking') return false;
  return (kind === 'outward' ? outside : vital).test(sentence);
}

/** What an explanation says of the answer's own effect: "this deletes the table". The rest of it is about the matter. */
export function graveEffect(sentence: string): Suspicion | undefined {
  if (supposed.test(sentence)) return undefined;
  const tokens = tokensOf(sentence);
  for (const [at, token] of tokens.entries()) {
    const act = acts.get(token);
    if (act === undefined || !isGrave(sentence, act)) continue;
    let before = at - 1;
    while (before >= 0 && adverbs.test(tokens[before] ?? '')) before -= 1;
    const previous = tokens[before] ?? '';
    const does = act.form === 'third' ? /^(?:this|it|that)$/ : /^(?:will|i|we|i'll|we'll|going)$/;
    if (
      (act.form === 'third' || act.form === 'base') &&
      does.test(previous) &&
      !isHarmless(tokens, at, act, sentence)
    ) {
      return { why: `${act.why} ("${token}")`, grave: true };
    }
  }
  return undefined;
}

const supposed =
  /\b(?:if|without|could|might|may|would|risk|never|not|no|instead|unless|before|until|otherwise|avoids?|prevents?|when|whenever|while|today|currently|already|somebody|someone|nobody|stakes|says|claims)\b/;

const adverbs =
  /^(?:now|also|just|then|really|automatically|safely|only|first|immediately|never|always|simply|finally|actually|still|already|ever|all|both|not|n't|silently|quietly|manually|directly|permanently|please|go|ahead|properly|completely|fully|even|rather|either|temporarily|force|hard|soft|bulk|mass|re|auto)$/;
const agents =
  /^(?:i|we|you|us|let's|lets|i'll|we'll|i'd|we'd|and|or|then|shall|should|can|could|may|must|will|would|might|don't|do|help|gonna|wanna|safe|try|but|to|me|it|they|cannot|won't|let|dare|&|\+|\/)$/;
const nothing = /^(?:nothing|none|never|nobody)$/;
const being = /^(?:be|is|are|was|were|been|being|get|gets|got|getting|isn't|aren't)$/;
const asked = /^(?:want|need|like|ready|going|me|us|time|okay|ok|allowed|permission)$/;

/** Is the word a verb that somebody is to carry out, and no name of a thing? */
function isDone(tokens: readonly string[], at: number, { form }: Act, frame: Frame): boolean {
  let before = at - 1;
  while (before >= 0 && adverbs.test(tokens[before] ?? '')) before -= 1;
  const previous = tokens[before];
  const next = tokens[at + 1] ?? '';
  const first = previous === undefined || previous === '';
  switch (form) {
    case 'base': {
      if (/^(?:i|we|you|please|let's)$/.test(previous ?? '')) return true;
      if (isThing(tokens, at) || (alsoNoun.test(tokens[at] ?? '') && /^(?:and|or|only)$/.test(next))) return false;
      if (first) return true;
      if (previous === 'to') return frame === 'act' || asked.test(tokens[before - 1] ?? '');
      if (previous === 'or' || previous === 'and' || previous === '/')
        if (frame !== 'act' && tokens.slice(0, at).some((word) => topical.test(word))) return false;
        else
          return frame === 'act' || acts.has(tokens[before - 1] ?? '') || /^(?:i|we)$/.test(tokens[before - 2] ?? '');
      if (before === 0 || questionWord.test(tokens[before - 1] ?? '')) {
        // "How should empty strings be stored?": behind the first auxiliary stands the subject.
        if (/^(?:should|can|could|may|must|will|would|do|does)$/.test(previous)) return false;
      }
      if (/^(?:it|they|should|can|could|may|must|will|would|might)$/.test(previous)) return frame === 'act';
      if (agents.test(previous)) return true;
      // "Should the cleanup job delete …": someone else does it, and it is done all the same.
      return (
        frame === 'act' &&
        !isModified(previous) &&
        next !== '' &&
        !/^(?:of|is|are|was|in|on|at|for|with|from|by|as)$/.test(next)
      );
    }
    case 'third':
      if (frame !== 'act' || isThing(tokens, at) || (alsoNoun.test(tokens[at] ?? '') && /^(?:and|or|only)$/.test(next)))
        return false;
      return (
        (first && tokens.length > 1) ||
        /^(?:this|that|it|which|and|or|also|then|step|option|command|script|job|migration|yes|button)$/.test(
          previous ?? '',
        )
      );
    case 'ing':
      if (isThing(tokens, at) || tokens.length === 1) return false;
      if (
        previous === 'with' &&
        /^(?:fine|ok|okay|happy|comfortable|good|cool|right|agree)$/.test(tokens[before - 1] ?? '')
      )
        return true;
      return frame === 'act' ? first || !isModified(previous) : /^(?:i|we|am)$/.test(previous ?? '');
    case 'past':
      // "… when an item is removed" tells when, and does nothing.
      if (
        !/^(?:is|are|ok|okay|fine)$/.test(tokens[0] ?? '') &&
        tokens.slice(0, at).some((word) => /^(?:when|whenever|once)$/.test(word))
      )
        return false;
      return (
        previous !== undefined && being.test(previous) && !nothing.test(tokens[before - 1] ?? '') && frame === 'act'
      );
  }
}

const topical = /^(?:explain|mention|cover|describe|document|discuss|illustrate|teach|compare)$/;
const questionWord = /^(?:how|where|when|what|which|why|who)$/;
/** "E-mail and password" */
const alsoNoun = /^(?:e-?mail|mail|invoice|text|message|comment|page|call|book|order)s?$/;

/** "release notes", "drop zone", "delete button": the word behind makes a thing of it. */
function isThing(tokens: readonly string[], at: number): boolean {
  const [next = '', second = ''] = tokens.slice(at + 1, at + 3);
  if (tokens[at] === 'empty' && desk.has(next)) return true;
  return (
    things.has(next) ||
    (things.has(second) &&
      /^(?:key|link|password|icon|request|email|token|service|file|job|error|success|and)$/.test(next))
  );
}

/** Behind an article, an adjective or a preposition stands a noun. */
function isModified(word: string | undefined): boolean {
  return (
    word !== undefined &&
    /^(?:the|a|an|this|that|these|those|our|your|my|its|their|his|her|each|every|which|what|no|any|some|new|old|next|last|first|second|current|of|on|at|in|for|per|after|before|during|from|with|without|about|by|failed|full|final|initial|partial|manual|automatic|default|dry|quick|between|via|into|one|two|three|same|other|another|such|both|main|local|as|like|than|upon|until|since|mid)$/.test(
      word,
    )
  );
}

/** Something that the next edit brings back, or a word that only means people where people are named. */
function isHarmless(
  tokens: readonly string[],
  at: number,
  { kind, form }: Act,
  sentence: string,
  before = '',
): boolean {
  if (kind === 'speaking' && tokens[at] === 'write' && tokens[at + 1] === 'them') return true;
  if (kind === 'speaking') return !people.test(tokens.slice(at + 1).join(' ')) || !/^(?:base|ing|third)$/.test(form);
  if (kind === 'outward' && !alsoMoves.test(tokens[at] ?? '')) return false;
  const object = objectOf(tokens, at);
  const subject = tokens.slice(0, at);
  const meant = `${before} ${subject.join(' ')}`;
  if (kind === 'destroying' && ofText.test(`${sentence} ${before}`) && !beyondText.test(`${sentence} ${before}`))
    return true;
  if (/\S/.test(meant) && object.every((word) => pronoun.test(word)))
    return (
      (kind === 'destroying' || tokens[at] === 'merge') &&
      tokens.slice(at + 1).some((word) => pronoun.test(word)) &&
      isOnlyCode(meant)
    );
  const named = object.length > 0 ? object : subject;
  if (named.some((word) => lastingWord.test(word) && !code.has(word))) return false;
  if (/\b(?:prod|production|npm|pypi|customers?|database|remote|for everyone|public)\b/.test(sentence)) return false;
  const head = named.at(-1) ?? '';
  return code.has(head) || named.some((word, place) => code.has(word) && unneeded.test(named[place - 1] ?? ''));
}

/** "There is an unused variable in main.ts. Remove it?" */
function isOnlyCode(text: string): boolean {
  const words = tokensOf(text);
  return words.some((word) => code.has(word)) && !words.some((word) => lastingWord.test(word) && !code.has(word));
}

/** "Push the footer down", "merge the two cells" */
const alsoMoves = /^(?:push|merg|propagat|promot)/;
/** A table of a text is no table of a database. */
const ofText =
  /\b(?:notebook|data ?frame|markdown|readme|wireframe|sketch|slides?|wording|heading|paragraph|sentence|essay|poem|caption)\b/;
const beyondText = new RegExp(`${vital.source.replace(/tables\?\||rows\?\||columns\?\|/g, '')}|${outside.source}`);
const unneeded = /^(?:unused|dead|duplicate|duplicated|redundant|needless|extra|stray|trailing)$/;

/** "proceed with the release", "hard reset": a noun that somebody carries out, or that stands for itself. */
function isPerformed(tokens: readonly string[], at: number): boolean {
  if (isThing(tokens, at) || code.has(tokens[at - 1] ?? '')) return false;
  const before = tokens.slice(Math.max(0, at - 6), at);
  if (before.some((word) => performing.has(word))) return true;
  return (
    tokens.length <= 3 &&
    at === tokens.length - 1 &&
    !before.some((word) => /^(?:no|not|skip|without|dry|before|after|of|the)$/.test(word))
  );
}

/** "Do you want the accounts migrated?" */
function causedAct(sentence: string): Suspicion | undefined {
  const [, subject = '', happens = ''] = passive.exec(sentence) ?? [];
  const lasts = lastingWord.test(subject.split(/\s+/).at(-1) ?? '');
  if (lasts && !isDeskPast(happens)) return { why: `it asks to have something ${happens}`, grave: vital.test(subject) };
  const [, object = '', done = ''] = caused.exec(sentence) ?? [];
  const isCode = code.has(object.split(/\s+/).at(-1) ?? '') && !/ (?:of|from|by) /.test(object);
  if (acts.get(done)?.form === 'past' && !isCode)
    return { why: `it asks to have something ${done}`, grave: vital.test(object) };
  if (isDeskPast(done) || !lastingWord.test(object.split(/\s+/).at(-1) ?? '')) return undefined;
  return { why: `it asks to have something ${done}`, grave: vital.test(object) };
}

const passive =
  /^(?:should|shall|can|may|must|could) (?!i |we |you )(.{1,50}?) be (?:\w+ly )?(\p{L}+(?:ed|wn|nt|ten|ken|ost|one))\b/u;
const caused =
  /\b(?:want|like|need|have|get|see) ((?:the |our |all |these |those |my |your |every |any )?(?:(?!(?:when|if|is|are|was|be|that|which|who|to) )[\p{L}-]+ ){0,4}?(?!(?:when|if|is|are|was|be|that|which|who|to) )[\p{L}-]+) ([\p{L}-]+ed|sent|paid|lost|gone|undone|overwritten)\b/u;

/** "Which customers should get the mail?" */
export function recipients(sentence: string): Suspicion | undefined {
  const [, people, gets] = receiving.exec(sentence) ?? [];
  return people === undefined || gets === undefined
    ? undefined
    : { why: `it asks which ${people} ${gets} something`, grave: false };
}

const receiving =
  /^(?:which|what|how many)\b.*?\b(customers|clients|users|partners|subscribers|people|tenants|candidates|applicants|members|employees|recipients|contacts)(?: should| shall| will| can)? (get|receive|hear|lose)\b/;
/** What is paid for is asked, whatever the verb. */
export function spending(sentence: string, before: string): Suspicion | undefined {
  return money.test(sentence) || money.test(before) ? { why: 'it is about money', grave: true } : undefined;
}

const money = /(?:\$|€|£)\s*\d|\b\d[\d,.]*\s*(?:dollars|euros?|usd|eur|pounds|cents)\b/;

/** "Written", "stored": what is done to a part of a text or a program. */
const isDeskPast = (word: string): boolean =>
  [reading, editing, portraying].some((verbs) => verbs.get(word) === 'past') ||
  /^(?:disabled|enabled|needed|required|allowed|nested|saved|stored|cached|logged|loaded|computed|localized|broken|open|put|placed)$/.test(
    word,
  );
