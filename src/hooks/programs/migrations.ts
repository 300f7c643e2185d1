import type { ShellWord } from '../shell/invocation';
import { isDryRun } from './parts/by-verb';
import { reads, runsUnseen, service, type Actions } from './effect';
import type { Definition, Family, Use } from './program';
import { destroys, sqlDestroys } from './parts/sql';
import { asCode } from './project-scripts';

/*
 * Tools that migrate an application's database. Migrating forward is a change; dropping, emptying or reverting destroys
 * data, except in a test database.
 */

/** Variables and options that name a database for tests. */
const testing = /^(?:test|testing|ci|tmp|sandbox)(?:$|[-_.:/])|(?:^|[-_./])(?:test|testing)(?:$|[-_.])/i;
const environments = (
  'RAILS_ENV RACK_ENV NODE_ENV MIX_ENV APP_ENV DJANGO_SETTINGS_MODULE ' +
  'FLASK_ENV ASPNETCORE_ENVIRONMENT HANAMI_ENV ENV'
).split(' ');
const environmentOptions = ['--env', '-e', '--environment', '--settings', '--app-env', '-E'];

const production = /^(?:prod|production|live)(?:$|[-_.:/])/i;

/** Does a variable or an option name an environment like this? */
function isFor(use: Use, like: RegExp): boolean {
  const named = environments.some((name) => {
    const own = use.at.assignments.findLast((entry) => entry.name === name)?.value ?? use.at.variable?.(name);
    return own?.value !== undefined && like.test(own.value);
  });
  return (
    named ||
    use.words.some(({ text }, at) => {
      const [, name = text, value = use.words[at + 1]?.text ?? ''] = /^(--?[\w-]+|[A-Z_]+)=(.*)$/.exec(text) ?? [];
      return (environmentOptions.includes(name) || environments.includes(name)) && like.test(value);
    })
  );
}

/** Does it say that it works on a test database? */
export const isForTests = (use: Use): boolean => isFor(use, testing);

/** Verbs of all these tools that drop, empty or revert. */
const losing = new RegExp(
  '^(?:' +
    [
      // rails, rake, hanami
      '(?:app:)?db:(?:drop|reset|purge|schema:load|structure:load|truncate_all|migrate:(?:reset|redo)|seed:replant|clean|nuke|wipe|recreate|rebuild|forward:reset)(?::[\\w]+)*',
      'apartment:(?:drop|rollback)',
      // artisan
      'migrate:(?:fresh|refresh|reset)|db:(?:wipe|drop|reset|fresh)|queue:(?:flush|clear)|horizon:clear',
      'schema:drop|tenants:migrate-fresh|module:migrate-(?:fresh|refresh|reset)',
      // sequelize, knex, typeorm, mikro-orm, adonis
      'db:(?:migrate|seed):undo:all|database:(?:drop|reset|destroy)',
      'migration:(?:fresh|down|revert|reset|refresh)|schema:(?:fresh|sync)|migrate:(?:down|unlock)',
      // doctrine, symfony, yii, phinx
      '(?:doctrine|d):(?:database|schema|mongodb:schema):drop|doctrine:(?:fixtures:load|schema:update)',
      'hautelook:fixtures:load|migrate/(?:fresh|down|redo|to)',
      // ecto
      'ecto\\.(?:drop|reset|rollback)',
      // Django and its extensions
      'flush|reset_db|reset_schema|sqlreset|remove_stale_contenttypes|delete_\\w+|clear_(?:all|db|database)\\w*',
      'drop_\\w+|truncate_\\w+|rebuild_index|clear_index|wipe\\w*',
      // liquibase, flyway, goose, dbmate, migrate, diesel, sqlx, sqitch, alembic …
      'drop(?:-all|All|db|-db)?|dropAll|clean|undo|downgrade|down(?:-to|-all)?|reset|fresh|refresh|revert',
      'rollback(?:-\\w+)*|rollback(?:To\\w+|Count)|purge|wipe|nuke|truncate',
    ].join('|') +
    ')$',
);

/** Verbs that migrate or fill a database. */
const bringing = /(?:^|[\s:._])(?:migrat\w*|upgrade|up|latest|push|seed)(?:$|[\s:._])/;

/** Further words that only show something. */
const telling = /^(?:rollback-?sql|future-rollback-sql|rollbackSQL|\w*sql|status|history|list|info|show)$/i;

