import path from 'node:path';
import type { ShellWord } from '../shell/invocation';
import { plainWord } from '../shell/reader/words';
import { textStream } from '../shell/reader/stream';
import type { Action, Actions, Language } from './effect';
import {
  changes,
  fetches,
  actionsOf,
  machine,
  reads,
  reveals,
  runs,
  runsProject,
  runsUnseen,
  service,
  writes,
} from './effect';
import { djangoActions, phpActions } from './migrations';
import { does, type Definition, type Family, type Use } from './program';
import { denoTask, naming, packageScript } from './project-scripts';
import { codeIn } from './parts/unlisted';

interface Interpreter {
  readonly language: Language;
  readonly options: string;
  /** Options whose value is code. */
  readonly code: readonly string[];
  /** Switches after which the first operand is code. */
  readonly prints?: readonly string[];
  readonly inert?: string;
  /** Files named after the code are changed in place. */
  readonly inPlace?: (use: Use) => boolean;
  /** Other ways to run, with neither code nor a file in the words: `python -m`, `node --test`. */
  readonly otherwise?: (use: Use) => Actions;
  /** Scripts that every project of a kind has, and what their words do. */
  readonly scripts?: readonly [name: RegExp, does: (use: Use, words: readonly ShellWord[]) => Actions];
}

function interpreter(spec: Interpreter): Definition {
  return {
    style: 'strict',
    options: spec.options,
    inert: spec.inert ?? '',
    effects: (use) => [
      use.has('--prof', '--cpu-prof', '--heap-prof') && changes('writes a profile'),
      spec.otherwise?.(use) ?? codeOf(spec, use),
      ownScript(spec, use),
    ],
    // It may print its input, changed.
    prints: (use) => (use.at.stdin.kind === 'remote' || use.has('-p', '-n') ? 'filtered' : { kind: 'unknown' }),
  };
}

function ownScript({ scripts, code }: Interpreter, use: Use): Actions {
  const [first, ...rest] = use.operands;
  if (scripts === undefined || first === undefined || use.has(...code)) return [];
  return scripts[0].test(first.text) && scripts[1](use, rest);
}

function codeOf({ language, code, prints, inPlace }: Interpreter, use: Use): Actions {
  const [first, ...rest] = use.operands;
  const texts = use.values(...code);
  const inline = (text: ShellWord) => runs({ form: 'inline', language, text, via: `${use.program} -c` });
  if (texts.length > 0) {
    const change = texts.every((text) => keepsNoLine(text, use))
      ? { content: textStream('') }
      : { how: 'edit' as const };
    const edits = inPlace?.(use) === true;
    return [texts.map(inline), use.operands.map((word) => (edits ? writes(word, change) : reads(word)))];
  }
  if (first !== undefined && prints !== undefined && use.has(...prints)) return inline(first);
  if (first === undefined || first.text === '-' || first.text === '/dev/stdin') {
    return runs({ form: 'input', language, args: rest, via: use.program });
  }
  return runs({ form: 'file', language, path: first, args: rest });
}

/** `-ne ''`, `-pe '$_ = ""'`: of a file that is changed in place nothing is left. */
const keepsNoLine = ({ value = 'print' }: ShellWord, use: Use): boolean =>
  use.has('-p')
    ? /^\s*(?:\$_\s*=\s*(?:""|''|undef)|undef\s*\$_)\s*;?\s*$/.test(value)
    : use.has('-n') && !/print|say|puts|\bp\b|write|syswrite/.test(value);

/** Python looks into the folder that it starts in before its library. */
function isOwnModule({ at: { cwd, readFile, isProject } }: Use, { value }: ShellWord): boolean {
  if (value === undefined) return false;
  if (cwd === undefined || !isProject(cwd)) return true;
  const [name = ''] = value.split('.');
  return [`${name}.py`, `${name}/__init__.py`, `${name}/__main__.py`].some(
    (file) => readFile(path.posix.join(cwd, file)) !== undefined,
  );
}

