import { acts, opaque } from './words/acts';
import { pronoun, tokensOf, type Suspicion } from './clause';
import type { Sentence } from './sentence';
import { isStatic, shapeOf, type Phrase, type Shape } from './shape';
import { code, desk, things } from './words/desk';
import { editing, handling, portraying, reading } from './words/everyday';
import { setOf } from './words/forms';
import { either, hard, world } from './words/world';

/** What surrounds a sentence: what was said before it, and everything that could be chosen. */
export interface Scene {
  readonly before: readonly Sentence[];
  /** Header, options and what they say, in lower case. */
  readonly offered: readonly string[];
}

/** Why nothing shows that the answer to this sentence can be taken back; undefined where its form and its words show it. */
export function doubt(sentence: Sentence, scene: Scene, shape: Shape = shapeOf(sentence)): Suspicion | undefined {
  switch (shape.kind) {
    case 'choice':
      return doubtOfChoice(sentence, scene, shape);
    case 'request':
      return doubtOfRequest(sentence, scene, shape);
    case 'unclear':
      return !personal.test(sentence.text) &&
        (showsDesk([sentence, ...scene.before]) || isOffer(scene)) &&
        !speaksOfWorld([sentence.text, ...told(scene)])
        ? undefined
        : unproven;
  }
}

const unproven: Suspicion = { why: 'nothing in it shows that its answer can be undone', grave: false };

/** The thing that is to get a property decides; where it is not known, nothing of the world may be spoken of. */
function doubtOfChoice(
  sentence: Sentence,
  scene: Scene,
  { topic, does }: Shape & { kind: 'choice' },
): Suspicion | undefined {
  const isWho = /^who\b(?! (?:is|are) the (?:target )?(?:audience|readers?)\b)/.test(sentence.text);
  const kind = isWho ? 'either' : kindOf(topic);
  const why: Suspicion =
    topic.length === 0 || kind === 'desk' ? unproven : { why: `it is about ${topic.join(' ')}`, grave: false };
  if ((personal.test(sentence.text) && !standIn.test(sentence.text)) || does === 'gone') return why;
  if (does !== undefined && acts.has(does) && (/\byour\b/.test(sentence.text) || isHard(sentence.text))) return why;
  if (
    does !== undefined &&
    handling.has(does) &&
    !isPortrayed(does) &&
    !standIn.test(sentence.text) &&
    (atWorld(sentence.text) || isHard(sentence.text))
  )
    return why;
  if (opaque.get(does ?? '') === 'past') return why;
  if (kind === 'desk' || kind === 'piece' || standIn.test(sentence.text)) return undefined;
  if (opaque.has(does ?? '') && !isStatic(does ?? '')) return why;
  if (changesHands.test(does ?? '') || atOnce.test(sentence.text)) return why;
  if (
    kind !== 'world' &&
    inDesk(sentence.text) &&
    !(does !== undefined && acts.has(does)) &&
    !speaksOfWorld([sentence.text, ...told(scene)])
  )
    return undefined;
  if (does !== undefined && !isSaidOf(does)) return why;
  if (kind === 'thing') return undefined;
  if (
    does !== undefined &&
    !isWho &&
    (isPortrayed(does) || (inDesk(sentence.text) && isStatic(does.replace(/d$/, ''))))
  )
    return undefined;
  if (kind === 'world') return why;
  if (topic.length === 0 && !isManner(sentence.text) && !showsDesk([sentence, ...scene.before]) && !isOffer(scene))
    return why;
  if (
    speaksOfWorld([
      sentence.text,
      ...told(scene),
      ...(topic.length === 0 && !isManner(sentence.text) ? [] : scene.offered),
    ])
  )
    return why;
  return kind === 'either' && (isWho || does === undefined) && !showsDesk([sentence, ...scene.before])
    ? why
    : undefined;
}

/** "How detailed should it be?" */
const isManner = (text: string): boolean =>
  /^how \p{L}+ (?:should|shall|must|do you want) (?:this|it|that|they|these|those)(?: to)? be\b/u.test(text) &&
  !/^how (?:soon|public|often|many|much)\b/.test(text);

