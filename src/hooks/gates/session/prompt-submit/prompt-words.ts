/** What a prompt is about, as far as single words and phrases say it. */
export interface PromptTopics {
  /** Issue numbers that the prompt sets the agent to work on. */
  readonly issues: readonly number[];
  readonly deferred: boolean;
  readonly plan: boolean;
  readonly git: boolean;
  readonly research: boolean;
  readonly size: TaskSize | undefined;
  /** Words that look like the path of a file. */
  readonly files: readonly string[];
}

export type TaskSize =
  { readonly kind: 'large'; readonly words: number; readonly actions: number } | { readonly kind: 'broad' };

export function topicsOf(prompt: string): PromptTopics {
  const prose = proseOf(prompt);
  return {
    issues: issuesIn(prose),
    deferred: isAbout(deferred, prose),
    plan: isAbout(plan, prose),
    git: isAbout(git, prose),
    research: isAbout(research, prose),
    size: sizeOf(prose),
    files: filesIn(prompt),
  };
}

const longestPrompt = 20_000;

/** Code, pasted text and addresses are not what the person says. */
function proseOf(prompt: string): string {
  return prompt
    .slice(0, longestPrompt)
    .replace(/<pasted_content\b[^>]*>[\s\S]*?<\/pasted_content>/g, ' ')
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/\bhttps?:\/\/\S+/g, ' ')
    .replace(/[‘’]/g, "'");
}

/**
 * `not` is removed from the text before `yes` is searched: the same word in another sense. Without any of the stems the
 * search is skipped, because the patterns take milliseconds to compile.
 */
interface Words {
  /** In lower case; whatever `yes` finds has one of them. */
  readonly stems: readonly string[];
  readonly yes: readonly RegExp[];
  readonly not: readonly RegExp[];
}

function isAbout({ stems, yes, not }: Words, prose: string): boolean {
  const lower = prose.toLowerCase();
  if (!stems.some((stem) => lower.includes(stem))) return false;
  const otherSenses = new RegExp(not.map(({ source }) => source).join('|'), 'gi');
  const rest = prose.replace(otherSenses, ' ');
  return yes.some((pattern) => pattern.test(rest));
}

const deferred: Words = {
  stems: [
    'later',
    'eventually',
    'some',
    'backlog',
    'park',
    'remind',
    'back',
    'note',
    'defer',
    'future',
    'keep',
    'save',
  ],
  yes: [
    /\b(?:later|eventually|some ?day|backlog|park (?:this|that|it|these))\b/i,
    /\bremind me (?:to|about|later|tomorrow|next)\b/i,
    /\b(?:(?:come|get|circle) back to (?:this|that|it|these)|note to self)\b/i,
    /\bdefer (?:this|that|it|these|those|the)\b/i,
    /\bfuture (?:todo|task|idea|improvement|follow-?up)s?\b/i,
    /\b(?:note|keep|save) (?:this|that|it|these)\b[^.\n]{0,40}\bfor (?:later|myself|the future)\b/i,
  ],
  not: [
    /\b(?:no|not|sooner or|and|or|years?|months?|weeks?|days?|hours?|minutes?|seconds?|ms|lines?|much|releases?|versions?|commits?) later\b/i,
    /\blater (?:than|versions?|releases?|sections?|stages?|steps?|lines?|parts?|commits?|in the (?:file|function|code|chain|list)|on in)\b/i,
    /\b(?:(?:the|a) later|eventually (?:consistent|consistency))\b/i,
    /\b(?:is|are|was|were|gets?|becomes?|will be|be) (?:later|eventually) \w+(?:ed|en)\b/i,
    /\bbacklog (?:of|size|length|parameter|argument|queue|option|limit)\b/i,
    /\b(?:(?:listen|socket|tcp) backlog|defer the (?:script|loading|execution|attribute))\b/i,
  ],
};

