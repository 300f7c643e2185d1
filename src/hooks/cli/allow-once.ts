import { allowanceFile, AllowanceList, allowanceMs, Allowances } from '../pipeline/allowance';
import { readTraces } from '../pipeline/decision-log';
import type { Trace } from '../pipeline/trace';
import { type Command, exitCodes, noteAct, personAt, stopUnlessConfirmed, siteOf } from './command';
import { json, noMoreWords, printable, readWords, UsageError, wrapped } from './words';
import { ago } from '../project/text';

const minutes = allowanceMs / 60_000;

const help = `
Usage: gatehouse allow-once <id> [--json]

Lets one blocked call pass its gate once: exactly the same tool, input and directory, within ${minutes} minutes.
gatehouse explain shows the id. Needs a terminal, where you type a word to confirm.

Exit codes: 0 done, 1 declined, no terminal, or that call cannot be allowed (nothing changed), 64 wrong usage,
70 could not be done.
`;

export const command: Command = {
  name: 'allow-once',
  summary: 'let one blocked call pass once',
  help,
  async run(args, terminal) {
    const { values, positionals } = readWords(args, { json: { type: 'boolean' } });
    const [id, ...more] = positionals;
    noMoreWords(more);
    if (id === undefined) throw new UsageError('name a blocked call by its id');
    const site = siteOf(terminal);
    const [trace] = readTraces(site.home, { limit: 1, matches: (one) => one.id === id });
    const permit =
      trace === undefined
        ? `there is no record ${id} here. 'gatehouse explain' shows the last one`
        : allowOnceTarget(trace);
    if (trace === undefined || typeof permit === 'string') {
      const why = typeof permit === 'string' ? permit : 'that call was not blocked';
      terminal.err(printable(`gatehouse allow-once: ${why}. Nothing was changed.\n`));
      return exitCodes.no;
    }
    const question = [
      `${trace.tool ?? trace.event}, ${ago(trace.at, site.clock.now())}:`,
      wrapped(printable(trace.subject), '  '),
      wrapped(printable(trace.verdict.reason ?? ''), '  '),
      `It may pass ${permit.gate} once within ${minutes} minutes.`,
    ].join('\n');
    const stop = await stopUnlessConfirmed(terminal, 'allow-once', 'allow', question);
    if (stop !== undefined) return stop;
    const allowances = new Allowances(site.own(allowanceFile, AllowanceList, { sealed: true }), site.clock);
    await allowances.grant(permit.gate, permit.fingerprint, personAt(terminal));
    noteAct(terminal, site, 'allow once', `${permit.gate}: ${trace.subject}`);
    if (values.json === true) json(terminal, { allowed: id, gate: permit.gate, minutes });
    else terminal.out(`Allowed once, for ${minutes} minutes. Tell the agent to try again.\n`);
    return exitCodes.ok;
  },
};

/** What an allowance would be for, or why there can be none. */
export function allowOnceTarget(trace: Trace): { readonly gate: string; readonly fingerprint: string } | string {
  const { gate } = trace.verdict;
  if (trace.verdict.decision !== 'deny' || gate === undefined) return 'that call was not blocked';
  const rulings = trace.gates.find(({ id }) => id === gate)?.rulings.filter(({ kind }) => kind === 'deny') ?? [];
  if (rulings.length === 0) return 'the call was sent back to be corrected, not blocked';
  if (trace.fingerprint === undefined) return 'that record does not say which call it was';
  if (rulings.some((ruling) => ruling.liftable === false)) {
    return `${gate} never allows such a call; if it is needed, run it yourself`;
  }
  return { gate, fingerprint: trace.fingerprint };
}
