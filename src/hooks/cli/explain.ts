import path from 'node:path';
import { gatesFor } from '../pipeline/catalog';
import { findTrace, readTraces } from '../pipeline/decision-log';
import { decideCall } from '../pipeline/decide-call';
import { type Trace, withOutcomes, traceOf } from '../pipeline/trace';
import type { Site } from '../pipeline/site';
import { personHome } from '../project/home';
import { readCall } from '../protocol/call';
import { isEventName } from '../protocol/events';
import { reviewCommands } from '../review/commands';
import { route, type Provenance } from '../review/routing';
import { toolOutput } from '../review/tool-output';
import { type Command, Declined, exitCodes, siteOf, systemClock, type Terminal } from './command';
import {
  json,
  noMoreWords,
  printable,
  readWords,
  UsageError,
  onOff,
  withText,
  answer,
  changeRow,
  table,
} from './words';
import { explanation } from './explanation';
import { routingText } from './routing-text';
import { readFile } from '../project/read-file';
import { profiles, type Profile } from '../pipeline/gate';
import { counted } from '../project/text';

const explainHelp = `
Usage: gatehouse explain [--last] [--json]
       gatehouse explain --id <id> [--json]
       gatehouse explain --command '<command>' [--tool Bash|PowerShell] [--json]
       gatehouse explain --output-file <file> [--tool <tool>] [--command '<command>'] [--json]

Explains a decision step by step: every gate, what it read, why it decided, and what to do next.

  --last          the last call that was blocked or changed, or that changed a flag (the default)
  --id            a recorded call, by its id
  --command       try a command: what the gates would say. It is not run, and nothing is written or recorded
  --output-file   a review's output: which verdict words were found, which one decided, and why the others did not.
                  With --tool Bash and --command it is that command's output; otherwise a reviewer's answer.

Exit codes: 0 explained; for --command 1 when it would be blocked; 1 also when there is no such record,
64 wrong usage, 70 could not be done.
`;

export const explain: Command = {
  name: 'explain',
  summary: 'why something was blocked, changed or let through',
  help: explainHelp,
  async run(args, terminal) {
    const { values, positionals, asJson } = readWords(args, {
      last: onOff,
      id: withText,
      command: withText,
      'output-file': withText,
      tool: withText,
    });
    noMoreWords(positionals);
    const { id, command: line, 'output-file': file, tool } = values;
    if ([values.last, id, line ?? file].filter((one) => one !== undefined).length > 1) {
      throw new UsageError('use one of --last, --id, --command and --output-file');
    }
    if (file !== undefined) return explainOutput(file, line, tool, terminal, asJson);
    if (line !== undefined) return explainCommand(line, tool ?? 'Bash', terminal, asJson);
    if (tool !== undefined) throw new UsageError('--tool belongs to --command or --output-file');
    return explainRecord(id, terminal, asJson);
  },
};

async function explainRecord(id: string | undefined, terminal: Terminal, asJson: boolean): Promise<number> {
  const { home, root } = siteOf(terminal);
  const [trace] =
    id === undefined
      ? [...readTraces(home, { limit: 1, matches: hasSomethingToSay }), ...readTraces(home, { limit: 1 })]
      : readTraces(home, { limit: 1, matches: (one) => one.id === id });
  if (trace === undefined) {
    const what = id === undefined ? `nothing was recorded yet for ${root}` : `there is no record ${id} for ${root}`;
    throw new Declined(`gatehouse explain: ${what}. 'gatehouse doctor' says whether the hooks fire.`);
  }
  await show(withOutcome(trace, home), false, terminal, asJson);
  if (id === undefined && !asJson) terminal.out(printable(quietSince(trace, home)));
  return exitCodes.ok;
}

/** A blocked call is shown with what became of it: the client may have run it anyway. */
function withOutcome(trace: Trace, home: string): Trace {
  const { toolUseId } = trace;
  if (toolUseId === undefined) return trace;
  const end = findTrace(home, '"event":"PostToolUse', `"toolUseId":${JSON.stringify(toolUseId)}`);
  return withOutcomes(end === undefined ? [trace] : [trace, end])[0] ?? trace;
}

const quietShown = 5;