const plan: Words = {
  stems: ['plan', 'implement', 'phase', 'status', 'progress', 'demo'],
  yes: [
    /\bmaster[ _.-]?plan\b/i,
    /\bplan(?:ning)?\b/i,
    /\bimplement(?:ing)?\b/i,
    /\bphases?\b/i,
    /^\W*(?:status|progress|demo)\W*$/i,
    /\b(?:project|current|overall|work|our|your|the|what(?:'s| is)(?: the)?) (?:status|progress)\b/i,
    /\bstatus (?:update|report|of (?:the |this |our )?(?:project|work|plan|phases?|feature|task))/i,
    /\bprogress (?:report|so far|on|with)\b/i,
    /\b(?:show|give|do|run|prepare|see) (?:me |us )?(?:a |the )?demo\b/i,
    /\bdemo (?:it|this|that|the|what)\b/i,
  ],
  not: [
    /\b(?:billing|pricing|subscription|data|payment|floor|free|pro|paid|query|execution|explain|premium|basic|meal|phone|insurance|terraform) plans?\b/i,
    /\b(?:plan (?:id|name|tier|price|column|table|field|page|page's|limits?)|terraform plan)\b/i,
    /\b(?:phases? (?:shift|angle|noise|of the moon)|moon phases?)\b/i,
    /\b(?:http|git|response|order|exit|return|current|the|status) status (?:codes?|bar|line|column|field|icon|message)\b/i,
    /\b(?:the|a|current) progress (?:bars?|indicators?|spinners?|events?|callbacks?)\b/i,
    /\b(?:git|http|order|payment|response|exit|the \w+'s) status\b/i,
    /\bthe status (?:codes?|bar|line|column|field|icon|message|badge)\b/i,
    /\bthe progress (?:bar|indicator|spinner|event|callback)\b/i,
  ],
};

const git: Words = {
  stems: ['commit', 'merg', 'push', 'pr', 'pull'],
  yes: [/\b(?:commit|merge|push)(?:s|ed|es|ing|ting)?\b/i, /\bmerging\b/i, /\bPRs?\b(?!\w)/i, /\bpull requests?\b/i],
  not: [
    /\bmerge[ -]?sort\b/i,
    /\bmerg(?:e|es|ed|ing)(?: \w+){0,4} (?:arrays?|lists?|objects?|dict(?:ionarie)?s?|maps?|sets?|cells?|tables?|datasets?|intervals?|columns?|data ?frames?|strings?|props|options|dictionary|classes|functions)\b/i,
    /\bpush(?:es|ed|ing)?(?: \w+){0,4} (?:in|on)?to (?:the |an? )?(?:\w+ )?(?:stack|queue|array|list|heap|history|end|right|left)\b/i,
    /\b(?:push (?:notifications?|button|back)|web push)\b/i,
    /\b(?:transaction|database|db|sql|offset|kafka) commits?\b/i,
    /\bcommit(?:s|ted|ting)? (?:the |a |an? )?(?:\w+ )?(?:transactions?|offsets?)\b/i,
    /\bcommitted to\b/i,
    /\.push\b/i,
  ],
};

const research: Words = {
  stems: ['research', 'dive', 'pros', 'which', 'trending', 'what', 'compare', 'recent'],
  yes: [
    /\bresearch\b/i,
    /\bdeep[ -]dive\b/i,
    /\bpros and cons\b/i,
    /\bwhich (?:\w+ )?(?:is|are|one is|would be) better\b/i,
    /\btrending\b/i,
    /\bwhat (?:do |does |are |is )?(?:other |most )?(?:people|developers|teams|the community|everyone|reddit)\b/i,
    /\bcompare\b[^.\n]{0,60}\b(?:librar(?:y|ies)|frameworks?|options|approaches|alternatives|tools|databases?|vs|versus|with|and|against)\b/i,
    /\b(?:most )?recent (?:developments?|trends?|advances|best practices|articles?|papers?|news|discussions?|benchmarks)\b/i,
  ],
  not: [
    /\bcompare (?:the |two |both |these |those |all )*(?:strings?|values?|dates?|numbers?|arrays?|objects?|files?|outputs?|results?|hash(?:es)?|branch(?:es)?|keys?|fields?|timestamps?|versions?|prices?|elements?|rows?|a and b|lengths?)\b[^.\n]{0,40}/i,
  ],
};

const claims =
  /\b(?:work(?:ing)? on|fix(?:es|ing)?|implement(?:ing)?|tackle|start(?:ing)?(?: with| on)?|handle|address|resolve|close|pick up|take(?: on)?|do)\b((?:[^.#!?\n]|\.(?=\S)){0,60})#(\d{1,5})\b(?![-\w%])/gi;
const noIssue =
  /\b(?:PR|pull request|comments?|lines?|pages?|slides?|steps?|sections?|channel|rule|colou?r|background|border|fill|theme|hex|part|version|attempt)\s*$/i;
const refusal = /\b(?:don't|do not|not to|never|without|instead of|stop|already)\s+(?:\w+\s+)?$/i;

/** `fix #12 and #13`: the numbers that a verb of work stands before. */
function issuesIn(prose: string): readonly number[] {
  const found = new Set<number>();
  if (!prose.includes('#')) return [];
  for (const match of prose.matchAll(claims)) {
    const [, between = '', number = ''] = match;
    if (noIssue.test(between) || refusal.test(prose.slice(0, match.index))) continue;
    if (/\bcolou?r\b/i.test(between)) continue;
    found.add(Number(number));
    const rest = prose.slice(match.index + match[0].length);
    for (const [, more = ''] of (/^(?:\s*(?:,|and|&|,\s*and)\s*#\d{1,5}\b)+/i.exec(rest)?.[0] ?? '').matchAll(
      /#(\d+)/g,
    )) {
      found.add(Number(more));
    }
  }
  return [...found].filter((number) => number > 0).slice(0, 5);
}

const actions = /\b(?:implement|add|create|build|fix|update|refactor|migrate|convert|rewrite)(?:s|ing|e|es)?\b/gi;
const broad: Words = {
  stems: ['everything', 'all of', 'entire', 'whole', 'every', 'comprehensive', 'overhaul', 'rewrite'],
  yes: [
    /\b(?:implement|add|create|build|fix|update|change|refactor|migrate|convert|rewrite|redo|rename|document|test|improve|review|replace|port|clean up|modernize|overhaul)\b[^.\n]{0,60}\b(?:everything|all of (?:it|them|the|our|these)|(?:the )?entire|the whole|every (?:file|module|page|test|function)|comprehensive(?:ly)?)\b/i,
    /\bcomplete (?:overhaul|rewrite)\b/i,
    /\bcomprehensive (?:review|audit|test|refactor|documentation)/i,
  ],
  not: [
    /\b(?:if everything|everything (?:is|works|ok|else (?:works|is)))\b/i,
    /\bentire (?:line|string|message|word|value|match|response|output)\b/i,
  ],
};

function sizeOf(prose: string): TaskSize | undefined {
  const words = prose.split(/\s+/).filter((word) => /\w/.test(word)).length;
  const verbs = words > 40 ? (prose.match(actions)?.length ?? 0) : 0;
  if (verbs > 2) return { kind: 'large', words, actions: verbs };
  return isAbout(broad, prose) ? { kind: 'broad' } : undefined;
}

const pathWord = /(?:^|[\s"'`(@[])((?:[\w.@+-]*[\\/])*[\w.@+-]*\w\.[A-Za-z][A-Za-z0-9]{0,5})(?=$|[\s"'`)\],;:!?.])/g;

function filesIn(prompt: string): readonly string[] {
  if (!prompt.includes('.')) return [];
  const found = [...prompt.slice(0, longestPrompt).matchAll(pathWord)].map((match) =>
    (match[1] ?? '').replace(/^@/, ''),
  );
  return [...new Set(found)].filter((name) => name !== '' && !/^(?:i\.e|e\.g)$/i.test(name)).slice(0, 5);
}