interface Tool {
  /** Groups whose next word is the verb: `db reset`, `database drop`, `migrate down`. */
  readonly groups?: RegExp;
  /** Options that make a harmless verb destroy: `--force-reset`. */
  readonly flags?: RegExp;
  /** A last word that reverts every migration: `migrate app zero`. */
  readonly toStart?: RegExp;
  readonly also?: RegExp;
  /** Verbs that look destructive but only revert one step or change files of the project. */
  readonly harmless?: RegExp;
  /** Words that migrate the production database. */
  readonly deploys?: RegExp;
  readonly more?: (use: Use) => Actions;
}

const system = 'migrations';

/** What the words of a migration tool do to its database. */
export function migrationActions(use: Use, words: readonly ShellWord[], tool: Tool = {}): Actions {
  const { groups, flags, toStart, also, harmless, deploys } = tool;
  const plain = words.map(({ text }) => text).filter((text) => !text.startsWith('-') && !/^\w+=/.test(text));
  const [first = '', second = '', third = ''] = plain;
  const verb = groups?.test(first) === true ? (groups.test(second) ? third : second) : first;
  const all = words.map(({ text }) => text).join(' ');
  const flagged = flags !== undefined && words.some(({ text }) => flags.test(text));
  const started = toStart?.test(all) === true;
  const bad = losing.test(verb) || (also?.test(plain.join(' ')) ?? false) || flagged || started;
  const told = [first, verb].filter((word, at, both) => both.indexOf(word) === at && word !== '').join(' ');
  const quiet =
    isDryRun(words) ||
    telling.test(verb) ||
    words.some(({ text }) => /^--(?:sql|help|list|show|explain|status)$/.test(text));
  if (bad && !quiet && !isForTests(use) && harmless?.test(all) !== true) return service(system, told, 'destroy');
  const live = (isFor(use, production) && bringing.test(told)) || deploys?.test(all) === true;
  return service(system, live ? `${told} in production` : told, quiet ? 'read' : 'change');
}

const tool = (given: Tool = {}, what = 'works on the database of the application'): Definition => ({
  options: '*',
  style: 'strict',
  starts: (use) => asCode(use, 'bin/rails', 'app.py', 'wsgi.py', '.flaskenv'),
  inert: '--version -V',
  effects: (use) => [migrationActions(use, use.words, given), runsUnseen(what), given.more?.(use)],
});

