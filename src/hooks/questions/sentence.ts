import { acts, code, things, setOf, verbsOf } from './act-words';

/**
 * What a question wants. `naming`: a word or a text, so its options are quotations · `behaviour`: what a program does,
 * so its options are what it does · `design`: how something is made · `act`: that somebody does something.
 */
export type Frame = 'naming' | 'behaviour' | 'design' | 'act';

/** What a writer of code does all day and undoes with the next edit. */
const authoring = verbsOf(`
  add write[wrote,written] explain document look read[read] show[showed,shown] list rename extract refactor sort keep[kept] prefer name call split describe summarize
  summarise draft print test check review compare lint plan estimate investigate use type model structure organize organise
  phrase word spell label style indent align mock sketch outline design handle treat represent render display highlight group
  include mention cover measure benchmark profile debug fix import visualise visualize choose[chose,chosen] implement validate parse
  calculate compute spell translate annotate tackle approach inline memoize memoise debounce throttle wrap unwrap nest flatten hoist shorten lengthen
  simplify clarify reword rephrase rewrite[rewrote,rewritten] reorganize reorganise restructure reorder regroup convert capitalize capitalise abbreviate pluralize
  hide[hid,hidden] collapse expand widen narrow center centre bold number paginate round assert parametrize parameterize generalize generalise specialize introduce
  define declare guard catch support inspect trace scan count search find[found] walk brainstorm think consider prototype experiment draw[drew,drawn] chart
  research learn study note mark track prioritize prioritise focus concentrate work pick select adopt follow retain preserve scaffold trim pad indent
  begin[began,begun] dig ask propose suggest recommend reuse deduplicate dedupe isolate decouple modularize vectorize parallelize batch sanitize escape
  normalize normalise unify standardize standardise spellcheck proofread polish illustrate demonstrate quote cite link tidy lowercase uppercase present recap tabulate narrate transcribe punctuate hyphenate
  separate collect gather assume expect suppose guess imagine reproduce repro step profile instrument log time read skim sum stub fake seed-tests alphabetize alphabetise colour color tint
`);
/** Parts of a program: "should the parser drop commas?" asks how to write it. */
const parts = setOf(`
  function functions parser api endpoint endpoints app application page pages form forms cli component components linter formatter editor client
  method methods class classes hook handler handlers dialog dialogs list lists view views helper helpers module modules library logger menu modal
  user users visitor customer button buttons test tests suite widget sidebar toolbar field fields input inputs table header footer script
  command commands importer exporter compiler bundler tool wizard search filter filters toast tooltip tooltips banner plugin extension middleware router
  reducer store hooks selector validator serializer renderer error errors warning warnings message messages log logs entry output report reports
  readme changelog documentation docs guide section heading title summary icon label link links text copy example examples diagram chart
  animation theme layout column columns row rows cell cells card cards cache reader writer stream iterator loop wrapper code type types
  interface model models flag flags option options setting settings schema-file config configuration default placeholder spinner progress
  screen prompt prompts shortcut notification notifications email emails mail template templates step steps items item state
  numbers number names name date dates file-picker picker dropdown panel tab tabs tree node nodes cursor selection handbook document
  permission permissions invoice invoices receipt receipts password upload uploads download downloads payment avatar retry delay timeout
  sdk bot-reply response responses request requests controller service services worker-pool scheduler getter setter property projects-list
  projects accounts subtitle tables charts buffer lexer tokenizer generator template-engine program stream streams queue pool webhook-handler frontend backend tutorial walkthrough tour quickstart faq story stories version versions snippet
`);
const asksForWords =
  /\b(?:name[ds]?|wording|word|phrase|title|label|text|term|spelling|spell|spelled|verb|caption|headline|placeholder|icon|emoji|colou?r|font|format|style|tone|symbol|method|keyword|prefix|suffix|called?|phrased|worded|labell?ed|say|says|mean|describe[ds]?|mention|cover|example|audience|category|sample|section|chapter|shortcut)\b/;
