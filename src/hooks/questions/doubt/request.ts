import { pronoun, tokensOf, type Suspicion } from '../clause';
import { sentencesOf, type Sentence } from '../sentence';
import { baseOf, phraseOf, shapeOf, type Request } from '../shape';
import { acts } from '../words/acts';
import { editing, handling, portraying, reading } from '../words/everyday';
import { setOf } from '../words/forms';
import { people } from '../words/world';
import { isVerb } from '../words/verbs';
import { atWorld, inDesk, isCode, isElsewhere, isHard, kindOf, speaksOfWorld, standIn } from './kind';
import { calendar, meant, particle, personal, showsDesk, told, unproven, type Scene } from './scene';

const lands: Suspicion = { why: 'it changes what others depend on', grave: true };
const asksTo = (verb: string): Suspicion => ({ why: `it asks to ${verb} something`, grave: false });

/** The class of the verb decides what its object may be: the more it does, the surer that has to be of the desk. */
export function doubtOfRequest(sentence: Sentence, scene: Scene, request: Request): Suspicion | undefined {
  const { verb, rest, open } = request;
  const [next = ''] = tokensOf(rest);
  const parted = isParted(verb, rest, next);
  if (personal.test(rest) || aliens.test(sentence.text)) return lands;
  if (goingOn.has(verb) && (goes.test(rest) || rest === '') && !/^on (?!with|to|as|in)/.test(rest))
    return doubtOfGoingOn(sentence, scene, rest.replace(goes, ''), open);
  if (/\b(?:his|her)\b/.test(rest) && !standIn.test(sentence.text)) return asksTo(verb);
  if (verb === 'order' && /\b(?:by|alphabetically|ascending|descending)\b/.test(rest) && !speaksOfWorld([rest]))
    return undefined;
  if (
    [rest, ...scene.offered].some((text) => calendar.test(text)) &&
    !standIn.test(rest) &&
    reading.get(verb) !== 'base'
  )
    return asksTo(verb);
  if (gathering.test(`${verb} ${rest}`)) return asksTo(verb);
  if (everydayPhrase.test(`${verb} ${next}`)) return isHard(rest) || speaksOfWorld([rest]) ? lands : undefined;
  if (portraying.get(verb) === 'base' && !parted) return doubtOfPortraying(request);
  if (
    reading.get(verb) === 'base' &&
    (prepositional.test(rest) ||
      !(/^(?:off|away|over|out)$/.test(next) || (next === 'in' && /^(?:check|step|walk|help)$/.test(verb))))
  )
    return doubtOfReading(request, scene);
  if (verb === 'do' && open && /^(?:now|next|first|then)?$/.test(rest)) return doubtOfAgenda(scene);
  if (rethinking.test(`${verb} ${rest}`) && showsDesk(scene.before)) return undefined;
  if (verb === 'leave' && stays.test(rest)) return undefined;
  if (editing.get(verb) === 'base' && !parted) return doubtOfEditing(sentence, scene, request);
  return isHandling(scene, request, parted) ? undefined : asksTo(verb);
}

/** "What should I do next?": the options say what would be done. */
function doubtOfAgenda(scene: Scene): Suspicion | undefined {
  const found = scene.offered.filter((text) => text !== '').map((text) => doubtOfOffered(text, scene));
  return found.length === 0 ? unproven : found.find((one) => one !== undefined);
}

function doubtOfOffered(text: string, scene: Scene): Suspicion | undefined {
  const [sentence] = sentencesOf(text);
  const shape = sentence === undefined ? undefined : shapeOf(sentence);
  return sentence === undefined || shape?.kind !== 'request'
    ? unproven
    : doubtOfRequest(sentence, { before: scene.before, offered: [] }, shape);
}

/** "Log it in", "hand the tests over": the small word makes another verb of it. */
const isParted = (verb: string, rest: string, next: string): boolean =>
  (particle.test(next) &&
    !(editing.get(verb) === 'base' && /^(?:on|up|through)$/.test(next)) &&
    !(next === 'in' && !/^(?:log|sign|hand|turn|put|cash|trade|bring|check|clock|lock|let)$/.test(verb)) &&
    !prepositional.test(rest)) ||
  partedLater.test(rest);

const doubtOfPortraying = ({ verb, object, rest }: Request): Suspicion | undefined =>
  toOthers.test(rest) ||
  (verb === 'write' && (atWorld(rest) || isHard(rest))) ||
  (verb === 'round' && kindOf(object) === 'world') ||
  (/^(?:name|mention)$/.test(verb) && people.test(object.at(-1) ?? ''))
    ? asksTo(verb)
    : undefined;

