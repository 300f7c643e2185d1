import type { ShellWord } from '../shell/invocation';
import type { Action, Actions } from './effect';
import { changes, machine, reads, runs, runsProject, runsUnseen, service, unclear, writes } from './effect';
import { isForTests, migrationActions } from './migrations';
import { plainWord } from '../shell/reader/words';
import { asCode, naming } from './project-scripts';
import { does, entryOf, type Definition, type Family, type Use } from './program';

const builds = (what = 'builds the project'): Action => runsProject(what);

/** Words in names of targets that publish, install or remove something. */
const leaving = /publish|deploy|release|upload|install|remote|push|destroy|drop|delete|prod|migrat/i;

/** Targets, goals and tasks: the usual ones build and test, any other may do anything. */
function goals(use: Use, usual: RegExp, system: string): Actions {
  const found = use.operands.map((word): Action => {
    if (word.value === undefined) return unclear(`what ${word.raw} stands for is not known`);
    const name = word.value.replace(/^.*:(?=[^:]+$)/, '');
    if (
      /^publish(?!\w*(?:ToMavenLocal|Local\b))|:publish(?!\w*Local)|^deploy|release:perform|^upload|^hex\.publish|^bintrayUpload|^\w*[cC]loseAndRelease\w*|^sonatype\w*Release/.test(
        word.value,
      )
    ) {
      return service(system, word.value, 'publish');
    }
    if (/^hex\.retire|^unpublish/.test(word.value)) return service(system, word.value, 'destroy');
    return usual.test(name) && !leaving.test(word.value) ? builds() : runsUnseen(`${word.value} may do anything`);
  });
  return found.length === 0 ? builds() : found;
}

const installs = (use: Use): Action => machine('packages', `${use.program} installs what was built`);

/** What `cmake -E` calls a command of the shell. */
const shellTools: Readonly<Record<string, string>> = {
  'rm remove': 'rm',
  'rm_rf remove_directory': 'rm -rf',
  'copy copy_if_different': 'cp',
  copy_directory: 'cp -r',
  rename: 'mv',
  env: 'env',
  tar: 'tar',
};

/** `cmake -E`: file tools of every platform. */
function toolMode([verb, ...rest]: readonly ShellWord[]): Actions {
  const name = verb?.text ?? 'true';
  const words = rest.filter(({ text }) => !text.startsWith('-'));
  const via = 'cmake -E';
  const tool = entryOf(shellTools, name);
  if (tool !== undefined) {
    return runs({ form: 'command', words: [...tool.split(' ').map((word) => plainWord(word)), ...rest], via });
  }
  if (/^(?:capabilities|compare_files|cat|md5sum|sha(?:1|256|512)sum|true|false|sleep)$/.test(name)) {
    return words.map((word) => reads(word));
  }
  if (/^(?:make_directory|touch)$/.test(name)) return words.map((word) => writes(word, { how: 'create' }));
  if (name === 'time') return runs({ form: 'command', words: rest, via });
  if (name === 'chdir') return runs({ form: 'command', words: rest.slice(1), directory: rest[0], via });
  return !/^echo(?:_append)?$/.test(name) && unclear(`cmake -E ${verb?.raw ?? ''} is not known here`);
}

const gradleTasks =
  /^(?:assemble|build|check|classes|testClasses|compile\w*|test|tests|\w*Test|lint\w*|dependencies|dependencyInsight|tasks|projects|properties|help|jar|javadoc|spotlessCheck|ktlintCheck|detekt|checkstyle\w*|jacoco\w*|\w*Report)$/;

/** Settings in the words can decide what the build runs. */
function decided(use: Use, names: readonly string[]): Actions {
  const harmless =
    /^(?:skipTests|maven\.test\.skip|skipITs|test|tests|it\.test|revision|checkstyle\.skip|spotbugs\.skip|style\.color|version|profile|debug|ci|org\.gradle\.\w*(?:daemon|parallel|caching|workers\.max|console))(?:=|$)/i;
  const word = use.values(...names).find(({ text }) => !harmless.test(text));
  return word && runsUnseen(`${word.raw} changes what the build runs`);
}

