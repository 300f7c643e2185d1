import { code, things, setOf } from './act-words';
import { tokensOf } from './clause';
import { requestedVerb } from './request';
import { changesHard, doneByPeople, isAuthoring, isPartWord, particle, type Frame, type Sentence } from './sentence';

/**
 * Nothing is answered for a person unless the question shows that the answer can be taken back: it is about a text or a
 * program that is being written, or about the talk itself. What is not shown to be harmless is asked.
 */
export function isAboutWork(
  sentences: readonly Sentence[],
  frames: readonly Frame[],
  labels: readonly string[],
): boolean {
  const asking = sentences.some((sentence) => sentence.asks) ? sentences.filter((one) => one.asks) : sentences;
  const choices = labels.map((label) => label.toLowerCase());
  const offersWork = choices.length > 1 && choices.every((label) => namesWork(label));
  return asking.every((sentence) => {
    const at = sentences.indexOf(sentence);
    if (!theirs.test(sentence.text) && isOfProgram(sentence.text, frames[at] ?? 'act')) return true;
    if (isOfTheWorld(sentence.text)) return false;
    if (namesWork(sentence.text) || offersWork || isDeskWork(sentence)) return true;
    const before = sentences.slice(0, at);
    return (
      !before.some(({ text }) => isOfTheWorld(text)) && before.some((one) => namesWork(one.text) || isDeskWork(one))
    );
  });
}