/** The calls that passed since, for a person who wonders why nothing was reported. */
function quietSince(told: Trace, home: string): string {
  const newer = readTraces(home, { since: told.at, limit: quietShown + 1, matches: (one) => !hasSomethingToSay(one) });
  const later = newer.filter((one) => one.id !== told.id);
  if (later.length === 0) return '';
  const lines = later.slice(0, quietShown).map(({ id, event, tool, subject }) => {
    const [line = ''] = subject.split('\n');
    return `  ${id}  ${tool ?? event}  ${line.length > 70 ? `${line.slice(0, 69)}…` : line}`.trimEnd();
  });
  const more = later.length > quietShown ? ['  …'] : [];
  return `\nLet through since then, newest first; 'gatehouse explain --id <id>' explains one:\n${[...lines, ...more].join('\n')}\n`;
}

/** Most calls pass or are approved and change nothing; people do not ask about those. */
function hasSomethingToSay({ verdict, problem, gates, act }: Trace): boolean {
  if (act !== undefined) return true;
  const { rewritten, context, message } = verdict;
  if (rewritten === true || context !== undefined || message !== undefined || problem !== undefined) return true;
  return gates.some((gate) =>
    gate.rulings.some(({ kind, changed }) => changed === true || (kind !== 'pass' && kind !== 'allow')),
  );
}

async function explainCommand(line: string, tool: string, terminal: Terminal, asJson: boolean): Promise<number> {
  const call = readCall(
    { hook_event_name: 'PreToolUse', session_id: '', tool_name: tool, tool_input: { command: line } },
    'PreToolUse',
    terminal.cwd,
  );
  if ('problem' in call) throw new UsageError(call.problem);
  const { done, site } = await decideCall(call, { env: terminal.env, clock: systemClock, dry: true });
  const trace = traceOf(call, done, { event: call.event, via: 'cold', root: site.root, at: Date.now(), ms: 0 });
  const effects = tool === 'Bash' ? await effectsOfCommand(line, site) : undefined;
  await show(trace, true, terminal, asJson, effects);
  return trace.verdict.decision === 'deny' ? exitCodes.no : exitCodes.ok;
}

/** What reads commands is loaded for a command. */
async function effectsOfCommand(line: string, site: Site): Promise<readonly string[]> {
  const [{ readingAt }, { describeEffects }] = await Promise.all([
    import(/* webpackChunkName: "commands" */ '../shell/shared-reading'),
    import(/* webpackChunkName: "commands" */ '../shell/describe-effects'),
  ]);
  return describeEffects(readingAt(line, site));
}

async function show(
  trace: Trace,
  isDryRun: boolean,
  terminal: Terminal,
  asJson: boolean,
  effects?: readonly string[],
): Promise<void> {
  if (asJson) {
    json(terminal, { ...trace, effects });
    return;
  }
  const gates = isEventName(trace.event) ? await gatesFor(trace.event, trace.tool) : [];
  terminal.out(explanation(trace, { gates, now: Date.now(), isDryRun, effects }));
}

const largestOutput = 64 * 1024 * 1024;

async function explainOutput(
  file: string,
  line: string | undefined,
  tool: string | undefined,
  terminal: Terminal,
  asJson: boolean,
): Promise<number> {
  const reading = readFile(path.resolve(terminal.cwd, file), { maxBytes: largestOutput });
  if (reading.kind !== 'bytes')
    throw new Error(`${file}: ${reading.kind === 'missing' ? 'there is no such file' : reading.problem}`);
  const output = toolOutput(reading.bytes.toString('utf8'));
  const provenance = await provenanceOf(tool, line, terminal);
  const routing = route(output.kind === 'text' ? output.text : '', provenance);
  if (asJson) json(terminal, { file, shape: output.shape, provenance, ...routing });
  else terminal.out(printable(routingText(file, output, provenance, routing)));
  return exitCodes.ok;
}

async function provenanceOf(
  tool: string | undefined,
  line: string | undefined,
  terminal: Terminal,
): Promise<Provenance> {
  const shell = tool === 'Bash' || tool === 'PowerShell' || (tool === undefined && line !== undefined);
  if (!shell) return { source: 'reviewer' };
  if (line === undefined) throw new UsageError('--tool Bash needs --command with the command that ran');
  const { env, cwd } = terminal;
  const commands = await reviewCommands(line, { cwd, home: personHome(env), env });
  return { source: 'command', kinds: [...new Set(commands.map(({ kind }) => kind))], command: line };
}

