import type { RunKind } from '../evidence/noted-runs';
import type { RunnerName } from './quick-check';

export interface ProgramRun {
  readonly kind: RunKind;
  readonly scope: Scope;
  /** The file of the project that says what the run does. */
  readonly definedIn?: string | undefined;
}

type Reader = (args: readonly string[]) => ProgramRun | undefined;

const does =
  (kind: RunKind, grammar: Grammar = {}, definedIn?: string): Reader =>
  (args) => {
    const scope = scopeOf(args, grammar);
    return scope && { kind, scope, ...(definedIn === undefined ? {} : { definedIn }) };
  };

/** A program with commands of its own: the first word says which; without one it is `''`. */
const commands =
  (readers: Readonly<Record<string, Reader>>): Reader =>
  ([first = '', ...rest]) => {
    const isOption = first.startsWith('-');
    const reader = readers[isOption ? '' : first];
    return reader?.(isOption ? [first, ...rest] : rest);
  };

/** Only where the word is there that names everything. */
const needing =
  (word: RegExp, kind: RunKind, grammar: Grammar): Reader =>
  (args) => {
    const scope = scopeOf(args, { ...grammar, plain: new RegExp(`${word.source}|${grammar.plain?.source ?? '(?!)'}`) });
    return scope && { kind, scope: args.some((arg) => word.test(arg)) ? scope : 'targeted' };
  };

/** A module by its bare name is an installed one; a path is a file that anybody wrote. */
const bare = '[@\\w][\\w@-]*(?:/[\\w-]+)*';

const pytestWords = does('tests', {
  plain:
    /^(?:\.\/?|-l|-r\w*|-n\w+|-p=?no:\w+|-W.+|--(?:cov(?:-\w+)?(?:=.*)?|no-cov|tb=\w+|maxfail=\d+|durations=\d+|color=\w+|no-header|strict-\w+|ff|nf|failed-first|new-first|exitfirst|showlocals|capture=\w+|disable-warnings|timeout=\d+))$/,
  valued: /^(?:-n|-W|--(?:tb|maxfail|cov|cov-report|durations|color|timeout|numprocesses))$/,
  nothing: /^--(?:collect-only|co|fixtures|markers|setup-plan)$/,
});

/** `-p no:x` leaves a plugin out; every other plugin that is named may do anything. */
const pytest: Reader = (args) =>
  pytestWords(
    args
      .filter((arg, at) => !(arg === '-p' && args[at + 1]?.startsWith('no:') === true))
      .map((arg) => arg.replace(/^no:/, '-pno:')),
  );

const unittest = does('tests', { plain: /^(?:discover|-b|-f|--buffer|--failfast)$/ });

const vitest = does('tests', {
  plain: /^(?:run|--run|--coverage(?:\.\w+=?.*)?|--pool=\w+|--no-watch|--watch=false|--no-isolate)$/,
  valued: /^--(?:reporter|pool|test-?[tT]imeout)$/,
  nothing: /^(?:watch|dev|bench|list|init|typecheck)$/,
});

const jest = does('tests', {
  plain:
    /^(?:-i|--(?:runInBand|maxWorkers=\w+%?|forceExit|detectOpenHandles|no-?cache|no-?[cC]olors?|watch(?:All)?=false|noStackTrace|expand|passWithNoTests|logHeapUsage))$/,
  valued: /^(?:-w|--maxWorkers|--reporters)$/,
  nothing: /^--(?:listTests|showConfig|init|watchAll|clearCache)$/,
});

const mocha = does('tests', {
  plain: /^(?:-b|-p|--(?:exit|recursive|parallel|forbid-only|forbid-pending|check-leaves|full-trace|timeout=\d+))$/,
  valued: /^(?:-R|-t|-j|--(?:reporter|timeout|slow|jobs))$/,
  nothing: /^--(?:list-reporters|list-interfaces)$/,
});