function doubtOfReading({ verb, object, rest }: Request, scene: Scene): Suspicion | undefined {
  const kind = meant(object, rest, scene);
  const isOfOthers = /^(?:ask|help|remind|hear)$/.test(verb) && !/^you\b/.test(rest) && /^(?:world|either)$/.test(kind);
  if (
    verb === 'hold' &&
    /^on ?to\b/.test(rest) &&
    !/^(?:desk|piece)$/.test(kindOf(phraseOf(tokensOf(rest.replace(/^on ?to/, '')))))
  )
    return asksTo('keep');
  const isLeftOut = /^(?:skip|ignore)$/.test(verb) && (isHard(rest) || !/^(?:desk|piece|thing)$/.test(kind));
  return isOfOthers || toOthers.test(rest) || isLeftOut ? asksTo(verb) : undefined;
}

function doubtOfEditing(sentence: Sentence, scene: Scene, { verb, object, rest }: Request): Suspicion | undefined {
  const kind = meant(object, rest, scene);
  if (standIn.test(rest) && !isHard(rest)) return undefined;
  if (isHard(rest) || atWorld(rest)) return lands;
  if (kind === 'world' && !speaksOfWorld([rest])) return { ...lands, grave: false };
  const isKnown =
    kind !== 'unknown' ||
    object.length === 0 ||
    /^(?:use|treat|handle|split)$/.test(verb) ||
    showsDesk([sentence, ...scene.before]);
  if (!isKnown) return asksTo(verb);
  return /^(?:world|either|unknown)$/.test(kind) && speaksOfWorld([rest]) && !inDesk(rest) ? lands : undefined;
}

/** What moves, makes or takes out is only known to be undone where it is done to a part of a text or a program. */
function isHandling(scene: Scene, { verb, object, rest, open }: Request, parted: boolean): boolean {
  const kind = meant(object, rest, scene);
  const isAlien = speaksOfWorld([rest]) || isHard(rest);
  if (/\bback\b|^their\b/.test(rest)) return false;
  if (verb === 'start' && kind === 'desk' && /\b(?:at|with|from) /.test(rest) && !isAlien) return true;
  if (
    /^(?:allow|enable|disable)$/.test(verb) &&
    (object[0] ?? '').endsWith('ing') &&
    isVerb(baseOf(object[0] ?? '')) &&
    !acts.has(object[0] ?? '') &&
    !isAlien
  )
    return true;
  if (/^(?:run|start|execute|launch|trigger)$/.test(verb) && !checks.test(rest)) return false;
  if (
    kind === 'thing' &&
    fitting.test(verb) &&
    /^(?:it|them)\b/.test(rest) &&
    !/\b(?:public|live|prod|production)\b/.test(rest) &&
    !isAlien &&
    !told(scene).some(isHard)
  )
    return true;
  if (
    /^(?:turn|switch|power|put)$/.test(verb) &&
    /\b(?:on|off)\b(?! (?:the|a|an|this|that|each|every|one|another|top)\b)/.test(rest) &&
    !inDesk(rest) &&
    !isCode(object)
  )
    return false;
  if (/\d ?(?:%|percent)/.test(rest) && acts.get(verb) === undefined && !inDesk(rest) && kind !== 'desk') return false;
  if (/\bthere\b/.test(rest) && speaksOfWorld(told(scene))) return false;
  if (isAlien || toOthers.test(rest) || isOfAll(rest)) return false;
  if (open && /^(?:take|put)$/.test(verb) && standIn.test(rest)) return true;
  const isKnown =
    handling.has(verb) ||
    editing.get(verb) === 'base' ||
    acts.get(verb)?.kind === 'destroying' ||
    (verb === 'merge' && kind === 'desk');
  const isInDesk = inDesk(rest) || (!acts.has(verb) && inDesk(rest.replace(/\b(?:from|to|on)\b/, 'in')));
  if (isKnown && acts.has(verb) && isElsewhere(rest)) return false;
  if (isKnown && (kind === 'desk' || kind === 'piece' || isInDesk)) return true;
  return isCode(object) && !parted && acts.get(verb)?.kind !== 'guarding' && !isElsewhere(rest);
}

