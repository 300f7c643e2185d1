import { clearAlarms, openAlarms } from '../pipeline/alarms';
import { type Command, exitCodes, stopUnlessConfirmed, siteOf } from './command';
import { json, printable, readWords, UsageError } from './words';
import { ago } from '../project/text';

const help = `
Usage: gatehouse alarms [--json]
       gatehouse alarms clear

Shows where Gatehouse was not in force: calls that ran although they were blocked, that no gate checked or that ran
with other input than was checked, and files that a call changed behind Gatehouse's back. An alarm stays until you
clear it, which needs a terminal, where you type a word to confirm.

Exit codes: 0 there is none, or they were cleared, 1 there are some, or they were not cleared, 64 wrong usage, 70 could
not be done.
`;

export const command: Command = {
  name: 'alarms',
  summary: 'calls and changes that Gatehouse should have stopped',
  help,
  async run(args, terminal) {
    const { positionals, asJson } = readWords(args);
    const [word, ...more] = positionals;
    if (more.length > 0 || (word !== undefined && word !== 'clear')) throw new UsageError("use 'clear' or no word");
    const site = siteOf(terminal);
    const alarms = openAlarms(site);
    if (asJson) json(terminal, { alarms });
    else {
      const rows = alarms.map(({ at, text, cause }) => {
        const why = cause === undefined ? '' : ` Likely cause: ${cause}.`;
        return `${ago(at, site.clock.now())}: ${text.replace(/\.$/, '')}.${why}\n`;
      });
      terminal.out(printable(rows.length === 0 ? 'No alarm.\n' : rows.join('')));
    }
    if (alarms.length === 0 || word === undefined) return alarms.length === 0 ? exitCodes.ok : exitCodes.no;
    const stop = await stopUnlessConfirmed(terminal, 'alarms', 'clear', `Clear ${alarms.length} alarms?`);
    if (stop !== undefined) return stop;
    await clearAlarms(site, site.clock.now());
    return exitCodes.ok;
  },
};
