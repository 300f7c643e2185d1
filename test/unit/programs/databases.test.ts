import assert from 'node:assert/strict';
import { effects } from './effects';

const table: Readonly<Record<string, readonly string[]>> = {
  'psql -c "SELECT count(*) FROM users"': ['read postgres: run a statement'],
  "psql -qc '\\dn'": ['read postgres: describe'],
  'psql -c "DROP TABLE users"': ['destroy postgres: drop'],
  'psql -c "DELETE FROM users"': ['destroy postgres: delete every row'],
  'psql -c "DELETE FROM users WHERE id = 1"': ['change postgres: run a statement'],
  'psql -c "SELECT \'DROP TABLE x\'"': ['read postgres: run a statement'],
  'echo "DROP SCHEMA public CASCADE" | psql app': ['destroy postgres: drop'],
  'psql -f migrate.sql': ['read migrate.sql', 'change postgres: run a file', 'unclear'],
  "psql -c '\\! touch x'": ['run sh: touch x', 'change postgres: run a statement', 'create x'],
  'psql -c "COPY t TO PROGRAM \'touch x\'"': ['run sh: touch x', 'change postgres: run a statement', 'create x'],
  'psql -c "SELECT passwd FROM pg_shadow"': ['reveal passwords of a database', 'read postgres: run a statement'],
  'psql -o dump.txt -c "SELECT 1"': ['write dump.txt', 'read postgres: run a statement'],
  psql: ['change postgres: open a session'],
  'mysql -u root -psecret -e "SHOW TABLES" app': ['read mysql: run a statement'],
  'mysql app <<< "TRUNCATE TABLE orders"': ['destroy mysql: truncate'],
  "mysql app -e '\\! touch x'": ['run sh: touch x', 'change mysql: run a statement', 'create x'],
  'mysqladmin -f drop app': ['destroy mysql: drop'],
  'mysqladmin status': ['read mysql: status'],
  'sqlite3 app.db .tables': ['read app.db', 'read sqlite: describe'],
  'sqlite3 app.db "INSERT INTO t VALUES (1)"': ['read app.db', 'edit app.db', 'change sqlite: run a statement'],
  "sqlite3 app.db '.shell touch x'": [
    'read app.db',
    'edit app.db',
    'run sh: touch x',
    'change sqlite: run a statement',
    'create x',
  ],
  'duckdb -c "select * from \'/home/dev/.aws/x.csv\'"': ['read /home/dev/.aws/x.csv', 'read duckdb: run a statement'],
  "duckdb -readonly a.db 'DROP TABLE x'": ['read a.db', 'read duckdb: run a statement'],
  'clickhouse-client -q "DROP TABLE x"': ['destroy clickhouse: drop'],
  'mongosh app --eval "db.dropDatabase()"': ['destroy mongodb: drop'],
  "mongosh --eval 'db.users.countDocuments()'": ['read mongodb: run code'],
  "mongosh --eval 'db.users.updateMany({}, {})'": ['change mongodb: run code'],
  'redis-cli -h h get x': ['read redis: connect', 'read redis: get'],
  'redis-cli del x': ['change redis: del'],
  'redis-cli FLUSHALL': ['destroy redis: flushall'],
  'echo flushall | redis-cli': ['destroy redis: flushall'],
  "impala-shell -q 'drop table t'": ['destroy database: drop'],
  "hive -e 'show tables'": ['read database: run a statement'],
  "cypher-shell 'MATCH (n) DETACH DELETE n'": ['destroy database: delete'],
  "cypher-shell 'MATCH (n) RETURN n'": ['change database: run a statement'],
  "surreal sql -e 'REMOVE TABLE users'": ['destroy database: delete'],
  "arangosh --javascript.execute-string 'db._drop(name)'": ['destroy database: delete'],
  'dropdb app': ['destroy postgres: drop'],
  'dropdb --help': [],
  'pg_dump -f dump.sql app': ['write dump.sql', 'unclear'],
};

describe('clients of databases', () => {
  for (const [command, expected] of Object.entries(table)) {
    it(command, () => {
      assert.deepEqual(effects(command), expected);
    });
  }
});