/** "The ids of all orders": whose part it is decides. */
function isOfAll(rest: string): boolean {
  const [, owner = ''] = /\bof (?:all|every|our|each|existing|the existing)\b (.+)$/.exec(rest) ?? [];
  return owner !== '' && /^(?:either|world|unknown)$/.test(kindOf(phraseOf(tokensOf(owner))));
}

/** Of a question for a property, an option that orders an everyday change and speaks of nothing of the world. */
export const isEverydayOrder = ({ verb, object, rest }: Request): boolean =>
  !/^(?:either|world)$/.test(kindOf(object)) &&
  (handling.has(verb) || editing.get(verb) === 'base') &&
  !acts.has(verb) &&
  !speaksOfWorld([rest]) &&
  !isHard(rest);

/** "Continue with the next file", "go for the simple one"; "start it" says nothing of what is begun. */
function doubtOfGoingOn(sentence: Sentence, scene: Scene, rest: string, open: boolean): Suspicion | undefined {
  const words = tokensOf(rest).filter((word) => word !== '');
  if (words.length > 0 && kindOf(words) === 'desk' && !isHard(rest) && !speaksOfWorld(told(scene))) return undefined;
  if (isHard(rest) || speaksOfWorld([rest, ...told(scene), ...scene.offered])) return unproven;
  if (words.length > 0 && !words.every((word) => pronoun.test(word))) return undefined;
  return open || showsDesk([sentence, ...scene.before]) ? undefined : unproven;
}

/** A verb and a small word that together are everyday work. */
const everydayPhrase =
  /^(?:break up|break down|point out|spell out|lay out|pull out|write out|write up|pull in|step through|walk through|go over|go through|go into|dig into|look at|dig in|look into|settle on|decide on|point to|rely on|opt for|sum up|wrap up|speed up|slow down|answer in|answer with)$/;
const prepositional = /^(?:in|on|over|through) (?:the|a|an|this|that|these|those|our|your|my|each|every|all)\b/;
/** What may be run: it looks at the work and leaves it as it is. */
const checks =
  /\b(?:tests?|specs?|suite|lint|linter|formatter|checks?|checker|typecheck|benchmarks?|profiler|coverage|build|compiler|demo|simulation|examples?|notebook|prettier|eslint|tsc|mocha|jest|vitest|pytest|file|paragraph|section|chapter|page|line|counting|talk|essay|intro|lesson|story|numbering)\b/;
/** What fits "it" where a text or a program was spoken of. */
const fitting =
  /^(?:make|put|move|change|set|swap|switch|increase|decrease|double|halve|raise|lower|scale|replace|prefix)$/;
/** The plan that was laid out before is no more than talk. */
const rethinking =
  /^(?:change|rework|adjust|revise|edit|update|refine) (?:the|this|my|your) (?:plan|approach|order|scope|proposal)(?: first)?$/;
/** What people do is theirs. */
const gathering =
  /^(?:collect|gather|track|record|log|store|capture|scrape|profile|watch|keep|measure) .*\b(?:from|of|about|on) (?:the |our |all |these )*(?:users?|people|visitors?|customers?|employees?|members?|students?|patients?)\b/;
const stays = /^(?:it|them|this|that|these|those)\b|\b(?:as (?:it|they)|alone|unchanged|out|for now|as is)\b/;
const goingOn = setOf('deal stop go carry continue proceed begin start move keep stick run');
const goes = /^(?:(?:on|ahead|with|to|from|here|over|going|again|by|for)\b ?)+/;
const partedLater = /\b(?:in|off|away|over|out)(?= (?:as|to|at|on|now|for)\b|$)/;
const toOthers =
  /\b(?:to|with|for|by) (?:the |our |my |all |a |an |her |his |their )*(?:customers?|clients?|team|vendors?|suppliers?|public|press|everyone|everybody|board|boss|manager|community|maintainers?|partners?|investors?|lawyers?|landlord|users|him|her|them)\b/;
/** Devices, system folders, addresses of people. */
const aliens =
  /\b(?:sd[a-z]\d?|nvme\w*)\b|\bprint (?:all |the |these |those |another )*\d+|\bto (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?<!\S)\/(?:dev|etc|boot|usr|sys)\/|\S@\S+\.\w|\bshared (?:\w+ )?(?:sheet|spreadsheet|drive|folder|calendar|document|doc|wiki|inbox|mailbox|trash|board)\b|\b(?:as an? (?:collaborator|maintainer|owner|admin|member))\b/;