const nodeTest = does('tests', {
  plain: new RegExp(
    `^(?:--test-reporter(?:-destination)?=${bare}|--experimental-(?:test-coverage|strip-types|transform-types|vm-modules)|--enable-source-maps|--test-(?:concurrency|timeout|force-exit)(?:=\\d+)?|--(?:import|require)=${bare})$`,
  ),
  valued: /^--test-(?:reporter|concurrency|timeout)$/,
});

const cargoFlags =
  '--(?:workspace|all|all-targets|all-features|locked|offline|frozen|no-fail-fast|keep-going|release|color=\\w+)';
const cargoValued = /^(?:-j|-F|--(?:jobs|profile|target-dir|color|features|message-format))$/;
const cargoBuilds = (kind: RunKind, more = '(?!)') =>
  does(kind, { plain: new RegExp(`^(?:${cargoFlags}|${more})$`), valued: cargoValued });
const cargoTest = does('tests', {
  plain: new RegExp(`^(?:${cargoFlags}|--nocapture|--no-capture|--show-output|--test-threads=\\d+)$`),
  valued: new RegExp(`${cargoValued.source}|^--test-threads$`),
  nothing: /^(?:--no-run|--list)$/,
});
const nextest = commands({
  run: does('tests', {
    plain: new RegExp(`^(?:${cargoFlags}|--no-capture|--no-tests=\\w+)$`),
    valued: new RegExp(`${cargoValued.source}|^(?:-P|--(?:retries|test-threads|status-level|final-status-level))$`),
    nothing: /^--no-run$/,
  }),
});

const everyPackage = /^(?:\.\/\.\.\.|all)$/;
const goTest = needing(everyPackage, 'tests', {
  plain:
    /^-(?:race|cover|json|failfast|trimpath|(?:count|timeout|covermode|coverprofile|coverpkg|mod|shuffle|parallel|p|vet|tags|buildvcs)=.+)$/,
  valued: /^-(?:count|timeout|covermode|coverprofile|coverpkg|mod|shuffle|parallel|p|vet|tags)$/,
  nothing: /^-(?:list|c|n|exec)(?:=|$)/,
});
/** Its own options come first; without packages it tests all of them. */
const gotestsum: Reader = (args) => {
  const own = args.filter((arg) => !/^(?:--format=[\w-]+|--junitfile=.+|--no-summary=\w+|--)$/.test(arg));
  const given = own.filter((arg, at) => !/^(?:-f|--format|--junitfile)$/.test(arg) && !/^(?:-f|--format|--junitfile)$/.test(own[at - 1] ?? ''));
  return goTest(given.some((arg) => !arg.startsWith('-')) ? given : [...given, './...']);
}; // prettier-ignore

interface Goals {
  readonly tests: RegExp;
  readonly builds: RegExp;
  readonly prepares: RegExp;
  readonly skipsTests?: RegExp;
}

/** Goals or tasks in a row: some test, others build or only prepare. A task behind `-x` is left out. */
const goals =
  ({ tests, builds, prepares, skipsTests = /(?!)/ }: Goals, grammar: Grammar): Reader =>
  (args) => {
    const asked = args.filter((arg, at) => !/^-x$/.test(arg) && args[at - 1] !== '-x' && !skipsTests.test(arg));
    const plain = [tests, builds, prepares, grammar.plain ?? /(?!)/].map(({ source }) => source).join('|');
    const scope = scopeOf(asked, { ...grammar, plain: new RegExp(plain) });
    if (scope === undefined) return undefined;
    if (asked.length === args.length && asked.some((arg) => tests.test(arg))) return { kind: 'tests', scope };
    if (asked.some((arg) => arg.endsWith(':test'))) return { kind: 'tests', scope: 'targeted' };
    return asked.some((arg) => tests.test(arg) || builds.test(arg)) ? { kind: 'build', scope } : undefined;
  };

