import type { RuledObjection } from '../../hooks/gates/before-bash/guard/rule';
import type { CommandReading, Invocation } from '../../hooks/shell/invocation';
import type { Folder } from '../store/folder';
import type { Trace } from '../../hooks/pipeline/trace';
import { reasonOf, rulingWord } from '../decisions/outcome';
import { escaped, inlineDiff, marked, table, type Mark } from './html';
import { t } from '../platform/text';
import { route, type Match, type Provenance } from '../../hooks/review/routing';
import { toolOutput } from '../../hooks/review/tool-output';
import type { ReviewKind } from '../../hooks/review/vocabulary';
import { fateWords } from '../../hooks/cli/routing-text';

/** What the gates would decide about a command line, and what it would run, piece by piece. Nothing is run. */
export async function commandPage(command: string, folder: Folder): Promise<string> {
  const { commandParts, decideCall, readCall, traceOf } = await import('../../hooks/library');
  const call = readCall(payloadOf(command), 'PreToolUse', folder.root);
  if ('problem' in call) return `<p class="quiet">${escaped(call.problem)}</p>`;
  const { firstObjection, viewOf, readingAt, describeEffects } = await commandParts();
  const { done, scheduled, site } = await decideCall(call, { ...folder.services, dry: true });
  const titles = new Map(scheduled.map(({ gate }) => [gate.id, gate.title]));
  const reading = readingAt(command, site);
  const view = viewOf(site, {});
  const own = reading.invocations.map((invocation) =>
    firstObjection({ ...alone, source: command, invocations: [invocation] }, view),
  );
  const judged = judgedOf(reading.invocations, own);
  // A part that is blocked by itself would hide what else is wrong with the line.
  const rest = reading.invocations.filter((_, index) => own[index] === undefined);
  const whole = firstObjection({ ...reading, invocations: rest }, view);
  const after = 'input' in done.call && typeof done.call.input.command === 'string' ? done.call.input.command : command;
  const trace = traceOf(call, done, { event: 'PreToolUse', via: 'warm', root: site.root, at: 0, ms: 0 });
  return [
    headline(trace, after === command ? undefined : after),
    ...(after === command ? [] : [`<h2>${t('It would run as')}</h2>`, inlineDiff(command, after)]),
    `<h2>${t('What it runs')}</h2>`,
    `<pre class="text">${marked(command, whole === undefined ? marksOf(judged) : [lineMark(command, whole)])}</pre>`,
    judged.length === 0
      ? `<p class="quiet">${t('Nothing is run.')}</p>`
      : tree(judged, whole, folder, (invocation) =>
          describeEffects({ ...alone, source: command, invocations: [invocation] }),
        ),
    ...unread(reading),
    `<h2>${t('The gates')}</h2>`,
    table(
      [t('Gate'), t('Level'), t('What it said')],
      done.gates.flatMap((gate) =>
        gate.rulings.map(({ kind, reason }) => [
          escaped(titles.get(gate.id) ?? gate.id),
          escaped(gate.level),
          `<span class="${escaped(kind)}">${escaped(rulingWord(kind))}</span>${reason === '' ? '' : `: ${escaped(reason)}`}`,
        ]),
      ),
    ),
  ].join('');
}

const payloadOf = (command: string) => ({
  hook_event_name: 'PreToolUse',
  session_id: '',
  tool_name: 'Bash',
  tool_input: { command },
});

/** The result in one sentence. */
function headline(trace: Trace, rewritten: string | undefined): string {
  const { decision } = trace.verdict;
  const [tone, word, why] =
    decision === 'deny'
      ? ['bad', t('Blocked'), reasonOf(trace)]
      : decision === 'ask'
        ? ['warning', t('Asks you first'), reasonOf(trace)]
        : rewritten !== undefined
          ? ['info', t('Changed'), t('It runs as: {0}', rewritten)]
          : decision === 'allow'
            ? ['good', t('Approved'), t('Runs without a prompt: {0}', reasonOf(trace))]
            : ['plain', t('Not blocked'), t('The agent’s client asks you as usual.')];
  return `<p class="verdict ${tone}" role="status"><b>${escaped(word)}</b>. ${escaped(why)}</p>`;
}