/** "I would split this file. Agree?" */
const isOffer = (scene: Scene): boolean =>
  scene.before.some((sentence, at) => {
    const shape = shapeOf(sentence);
    return (
      shape.kind === 'request' &&
      doubtOfRequest(sentence, { before: scene.before.slice(0, at), offered: scene.offered }, shape) === undefined
    );
  });

/** Of what is not known to be a text or a program: who is to get something, and what is to be so at once. */
const changesHands = /^(?:get|receive|lose|win|inherit|become|becomes|join|hear)$/;
const atOnce = /\b(?:now|today|tonight|tomorrow|right away|immediately)$/;
const personal =
  /\b(?:api|access|secret|private|ssh|signing) keys?\b|\b(?:your (?:name|behalf|vote|signature|account|card)|anyone|everyone|everybody|somebody)\b|^whom\b|^(?:should|shall|can|may|must|will|would) (?:he|she)\b/;
/** "Be red", "have a border", "be sorted", and not "be thrown out" or "go". */
const isSaidOf = (word: string): boolean =>
  isStatic(word) || !(isParticiple(word) || acts.has(word)) || isDeskPast(word) || isPortrayed(word);
const isPortrayed = (word: string): boolean =>
  portraying.has(word.split('-').at(-1) ?? '') ||
  /^(?:ordered|formatted|validated|parsed|structured|handled|treated|worded|sorted|included|listed|called|named)$/.test(
    word.split('-').at(-1) ?? '',
  );

function doubtOfRequest(
  sentence: Sentence,
  scene: Scene,
  { verb, object, rest, open }: Shape & { kind: 'request' },
): Suspicion | undefined {
  const ask: Suspicion = { why: `it asks to ${verb} something`, grave: false };
  const lands: Suspicion = { why: 'it changes what others depend on', grave: true };
  const [next = ''] = tokensOf(rest);
  if (personal.test(rest) || aliens.test(sentence.text)) return lands;
  if (goingOn.has(verb) && (goes.test(rest) || rest === '') && !/^on (?!with|to|as|in)/.test(rest))
    return doubtOfGoingOn(sentence, scene, rest.replace(goes, ''), open);
  if (/\b(?:his|her)\b/.test(rest) && !standIn.test(sentence.text)) return ask;
  if (verb === 'order' && /\b(?:by|alphabetically|ascending|descending)\b/.test(rest) && !speaksOfWorld([rest]))
    return undefined;
  const kind = meant(object, rest, scene);
  if (everydayPhrase.test(`${verb} ${next}`)) return isHard(rest) || speaksOfWorld([rest]) ? lands : undefined;
  const parted =
    (particle.test(next) &&
      !(editing.get(verb) === 'base' && /^(?:on|up|through)$/.test(next)) &&
      !(next === 'in' && !/^(?:log|sign|hand|turn|put|cash|trade|bring|check|clock|lock|let)$/.test(verb)) &&
      !prepositional.test(rest)) ||
    partedLater.test(rest);
  if (portraying.get(verb) === 'base' && !parted)
    return toOthers.test(rest) || (verb === 'write' && (atWorld(rest) || isHard(rest))) ? ask : undefined;
  if (/^(?:ask|help|remind|hear)$/.test(verb) && /^(?:world|either)$/.test(kind)) return ask;
  if (reading.get(verb) === 'base' && (prepositional.test(rest) || !/^(?:in|off|away|over|out)$/.test(next)))
    return toOthers.test(rest) || (/^(?:skip|ignore)$/.test(verb) && isHard(rest)) ? ask : undefined;
  if (
    verb === 'leave' &&
    /^(?:it|them|this|that|these|those)\b|\b(?:as (?:it|they)|alone|unchanged|out|for now|as is)\b/.test(rest)
  )
    return undefined;
  if (editing.get(verb) === 'base' && !parted) {
    if (standIn.test(rest) && !isHard(rest)) return undefined;
    if (isHard(rest) || atWorld(rest)) return lands;
    if (kind === 'world' && !speaksOfWorld([rest])) return { ...lands, grave: false };
    if (
      kind === 'unknown' &&
      object.length > 0 &&
      !/^(?:use|treat|handle|split)$/.test(verb) &&
      !showsDesk([sentence, ...scene.before])
    )
      return ask;
    return (kind === 'world' || kind === 'either' || kind === 'unknown') && speaksOfWorld([rest]) && !inDesk(rest)
      ? lands
      : undefined;
  }
  if (/\bback\b/.test(rest)) return ask;
  if (/^(?:run|start|execute|launch|trigger)$/.test(verb) && !checks.test(rest)) return ask;
  if (
    kind === 'thing' &&
    fitting.test(verb) &&
    /^(?:it|them)\b/.test(rest) &&
    !/\b(?:public|live|prod|production)\b/.test(rest) &&
    ![rest, ...told(scene)].some(isHard) &&
    !speaksOfWorld([rest])
  )
    return undefined;
  const isKnown =
    handling.has(verb) ||
    editing.get(verb) === 'base' ||
    acts.get(verb)?.kind === 'destroying' ||
    (verb === 'merge' && kind === 'desk');
  if (
    /^(?:turn|switch|power|put)$/.test(verb) &&
    /\b(?:on|off)\b(?! (?:the|a|an|this|that|each|every|one|another|top)\b)/.test(rest) &&
    !inDesk(rest) &&
    !isCode(object)
  )
    return ask;
  if (/\d ?(?:%|percent)/.test(rest) && acts.get(verb) === undefined && !inDesk(rest) && kind !== 'desk') return ask;
  if (isKnown && !speaksOfWorld([rest]) && !isHard(rest)) {
    if (acts.has(verb) && isElsewhere(rest)) return ask;
    if (
      kind === 'desk' ||
      kind === 'piece' ||
      inDesk(rest) ||
      (!acts.has(verb) && inDesk(rest.replace(/\b(?:from|to|on)\b/, 'in')))
    )
      return undefined;
  }
  return isCode(object) &&
    !parted &&
    !speaksOfWorld([rest]) &&
    !isHard(rest) &&
    acts.get(verb)?.kind !== 'guarding' &&
    !isElsewhere(rest)
    ? undefined
    : ask;
}