const maven = goals(
  {
    tests: /^(?:test|verify|package|install|integration-test)$/,
    builds: /^compile$/,
    prepares: /^(?:clean|validate|process-resources|test-compile)$/,
    skipsTests: /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/,
  },
  {
    plain:
      /^(?:-[BUeoX]|-ntp|-fae|-ff|-T\S+|--batch-mode|--no-transfer-progress|--offline|--update-snapshots|--errors)$/,
    valued: /^-T$/,
    nothing: /^(?:-fn|--fail-never|-Dmaven\.test\.failure\.ignore.*)$/,
  },
);
const gradle = goals(
  { tests: /^(?:test|check|build)$/, builds: /^(?:assemble|classes|jar)$/, prepares: /^(?:clean|cleanTest)$/ },
  {
    plain:
      /^(?:-i|--(?:no-daemon|console=\w+|info|stacktrace|rerun-tasks|parallel|offline|build-cache|no-build-cache|warning-mode=\w+))$/,
    nothing: /^(?:-m|--continue)$/,
  },
);

const dotnetWords =
  /^(?:[\w./-]+\.slnx?|-[vcl]:\S+|--(?:no-restore|no-build|nologo|tl(?::\w+)?|(?:verbosity|configuration|logger|collect)[=:]\S+))$/;
const dotnetValued = /^(?:-[vcl]|--(?:verbosity|configuration|logger|collect|results-directory))$/;

const rspec = does('tests', {
  plain: /^(?:-b|-f\w+|--(?:format=\w+|profile|backtrace|order=\w+))$/,
  valued: /^(?:-f|--(?:format|order|seed))$/,
});
const phpunit = does('tests', {
  plain:
    /^--(?:testdox|stop-on-\w+|colors(?:=\w+)?|coverage-\w+(?:=.*)?|no-coverage|no-progress|display-\w+|parallel|compact)$/,
  nothing: /^--list-\w+$/,
});

const eslint = does('lint', {
  plain:
    /^(?:\.|--(?:fix|cache|max-warnings=\d+|ext=[\w.,]+|format=[a-z-]+|report-unused-disable-directives|no-error-on-unmatched-pattern))$/,
  valued: /^(?:-f|--(?:max-warnings|ext|format|cache-location))$/,
  nothing: /^--(?:print-config|init|inspect-config|stdin)$/,
});
const whole = (kind: RunKind, more: Grammar = {}) =>
  does(kind, { ...more, plain: new RegExp(`^(?:\\.|\\./\\.\\.\\.)$|${more.plain?.source ?? '(?!)'}`) });

const tsc = does('types', {
  plain: /^(?:--(?:noEmit|build|pretty|strict|skipLibCheck|incremental|force)|-b|-d)$/,
  valued: /^(?:-p|--(?:project|tsBuildInfoFile|pretty))$/,
  nothing: /^--(?:noCheck|listFilesOnly|showConfig|init|all)$/,
});
const mypy = whole('types', { plain: /^--(?:strict|pretty|show-\w[\w-]*|ignore-missing-imports|no-incremental)$/ });

const script = (definedIn: string): Reader =>
  commands({
    test: does('tests', {}, definedIn),
    tests: does('tests', {}, definedIn),
    spec: does('tests', {}, definedIn),
    lint: does('lint', {}, definedIn),
    build: does('build', {}, definedIn),
    typecheck: does('types', {}, definedIn),
  });
const rails = commands({ test: does('tests'), 'test:all': does('tests') });

/** What a monorepo's tool runs in every package. */
const everywhere =
  (part: RegExp, kindOf: Readonly<Record<string, RunKind>>): Reader =>
  (args) => {
    const task = args.find((arg) => Object.hasOwn(kindOf, arg.replace(/^--targets?=/, '')));
    const kind = kindOf[task?.replace(/^--targets?=/, '') ?? ''];
    if (kind === undefined) return undefined;
    const scope = args.some((arg) => part.test(arg)) ? 'targeted' : 'full';
    return { kind, scope, definedIn: '*package.json' };
  };
const tasks = { test: 'tests', lint: 'lint', build: 'build', typecheck: 'types' } as const;