/** What a command does, for a test case. */
export async function effectsOfCommand(command: string, folder: Folder): Promise<readonly string[]> {
  const { commandParts, decideCall, readCall } = await import('../../hooks/library');
  const call = readCall(payloadOf(command), 'PreToolUse', folder.root);
  if ('problem' in call) return [];
  const { readingAt, describeEffects } = await commandParts();
  const { site } = await decideCall(call, { ...folder.services, dry: true });
  return describeEffects(readingAt(command, site));
}

/** A reading with only one invocation, so that rules about the whole line do not match. */
const alone: Omit<CommandReading, 'source' | 'invocations'> = {
  assignments: [],
  repetitions: [],
  unread: [],
  errors: [],
};

interface Judged {
  readonly invocation: Invocation;
  /** Why it is blocked itself. */
  readonly finding: RuledObjection | undefined;
  /** It runs something that is blocked, so it is blocked, too. */
  readonly within: RuledObjection | undefined;
}

/** A blocked command blocks everything that runs it: `sudo sh -c '…'` is not fine if its inner command is not. */
function judgedOf(invocations: readonly Invocation[], own: readonly (RuledObjection | undefined)[]): readonly Judged[] {
  return invocations.map((invocation, index) => {
    const within = own.find((finding, other) => finding !== undefined && isAncestor(invocations, index, other));
    return { invocation, finding: own[index], within };
  });
}

/** Does the one at `index` run the one at `other`? By its place in the text, or as the last before it that is less deep. */
function isAncestor(invocations: readonly Invocation[], index: number, other: number): boolean {
  const outer = invocations[index];
  const inner = invocations[other];
  if (outer === undefined || inner === undefined || index === other) return false;
  if (outer.range !== undefined && inner.range !== undefined) {
    const holds = outer.range.start <= inner.range.start && inner.range.end <= outer.range.end;
    const isLarger = outer.range.end - outer.range.start > inner.range.end - inner.range.start;
    return holds && (isLarger || index < other);
  }
  return index < other && invocations.slice(index + 1, other + 1).every((one) => isDeeper(one, outer));
}

const isDeeper = (one: Invocation, outer: Invocation): boolean =>
  one.depth > outer.depth || (one.depth === outer.depth && one.wrappers.length > outer.wrappers.length);

function marksOf(judged: readonly Judged[]): readonly Mark[] {
  return judged.flatMap(({ invocation: { range }, finding, within }): Mark[] => {
    const refused = finding ?? within;
    if (range === undefined) return [];
    return [{ ...range, style: refused === undefined ? 'pass' : 'deny', title: refused?.why ?? t('no objection') }];
  });
}

const lineMark = (command: string, { why }: RuledObjection): Mark => ({
  start: 0,
  end: command.length,
  style: 'deny',
  title: why,
});

function tree(
  judged: readonly Judged[],
  whole: RuledObjection | undefined,
  folder: Folder,
  describeEffects: (invocation: Invocation) => readonly string[],
): string {
  const rows = judged.map(({ invocation, finding, within }) => {
    const { name, args, wrappers, via, depth, cwd } = invocation;
    const text = [name, ...args].map((word) => word.raw).join(' ');
    const around = [...via, ...wrappers.map(({ program }) => program)].join(' › ');
    const cell = `<code>${escaped(text)}</code>${around === '' ? '' : `<br><small>${escaped(around)}</small>`}`;
    return [
      `${'<div class="indent">'.repeat(depth)}${cell}${'</div>'.repeat(depth)}`,
      describeEffects(invocation)
        .map((effect) => escaped(effect))
        .join('<br>'),
      escaped(cwd === undefined ? t('unknown') : shownDirectory(cwd, folder)),
      verdictCell(finding, within, whole),
    ];
  });
  return table([t('Command'), t('What it does'), t('Directory'), t('Verdict')], rows);
}

/** A folder of the project without the path to it. */
const shownDirectory = (directory: string, { root, name }: Folder): string =>
  directory === root || directory.startsWith(`${root}/`) ? `${name}${directory.slice(root.length)}` : directory;