/** Of a question for a property, an option that orders an everyday change and speaks of nothing of the world. */
export const isEverydayOrder = ({ verb, rest }: Shape & { kind: 'request' }): boolean =>
  (handling.has(verb) || editing.get(verb) === 'base') && !acts.has(verb) && !speaksOfWorld([rest]) && !isHard(rest);

/** "Continue with the next file", "go for the simple one"; "start it" says nothing of what is begun. */
function doubtOfGoingOn(sentence: Sentence, scene: Scene, rest: string, open: boolean): Suspicion | undefined {
  const words = tokensOf(rest).filter((word) => word !== '');
  if (isHard(rest) || speaksOfWorld([rest, ...told(scene), ...scene.offered])) return unproven;
  if (words.length > 0 && !words.every((word) => pronoun.test(word))) return undefined;
  return open || showsDesk([sentence, ...scene.before]) ? undefined : unproven;
}

/** A verb and a small word that together are everyday work. */
const everydayPhrase =
  /^(?:break up|break down|point out|spell out|lay out|pull out|write out|write up|pull in|step through|walk through|go over|go through|go into|dig into|look at|look into|settle on|decide on|point to|rely on|opt for|sum up|wrap up|speed up|slow down|answer in|answer with)$/;
const prepositional = /^(?:in|on|over|through) (?:the|a|an|this|that|these|those|our|your|my|each|every|all)\b/;
/** What may be run: it looks at the work and leaves it as it is. */
const checks =
  /\b(?:tests?|specs?|suite|lint|linter|formatter|checks?|checker|typecheck|benchmarks?|profiler|coverage|build|compiler|demo|simulation|examples?|notebook|prettier|eslint|tsc|mocha|jest|vitest|pytest|file|paragraph|section|chapter|page|line|counting|talk|essay|intro|lesson|story|numbering)\b/;
/** What fits "it" where a text or a program was spoken of. */
const fitting =
  /^(?:make|put|move|change|set|swap|switch|increase|decrease|double|halve|raise|lower|scale|replace|prefix)$/;
