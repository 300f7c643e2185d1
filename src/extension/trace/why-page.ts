import { trySession } from '../../hooks/client/heartbeat';
import type { GateTrace, Trace } from '../../hooks/pipeline/trace';
import type { CallRow } from '../decisions/grouping';
import { actBy, nameOf } from '../decisions/labels';
import { canBeAllowed, decidingRuling, lookOf, reasonOf, rulingWord } from '../decisions/outcome';
import { escaped, marked, table } from '../inspector/html';
import { oneLine, age, duration, timeOfDay, t } from '../platform/text';
import { pathsIn } from './outline';

/** What is known besides the records. */
export interface WhyFacts {
  readonly now: number;
  /** What people call the session. */
  readonly session: string;
  /** The title of each gate by its id. */
  readonly titles: ReadonlyMap<string, string>;
  /** Gates that did not run, because an earlier one blocked the call. */
  readonly skipped: readonly string[];
  /** What the command does, one line an effect. */
  readonly effects: readonly string[];
  /** When the person's unused allowance of the call ends. */
  readonly allowedUntil: number | undefined;
}

/** The title of the tab. */
export const whyTitle = ({ trace, verdict }: CallRow): string =>
  oneLine(`${capitalized(lookOf(verdict).word)}: ${nameOf(trace).label}`, 60);

const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** One decision from the start: what was decided, why, what a person can do, and what each gate said. */
export function whyPage(row: CallRow, facts: WhyFacts): string {
  const { trace, after, verdict } = row;
  const { tone, word } = lookOf(verdict);
  return [
    `<section class="${tone}">`,
    `<h1><span class="word">${escaped(capitalized(word))}</span>: ${escaped(nameOf(trace).label)}</h1>`,
    `<p class="quiet">${occasion(row, facts)}</p>`,
    `<p class="verdict ${tone}" role="status">${linked(headline(row))}</p>`,
    subject(trace),
    field(t('What it does'), facts.effects.map(escaped).join('<br>')),
    partThatMattered(trace),
    whatToDo(row, facts),
    textForAgent(trace, after),
    `<h2>${t('Step by step')}</h2>`,
    steps(trace, facts),
    ...(after === undefined ? [] : [`<h2>${t('After it ran')}</h2>`, steps(after, { ...facts, skipped: [] })]),
    `</section>`,
  ].join('');
}

function occasion({ trace, ranMs, failed }: CallRow, { now, session, titles }: WhyFacts): string {
  const gate = trace.verdict.gate;
  const parts = [
    ...(gate === undefined ? [] : [titles.get(gate) ?? gate]),
    ...(trace.tool === undefined ? [] : [trace.tool]),
    age(trace.at, now),
    session,
    ...(trace.agent === undefined ? [] : [t('by a sub-agent')]),
    ...(ranMs === undefined ? [] : [t('ran for {0}', duration(ranMs))]),
    ...(failed ? [t('failed')] : []),
  ];
  return parts.map(escaped).join(' · ');
}

/** One sentence: the reason, or that there was nothing to object to. */
function headline({ trace, after }: CallRow): string {
  const reason = reasonOf(trace) || (after === undefined ? '' : reasonOf(after));
  if (trace.act !== undefined) return `${actBy(trace.act)}.`;
  if (reason !== '') return reason;
  if (trace.gates.length === 0) return t('No gate checks this kind of call, or all that do are off.');
  const changed = trace.gates.flatMap(({ rulings }) => rulings.filter(({ kind }) => kind === 'rewrite'));
  if (changed.length > 0) return changed.map((ruling) => ruling.reason).join(' ');
  const remarks = trace.gates.flatMap(({ rulings }) => rulings.filter(({ kind }) => kind === 'context'));
  if (remarks.length > 0) return remarks.map((ruling) => ruling.reason).join(' ');
  return t('All gates ran; none objected.');
}

/** The command or file, with the part marked that a gate objected to. */
function subject({ subject: text, tool, gates, root, act }: Trace): string {
  if (text.trim() === '' || text === tool || act !== undefined) return '';
  const parts = gates.flatMap(({ rulings }) => rulings.flatMap(({ part }) => (typeof part === 'string' ? [part] : [])));
  const marks = parts.flatMap((part) => {
    const start = text.indexOf(part);
    return start < 0 ? [] : [{ start, end: start + part.length, style: 'deny', title: t('the part that mattered') }];
  });
  const isFile = text.startsWith('/') && !text.includes('\n') && text.startsWith(root);
  return `<pre class="text">${isFile ? linked(text) : marked(text, marks)}</pre>`;
}

function partThatMattered(trace: Trace): string {
  const part = decidingRuling(trace)?.part;
  if (typeof part !== 'string' || part === trace.subject) return '';
  return field(t('Part that mattered'), `<code>${linked(part)}</code>`);
}