/** Modules of Python's library that do one thing; `-m pip` and `-m pytest` are programs of their own. */
function pythonModule(use: Use): readonly Action[] | undefined {
  const module = use.value('-m');
  if (module === undefined) return undefined;
  const [first] = use.operands;
  if (isOwnModule(use, module)) {
    return [runsProject(`runs the module ${module.text} of the project`)];
  }
  switch (module.value) {
    case 'json.tool': {
      const target = use.operands.filter(({ text }) => !text.startsWith('-'))[1];
      return [
        // Python looks into the folder first.
        runs({ form: 'inline', language: 'python', text: plainWord('import json'), via: 'json.tool' }),
        ...(first === undefined ? [] : [reads(first)]),
        ...(target === undefined ? [] : [writes(target)]),
      ];
    }
    case 'this':
    case 'calendar':
    case 'platform':
    case 'site':
    case 'sysconfig':
      return [];
    case 'tokenize':
    case 'ast':
    case 'dis':
      return use.operands.map((word) => reads(word));
    case 'timeit':
      return use.operands
        .filter(({ text }) => !text.startsWith('-'))
        .map((text) => runs({ form: 'inline', language: 'python', text, via: 'timeit' }));
    case 'py_compile':
    case 'compileall':
      return [changes('compiles Python files')];
    case 'venv':
    case 'virtualenv':
      return use.operands.map((word) => writes(word, { how: 'create', tree: true }));
    default:
      return module.value === undefined
        ? [runsUnseen(`runs the module ${module.raw}`)]
        : [runs({ form: 'command', words: [plainWord(module.value, module.range), ...use.operands], wrapper: true })];
  }
}

/** `manage.py flush`, `setup.py sdist upload`. */
function pythonScript(use: Use, words: readonly ShellWord[]): Actions {
  if (use.operands[0]?.text.endsWith('setup.py') !== true) return djangoActions(use, words);
  return words.some(({ text }) => text === 'upload') && service('the package index', 'publishes', 'publish');
}

const isAddress = (word: ShellWord | undefined): word is ShellWord => /^[a-z][\w+.-]*:/i.test(word?.text ?? '');

/** A script with a URL for a name is fetched and run. */
function scriptAt(word: ShellWord | undefined, args: readonly ShellWord[]): Actions {
  if (word === undefined) return [];
  if (!isAddress(word)) return runs({ form: 'file', language: 'node', path: word, args });
  const program = 'deno';
  const name = /^(?:npm|jsr):\/?(@?[^@]+)/.exec(word.value ?? '')?.[1];
  if (/^(?:npm|jsr|node):/.test(word.text)) {
    const inside = name !== undefined && runs({ form: 'command', words: [plainWord(name, word.range), ...args] });
    return [fetches(word), runsUnseen('runs a package from the network'), inside];
  }
  return [fetches(word), runs({ form: 'input', language: 'node', stdin: { kind: 'remote', program }, via: program })];
}

const denoOptions =
  '* -c,--config=load --import-map=load --lock=read --cert=read -L,--log-level= --seed= --location= --unsafely-ignore-certificate-errors=? -r,--reload=? --preload=load --ext=';

const deno: Definition = {
  options: '* -L,--log-level= --config=load',
  bare: { effects: () => runs({ form: 'input', language: 'node' }) },
  subcommands: {
    'info doc types check lint completions help': does(denoOptions, (use) => [
      naming(use, /"plugins"/, 'deno.json', 'deno.jsonc'),
      use.operands.map((word) => (/^https?:|^jsr:|^npm:/.test(word.text) ? fetches(word) : reads(word))),
    ]),
    fmt: does('* --check', (use) => !use.has('--check') && changes('formats the source')),
    eval: {
      style: 'strict',
      options: '* -p,--print --ext=',
      effects: ({ operands: [text] }) => text && runs({ form: 'inline', language: 'node', text, via: 'deno eval' }),
    },
    run: { style: 'strict', options: denoOptions, effects: ({ operands: [file, ...args] }) => scriptAt(file, args) },
    task: {
      style: 'strict',
      options: denoOptions,
      effects: (use) => {
        const [name, ...args] = use.operands;
        return name && denoTask(use, name, args);
      },
    },
    'test bench compile bundle': does(denoOptions, () => runsProject('runs the project’s code')),
    publish: does(
      denoOptions,
      (use) => !use.has('--dry-run') && service('the package registry', 'publishes', 'publish'),
    ),
    'install add uninstall remove cache vendor upgrade jupyter serve repl': does(denoOptions, () =>
      runsUnseen('installs or serves code'),
    ),
  },
  other: { style: 'strict', options: denoOptions, effects: ({ operands: [file, ...args] }) => scriptAt(file, args) },
};