const goingOn = setOf('deal stop go carry continue proceed begin start move keep stick run');
const goes = /^(?:(?:on|ahead|with|to|from|here|over|going|again|by|for)\b ?)+/;
const particle = /^(?:in|off|away|over|out|down|up|back|on|through)$/;
const partedLater = /\b(?:in|off|away|over|out)(?= (?:as|to|at|on|now|for)\b|$)/;
const toOthers =
  /\b(?:to|with|for|by) (?:the |our |my |all |a |an |her |his |their )*(?:customers?|clients?|team|vendors?|suppliers?|public|press|everyone|everybody|board|boss|manager|community|maintainers?|partners?|investors?|lawyers?|landlord|users|him|her|them)\b/;
/** Devices, system folders, addresses of people. */
const aliens =
  /\bprint (?:all |the |these |those |another )*\d+|\bto (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?<!\S)\/(?:dev|etc|boot|usr|sys)\/|\S@\S+\.\w|\bshared (?:\w+ )?(?:sheet|spreadsheet|drive|folder|calendar|document|doc|wiki|inbox|mailbox|trash|board)\b|\b(?:as an? (?:collaborator|maintainer|owner|admin|member))\b/;

/** `piece`: a word of both, as a part of something of the desk · `thing`: a part of something of the world. */
type Kind = 'desk' | 'piece' | 'thing' | 'either' | 'world' | 'unknown';

const standsIn = /^(?:it|them|this|that|these|those)\b(?! \w+ing\b)/;

/** What the object of a request is; "it" and "them" stand for what was spoken of before. */
function meant(object: Phrase, rest: string, scene: Scene): Kind {
  if (!standsIn.test(rest) && object.length > 0 && !object.every((word) => pronoun.test(word))) return kindOf(object);
  const stands = tokensOf(rest).find((word) => word !== '' && word !== 'again');
  if (stands !== undefined && !pronoun.test(stands) && !/^(?:there|here)$/.test(stands) && !particle.test(stands))
    return kindOf(tokensOf(rest).filter((word) => word !== '' && !particle.test(word)));
  if (speaksOfWorld(told(scene))) return 'world';
  return showsCode(scene.before) ? 'desk' : showsDesk(scene.before) ? 'thing' : 'unknown';
}

