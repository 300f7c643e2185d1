import type { ShellWord } from '../shell/invocation';
import { dropStart, plainWord } from '../shell/reader/words';
import type { Action, Actions, UsesService } from './effect';
import { actionsOf, reads, reveals, runs, service, unclear, writes } from './effect';
import { does, type Definition, type Family, type Use } from './program';
import { redisVerb } from './parts/redis';
import { destroys, duckdb, mysql, postgres, sqlDestroys, sqlGiven, sqlite, type Dialect } from './parts/sql';

/** Statements from a file: the command does not show them. */
const fromFile = (use: Use, system: string, ...options: readonly string[]): Actions =>
  use
    .values(...options)
    .map(
      (file) =>
        file.text !== '-' && [
          reads(file),
          lostIn(use, file, system),
          service(system, 'run a file', 'change'),
          unclear('runs statements of a file'),
        ],
    );

/** What the statements of a file of the project destroy. */
function lostIn(use: Use, file: ShellWord, system: string): Actions {
  const path = use.resolve(file);
  const text = path === undefined ? undefined : use.at.readFile(path);
  return text !== undefined && sqlDestroys(text) && destroys(system, 'run a file');
}

/** The same for a file on standard input: `psql < drop.sql`. */
function lostInInput(use: Use, system: string): Actions {
  const { stdin } = use.at;
  const text = stdin.kind === 'file' ? use.at.readFile(stdin.path) : undefined;
  return text !== undefined && sqlDestroys(text) && destroys(system, 'run a file');
}

/** The server, where an option or an address names it; a path is a socket of this machine. */
function at(system: string, ...words: readonly (ShellWord | undefined)[]): Actions {
  return words.map((word) => {
    if (word === undefined || word.text.startsWith('/')) return [];
    const host = /(?:^|\s)host(?:addr)?\s*=\s*'?([^\s']+)/.exec(word.text)?.[1];
    const server = host === undefined ? word : plainWord(host, word.range);
    return { ...service(system, 'connect', 'read'), server };
  });
}

/** A database that is named by an address: `postgres://host/name`, `host=…`. */
const addressed = (...words: readonly (ShellWord | undefined)[]): readonly (ShellWord | undefined)[] =>
  words.filter((word) => word !== undefined && /:\/\/|\bhost(?:addr)?\s*=/.test(word.text));

const mysqlOptions =
  '-?,--help -I --[no-]auto-rehash --auto-vertical-output -B,--batch --bind-address= --binary-as-hex --binary-mode --character-sets-dir=read --column-names -c,--comments -C,--compress ' +
  '--compression-algorithms= --connect-expired-password --connect-timeout= -D,--database= --default-auth= --default-character-set= --defaults-extra-file=load --defaults-file=load ' +
  '--defaults-group-suffix= --delimiter= --dns-srv-name= --enable-cleartext-plugin -e,--execute= -f,--force --get-server-public-key --histignore= -h,--host= -H,--html ' +
  '-i,--ignore-spaces --init-command= --line-numbers --load-data-local-dir=read --local-infile=? --login-path= --max-allowed-packet= --max-join-size= --named-commands -G ' +
  '--net-buffer-length= -n,--unbuffered --no-beep -b --no-defaults -o,--one-database --pager=?shell -p,--password=? -W,--pipe --plugin-dir=load -P,--port= --print-defaults --prompt= ' +
  '--protocol= -q,--quick -r,--raw --reconnect -U,--safe-updates --i-am-a-dummy --select-limit= --server-public-key-path=read --show-warnings -s,--silent --sigint-ignore ' +
  '-N,--skip-column-names -L,--skip-line-numbers -S,--socket= --ssl-ca=read --ssl-capath=read --ssl-cert=read --ssl-cipher= --ssl-crl=read --ssl-crlpath=read --ssl-key=read ' +
  '--ssl-mode= --ssl --skip-ssl --syslog -j -t,--table --tee=write --tls-version= -u,--user= -v,--verbose -V,--version -E,--vertical -w,--wait -X,--xml --zstd-compression-level=';

const shown =
  '-ascii -bail -batch -box -column -csv -echo -header -headers -noheader -html -interactive -json -jsonlines -line -list -markdown -quote -stats -table -tabs -latex -trash -safe ' +
  '-nofollow -memtrace -deserialize -zip -help -version -readonly -cmd= -init=load -separator= -newline= -nullvalue= -nonce= -vfs= -maxsize= -mmap= -no-stdin -unsigned -unredacted';

