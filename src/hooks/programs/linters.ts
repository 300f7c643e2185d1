import { asCode, loads, naming } from './project-scripts';
import type { Actions } from './effect';
import { actionsOf, changes, machine, reads, readsAt, runsProject, runsUnseen, unclear, writes } from './effect';
import { does, type Definition, type Family, type Use } from './program';
import { optionFiles } from './parts/named-files';

/**
 * A program that reads source and reports problems. With a `changing` option it writes the files back; with one of
 * `unclearOptions` it may do something else.
 */
function linter(options: string, more: { readonly changing?: string; readonly unclearOptions?: string; readonly inert?: string; readonly style?: Definition['style']; readonly configuration?: (use: Use) => Actions } = {}): Definition {
  const { changing = '', unclearOptions = '', inert = '--version --help -h', style, configuration } = more;
  return {
    options,
    inert,
    ...(style === undefined ? {} : { style }),
    effects: (use) => [
      configuration?.(use),
      // `@file`: more words, options among them, from a file.
      use.operands.filter(({ text }) => text.startsWith('@')).map((word) => unclear(`takes its words from ${word.raw}`)),
      changing !== '' && use.has(...changing.split(' ')) ? edited(use) : use.operands.filter(({ text }) => text !== '-').map((word) => reads(word)),
      unclearOptions !== '' && use.has(...unclearOptions.split(' ')) && unclear('does something else than read'),
    ],
  };
} // prettier-ignore

/** Changes the named files; without names, the project's. */
function edited(use: Use): Actions {
  const named = use.operands.filter(({ text }) => text !== '-');
  return named.length === 0
    ? changes('changes files of the project')
    : named.map((word) => writes(word, { how: 'edit' }));
}

/** A configuration that makes a linter write the files back. */
function fixing(use: Use, words: RegExp, ...names: readonly string[]): Actions {
  return actionsOf(naming(use, words, ...names)).length > 0 && changes('its configuration makes it change files');
}

/** A program that writes files back unless it is told to check. */
function formatter(options: string, checking: string): Definition {
  return {
    options,
    inert: '--version --help -h',
    effects: (use) => (use.has(...checking.split(' ')) ? use.operands.filter(({ text }) => text !== '-').map((word) => reads(word)) : edited(use)),
  };
} // prettier-ignore

/** A formatter or reporter given as a path is code; a bare name is built in or a package of the project. */
const ownFormatter = (use: Use, ...names: readonly string[]): Actions =>
  use
    .values(...names)
    .filter(({ text, value }) => value === undefined || /[./\\]/.test(text))
    .map((word) => runsUnseen(`loads code from ${word.raw}`, word));

const prettierPrograms = ['.prettierrc', 'prettier.config'].flatMap((name) =>
  ['.js', '.cjs', '.mjs', '.ts', '.mts', '.cts'].map((end) => name + end),
);