const dotnet: Definition = {
  options: '-h -d,--diagnostics --info --version --list-sdks --list-runtimes --additionalprobingpath=load --additional-deps=load --depsfile=load --roll-forward= --fx-version=',
  inert: '-h --info --version --list-sdks --list-runtimes',
  starts: (use) => naming(use, /"paths"/, 'global.json'),
  bare: { options: '' },
  subcommands: {
    'build test restore format msbuild pack clean': does(
      '-c,--configuration= -f,--framework= -r,--runtime= -o,--output=create --no-restore --no-build --nologo --no-incremental --no-dependencies --force ' +
        '--interactive -v,--verbosity= --self-contained=? --no-self-contained -a,--arch= --os= --source=fetch -s=fetch --filter= -l,--logger=load --results-directory=create --blame --blame-hang ' +
        '--collect= --settings=load -t,--list-tests -d,--diag=write --verify-no-changes --include= --exclude= --severity= --diagnostics= --report=create -p,--property= --tl=? --version-suffix= ' +
        '--disable-parallel --ignore-failed-sources --no-cache --packages=create --configfile=load --use-lock-file --locked-mode --test-adapter-path=load -e,--environment=',
      (use) =>
        use.path.at(-1) === 'clean'
          ? runsUnseen('takes away what was built')
          : [decidedBy(use), builds()],
    ),
    'list sln reference': { options: '*', subcommands: { 'list reference': { options: '*' }, package: does('*', () => builds('evaluates the project')) }, other: does('*', () => changes('changes the project')) },
    ef: {
      options: '*',
      subcommands: {
        database: {
          options: '*',
          subcommands: {
            drop: does('* --dry-run', (use) => (!use.has('--dry-run') && service('migrations', 'drop', 'destroy'))),
            update: does('*', (use) => service('migrations', 'update', use.operands[0]?.text === '0' && !isForTests(use) ? 'destroy' : 'change')),
          },
        },
        // It builds the project and starts it to find the context.
        'migrations dbcontext': { options: '*', subcommands: { 'list info script has-pending-model-changes': does('* -o,--output=write', () => builds()) }, other: does('*', () => changes('changes the project')) },
      },
    },
    nuget: {
      options: '*',
      subcommands: { 'list verify': { options: '*' }, why: does('*', () => builds('evaluates the project')), push: does('*', () => service('the package registry', 'publishes', 'publish')), delete: does('*', () => service('the package registry', 'takes a published package away', 'destroy')) },
      other: does('*', () => machine('settings', 'changes where packages come from')),
    },
    'run watch exec': does('*', () => runsUnseen('runs the project')),
    'new add remove tool workload publish dev-certs user-secrets': does('*', () => runsUnseen('installs, publishes or makes something')),
  },
}; // prettier-ignore

const decidedBy = (use: Use): Actions =>
  [...use.values('--property'), ...use.operands.filter(({ text }) => /^[-/]p(?:roperty)?:/i.test(text))].some(
    ({ text }) => /Exec|Target|Path|Out|Command|Import/i.test(text),
  ) && runsUnseen('a property changes what the build runs');

/** Bundlers and sites: their configuration is code of the project, and they write a folder of output. */
const bundlerOptions =
  '** -c,--config=load -o,--output-path=create --out-dir=create --outDir=create --outdir=create --outfile=write --output=write --dist-dir=create -d,--dir=create ' +
  '-r,--require=load --plugin=load -p,--plugin=load --configPlugin=load --env-file=read --root= --cwd= --watch -w --mode= -m= --host=? --port=';