/** The programs that test, lint, check types and build, by the words behind their name. */
export const runners: Readonly<Record<string, Reader>> = {
  pytest,
  'py.test': pytest,
  unittest,
  tox: does('tests', {}, 'tox.ini'),
  vitest,
  jest,
  mocha,
  ava: does('tests', { plain: /^(?:--serial|--tap|--no-worker-threads)$/ }),
  tap: does('tests'),
  playwright: commands({ test: does('tests', { plain: /^--(?:workers|retries)=\d+$/, valued: /^--(?:reporter|workers|retries)$/, nothing: /^--(?:list|ui)$/ }) }),
  cypress: commands({ run: does('tests', { plain: /^--headless$/, valued: /^--browser$/ }) }),
  'react-scripts': commands({ test: jest, build: does('build') }),
  node: ([first = '', ...rest]) => (first === '--test' ? nodeTest(rest) : undefined),
  deno: commands({ test: does('tests', { plain: /^(?:-A|--(?:allow-\S+|no-check|parallel|frozen|permit-no-files))$/, nothing: /^--no-run$/ }), lint: whole('lint'), check: whole('types'), task: script('deno.json') }),
  cargo: commands({ test: cargoTest, t: cargoTest, nextest, clippy: cargoBuilds('lint', '--fix|--no-deps|-[DWF]\\w*|clippy::\\w+|warnings'), check: cargoBuilds('types'), c: cargoBuilds('types'), build: cargoBuilds('build'), b: cargoBuilds('build') }),
  'cargo-nextest': commands({ nextest }),
  go: commands({ test: goTest, vet: needing(everyPackage, 'lint', {}), build: needing(everyPackage, 'build', { plain: /^-(?:trimpath|race|tags=.+|ldflags=.+)$/ }) }),
  gotestsum,
  mvn: maven,
  mvnw: maven,
  gradle,
  gradlew: gradle,
  dotnet: commands({ test: does('tests', { plain: dotnetWords, valued: dotnetValued, nothing: /^(?:-t|--list-tests)$/ }), build: does('build', { plain: dotnetWords, valued: dotnetValued }) }),
  rspec,
  rails,
  rake: script('Rakefile'),
  phpunit,
  pest: phpunit,
  artisan: commands({ test: phpunit }),
  php: ([first = '', ...rest]) => (first === 'artisan' ? commands({ test: phpunit })(rest) : undefined),
  phpstan: commands({ analyse: whole('types', { plain: /^--(?:no-progress|memory-limit=\w+)$/ }), analyze: whole('types', { plain: /^--(?:no-progress|memory-limit=\w+)$/ }) }),
  composer: (args) => script('composer.json')(/^(?:run|run-script)$/.test(args[0] ?? '') ? args.slice(1) : args),
  just: script('justfile'),
  task: script('Taskfile.yml'),
  mix: commands({ test: does('tests', { plain: /^--(?:cover|trace|warnings-as-errors)$/ }), compile: does('build', { plain: /^--(?:warnings-as-errors|force)$/ }), credo: does('lint', { plain: /^--strict$/ }) }),
  swift: commands({ test: does('tests', { plain: /^--(?:parallel|enable-code-coverage)$/ }), build: does('build', { valued: /^(?:-c|--configuration)$/ }) }),
  flutter: commands({ test: does('tests', { plain: /^--no-pub$/ }), analyze: does('lint') }),
  dart: commands({ test: does('tests'), analyze: does('lint') }),
  ctest: does('tests', { plain: /^(?:-j\d*|-VV|--output-on-failure|--test-dir=.+)$/, valued: /^(?:-j|-C|--(?:test-dir|build-config|parallel|timeout))$/, nothing: /^(?:-N|--show-only.*)$/ }),
  bats: does('tests', { plain: /^(?:-r|-t|test|tests|\.|--(?:recursive|tap|pretty|timing))$/, valued: /^(?:-j|--jobs)$/, nothing: /^(?:-c|--count)$/ }),
  sbt: commands({ test: does('tests'), compile: does('build') }),
  lein: commands({ test: does('tests') }),
  stack: commands({ test: does('tests'), build: does('build') }),
  cabal: commands({ test: does('tests', { plain: /^all$/ }), build: does('build', { plain: /^all$/ }) }),
  bazel: commands({ test: needing(/^\/\/\.\.\.$/, 'tests', { plain: /^--test_output=\w+$/ }), build: needing(/^\/\/\.\.\.$/, 'build', {}) }),
  nx: (args) => {
    const run = everywhere(/^(?:-p|--projects)/, tasks)(args);
    return run && (args[0] === 'run-many' ? run : { ...run, scope: 'targeted' });
  },
  nox: does('tests', {}, 'noxfile.py'),
  hatch: commands({ test: does('tests') }),
  zig: ([first, second, ...rest]) => (first === 'build' && second === 'test' ? does('tests')(rest) : undefined),
  turbo: everywhere(/^(?:-F|--filter|--affected)/, tasks),
  lerna: ([first = '', ...rest]) => (first === 'run' ? everywhere(/^--(?:scope|since|ignore)/, tasks)(rest) : undefined),
  'pre-commit': commands({
    run: (args) => {
      const all = /^(?:-a|--all-files)$/;
      const scope = scopeOf(args, { plain: /^(?:-a|--all-files|--show-diff-on-failure)$/ });
      return scope && { kind: 'precommit', scope: args.some((arg) => all.test(arg)) ? scope : 'targeted', definedIn: '.pre-commit-config.yaml' };
    },
  }),
  lefthook: commands({ run: ([first = '', ...rest]) => (first === 'pre-commit' ? { kind: 'precommit', scope: rest.length === 1 && rest[0] === '--all-files' ? 'full' : 'targeted', definedIn: 'lefthook.yml' } : undefined) }),
  'lint-staged': () => ({ kind: 'precommit', scope: 'targeted' }),
  eslint,
  oxlint: whole('lint'),
  biome: commands({ check: whole('lint', { plain: /^--(?:write|error-on-warnings)$/ }), ci: whole('lint'), lint: whole('lint') }),
  stylelint: does('lint'),
  ruff: commands({ check: whole('lint', { plain: /^--(?:fix|no-cache|show-fixes)$/ }) }),
  flake8: whole('lint'),
  pylint: whole('lint'),
  rubocop: whole('lint', { plain: /^--(?:parallel|autocorrect|format=\w+)$/ }),
  'golangci-lint': commands({ run: whole('lint', { plain: /^--(?:fix|timeout=\w+)$/ }) }),
  staticcheck: needing(everyPackage, 'lint', {}),
  tsc,
  'vue-tsc': tsc,
  'svelte-check': does('types', { valued: /^--tsconfig$/ }),
  mypy,
  pyright: whole('types'),
  basedpyright: whole('types'),
  vite: commands({ build: does('build') }),
  next: commands({ build: does('build'), lint: does('lint') }),
  webpack: does('build', { plain: /^--mode(?:=\w+)?$/, valued: /^--mode$/ }),
  tsup: does('build'),
  rollup: does('build', { plain: /^-c$/ }),
} satisfies Readonly<Record<RunnerName, Reader>>; // prettier-ignore

/** Which words of a program leave it doing the whole of its work. Every other word makes a run targeted. */
interface Grammar {
  /** Options, and operands that name everything. */
  readonly plain?: RegExp;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  /** With one of these nothing is run, or its failure does not show. */
  readonly nothing?: RegExp;
}

export type Scope = 'full' | 'targeted';

/** Options that change what is printed, not what is run. */
const neutral =
  /^(?:-v+|-q+|-s|-x|--|--verbose|--quiet|--silent|--no-colou?r|--colou?rs?(?:=\w+)?|--ci|--coverage(?:=\w+)?|--reporter=[\w-]+|--bail(?:=\d+)?|--fail-fast)$/;
const neverRuns = /^(?:--help|-h|--version|-V|--dry-run|--watch|-w)$/;

/** Undefined if the words run nothing whose end says something. */
export function scopeOf(args: readonly string[], { plain, valued, nothing }: Grammar): Scope | undefined {
  let scope: Scope = 'full';
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (valued?.test(arg) === true) at += 1;
    else if (plain?.test(arg) === true) continue;
    else if (neverRuns.test(arg) || nothing?.test(arg) === true) return undefined;
    else if (!neutral.test(arg)) scope = 'targeted';
  }
  return scope;
}
