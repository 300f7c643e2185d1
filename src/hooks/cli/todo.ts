import { filesToGithub, openIssues, fileIssue } from '../todo/github';
import { addTodo, claimIssue, finishTodo, openTodos, todos } from '../todo/todo';
import { exitCodes, type Command, siteOf } from './command';
import { json, noMoreWords, printable, readWords, table, UsageError } from './words';

const help = `
Usage: gatehouse todo add <text>… [--github | --local] [--json]
       gatehouse todo list [--all] [--github | --local] [--json]
       gatehouse todo done <number> [--json]
       gatehouse todo claim <number> [--session <id>] [--json]

Work for later. It goes on a list of this worktree, which sessions are told about when they start; with --github, or
with { "issues": { "todo": "github" } } in your configuration, it becomes an issue on GitHub through gh, and goes on the
list only where that fails. A claim marks an item, or an issue of that number, as being worked on by a session; it
ends with the session, or after eight hours.

Exit codes: 0 done, 1 there is no such item, 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'todo',
  summary: 'keep work for later: add, list, done, claim',
  help,
  async run(args, terminal) {
    const { values, positionals } = readWords(args, {
      json: { type: 'boolean' },
      all: { type: 'boolean' },
      github: { type: 'boolean' },
      local: { type: 'boolean' },
      session: { type: 'string' },
    });
    const [verb, ...words] = positionals;
    const site = siteOf(terminal);
    const say = (value: object, text: string) => {
      if (values.json === true) json(terminal, value);
      else terminal.out(printable(text));
    };
    switch (verb) {
      case 'add': {
        const text = words.join(' ').trim();
        if (text === '') throw new UsageError('describe the work');
        if (values.github === true && values.local === true) throw new UsageError('use either --github or --local');
        const shared = values.github === true || (values.local !== true && filesToGithub(site));
        const filed = shared ? await fileIssue(site, text) : undefined;
        if (filed?.kind === 'filed') {
          say(
            { issue: { number: filed.number, url: filed.url } },
            `Filed on GitHub as #${filed.number}: ${filed.url}\n`,
          );
          return exitCodes.ok;
        }
        const todo = await addTodo(site, text);
        const why = filed === undefined ? '' : `Not on GitHub: ${filed.why}.\n`;
        say({ todo, notOnGithub: filed?.why ?? null }, `${why}Kept as #${todo.id} on the local list.\n`);
        return exitCodes.ok;
      }
      case 'list': {
        noMoreWords(words);
        const shown = values.all === true ? todos(site) : openTodos(site);
        const shared = values.github === true || (values.local !== true && filesToGithub(site));
        const issues = shared ? await openIssues(site) : [];
        const rows = [
          ...shown.map((todo) => [`#${todo.id}`, todo.state, printable(todo.text)]),
          ...(issues ?? []).map(({ number, title }) => [`GitHub #${number}`, 'open', printable(title)]),
        ];
        if (values.json === true) json(terminal, { todos: shown, issues: issues ?? null });
        else if (rows.length === 0) terminal.out('Nothing to do.\n');
        else terminal.out(table(rows, '  '));
        if (issues === undefined && values.json !== true)
          terminal.err('The issues on GitHub could not be read: see `gh issue list`.\n');
        return exitCodes.ok;
      }
      case 'done': {
        const id = numberIn(words);
        const todo = await finishTodo(site, id);
        say({ todo: todo ?? null }, todo === undefined ? `There is no #${id}.\n` : `Done: #${id} ${todo.text}\n`);
        return todo === undefined ? exitCodes.no : exitCodes.ok;
      }
      case 'claim': {
        const id = numberIn(words);
        const session = typeof values.session === 'string' ? values.session : 'terminal';
        const { todo, heldBy } = await claimIssue(site, id, session);
        const other = heldBy === undefined ? '' : ' Another session is working on it too.';
        say({ claimed: id, todo: todo ?? null, heldBy: heldBy ?? null }, `Claimed #${id}.${other}\n`);
        return exitCodes.ok;
      }
      default:
        throw new UsageError('say add, list, done or claim');
    }
  },
};

function numberIn(words: readonly string[]): number {
  const [word = '', ...more] = words;
  noMoreWords(more);
  const number = /^#?(\d{1,6})$/.exec(word)?.[1];
  if (number === undefined) throw new UsageError('say which number');
  return Number(number);
}
