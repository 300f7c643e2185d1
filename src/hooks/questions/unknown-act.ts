import { acts, code, lastingWord, nouns, vital } from './act-words';
import { objectOf, pronoun, tokensOf, type Suspicion } from './clause';
import { verbOnChosen } from './request';
import {
  changesHard,
  isAuthoredPast,
  isAuthoring,
  isHard,
  isNeutral,
  isPartWord,
  isRefraining,
  particle,
} from './sentence';

/** What other people have, see or pay. */
const shared =
  /\b(?:customers?|vendors?|partners?|suppliers?|investors?|tickets?|issues?|prs?|pull requests?|upstream|production|prod|live|npm|pypi|registry|everyone|everybody|everywhere|public|company|firm|money|bank|card|invoices?|people|users|team|press|phones?|devices)\b/;
/** What is paid for is asked, whatever the verb. */
export function spending(sentence: string, before: string): Suspicion | undefined {
  return money.test(sentence) || money.test(before) ? { why: 'it is about money', grave: true } : undefined;
}

const money = /(?:\$|€|£)\s*\d|\b\d[\d,.]*\s*(?:dollars|euros?|usd|eur|pounds|cents)\b/;

/**
 * What is asked for has to be known as harmless: an everyday verb of a writer of code, or an ordinary one whose object is
 * a part of code or prose and no one else's. Every other act is asked about.
 */
export function unknownAct(verb: string, sentence: string, before: string): Suspicion | undefined {
  const act = acts.get(verb);
  if (act !== undefined && act.kind !== 'speaking') return undefined;
  const tokens = tokensOf(sentence.replace(place, ''));
  const at = tokens.indexOf(verb);
  const next = tokens[at + 1] ?? '';
  const isEveryday = phrasal.test(`${verb} ${next}`) || (isAuthoring(verb) && !particle.test(next));
  if (isEveryday) {
    return changesHard(sentence) ? { why: 'it changes what others depend on', grave: true } : undefined;
  }
  if ((isRefraining(verb) && !/^an?$/.test(next)) || sorting.test(sentence)) return undefined;
  if (goesOn.test(sentence.slice(sentence.indexOf(verb))) && !lastsIn(before)) return undefined;
  if (inCode.test(`${verb} ${next}`) && !lastsIn(sentence)) return undefined;
  if (verb === 'go' && /^(?:for|with)$/.test(next) && !lastsIn(sentence)) return undefined;
  const receiver = /^\S+ .* to (?:the|our|my|a|an|this) (?:\S+ )?(\S+)$/.exec(tokens.slice(at).join(' '))?.[1];
  if (receiver !== undefined && !isNeutral(verb) && !isAuthored(receiver))
    return { why: `it asks to ${verb} something to others`, grave: false };
  const isKnown =
    particle.test(tokens.at(-1) ?? '') || / (?:in|off|away) (?:as|to|at|on)\b/.test(sentence)
      ? false
      : isNeutral(verb)
        ? isKnownObject(tokens, at, before)
        : isPartAlone(tokens, at);
  return isKnown ? undefined : { why: `it asks to ${verb} something`, grave: false };
}

/** A verb that this reader does not know is harmless only where its object is a part of code that is nothing else. */
function isPartAlone(tokens: readonly string[], at: number): boolean {
  const object = objectOf(tokens, at);
  const head = object.at(-1) ?? '';
  return (
    isAuthored(head) &&
    !lastingWord.test(head) &&
    !object.some((word) => /^(?:all|every|everyone)$/.test(word) || (lastingWord.test(word) && !isAuthored(word))) &&
    isKnownObject(tokens, at, '')
  );
}

/** Is it done to a part of code or prose, and to nothing that lasts or belongs to others? */
function isKnownObject(tokens: readonly string[], at: number, before: string): boolean {
  const object = objectOf(tokens, at);
  const meant = object.every((word) => pronoun.test(word)) ? tokensOf(before) : [];
  const named = meant.length > 0 ? meant : object.length > 0 ? object : tokens.slice(at + 1);
  const rest = tokens.slice(at).join(' ');
  if (shared.test(rest) || isHard(rest) || meant.some((word) => nouns.has(word))) return false;
  if (meant.length > 0) return meant.some(isAuthored) && !meant.some((word) => lastingWord.test(word));
  if (isAuthored(object.at(-1) ?? '')) return true;
  return named.some(isAuthored) && !named.some((word) => lastingWord.test(word) && !isAuthored(word));
}

