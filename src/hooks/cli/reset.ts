import { type Command, exitCodes, noteAct, personAt, siteOf } from './command';
import { json } from './words';
import { flagNames, flagTitles, readFlagWords } from './flags';

const help = `
Usage: gatehouse reset <flag>… [--json]
       gatehouse reset --all [--json]

Resets flags to "never run" and deletes their receipts. Flags are ${flagNames}.

Exit codes: 0 done, 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'reset',
  summary: 'reset a flag to "never run"',
  help,
  async run(args, terminal) {
    const { all, asJson, kinds } = readFlagWords(args);
    const site = siteOf(terminal);
    if (all) await site.evidence.reset(undefined, personAt(terminal));
    for (const kind of kinds) await site.evidence.reset(kind, personAt(terminal));
    for (const kind of all ? ['all flags'] : kinds.map((one) => flagTitles[one]))
      noteAct(terminal, site, 'reset', kind);
    const reset = all ? 'all flags' : kinds.map((kind) => flagTitles[kind]).join(', ');
    if (asJson) json(terminal, { reset: all ? 'all' : kinds });
    else terminal.out(`Reset: ${reset}.\n`);
    return exitCodes.ok;
  },
};
