import { tokensOf, type Suspicion } from '../clause';
import type { Sentence } from '../sentence';
import { isStatic, phraseOf, type Choice } from '../shape';
import { acts, opaque } from '../words/acts';
import { editing, handling, portraying, reading } from '../words/everyday';
import { atWorld, inDesk, isHard, kindOf, speaksOfWorld, standIn } from './kind';
import { isOffer } from './offer';
import { calendar, personal, showsDesk, told, unproven, type Scene } from './scene';

/** The thing that is to get a property decides; where it is not known, nothing of the world may be spoken of. */
export function doubtOfChoice(sentence: Sentence, scene: Scene, { topic, does }: Choice): Suspicion | undefined {
  const isWho = /^who\b(?! (?:is|are) the (?:target )?(?:audience|readers?)\b)/.test(sentence.text);
  const kind = isWho ? 'either' : kindOf(topic);
  const why: Suspicion =
    topic.length === 0 || kind === 'desk' ? unproven : { why: `it is about ${topic.join(' ')}`, grave: false };
  if ((personal.test(sentence.text.replace(/ (?:when|if) .*/, '')) && !standIn.test(sentence.text)) || does === 'gone')
    return why;
  if (kind === 'unknown' && /^may\b/.test(sentence.text) && !showsDesk([sentence, ...scene.before])) return why;
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
  if (fitFor.test(sentence.text) && speaksOfWorld([sentence.text])) return why;
  if (outlasting.test(sentence.text) && kind !== 'desk' && kind !== 'piece') return why;
  if (
    /\b(?:logs|events|metrics|traces|dumps|artifacts|artefacts|recordings|transcripts|originals)\b/.test(
      topic.join(' '),
    ) &&
    retention.test(sentence.text)
  )
    return why;
  if (kind === 'desk' || kind === 'piece' || standIn.test(sentence.text)) return undefined;
  if ([sentence.text, ...scene.offered].some((text) => calendar.test(text))) return why;
  if (opaque.has(does ?? '') && !isStatic(does ?? '')) return why;
  if (changesHands.test(does ?? '') || atOnce.test(sentence.text)) return why;
  if (
    kind !== 'world' &&
    inDesk(sentence.text) &&
    !(does !== undefined && acts.has(does)) &&
    !speaksOfWorld([sentence.text, ...told(scene)])
  )
    return undefined;
  if (hasPart(sentence.text)) return undefined;
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

/** "Should the runbook have a section on …": what something is made of. */
const hasPart = (text: string): boolean => {
  const [, part = ''] =
    /^(?:should|shall|does|do|must|may|can) .*?\b(?:have|contain|include|need|get|carry|show|mention) (?:an? |its own |their own |another |more |any )(.+)$/.exec(
      text,
    ) ?? [];
  return kindOf(phraseOf(tokensOf(part))) === 'desk';
};

/** "Is it ready for the marketplace?" */
const fitFor = /\b(?:ready|good|fine|okay|ok|safe|fit|due|do without|do with)\b/;
/** "Is it still of any use?": what is not kept is gone. */
const outlasting =
  /\b(?:still|any ?more|any longer|no longer|of (?:any )?use|worth (?:keeping|the (?:space|room|disk|money))|hold on to|outlive|ever again)\b/;
const retention = /\b(?:outlive|keep|kept|stay|older|\d+ (?:days?|weeks?|months?|years?)|quarter|month|year)\b/;

/** "How detailed should it be?" */
const isManner = (text: string): boolean =>
  /^how \p{L}+ (?:should|shall|must|do you want) (?:this|it|that|they|these|those)(?: to)? be\b/u.test(text) &&
  !/^how (?:soon|public|often|many|much)\b/.test(text);

/** Of what is not known to be a text or a program: who is to get something, and what is to be so at once. */
const changesHands = /^(?:get|receive|lose|win|inherit|become|becomes|join|hear)$/;
const atOnce = /\b(?:now|today|tonight|tomorrow|right away|immediately)$/;
/** "Be red", "have a border", "be sorted", and not "be thrown out" or "go". */
const isSaidOf = (word: string): boolean =>
  isStatic(word) || !(isParticiple(word) || acts.has(word)) || isDeskPast(word) || isPortrayed(word);
const isPortrayed = (word: string): boolean =>
  portraying.has(word.split('-').at(-1) ?? '') ||
  /^(?:ordered|formatted|validated|parsed|structured|handled|treated|worded|sorted|included|listed|called|named)$/.test(
    word.split('-').at(-1) ?? '',
  );

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