const codeOptions = /^(?:-c|--command|--execute|--eval|-e)$/;
/** Code of an application that empties tables: `User.delete_all`, `Model.objects.all().delete()`. */
const emptying =
  /\.(?:delete_all|destroy_all|truncate|drop_table|drop_database|drop_all|dropAllTables|dropIfExists|purge)\b|::(?:truncate|query\(\)->delete|delete|destroy)\(|\bobjects\s*\.\s*all\(\)\s*\.\s*(?:_raw_)?delete\(|Repo\.delete_all\b|->truncate\(\)|deleteMany\(\s*(?:\{\s*\})?\s*\)|Schema::drop/;

/** `rails runner '…'`, `manage.py shell -c '…'`, `artisan tinker --execute='…'`. */
function applicationCode(use: Use, words: readonly ShellWord[]): Actions {
  if (isForTests(use)) return [];
  const [first, ...rest] = words.filter(({ text }) => !/^-(?!-?\w*=)/.test(text) || codeOptions.test(text));
  const texts = [
    ...(/^(?:runner|r|shell|shell_plus|tinker|console|run|eval|c|dbshell|rpc)$/.test(first?.text ?? '')
      ? rest
      : []
    ).map(({ text }) => text.replace(/^--?\w+=/, '')),
    ...(use.at.stdin.kind === 'text' ? [use.at.stdin.text] : []),
  ];
  const quoted = (text: string) =>
    [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other ?? '');
  const bad = texts.some((text) => emptying.test(text) || [text, ...quoted(text)].some(sqlDestroys));
  return bad && destroys('database', 'empty tables from code');
}

/** `python manage.py migrate app zero`. */
const djangoTool: Tool = {
  toStart: /^migrate\s+(?:\S+\s+)*zero\b/,
  harmless: /^(?:sqlflush|clearsessions|clear_cache)\b/,
};

export const djangoActions = (use: Use, words: readonly ShellWord[]): Actions => [
  migrationActions(use, words, djangoTool),
  applicationCode(use, words),
];

/** `php artisan migrate:fresh`, `php bin/console doctrine:schema:drop`. */
export const phpActions = (use: Use, words: readonly ShellWord[]): Actions => [
  migrationActions(use, words, {
    toStart: /doctrine:migrations:migrate\s+(?:first|0)\b|--drop-(?:tables|all)\b/,
    also: /^migrate:rollback\b/,
    harmless: /^cache:/,
    deploys: /^migrate\b.*--force\b/,
  }),
  applicationCode(use, words),
];

const files = (use: Use): Actions => use.values('--file', '--schema', '-f').map((file) => reads(file));

/** `prisma db execute --stdin`, `knex raw`, `typeorm query '…'`: statements for the database. */
function statements(use: Use): Actions {
  const texts = [
    ...use.words.map(({ text }) => text).filter((text) => /\s/.test(text)),
    ...(use.at.stdin.kind === 'text' ? [use.at.stdin.text] : []),
  ];
  const file = use.value('--file', '-f');
  const path = file === undefined ? undefined : use.resolve(file);
  const read = path === undefined ? undefined : use.at.readFile(path);
  return [...texts, ...(read === undefined ? [] : [read])].some(sqlDestroys) && destroys('database', 'run a statement');
}

/** Tools of databases’ migrations. */
export const migrations: Family = {
  'rails gitlab-rails hanami': tool(
    {
      also: /^db:(?:rollback|migrate:down)\b/,
      toStart: /\bVERSION=0\b/,
      harmless: /^(?:destroy|d|generate|g|test)\b/,
      more: (use) => applicationCode(use, use.words),
    },
    'runs the application',
  ),
  'django-admin django-admin.py manage.py': {
    options: '*',
    style: 'strict',
    effects: (use) => [djangoActions(use, use.words), runsUnseen('runs the application')],
  },
  'artisan console symfony yii think': {
    options: '*',
    style: 'strict',
    effects: (use) => [phpActions(use, use.words), runsUnseen('runs the application')],
  },
  'phinx doctrine doctrine-migrations cake spark ace': tool({ toStart: /rollback\b.*-t\s*0\b|migrate\s+(?:first|0)\b/, harmless: /^(?:cache:|clean)/ }),
  'alembic flask aerich yoyo piccolo': tool({ groups: /^(?:db|migrations)$/, flags: /^--purge$/, harmless: /^(?:run|shell|routes)\b/ }),
  'knex': tool({ also: /^migrate:rollback\b(?!.*--dry)/, toStart: /migrate:rollback\b.*--all/, more: statements }),
  'sequelize sequelize-cli': tool({ also: /^db:(?:drop|migrate:undo|seed:undo:all)\b/ }),
  'typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm': tool({ also: /^(?:schema:(?:drop|sync)|migration:revert)\b/, more: statements }),
  'prisma': {
    ...tool({
      groups: /^(?:migrate|db|dev)$/,
      deploys: /^migrate deploy\b/,
      flags: /^--(?:force-reset|accept-data-loss)(?:=true)?$/,
      more: (use) => [files(use), statements(use)],
      harmless: /^(?:generate|format|validate|studio|version|init)\b/,
    }),
    options: '* --file=read --schema=read --url= --name= -n=',
  },
  'drizzle-kit': tool({ flags: /^--force$/ }),
  'mikro-orm mikro-orm-esm': tool(),
  'adonis': tool(),
  'liquibase': tool({ also: /^(?:\S+ )*(?:drop-all|dropAll|rollback(?:-(?:to-date|count|one-update|one-changeset))?|rollback(?:Count|ToDate))(?:$|\s)/ }),
  'flyway': tool({ also: /(?:^|\s)(?:clean|undo)(?:$|\s)/ }),
  'dbmate migrate sql-migrate tern golang-migrate rambler shmig geni': tool({ also: /(?:^|\s)(?:drop|down|down-to|reset|rollback|force)(?:$|\s)/ }),
  'atlas': tool({ groups: /^(?:schema|migrate|clusters|cluster|projects|deployments|backups|dbusers|accessLists|streams)$/, flags: /^--auto-approve$/, also: /\b(?:delete|terminate|clean|down)\b/ }),
  'sqitch': tool({ also: /^(?:revert|rebase)\b/ }),
  'diesel sqlx sea-orm-cli refinery': tool({ groups: /^(?:database|db|migration|migrate)$/ }),
  'graphile-migrate node-pg-migrate db-migrate umzug migrate-mongo east': tool(),
  'evolve roundhouse dbup grate fluentmigrator': tool(),
  'mongock pgmigrate pgroll': tool(),
}; // prettier-ignore