const withoutOptions = (word: ShellWord): ShellWord =>
  word.value === undefined ? word : plainWord(word.value.replace(/\?.*$/s, ''), word.range);

/** sqlite3(1) and duckdb(1): `[options] database statement…`. */
function embedded(dialect: Dialect, more: string): Definition {
  return {
    style: 'single',
    options: `${shown} ${more}`,
    inert: '-help -version',
    effects(use) {
      const [database, ...rest] = use.operands;
      const words = [...use.values('-cmd', '-c', '-s'), ...rest];
      const readOnly = use.has('-readonly');
      // No statement and no input: it opens the database and ends.
      if (use.has('-safe') && words.length === 0 && use.at.stdin.kind === 'inherited' && !use.has('-f', '-file')) {
        return database && reads(database);
      }
      const actions = actionsOf([
        fromFile(use, dialect.system, '-f', '-file'),
        lostInInput(use, dialect.system),
        (!use.has('-f', '-file') || words.length > 0) && sqlGiven(words, use.at.stdin, { ...dialect, readOnly }),
      ]);
      // A database in memory ends with the program.
      if (database?.value === ':memory:') {
        return actions.map((action) =>
          action.kind === 'service' && action.access === 'destroy'
            ? service(dialect.system, 'run a statement', 'change')
            : action,
        );
      }
      const changes = actions.some((action) => action.kind === 'service' && action.access !== 'read');
      // `file:a.db?mode=ro` is a path followed by options.
      const uri = /^file:(?:\/\/(?:localhost)?(?=\/))?/.exec(database?.text ?? '')?.[0];
      const named =
        database === undefined || uri === undefined ? database : withoutOptions(dropStart(database, uri.length));
      const file = named?.text.startsWith(':') === true || named?.text === '' ? undefined : named;
      return [file && [reads(file), changes && writes(file, { how: 'edit' })], actions];
    },
  };
}

/** A client that takes SQL by an option and has no commands of its own. */
function client(system: string, options: string, statement: string): Definition {
  return {
    options,
    inert: '--help --version',
    effects: (use) => [
      fromFile(use, system, '--file', '--queries-file', '-i', '--input', '--filename'),
      lostInInput(use, system),
      at(system, use.value('--host', '--url')),
      // influx(1) has verbs of its own.
      use.program === 'influx' &&
        use.operands.slice(0, 2).some(({ text }) => text === 'delete') &&
        destroys(system, 'delete'),
      sqlGiven(use.values(...statement.split(' ')), use.at.stdin, { system }),
    ],
  };
}

function sqlcmdOptions(use: Use): Actions {
  if (use.operands.length > 0) return [];
  const words = use.values('-Q', '-q');
  const files = actionsOf(fromFile(use, 'sqlserver', '-i'));
  return [
    at('sqlserver', use.value('-S')),
    files,
    files.length > 0 && words.length === 0 ? [] : sqlGiven(words, use.at.stdin, { system: 'sqlserver' }),
  ];
}

