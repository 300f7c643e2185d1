import type { Invocation } from '../../../shell/invocation';
import { readOptions, type OptionSpec } from '../../../shell/options';
import { objection, written, type InvocationRule, type Objection } from './rule';

interface Client {
  readonly spec: OptionSpec;
  /** Options whose value is SQL. */
  readonly code: readonly string[];
  /** SQL may be an operand behind so many others. */
  readonly operand?: number;
  /** With one of these nothing can be changed. */
  readonly harmless?: readonly string[];
}

const mysql: Client = {
  spec: { short: 'ehuPDSo', long: ['execute', 'host', 'user', 'port', 'database', 'socket', 'password'] },
  code: ['-e', '--execute'],
};

/** Database clients that take SQL on their command line. */
const clients: Readonly<Record<string, Client>> = {
  mysql,
  mariadb: mysql,
  psql: {
    spec: {
      short: 'chpUdvfFLoPRTX',
      long: ['command', 'host', 'port', 'username', 'dbname', 'file', 'variable', 'set'],
    },
    code: ['-c', '--command'],
  },
  sqlite3: {
    spec: { single: true, long: ['cmd', 'init', 'separator', 'nullvalue', 'newline'] },
    code: ['-cmd'],
    operand: 1,
    harmless: ['-readonly'],
  },
  duckdb: {
    spec: { single: true, long: ['c', 's', 'cmd', 'init'] },
    code: ['-c', '-s', '-cmd'],
    operand: 1,
    harmless: ['-readonly'],
  },
  sqlcmd: { spec: { short: 'QqSUPdEioHwhs' }, code: ['-Q', '-q'] },
  'clickhouse-client': {
    spec: { short: 'qhudt', long: ['query', 'host', 'user', 'database', 'password'] },
    code: ['-q', '--query'],
  },
  cockroach: { spec: { short: 'ed', long: ['execute', 'host', 'url', 'database'] }, code: ['-e', '--execute'] },
  usql: { spec: { short: 'cf', long: ['command'] }, code: ['-c', '--command'] },
};

const destroying = /(?:^|;)\s*(?:drop\s+(?:database|schema|table)\b|truncate\s+(?:table\s+)?["`[\w])/i;
const deletingAll = /(?:^|;)\s*delete\s+from\s+[\w.`"[\]]+\s*(?:;|$)/i;

/** Strings and comments are data, not statements. */
function bare(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*[^]*?\*\//g, ' ').replace(/'(?:[^']|'')*'/g, "''");
}

function judge(sql: string): string | undefined {
  const text = bare(sql);
  if (destroying.test(text)) return 'It destroys tables or databases.';
  return deletingAll.test(text) ? 'It deletes every row of a table.' : undefined;
}

const way = 'Work on a copy of the database, or ask the person to run it.';

function runningSql(invocation: Invocation): Objection | undefined {
  const client = clients[invocation.program ?? ''];
  if (client === undefined) return undefined;
  const read = readOptions(invocation.args, client.spec);
  if (client.harmless !== undefined && read.has(...client.harmless)) return undefined;
  const texts = read.values(...client.code).map((word) => word.text);
  if (client.operand !== undefined) texts.push(...read.operands.slice(client.operand).map((word) => word.text));
  if (invocation.stdin.kind === 'text') texts.push(invocation.stdin.text);
  for (const text of texts) {
    const why = judge(text);
    if (why !== undefined) return objection(written(invocation), why, way);
  }
  return undefined;
}

function droppingDatabase(invocation: Invocation): Objection | undefined {
  const drops = invocation.program === 'dropdb' || invocation.args.some((word) => word.text === 'drop');
  const asks = invocation.args.some((word) => /^(?:--help|--version|-\?)$/.test(word.text));
  return drops && !asks && invocation.args.length > 0
    ? objection(written(invocation), 'It destroys a database.', way)
    : undefined;
}

export const sqlRules: readonly InvocationRule[] = [
  { id: 'destroy-data', level: 'standard', programs: Object.keys(clients), check: runningSql },
  {
    id: 'destroy-data',
    level: 'standard',
    programs: ['dropdb', 'mysqladmin', 'mariadb-admin'],
    check: droppingDatabase,
  },
];