function verdictCell(
  finding: RuledObjection | undefined,
  within: RuledObjection | undefined,
  whole: RuledObjection | undefined,
): string {
  const blocked = (why: string, rule: string) =>
    `<span class="deny" title="${escaped(rule)}">${t('blocked')}</span><br>${escaped(why)}`;
  if (finding !== undefined) return blocked(finding.why, finding.rule);
  if (within !== undefined) return blocked(t('It runs another command that is blocked.'), within.rule);
  if (whole !== undefined) return blocked(t('With the whole line: {0}', whole.why), whole.rule);
  return `<span class="pass">${t('no objection')}</span>`;
}

function unreadText(why: CommandReading['unread'][number]['why'], runner: string): string {
  switch (why) {
    case 'unknown-code':
      return t('{0} runs code that is not in the command', runner);
    case 'script-file':
      return t('{0} runs a script that was not read', runner);
    case 'too-deep':
      return t('{0} runs code that is nested too deeply to be read', runner);
    case 'too-long':
      return t('{0} runs code that is too long to be read', runner);
  }
}

function unread({ unread, errors }: CommandReading): readonly string[] {
  const items = [
    ...unread.map(({ why, text, runner }) => {
      const code = text === '' ? '' : `: <code>${escaped(text.slice(0, 200))}</code>`;
      return `${escaped(unreadText(why, runner))}${code}`;
    }),
    ...errors.map(({ message, at }) => t('{0} at {1}', escaped(message), at)),
  ];
  return items.length === 0
    ? []
    : [`<h2>${t('Not understood')}</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`];
}

export type OutputSource = 'reviewer' | ReviewKind;

export const provenanceOf = (source: OutputSource): Provenance =>
  source === 'reviewer' ? { source } : { source: 'command', kinds: [source], command: '' };

/** What a review's output would change, and what became of every word that reads like a verdict. */
export function routingPage(input: string, source: OutputSource): string {
  const output = toolOutput(input);
  if (output.kind !== 'text') return `<p class="quiet">${t('No text found: {0}.', escaped(output.shape))}</p>`;
  const { matches, changes, none } = route(output.text, provenanceOf(source));
  const news = [
    ...changes.map(
      ({ kind, verdict, rule }) =>
        `<li class="${verdict}">${t('{0} becomes {1}, by {2}', `<b>${kindText(kind)}</b>`, `<b>${verdict === 'pass' ? t('passed') : t('failed')}</b>`, escaped(rule))}</li>`,
    ),
    ...none.map(
      ({ kind, token, line }) =>
        `<li>${t('{0} does not change: line {1} says {2}, which is neither a pass nor a fail', kindText(kind), line, escaped(token))}</li>`,
    ),
  ];
  const rows = matches.map((match) => [
    `${match.line}:${match.column}`,
    escaped(match.token),
    match.kind === undefined ? '–' : kindText(match.kind),
    String(match.rank),
    `<span class="${match.fate.kind}">${escaped(fateWords(match.fate))}</span>`,
  ]);
  return [
    `<h2>${t('Flag changes')}</h2>`,
    news.length === 0 ? `<p class="quiet">${t('Nothing changes.')}</p>` : `<ul>${news.join('')}</ul>`,
    `<h2>${t('Verdict words found')}</h2>`,
    rows.length === 0
      ? `<p class="quiet">${t('No review keyword was found.')}</p>`
      : table([t('Line'), t('Word'), t('Review'), t('Precedence'), t('Effect')], rows),
    `<h2>${t('In the text')}</h2>`,
    `<pre class="text">${marked(output.text, marksIn(output.text, matches))}</pre>`,
  ].join('');
}

function marksIn(text: string, matches: readonly Match[]): readonly Mark[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return matches.map(({ line, column, fate }) => {
    const start = (starts[line - 1] ?? 0) + column - 1;
    const rest = text.slice(start).split('\n', 1)[0] ?? '';
    // A token's name includes its label, and the text may spell it differently. So the mark and its words are marked.
    const length = /^\S+(?:[ \t]+[\p{L}/]+){0,2}/u.exec(rest)?.[0].length ?? rest.length;
    return { start, end: start + length, style: fate.kind, title: fateWords(fate) };
  });
}

const kindText = (kind: string): string => escaped(kind.replace('_', ' '));