const mongoDestroys =
  /\.\s*(?:dropDatabase|drop|dropCollection|dropUser|dropRole|dropIndexes)\s*\(|\.\s*(?:deleteMany|remove)\s*\(\s*(?:\{\s*\})?\s*[,)]|\bdropAllUsersFromDatabase\s*\(|\bdropAllRolesFromDatabase\s*\(|shutdownServer\s*\(|["'{,\s](?:dropDatabase|drop|dropAllUsersFromDatabase)["']?\s*:\s*["'1]/;
const mongoReads =
  /^\s*(?:print(?:json)?\s*\(\s*)?(?:JSON\.stringify\s*\(\s*)?(?:db|rs|sh|use \w+;\s*db)\b[\w.()'"\s[\]]*\.(?:find(?:One)?|count(?:Documents)?|estimatedDocumentCount|distinct|getCollection(?:Names|Infos|s)?|stats|explain|getIndexes|version|serverStatus|hello|isMaster|status|getName|getMongo|listCommands)\s*\([^;]*\)\s*\)*\s*;?\s*$/;

/** What code for MongoDB's shell does. */
function mongoCode(text: string): Action {
  const bare = text.replace(/\/\/[^\n]*|\/\*[^]*?\*\//g, ' ');
  if (mongoDestroys.test(bare)) return destroys('mongodb', 'drop');
  return service(
    'mongodb',
    'run code',
    mongoReads.test(text) && !/\$(?:out|merge|where|function)\b/.test(text) ? 'read' : 'change',
  );
}

const redis: Definition = {
  style: 'strict',
  options:
    '-h= -p= -t= -s= -a= -u= -r= -i= -n= -2 -3 -x -X= -d= -D= -c -e -4 -6 --raw --no-raw --quoted-input --csv --json --quoted-json --show-pushes=? --stat --latency --latency-history --latency-dist ' +
    '--lru-test= --replica --rdb=write --functions-rdb=write --pipe --pipe-timeout= --bigkeys --memkeys --memkeys-samples= --hotkeys --scan --pattern= --count= --quoted-pattern= --intrinsic-latency= ' +
    '--eval=load --ldb --ldb-sync-mode --cluster= --verbose --no-auth-warning --help --version --user= --pass= --askpass --tls --sni= --cacert=read --cacertdir=read --cert=read --key=read --insecure ' +
    '--tls-ciphers= --tls-ciphersuites= --keystats --top= --cursor=',
  inert: '--help --version',
  effects(use) {
    const { stdin } = use.at;
    const words = use.operands.map(({ text }) => text).join(' ');
    const verb = redisVerb(use.operands.length > 0 ? words : stdin.kind === 'text' ? stdin.text : '');
    if (use.has('--scan', '--bigkeys', '--memkeys', '--hotkeys', '--stat', '--latency', '--keystats')) {
      return service('redis', 'scan', 'read');
    }
    if (use.has('--cluster', '--pipe', '--eval')) return service('redis', 'change', 'change');
    // `… | xargs redis-cli del`: the keys come from the input.
    if (use.at.openEnded && /^(?:del|unlink)\b/i.test(words)) return destroys('redis', 'delete what flows in');
    if (verb === undefined) return service('redis', 'open a session', 'change');
    const open = use.operands.some(({ value }) => value === undefined) && unclear('the command is not known');
    const asked =
      verb.access === 'read' &&
      /^(?:config get|acl list)/.test(words.toLowerCase()) &&
      reveals('the settings of a database');
    return [
      open,
      asked,
      at('redis', use.value('-h'), use.value('-u')),
      {
        ...service('redis', verb.name, verb.access),
        why: verb.access === 'destroy' ? 'It destroys tables or databases.' : undefined,
      },
    ];
  },
};

/** A database that a test run creates again by itself. */
const isForTests = ({ text }: ShellWord): boolean =>
  /(?:^|[_-])(?:tests?|testing|tmp|temp|scratch|ci)(?:[_-].*|\d+)?$/i.test(text);

const manages = (
  access: UsesService['access'],
  verb: string,
  options = '* -T= -O= -E= -l= -D= -f= -d= -j= -c -C -n= -t= -F= -L=',
): Definition => ({
  options: `-h,--host= -p,--port= -U,--username= -W,--password -w,--no-password -e,--echo -i,--interactive --maintenance-db= ${options}`,
  inert: '--help --version -?',
  effects: (use) =>
    use.at.openEnded || (use.operands.length > 0 && !use.operands.every(isForTests))
      ? access === 'destroy'
        ? destroys('postgres', verb)
        : service('postgres', verb, 'change')
      : service('postgres', verb, 'change'),
});

/** Statements of Cypher and SurrealQL, and calls of ArangoDB's shell, that remove all of something. */
const graphDestroys =
  /\bdetach\s+delete\b|\bremove\s+(?:table|database|namespace)\b|\bdrop\s+(?:database|constraint|index)\b|^\s*delete\s+\w+\s*;?\s*$|\b_drop(?:Database)?\s*\(|\.(?:drop|truncate)\s*\(/i;

const adminReads = /^(?:status|extended-status|ping|processlist|variables|version)$/;

/** Clients of databases. */
export const databases: Family = {
  psql: {
    options:
      '-a,--echo-all -b,--echo-errors -e,--echo-queries -E,--echo-hidden -L,--log-file=write -n,--no-readline -o,--output= -q,--quiet -s,--single-step -S,--single-line -A,--no-align ' +
      '--csv -F,--field-separator= -H,--html -P,--pset= -R,--record-separator= -t,--tuples-only -T,--table-attr= -x,--expanded -z,--field-separator-zero -0,--record-separator-zero ' +
      '-h,--host= -p,--port= -U,--username= -w,--no-password -W,--password -c,--command= -d,--dbname= -f,--file= -l,--list -v,--set= --variable= -V,--version -X,--no-psqlrc ' +
      '-1,--single-transaction -?,--help=?',
    inert: '--version --help',
    effects(use) {
      const server = at('postgres', use.value('--host'), ...addressed(use.value('--dbname'), use.operands[0]));
      if (use.has('--list')) return [service('postgres', 'list', 'read'), server];
      const output = use.value('--output');
      const piped =
        output?.text.startsWith('|') === true
          ? runs({
              form: 'shell',
              text: { ...output, text: output.text.slice(1), value: output.value?.slice(1) },
              via: 'psql -o',
            })
          : undefined;
      const files = actionsOf(fromFile(use, 'postgres', '--file'));
      const commands = use.values('--command');
      return [
        server,
        lostInInput(use, 'postgres'),
        files,
        piped ?? (output && writes(output)),
        files.length > 0 && commands.length === 0 && use.at.stdin.kind !== 'text'
          ? []
          : sqlGiven(commands, use.at.stdin, postgres),
      ];
    },
  },
  'mysql mariadb mycli': {
    options: mysqlOptions,
    inert: '--help -I --version --print-defaults',
    effects: (use) => [
      at('mysql', use.value('--host')),
      lostInInput(use, 'mysql'),
      sqlGiven([...use.values('--execute'), ...use.values('--init-command')], use.at.stdin, mysql),
    ],
  },
  'sqlite3 sqlite litecli': embedded(sqlite, '-A= -append -lookaside= -pagecache='),
  duckdb: embedded(duckdb, '-c= -s= -f= -file= -ui -storage-version='),
  sqlcmd: {
    options:
      '-? -h,--help=? --version -Q= -q= -S= -U= -P= -d= -E -i= -o=write -b -W -s= -w= -r=? -t= -l= -C -N=? -K= -G -I -X=? -x -v= -e -u -f= -k=? -m= -V= -y= -Y= -D= -A -j -M -L=? -R -a= -c= -g -z= -Z= -p=?',
    inert: '--help --version -?',
    subcommands: {
      query: {
        options: '-q,--query= -t,--text= -d,--database= -T= -h -?',
        inert: '-h -?',
        effects: (use) =>
          sqlGiven([...use.values('--query', '--text'), ...use.operands], use.at.stdin, { system: 'sqlserver' }),
      },
      'help config': { options: '*' },
      delete: does('*', () => destroys('sqlserver', 'delete')),
    },
    other: does('*', () => service('sqlserver', 'manage', 'change')),
    effects: (use) => sqlcmdOptions(use),
  },
  'clickhouse-client clickhouse-local chc': client(
    'clickhouse',
    '* -q,--query= --queries-file= -h,--host= -u,--user= -d,--database= --password= --port= -f,--format= -C,--config-file=load -n -m -t -E --output-format= --input-format= -F= -S= -N= --file=',
    '--query',
  ),
  clickhouse: {
    subcommands: {
      'client local': client(
        'clickhouse',
        '* -q,--query= --queries-file= -h,--host= -u,--user= -d,--database= --password= --port= --config-file=load',
        '--query',
      ),
    },
    other: does('*', () => service('clickhouse', 'manage', 'change')),
  },
  cockroach: {
    subcommands: {
      sql: client(
        'cockroach',
        '* -e,--execute= -d,--database= -u,--user= --url= --host= --certs-dir=read --format= -f,--file= --set= -p=',
        '--execute',
      ),
      'version help': { options: '*' },
    },
    other: does('*', (use) => [
      service('cockroach', use.verb, 'change'),
      sqlGiven(use.values('-e'), { kind: 'inherited' }, { system: 'cockroach' }),
    ]),
    options: '',
  },
  usql: client(
    'database',
    '-c,--command= -f,--file= -o,--out=write -v,--set= --variable= -q -t -A -X -w -W -1 -J -C -G -F= -R= -P= -T= -d= -l --json --csv',
    '--command',
  ),
  cqlsh: client(
    'cassandra',
    '* -e,--execute= -f,--file= -u= -p= -k= --cqlshrc=load --ssl --encoding= --request-timeout= --connect-timeout=',
    '--execute',
  ),
  'snowsql sqlplus isql influx impala-shell hive beeline spark-sql presto trino': client(
    'database',
    '* -q,--query= -f,--filename= -o=write -a= -u= -d= -e,--execute= -execute= -database= -n= -p= --server= --catalog=',
    '--query --execute -execute',
  ),
  'cypher-shell surreal arangosh': {
    options: '**',
    inert: '--help --version',
    effects: ({ words, at: { stdin } }) =>
      [...words.map(({ text }) => text), stdin.kind === 'text' ? stdin.text : ''].some((text) =>
        graphDestroys.test(text),
      )
        ? destroys('database', 'delete')
        : service('database', 'run a statement', 'change'),
  },
  'mongosh mongo': {
    options:
      '* --eval= -f,--file= --host= --port= -u,--username= -p,--password=? --authenticationDatabase= --authenticationMechanism= --tlsCertificateKeyFile=read --tlsCAFile=read ' +
      '--apiVersion= --quiet --norc --nodb --shell --json=? --tls --retryWrites --awsAccessKeyId= --awsSecretAccessKey= --awsSessionToken= --keyVaultNamespace=',
    inert: '--help --version',
    effects(use) {
      const codes = use.values('--eval');
      const { stdin } = use.at;
      const scripts = [...use.values('--file'), ...use.operands.filter(({ text }) => /\.m?js$/.test(text))];
      const texts = [...codes.map(({ text }) => text), ...(stdin.kind === 'text' ? [stdin.text] : [])];
      return [
        at('mongodb', use.value('--host'), ...addressed(use.operands[0])),
        texts.map(mongoCode),
        codes.some(({ value }) => value === undefined) && unclear('the code is not in the command'),
        scripts.map((path) => [reads(path), service('mongodb', 'run a file', 'change')]),
        texts.length === 0 && scripts.length === 0 && service('mongodb', 'open a session', 'change'),
      ];
    },
  },
  'redis-cli valkey-cli keydb-cli': redis,
  pg_isready: does(
    '-h,--host= -p,--port= -U,--username= -d,--dbname= -t,--timeout= -q,--quiet -V,--version -?,--help',
    (use) => at('postgres', use.value('--host'), ...addressed(use.value('--dbname'))),
  ),
  'pg_dump pg_dumpall mysqldump mariadb-dump mysqlpump mongodump mongoexport sqldiff': {
    options:
      '* -f,--file=write -r,--result-file=write -o,--out=write -T,--tab= -h,--host= -p= -U,--username= -u,--user= -d,--dbname= -t,--table= -n= -N= -j= -F,--format= -Z= -w= -P= -S= -c= ' +
      '--defaults-file=load --defaults-extra-file=load --plugin-dir=load --uri= --db= --collection= -q= --query= --archive=? --where= -l= -g=',
    inert: '--help --version',
    effects: (use) => [
      unclear('copies a whole database'),
      /^(?:mysqldump|mariadb-dump|mysqlpump)$/.test(use.program) &&
        use.values('--tab').map((path) => writes(path, { tree: true })),
    ],
  },
  dropdb: manages('destroy', 'drop', '-f,--force --if-exists'),
  dropuser: manages('destroy', 'drop a user', '--if-exists'),
  pg_dropcluster: does('* --stop', () => destroys('postgres', 'drop a cluster')),
  'createdb createuser initdb pg_ctl vacuumdb reindexdb clusterdb': manages('change', 'manage'),
  pg_restore: {
    options:
      '* -f,--file=write -d,--dbname= -h,--host= -p= -U= -j= -n= -N= -t= -I= -P= -S= -T= -F= -L=read -c,--clean -l,--list -C,--create -O -x -a -s -1 -e -v -W -w --if-exists --section=',
    inert: '--help --version -?',
    effects: (use) =>
      use.has('--list')
        ? service('postgres', 'list a dump', 'read')
        : use.has('--clean') && use.has('--dbname') && !use.values('--dbname').every(isForTests)
          ? destroys('postgres', 'restore over what is there')
          : service('postgres', 'restore', 'change'),
  },
  'mongorestore mongoimport': {
    options: '* --drop --uri= --db= --collection= --archive=? --file=read --dir=read -h= -u= -p= -d= -c=',
    inert: '--help --version',
    effects: (use) => (use.has('--drop') ? destroys('mongodb', 'drop') : service('mongodb', 'restore', 'change')),
  },
  'mysqladmin mariadb-admin': {
    options: `* ${mysqlOptions}`,
    inert: '--help --version -?',
    effects: (use) =>
      use.operands.some(({ text }) => text === 'drop')
        ? destroys('mysql', 'drop')
        : use.operands.every(({ text }) => adminReads.test(text)) && use.operands.length > 0
          ? [service('mysql', use.verb, 'read'), at('mysql', use.value('--host'))]
          : service('mysql', use.operands[0]?.text ?? 'manage', 'change'),
  },
};