const bun: Definition = {
  style: 'strict',
  options:
    '* -e,--eval= -p,--print= -r,--preload=load --require=load --import=load --cwd= -c,--config=load --env-file=use --tsconfig-override=load',
  directory: (use) => use.value('--cwd'),
  effects(use) {
    const texts = use.values('--eval', '--print');
    if (texts.length > 0) return texts.map((text) => runs({ form: 'inline', language: 'node', text, via: 'bun -e' }));
    const [first, ...rest] = use.operands;
    if (first === undefined) return [];
    const [name, ...args] = first.value === 'run' ? rest : [first, ...rest];
    if (name === undefined || /^(?:test|build)$/.test(name.text)) {
      return runsProject('runs the project’s code');
    }
    if (name.text === '-') return runs({ form: 'input', language: 'node' });
    if (/[./]/.test(name.text)) return scriptAt(name, args);
    if (first.value === 'x') return [runs({ form: 'command', words: rest, via: 'bun x' }), fetches()];
    if (name.text === 'publish') {
      return use.words.some(({ text }) => text === '--dry-run')
        ? runsProject('runs what the project does before publishing')
        : service('the package registry', 'publishes', 'publish');
    }
    if (name.text === 'pm' && /^(?:ls|bin|hash.*|whoami)$/.test(args[0]?.text ?? '')) return [];
    // With another word they empty the cache, or set a version.
    if (name.text === 'pm' && args.length === 1 && /^(?:cache|version)$/.test(args[0]?.text ?? '')) return [];
    if (/^(?:outdated|audit|why|info)$/.test(name.text)) return fetches();
    const script = actionsOf(packageScript(use, name, args));
    if (first.value === 'run') return script;
    // `bun save` runs a script, where bun has no command of that name.
    const commands = script.filter((action) => action.kind === 'run' && action.code.form === 'shell');
    return [runsUnseen('installs packages, or runs a script of the project'), commands];
  },
};

/** `ruby -v` prints its version, and `ruby -v x.rb` runs the file too. */
const onlyVersion = (use: Use): readonly Action[] | undefined =>
  use.has('-v') && use.given.length === 1 && use.operands.length === 0 ? [] : undefined;

const withoutPlus = (word: ShellWord): ShellWord => plainWord(word.text.slice(1), word.range);

/** `gdb --args x …`, `lldb -- x …`: every word after it is the program's. */
function debugged({ words }: Use): readonly ShellWord[] {
  const at = words.findIndex(({ value }) => value !== undefined && /^(?:--?args|--)$/.test(value));
  return at < 0 ? [] : words.slice(at + 1);
}