const opinion =
  /\b(?:you|we|i) (?:prefer|like|want|need|think|recommend|favou?r|expect|mean|find|see|know|have in mind|care)\b/;
const toDo =
  /\b(?:(?:do|would) you (?:want|like) to|(?:want|need|like|prefer|expect|have|ask) (?:me|us|you|i|we) to|me to|us to)\b/;
const wh =
  /^(?:(?:so|and|ok|okay|now|then|also|well|in|for|to|with|at|on|from|by|under|of|as|about|next|one more thing)[,:]? )?(?:which|what|how|where|who|when|why|whose|what's|who's)\b/;
const vague =
  /^(?:so |and |ok |okay )?(?:what (?:now|next|then|should (?:i|we) do(?: now| next| first)?|do (?:i|we|you want me to) do(?: now| next)?|would you like(?: me to do)?(?: now| next)?|happens now)|how (?:do|should|shall) (?:i|we) (?:proceed|continue|go on|go ahead)|which way|what's next)\b/;
const choosesPeople =
  /^(?:which|how many|what) (?:of )?(?:the |our |these |those )?(?:\S+ )?(?:customers|clients|users|partners|subscribers|accounts|people|tenants|candidates|applicants|members|employees|recipients|contacts) (?:should|shall|do|will|can|may|get|receive|hear|lose)\b/;
const happens =
  /\bwhat (?:should|does|will|would|shall) (?:happen (?:when|if|after|on|once)|the \S+ (?:do|return|show|print|say|contain))\b|\bwhat happens (?:when|if)\b|\b(?:how|when|where) (?:should|does|do|will|would|shall|must|can) (?:the |a |an |our |your |each |every )(?:\S+ )?\S+ (?:react|behave|respond|handle|treat|signal|report|deal)\b/;

/** How one sentence of a question is meant. Whatever is not clearly something else asks for an act. */
function frameOf(sentence: string): Frame {
  const wished = wantedOf.exec(sentence)?.[1];
  if (doneAway.test(sentence) || (wished !== undefined && !isPart(wished))) return 'act';
  if (vague.test(sentence) || choosesPeople.test(sentence)) return 'act';
  const open = wh.test(sentence);
  if (toDo.test(sentence) && !isAuthoringAfter(sentence, /\b(?:me|us|you|want|like) to /)) return 'act';
  if (open) {
    if (happens.test(sentence)) return 'behaviour';
    if (parts.has(inPart.exec(sentence)?.[1] ?? '')) return 'behaviour';
    const doer = /\b(?:should|does|do|will|would|can|must|shall) ((?:the|a|an|our|this|each|every) .{1,50})/.exec(
      sentence,
    )?.[1];
    if (doer !== undefined && isPart(doer.replace(/^\w+ /, '')) && !runs.test(doer) && !isDoneTo(sentence))
      return 'behaviour';
    const verb = doneByPeople(sentence);
    if (verb !== undefined && topical.test(verb)) return 'naming';
    if (
      verb !== undefined &&
      !authoring.has(verb) &&
      !/^(?:be|have|format|prefer|want|like|need|think|start|begin|go|put|place|store|call|see)$/.test(verb)
    )
      return 'act';
    if (
      /\bbe (?:\w+ly )?\w+(?:ed|en|t)\b/.test(sentence) &&
      !/\bbe (?:placed|put|shown|called|named|written|worded|phrased|formatted|styled|sorted|ordered|displayed|rendered|labell?ed|described|documented|structured|organi[sz]ed|tested|mocked|modell?ed|validated|handled|treated|aligned|read|listed|kept|used|spelled|covered|represented|logged|split|grouped)\b/.test(
        sentence,
      )
    ) {
      return asksForWords.test(sentence) ? 'naming' : 'act';
    }
    return asksForWords.test(sentence) ? 'naming' : 'design';
  }
  if (
    /\b(?:be called|be named|say ["“]|named? [`"“]|is ["“][^"“”]+["”] or ["“]|spell it|(?:the|a) better (?:word|name|term|title))/.test(
      sentence,
    )
  )
    return 'naming';
  const software =
    /^(?:so |and |then )?(?:should|shall|does|do|must|can|may|will|would|is|are) (?:all |each |every |both |some )?(?:the |a |an |our |your |this |these |that |those |its |new |every )?(.{1,60})/.exec(
      sentence,
    )?.[1];
  if (software !== undefined && !/^(?:i|we|you|it) /.test(software) && isPart(software) && !isDoneTo(sentence))
    return 'behaviour';
  if (describes.test(sentence) || judges.test(sentence)) return 'design';
  if (opinion.test(sentence) && !toDo.test(sentence)) return 'design';
  if (changesHard(sentence)) return 'act';
  if (
    isAuthoringAfter(
      sentence,
      /^(?:(?:so|and|then|ok|okay|please|first) )?(?:(?:should|shall|may|can|could|do|must|would) (?:i|we|you) (?:also |now |first |just |really |still |please )?|(?:shall |should )?(?:i|we) |do we (?:want to |need to )|is it (?:fine|ok|okay|all right) (?:to|if i|if we) |let's |let me )?/,
    )
  )
    return 'design';
  return 'act';
}

/** "Should the logs be thrown out?": a person does it to the part, which does nothing; or it touches what is yours. */
function isDoneTo(sentence: string): boolean {
  const [, done] = /\bbe (?:\w+ly )?(\p{L}+(?:ed|en|wn|nt|one))\b/u.exec(sentence) ?? [];
  return /\byour\b/.test(sentence) || (done !== undefined && !isAuthoredPast(done));
}

/** "Which invoices should be written off?", "Which post should go out?", "Should I mark the tickets as done?" */
export const doneAway =
  /\b(?:should|shall|can|may|must|could|will) (?:be \S+(?:ed|en|wn|nt|ut) (?:off|away|down|over)|go (?:out|live|public|away|down)|disappear|vanish)\b|\btake \S+ ?\S* ?out of\b|\bif (?:i|we) (?:just |now )?(?:emptied|deleted|removed|dropped|wiped|sent|pushed|merged|closed|killed|reset|cleared|published|cancelled|threw)\b|\b(?:mark|set|flag) .{0,40}\b(?:issues?|tickets?|orders?|invoices?|alerts?|threads?|emails?|mails?|prs?|conversations?|reports?|incidents?|cases?) (?:as )?(?:resolved|closed|done|fixed|paid|shipped|delivered|spam|solved|cancelled|approved|read|duplicates?|inactive)\b/;
/** "Do you want the announcement to go out?": something other than a part of a program is to do something. */
const wantedOf =
  /\b(?:want|like|need) ((?:the|our|all|these|those|every|my|your) (?:\S+ ){0,2}?\S+) to (?!be\b|have\b|look\b|show\b|appear\b|use\b|include\b|contain\b|say\b|mention\b|match\b|read\b|open\b|close\b|start\b|return\b|print\b|support\b|accept\b|keep\b|remember\b|save\b|fit\b|scroll\b|wrap\b|sort\b)/;

/** "Should cards have a shadow?": what something is or contains. */
const describes =
  /^(?:so |and |then )?(?:should|shall|must|does|do|can|may|will|would) (?!i |we |you )[\p{L}\d'" -]{1,80}? (?<!\b(?:the|a|an|our|to|from) )(?:have|include|contain|look|appear|mention|support|match|need|fit|look like|be (?!\p{L}+(?:ed|en|wn|t)\b)\p{L}+)\b/u;

/** "Is this wording fine?" */
const judges =
  /^(?:is|are|does|do) .*\b(?:wording|names?|titles?|texts?|messages?|headings?|captions?|labels?|sketch|draft|layout|summary|example|phrasing|title) (?:fine|ok|okay|good|clear|right|enough|acceptable|readable|short|work|read well|make sense)\b[^,]*$/;

/** "How should we treat late items in the queue view?" */
const inPart =
  /^how (?:should|do|would|shall|could) (?:i|we|you) (?:handle|treat|deal with|cope with|process) .* in (?:the|our|a|this) (?:\S+ )?(\S+)$/;

/** What acts on the world outside by itself. */
const runs = /^\w+ (?:\w+ )?(?:script|command|bot|job|tool|agent|cli|hook|worker|users?|visitor|customer)\b/;

/** What is done with a topic: the options of such a question are topics. */
const topical =
  /^(?:document|describe|explain|mention|cover|review|read|draft|sketch|discuss|investigate|illustrate|study|research)$/;

/** The verb of "should I …", "do we …", "can you …". */
export function doneByPeople(sentence: string): string | undefined {
  return /\b(?:should|shall|do|can|could|would|will|may|must|did|are|am) (?:i|we|you|they|one)(?: also| now| first| just| really| still| all| then| ever)? ([\p{L}'-]+)/u.exec(
    sentence,
  )?.[1];
}

function isAuthoringAfter(sentence: string, before: RegExp): boolean {
  const found = before.exec(sentence);
  if (found === null) return false;
  const [, verb, next = ''] = /^([\p{L}'-]+) ?(\S*)/u.exec(sentence.slice(found.index + found[0].length)) ?? [];
  return verb !== undefined && isAuthoring(verb) && !particle.test(next);
}

/** "Log in", "write off": with such a word an everyday verb is another one. */
export const particle = /^(?:in|off|away|over)$/;

/** Is the subject, up to its verb, a part of a program or of its text? */
function isPart(rest: string): boolean {
  const tokens = (rest.split(predicate)[0] ?? '').trim().split(/[\s-]+/);
  const verb = tokens.findIndex((word, at) => at > 0 && !parts.has(word) && isVerb(word));
  const subject = verb < 0 ? tokens : tokens.slice(0, verb);
  return parts.has(subject.at(-1) ?? '') || /`[^`]+`$|\w\(\)$/.test(subject.join(' '));
}

const predicate =
  /\b(?:be|have|use|show|appear|look|return|throw|contain|say|print|accept|remember|mention|skip|clear|drop|remove|delete|send|open|close|ask|list|put|get|go|come|log|report|warn|keep|overwrite|merge|reset|retry|support|allow|require|live|sit|stand|mean|follow|sort|stay|stop|start|include|wrap|collapse|expand|cover|explain|describe|clean|exit|fail|match|share|push|publish|post|emit|validate|handle|store|load|cache|read|write|trim|ignore|replace|default|fade|scroll|link|point|run|also|only|then|first|not|always|never|that|which|who|or|for|with|in|on|of|to|as|add|create|strip|discard|cancel|flush)\b/;

function isVerb(word: string): boolean {
  return acts.get(word)?.form === 'base' || isAuthoring(word) || isNeutral(word);
}

export interface Sentence {
  /** In lower case, with single spaces. */
  readonly text: string;
  /** It ends with a question mark. */
  readonly asks: boolean;
  /** It stands behind a colon: what it asks was begun before. */
  readonly goesOn: boolean;
}

export function sentencesOf(text: string): readonly Sentence[] {
  const parts = text.toLowerCase().split(/([.?!;:](?=\s|$)|\n|\s[-–—]\s)/);
  const sentences: Sentence[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const words = asFirstPerson((parts[at] ?? '').replace(/\s+/g, ' ').trim());
    if (words !== '') sentences.push({ text: words, asks: parts[at + 1] === '?', goesOn: parts[at - 1] === ':' });
  }
  return sentences;
}

/** What a script or an agent does is done for the person who answers: "may the script log in?" */
function asFirstPerson(sentence: string): string {
  return sentence.replace(doer, (whole, modal: string, next: string) =>
    (things.has(next) || parts.has(next)) && !isVerb(next) ? whole : `${modal} i ${next}`,
  );
}

const doer =
  /^(may|should|shall|can|could|must) the (?:\S+ )?(?:script|bot|agent|job|migration|pipeline|assistant) (?!be\b)([\p{L}-]+)/u;

/** The frame of each sentence. Behind a colon stand the candidates of a question for a name. */
export function framesOf(sentences: readonly Sentence[]): readonly Frame[] {
  const frames: Frame[] = [];
  for (const { text, goesOn } of sentences) {
    const before = frames.at(-1);
    frames.push(goesOn && before === 'naming' ? before : frameOf(text));
  }
  return frames;
}

/** An everyday change, but of something that other people depend on: "rename the production bucket". */
export function changesHard(sentence: string): boolean {
  return hardThing.test(sentence) || (changing.test(sentence) && isHard(sentence));
}

/** A hard thing, and not the part of a program that it names: "the repository method". */
export function isHard(sentence: string): boolean {
  const tokens = sentence.split(/[^\p{L}\d]+/u);
  return tokens.some(
    (word, at) =>
      hardWord.test(word) &&
      !standsIn.test(tokens[at - 1] ?? '') &&
      !(word === 'live' && /^(?:in|at|under|inside|next|beside)$/.test(tokens[at + 1] ?? '')) &&
      ![parts, code, things].some((words) => words.has(tokens[at + 1] ?? '')),
  );
}

const standsIn = /^(?:mock|mocked|fake|dummy|sample|toy|example|local|dev|test|simulated|in-memory)$/;
const hardThing =
  /\bprint (?:all |the |these |those |another )*\d+|(?<!\S)\/(?:dev|etc|boot|usr|sys)\/|\S@\S+\.\w|\b(?:as an? (?:collaborator|maintainer|owner|admin|member))\b/;
const changing =
  /\b(?:rename|convert|import|implement|use|split|fix|translate|hide|expand|narrow|widen|isolate|normali[sz]e|clean|tidy|deduplicate|batch|seed|reorder|restructure|round|add|select|adopt|time|mark|track|color|link|work on)\b/;
const hard =
  /\b(?:production|prod|live|data\s?bases?|buckets?|clusters?|servers?|customers?|domains?|dns|billing|pric(?:e|es|ing)|accounts?|subscribers?|backups?|s3|repository|repo|org|organi[sz]ation|shop|website|disks?|drives?|partitions?|volumes?|firmware|hardware|tenants?|bank|payouts?|payroll|mailbox|phones?|laptops?|contracts?|courier|vendors?|suppliers?|migrations?|cron|infrastructure|cloud|kubernetes|firewall|certificates?)\b/;
const hardWord = new RegExp(`^${hard.source.slice(2, -2)}$`);

/** A word for a part of a program or of its text. */
export const isPartWord = (word: string): boolean => parts.has(word);

/** What leaves everything where it is. */
export function isRefraining(verb: string): boolean {
  return /^(?:skip|ignore|leave|stay|stick|keep|hold|wait|finish|see)$/.test(verb);
}

/** What anybody does all day and what the next edit takes back. */
export function isAuthoring(verb: string): boolean {
  return authoring.get(verb) === 'base';
}

export const isAuthoredPast = (word: string): boolean =>
  authoring.get(word) === 'past' ||
  /^(?:disabled|enabled|needed|required|allowed|nested|saved|stored|cached|logged|loaded|computed|localized|broken|open|put|placed)$/.test(
    word,
  );

/** Verbs that are harmless as long as nothing lasting is named. */
export function isNeutral(verb: string): boolean {
  return neutral.has(verb);
}

const neutral = setOf(`
  format make create generate build set put move replace change update increase decrease raise lower double halve limit switch turn run start go open close apply
  take get bring bump install upgrade import export copy save load enable disable connect attach include exclude pin compile configure store cache track stop
  wait finish try tune swap join combine link stay leave continue proceed do give let be have see merge rerun repeat retry restart keep hold pause
  skip ignore stick clean return throw pass render extend adjust adapt port restore commit stage bundle serve accept activate deal help
`);
