import type { ShellWord, Stream } from '../shell/invocation';
import { textStream, unknownStream } from '../shell/reader/stream';
import { dropStart, joined, plainWord } from '../shell/reader/words';
import { loads, naming, nearest } from './project-scripts';
import type { Action, Actions } from './effect';
import {
  changes,
  deletes,
  fetches,
  machine,
  reads,
  runs,
  runsProject,
  runsUnseen,
  service,
  unclear,
  uses,
  writes,
} from './effect';
import { does, entryOf, type Definition, type Family, type Use } from './program';
import { optionFiles } from './parts/named-files';
import { codeIn } from './parts/unlisted';

/** A compiler goes over the sources and runs none of them. */
const compilesOnly: Action = { kind: 'change', why: 'compiles', compiles: true };
const compiles = (what = 'compiles and runs the project'): Action => runsProject(what);

/** Every option of the compiler; it does not run the program that it compiles. */
const tscOptions =
  '-a --all -b,--build -h,--help -? --init --listFilesOnly --locale= -p,--project=read --showConfig -v,--version -w,--watch --allowArbitraryExtensions ' +
  '--allowImportingTsExtensions --allowUmdGlobalAccess --baseUrl= --customConditions= -m,--module= --moduleResolution= --moduleSuffixes= --noResolve ' +
  '--noUncheckedSideEffectImports --paths= --resolveJsonModule --resolvePackageJsonExports --resolvePackageJsonImports --rewriteRelativeImportExtensions ' +
  '--rootDir= --rootDirs= --typeRoots= --types= --allowJs --checkJs --maxNodeModuleJsDepth= --allowSyntheticDefaultImports --erasableSyntaxOnly ' +
  '--esModuleInterop --forceConsistentCasingInFileNames --isolatedDeclarations --isolatedModules --preserveSymlinks --verbatimModuleSyntax ' +
  '--allowUnreachableCode --allowUnusedLabels --alwaysStrict --exactOptionalPropertyTypes --noFallthroughCasesInSwitch --noImplicitAny --noImplicitOverride ' +
  '--noImplicitReturns --noImplicitThis --noPropertyAccessFromIndexSignature --noUncheckedIndexedAccess --noUnusedLocals --noUnusedParameters --strict ' +
  '--strictBindCallApply --strictBuiltinIteratorReturn --strictFunctionTypes --strictNullChecks --strictPropertyInitialization --useUnknownInCatchVariables ' +
  '--assumeChangesOnlyAffectDirectDependencies --charset= --composite --disableReferencedProjectLoad --disableSolutionSearching ' +
  '--disableSourceOfProjectReferenceRedirect -i,--incremental --tsBuildInfoFile=write -d,--declaration --declarationDir=create --declarationMap --downlevelIteration ' +
  '--emitBOM --emitDeclarationOnly --importHelpers --inlineSourceMap --inlineSources --mapRoot= --newLine= --noEmit --noEmitHelpers --noEmitOnError ' +
  '--outDir=create --out=write --outFile=write --preserveConstEnums --removeComments --sourceMap --sourceRoot= --stripInternal --diagnostics --explainFiles ' +
  '--extendedDiagnostics --generateCpuProfile=write --generateTrace=create --listEmittedFiles --listFiles --noCheck --traceResolution --disableSizeLimit --plugins= ' +
  '--emitDecoratorMetadata --experimentalDecorators --jsx= --jsxFactory= --jsxFragmentFactory= --jsxImportSource= --lib= --libReplacement --moduleDetection= ' +
  '--noLib --reactNamespace= -t,--target= --useDefineForClassFields --noErrorTruncation --preserveWatchOutput --pretty --skipDefaultLibCheck --skipLibCheck ' +
  '--watchFile= --watchDirectory= --fallbackPolling= --synchronousWatchDirectory --excludeDirectories= --excludeFiles= --verbose --dry --force -f --clean --stopBuildOnErrors --singleThreaded --checkers=';