/** Programs that run code in their own language. */
export const interpreters: Family = {
  'python python2 python3 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3 pythonw':
    interpreter({
      language: 'python',
      options:
        '-b -B -c=! -d -E -h -i -I -m=! -O -P -q -s -S -u -v -V -W= -x -X= --check-hash-based-pycs= --help-env --help-xoptions --help-all -?',
      code: ['-c'],
      inert: '--version -V -h -? --help-env --help-xoptions --help-all',
      otherwise: pythonModule,
      scripts: [/(?:^|\/)(?:manage|setup)\.py$/, pythonScript],
    }),
  'node nodejs': interpreter({
    language: 'node',
    options:
      '-c,--check -C,--conditions= -e,--eval= -p,--print -pe= -h -i,--interactive -r,--require=load --import=load --loader,--experimental-loader=load --env-file=use ' +
      '--env-file-if-exists=use --input-type= --enable-source-maps --expose-gc --inspect=? --inspect-brk=? --inspect-port= --max-old-space-size= ' +
      '--no-warnings --no-deprecation --trace-warnings --trace-deprecation --throw-deprecation --test --test-concurrency= --test-force-exit ' +
      '--test-name-pattern= --test-skip-pattern= --test-only --test-reporter=load --test-reporter-destination=write --test-shard= --test-timeout= --test-update-snapshots ' +
      '--test-isolation= --experimental-test-coverage --experimental-test-module-mocks --experimental-vm-modules --experimental-strip-types --experimental-transform-types ' +
      '--experimental-permission --permission --allow-fs-read= --allow-fs-write= --allow-child-process --allow-worker --watch --watch-path= ' +
      '--cpu-prof --cpu-prof-dir=write --heap-prof --heap-prof-dir=write --prof --report-dir=write --redirect-warnings=write --diagnostic-dir=write ' +
      '--preserve-symlinks --stack-size= --unhandled-rejections= --use-openssl-ca --v8-options --title= --run= --snapshot-blob=load --build-snapshot --harmony --icu-data-dir=load --openssl-config=load',
    code: ['--eval', '-pe'],
    prints: ['--print'],
    inert: '--version -h --v8-options -v',
    otherwise(use) {
      if (use.has('--check')) return use.operands.map((word) => reads(word));
      const script = use.value('--run');
      if (script !== undefined) return packageScript(use, script, use.operands);
      return use.has('--test') ? runsProject('runs the project’s tests') : undefined;
    },
  }),
  deno,
  bun,
  // Switches of perl and ruby with a value in the same word: `-i.bak`, `-0777`, `-Mmodule`.
  'perl perl5': interpreter({
    language: 'perl',
    options:
      '-0=# -a -C=? -c -d=? -D=? -e= -E= -f -F=? -g -i=? -I=load -l=# -M=? -m=? -n -p -s -S -t -T -u -U -v -V=? -w -W -x=? -X -h -?',
    code: ['-e', '-E'],
    inert: '-v -V -h -?',
    inPlace: (use) => use.has('-i'),
  }),
  'ruby jruby irb': interpreter({
    language: 'ruby',
    options:
      '-0=# -a -c -C= -d --debug -e= -E= --encoding= --external-encoding= --internal-encoding= -F=? -h -i=? -I=load -l -n -p -r=load -s -S -T=? -U -v ' +
      '--verbose -w -W=? -x=? --disable= --enable= --disable-gems --jit --yjit --copyright --yydebug',
    code: ['-e'],
    inert: '--version --copyright -h',
    inPlace: (use) => use.has('-i'),
    otherwise: (use) =>
      use.has('-c') && use.values('-e').length === 0 ? use.operands.map((word) => reads(word)) : onlyVersion(use),
  }),
  'php php7 php8 php-cli': interpreter({
    language: 'php',
    options:
      '-a -b= -B= -c=load -C -d=load -E= -e -f= -F= -g= -h -H -i --ini -l -m -n -q -r= -R= -s -S= -t= -T= -v -w -z=load --re= --rf= --rc= --ri=',
    code: ['-r', '-R', '-B', '-E'],
    inert: '-v -m --ini -h',
    otherwise(use) {
      if (use.has('-i')) return reveals('every variable');
      if (use.has('-l')) return use.operands.map((word) => reads(word));
      if (use.value('-S') !== undefined) return runsProject('serves the project');
      const file = use.value('-f', '-F');
      return file === undefined ? undefined : runs({ form: 'file', language: 'php', path: file });
    },
    scripts: [/(?:^|\/)(?:artisan|console|spark|yii|think|cake)(?:\.php)?$/, phpActions],
  }),
  'lua luajit lua5.1 lua5.2 lua5.3 lua5.4': interpreter({
    language: 'lua',
    options: '-e= -l=load -i -v -E -W -',
    code: ['-e'],
    otherwise: onlyVersion,
  }),
  'tclsh wish': interpreter({ language: 'tcl', options: '-encoding= -c=', code: ['-c'] }),
  osascript: {
    ...interpreter({ language: 'osascript', options: '-e= -l= -i -s=', code: ['-e'] }),
    effects: (use) => [
      codeOf({ language: 'osascript', options: '', code: ['-e'] }, use),
      use
        .values('-e')
        .some(({ text }) =>
          /\bto\s+(?:shut\s*down|restart|log\s*out|sleep)\b|\u00abevent aevt(?:rsdn|rrst)/i.test(text),
        ) && machine('halt'),
    ],
  },
  'rscript r': interpreter({
    language: 'r',
    options: '* -e= -f,--file= -g= -d= -D=',
    code: ['-e'],
    otherwise(use) {
      const file = use.value('--file');
      return file === undefined ? undefined : runs({ form: 'file', language: 'r', path: file });
    },
  }),
  // Shells with another syntax, whose simple commands are the same.
  'nu elvish xonsh osh ysh murex ion': does('*', ({ words, program }) => [
    runsUnseen('runs code'),
    codeIn(words).map((text) => runs({ form: 'shell', text, via: `${program} -c` })),
    runs({ form: 'input', language: 'sh' }),
  ]),
  // Languages without a reader of their own: only their strings and calls are read.
  'gnuplot octave guile sbcl ecl clisp raku clojure bb jshell m4 dc maxima ipython bpython': does('*', ({ words }) => [
    runsUnseen('runs code'),
    codeIn(words).map((text) => runs({ form: 'inline', language: 'other', text })),
    runs({ form: 'input', language: 'other' }),
  ]),
  // bc(1): its language reaches nothing outside.
  bc: {
    options: '-c -e,--expression= -f,--file=read -g,--global-stacks -h -i,--interactive -l,--mathlib -P,--no-prompt -q,--quiet -s,--standard -S,--scale= -w,--warn -v,--version',
    operands: 'read*',
    prints: 'filtered',
  }, // prettier-ignore
  // Editors run the shell text after `:!`, and write the files that they are told to.
  'vi vim nvim view ex': does(
    '* -c= --cmd= -S=load -s -u=load -U=load -w=write -W=write -i= -t= -q= -r= -T= -d -e -E -es -Es -n -N -O=? -o=? -p=? -R -Z -b -x -y -X -V=? --clean --noplugin --startuptime=write --listen= --headless --remote=? --server=?',
    (use) => {
      const given = [
        ...use.values('-c', '--cmd'),
        ...use.operands.filter(({ text }) => text.startsWith('+')).map(withoutPlus),
      ];
      const files = use.operands.filter(({ text }) => !text.startsWith('+') && text !== '-');
      return [
        given.map((text) => runs({ form: 'inline', language: 'vim', text, via: `${use.program} -c` })),
        // Without `-e` it takes its keys from a file.
        use.has('-s') && !use.has('-e', '-E') && runsUnseen('types what a file holds'),
        runs({ form: 'input', language: 'vim', via: use.program }),
        // As a line editor it prints what its commands say.
        (given.length > 0 || use.has('-e', '-E', '-es', '-Es') || use.program === 'ex') &&
          files.map((word) => reads(word)),
        files.map((word) => (use.has('-R') ? reads(word) : writes(word, { how: 'edit' }))),
      ];
    },
  ),
  // ed(1), ex(1): they take commands from their input.
  'ed red': does('-s -p= -v -l -G -E -r', (use) => [
    runs({ form: 'input', language: 'vim', via: use.program }),
    use.operands.filter(({ text }) => text !== '-').map((word) => [reads(word), writes(word, { how: 'edit' })]),
  ]),
  // emacs(1): with `--batch` a Lisp interpreter.
  'emacs emacsclient xemacs': {
    options:
      '* --batch -eval,--eval,-execute,--execute= -l,-load,--load=load -f,-funcall,--funcall= --script=load -x=load -L,--directory=load -insert,--insert=read -d= -u,--user= --chdir= -q,--no-init-file -Q,--quick -nw,--no-window-system --daemon=? --init-directory=load',
    style: 'single',
    effects(use) {
      const code = use.values('--execute');
      return [
        code.map((text) => runs({ form: 'inline', language: 'lisp', text, via: 'emacs --eval' })),
        use.values('--funcall').map((name) => runsUnseen(`calls ${name.raw}`)),
        use.operands.map((word) => writes(word, { how: 'edit' })),
      ];
    },
  },
  // gdb(1) and lldb(1): they start programs, and their commands reach a shell.
  'gdb lldb gdb-multiarch rust-gdb rust-lldb': {
    options:
      '* -ex,-eval-command,--ex,--eval-command= -iex,-init-eval-command,--init-eval-command= -x,-command,--command=load -ix,--init-command=load -p,-pid,--pid= ' +
      '-c,-core,--core=read -s,-symbols,--symbols=read -d,-directory,--directory=list -cd,--cd= -o,--one-line= -O= -S= -batch,--batch -q -n -nx -args,--args',
    style: 'single',
    effects(use) {
      const commands = use.values('--eval-command', '--init-eval-command', '--one-line', '-O', '-S');
      return [
        commands.map((text) => runs({ form: 'inline', language: 'gdb', text, via: `${use.program} -ex` })),
        runs({ form: 'input', language: 'gdb', via: use.program }),
        runsUnseen('runs a program under a debugger'),
        runs({ form: 'command', words: debugged(use) }),
      ];
    },
  },
  // Editors that need a person, or a server of their own.
  'nano pico micro joe mcedit subl gedit kate': { options: '*', operands: 'edit*' },
  // code(1): an extension is code that the editor runs from then on.
  'code code-insiders codium cursor windsurf code-server': {
    options:
      '-d,--diff -m,--merge -a,--add --remove -g,--goto -n,--new-window -r,--reuse-window -w,--wait --locale= --user-data-dir=load --profile= -h,--help --extensions-dir=load ' +
      '--list-extensions --show-versions --category= --install-extension= --uninstall-extension= --update-extensions --pre-release --force --enable-proposed-api= --add-mcp= -v,--version ' +
      '--verbose --log= -s,--status --disable-extensions --disable-extension= --sync= --inspect-extensions= --disable-gpu --telemetry',
    inert: '--version --help --status --list-extensions',
    operands: 'edit*',
    effects: (use) =>
      use.has(
        '--install-extension',
        '--uninstall-extension',
        '--disable-extension',
        '--disable-extensions',
        '--update-extensions',
        '--add-mcp',
      ) && machine('packages', 'changes what the editor runs'),
  },
};