/** Plugins, or a module that is the whole configuration. */
const prettierLoads = /plugins|"prettier"\s*:\s*"(?:[./@]|[\w-]+(?:\/|"))|^\s*["']?[@./\w-]+["']?\s*$/;

const biomeOptions =
  '--colors= --use-server --verbose --config-path=load --max-diagnostics= --skip-parse-errors --no-errors-on-unmatched --error-on-warnings --json --reporter= --log-level= --log-kind= --log-path=create ' +
  '--diagnostic-level= --write --fix --apply --apply-unsafe --unsafe --staged --changed --since= --only= --skip= --stdin-file-path= --formatter-enabled= --linter-enabled= ' +
  '--organize-imports-enabled= --assist-enabled= --enforce-assist= --indent-style= --indent-width= --indent-size= --line-width= --line-ending= --quote-style= --vcs-enabled= --vcs-client-kind= --vcs-use-ignore-file= --vcs-root= --vcs-default-branch= --files-max-size= --files-ignore-unknown= --suppress --reason= --format-with-errors= --profile-rules --reporter-file=write';

const markdownlintFiles = ['.markdownlint-cli2.jsonc', '.markdownlint-cli2.yaml', 'package.json'];

const ruffGlobal = '--config=read --isolated -q,--quiet -v,--verbose -s,--silent --color= -V,--version -h';
const ruffFiles =
  `${ruffGlobal} --preview --no-preview --exclude= --extend-exclude= --respect-gitignore --no-respect-gitignore --force-exclude --no-force-exclude --no-cache -n --cache-dir=create ` +
  '--stdin-filename= --extension= --target-version= --diff --exit-non-zero-on-fix --exit-non-zero-on-format --output-format= -e,--exit-zero --exit-zero';

const golangciFiles = ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'];

const xmlLoads = '-noent -xinclude -noxincludenode -loaddtd -dtdattr -valid -postvalid -load-trace'.split(' ');

const otherOptions =
  '* -c=load --config=load --plugin=load --rulesdir=load --parsers=load --detectors=load --specials=load --require-config=load -f,--fix --fix --write -o=write --output=write --image=write -i=write --webpack-config=load --reporters=load --reporter=load --format= --formatter= --store=load -r=load -u=load --use=load -s= --edit=? -x=load --extends=load --parser-preset=load';

/** Programs that check and format source. */
export const linters: Family = {
  'eslint eslint_d xo': {
    options:
      '--no-config-lookup -c,--config=load --inspect-config --ext= --global= --env= --parser=load --parser-options= --plugin=load --rule= --rulesdir=load --resolve-plugins-relative-to=load ' +
      '--no-eslintrc --fix --fix-dry-run --fix-type= --no-ignore --ignore-path=read --ignore-pattern= --stdin --stdin-filename= --quiet --max-warnings= -o,--output-file=write -f,--format= ' +
      '--color --no-color --no-inline-config --report-unused-disable-directives --report-unused-disable-directives-severity= --report-unused-inline-configs= --cache --cache-file=write ' +
      '--cache-location=write --cache-strategy= --suppress-all --suppress-rule= --suppressions-location=write --prune-suppressions --pass-on-unpruned-suppressions --init --env-info ' +
      '--error-on-unmatched-pattern --no-error-on-unmatched-pattern --exit-on-fatal-error --no-warn-ignored --warn-ignored --pass-on-no-patterns --debug -h -v,--version --print-config=read --stats --flag= --mcp --concurrency= --config-lookup',
    inert: '--version -h --env-info',
    effects: (use) => [
      loads(use),
      ownFormatter(use, '--format'),
      use.has('--fix') ? edited(use) : use.operands.map((word) => reads(word)),
      use.has('--fix-dry-run', '--cache', '--suppress-all', '--suppress-rule', '--prune-suppressions') && changes('writes what it found'),
      use.has('--init', '--inspect-config', '--mcp') && runsUnseen('installs packages or serves'),
    ],
  },
  'prettier prettierd': {
    options:
      '-c,--check --check -l,--list-different -w,--write --arrow-parens= --bracket-same-line --no-bracket-spacing --bracket-spacing --config-precedence= --config=load --no-config --no-editorconfig ' +
      '--embedded-language-formatting= --end-of-line= --experimental-operator-position= --experimental-ternaries --find-config-path= --file-info= --html-whitespace-sensitivity= ' +
      '--ignore-path=read --ignore-unknown -u --jsx-single-quote --log-level= --object-wrap= --parser=load --plugin=load --plugin-search-dir=load --print-width= --prose-wrap= --quote-props= ' +
      '--no-semi --semi --single-attribute-per-line --single-quote --stdin-filepath= --support-info --tab-width= --trailing-comma= --use-tabs --vue-indent-script-and-style ' +
      '--with-node-modules --cache --cache-location=write --cache-strategy= --no-cache --no-color --color --no-error-on-unmatched-pattern --error-on-unmatched-pattern --cursor-offset= --range-start= --range-end= --insert-pragma --require-pragma --check-ignore-pragma -h --version --no-plugin-search --experimental-cli --stdin',
    inert: '--version -h --support-info --find-config-path --file-info',
    effects: (use) => [
      !use.has('--no-config') && [asCode(use, ...prettierPrograms), naming(use, prettierLoads, '.prettierrc', '.prettierrc.json', '.prettierrc.json5', '.prettierrc.yml', '.prettierrc.yaml', '.prettierrc.toml', 'package.json')],
      use.has('--write') ? edited(use) : use.operands.map((word) => reads(word)),
      use.has('--cache') && changes('writes its cache'),
    ],
  },
  biome: {
    options: '-V,--version -h',
    inert: '--version -h',
    subcommands: {
      'check lint format ci': linter(biomeOptions, {
        changing: '--write --fix --apply --apply-unsafe --suppress',
        unclearOptions: '--unsafe --apply-unsafe --use-server',
      }),
      'version rage explain': { options: '*' },
      'init migrate': does('*', () => changes('writes a configuration')),
      'search': linter(biomeOptions),
    },
  },
  stylelint: {
    options:
      '-c,--config=load --config-basedir=load --print-config= -i,--ignore-path=read --ip,--ignore-pattern= --ignore-pattern= --fix=? --custom-syntax=load --stdin --stdin-filename= --id --ignore-disables ' +
      '--di --disable-default-ignores --cache --cache-location=write --cache-strategy= -f,--formatter=load --formatter= --custom-formatter=load -q,--quiet --quiet-deprecation-warnings --color --no-color --validate --no-validate ' +
      '--rd,--report-needless-disables --report-needless-disables --rdd --report-descriptionless-disables --risd --report-invalid-scope-disables --rud --report-unscoped-disables ' +
      '--max-warnings= --mw= -o,--output-file=write --aei,--allow-empty-input --allow-empty-input --globby-options= --compute-edit-info -v,--version -h -s= --syntax=',
    inert: '--version -h --print-config',
    effects: (use) => [
      loads(use),
      ownFormatter(use, '--formatter'),
      use.has('--fix') ? edited(use) : use.operands.map((word) => reads(word)),
      use.has('--cache') && changes('writes its cache'),
    ],
  },
  knip: {
    options:
      '-c,--config=load -t,--tsConfig=load -W,--workspace= -D,--directory= --cache --cache-location=create --include= --exclude= --dependencies --exports --files --fix --fix-type= --allow-remove-files ' +
      '--format --include-libs --include-entry-exports --isolate-workspaces -n,--no-progress --no-gitignore --no-exit-code --no-config-hints --treat-config-hints-as-errors --preprocessor=load ' +
      '--preprocessor-options= --reporter= --reporter-options= -p,--production --strict --experimental-tags= --tags= --trace --trace-export= --trace-file= --memory --memory-realtime --max-issues= --max-show-issues= --performance --performance-fn= --watch -d,--debug -V,--version -h',
    inert: '--version -h',
    effects: (use) => [
      loads(use),
      ownFormatter(use, '--reporter'),
      use.has('--fix', '--fix-type', '--format') && edited(use),
      use.has('--allow-remove-files') && unclear('removes files'),
      use.has('--cache') && changes('writes its cache'),
    ],
  },
  'markdownlint markdownlint-cli2 markdownlint-cli': linter(
    '-c,--config=load --configPointer= -d,--dot -e,--enable= --disable= -f,--fix --fix -i,--ignore= -j,--json -o,--output=write -p,--ignore-path=read -q,--quiet -r,--rules=load -s,--stdin --stdin -V,--version -h --no-globs --format',
    {
      changing: '--fix',
      configuration: (use) => [
        asCode(use, '.markdownlint-cli2.cjs', '.markdownlint-cli2.mjs', '.markdownlint.cjs', '.markdownlint.mjs'),
        naming(use, /customRules|markdownItPlugins|outputFormatters/, ...markdownlintFiles),
        fixing(use, /"?fix"?\s*:\s*true/, ...markdownlintFiles),
      ],
    },
  ),
  'htmlhint jscpd cspell oxlint publint alex write-good': linter(otherOptions, {
    changing: '--fix --write',
    configuration: (use) => [
      asCode(use, 'cspell.config.js', 'cspell.config.cjs', 'cspell.config.mjs', 'cspell.config.ts', '.cspell.config.mjs', '.alexrc.js', '.alexrc.cjs', '.alexrc.mjs'),
      naming(use, /jsPlugins|"import"|\bimport:|"reporters"|"store"/, '.oxlintrc.json', 'cspell.json', '.cspell.json', 'cspell.config.json', 'cspell.config.yaml', '.jscpd.json'),
    ],
  }),
  'depcheck madge dprint syncpack attw size-limit textlint remark commitlint': linter(otherOptions, { changing: '--fix --write', configuration: (use) => loads(use) }),
  codespell: linter(
    '-w,--write-changes --write-changes -i,--interactive= --interactive= -c --disable-colors --enable-colors -C,--context= --context= -A= -B= -d -D,--dictionary=read --dictionary=read --builtin= -f,--check-filenames --check-filenames ' +
      '-H,--check-hidden --check-hidden -I,--ignore-words=read --ignore-words=read -L,--ignore-words-list= --ignore-words-list= --uri-ignore-words-list= -r,--regex= --regex= --ignore-regex= --uri-regex= -s,--summary --summary --count -S,--skip= --skip= -x,--exclude-file=read --exclude-file=read -q,--quiet-level= --quiet-level= -e --hard-encoding-detection --config=read --toml=read --stdin-single-line',
    { changing: '--write-changes --interactive', configuration: (use) => fixing(use, /^\s*(?:write-changes|interactive)\s*=/m, '.codespellrc', 'setup.cfg', 'pyproject.toml') },
  ),
  typos: linter(
    '-w,--write-changes --write-changes -c,--config=read --config=read --isolated --diff --format= --exclude= --hidden --no-ignore --no-ignore-dot --no-ignore-parent --no-ignore-vcs --force-exclude --sort --files --highlight-words --highlight-identifiers --words --identifiers --binary --no-check-filenames --check-filenames --no-check-files --check-files --no-unicode --unicode --locale= --type-list --dump-config= --color= -j,--threads= -v,--verbose -q,--quiet --file-list=read',
    { changing: '--write-changes' },
  ),
  ruff: {
    options: ruffGlobal,
    inert: '--version -h',
    subcommands: {
      'check lint': linter(
        `${ruffFiles} --fix --no-fix --unsafe-fixes --no-unsafe-fixes --show-fixes --no-show-fixes --fix-only --no-fix-only --ignore-noqa -o,--output-file=write -w,--watch --select= --ignore= --extend-select= --extend-ignore= --per-file-ignores= --extend-per-file-ignores= --fixable= --unfixable= --extend-fixable= --statistics --add-noqa=? --show-files --show-settings --show-source --line-length= --dummy-variable-rgx=`,
        { changing: '--fix --fix-only --add-noqa', unclearOptions: '--watch --unsafe-fixes', configuration: (use) => (!use.has('--no-fix', '--isolated') && fixing(use, /^\s*fix(?:-only)?\s*=\s*true/m, 'ruff.toml', '.ruff.toml', 'pyproject.toml')) },
      ),
      // Only one option keeps it from formatting the whole project, so it counts as a change even with that option.
      format: does(`${ruffFiles} --check --line-length= --range=`, (use) => (use.has('--check', '--diff') ? changes('writes its cache') : edited(use))),
      'rule config linter version help analyze': { options: `${ruffFiles} --all --direction= --detect-string-imports` },
      clean: does(ruffGlobal, () => changes('empties its cache')),
      server: does('*', () => unclear('serves an editor')),
    },
  },
  black: formatter(
    '-c,--code= -l,--line-length= -t,--target-version= --pyi --ipynb --python-cell-magics= -x,--skip-source-first-line -S,--skip-string-normalization -C,--skip-magic-trailing-comma --preview --unstable ' +
      '--enable-unstable-feature= --check --diff --color --no-color --line-ranges= --fast --safe --required-version= --exclude= --extend-exclude= --force-exclude= --stdin-filename= --include= -W,--workers= -q,--quiet -v,--verbose --version --config=read -h --no-cache',
    '--check --diff --code',
  ),
  isort: formatter(
    '-c,--check,--check-only -d,--diff --diff --show-config --show-files --profile= --settings-path,--settings-file,--settings=read --settings-path=read --sp=read --src= -l= --line-length= -w= --skip= -s= --sg= --skip-glob= --extend-skip= --gitignore --skip-gitignore --atomic ' +
      '--filter-files -q,--quiet -v,--verbose --stdout --float-to-top --ff --fss -m= --multi-line= --tc --trailing-comma --up --py= --only-modified --overwrite-in-place -j=? --jobs=? --ext= -a= --add-import= --rm= --remove-import= -p= --project= -o= --thirdparty= --known-local-folder= --virtual-env=load --conda-env=load --resolve-all-configs -V,--version -h --color -e --interactive --dont-follow-links --filename=',
    '--check-only --diff --show-config --show-files --stdout',
  ),
  'autopep8 yapf docformatter autoflake pyupgrade': linter('* -i,--in-place --in-place -d --diff --style= --global-config=read -r --recursive -a -p', { changing: '--in-place' }),
  mypy: {
    options:
      '-h -v,--verbose -V,--version -O= --config-file=load --warn-unused-configs --no-warn-unused-configs --no-namespace-packages --namespace-packages --ignore-missing-imports --follow-imports= --follow-untyped-imports ' +
      '--python-executable=program --no-site-packages --no-silence-site-packages --python-version= --platform= --always-true= --always-false= --disallow-any-unimported --disallow-any-expr --disallow-any-decorated ' +
      '--disallow-any-explicit --disallow-any-generics --disallow-subclassing-any --disallow-untyped-calls --allow-untyped-calls --untyped-calls-exclude= --disallow-untyped-defs --allow-untyped-defs --disallow-incomplete-defs ' +
      '--check-untyped-defs --disallow-untyped-decorators --implicit-optional --no-implicit-optional --strict-optional --no-strict-optional --warn-redundant-casts --warn-unused-ignores --no-warn-unused-ignores --no-warn-no-return --warn-return-any --warn-unreachable ' +
      '--report-deprecated-as-note --allow-untyped-globals --allow-redefinition --allow-redefinition-new --no-implicit-reexport --implicit-reexport --strict-equality --strict-bytes --extra-checks --strict --disable-error-code= --enable-error-code= ' +
      '--show-error-context --show-column-numbers --show-error-end --hide-error-codes --show-error-codes --show-error-code-links --pretty --no-pretty --no-color-output --color-output --no-error-summary --show-absolute-path --soft-error-limit= ' +
      '--incremental --no-incremental --cache-dir=create --sqlite-cache --cache-fine-grained --skip-version-check --skip-cache-mtime-checks --pdb --show-traceback --tb --raise-exceptions --custom-typing-module= --custom-typeshed-dir=load ' +
      '--warn-incomplete-stub --shadow-file= --fast-exit --any-exprs-report=create --cobertura-xml-report=create --html-report=create --linecount-report=create --linecoverage-report=create --lineprecision-report=create --txt-report=create --xml-report=create --xslt-html-report=create --xslt-txt-report=create ' +
      '--junit-xml=write --junit-format= --find-occurrences= --scripts-are-modules --install-types --non-interactive --explicit-package-bases --exclude= --exclude-gitignore -m,--module= -p,--package= -c,--command= --local-partial-types --output= -O= --plugins=load --follow-imports-for-stubs',
    inert: '--version -h',
    effects: (use) => [
      naming(use, /^\s*(?:plugins|python_executable)\s*=/m, 'mypy.ini', '.mypy.ini', 'setup.cfg', 'pyproject.toml'),
      optionFiles(use),
      use.operands.map((word) => reads(word)),
      use.has('--install-types') && [runsUnseen('installs packages'), machine('packages', 'installs packages')],
    ],
  },
  'pyright basedpyright': linter(
    '--createstub= --dependencies -h --ignoreexternal --level= --outputjson -p,--project=load --pythonplatform= --pythonpath=program --pythonversion= --skipunannotated --stats -t,--typeshedpath=load --threads=? -v,--venvpath=load --verbose --verifytypes= --version --warnings -w,--watch -',
    { unclearOptions: '--watch --createstub' },
  ),
  'pylint flake8 pyflakes pycodestyle pydocstyle bandit vulture ty': linter(
    '* --config-file=load --config=load --append-config=load --rcfile=load --load-plugins=load --init-hook=load --init-import=load --plugins=load --output=write -o=write --output-file=write --tee --extensions= ' +
      '-j= --jobs= --max-line-length= --select= --ignore= --extend-ignore= --extend-select= --exclude= --extend-exclude= --filename= --format= --max-complexity= --per-file-ignores= --stdin-display-name= -f= -r -ll -lll -iii -x= -b=read -c=load --configfile=load -p= -t= -s= --disable= --enable= -d= -e= --output-format= --fail-under= --ignore-patterns= --recursive= --generate-rcfile --generate-toml-config --spelling-private-dict-file=write --clear-cache-post-run= ' +
      '--count --show-source --no-show-source --statistics --max-doc-length= --hang-closing --benchmark --bug-report --color= -q,--quiet -v,--verbose --isolated --exit-zero --indent-size= --disable-noqa ' +
      '-E,--errors-only --errors-only --reports= --score= --list-msgs --list-msgs-enabled --list-groups --list-conf-levels --list-extensions --help-msg= --long-help --ignore-paths= --from-stdin --confidence= -i -l -n= --severity-level= --confidence-level= --min-confidence= --first --show-pep8 --convention=',
    {
      configuration: (use) =>
        naming(
          use,
          /^\s*(?:load-plugins|init-hook|local-plugins|plugins|extension-pkg-\w+|unsafe-load-any-extension)\b|flake8:local-plugins/m,
          '.pylintrc',
          'pylintrc',
          '.pylintrc.toml',
          'pylintrc.toml',
          '.flake8',
          'setup.cfg',
          'tox.ini',
          'pyproject.toml',
        ),
    },
  ),
  'gofmt goimports gofumpt': {
    style: 'single',
    options:
      '-cpuprofile=write -d -e -l -r= -s -w -local= -format-only -v -srcdir= -extra -lang= -modpath= -memprofile=write -trace=write',
    effects: (use) => (use.has('-w') ? edited(use) : use.operands.map((word) => reads(word))),
  },
  'golangci-lint': {
    options: '* -v,--verbose --color= --version -h --cpu-profile-path=write --mem-profile-path=write --trace-path=write',
    inert: '--version -h',
    subcommands: {
      run: linter('* -v,--verbose -c,--config=load --config=load --no-config --fix --out-format= --output.json.path=write --output.text.path=write --timeout= -E,--enable= -D,--disable= -p,--presets= --new-from-rev= --path-prefix= --modules-download-mode= -j,--concurrency= --build-tags= --allow-parallel-runners --allow-serial-runners --print-resources-usage --issues-exit-code= --tests=? --max-issues-per-linter= --max-same-issues= -n,--new --new-from-patch=read --new-from-merge-base= --whole-files --show-stats=? --enable-only= --default= --fast --fast-only --enable-all --disable-all -e,--exclude= --exclude-use-default=? --sort-results --uniq-by-line=? --print-issued-lines=? --print-linter-name=? --path-mode= --skip-dirs= --skip-files= --cpu-profile-path=write --mem-profile-path=write --trace-path=write', {
        changing: '--fix',
        configuration: (use) => !use.has('--no-config') && [naming(use, /^\s*"?custom\b|\.custom\b/m, ...golangciFiles), fixing(use, /^\s*"?fix"?\s*[:=]\s*true/m, ...golangciFiles)],
      }),
      'linters formatters help version config': { options: '*' },
      fmt: does('* -d,--diff --diff', (use) => (!use.has('--diff') && edited(use))),
      'cache custom migrate': does('*', () => unclear('builds, migrates or empties')),
    },
  },
  'staticcheck revive errcheck govulncheck gosec': linter('* -config=load -formatter= -out=write -o=write', { style: 'single' }),
  'rubocop standardrb': linter(
    '* -c,--config=load --config=load -r,--require=load --require=load -f,--format=load --format=load -o,--out=write --out=write -a,--autocorrect --autocorrect -A,--autocorrect-all --autocorrect-all --auto-correct -x,--fix-layout --fix-layout --auto-gen-config --regenerate-todo --init --lsp --start-server --restart-server --server --plugin=load --cache-root=create --only= --except= -s,--stdin= --fail-level= -L,--list-target-files --show-cops=? --show-docs-url=? -l,--lint --only-guide-cops -F,--fail-fast --display-only-fail-level-offenses -D,--display-cop-names -E,--extra-details -S,--display-style-guide --parallel --no-parallel --force-exclusion --cache= --color --no-color -d,--debug -P',
    { changing: '--autocorrect --autocorrect-all --auto-correct --fix-layout', unclearOptions: '--auto-gen-config --regenerate-todo --init --lsp --start-server --restart-server --server', configuration: (use) => naming(use, /^\s*(?:require|plugins|inherit_\w+|extend_config)\s*:|<%/m, '.rubocop.yml', '.standard.yml') },
  ),
  shellcheck: linter(
    '-a,--check-sourced --check-sourced -C=? --color=? -i,--include= --include= -e,--exclude= --exclude= --extended-analysis= -f,--format= --format= --list-optional --norc --rcfile=read -o,--enable= --enable= -P,--source-path= --source-path= -s,--shell= --shell= -S,--severity= --severity= -V,--version -W,--wiki-link-count= --wiki-link-count= -x,--external-sources --external-sources -h',
    { inert: '--version -h --list-optional' },
  ),
  actionlint: { ...linter(
    '-color -config-file=read -debug -format= -h -help -ignore= -init-config -no-color -oneline -pyflakes=program -shellcheck=program -stdin-filename= -verbose -version',
    { style: 'single', inert: '-version -h -help', unclearOptions: '-init-config' },
  ) },
  'hadolint yamllint jsonlint taplo tflint': linter(
    '* -c=read --config=read -d= -f= --format= -i,--in-place --in-place -o=write --output=write -s --strict --no-fail --ignore= --trusted-registry= -t= --chdir= --init --fix --rulesdir=load',
    { changing: '--in-place --fix', unclearOptions: '--init', configuration: (use) => naming(use, /^\s*plugin\s+"/m, '.tflint.hcl') },
  ),
  'luacheck': linter(
    '--config=load --no-config --default-config=load --std= --globals= --ignore= --only= --enable= --exclude-files= --include-files= --max-line-length= --no-max-line-length --codes --ranges --formatter=load --no-color -q -qq -qqq -g,--no-global -u,--no-unused -r,--no-redefined -a,--no-unused-args -s,--no-unused-secondaries --no-self -d,--allow-defined -t,--allow-defined-top -m,--module --cache=?create -j,--jobs= --filename= -v',
    { configuration: (use) => asCode(use, '.luacheckrc') },
  ),
  xmllint: {
    style: 'single',
    options:
      '-auto -debug -shell -debugent -copy -recover -huge -noent -noenc -noout -nonet -path=read -load-trace -loaddtd -dtdattr -insert -valid -postvalid -dtdvalid= -dtdvalidfpi= -timing -repeat -dropdtd -html -htmlout -nodefdtd -xmlout ' +
      '-push -memory -maxmem= -nowarning -noblanks -nocdata -output=write -o=write -c14n -c14n11 -exc-c14n -catalogs -nocatalogs -encode= -format -pretty= -nsclean -testIO -oldxml10 -xinclude -noxincludenode -nofixup-base-uris -stream -walker -pattern= ' +
      '-relaxng= -schema= -schematron= -sax -sax1 -sax2 -compress -quiet -strict-namespace -xpath= -xpath0= -max-ampl= -version',
    inert: '-version',
    effects: (use) => [
      [...use.operands, ...use.values('-dtdvalid', '-relaxng', '-schema', '-schematron')].map(readsAt),
      use.has('-shell') && unclear('reads commands that write files'),
      use.has('-auto', '-testIO') && unclear('does something else than read'),
      use.has(...xmlLoads) && unclear('loads what the document names, from files and the network'),
    ],
  },
  shfmt: linter(
    '-version --version -l,--list --list -w,--write --write -d,--diff --diff -s,--simplify --simplify -mn,--minify --minify -ln,--language-dialect= --language-dialect= -p,--posix --posix --filename= -i,--indent= --indent= -bn,--binary-next-line --binary-next-line -ci,--case-indent --case-indent -sr,--space-redirects --space-redirects -kp,--keep-padding --keep-padding -fn,--func-next-line --func-next-line -f,--find --find --to-json -tojson --from-json --apply-ignore',
    { style: 'single', changing: '--write -w' },
  ),
  'clang-format clang-format-14 clang-format-15 clang-format-16 clang-format-17 clang-format-18': linter(
    '-i --style= -style= --dry-run -n --Werror --assume-filename= --cursor= --dump-config --fallback-style= --ferror-limit= --files=read --length= --lines= --offset= --output-replacements-xml --qualifier-alignment= --sort-includes --verbose --version',
    { changing: '-i' },
  ),
  'clang-tidy cppcheck cpplint': linter('* -p= -fix --fix --fix-errors -load=load --load=load --export-fixes=write -config-file=load --config-file=load --addon=load --output-file=write --plist-output=create --dump --project=read -I= --vfsoverlay=load', { changing: '-fix --fix --fix-errors' }),
  rustfmt: formatter('--check --backup --config-path=read --config= --edition= --emit= -l,--files-with-diff --print-config= -v,--verbose -q,--quiet --color= --version -h --style-edition= --unstable-features --skip-children', '--check --print-config'),
  swiftformat: formatter('* --lint --dryrun --config=read --output=write --cache=create --report=write --baseconfig=read', '--lint --dryrun'),
  scalafmt: formatter('* -c=load --config=load --config-str=load -t,--test --test --check --list --diff --diff-branch= --stdout -i', '--test --check --list --stdout'),
  'ktlint swiftlint google-java-format checkstyle detekt': linter('* -F,--format --format --fix -i,--replace --replace -R=load --ruleset=load --plugins=load -c=read --config=read --output=write -o=write --reporter=', { changing: '--format --fix --replace' }),
  'pre-commit': {
    options: '-V,--version -h',
    inert: '--version -h',
    bare: does('', () => runsProject('runs the project’s hooks')),
    subcommands: {
      'validate-config validate-manifest help sample-config': { options: '* -c=read', operands: 'read*' },
      run: does('* -c,--config=load --config=load -a,--all-files --files= --hook-stage= -v --color= --show-diff-on-failure --from-ref= --to-ref= -s= -o=', () => runsProject('runs the project’s hooks')),
      'try-repo': does('*', (use) => runsUnseen(`runs hooks of ${use.operands[0]?.raw ?? 'another repository'}`)),
      'install uninstall install-hooks init-templatedir autoupdate migrate-config clean gc': does('*', () => machine('packages', 'changes hooks')),
    },
  },
}; // prettier-ignore
