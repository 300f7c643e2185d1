import { placeOf } from '../project/place';
import { isWorkspaceTrusted, trustList, withoutWorkspace, withWorkspace, workspaceOf } from '../configuration/trust';
import { type Command, exitCodes, noteAct, personAt, stopUnlessConfirmed, siteOf, type Terminal } from './command';
import { noMoreWords, printable, readWords, onOff, answer } from './words';

const help = `
Usage: gatehouse trust [--off] [--json]

Lets Gatehouse run the formatters, linters and tests that come with this repository, as VS Code's workspace trust does.
They are code that others may have written, so Gatehouse runs none of them until you trust the repository. Trust covers
all worktrees of the repository. It needs a terminal, where you type a word to confirm. --off takes it back.

Whether a repository's configuration may loosen gates is a separate setting: gatehouse config trust.

Exit codes: 0 done, 1 declined or no terminal (nothing changed), 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'trust',
  summary: 'let the formatters, linters and tests of this repository run',
  help,
  async run(args, terminal) {
    const { values, positionals, asJson } = readWords(args, { off: onOff });
    noMoreWords(positionals);
    const folder = workspaceOf(placeOf(terminal.cwd));
    if (values.off === true) {
      await trustList(terminal.env).update((list) => withoutWorkspace(list, folder));
      noteAct(terminal, siteOf(terminal), 'untrust', folder);
    } else {
      const stop = await stopUnlessConfirmed(terminal, 'trust', 'trust', printable(question(folder)));
      if (stop !== undefined) return stop;
      await trustWorkspace(terminal);
    }
    const trusted = isWorkspaceTrusted(terminal.env, placeOf(terminal.cwd));
    answer(terminal, asJson, { folder, trusted }, printable(`${folder} is ${trusted ? '' : 'not '}trusted.\n`));
    return exitCodes.ok;
  },
};

export const question = (folder: string): string =>
  `Gatehouse can run the formatters, linters and tests that come with ${folder}. They are code from the repository.`;

/** Writes down that the person at this terminal trusts the workspace that they are in. */
export async function trustWorkspace(terminal: Terminal): Promise<void> {
  const entry = { folder: workspaceOf(placeOf(terminal.cwd)), by: personAt(terminal), at: Date.now() };
  await trustList(terminal.env).update((list) => withWorkspace(list, entry));
  noteAct(terminal, siteOf(terminal), 'trust', entry.folder);
}
