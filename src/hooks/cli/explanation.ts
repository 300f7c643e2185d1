import type { AnyGate } from '../pipeline/gate';
import type { GateTrace, Trace } from '../pipeline/trace';
import { allowOnceTarget } from '../pipeline/allowance';
import { printable, wrapped } from './words';
import { ago } from '../project/text';

/** What is known beside the record itself. */
export interface Setting {
  /** The gates that read calls of this kind, in order. */
  readonly gates: readonly AnyGate[];
  readonly now: number;
  /** A dry run: nothing was sent, nothing can be allowed. */
  readonly isDryRun: boolean;
  /** What the command would do, if it is known. */
  readonly effects?: readonly string[] | undefined;
}

/** A decision told from the start, for someone who has never seen the gates. */
export function explanation(trace: Trace, setting: Setting): string {
  const parts = [
    heading(trace, setting),
    subject(trace),
    ...(setting.effects === undefined || setting.effects.length === 0
      ? []
      : [field('Does', setting.effects.join('\n'))]),
    ...(trace.act === undefined
      ? [trace.problem === undefined ? verdict(trace, setting) : notChecked(trace.problem), steps(trace, setting)]
      : []),
  ];
  return `${printable(parts.filter((part) => part !== '').join('\n\n'))}\n`;
}

function heading(trace: Trace, { now, isDryRun }: Setting): string {
  const { id, at, event, tool, session, agent, cwd, ms, via, only } = trace;
  const what =
    trace.act?.act ?? `${moments[event] ?? (event === '' ? 'a call' : event)}${tool === undefined ? '' : ` ${tool}`}`;
  if (isDryRun) return `${title(trace, true)}: ${what} in ${cwd} (a dry run: nothing was run or recorded)`;
  const time = new Date(at).toISOString().replace('T', ' ').slice(0, 19);
  const who = agent === undefined ? '' : `, by the sub-agent ${agent}`;
  const facts = [
    `${ago(at, now)} (${time} UTC)`,
    `in ${cwd}${who}`,
    ...(session === '' ? [] : [`session ${session.slice(0, 8)}`]),
    ...(trace.act === undefined
      ? [`answered in ${duration(ms)}, ${via === 'warm' ? 'by the host' : 'by its own process'}`]
      : []),
    ...(only === undefined ? [] : [`only ${only.join(', ')} asked`]),
  ];
  return `${title(trace, false)}: ${what}  [${id}]\n${facts.join(' · ')}`;
}

const moments: Readonly<Record<string, string>> = {
  PreToolUse: 'before the tool',
  PostToolUse: 'after the tool',
  PostToolUseFailure: 'after a failure of the tool',
  UserPromptSubmit: 'your prompt',
  Stop: 'when the agent wanted to stop',
  SubagentStart: 'the start of a sub-agent',
  SubagentStop: 'when a sub-agent wanted to stop',
  SessionStart: 'the start of the session',
  SessionEnd: 'the end of the session',
  PreCompact: 'before the conversation is compacted',
  Notification: 'a notification',
};

function title(
  { verdict: { decision, rewritten, context, message }, event, problem, act, ranAnyway }: Trace,
  isDryRun: boolean,
): string {
  if (act !== undefined) return 'Done by a person';
  if (problem !== undefined) return 'Not checked';
  const would = isDryRun ? 'Would be ' : '';
  const word = (text: string) => (isDryRun ? `${would}${text}` : text.charAt(0).toUpperCase() + text.slice(1));
  if (decision === 'deny')
    return event.endsWith('Stop')
      ? word('kept from stopping')
      : event.startsWith('Post')
        ? word('sent back')
        : word(ranAnyway === true ? 'blocked, but it ran anyway' : 'blocked');
  if (decision === 'ask') return word('left to you to confirm');
  if (decision === 'allow') return word('approved');
  if (rewritten === true) return word('changed');
  return context !== undefined || message !== undefined ? word('let through with a remark') : word('let through');
}

const subject = (trace: Trace): string =>
  trace.subject.trim() === '' || trace.subject === trace.tool ? '' : wrapped(trace.subject.trimEnd(), '    ');

function notChecked(problem: string): string {
  return [
    field('Why', problem),
    field(
      'So',
      'No gate checked this call and nothing was sent; the agent continued as if Gatehouse were not installed.',
    ),
  ].join('\n');
}

function verdict(trace: Trace, setting: Setting): string {
  const { decision, rewritten, context, message } = trace.verdict;
  const rows = decision === undefined ? [] : decisionRows(trace, setting);
  const changes = rewritten === true ? rewrites(trace) : [];
  rows.push(...changes.map((change) => ['Changed', change] as const));
  // A rewrite is told to the agent in the words that were just said.
  const told = context?.split('\n\n').filter((text) => !changes.some((change) => change.startsWith(text)));
  if (told !== undefined && told.length > 0) rows.push(['Told', `the agent: ${told.join('\n')}`]);
  if (message !== undefined) rows.push(['Told', `you: ${message}`]);
  const evidence = trace.gates.flatMap(({ rulings }) => rulings.filter(({ changed }) => changed === true));
  if (evidence.length > 0) rows.push(['Flags', evidence.map(({ reason }) => reason).join('\n')]);
  if (rows.length === 0) rows.push(['Why', whyNothing(trace)]);
  if (typeof trace.paused === 'string') {
    rows.push(['Pause', `${trace.paused} had paused the gates: they only recorded.`]);
  }
  return rows.map(([name, text]) => field(name, text)).join('\n');
}

type Row = readonly [name: string, text: string];

