import { ago } from '../project/text';
import { sessionsAtWork } from '../session/sessions';
import { clearScope, scopesIn, setScope, type Scope } from '../session/scope';
import { type Command, exitCodes, noteAct, personAt, stopUnlessConfirmed, siteOf, type Terminal } from './command';
import { json, noMoreWords, printable, readWords, UsageError, withText } from './words';

const help = `
Usage: gatehouse scope [status] [--json]
       gatehouse scope set <glob>… [--session <id>] [--json]
       gatehouse scope clear [--session <id>] [--json]

The scope is the folders that the agent may write in: edits and shell writes elsewhere are blocked. Patterns start at
the worktree’s top (src/, packages/web/**), !pattern excludes. set gives the sessions that are running here a scope or,
if there is none, all that start here. Clearing or changing a scope needs a terminal, where you type a word to confirm.
In a session /freeze <glob> and /unfreeze do the same.

Exit codes: 0 done, 1 declined or no terminal (nothing changed), 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'scope',
  summary: 'the folders that the agent may write in',
  help,
  async run(args, terminal) {
    const { values, positionals, asJson } = readWords(args, { session: withText });
    const [word = 'status', ...globs] = positionals;
    if (word !== 'status' && word !== 'set' && word !== 'clear') throw new UsageError('use status, set or clear');
    if (word !== 'set') noMoreWords(globs);
    const site = siteOf(terminal);
    const before = scopesIn(site.home);
    if (word === 'set' && globs.length === 0) throw new UsageError('name folders: gatehouse scope set src/');
    if (word === 'clear' || (word === 'set' && (before === undefined || before.length > 0))) {
      const what = (before ?? []).map(({ globs: patterns }) => patterns.join(', ')).join('; ');
      const question =
        word === 'clear'
          ? `This lets the agent write outside ${what} again.`
          : `This changes the agent’s scope from ${what} to ${globs.join(', ')}.`;
      const stop = await stopUnlessConfirmed(terminal, `scope ${word}`, word, printable(question));
      if (stop !== undefined) return stop;
    }
    if (word === 'clear') {
      await clearScope(site.home, values.session);
      noteAct(
        terminal,
        site,
        'scope',
        values.session === undefined ? 'cleared' : `cleared (session ${values.session})`,
      );
    }
    if (word === 'set') {
      const atWork = [...sessionsAtWork(site.home, site.clock.now())];
      const sessions = values.session === undefined ? (atWork.length === 0 ? [undefined] : atWork) : [values.session];
      for (const session of sessions) {
        await setScope(site.home, {
          ...(session === undefined ? {} : { session }),
          globs,
          by: personAt(terminal),
          at: Date.now(),
        });
      }
      noteAct(terminal, site, 'scope', globs.join(' '));
    }
    show(scopesIn(site.home), terminal, asJson);
    return exitCodes.ok;
  },
};

function show(scopes: readonly Scope[] | undefined, terminal: Terminal, asJson: boolean): void {
  if (asJson) json(terminal, { scopes: scopes ?? [], ...(scopes === undefined ? { problem: 'unreadable' } : {}) });
  else if (scopes === undefined) {
    terminal.err('The file with the agent’s scope cannot be trusted; set the scope again.\n');
  } else if (scopes.length === 0) terminal.out('No scope is set: the agent may write in every folder.\n');
  else {
    for (const { session, globs, by, at } of scopes) {
      terminal.out(
        printable(
          `${globs.join(', ')}  ${session === undefined ? 'every session' : `session ${session.slice(0, 8)}`}  by ${by}, ${ago(at, Date.now())}\n`,
        ),
      );
    }
  }
}
