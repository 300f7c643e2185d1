import { local, reads, risky, unknown } from '../judgement';
import { change, judged, read, stop, verbs, type Rule, type Table } from '../rule';
import { departing } from './packages';

const writes = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, 'changes files']));

/** Targets that build, test or check; any other name may do anything. */
const usualTarget =
  /^(?:all|build|compile|test|tests|check|checks|lint|fmt|format|vet|typecheck|types|unit|integration|e2e|coverage|cover|bench|docs?|html|help|debug|dev|run|generate|gen|deps|verify|validate)(?:[-_:./][\w.-]+)?$/;

const versionOnly = (why: string, flags = /^(?:--version|-v|-V|-version|--help|-h|-help|version)$/): Rule =>
  judged((words) => (words.length === 1 && flags.test(words[0]?.text ?? '') ? reads : risky(why)));

/** Compilers, formatters, linters and test runners. */
export function builds(): Table {
  const make: Rule = judged((words) => {
    for (let at = 0; at < words.length; at++) {
      const word = words[at];
      const text = word?.text ?? '';
      if (word?.value === undefined) return unknown(`what ${word?.raw ?? ''} stands for is not known`);
      if (
        /^(?:-n|--just-print|--dry-run|-q|-k|-s|-B|-i|-w|--silent|--always-make|--keep-going|-j\d*|--jobs(?:=\d+)?|-O\w*|--no-print-directory)$/.test(
          text,
        )
      ) {
        if ((text === '-j' || text === '--jobs') && /^\d+$/.test(words[at + 1]?.text ?? '')) at++;
      } else if (/^[A-Z_]+=[\w./-]*$/.test(text) && !/^(?:SHELL|MAKE|CC|CXX|LD|AR|PATH|DESTDIR|PREFIX)/.test(text))
        continue;
      else if (!usualTarget.test(text)) return risky(`the target ${text} may do anything`);
    }
    return local('builds the project');
  });

  const testRunner = change('runs the project’s tests', {
    risky: {
      '--rootdir': 'works elsewhere',
      '--config': 'reads another configuration',
      '--require': 'loads code',
      '-r': 'loads code',
      '--globalSetup': 'loads code',
      '-p': 'loads code',
      '-c': 'reads another configuration',
      '-o': 'changes settings',
      '--pyargs': 'tests installed packages',
      '--updateSnapshot': 'replaces what is expected',
    },
    exact: true,
  });

  const usualScripts: Rule = judged((words) =>
    words.some(({ text, value }) => value === undefined || departing.test(text))
      ? risky('a script of that name may leave the project or delete')
      : local('runs the project’s scripts'),
  );

  return {
    'make gmake just': make,
    cmake: change('builds the project', {
      takes: { short: 'SBGDCPE' },
      risky: { '-P': 'runs a script', '-E': 'runs a command', '--install': 'installs', '-C': 'runs a script' },
    }),
    ninja: change('builds the project', {
      takes: { short: 'Cfjt' },
      risky: { '-C': 'works elsewhere', '-t': 'does something else' },
    }),
    'pytest jest vitest mocha ava tap playwright cypress karma nyc c8 rspec phpunit tox nox ctest behave': testRunner,
    tsc: change('compiles', {
      read: ['--noEmit', '--showConfig', '--listFilesOnly'],
      takes: { short: 'p', long: ['project', 'outDir', 'outFile', 'target', 'module'] },
      exact: true,
      risky: { '--outDir': 'writes elsewhere', '--outFile': 'writes elsewhere', '--init': 'writes a configuration' },
    }),
    eslint: read({
      takes: { short: 'co', long: ['config', 'ext', 'format', 'output-file', 'max-warnings'] },
      local: writes('--fix', '--fix-dry-run', '-o', '--output-file', '--cache'),
      risky: {
        '--rulesdir': 'loads code',
        '--resolve-plugins-relative-to': 'loads code',
        '-c': 'reads another configuration',
        '--config': 'reads another configuration',
        '--init': 'installs packages',
      },
      exact: true,
    }),
    prettier: read({
      takes: { long: ['config', 'parser', 'ignore-path', 'plugin'] },
      local: writes('--write', '-w'),
      risky: { '--plugin': 'loads code', '--config': 'reads another configuration' },
      exact: true,
    }),
    biome: verbs({
      'check lint format ci': read({
        local: writes('--write', '--fix', '--apply'),
        risky: { '--unsafe': 'forces' },
        exact: true,
      }),
      'version rage explain': read(),
    }),
    stylelint: read({ local: writes('--fix', '--cache') }),
    'markdownlint markdownlint-cli2 htmlhint jscpd depcheck madge knip cspell': read({
      local: writes('--fix', '-f', '--output', '-o'),
    }),
    ruff: verbs(
      {
        'check lint': read({
          local: writes('--fix', '--fix-only', '--unsafe-fixes', '--add-noqa', '-o', '--output-file', '-w', '--watch'),
          exact: true,
          takes: { short: 'o', long: ['config', 'output-file', 'select', 'ignore'] },
        }),
        format: change('formats files', { read: ['--check', '--diff'] }),
        'rule config linter version help analyze': read(),
        clean: change('empties its cache'),
      },
      { switches: ['-q', '-v', '--quiet', '--verbose'] },
    ),
    black: change('formats files', {
      read: ['--check', '--diff'],
      takes: { short: 'lt', long: ['line-length', 'config', 'include', 'exclude'] },
      risky: { '-c': 'formats code given by hand' },
    }),
    isort: change('sorts imports', {
      read: ['--check', '--check-only', '--diff', '-c', '-d', '--show-config'],
      exact: true,
    }),
    'mypy pyright pylint flake8 pyflakes pycodestyle bandit vulture': read({
      risky: {
        '--config-file': 'reads another configuration',
        '--rcfile': 'reads another configuration',
        '--load-plugins': 'loads code',
        '--init-hook': 'runs code',
        '--install-types': 'installs packages',
        '--output': 'writes a file',
        '-o': 'writes a file',
        '--output-file': 'writes a file',
      },
    }),
    'gofmt goimports gofumpt': read({
      local: writes('-w'),
      risky: { '-cpuprofile': 'writes a file' },
      takes: { single: true },
      exact: true,
    }),
    'golangci-lint staticcheck': read({ local: writes('--fix') }),
    'shellcheck hadolint yamllint actionlint jsonlint xmllint': read({
      takes: { short: 'fsceSoW', long: ['output'] },
      local: writes('-o', '--output'),
    }),
    shfmt: read({ local: writes('-w', '--write') }),
    'clang-format': read({ local: writes('-i') }),
    rustfmt: change('formats files', { read: ['--check'] }),
    'gradle gradlew mvn': verbs(
      {
        'build test check compile assemble verify package classes testClasses dependencies tasks projects properties help':
          change('builds the project', {
            exact: true,
            risky: {
              '-I': 'runs a script',
              '--init-script': 'runs a script',
              '-D': 'changes settings',
              '-P': 'changes settings',
              '-f': 'builds another project',
              '-b': 'builds another project',
            },
          }),
      },
      {
        switches: [
          '-q',
          '-B',
          '-o',
          '--offline',
          '--quiet',
          '-v',
          '--version',
          '--info',
          '--stacktrace',
          '--no-daemon',
          '--console=plain',
        ],
        other: stop('may publish or delete'),
      },
    ),
    dotnet: verbs(
      {
        'build test restore format': change('builds the project', {
          takes: { short: 'o' },
          risky: { '-o': 'writes elsewhere', '--output': 'writes elsewhere' },
        }),
        '--info --list-sdks --list-runtimes list': read(),
      },
      { switches: ['--info', '--list-sdks', '--list-runtimes'] },
    ),
    'julia ghc tsx ts-node swift groovy scala elixir erl': versionOnly('runs code'),
    'java javac kotlin kotlinc gcc g++ clang clang++ cc c++ rustup rustc protoc nasm zig':
      versionOnly('compiles or runs code'),
    'pre-commit': verbs(
      { 'validate-config validate-manifest help sample-config': read(), run: change('runs the project’s hooks') },
      { switches: ['-V'], other: stop('changes hooks') },
    ),
    nx: verbs({
      'graph show list report': read(),
      'build test lint run affected run-many format:check': usualScripts,
    }),
    turbo: verbs({ 'ls query info': read(), 'run build test lint': usualScripts }),
    prometheus: read({
      only: ['--help-long', '--help', '--version', '-h'],
      judge: ({ options }) => (options.length > 0 ? undefined : risky('starts a server')),
    }),
  };
}
