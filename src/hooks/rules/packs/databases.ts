import type { Pack } from '../rule';

/** Systems whose data the project cannot recreate. */
const systems =
  'postgres mysql sqlite duckdb sqlserver clickhouse cockroach cassandra database mongodb redis snowflake influx oracle elasticsearch'.split(
    ' ',
  );

const way = 'Work on a copy of the database, or ask the person to run it.';

export const databases: Pack = {
  id: 'databases',
  title: 'Databases',
  summary:
    'Asks before tables, rows or databases are destroyed: in SQL that a client is given, by database programs, and by the migrations of rails, Django, prisma, alembic and similar tools (blocked in the profile harness).',
  rules: [
    {
      id: 'destroy-data',
      match: { effect: 'service:destroy', service: systems },
      decision: 'ask',
      why: 'It destroys data of a database.',
      instead: way,
      refuses: [
        'psql -c "DROP TABLE users"',
        'psql app <<< "DELETE FROM orders;"',
        'mysql -e "UPDATE users SET admin = 1"',
        'sqlite3 app.db "drop table users"',
        'mongosh --eval "db.dropDatabase()"',
        'redis-cli flushall',
        'dropdb app_production',
        'pg_restore --clean -d app dump',
        'cqlsh -e "DROP KEYSPACE x"',
        'curl -X DELETE http://es:9200/users',
      ],
      passes: [
        'psql -c "SELECT count(*) FROM users"',
        'psql -c "DELETE FROM orders WHERE id = 7"',
        'mysql -e "UPDATE users SET admin = 1 WHERE id = 7"',
        `psql -c "SELECT 'DROP TABLE users'"`,
        'redis-cli get key',
        'pg_dump app',
        'dropdb app_test',
      ],
    },
    {
      id: 'migrations-destroy',
      match: { effect: 'service:destroy', service: 'migrations' },
      decision: 'ask',
      why: 'It drops or empties the database that the application is set up for.',
      instead: 'Run the migrations forward, or on a test database.',
      refuses: [
        'rails db:drop',
        `heroku run 'rails db:drop' -a prod`,
        'bundle exec rake db:reset',
        'bin/rails db:schema:load',
        'python manage.py flush --noinput',
        'python manage.py migrate app zero',
        'npx prisma migrate reset --force',
        'prisma db push --accept-data-loss',
        'alembic downgrade base',
        'npx knex migrate:rollback --all',
        'npx sequelize db:migrate:undo:all',
        'npx typeorm schema:drop',
        'php artisan migrate:fresh',
        'mix ecto.drop',
        'dotnet ef database drop --force',
        'liquibase drop-all',
        'flyway clean',
      ],
      passes: [
        'rails db:migrate',
        'RAILS_ENV=test rails db:reset',
        'python manage.py migrate',
        'python manage.py showmigrations',
        'npx prisma migrate status',
        'alembic upgrade head',
        'alembic history',
        'npx knex migrate:latest',
        'php artisan migrate --pretend',
        'flyway info',
        'MIX_ENV=test mix ecto.reset',
      ],
    },
    {
      id: 'migrations-production',
      match: { effect: 'service:change', service: 'migrations', verb: '* in production' },
      decision: 'ask',
      why: 'It changes the database that people use.',
      instead: 'Run it on a copy first, and let the person or the deployment run it there.',
      refuses: ['RAILS_ENV=production rails db:migrate', 'npx prisma migrate deploy', 'php artisan migrate --force'],
      passes: ['rails db:migrate', 'npx prisma migrate dev', 'php artisan migrate', 'python manage.py migrate'],
    },
  ],
};
