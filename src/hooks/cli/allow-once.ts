import { allowanceFile, AllowanceList, allowanceMs, Allowances, allowOnceTarget } from '../pipeline/allowance';
import { readTraces } from '../pipeline/decision-log';
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
    const { positionals, asJson } = readWords(args);
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
    if (asJson) json(terminal, { allowed: id, gate: permit.gate, minutes });
    else terminal.out(`Allowed once, for ${minutes} minutes. Tell the agent to try again.\n`);
    return exitCodes.ok;
  },
};
