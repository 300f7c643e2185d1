import { carefulFile, setCareful } from '../nudge/careful';
import { type Command, exitCodes, stopUnlessConfirmed, siteOf } from './command';
import { json, noMoreWords, printable, readWords, UsageError } from './words';

const help = `
Usage: gatehouse careful [status|on|off] [--json]

In careful mode a search through many files is blocked until the agent has used the project's code index. The mode is
kept in the same file as /careful uses (careful-state.json). off needs a terminal, where you type a word to confirm.

Exit codes: 0 done, 1 declined, no terminal, or a file that git tracks keeps it on, 64 wrong usage, 70 could not be
done.
`;

export const command: Command = {
  name: 'careful',
  summary: 'require the code index before searches',
  help,
  async run(args, terminal) {
    const { positionals, asJson } = readWords(args);
    const [word = 'status', ...more] = positionals;
    noMoreWords(more);
    if (word !== 'status' && word !== 'on' && word !== 'off') throw new UsageError('use status, on or off');
    const site = siteOf(terminal);
    if (word === 'off') {
      const stop = await stopUnlessConfirmed(
        terminal,
        'careful off',
        'off',
        `This ends careful mode in ${printable(site.root)}.`,
      );
      if (stop !== undefined) return stop;
    }
    if (word !== 'status') await setCareful(site, word === 'on', site.clock.now());
    const file = carefulFile(site);
    if (asJson) json(terminal, { careful: file !== undefined, ...(file === undefined ? {} : { file }) });
    else terminal.out(file === undefined ? 'Careful mode is off.\n' : `Careful mode is on (${file}).\n`);
    return word === 'off' && file !== undefined ? exitCodes.no : exitCodes.ok;
  },
};
