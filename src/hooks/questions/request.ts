import { acts } from './act-words';
import { isAuthoredPast, isAuthoring, isHard, isNeutral, type Sentence } from './sentence';

const request =
  /^(?:(?:so|and|then|ok|okay|great|now|next|alright|all right|good)[,]? )*(?:(?:should|shall|may|can|could|do|must|might|would|will) (?:i|we) (?:want to |need to |have to |get to |go ahead and |just go ahead and |go and )?|(?:do|would|did|could|can|will|should) you (?:want|like|prefer|need|let|allow|have|expect)?(?: for)? ?(?:me|us) (?:to )?|(?:is|are|would|was) (?:it|that|this|now|you) .{0,40}?\b(?:to|if i|if we|for me to|me to) |(?:ok|okay|fine|good|safe|ready|time|happy|all right|alright|permission|free|cleared)(?: for me| with you)? (?:to|if i|if we) |(?:mind|okay) if (?:i|we) |(?:am i|are we) (?:allowed |clear |good |free |ready |ok |okay |going )?(?:to )?|let me |let's |please |want me to |(?:do|would|did) you (?:want|like|need) (?:(?:the|our|all|these|those|every|my|your) (?:\S+ ){1,3}?)?to |(?:do|have) (?:i|we) (?:have )?your (?:ok|okay|permission|approval|blessing|go-ahead) to |may i go ahead and |go ahead and |(?:shall|should) (?:i|we) )((?:\w+ly |now |also |just |first |then |really |still |all |please |already )*)([\p{L}][\p{L}'-]*)/u;
const imperative =
  /^(?:(?:so|and|then|ok|okay|please|now|also|just|first|next)[,]? )*([\p{L}][\p{L}'-]*) (?:(?:up|out|off|down|away|over|back|in|on|through) )?(?:the|a|an|this|that|it|them|these|those|all|my|our|your|his|her|their|its|every|each|everything|everyone|both|to|him|me|us|\d+|some|any)\b/u;
const ofPronoun =
  /^(?:can|may|should|shall|could|must) (?:it|they|this|that|these|those) (?:\w+ly |now |also )*([\p{L}'-]+)/u;
const phrasal = /^([\p{L}]+) (?:out|off|on|up|down|over|away|back|in) \p{L}/u;

/** Something that is neither a person in the talk nor a part of a program is to do something. */
const elsewhere = 'let it happen';
const asksWhatIs =
  /^(?:is|are|was|were|does|do|did|has|have|how|what|which|where|who|when|why|whose|should (?:i|we|you)|shall (?:i|we)) /;
const noVerb =
  /^(?:all|both|only|even|worth|thoughts|agree|preference|preferences|opinion|opinions|ideas|objections|concerns|right|correct|agreed|anything|sure|with|for|in|on|at|of|by|from|to|as|or|and|but|if|when|while|because|is|are|was|were|does|do|did|has|have|had|should|shall|can|could|may|might|must|will|would|which|what|how|where|who|when|why|whose|the|a|an|this|that|these|those|there|it|i|we|you|they|he|she|yes|no|not|any|some|each|every|one|two|three|also|than|about|between|under|over|after|before|during|without|within|like|more|most|less|fewer|ready|okay|ok|fine|good|access|enough|same|want|need|mind|time|thanks|again|left|right|top|bottom|above|below|newest|oldest|early|late)$/;

/** The verb of what is asked for, as far as it can be told: "should I …", "… the branch?". */
export function requestedVerb({ text, asks }: Sentence): string | undefined {
  if (!asks) return undefined;
  const [, , asked] = request.exec(text) ?? [];
  if (asked !== undefined) return noVerb.test(asked) ? undefined : asked;
  if (/^[\p{L}-]+$/u.test(text)) return noVerb.test(text) || isAuthoring(text) ? undefined : text;
  const [, meant] = ofPronoun.exec(text) ?? [];
  if (meant !== undefined) return noVerb.test(meant) || meant === 'be' ? undefined : meant;
  const [, first] = imperative.exec(text) ?? phrasal.exec(text) ?? [];
  if (first !== undefined && !noVerb.test(first)) return first;
  const [begins = ''] = text.split(' ', 1);
  if (isNeutral(begins) && !noVerb.test(begins) && !/^(?:do|have|be|see)$/.test(begins)) return begins;
  const [, done = ''] = /\bbe (?:\w+ly )?(\p{L}+)/u.exec(text) ?? [];
  return isHard(text) && !asksWhatIs.test(text) && !isAuthoredPast(done) ? elsewhere : undefined;
}

/** The verb of an option that gives an order: "bin them", "hose the cluster". */
export function orderedVerb(label: string): string | undefined {
  const [, first] = imperative.exec(label) ?? /^(take) (?:ours|theirs|mine)\b/.exec(label) ?? [];
  return first === undefined || noVerb.test(first) ? undefined : first;
}

/** "Which of these buckets can go?": what is done to the things to choose from. */
export function verbOnChosen(text: string): { readonly verb: string; readonly chosen: string } | undefined {
  const [, chosen, verb, rest] = onChosen.exec(text) ?? [];
  if (chosen === undefined || verb === undefined || noVerb.test(verb) || isAuthoring(verb)) return undefined;
  const known =
    isNeutral(verb) || acts.has(verb) || /^(?:prefer|look|appear|happen|belong|come|apply|trust)$/.test(verb);
  return known && !(verb === 'go' && rest === '') ? undefined : { verb, chosen };
}

const onChosen =
  /^(?:which|what|how many)\b(.*?) (?:can|should|shall|may|must|will|could) (?:(?:i|we|you) )?(?:\w+ly |also |now |first |still )*([\p{L}'-]+)(.*)$/u;

/** "Which candidate shall I hire?": the order that the answer completes, "hire candidate". */
export function openRequest(text: string): { readonly verb: string; readonly order: string } | undefined {
  const [, chosen = '', verb, rest = ''] = openQuestion.exec(text) ?? [];
  if (verb === undefined || noVerb.test(verb) || isAuthoring(verb) || isNeutral(verb) || opinion.test(verb))
    return undefined;
  return { verb, order: `${verb}${rest} ${chosen}`.trim() };
}

const openQuestion =
  /^(?:which|what|how many|how much|how|where|when|who|whom) ?(.*?) ?\b(?:can|should|shall|may|must|will|could) (?:i|we) (?:\w+ly |also |now |first |still |all )*([\p{L}'-]+)(.*)$/u;
const opinion =
  /^(?:prefer|like|want|need|think|know|mean|expect|care|call|touch|support|version|resolve|address|aim|cope|respond)$/;
