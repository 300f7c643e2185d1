import { sqlOnlyReads } from '../languages/sql';
import { reads, risky, unknown, type Judgement } from '../judgement';
import { judged, read, stop, verbs, type Table } from '../rule';
import type { ShellWord } from '../../shell/invocation';
import { readOptions, type Options, type OptionSpec } from '../../shell/options';

const notReading = risky('the statement is not one that only reads');

/** `\\dt`, `\\d+ users`: what psql says about the database. */
const psqlSays = /^\s*\\(?:d[a-zA-Z+]*|l\+?|z|conninfo|s[fv]\+?)(?:\s+[\w."*?]+)?\s*;?\s*$/;
/** `.tables`, `.schema users`: what sqlite3 says about the database. */
const sqliteSays = /^\s*\.(?:tables|schema|indexes|indices|databases|dbinfo|help|show|version)(?:\s+[\w%.]+)?\s*$/;

function judgeStatements(statements: readonly ShellWord[], says?: RegExp): Judgement {
  if (statements.length === 0) return risky('opens a session');
  if (statements.some(({ value }) => value === undefined)) return unknown('the statement is not known');
  const only = ({ value = '' }: ShellWord) => says?.test(value) === true || sqlOnlyReads(value);
  return statements.every(only) ? reads : notReading;
}

/** A client that is given its statements by an option. */
const client = (
  takes: OptionSpec,
  statement: readonly string[],
  switches: readonly string[],
  prints: readonly string[],
  says?: RegExp,
) =>
  judged((words) => {
    const given = readOptions(words, takes);
    if (given.has('--help', '--version', ...prints)) return reads;
    const odd = given.options.find(({ name }) => !allowed(name, takes, switches));
    if (odd !== undefined) return risky(`${odd.name} may do more than read`);
    return judgeStatements(given.values(...statement), says);
  });

function allowed(name: string, takes: OptionSpec, switches: readonly string[]): boolean {
  if (switches.includes(name)) return true;
  return name.startsWith('--')
    ? takes.long?.includes(name.slice(2)) === true
    : takes.short?.includes(name.slice(1)) === true;
}

/** sqlite3 and duckdb: `[options] database statement…`, options with one dash. */
const embedded = (values: readonly string[], switches: readonly string[], says?: RegExp) =>
  judged((words) => {
    const given: Options = readOptions(words, { single: true, long: values });
    if (given.has('-help', '-version', '--help', '--version')) return reads;
    const named = given.options.map(({ name }) => name.replace(/^-+/, ''));
    const odd = named.find((name) => !values.includes(name) && !switches.includes(name));
    if (odd !== undefined || named.includes('init') || named.includes('f') || named.includes('file'))
      return risky('takes statements from elsewhere');
    const statements = [...given.values('-cmd', '--cmd', '-c', '-s', '--command'), ...given.operands.slice(1)];
    return judgeStatements(statements, says);
  });

const shown = [
  'column',
  'line',
  'csv',
  'json',
  'table',
  'box',
  'markdown',
  'html',
  'list',
  'quote',
  'ascii',
  'tabs',
  'header',
  'noheader',
  'headers',
  'readonly',
  'safe',
  'batch',
  'bail',
  'echo',
  'stats',
  'jsonlines',
  'no-stdin',
];

const redisReads =
  'get mget keys scan info ping ttl pttl type exists llen lrange hget hgetall hkeys hlen smembers scard zrange zcard strlen dbsize time';

/** Clients of databases: one statement that only reads. */
export const databases = (): Table => ({
  psql: client(
    {
      short: 'cdhpUFRPTv',
      long: ['command', 'dbname', 'host', 'port', 'username', 'field-separator', 'record-separator', 'pset'],
    },
    ['-c', '--command'],
    [
      '-t',
      '-A',
      '-q',
      '-X',
      '-x',
      '-w',
      '-1',
      '-z',
      '-0',
      '--tuples-only',
      '--no-align',
      '--quiet',
      '--no-psqlrc',
      '--csv',
      '--html',
      '--expanded',
      '--no-password',
      '--single-transaction',
      '--echo-errors',
      '-a',
      '-b',
      '-e',
    ],
    ['-l', '--list', '-?', '-V'],
    psqlSays,
  ),
  'mysql mariadb': client(
    {
      short: 'ehPuDS',
      long: [
        'execute',
        'host',
        'port',
        'user',
        'database',
        'socket',
        'protocol',
        'connect-timeout',
        'default-character-set',
      ],
    },
    ['-e', '--execute'],
    [
      '-B',
      '-N',
      '-s',
      '-t',
      '-v',
      '-E',
      '-H',
      '-X',
      '-r',
      '--batch',
      '--skip-column-names',
      '--silent',
      '--table',
      '--vertical',
      '--html',
      '--xml',
      '--raw',
      '--safe-updates',
      '--ssl',
      '--compress',
    ],
    ['-?', '-V', '-I'],
  ),
  sqlite3: embedded(['cmd', 'separator', 'newline', 'nullvalue', 'init', 'c', 's'], shown, sqliteSays),
  duckdb: embedded(['cmd', 'c', 's', 'separator', 'newline', 'nullvalue', 'init', 'f', 'file'], shown),
  sqlcmd: verbs(
    {
      query: read({
        takes: { short: 'qtdT' },
        only: ['-q', '-t', '-d', '-T'],
        judge: (given) =>
          judgeStatements([...given.values('-q'), ...given.values('-t'), ...given.operands].slice(0, 1)),
      }),
      'version help config': read(),
    },
    { switches: ['-h', '-?'], other: stop('changes servers') },
  ),
  'redis-cli': verbs(
    { [redisReads]: read(), [redisReads.toUpperCase()]: read() },
    { takes: { short: 'hpn' }, other: stop('changes data') },
  ),
  pg_isready: read(),
  'pg_dump mysqldump mongodump sqldiff': read({
    takes: { short: 'f' },
    risky: {
      '-f': 'writes a file',
      '--file': 'writes a file',
      '--result-file': 'writes a file',
      '-r': 'writes a file',
      '--out': 'writes files',
      '-o': 'writes files',
      '--tab': 'writes files',
      '-T': 'writes files',
    },
    judge: () => unknown('copies a whole database'),
  }),
  'dropdb dropuser createdb createuser pg_restore mongorestore': stop('changes databases'),
});