/** The options that every subcommand of cargo takes. */
const cargoOptions =
  '-v,--verbose -q,--quiet --color= --config=load --manifest-path=load --lockfile-path=read --locked --offline --frozen -Z= -C= -h --list ' +
  '-p,--package= --workspace --all --exclude= --lib --bins --bin= --examples --example= --tests --test= --benches --bench= --all-targets --doc ' +
  '-r,--release --profile= -j,--jobs= --keep-going --no-run --no-fail-fast -F,--features= --all-features --no-default-features --target= ' +
  '--target-dir=create --artifact-dir=create --message-format= --timings=? --unit-graph --build-plan --ignore-rust-version --future-incompat-report --no-deps --document-private-items --open';
const cargoDoes = (more: string, effects: NonNullable<Definition['effects']>): Definition =>
  does(`${cargoOptions} ${more}`, effects);
const crates = (verb: string, access: 'publish' | 'destroy'): Definition =>
  does('** -n,--dry-run -l,--list --list', (use) =>
    use.has('--dry-run', '--list') ? compiles() : service('crates.io', verb, access),
  );

/** Settings that name programs. */
const configured = (use: Use): Actions =>
  naming(use, /rustc|wrapper|runner|linker|credential|^\s*\[(?:alias|env)/m, '.cargo/config.toml', '.cargo/config');
const toolchain = (use: Use): Actions => naming(use, /^\s*path\s*=/m, 'rust-toolchain.toml', 'rust-toolchain');

/** Without build scripts, macros in crates of their own and other crates, nothing of the project runs when it is compiled. */
const runsNothing = (use: Use): boolean =>
  (use.afterDashes ?? []).every(
    ({ value }) =>
      value !== undefined &&
      /^(?:-[DWAF](?:\s*[\w:-]+)?|--(?:deny|warn|allow|forbid)(?:=[\w:-]+)?|[a-z]\w*(?:::[\w-]+)*|[a-z][\w-]*)$/.test(
        value,
      ),
  ) &&
  nearest(use, 'build.rs') === undefined &&
  !/dependencies|^\s*\[+(?:workspace|patch|replace)|^\s*build\b|proc[-_]macro|plugin/m.test(
    nearest(use, 'Cargo.toml')?.text ?? '',
  );

const cargoCommands: Readonly<Record<string, Definition>> = {
  audit: cargoDoes('* --json', (use) => (use.operands[0]?.text === 'fix' && changes('changes the project’s packages'))),
  deny: cargoDoes('* -W= -A= -D= -L,--log-level= --hide-inclusion-graph --disable-fetch --show-stats', (use) => [
    configured(use),
    !/^(?:check|list)$/.test(use.verb) && changes('writes a configuration or fetches'),
  ]),
  'tree metadata verify-project search read-manifest info locate-project pkgid version help outdated machete': does(`${cargoOptions} -d,--duplicates --duplicates -e,--edges= -i,--invert= --prune= --depth= --prefix= --no-dedupe --charset= -f,--format= --format= --format-version= --limit= --registry= --index=fetch --workspace --no-indent --filter-platform=`, configured),
  'check c clippy doc d': cargoDoes('--fix --allow-dirty --allow-staged --allow-no-vcs --broken-code', (use) => [
    configured(use),
    use.has('--fix', '--open') || use.outer?.has('-Z') === true || !runsNothing(use) ? forced(use, 'compiles') : compilesOnly,
  ]), // prettier-ignore
  'build b test t run r bench rustc rustdoc nextest expand fetch generate-lockfile vendor llvm-cov miri hack udeps': cargoDoes(
    '--versioned-dirs --respect-source-config --sync= --no-delete --print= --crate-type= --nocapture --force --test-threads= --retries= --no-capture --ignore-default-filter -E= --html --lcov --output-path=write',
    (use) => [forced(use, 'compiles'), compiles()],
  ),
  fmt: cargoDoes('--check', (use) =>
    !use.has('--check') && use.afterDashes?.some(({ text }) => text === '--check') !== true && changes('formats the source')),
  'remove rm': cargoDoes('* -D,--dev --build --dry-run', () => unclear('takes packages away')),
  clean: cargoDoes('* --dry-run', (use) =>
    !use.has('--dry-run') && [unclear('takes away what was built'), use.values('--target-dir').map((path) => deletes(path, { recursive: true, force: true }))]),
  watch: does('* -x,--exec= -s,--shell=shell -w,--watch= -i,--ignore= -d,--delay=', (use) => [
      use.values('--exec').map((text) => runs({ form: 'shell', text: joined([plainWord('cargo'), text]) })),
      use.afterDashes && runs({ form: 'command', words: use.afterDashes }),
      !use.has('--exec', '--shell') && use.afterDashes === undefined && compiles(),
    ]),
  'add update': cargoDoes(
    '--dev -D --build --optional --no-optional --rename= --path= --git= --branch= --tag= --rev= --registry= --no-default-features --default-features --public --no-public --precise= --recursive --aggressive -w --breaking -n,--dry-run --dry-run --base=',
    (use) => [
      use.values('--git').map((word) => fetches(word)),
      use.has('--git', '--path') && runsUnseen('takes code from an address or another folder'),
      use.path.at(-1) === 'add' && use.operands.map((word) => fetches(word)),
      changes('changes the project’s packages'),
    ],
  ),
  'new init': cargoDoes('--vcs= --bin --lib --edition= --name= --registry=', (use) => [
    use.operands.map((word) => writes(word, { how: 'create' })),
    changes('makes a project'),
  ]),
  fix: cargoDoes('--broken-code --edition --edition-idioms --allow-no-vcs --allow-dirty --allow-staged', (use) => forced(use, 'changes the source')),
  owner: does('-l,--list --token= --index=fetch --registry= -a,--add= -r,--remove= -q -v', (use) =>
    use.has('--add', '--remove') && service('the package registry', 'changes what others see', 'change')),
  publish: crates('publishes', 'publish'),
  package: cargoDoes('--no-verify --allow-dirty --no-metadata --registry= --index=fetch', () => compiles()),
  'release workspaces smart-release': does('* -n,--dry-run -x,--execute', (use) => (use.operands.some(({ text }) => /^(?:publish|release)$/.test(text)) || use.has('--execute') ? (!use.has('--dry-run') && service('crates.io', 'publishes', 'publish')) : unclear('prepares a release'))),
  yank: crates('takes a published package away', 'destroy'),
  'login logout': does('*', () => service('crates.io', 'changes an account', 'change')),
  install: does('* --git=fetch --path= --list -f,--force --root=create --index=fetch --registry=', (use) =>
    !use.has('--list') && [use.operands.map((word) => fetches(word)), runsUnseen('installs code from the network'), machine('packages', 'installs a program')]),
  'binstall uninstall': does('*', (use) => [use.operands.map((word) => fetches(word)), machine('packages', 'changes what this machine has installed')]),
}; // prettier-ignore

function forced(use: Use, why: string): Actions {
  return use.has('--allow-dirty', '--broken-code', '--force')
    ? unclear('mixes with changes that are not committed')
    : changes(why);
}

const goBuild =
  '-C= -a -n -p= -race -msan -asan -cover -covermode= -coverpkg= -v -work -x -asmflags= -buildmode= -buildvcs=? -compiler= -gccgoflags= -gcflags= ' +
  '-installsuffix= -json -ldflags= -linkshared -mod= -modcacherw -modfile=load -overlay=load -pgo= -pkgdir=create -tags= -trimpath -toolexec=program -o=write -exec=program -vettool=program';
const goTest =
  '-args -bench= -benchmem -benchtime= -blockprofile=write -blockprofilerate= -c -count= -coverprofile=write -cpu= -cpuprofile=write -failfast -fullpath -fuzz= -fuzztime= ' +
  '-fuzzminimizetime= -i -list= -memprofile=write -memprofilerate= -mutexprofile=write -outputdir=create -parallel= -run= -short -shuffle= -skip= -timeout= -trace=write -vet= -test.v -test.run=';

const fromAddress = (word: ShellWord | undefined): boolean =>
  word !== undefined && /@|:\/\/|^[\w-]+\.[a-z]+\//.test(word.text);
const goDoes = (options: string, effects: NonNullable<Definition['effects']>): Definition => ({
  style: 'single',
  options,
  directory: (use) => use.value('-C'),
  effects,
});

/** Flags of the compiler and the linker that only change the machine code. Other flags name programs and files. */
function isPlainFlags(flags: string): boolean {
  const words = flags.replace(/['"]|all=/g, '').split(/\s+/);
  return words.every((word, at) => word === '' || /^-(?:s|w|N|l|m|m=\d|B|X.*)$/.test(word) || words[at - 1] === '-X');
}

const oddFlags = (use: Use): Actions => [
  use.value('-mod')?.text === 'mod' && changes('may change go.mod'),
  use
    .values('-ldflags', '-gcflags', '-asmflags', '-gccgoflags')
    .filter(({ value }) => value === undefined || !isPlainFlags(value))
    .map((word) => unclear(`what ${word.raw} makes the compiler do is not known`)),
];

const departing = /deploy|publish|release|push|migrat|destroy|delete|drop|prod|seed|clean|purge/i;

function goRun(use: Use): Actions {
  const [first] = use.operands;
  const own = fromAddress(first) &&
    first !== undefined && [fetches(first), runsUnseen('runs a program from the network')];
  const odd = use.operands.find(({ text, value }) => value === undefined || departing.test(text));
  return [
    own,
    odd === undefined
      ? runs({ form: 'project', what: 'compiles and runs the project', path: first })
      : runsUnseen(`${odd.raw} may leave the project or delete`),
  ];
}

/** Where go keeps code that it has downloaded, unless the person has moved it. */
const moduleCache = (home: string): string => `${home}/go/pkg/mod`;

function goPlace(name: string, home: string): string | undefined {
  switch (name) {
    case 'GOPATH':
      return `${home}/go`;
    case 'GOMODCACHE':
      return moduleCache(home);
    case 'GOROOT':
      return '/usr/local/go';
    default:
      return undefined;
  }
}

const folder = (path: string | undefined): Stream => (path === undefined ? unknownStream : textStream(`${path}\n`));

/** `go list -m -f '{{.Dir}}' example.org/x`: where the module was unpacked, if the project does not put another in its place. */
function modulePlace(use: Use): Stream {
  const [module, ...more] = use.operands;
  const asked =
    use.has('-m') &&
    use.value('-f')?.value === '{{.Dir}}' &&
    more.length === 0 &&
    /^[\w-]+(?:\.[\w-]+)+\/[\w./-]+$/.test(module?.value ?? '');
  const replaced = nearest(use, 'go.work') !== undefined || /\breplace\b/.test(nearest(use, 'go.mod')?.text ?? '');
  return folder(asked && !replaced ? `${moduleCache(use.at.home)}/${module?.value ?? ''}` : undefined);
}

/** A module that is not in go.mod is looked up where its name says. */
const moduleServers = (use: Use): Actions => {
  const known = nearest(use, 'go.mod')?.text ?? '';
  return use.operands
    .filter(
      ({ text, value }) =>
        value === undefined || (/^[\w-]+\.[\w.-]+\//.test(text) && !known.includes(text.replace(/@.*$/, ''))),
    )
    .filter(({ text }) => text.includes('@') || use.has('-versions', '-u', '-retracted'))
    .map((word) => fetches(word));
};

const go: Definition = {
  options: '-C=',
  directory: (use) => use.value('-C'),
  bare: { options: '' },
  subcommands: {
    version: goDoes('-m -v -json', ({ operands }) => operands.map((word) => reads(word))),
    'doc help': goDoes('-json -all -c -cmd -ex -short -src -u -C=', () => []),
    list: { ...goDoes(`${goBuild} -f= -m -u -versions -retracted -deps -test -e -export -find -compiled -reuse=read -all`, (use) => [oddFlags(use), moduleServers(use)]), prints: modulePlace },
    env: {
      ...goDoes('-json -u -w -changed', (use) => (use.has('-w', '-u') && machine('settings', 'changes the settings of go'))),
      prints: ({ operands, at: { home } }) => folder(operands.length === 1 ? goPlace(operands[0]?.text ?? '', home) : undefined),
    },
    vet: goDoes(goBuild, (use) => [compilesOnly, oddFlags(use)]),
    build: goDoes(goBuild.replace(' -o=write', ' -o='), (use) => {
      const program = use.value('-o');
      const sources = use.operands.filter(({ text }) => text.endsWith(".go"));
      const made = program && [sources.map((word) => reads(word)), writes(program, { compiled: true })];
      return use.operands.some(({ text }) => text.includes('@')) ? goRun(use) : [compilesOnly, made, oddFlags(use)];
    }),
    test: goDoes(`${goBuild} ${goTest}`, (use) =>
      fromAddress(use.operands[0]) && use.operands[0]?.text.includes('@') === true ? goRun(use) : compiles(),
    ),
    run: { style: 'single', options: goBuild, effects: goRun },
    'fmt generate fix tool': goDoes(`${goBuild} -run= -skip= -r= -diff -l -s -w`, () => compiles()),
    mod: {
      options: '-C=',
      subcommands: {
        'graph why verify': goDoes('-m -vendor -go= -x -C=', () => []),
        'tidy download edit init vendor': goDoes('-v -x -e -go= -compat= -json -diff -o=create -C= -require= -droprequire= -replace= -dropreplace= -exclude= -print -fmt -module= -toolchain= -retract= -godebug= -tool= -reuse=read', (use) => [changes('changes the module'), use.operands.filter((word) => word.text.includes('@')).map((word) => fetches(word))]),
      },
    },
    get: goDoes(`${goBuild} -d -t -u -tool`, (use) => [use.has('-u') && fetches(), use.operands.filter(({ text }) => !/^\.|^all$/.test(text)).map((word) => fetches(word)), changes('adds modules')]),
    work: goDoes('*', () => changes('changes the workspace')),
    clean: goDoes(`${goBuild} -cache -testcache -modcache -fuzzcache -i -r`, () => unclear('removes what was compiled')),
    install: goDoes(goBuild, (use) => [use.operands.filter((word) => fromAddress(word)).map((word) => fetches(word)), runsUnseen('builds and installs a program'), machine('packages', 'installs a program')]),
    'telemetry': goDoes('*', () => machine('settings', 'changes the settings of go')),
  },
}; // prettier-ignore

/** gcc(1) and clang(1): they read sources and write an output; plugins and wrappers are code. */
const cOptions =
  '** -o=write -I= -L= -l= -D= -U= -x= -include=read -isystem= -idirafter= -iquote= -MF=write -MT= -MQ= -MJ=write -T=read -Xlinker= -Xpreprocessor= -Xassembler= -Xclang= -mllvm= ' +
  '-u= -z= -arch= -target= --sysroot= -isysroot= -framework= -wrapper=program -B= -specs=load --param= -dumpbase= -save-temps=? -pie -shared -static -c -S -E -v -w -g -s -P -M -MM -MD -MMD -MP -fsyntax-only -fplugin=load -fpass-plugin=load';

/** Options of a C compiler that only checks or preprocesses, after which it still writes no file. */
const onlyPrints = (option: string): boolean =>
  /^-(?:|fsyntax-only|[EPMCvHwcS]|MM|include|undef|arch|target|pthread|pipe|ansi|d[MDNIU])$/.test(option) ||
  /^-(?:[IDULxl]|isystem|iquote|idirafter|M[TQGP]$|O\w*$|g\d*$|std=|nostd|pedantic|-target=|-arch$)/.test(option) ||
  /^-m[\w-]+(?:=[\w.,+-]*)?$/.test(option) ||
  (option.startsWith('-W') && !/^-W[pal],/.test(option)) ||
  (/^-f[\w-]+(?:=[\w.,+-]*)?$/.test(option) && !writingFeatures.test(option));

/** Features for which a compiler writes or reads other files. */
const writingFeatures =
  /^-f(?:dump|plugin|pass-plugin|save|profile|diagnostics-format|auto-profile|module|callgraph|stack-usage|opt-info|use-ld|time)/;

const outside = /^\s*#\s*(?:include|embed|import)\w*\s*(?:["<]\s*[/~]|["<].*\.\.\/|[^"<\s])/m;

const cCompiler: Definition = {
  style: 'single',
  options: cOptions,
  inert: '-dumpversion -dumpmachine -print-search-dirs -print-file-name -print-multi-lib -###',
  effects(use) {
    const loads = use.given.filter(
      ({ word, value }) =>
        /^-fplugin|^-fpass-plugin|^-wrapper|^-specs|^-B.|^@|^-Wp,|^-Wa,|^-load|^-fuse-ld=.*\/|^--?config\b/.test(
          word.text,
        ) ||
        (/^-Xclang|^-mllvm/.test(word.text) && /^-?(?:load|plugin|add-plugin|fpass-plugin)/.test(value?.text ?? '')),
    );
    const listed = use.operands.find(({ text }) => text.startsWith('@'));
    if (listed !== undefined) {
      return [reads(dropStart(listed, 1)), unclear(`which options ${listed.raw} holds is not known`)];
    }
    if (use.operands.length === 0 && loads.length === 0) return [];
    const reading = use.operands.map((word) => reads(word));
    // What it includes is in the text, and comes out again.
    const { stdin } = use.at;
    const piped = use.operands.some(({ text }) => text === '-') && !/^(?:inherited|file|git)$/.test(stdin.kind);
    if (piped && !(stdin.kind === 'text' && !outside.test(stdin.text))) {
      return [reading, unclear('compiles what comes in')];
    }
    const prints =
      (use.has('-fsyntax-only') || (use.has('-E', '-M', '-MM') && use.value('-o') === undefined)) &&
      use.words.every(({ text }) => !text.startsWith('-') || onlyPrints(text));
    return [
      loads.map(({ word }) => runsUnseen(`${word.raw} loads code into the compiler`)),
      reading,
      !prints && changes('compiles'),
    ];
  },
};

const asksVersion = /^-{1,2}(?:version|V|v|h|help)$/;

/** Inline code in a language that is not read. */
const strings = (words: readonly ShellWord[]): Actions =>
  codeIn(words).map((text) => runs({ form: 'inline', language: 'other', text }));

/** Programs that run compiled code, which is not read. Only `--version` and the like are known to be harmless. */
const runtime: Definition = {
  style: 'strict',
  options: '** -cp= -classpath= -jar=',
  effects(use) {
    const { words, operands } = use;
    // An agent that another option loads starts before java prints its version.
    if (
      operands.length === 0 &&
      words.every(({ value }, at) => at === 0 && value !== undefined && asksVersion.test(value))
    ) {
      return [];
    }
    const archive = use.value('-jar');
    // The archive may be a known tool: then its words say what it does.
    const tool = archive && runs({ form: 'command', words: [archive, ...operands] });
    return [runsUnseen('runs code', archive ?? operands.find(({ text }) => /\.\w+$/.test(text))), tool, strings(words)];
  },
};

/** Compilers whose options are not listed here: they write the output that the words name. */
const otherCompiler: Definition = {
  options:
    '* -o=write --output=write --out-dir=create --emit= --print= -C=load -Z=load -fplugin=load --extern= --crate-type= --edition= --target= -L= -l= --cfg= --crate-name=',
  inert: '--version -V -v -vV -h --explain --decode_raw',
  effects: (use) =>
    use.operands.length === 0 && use.program !== 'as'
      ? []
      : use.words.length === 1 && /^(?:zig|nasm|kotlinc)$/.test(use.program) && /^(?:version|help)$/.test(use.verb)
        ? []
        : [unclear('compiles or runs code'), strings(use.words), use.operands.map((word) => reads(word))],
};

/** `dart pub publish`. */
const withPub = (other: Definition): Definition => ({
  options: '',
  subcommands: {
    pub: {
      options: '*',
      subcommands: {
        publish: does(
          '* -n,--dry-run',
          (use) => !use.has('--dry-run') && service('the package registry', 'publishes', 'publish'),
        ),
      },
      other,
    },
  },
  other,
});

/** Compilers, and the programs that build with them. */
export const compilers: Family = {
  'tsc vue-tsc': {
    options: tscOptions,
    inert: '--version --help -? --all --showConfig --listFilesOnly --dry',
    operands: 'read*',
    effects(use) {
      if (use.has('--init')) return unclear('writes a configuration');
      if (use.has('--clean')) return unclear('takes away what was built');
      const listed = optionFiles(use);
      if (listed.length > 0) return listed;
      const at = use.words.findIndex(({ text }) => text === '--noEmit');
      return use.has('--noEmit') &&
        use.value('--noEmit')?.text !== 'false' &&
        use.words[at + 1]?.text !== 'false' &&
        !use.has('--build', '--incremental')
        ? []
        : changes('compiles');
    },
  },
  // Runs a TypeScript file, as node does.
  'tsx ts-node ts-node-esm esno zx': {
    style: 'strict',
    options:
      '-r,--require=load --import=load --loader=load -e,--eval= -p,--print= -i -T,--transpile-only -P,--project=load --tsconfig=load --files --cwd= --esm -C,--compiler=load ' +
      '-O,--compiler-options= --swc --type-check --skip-project --no-cache --no-warnings --watch --include= --exclude= --env-file=read --conditions= --test --inspect=? --inspect-brk=? -v -h',
    inert: '--version -v -h',
    effects(use) {
      const [first, ...rest] = use.operands;
      const texts = use.values('--eval', '--print');
      if (texts.length > 0) return texts.map((text) => runs({ form: 'inline', language: 'node', text, via: `${use.program} -e` }));
      if (first === undefined) return use.has('--test') ? compiles('runs the project’s tests') : runs({ form: 'input', language: 'node' });
      const words = first.text === 'watch' ? rest : [first, ...rest];
      const [path, ...args] = words;
      return path && runs({ form: 'file', language: 'node', path, args });
    },
  }, // prettier-ignore
  cargo: {
    starts: (use) => [
      toolchain(use),
      entryOf(cargoCommands, use.operands[0]?.text ?? 'help') === undefined &&
        naming(use, /^\s*\[alias/m, '.cargo/config.toml', '.cargo/config'),
    ],
    options:
      '-v,--verbose -q,--quiet --color= --config=load -C= -Z= -V,--version --list --explain= --locked --offline --frozen -h',
    directory: (use) => use.value('-C'),
    inert: '--version --list --explain -h',
    bare: does('', () => unclear('no subcommand')),
    subcommands: cargoCommands,
    other: {
      style: 'strict',
      options: '',
      // `cargo +stable test`
      effects: ({ operands: [first, ...rest] }) =>
        first?.text.startsWith('+') === true
          ? runs({ form: 'command', words: [{ ...first, value: 'cargo', text: 'cargo' }, ...rest], wrapper: true })
          : unclear(`cargo ${first?.text ?? ''} is not known here`),
    },
  },
  go,
  'gcc g++ clang clang++ cc c++ c99 c11': cCompiler,
  javac: {
    style: 'single',
    options:
      '* -d=create -s=create -h=create -cp= -classpath= --class-path= -sourcepath= --source-path= -processor=load -processorpath=load --processor-path=load -p= --module-path= -source= -target= ' +
      '--release= -encoding= -J= -Xplugin= -m= --module= -A=',
    inert: '-version --version -help -X',
    effects: (use) => [
      optionFiles(use),
      use.operands.length === 0 && use.given.length === 0 ? [] : changes('compiles'),
    ],
  },
  // javap(1): shows what is in compiled classes.
  javap: {
    style: 'single',
    options:
      '-c -p -private -protected -public -package -v -verbose -l -s -sysinfo -constants -cp=use -classpath=use -class-path=use -bootclasspath=use -m= -module= -module-path=use -system=use -multi-release= -version -help',
    operands: 'use*',
    prints: 'filtered',
  },
  // jar(1): its first word may be a cluster without a dash.
  jar: {
    bundled: true,
    options:
      '-t,--list -x,--extract -c,--create -u,--update -i,--generate-index= -d,--describe-module -f,--file= -v,--verbose -C,--dir= -m,--manifest=read -M,--no-manifest -e,--main-class= -0,--no-compress -P -k --release= --version -h',
    effects(use) {
      const archive = use.value('--file');
      const listed = optionFiles(use);
      if (listed.length > 0) return listed;
      if (use.has('--list', '--describe-module')) return archive && uses(archive);
      if (use.has('--extract')) return unclear('unpacks files');
      return archive === undefined ? changes('packs files') : [use.operands.map((word) => reads(word, true)), writes(archive)];
    },
  }, // prettier-ignore
  dart: withPub(runtime),
  flutter: withPub(otherCompiler),
  'java kotlin julia groovy scala elixir erl iex ghci racket nim crystal ocaml wasmtime wasmer': runtime,
  rustc: { ...otherCompiler, starts: toolchain },
  zig: { ...otherCompiler, starts: (use) => use.words[0]?.text === 'build' && loads(use) },
  'kotlinc ghc runghc protoc nasm yasm as ld swiftc ocamlfind dmd': otherCompiler,
  swift: {
    options: '* -version --version',
    inert: '-version --version',
    bare: { options: '' },
    subcommands: {
      'build test': does('* -c,--configuration= --package-path= --scratch-path=create --filter= --skip= --product= --target= -j= -Xswiftc= -Xcc= -Xlinker=', () => compiles()),
      package: { options: '*', subcommands: { 'tools-version': { options: '*' }, 'describe show-dependencies dump-package': does('*', (use) => loads(use)), 'resolve update init': does('*', () => changes('changes the project’s packages')) } },
    },
    other: does('*', ({ words, operands: [path] }) => [runsUnseen('runs code', path), strings(words)]),
    effects: ({ words }) => strings(words),
  }, // prettier-ignore
  rustup: {
    options: '-v -q -V,--version -h',
    inert: '--version -h',
    subcommands: {
      'show which doc help check': { options: '*' },
      'toolchain target component override': {
        options: '*',
        subcommands: { list: { options: '*' } },
        other: does('*', () => machine('packages', 'changes the toolchains of this machine')),
      },
      run: {
        style: 'strict',
        options: '--install',
        effects: ({ operands }) => [
          changes('chooses a toolchain'),
          runs({ form: 'command', words: operands.slice(1), wrapper: true }),
        ],
      },
    },
    other: does('*', () => machine('packages', 'changes the toolchains of this machine')),
  },
  'pkg-config pkgconf': {
    options:
      '--version --about --help --modversion --verbose --libs --libs-only-L --libs-only-l --libs-only-other --cflags --cflags-only-I --cflags-only-other --static --shared --exists --print-errors --silence-errors --short-errors --errors-to-stdout ' +
      '--debug --list-all --list-package-names --print-provides --print-requires --print-requires-private --print-variables --print-variable=? --variable= --define-variable= --define-prefix --dont-define-prefix --prefix-variable= --atleast-version= --exact-version= ' +
      '--max-version= --atleast-pkgconfig-version= --uninstalled --no-uninstalled --path --digraph --simulate --validate --env= --keep-system-cflags --keep-system-libs --maximum-traverse-depth= --msvc-syntax --fragment-filter= --ignore-conflicts --env-only --pure --print-digraph --solution --personality=load --with-path=list',
  },
  strip: does('* -o=write', (use) => !use.has('-o') && use.operands.map((word) => writes(word, { how: 'edit' }))),
  'ccache sccache': {
    style: 'strict',
    options: '-s,--show-stats -z,--zero-stats -C,--clear --show-config -V --version -h',
    inert: '--show-stats --show-config --version -V -h',
    effects: (use) =>
      use.has('--clear') ? unclear('empties the cache') : runs({ form: 'command', words: use.operands, wrapper: true }),
  },
};