function decisionRows(trace: Trace, { gates, isDryRun }: Setting): Row[] {
  const { decision, gate, rule, reason = '' } = trace.verdict;
  const rulings = trace.gates.find(({ id }) => id === gate)?.rulings ?? [];
  const ruling = rulings.find(({ kind }) => kind === decision) ?? rulings.find(({ kind }) => kind === 'feedback');
  const rows: Row[] = [['Why', ruling?.reason ?? reason]];
  if (typeof ruling?.part === 'string') rows.push(['Where', ruling.part]);
  if (rule !== undefined) rows.push(['Rule', rule]);
  if (gate !== undefined) rows.push(['Gate', gateTitle(gate, gates)]);
  if (ruling?.kind === 'feedback') rows.push(['Told', `the agent: ${reason}`]);
  // The first line names the safe way; what follows is for the agent. Older records say `wayForward`.
  const instead = ruling?.instead ?? ruling?.wayForward;
  if (typeof instead === 'string') {
    rows.push(['Instead', (instead.split('\n', 1)[0] ?? '').replace(/^Instead: /, '')]);
  }
  if (ruling?.kind === 'deny' && !isDryRun) rows.push(['You', howToAllow(trace)]);
  return rows;
}

function howToAllow(trace: Trace): string {
  const permit = allowOnceTarget(trace);
  if (typeof permit === 'string') return `This cannot be allowed: ${permit}.`;
  return `To allow exactly this call once, run in your own terminal: gatehouse allow-once ${trace.id}`;
}

function whyNothing({ gates }: Trace): string {
  if (gates.length === 0) return 'No gate checks this kind of call, or all that do are off.';
  const watched = gates.filter((gate) => gate.level === 'observe' && gate.rulings.some(({ kind }) => kind !== 'pass'));
  if (watched.length === 0) return 'All gates ran; none objected or added anything.';
  return `Nothing was sent: ${watched.map(({ id }) => id).join(', ')} only recorded.`;
}

function rewrites(trace: Trace): string[] {
  return trace.gates.flatMap((gate) =>
    gate.rulings
      .filter(({ kind }) => kind === 'rewrite')
      .map((ruling) => `${ruling.reason}${inputOf(ruling.input, ruling.reason)}`),
  );
}

function inputOf(input: unknown, reason: string): string {
  if (typeof input !== 'object' || input === null || !('command' in input)) return '';
  return typeof input.command === 'string' && !reason.includes(input.command) ? `\nIt runs as: ${input.command}` : '';
}

function steps({ gates, verdict: end, problem, only }: Trace, setting: Setting): string {
  if (problem !== undefined) return '';
  const rows = gates.map((gate, index) => step(gate, index + 1));
  const asked = new Set(gates.map(({ id }) => id));
  const missing = setting.gates.filter(({ id }) => !asked.has(id) && only === undefined).map(({ id }) => id);
  const last = setting.gates.findIndex(({ id }) => id === gates.at(-1)?.id);
  const later = new Set(setting.gates.slice(last + 1).map(({ id }) => id));
  const ended = end.decision === 'deny' && last >= 0;
  const after = ended ? missing.filter((id) => later.has(id)) : [];
  const off = missing.filter((id) => !after.includes(id));
  const skipped = (why: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [wrapped(`${why}: ${ids.join(', ')}`, '   ')];
  const notes = [
    ...skipped('Skipped, because the call was already blocked', after),
    ...skipped('Not run, because they are off or run in the background', off),
  ];
  return ['Step by step', ...(rows.length === 0 ? ['   no gate ran'] : rows), ...notes].join('\n');
}

function step(gate: GateTrace, number: number): string {
  const head = `${String(number).padStart(2)}. ${gate.id} (${gate.level}${gate.ms < worthTelling ? '' : `, ${duration(gate.ms)}`})`;
  const rulings = gate.rulings.map((ruling) => wrapped(rulingText(ruling, gate.level), '      '));
  const notes = gate.notes.map((note) => wrapped(`· ${note}`, '        '));
  const failure = gate.failure === undefined ? [] : [wrapped(`! The gate itself failed: ${gate.failure}`, '      ')];
  return [head, ...rulings, ...failure, ...notes].join('\n');
}

const words: Readonly<Record<string, string>> = {
  allow: 'approves',
  ask: 'asks you first',
  deny: 'blocks',
  rewrite: 'changes the input',
  context: 'tells the agent',
  feedback: 'sends it back',
  message: 'tells you',
};

function rulingText(ruling: GateTrace['rulings'][number], level: string): string {
  const { kind, reason, rule } = ruling;
  // A pass says in its own words what was looked at or done.
  if (kind === 'pass') return reason === '' ? 'nothing to say' : reason;
  const act = words[kind] ?? kind;
  const strict = kind === 'deny' || kind === 'ask' || kind === 'rewrite';
  const weakened =
    level === 'observe' ? ' (only recorded)' : level === 'warn' && strict ? ' (sent as advice only)' : '';
  return `${act}${typeof rule === 'string' ? ` [${rule}]` : ''}${weakened}: ${reason}`;
}

/** A gate's time is shown from this many milliseconds on. */
const worthTelling = 10;

const duration = (ms: number): string => (ms < 1 ? 'less than 1 ms' : `${ms.toFixed(0)} ms`);

function gateTitle(id: string, gates: readonly AnyGate[]): string {
  const gate = gates.find((one) => one.id === id);
  return gate === undefined ? id : `${id}: ${gate.summary}`;
}

const field = (name: string, text: string): string => `${name.padEnd(8)}${wrapped(text, '        ').trimStart()}`;