/** It speaks of people, of what is theirs, or of what is running somewhere. */
function isOfTheWorld(sentence: string): boolean {
  if (theirs.test(sentence)) return true;
  const words = sentence
    .replace(/["“`][^"”`]*["”`]/g, ' ')
    .replaceAll(allOf(compound), ' ')
    .replace(/[-/]|['’]s\b/g, ' ');
  const tokens = tokensOf(words);
  return tokens.some(
    (word, at) =>
      world.has(word) &&
      !isWork(tokens[at + 1] ?? '') &&
      !standIn.test(tokens.slice(Math.max(0, at - 3), at).join(' ')) &&
      !/^(?:i|we)$/.test(tokens[at - 1] ?? ''),
  );
}

/** "Which file should I look at first?": everyday work of a programmer. */
function isDeskWork(sentence: Sentence): boolean {
  const wished = /\b(?:me|us|you like|you want) to ([\p{L}'-]+)/u.exec(sentence.text)?.[1];
  const offered = /^i (?:would|could|can) ([\p{L}'-]+)/u.exec(sentence.text)?.[1];
  const verb = wished ?? offered ?? requestedVerb(sentence) ?? doneByPeople(sentence.text);
  if (verb === undefined || changesHard(sentence.text)) return false;
  const rest = sentence.text.split(`${verb} `)[1] ?? '';
  const next = rest.split(' ')[0] ?? '';
  if (goingOn.test(`${verb} ${rest}`)) return true;
  return isAuthoring(verb) && !choosing.test(verb) && !particle.test(next);
}

/** "Which heading fits …": what is chosen is a part of a text or a program. */
const chosenOf =
  /^(?:which|what|how many|how much) (?:kind of |sort of |type of |of the |of these )?((?:[\p{L}\d-]+ ){0,3}?)([\p{L}\d-]+) (?:should(?! (?:i|we)\b)|shall(?! (?:i|we)\b)|do(?:es)?|can|will|would|could|must|is|are|fits?|shows?|goes|go|reads?|sounds?|looks?|suits?|makes?|explains?|matches|works?|needs?|appeals?|belongs?|for)\b/u;
/** What is only said of a thing. */
const describing =
  /\b(?:should|shall|do|can|may|would|how to|want to|want me to|like me to) ?(?:i|we|you)? (?:name|phrase|word|spell|model|mock|simulate|format|label|document|describe|illustrate|abbreviate|capitalize|group|structure|display|render|represent|style|visuali[sz]e|write(?! (?:to|back|off|down)\b)|show (?=(?:that|when|which|whether|how)\b)) ?(?!.* to (?:the |our |my |a )?(?:customers?|clients?|team|public|vendors?|users)\b)/;

/** "Which database should the prototype run on?": it is the work that does it, not a person. */
export function workDoes(sentence: string): boolean {
  const subject =
    /\b(?:want|should|shall|does|do|will|can|could|must|would) (?:the |an? |our |this |each |every |all )?((?:[\p{L}\d-]+ ){1,4}?)(?:to )?(?:have|contain|show|use|say|list|include|look|display|run on|start with|hold|take|support|accept|be (?:plain|html|round|square|flat|dark|light)|print|mention|need|remember|cover|open with|begin with|end|answer|highlight|give|throw|return|make|put|point)\b/u.exec(
      sentence,
    )?.[1];
  if (subject === undefined) return false;
  const words = subject.trim().split(/[\s-]+/);
  const head = words.at(-1) ?? '';
  return (isWork(head) && !beyond.has(head)) || compound.test(subject) || rehearsal.test(subject);
}

const goingOn =
  /^(?:start|begin|continue|proceed|go|stick) (?:with|to) (?:the |this |that )?(?:\S+ )?(?:file|solution|step|part|section|task|parser|component|module|frontend|backend|api|ui)s?\b/;

/** What a part of a program does, and how something looks, is named or is kept in memory. */
function isOfProgram(sentence: string, frame: Frame): boolean {
  if (frame === 'behaviour') return !beyondProgram.test(sentence);
  const [, modifier = '', chosen = ''] = chosenOf.exec(sentence) ?? [];
  if (isWork(chosen) && !beyond.has(chosen) && !isOfTheWorld(modifier)) return true;
  if (describing.test(sentence) || workDoes(sentence)) return true;
  return looks.test(sentence) || (frame === 'naming' && /^what\b.*\b(?:call|name)\b/.test(sentence));
}

const choosing =
  /^(?:prefer|choose|pick|select|adopt|like|call|work|gather|collect|begin|time|record|follow|ask|recommend|propose|suggest|find|search|draw|support|sort|focus|import|add)$/;

const namesWork = (sentence: string): boolean =>
  compound.test(sentence) ||
  (named.test(sentence) && !running.test(sentence)) ||
  rehearsal.test(sentence) ||
  manner.test(sentence) ||
  tokensOf(sentence.replace(/[-/]/g, ' ')).some((word) => isWork(word) && !beyond.has(word));

const isWork = (word: string): boolean => work.has(word) || code.has(word) || things.has(word) || isPartWord(word);

/** Words of programs that are words of the world as well. */
const beyond = setOf(`
  password payment permission permissions account accounts user users visitor customer candidate candidates channel channels provider
  providers address addresses client clients service services email emails mail upload uploads download downloads invoice invoices receipt
  receipts card cards term terms subject sender request requests date dates number numbers rate rates cost costs limit limits list lists
  schedule window windows switch stage stages target targets environment order orders project projects event events item items step steps
  story stories any else if try case cases space year entry entries process note notes message messages plan plans
  policy notification notifications response responses link links pool budget box area train branch check mark form forms
  frequency count counts setup strategy procedure cycle time status state version versions
`);

/** What is made at the desk, and what the talk is about. */
const work = setOf(`
  wording wordings name names naming spelling abbreviation title titles caption headline headlines colour color shade font fonts icon icons emoji
  symbol tone style styles format formats approach approaches way ways idea ideas explanation explanations answer detail details depth goal scope
  iteration overview outline draft drafts sketch sketches mockup mockups wireframe wireframes mock mocks refactoring refactor bug bugs flicker glitch
  crash typo typos spec specs prototype prototypes diff review reviews test tests testing coverage benchmark benchmarks fixture fixtures
  verbosity readability syntax sql orm json yaml toml csv xml html markdown pdf svg css scss sass http graphql grpc typescript javascript python rust java kotlin golang ruby php
  lodash react vue svelte angular django flask fastapi rails node tailwind bootstrap webpack vite vitest jest mocha pytest eslint prettier regex pattern patterns map maps array arrays
  promise promises async await undefined null string strings enum enums union closure recursion loop loops framework frameworks monorepo locale
  locales charset encoding umlauts spaces translation translations browser browsers screenshot screenshots slide slides drawer carousel gallery legend
  graph graphs plot plots axis contrast dark theme themes toolbar indentation tabs camelcase camel snake_case kebab timestamps decimals logging logger
  practice quiz essay poem chapter chapters paragraph paragraphs abstract dialogue plural game bot convention conventions standard
  lint linting strict returns metric metrics pagination scroll scrolling animation animations layout layouts algorithm algorithms concurrency
  optional chaining ternary generics inheritance composition recursion pointer pointers struct structs trait traits lambda iterator decorator
  storybook onboarding flowchart flowcharts diagram diagrams meter matrix tile tiles dashboard widget widgets sparkline heatmap calendar clock timer
  avatar hero navbar navigation breadcrumb breadcrumbs accordion stepper slider chip chips badge badges sidebar header footer grid flexbox breakpoint
  breakpoints viewport responsive accessibility keyboard mouse gesture gestures ui ux gui cli api apis openapi sdk rest endpoint endpoints
  leak latency throughput speed memory cpu performance complexity bundle parsing caching memoization rendering debounce mapping mappings
  palette gradient spacing alignment typography glossary appendix bibliography citation citations sonnet rhyme stanza protagonist narrator
  behaviour behavior codebase snippet snippets docstring docstrings jsdoc readme changelog tutorial walkthrough analogy analogies
  repl notebook pandas polars numpy dataframe dataframes lockfile tsconfig package.json makefile dockerfile gitignore editorconfig
  integration simulator emulator sensor revisions explorer safari firefox chrome worker thread threads mutex semaphore heap stack tree trees leaf linked
  hook hooks reducer selector middleware router routes route controller controllers viewmodel presenter dto adapter facade singleton factory
  import imports assertion assertions todo todos to-do to-dos comment comments quickstart faq persona headings
  thing things topic topics question questions example examples analogy summary bullet bullets prose vocabulary grammar exercise exercises lesson lessons hint hints
  illustration illustrations character characters recipe recipes avatars avatar suggestion suggestions manual manuals voice comparison level levels total index part parts size sizes
  query queries subquery subqueries join joins cte effect effects derived nested nesting flat early compound foreach alternatives
  timeline recap metaphor metaphors simile similes footnote footnotes endnotes subtitle subtitles quotation quotations verse verses scene scenes twist villain
  signature signatures tuple tuples dictionary hash comparator predicate utility utilities polyfill stylesheet mixin margin margins opacity radius
  scrollbar popover snackbar submenu checkbox checkboxes textarea combobox datepicker skeleton favicon thumbnail thumbnails poster flyer brochure deck lecture
  syllabus worksheet flashcards puzzle puzzles riddle joke jokes pun puns limerick haiku thesis hypothesis notation formula formulas equation equations
  histogram scatter boxplot regression bins outliers median precision rounding sorting casing punctuation comma commas semicolons hyphen hyphens acronym acronyms
  storyboard logo logos background backgrounds shadow objects
  kanban palette boards vocabulary nit nits trace traces library libraries
`);

/** "An empty state", "the invoice number": a part of a page, by the word before it. */
const compound =
  /\b(?:empty|loading|invoice|order|user|transfer|payment|refund|upload|download|commit|skip|reset|password|login|contact|price|release|date|error|status|activity|search|phone|e-?mail|card|account|shipping|checkout|http|sort|first|smallest|next|second|new) (?:states?|lists?|numbers?|ids?|forms?|links?|dates?|messages?|fields?|pages?|screens?|templates?|version|meter|strength|pdf|labels?|icons?|view|columns?|orders?|clients?|messages?)\b/;
const named = /`[^`]{1,40}`|\b\w+_\w+\b/;
const running = /\b(?:run|execute|call|invoke|start|use|apply|try)\b/;
/** "How detailed should …", "one commit or several small ones" */
const manner =
  /^do(?:es)? (?:this|that|the|these) (?:plan|approach|outline|structure|design|draft|sketch|order|wording|names?|titles?)s? (?:look|sound|seem|work|make|read)\b|^how (?:detailed|thorough|thoroughly|verbose|deep|deeply|technical|formal|strict|short)\b|\b(?:one|two|three|several|many|a single) (?:big |small |large |separate )?(?:commits?|prs?|pull requests?|files)\b/;
/** "The dev server", "sample data": what stands in for the real thing. */
const rehearsal =
  /\b(?:mock|mocked|fake|dummy|sample|toy|example|local dev|dev|simulated|in-memory|local) (?:servers?|data|schema|database|account|user|users|customer|customers|invoices?|orders?|records|rows)\b/;
const theirs =
  /^(?:what about|how about|who(?! (?:is|are) the (?:audience|readers?|target audience))|whose|whom)\b|\b(?:anyone|everyone|everybody|somebody|your (?:name|behalf|vote|signature|account|card))\b|\b(?:api|access|secret|private|ssh|signing) keys?\b/;
const allOf = (pattern: RegExp): RegExp => new RegExp(pattern, 'g');
const standIn = /\b(?:mock|mocked|mocking|fake|dummy|sample|toy|example|local|dev|test|simulated)\b/;
const world = setOf(`
  customer customers client clients subscriber subscribers vendor vendors supplier suppliers partner partners lawyer lawyers landlord tenant tenants
  auditor auditors regulator regulators police bank insurer employee employees staff contractor contractors candidate candidates applicant applicants
  boss manager colleague colleagues patient patients doctor student students parents guest guests neighbour press media investor investors
  donor donors beneficiary sister brother son daughter wife husband government embassy court agency department committee board
  petition proposal vote election contract contracts agreement lease nda offer bid claim complaint appeal lawsuit licence license patent trademark
  money budget bill bills invoice invoices salary payroll bonus price prices fee fees tax taxes refund refunds payment payments donation tip deposit
  loan mortgage stock stocks shares bond bonds crypto wallet discount subscription subscriptions membership seat seats ticket tickets
  store shop marketplace market npm pypi registry internet web website site domain domains dns nameserver nameservers certificate certificates ca
  production prod cluster clusters node server servers instance instances container containers database databases bucket buckets
  backup backups volume disk drive partition firewall vpn network traffic cdn cloud region
  password passwords secret secrets token tokens credential credentials account accounts rights access
  shipment shipments parcel delivery flight hotel booking reservation appointment meeting trip train car house apartment
  phone laptop robot arm valve pump dose pressure heater door lock drone
  channel channels newsletter campaign announcement ad ads tweet article blog
  branch branches remote origin upstream stash stashes
  vault tracking consent
`);
const beyondProgram =
  /^(?:(?:(?:which|where|how|what|when|who) (?:.* )?)?(?:should|shall|can|may|must|could|will) (?:the |a |an |our |all |new |every )*(?:\S+ )?(?:users?|visitors?|customers?|clients?|accounts?|candidates?|projects?|services?|password|payment|invoices?|emails?|mails?)\b (?!form|page|list|link|number|icon|label|button|pdf|template|strength)|who\b)/;
const looks =
  /\b(?:be (?:\w+[- ])?(?:aligned|rounded|sorted|ordered by|colou?red|worded|called|named|displayed|shown|stored|validated|formatted|phrased|labell?ed|spelled|rendered|handled|indented|highlighted|grouped)|look like|(?:look|displayed|shown) (?:in|as|on)|be (?:grey|gray|bold|round|square))\b/;
