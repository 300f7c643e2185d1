import type { Action, Actions } from './effect';
import { changes, deletes, fetches, machine, runs, runsProject, runsUnseen, service, unclear } from './effect';
import { does, type Definition, type Family, type Use } from './program';
import { asCode, naming } from './project-scripts';

const tests = (): Action => runsProject('runs the project’s tests');
const updates = (): Action => changes('replaces what the tests expect');

function runner(options: string, more: Partial<Definition> & { readonly writes?: readonly string[] } = {}): Definition {
  const { writes = [], effects, ...rest } = more;
  return {
    options,
    inert: '--version --help -h',
    effects: (use) => [use.has(...writes) && updates(), effects === undefined ? tests() : effects(use)],
    ...rest,
  };
}

/** Downloads browsers, which then run on this machine. */
const installsBrowsers = (use: Use): Actions => [
  fetches(),
  changes('downloads browsers'),
  (use.has('--with-deps') || use.path.at(-1) !== 'install') && machine('packages', 'changes what this machine has installed'),
]; // prettier-ignore

/** Programs that run tests. */
export const testRunners: Family = {
  jest: runner(
    '--all --automock -b,--bail=? --bail --cache --cacheDirectory=create --changedFilesWithAncestor --changedSince= --ci --clearCache --clearMocks ' +
      '--collectCoverage --collectCoverageFrom= --color --colors -c,--config=load --coverage=? --coverageDirectory=create --coveragePathIgnorePatterns= ' +
      '--coverageProvider= --coverageReporters= --coverageThreshold= --debug --detectLeaks --detectOpenHandles -e,--expand --env=load --testEnvironment=load ' +
      '--errorOnDeprecation --filter=load --findRelatedTests --forceExit --globalSetup=load --globalTeardown=load --globals= --haste= --ignoreProjects= --init ' +
      '--injectGlobals --json --lastCommit --listTests --logHeapUsage --maxConcurrency= -w,--maxWorkers= --moduleDirectories= --moduleFileExtensions= ' +
      '--moduleNameMapper= --modulePathIgnorePatterns= --modulePaths=load --noStackTrace --no-cache --no-coverage --notify --notifyMode= -o,--onlyChanged -f,--onlyFailures ' +
      '--openHandlesTimeout= --outputFile=write --passWithNoTests --preset=load --prettierPath=load --projects= --randomize --reporters=load --resetMocks ' +
      '--resetModules --resolver=load --restoreMocks --rootDir= --roots= -i,--runInBand --runTestsByPath --runner=load --seed= --selectProjects= --setupFiles=load ' +
      '--setupFilesAfterEnv=load --shard= --showConfig --showSeed --silent --skipFilter --snapshotSerializers=load --testEnvironmentOptions= --testFailureExitCode= ' +
      '--testLocationInResults --testMatch= -t,--testNamePattern= --testPathIgnorePatterns= --testPathPattern= --testPathPatterns= --testRegex= ' +
      '--testResultsProcessor=load --testRunner=load --testSequencer=load --testTimeout= --transform=load --transformIgnorePatterns= --unmockedModulePathPatterns= ' +
      '-u,--updateSnapshot --useStderr --verbose --waitForUnhandledRejections --watch --watchAll=? --watchPathIgnorePatterns= --watchman --workerThreads --no-watchman --workerIdleMemoryLimit= --coverageReporters=',
    { writes: ['--updateSnapshot', '--init', '--clearCache'] },
  ),
  vitest: runner('-r,--root= -c,--config=load -u,--update -w,--watch --no-watch -t,--testNamePattern= --dir= --ui --open --api=? --silent=? --hideSkippedTests --reporter=load --outputFile=write ' +
  '--coverage --coverage.enabled=? --coverage.reporter= --coverage.provider= --coverage.all --coverage.include= --coverage.exclude= --coverage.reportsDirectory=create ' +
  '--no-coverage --mode= --workspace=load --isolate --no-isolate --globals --dom --browser=? --browser.headless --pool= --poolOptions= --fileParallelism --no-file-parallelism --maxWorkers= ' +
  '--minWorkers= --environment=load --passWithNoTests --logHeapUsage --allowOnly --dangerouslyIgnoreUnhandledErrors --shard= --changed=? --sequence.shuffle --sequence= --inspect=? ' +
  '--inspectBrk=? --testTimeout= --hookTimeout= --bail= --retry= --diff=load --exclude= --expandSnapshotDiff --disableConsoleIntercept --typecheck --typecheck.only --project= ' +
  '--slowTestThreshold= --teardownTimeout= --maxConcurrency= --run --no-color --color --segfaultRetry= --cache --no-cache --clearScreen --standalone --related --configLoader= --printConsoleTrace --json=?', {
    writes: ['--update'],
    effects: (use) => (use.operands[0]?.text === 'init' ? unclear('installs packages') : tests()),
  }),
  mocha: runner(
    '--allow-uncaught -A,--async-only -b,--bail --check-leaks -C,--color,--colors --color --no-color --config=load --delay --diff --no-diff --dry-run --enable-source-maps --exit ' +
      '--extension= --fail-zero --fail-hook-affected-tests --fgrep= -f= -g,--grep= --file=load --forbid-only --forbid-pending --full-trace --global= --globals= -G,--growl ' +
      '--ignore= --exclude= --inline-diffs -i,--invert --inspect=? --inspect-brk=? --interfaces --list-interfaces --list-reporters -j,--jobs= -n,--node-option=load --package=read ' +
      '-p,--parallel --no-parallel --posix-exit-codes -R,--reporter=load -O,--reporter-option= --reporter-options= -r,--require=load --retries= -S,--sort -s,--slow= --spec= ' +
      '-t,--timeout= --timeouts= -u,--ui=load -w,--watch --watch-files= --watch-ignore= --recursive --opts=load --no-config --no-package --import=load --loader=load --experimental-strip-types --pass-on-failing-test-suite',
  ),
  // pytest(1): `--basetemp` is emptied before the tests run.
  'pytest py.test': {
    options: '-k= -m= --markers -x,--exitfirst --fixtures --funcargs --fixtures-per-test --pdb --pdbcls=load --trace --capture= -s --runxfail --lf,--last-failed --last-failed --ff,--failed-first --failed-first ' +
  '--nf,--new-first --new-first --cache-show=? --cache-clear --lfnf= --last-failed-no-failures= --sw,--stepwise --stepwise --sw-skip --stepwise-skip --sw-reset --durations= --durations-min= ' +
  '-v,--verbose --no-header --no-summary --no-fold-skipped --force-short-summary -q,--quiet --verbosity= -r= --disable-warnings --disable-pytest-warnings -l,--showlocals --no-showlocals ' +
  '--tb= --xfail-tb --show-capture= --full-trace --color= --code-highlight= --pastebin= --junit-xml,--junitxml=write --junitxml=write --junit-prefix= --junitprefix= -W,--pythonwarnings= ' +
  '--maxfail= --strict --strict-config --strict-markers -c,--config-file=load --continue-on-collection-errors --rootdir= --co,--collect-only --collect-only --pyargs --ignore= ' +
  '--ignore-glob= --deselect= --confcutdir= --noconftest --keep-duplicates --collect-in-virtualenv --import-mode= --doctest-modules --doctest-report= --doctest-glob= ' +
  '--doctest-ignore-import-errors --doctest-continue-on-failure --basetemp= -p= -V,--version --trace-config --debug=?write -o,--override-ini= --assert= --setup-only --setup-show ' +
  '--setup-plan --log-level= --log-format= --log-date-format= --log-cli-level= --log-cli-format= --log-file=write --log-file-mode= --log-auto-indent= --log-disable= -h ' +
  // Widely used plugins: pytest-cov, pytest-xdist, pytest-asyncio, pytest-timeout, pytest-rerunfailures.
  '--cov=? --cov-report= --cov-config=read --cov-append --cov-branch --cov-fail-under= --no-cov --cov-context= -n,--numprocesses= --dist= --maxprocesses= --boxed -d --tx= --timeout= --timeout-method= ' +
  '--asyncio-mode= --reruns= --reruns-delay= --benchmark-only --benchmark-skip --benchmark-disable --snapshot-update --randomly-seed= --random-order --html=write --self-contained-html --json-report --json-report-file=write --ds= --reuse-db --create-db --nomigrations --headed --browser= --slowmo= --picked --testmon --mypy --flake8 --ruff',
    inert: '--version -h',
    effects(use) {
      const base = use.value('--basetemp');
      const plugins = use.values('-p').filter(({ text }) => !text.startsWith('no:'));
      const outside = use.has('--rootdir', '--pyargs', '--override-ini', '--confcutdir');
      return [
        base && deletes(base, { recursive: true, force: true }),
        plugins.map((word) => runsUnseen(`loads the plugin ${word.raw}`)),
        outside && runsUnseen('tests something else than the project'),
        use.has('--snapshot-update') && updates(),
        tests(),
      ];
    },
  },
  // Runners whose configuration names the commands that they run.
  'tox nox': runner(
    '* -c,--conf=load --conf=load -f,--noxfile=load --noxfile=load -e= -s,--session= --sessions= -p= --workdir=create --root= -x,--override= --override= --devenv=create -l --listenvs --list --notest -r --recreate -- --parallel --skip-missing-interpreters',
    {
      style: 'strict',
      starts: (use) => asCode(use, 'toxfile.py'),
      effects: (use) => {
        const verbs =
          use.operands.find(({ text }) => /publish|release|deploy|upload/i.test(text)) ??
          use.values('-e', '--sessions', '--session').find(({ text }) => /publish|release|deploy|upload/i.test(text));
        return verbs === undefined ? tests() : unclear(`${verbs.raw} may leave the project`);
      },
    },
  ),
  rspec: runner(
    '* -I=load -r,--require=load -O,--options=load -o,--out=write --out=write -f,--format= -e,--example= -E= -t,--tag= -P,--pattern= --default-path= --seed= --order= --bisect=? -X= --fail-fast=? -c --color --profile=? -w --dry-run --failure-exit-code= --only-failures -n',
  ),
  'phpunit pest': runner(
    '* -c,--configuration=load --bootstrap=load --extension=load --prepend=load --include-path=load -d= --filter= --group= --testsuite= --cache-directory=create --log-junit=write --testdox-html=write --testdox-text=write ' +
      '--coverage-html=create --coverage-clover=write --coverage-cobertura=write --coverage-text=?write --coverage-xml=create --coverage-php=write --generate-configuration --migrate-configuration --list-tests --list-tests-xml=write --printer=load --colors=? --stop-on-failure --testdox --order-by= --columns=',
    { writes: ['--generate-configuration', '--migrate-configuration'] },
  ),
  playwright: {
    options: '-V,--version -h',
    inert: '--version -h',
    subcommands: {
      test: runner(
        '* -c,--config=load --config=load -g,--grep= --grep-invert= -j,--workers= --workers= --project= --reporter=load --output=create -u,--update-snapshots=? --update-snapshots=? --global-timeout= --timeout= --retries= --repeat-each= --shard= --ui --headed --debug --list --trace= --tsconfig=load --max-failures= -x --last-failed --only-changed=?',
        { writes: ['--update-snapshots'] },
      ),
      'show-report show-trace merge-reports': does('* --reporter=load', () => changes('serves a report')),
      'install uninstall install-deps': does('* --with-deps --dry-run --force', installsBrowsers),
      'open codegen screenshot pdf cr ff wk': does('*', () => unclear('opens a browser')),
    },
  },
  cypress: {
    options: '-v,--version -h',
    inert: '--version -h',
    subcommands: {
      'run open': runner('* -C,--config-file=load --config-file=load -c,--config= -e,--env= -b,--browser= -P,--project= -o,--reporter-options= -r,--reporter=load --reporter=load --record -k,--key= -s,--spec= --headed --headless --component --e2e --parallel --ci-build-id= --group= --tag= -q --quiet -p,--port=', {
        effects: (use) => [tests(), use.has('--record') && service('the test dashboard', 'records the run', 'change')],
      }),
      'verify info version': { options: '*' },
      'install cache': does('*', () => machine('packages', 'changes what is installed')),
    },
  },
  // Programs that run another and measure its coverage.
  'nyc c8': {
    style: 'strict',
    options:
      '-r,--reporter= --reporter= -o,--reports-dir=create --reports-dir=create --report-dir=create -t,--temp-directory=create --temp-dir=create -n,--include= -x,--exclude= -e,--extension= --all -a --check-coverage --lines= --functions= --branches= ' +
      '--statements= --src= --clean --no-clean --skip-full --per-file --100 --cwd= --exclude-after-remap --silent -s --cache --nycrc-path=load --require=load -i=load --hook-require --instrument --source-map --produce-source-map --allowExternal --omit-relative --resolve= --merge-async',
    effects: (use) => [
      changes('writes what the tests reach'),
      !/^(?:report|check-coverage|merge|instrument)$/.test(use.verb) &&
        runs({ form: 'command', words: use.operands, wrapper: true }),
    ],
  },
  'coverage coverage3': {
    options: '* --version -h',
    inert: '--version -h',
    subcommands: {
      run: {
        style: 'strict',
        options: '-a,--append --branch --concurrency= --context= --data-file=write --include= -m,--module -L,--pylib --omit= -p,--parallel-mode --source= --timid --rcfile=load --debug=',
        effects: (use) => [
          changes('writes what the tests reach'),
          use.has('--module')
            ? runs({ form: 'command', words: use.operands, via: 'python -m' })
            : use.operands[0] === undefined
              ? tests()
              : runs({ form: 'file', language: 'python', path: use.operands[0], args: use.operands.slice(1) }),
        ],
      },
      'report debug': does('-d,--debug= --contexts= --data-file=read --fail-under= --format= -i,--ignore-errors --include= --omit= --precision= --rcfile=load -m,--show-missing --skip-covered --no-skip-covered --skip-empty --sort= -h', (use) => naming(use, /^\s*plugins\s*=/m, '.coveragerc', 'setup.cfg', 'tox.ini', 'pyproject.toml')),
      help: { options: '*' },
      'html xml json lcov combine annotate erase': does('* -d=create -o=write --rcfile=load', () => changes('writes a report')),
    },
  },
  'ava tap tape uvu karma behave bats nose2 wtr web-test-runner cucumber-js testcafe codecept':
    runner('* -c=load --config=load -r=load --require=load -R= --reporter= --import=load --node-arguments=load --no-config -u,--update-snapshots -o=write --output=write --rcfile=load', { writes: ['--update-snapshots'], starts: (use) => asCode(use, 'ava.config.js', 'ava.config.cjs', 'ava.config.mjs') }),
  'gotestsum ginkgo richgo': runner('* --jsonfile=write --junitfile=write --raw-command --post-run-command=shell -exec=program', {
    effects: (use) => (use.has('--raw-command') ? runs({ form: 'command', words: use.operands }) : tests()),
  }),
}; // prettier-ignore
