import { readTraces } from '../pipeline/decision-log';
import { profiles, type Profile } from '../pipeline/gate';
import { decideCall } from '../pipeline/decide-call';
import { type Trace, traceOf } from '../pipeline/trace';
import { readCall } from '../protocol/call';
import { exitCodes, type Command, siteOf, systemClock, type Terminal } from './command';
import { answer, changeRow, noMoreWords, printable, readWords, table, UsageError, withText } from './words';
import { counted } from '../project/text';

const help = `
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

export const command: Command = {
  name: 'replay',
  summary: 'which decisions would differ with another configuration',
  help,
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
    answer(terminal, asJson, { judged: again.length, unread, changed }, printable(text(again.length, unread, changed)));
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

function text(judged: number, unread: number, changed: readonly Again[]): string {
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
