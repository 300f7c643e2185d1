import { type Command, exitCodes, noteAct, personAt, stopUnlessConfirmed, siteOf } from './command';
import { json, printable } from './words';
import { acceptServer } from '../client/mcp-servers';
import { flagNames, flagTitles, readFlagWords } from './flags';

const help = `
Usage: gatehouse accept <flag>… [--json]
       gatehouse accept --all [--json]

Accepts what a state file says about an unbound flag (a flag without a receipt), for the current files. --all accepts
the unbound flags whose files have not changed since. Flags are ${flagNames}.
Needs a terminal, where you type a word to confirm.

Exit codes: 0 done, 1 declined, no terminal, or nothing to accept (nothing changed), 64 wrong usage, 70 could not be
done.
`;

export const command: Command = {
  name: 'accept',
  summary: 'accept a flag that has no receipt',
  help,
  async run(args, terminal) {
    const { all, asJson, kinds: asked } = readFlagWords(args);
    const site = siteOf(terminal);
    const unbound = await site.evidence.unbound();
    const chosen = unbound.filter(({ flag, holds }) => (all ? holds : asked.includes(flag.kind)));
    if (chosen.length === 0) {
      terminal.err(`gatehouse accept: ${nothing(unbound.length, all)}. Nothing was changed.\n`);
      return exitCodes.no;
    }
    const question = chosen.map(({ flag }) => `${flagTitles[flag.kind]}: ${flag.reason}`).join('\n');
    const stop = await stopUnlessConfirmed(terminal, 'accept', 'accept', printable(question));
    if (stop !== undefined) return stop;
    for (const { flag } of chosen) {
      await site.evidence.accept(flag.kind, personAt(terminal));
      await acceptServer(site, flag.receipt);
      noteAct(terminal, site, 'accept', flagTitles[flag.kind]);
    }
    const kinds = chosen.map(({ flag }) => flag.kind);
    if (asJson) json(terminal, { accepted: kinds });
    else terminal.out(`Accepted: ${kinds.map((kind) => flagTitles[kind]).join(', ')}.\n`);
    return exitCodes.ok;
  },
};

function nothing(unbound: number, all: boolean): string {
  if (unbound === 0) return 'no flag is unbound here';
  return all ? 'files changed since the unbound flags passed; name a flag to accept it anyway' : 'it is not unbound';
}