const inCode = /^(?:(?:start|begin) (?:with|from)\b|(?:return|throw|emit|raise|simulate|pull in)\b)/;
const phrasal =
  /^(?:break up|point out|spell out|lay out|pull out|write up|write out|step through|walk through|aim for|go over)$/;
const isAuthored = (word: string): boolean =>
  !pronoun.test(word) && (code.has(word) || isPartWord(word) || /[_.(`]|\d/.test(word));
const lastsIn = (text: string): boolean => tokensOf(text).some((word) => lastingWord.test(word) && !isAuthored(word));

/** "Go ahead with the next step" */
const goesOn =
  /^(?:go|keep|carry|continue|proceed|start|stop|begin|move|try|run)\b(?! (?:live|public|out|down|off))(?: (?:on|ahead|going|over|again|here|now|for|to|with|from|the|this|that|those|next|first|second|third|last|other|unit|type|all|only|phase|step|steps|section|part|task|item|point|file|files|module|component|page|chapter|function|class|tests?|check|lint|linter|suite|build|\d+|frontend|backend|api|ui|docs|[\w-]*(?:test|spec)\w*|or|and|a|an)\b)*[^\p{L}]*$/u;

/** "Do you want the accounts migrated?" */
export function causedAct(sentence: string): Suspicion | undefined {
  const [, subject = '', happens = ''] = passive.exec(sentence) ?? [];
  const lasts = lastingWord.test(subject.split(/\s+/).at(-1) ?? '');
  if (lasts && !isAuthoredPast(happens))
    return { why: `it asks to have something ${happens}`, grave: vital.test(subject) };
  const [, object = '', done = ''] = caused.exec(sentence) ?? [];
  const isCode = code.has(object.split(/\s+/).at(-1) ?? '') && !/ (?:of|from|by) /.test(object);
  if (acts.get(done)?.form === 'past' && !isCode)
    return { why: `it asks to have something ${done}`, grave: vital.test(object) };
  if (isAuthoredPast(done) || !lastingWord.test(object.split(/\s+/).at(-1) ?? '')) return undefined;
  return { why: `it asks to have something ${done}`, grave: vital.test(object) };
}

const passive =
  /^(?:should|shall|can|may|must|could) (?!i |we |you )(.{1,50}?) be (?:\w+ly )?(\p{L}+(?:ed|wn|nt|ten|ken|ost|one))\b/u;
const caused =
  /\b(?:want|like|need|have|get|see) ((?:the |our |all |these |those |my |your |every |any )?(?:(?!(?:when|if|is|are|was|be|that|which|who|to) )[\p{L}-]+ ){0,4}?(?!(?:when|if|is|are|was|be|that|which|who|to) )[\p{L}-]+) ([\p{L}-]+ed|sent|paid|lost|gone|undone|overwritten)\b/u;

/** Something that lasts, and a question which of it is meant for an act that this reader does not know. */
export function chosenAct(sentence: string): Suspicion | undefined {
  const found = verbOnChosen(sentence);
  const [, people, gets] = recipients.exec(sentence) ?? [];
  if (people !== undefined && gets !== undefined)
    return { why: `it asks which ${people} ${gets} something`, grave: false };
  if (found === undefined || !lastingWord.test(found.chosen.split(/\s+/).at(-1) ?? '')) return undefined;
  return { why: `it asks which ${found.chosen.trim()} to ${found.verb}`, grave: false };
}

const recipients =
  /^(?:which|what|how many)\b.*?\b(customers|clients|users|partners|subscribers|people|tenants|candidates|applicants|members|employees|recipients|contacts)(?: should| shall| will| can)? (get|receive|hear|lose)\b/;
const place =
  /\b(?:in|inside|within) (?:this|that|each|every|the same|the other|another|one) (?:file|folder|module|package|directory|branch|repo|commit)\b/g;
const sorting = /\border\b.*\b(?:by|alphabetically|ascending|descending)\b/;