function whatToDo(row: CallRow, { allowedUntil }: WhyFacts): string {
  const { trace } = row;
  const isBlocked = row.verdict === 'deny' || row.verdict === 'overruled';
  const advice = !isBlocked
    ? []
    : allowedUntil !== undefined
      ? [
          trace.session === trySession
            ? t('Allowed once until {0}. Choose Try It again to see it pass.', timeOfDay(allowedUntil))
            : t('Allowed once until {0}. Tell the agent to try again.', timeOfDay(allowedUntil)),
        ]
      : canBeAllowed(trace)
        ? [t('Let exactly this call pass once, or change what the gate does from now on.')]
        : [t('The agent is never allowed to do this. If it has to be done, do it yourself.')];
  const allow =
    allowedUntil === undefined
      ? button('allowOnce', t('Allow Once…'), '')
      : button('undoAllowOnce', t('Undo Allow Once'), '');
  const buttons = [
    ...(canBeAllowed(trace) ? [allow] : []),
    ...(trace.event === 'PreToolUse' ? [button('makeRule', t('Make a Rule…'))] : []),
    ...(trace.verdict.gate === undefined ? [] : [button('setLevel', t('Set Level…'))]),
    ...(trace.tool === 'Bash' ? [button('inspect', t('Inspect Command'))] : []),
    ...(trace.subject === '' ? [] : [button('copy', t('Copy'))]),
    button('text', t('Show as Text')),
  ];
  return [
    `<h2>${t('What you can do')}</h2>`,
    ...advice.map((line) => `<p>${escaped(line)}</p>`),
    `<div class="bar">${buttons.join('')}</div>`,
  ].join('');
}

const button = (action: string, label: string, kind = 'secondary'): string =>
  `<button type="button" class="${kind}" data-action="${action}">${escaped(label)}</button>`;

/** The agent's own text is for the agent: folded away, for those who want to know. */
function textForAgent(trace: Trace, after: Trace | undefined): string {
  const texts = [trace, ...(after === undefined ? [] : [after])].flatMap(({ verdict: { reason, context } }) =>
    [reason, context].filter((text) => text !== undefined && text !== ''),
  );
  if (texts.length === 0) return '';
  return `<details><summary>${t('What the agent was told')}</summary><pre>${escaped(texts.join('\n\n'))}</pre></details>`;
}

function steps({ gates, problem }: Trace, { titles, skipped }: WhyFacts): string {
  if (problem !== undefined) return `<p>${t('No gate checked this call: {0}', escaped(problem))}</p>`;
  const rows = gates.map((gate) => [
    escaped(titles.get(gate.id) ?? gate.id),
    escaped(gate.level),
    [
      ...gate.rulings.map((ruling) => rulingText(ruling, gate)),
      ...gate.notes.map((note) => `<small>${linked(note)}</small>`),
    ]
      .concat(
        gate.failure === undefined
          ? []
          : [`<span class="deny">${t('The gate failed: {0}', escaped(gate.failure))}</span>`],
      )
      .join('<br>'),
    `<span class="number">${escaped(duration(gate.ms))}</span>`,
  ]);
  const left =
    skipped.length === 0
      ? ''
      : `<p class="quiet">${t('Skipped, because the call was already blocked: {0}', escaped(skipped.join(', ')))}</p>`;
  if (rows.length === 0) return `<p class="quiet">${t('No gate ran.')}</p>${left}`;
  return table([t('Gate'), t('Level'), t('What it said'), t('Time')], rows) + left;
}

function rulingText({ kind, reason, rule }: GateTrace['rulings'][number], { level }: GateTrace): string {
  if (kind === 'pass') return reason === '' ? t('no objection') : linked(reason);
  const weak = level === 'observe' ? ` (${t('only recorded')})` : level === 'warn' ? ` (${t('as advice')})` : '';
  const title = typeof rule === 'string' ? ` title="${escaped(rule)}"` : '';
  return `<span class="${escaped(kind)}"${title}>${escaped(rulingWord(kind))}${weak}</span>: ${linked(reason)}`;
}

const field = (label: string, html: string): string => (html === '' ? '' : `<h2>${escaped(label)}</h2><p>${html}</p>`);

/** Text in which files lead to their line. */
function linked(text: string): string {
  let at = 0;
  let html = '';
  for (const { start, end, path, line } of pathsIn(text)) {
    const where = line === undefined ? '' : ` data-line="${line}"`;
    html += `${escaped(text.slice(at, start))}<a href="#" data-action="open" data-file="${escaped(path)}"${where}>`;
    html += `${escaped(text.slice(start, end))}</a>`;
    at = end;
  }
  return html + escaped(text.slice(at));
}