/** "Invoice template" is a template, "template customers" are customers. */
export function kindOf(phrase: Phrase): Kind {
  const words = phrase
    .map((word) => word.replace(/['’]s$/, ''))
    .filter((word, at) => word !== 'main' || phrase[at + 1] === undefined || phrase[at + 1] === 'branch');
  if (words.some((word) => standIn.test(word) || word === 'quoted' || /[_(.][a-z]/.test(word))) return 'desk';
  const last = words.findLastIndex((word) => world.has(word));
  const behind = words.slice(last + 1);
  if (last >= 0) return behind.some((word) => things.has(word) || desk.has(word)) ? 'thing' : 'world';
  const isEither = either.has(words.at(-1) ?? '');
  if (words.some((word) => desk.has(word) && !either.has(word))) return isEither ? 'piece' : 'desk';
  const [head = '', before] = [words.at(-1), words.at(-2)];
  if (before !== undefined && either.has(before) && things.has(head)) return 'thing';
  return words.some((word) => either.has(word)) ? 'either' : 'unknown';
}

const isCode = (phrase: Phrase): boolean =>
  code.has(phrase.at(-1) ?? '') && !phrase.some((word) => world.has(word) || either.has(word));

/** What stands in for the real thing. */
const standIn =
  /\b(?:mock|mocked|mocking|fake|dummy|sample|toy|example|examples|simulation|simulated|simulator|mock-up|mockup|template|draft|tutorial|fixture|fixtures|prototype|demo|diagram|sketch|in-memory|dev)\b/;

/** A hard thing, and not the part of a program that it names: "the server code". */
function isHard(text: string): boolean {
  const tokens = tokensOf(text.replace(/[-/]|['’]s\b/g, ' '));
  return tokens.some(
    (word, at) =>
      hard.has(word) && !isDesk(tokens[at + 1]) && !isDesk(tokens[at - 1]) && !standIn.test(tokens[at - 1] ?? ''),
  );
}

/** What is taken out is not taken out of a text or a program. */
function isElsewhere(text: string): boolean {
  const [, place] = /\b(?:in|from|on|at|of) (?:the|this|that|these|those|our|my|all|every) (.+)$/.exec(text) ?? [];
  if (place === undefined || /^(?:file|files|first|second|third|last)\b/.test(place)) return false;
  const words = tokensOf(place)
    .slice(0, 2)
    .filter((word) => !/^(?:and|or|to|for)$/.test(word));
  return !/^(?:desk|piece)$/.test(kindOf(words)) || /^(?:unknown|world)$/.test(kindOf(words.slice(-1)));
}

/** "In the docs", "of the README" */
function inDesk(text: string): boolean {
  if (/\b(?:in|into|of) [\w/-]+\.\w+/.test(text)) return true;
  const [, ...behind] = text.split(
    /\b(?:in|of|inside|within|into) (?:the|this|that|these|those|our|my|a|an|each|every|one|another|separate|two)\b/,
  );
  return behind.some((phrase) =>
    /^(?:desk|piece)$/.test(
      kindOf(
        tokensOf(phrase)
          .filter((word) => word !== '')
          .slice(0, 3),
      ),
    ),
  );
}

const isDesk = (word = ''): boolean => desk.has(word) && !either.has(word);
const isPart = (word = ''): boolean => things.has(word) || (desk.has(word) && !either.has(word));

/** "To the petition", "on all phones": something of the world as the place where it is done. */
function atWorld(text: string): boolean {
  const tokens = tokensOf(text.replace(/[-/]|['’]s\b/g, ' '));
  return tokens.some(
    (word, at) =>
      world.has(word) &&
      !isPart(tokens[at + 1]) &&
      tokens.slice(Math.max(0, at - 4), at).some((one) => /^(?:to|on|in|into|onto|at|from|over|against)$/.test(one)),
  );
}

const told = (scene: Scene): readonly string[] => scene.before.map(({ text }) => text);

function speaksOfWorld(texts: readonly string[]): boolean {
  return texts.some((text) => {
    const tokens = tokensOf(
      text
        .toLowerCase()
        .replace(/["“`][^"”`]*["”`]/g, ' ')
        .replace(/[-/]|['’]s\b/g, ' '),
    );
    return tokens.some(
      (word, at) =>
        world.has(word) &&
        !isPart(tokens[at + 1]) &&
        !standIn.test(tokens.slice(Math.max(0, at - 3), at).join(' ')) &&
        !/^(?:i|we)$/.test(tokens[at - 1] ?? ''),
    );
  });
}

function showsDesk(sentences: readonly Sentence[]): boolean {
  return sentences.some(
    ({ text }) =>
      tokensOf(text.replace(/[-/]/g, ' ')).some((word) => desk.has(word) && !either.has(word)) ||
      /`[^`]+`|\b\w+_\w+\b/.test(text),
  );
}

function showsCode(sentences: readonly Sentence[]): boolean {
  return sentences.some(({ text }) => tokensOf(text).some((word) => code.has(word)));
}

const isParticiple = (word: string): boolean =>
  word !== 'red' &&
  /(?:[^e]ed|[aeiou]\w*[^ehpv]en|wn)$|^(?:sent|lost|left|cut|put|shut|kept|paid|sold|made|done|gone|run|let|bought|taken|given|driven|proven|been)$/.test(
    word,
  );
const isDeskPast = (word: string): boolean =>
  editing.get(word) === 'past' ||
  reading.get(word) === 'past' ||
  /^(?:put|placed|shown|stored|formatted|saved|computed|logged|cached|nested|open|often|green|different|silent|present|even|hidden|cut|saved|remembered|persisted|computed|loaded|reported|returned|thrown|replaced|selected|preselected|checked|enabled|disabled|generated|configured|exported|capped|raised|caught|rounded|trimmed|based|limited|allowed|required|pinned|fixed|nested|split|taken|read)$/.test(
    word,
  );