/** Programs that build a project as its build files say. */
export const builders: Family = {
  // cmake(1): configures, builds, or runs a script or a command of its own.
  cmake: {
    options:
      '-S= -B=create -C=load -D= -U= -G= -T= -A= --toolchain=load --install-prefix= -P=load --preset= --list-presets=? --workflow --fresh --build= --install= --open= ' +
      '-t,--target= -j=? --parallel=? --config= --clean-first -v,--verbose --resolve-package-references= --prefix= --component= --strip --default-directory-permissions= ' +
      '-E --find-package --graphviz=write --system-information=? --log-level= --log-context --debug-trycompile --debug-output --debug-find --trace --trace-expand ' +
      '--trace-format= --trace-source= --trace-redirect=write --warn-uninitialized --no-warn-unused-cli --check-system-vars --compile-no-warning-as-error ' +
      '--profiling-format= --profiling-output=write -W= -N -L -LA -LAH -LH --version -h --help-command= --help-module= --help-variable= --help-policy= --help-full --help-manual= --help-command-list --help-module-list --help-variable-list',
    inert: '--version -h --help-command --help-module --help-variable --help-policy --help-full --help-manual --help-command-list --help-module-list --help-variable-list --list-presets -N --system-information',
    effects(use) {
      if (use.has('-E')) return toolMode(use.words.slice(use.words.findIndex(({ text }) => text === '-E') + 1));
      if (use.has('-P')) return [];
      if (use.has('--install')) return installs(use);
      const deciding = use.values('-D').find(({ text }) => /LAUNCHER|COMPILER|TOOLCHAIN|PROGRAM|COMMAND|INCLUDE|INSTALL_PREFIX|OUTPUT/.test(text));
      const odd = use.values('--target').find(({ text }) => leaving.test(text));
      return [
        deciding && runsUnseen(`${deciding.raw} decides what cmake runs`),
        odd && (odd.text === 'install' ? installs(use) : runsUnseen(`the target ${odd.text} may do anything`)),
        builds(use.has('--build') ? 'builds the project' : 'configures the build'),
      ];
    },
  },
  ctest: does(
    '** -C= -R= -E= -L= -LE= -j=? --parallel= --output-on-failure -V --test-dir= -N,--show-only=? -S=load --script=load -SP=load --build-and-test -D= -M= -T= --output-log=write -O=write --output-junit=write --preset= --timeout= --repeat=',
    // The list of tests is a CMake script.
    (use) => [
      runsProject('runs the project’s tests'),
      use.values('-D', '-T', '-M').some(({ text }) => /^(?:Nightly|Experimental|Continuous)(?:Submit)?$|^submit$/i.test(text)) && unclear('sends the results to a server'),
    ],
  ),
  'ninja samu': {
    options: '--version -v,--verbose --quiet -C= -f=load -j= -k= -l= -n -d= -t= -w= -h',
    inert: '--version -h -n',
    effects: (use) =>
      /^(?:list|targets|query|deps|graph|commands|inputs|rules|compdb|missingdeps)$/.test(use.value('-t')?.value ?? '')
        ? []
        : use.has('-C', '-t')
        ? unclear('works elsewhere, or does something else than build')
        : goals(use, /^(?:all|test|check|docs?|lint|[\w./-]+\.\w+)$/, 'the package registry'),
  },
  meson: {
    options: '-h -v,--version',
    inert: '--version -h',
    subcommands: {
      'setup configure compile test introspect format': does('* --native-file=load --cross-file=load --wrap= -C= -D= --wrapper=program --ninja-args= --reconfigure --wipe', (use) =>
        use.has('--wipe') ? unclear('empties the build folder') : builds()),
      'install dist': does('*', () => machine('packages', 'installs what was built')),
    },
  },
  'gradle gradlew': {
    options:
      '-a -b,--build-file=load -c,--settings-file=load -C= --configuration-cache --no-configuration-cache --configure-on-demand --console= --continue -D,--system-prop= ' +
      '-d,--debug --daemon --no-daemon --stop --status --foreground -g,--gradle-user-home= -I,--init-script=load -i,--info --include-build= --max-workers= ' +
      '-m,--dry-run --no-build-cache --build-cache --no-parallel --parallel --no-rebuild --no-scan --offline -P,--project-prop= -p,--project-dir= --priority= --profile ' +
      '--project-cache-dir= -q,--quiet --refresh-dependencies --refresh-keys --rerun-tasks --rerun -S,--full-stacktrace -s,--stacktrace --scan -t,--continuous -u ' +
      '-v,--version -V,--show-version -w,--warn --warning-mode= --watch-fs --no-watch-fs --write-locks -x,--exclude-task= --tests= --fail-fast --configuration= --dependency= --all --task= -h --update-locks= -M,--write-verification-metadata=',
    inert: '--version --status -h',
    directory: (use) => use.value('--project-dir'),
    effects: (use) => [
      decided(use, ['--system-prop', '--project-prop', '--include-build']),
      goals(use, gradleTasks, 'the package registry'),
    ],
  },
  'mvn mvnw mvnd': {
    options:
      '-am,--also-make -amd,--also-make-dependents -B,--batch-mode -b,--builder= -C,--strict-checksums -c,--lax-checksums --color= -cpu -D,--define= ' +
      '-e,--errors -emp= -ep= --encrypt-master-password= --encrypt-password= -f,--file=load -fae,--fail-at-end -ff,--fail-fast -fn,--fail-never -gs,--global-settings=load ' +
      '-gt,--global-toolchains=load -h -itr,--ignore-transitive-repositories -l,--log-file=write -llr -N,--non-recursive -npr -npu -nsu,--no-snapshot-updates ' +
      '-ntp,--no-transfer-progress -o,--offline -P,--activate-profiles= -pl,--projects= -q,--quiet -rf,--resume-from= -r -s,--settings=load -t,--toolchains=load ' +
      '-T,--threads= -U,--update-snapshots -up -V,--show-version -v,--version -X,--debug -wrapper',
    style: 'single',
    inert: '--version -h',
    // Options of the machine that runs it, agents among them.
    starts: (use) => asCode(use, '.mvn/jvm.config'),
    effects: (use) => [
      decided(use, ['--define']),
      goals(use, /^(?:validate|compile|test-compile|test|package|verify|integration-test|process-\w+|tree|analyze|resolve\w*|effective-pom|display-\w+|list|check|help|describe|site|go-offline)$/, 'the package registry'),
    ],
  },
  sbt: {
    starts: (use) => asCode(use, '.sbtopts', '.jvmopts'),
    options: '* -D= -J= -mem= -java-home=load --sbt-jar=load -sbt-jar=load',
    effects: (use) =>
      goals(
        use,
        /^(?:compile|test|test:compile|Test\/compile|run|doc|package|update|reload|scalafmtCheck|~?test|testOnly .*|testQuick)$/,
        'the package registry',
      ),
  },
  'bazel bazelisk': {
    starts: (use) => [
      asCode(use, 'tools/bazel', '.bazeliskrc'),
      naming(use, /\//, '.bazelversion'),
      naming(use, /^\s*(?:startup|import|try-import)\b/m, '.bazelrc'),
    ],
    options: '* --bazelrc=load --output_base=create --output_user_root=create --host_jvm_args=',
    bare: { options: '' },
    subcommands: {
      'info version help analyze-profile dump license': { options: '* --run_under=program' },
      // Repository rules run programs while bazel loads the packages.
      'query cquery aquery print_action mod': does('* --run_under=program', () => builds()),
      'build test coverage fetch sync vendor': does(
        '* --run_under=program --config= --define= -c= --override_repository=load --action_env=',
        () => builds(),
      ),
      run: does('* --run_under=program', () => runsUnseen('runs a target of the project')),
      'clean shutdown': does('*', () => runsUnseen('takes away what was built')),
    },
  },
  'mix rebar3 lein clj stack cabal': does('**', (use) => [use.program === 'mix' && migrationActions(use, use.operands.filter(({ text }) => !/^[a-z]+$/.test(text))), goals(use, /^(?:compile|test|build|format|check|help|deps|deps\.get|dialyzer|credo|doc|repl|eunit|ct)$/, 'the package registry')]),
  dotnet,
  'webpack webpack-cli vite rollup esbuild parcel tsup next nuxt astro svelte-kit remix gatsby vue-cli-service ng expo ember snowpack rspack rsbuild typedoc storybook': {
    options: bundlerOptions,
    inert: '--version',
    effects: (use) => {
      const [first] = use.operands;
      return first !== undefined && leaving.test(first.text)
        ? runsUnseen(`${use.program} ${first.text} may do anything`)
        : builds();
    },
  },
  'configure autoreconf autoconf automake aclocal libtoolize': does('* --prefix=', () => builds('configures the build')),
  xcodebuild: does('* -scheme= -project= -workspace= -configuration= -destination= -sdk= -exportArchive -list -version -showsdks -showBuildSettings', (use) =>
    !use.has('-list', '-version', '-showsdks', '-showBuildSettings') && unclear('builds, runs or installs')),
}; // prettier-ignore