const replayHelp = `
Usage: gatehouse replay [--since <time>] [--profile observe|standard|harness] [--id <id>] [--limit <n>] [--json]

Replays recorded calls through the gates, without running anything, and prints which decisions would differ with
today's configuration or with another profile. Files and flags are the current ones; secrets in the recorded calls
are masked. Only calls before a tool ran can be replayed.

  --since    30m, 6h, 7d, or a date (default 7d)
  --limit    at most so many calls, the newest first (default 500)

Exit codes: 0 nothing would change, 1 something would, 64 wrong usage, 70 could not be done.
`;

interface Again {
  readonly id: string;
  readonly at: number;
  readonly tool: string | undefined;
  readonly subject: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string | undefined;
}

export const replay: Command = {
  name: 'replay',
  summary: 'which decisions would differ with another configuration',
  help: replayHelp,
  async run(args, terminal) {
    const { values, positionals, asJson } = readWords(args, {
      since: { ...withText, default: '7d' },
      profile: withText,
      id: withText,
      limit: { ...withText, default: '500' },
    });
    noMoreWords(positionals);
    const profile = profileNamed(values.profile);
    const limit = Number(values.limit);
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit needs a whole number above 0');
    const traces = readTraces(siteOf(terminal).home, {
      since: values.id === undefined ? momentOf(values.since, Date.now()) : 0,
      limit,
      matches: (trace) => trace.event === 'PreToolUse' && (values.id === undefined || trace.id === values.id),
    });
    const again: Again[] = [];
    let unread = 0;
    for (const trace of traces) {
      const one = await judgedAgain(trace, profile, terminal);
      if (one === undefined) unread += 1;
      else again.push(one);
    }
    const changed = again.filter(({ before, after }) => before !== after);
    answer(
      terminal,
      asJson,
      { judged: again.length, unread, changed },
      printable(replayText(again.length, unread, changed)),
    );
    return changed.length === 0 ? exitCodes.ok : exitCodes.no;
  },
};

async function judgedAgain(trace: Trace, profile: Profile | undefined, terminal: Terminal): Promise<Again | undefined> {
  if (trace.call === undefined) return undefined;
  const call = readCall(trace.call, trace.event, trace.cwd);
  if ('problem' in call) return undefined;
  const how = { env: terminal.env, clock: systemClock, dry: true, only: trace.only, profile };
  const { done, site } = await decideCall(call, how);
  const now = traceOf(call, done, { ...trace, at: Date.now(), root: site.root });
  const { id, at, tool, subject } = trace;
  return { id, at, tool, subject, before: outcomeText(trace), after: outcomeText(now), reason: now.verdict.reason };
}

/** What the agent noticed of a verdict, in a word or two. */
function outcomeText({ verdict }: Trace): string {
  const { decision, gate, rule, rewritten, context, message } = verdict;
  if (decision !== undefined) return [decision, gate, rule].filter((word) => word !== undefined).join(' ');
  if (rewritten === true) return 'rewrite';
  return context !== undefined || message !== undefined ? 'advice' : 'pass';
}

function replayText(judged: number, unread: number, changed: readonly Again[]): string {
  const left = unread === 0 ? '' : ` ${unread} were too large to keep and are left out.`;
  return `${table(changed.map((call) => changeRow(call)))}${counted(judged, 'call')} replayed, ${changed.length} would be decided differently.${left}\n`;
}

function profileNamed(word: string | undefined): Profile | undefined {
  if (word === undefined) return undefined;
  const profile = profiles.find((one) => one === word);
  if (profile === undefined) throw new UsageError(`--profile needs one of ${profiles.join(', ')}, not '${word}'`);
  return profile;
}

const spans: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30m`, `6h`, `7d` before now, or a date. */
export function momentOf(word: string, now: number): number {
  const [, number, unit] = /^(\d{1,6})([mhd])$/.exec(word) ?? [];
  if (number !== undefined && unit !== undefined) return now - Number(number) * (spans[unit] ?? 0);
  const date = /^\d{4}-\d\d/.test(word) ? Date.parse(word) : Number.NaN;
  if (Number.isNaN(date)) throw new UsageError(`--since needs a time such as 30m, 6h, 7d or a date, not '${word}'`);
  return date;
}
