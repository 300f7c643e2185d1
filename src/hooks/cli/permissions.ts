import { carefulFile, setCareful } from '../nudge/careful';
import { allowanceFile, AllowanceList, allowanceMs, Allowances, allowOnceTarget } from '../pipeline/allowance';
import { readTraces } from '../pipeline/decision-log';
import { ago } from '../project/text';
import { clearScope, scopesIn, setScope, type Scope } from '../session/scope';
import { sessionsAtWork } from '../session/sessions';
import {
  type Command,
  Declined,
  exitCodes,
  noteAct,
  personAt,
  requireConfirmation,
  siteOf,
  type Terminal,
} from './command';
import { answer, json, noMoreWords, printable, readWords, UsageError, withText, wrapped } from './words';

/** What a person lets the agent do: one blocked call, where it may write, searches without the code index. */

const minutes = allowanceMs / 60_000;

const allowOnceHelp = `
Usage: gatehouse allow-once <id> [--json]

Lets one blocked call pass its gate once: exactly the same tool, input and directory, within ${minutes} minutes.
gatehouse explain shows the id. Needs a terminal, where you type a word to confirm.

Exit codes: 0 done, 1 declined, no terminal, or that call cannot be allowed (nothing changed), 64 wrong usage,
70 could not be done.
`;

export const allowOnce: Command = {
  name: 'allow-once',
  summary: 'let one blocked call pass once',
  help: allowOnceHelp,
  async run(args, terminal) {
    const { positionals, asJson } = readWords(args);
    const [id, ...more] = positionals;
    noMoreWords(more);
    if (id === undefined) throw new UsageError('name a blocked call by its id');
    const site = siteOf(terminal);
    const [trace] = readTraces(site.home, { limit: 1, matches: (one) => one.id === id });
    if (trace === undefined) throw notAllowed(`there is no record ${id} here. 'gatehouse explain' shows the last one`);
    const permit = allowOnceTarget(trace);
    if (typeof permit === 'string') throw notAllowed(permit);
    const question = [
      `${trace.tool ?? trace.event}, ${ago(trace.at, site.clock.now())}:`,
      wrapped(printable(trace.subject), '  '),
      wrapped(printable(trace.verdict.reason ?? ''), '  '),
      `It may pass ${permit.gate} once within ${minutes} minutes.`,
    ].join('\n');
    await requireConfirmation(terminal, 'allow-once', 'allow', question);
    const allowances = new Allowances(site.own(allowanceFile, AllowanceList, { sealed: true }), site.clock);
    await allowances.grant(permit.gate, permit.fingerprint, personAt(terminal));
    noteAct(terminal, site, 'allow once', `${permit.gate}: ${trace.subject}`);
    const text = `Allowed once, for ${minutes} minutes. Tell the agent to try again.\n`;
    answer(terminal, asJson, { allowed: id, gate: permit.gate, minutes }, text);
    return exitCodes.ok;
  },
};

const notAllowed = (why: string): Declined => new Declined(`gatehouse allow-once: ${why}. Nothing was changed.`);

const scopeHelp = `
Usage: gatehouse scope [status] [--json]
       gatehouse scope set <glob>… [--session <id>] [--json]
       gatehouse scope clear [--session <id>] [--json]

The scope is the folders that the agent may write in: edits and shell writes elsewhere are blocked. Patterns start at
the worktree’s top (src/, packages/web/**), !pattern excludes. set gives the sessions that are running here a scope or,
if there is none, all that start here. Clearing or changing a scope needs a terminal, where you type a word to confirm.
In a session /freeze <glob> and /unfreeze do the same.

Exit codes: 0 done, 1 declined or no terminal (nothing changed), 64 wrong usage, 70 could not be done.
`;

export const scope: Command = {
  name: 'scope',
  summary: 'the folders that the agent may write in',
  help: scopeHelp,
  async run(args, terminal) {
    const { values, positionals, asJson } = readWords(args, { session: withText });
    const [word = 'status', ...globs] = positionals;
    if (word !== 'status' && word !== 'set' && word !== 'clear') throw new UsageError('use status, set or clear');
    if (word !== 'set') noMoreWords(globs);
    else if (globs.length === 0) throw new UsageError('name folders: gatehouse scope set src/');
    const site = siteOf(terminal);
    const before = scopesIn(site.home);
    if (word === 'clear' || (word === 'set' && (before === undefined || before.length > 0))) {
      const what = (before ?? []).map(({ globs: patterns }) => patterns.join(', ')).join('; ');
      const question =
        word === 'clear'
          ? `This lets the agent write outside ${what} again.`
          : `This changes the agent’s scope from ${what} to ${globs.join(', ')}.`;
      await requireConfirmation(terminal, `scope ${word}`, word, printable(question));
    }
    const { session } = values;
    if (word === 'clear') {
      await clearScope(site.home, session);
      noteAct(terminal, site, 'scope', session === undefined ? 'cleared' : `cleared (session ${session})`);
    }
    if (word === 'set') {
      const atWork = [...sessionsAtWork(site.home, site.clock.now())];
      const rest = { globs, by: personAt(terminal), at: Date.now() };
      if (session === undefined && atWork.length === 0) await setScope(site.home, rest);
      for (const one of session === undefined ? atWork : [session])
        await setScope(site.home, { session: one, ...rest });
      noteAct(terminal, site, 'scope', globs.join(' '));
    }
    showScopes(scopesIn(site.home), terminal, asJson);
    return exitCodes.ok;
  },
};

function showScopes(scopes: readonly Scope[] | undefined, terminal: Terminal, asJson: boolean): void {
  if (asJson) json(terminal, { scopes: scopes ?? [], ...(scopes === undefined ? { problem: 'unreadable' } : {}) });
  else if (scopes === undefined) {
    terminal.err('The file with the agent’s scope cannot be trusted; set the scope again.\n');
  } else if (scopes.length === 0) terminal.out('No scope is set: the agent may write in every folder.\n');
  else {
    for (const { session, globs, by, at } of scopes) {
      const whose = session === undefined ? 'every session' : `session ${session.slice(0, 8)}`;
      terminal.out(printable(`${globs.join(', ')}  ${whose}  by ${by}, ${ago(at, Date.now())}\n`));
    }
  }
}

const carefulHelp = `
Usage: gatehouse careful [status|on|off] [--json]

In careful mode a search through many files is blocked until the agent has used the project's code index. The mode is
kept in the same file as /careful uses (careful-state.json). off needs a terminal, where you type a word to confirm.

Exit codes: 0 done, 1 declined, no terminal, or a file that git tracks keeps it on, 64 wrong usage, 70 could not be
done.
`;

export const careful: Command = {
  name: 'careful',
  summary: 'require the code index before searches',
  help: carefulHelp,
  async run(args, terminal) {
    const { positionals, asJson } = readWords(args);
    const [word = 'status', ...more] = positionals;
    noMoreWords(more);
    if (word !== 'status' && word !== 'on' && word !== 'off') throw new UsageError('use status, on or off');
    const site = siteOf(terminal);
    if (word === 'off') {
      const question = `This ends careful mode in ${printable(site.root)}.`;
      await requireConfirmation(terminal, 'careful off', 'off', question);
    }
    if (word !== 'status') await setCareful(site, word === 'on', site.clock.now());
    const file = carefulFile(site);
    const text = file === undefined ? 'Careful mode is off.\n' : `Careful mode is on (${file}).\n`;
    answer(terminal, asJson, { careful: file !== undefined, file }, text);
    return word === 'off' && file !== undefined ? exitCodes.no : exitCodes.ok;
  },
};
