import type { Site } from '../pipeline/site';
import { filesToGithub, openIssues, fileIssue } from '../todo/github';
import { addTodo, claimIssue, finishTodo, openTodos, todos } from '../todo/todo';
import { exitCodes, siteOf, type Command, type Terminal } from './command';
import { json, noMoreWords, printable, readWords, table, UsageError, onOff, withText, answer } from './words';

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
    const { values, positionals, asJson } = readWords(args, {
      all: onOff,
      github: onOff,
      local: onOff,
      session: withText,
    });
    const [verb, ...words] = positionals;
    if (values.github === true && values.local === true) throw new UsageError('use either --github or --local');
    const site = siteOf(terminal);
    const on: Asked = {
      site,
      terminal,
      words,
      asJson,
      onGithub: values.github === true || (values.local !== true && filesToGithub(site)),
    };
    switch (verb) {
      case 'add':
        return add(on);
      case 'list':
        return list(on, values.all === true);
      case 'done':
        return done(on);
      case 'claim':
        return claim(on, values.session ?? 'terminal');
      default:
        throw new UsageError('use add, list, done or claim');
    }
  },
};

interface Asked {
  readonly site: Site;
  readonly terminal: Terminal;
  readonly words: readonly string[];
  readonly asJson: boolean;
  readonly onGithub: boolean;
}

function say({ terminal, asJson }: Asked, value: object, text: string): void {
  answer(terminal, asJson, value, printable(text));
}

async function add(on: Asked): Promise<number> {
  const text = on.words.join(' ').trim();
  if (text === '') throw new UsageError('describe the work');
  const filed = on.onGithub ? await fileIssue(on.site, text) : undefined;
  if (filed?.kind === 'filed') {
    const { number, url } = filed;
    say(on, { issue: { number, url } }, `Filed on GitHub as #${number}: ${url}\n`);
    return exitCodes.ok;
  }
  const todo = await addTodo(on.site, text);
  const why = filed === undefined ? '' : `Not on GitHub: ${filed.why}.\n`;
  say(on, { todo, notOnGithub: filed?.why ?? null }, `${why}Kept as #${todo.id} on the local list.\n`);
  return exitCodes.ok;
}

async function list({ site, terminal, words, asJson, onGithub }: Asked, all: boolean): Promise<number> {
  noMoreWords(words);
  const shown = all ? todos(site) : openTodos(site);
  const issues = onGithub ? await openIssues(site) : [];
  const rows = [
    ...shown.map((todo) => [`#${todo.id}`, todo.state, printable(todo.text)]),
    ...(issues ?? []).map(({ number, title }) => [`GitHub #${number}`, 'open', printable(title)]),
  ];
  if (asJson) {
    json(terminal, { todos: shown, issues: issues ?? null });
    return exitCodes.ok;
  }
  terminal.out(rows.length === 0 ? 'Nothing to do.\n' : table(rows, '  '));
  if (issues === undefined) terminal.err('The issues on GitHub could not be read: see `gh issue list`.\n');
  return exitCodes.ok;
}

async function done(on: Asked): Promise<number> {
  const id = numberIn(on.words);
  const todo = await finishTodo(on.site, id);
  say(on, { todo: todo ?? null }, todo === undefined ? `There is no #${id}.\n` : `Done: #${id} ${todo.text}\n`);
  return todo === undefined ? exitCodes.no : exitCodes.ok;
}

async function claim(on: Asked, session: string): Promise<number> {
  const id = numberIn(on.words);
  const { todo, heldBy } = await claimIssue(on.site, id, session);
  const other = heldBy === undefined ? '' : ' Another session is working on it too.';
  say(on, { claimed: id, todo: todo ?? null, heldBy: heldBy ?? null }, `Claimed #${id}.${other}\n`);
  return exitCodes.ok;
}

function numberIn(words: readonly string[]): number {
  const [word = '', ...more] = words;
  noMoreWords(more);
  const number = /^#?(\d{1,6})$/.exec(word)?.[1];
  if (number === undefined) throw new UsageError('name an item by its number; gatehouse todo list shows them');
  return Number(number);
}
