import path from 'node:path';
import { escapeRegExp } from '../project/text';
import type { ShellWord } from '../shell/invocation';
import { dropStart, plainWord } from '../shell/reader/words';
import { asCode, elsewhere, loads, nearest, opened, projectCode } from './project-scripts';
import { reveals, runs, runsProject, runsUnseen, service, unclear, type Action, type Actions } from './effect';
import { migrationActions } from './migrations';
import { defaultTarget, expanded, recipe } from './parts/makefile';
import type { Definition, Family, Use } from './program';

/** Names of targets that build, test or check. A target of any other name may do anything. */
const usual =
  /^(?:all|build|compile|test|tests|check|checks|lint|fmt|format|vet|typecheck|types|unit|integration|e2e|coverage|cover|bench|docs?|html|help|debug|dev|run|generate|gen|deps|verify|validate)(?:[-_:./][\w.-]+)?$/;

/** Words in a target's name for acts outside the project, even after a usual word: `all-push`, `build-and-push`. */
const leaving = /push|deploy|publish|release|upload|destroy|delete|prod|ship|install|remote/i;

function target(what: string, word: ShellWord): Action {
  if (word.value === undefined) return unclear(`what ${word.raw} stands for is not known`);
  return usual.test(word.value) && !leaving.test(word.value)
    ? runsProject(`runs ${what} ${word.value}`)
    : runsUnseen(`${what} ${word.value} may do anything`);
}

/** Variables that decide which programs run and where things go. */
const deciding = /^(?:SHELL|MAKE\w*|CC|CXX|LD|AR|PATH|DESTDIR|PREFIX|prefix|\.SHELLFLAGS|GNUMAKEFLAGS)$/;

/** What a recipe's shell, or make itself, would run as commands of its own. */
const carriesCommands = /[;|&<>`\n]|\$[({]/;

interface MakeWords {
  readonly targets: readonly ShellWord[];
  readonly variables: ReadonlyMap<string, string>;
  readonly effects: readonly Action[];
}

function makeWords(use: Use): MakeWords {
  const targets: ShellWord[] = [];
  const variables = new Map<string, string>();
  const effects: Action[] = [];
  for (const word of use.operands) {
    const name = /^([\w.]+)(?:::?|\+|\?|!)?=/.exec(word.text);
    if (name === null) {
      targets.push(word);
      continue;
    }
    const value = dropStart(word, name[0].length);
    if (value.value !== undefined) variables.set(name[1] ?? '', value.value);
    if (deciding.test(name[1] ?? '')) {
      effects.push(runsUnseen(`${word.raw} decides what make runs`));
    }
    if (carriesCommands.test(value.text)) {
      effects.push(
        runs({
          form: 'shell',
          text: plainWord(`: ${value.text.replace(/\$[({]shell\s+/g, '$(')}`, value.range),
          via: `make ${name[0]}`,
        }),
      );
    }
    if (name[1] === 'SHELL' || (deciding.test(name[1] ?? '') && /\s/.test(value.text))) {
      effects.push(runs({ form: 'shell', text: value, via: `make ${name[0]}` }));
    }
  }
  return { targets, variables, effects };
}

/** MAKEFLAGS may hold options, and with `--eval` a makefile. */
function byFlags(use: Use): Actions {
  return use.at.assignments.map(({ name, value }) => {
    if (!/^(?:GNU)?MAKEFLAGS$/.test(name) || value === undefined) return [];
    const text = value.text.replace(/^[^]*?--eval[= ]/, '');
    return text !== value.text && runs({ form: 'inline', language: 'make', text: plainWord(text), via: 'make --eval' });
  });
}

const names = ['GNUmakefile', 'makefile', 'Makefile'] as const;

/** The makefile: the one that an option names, or the one in the directory. */
function makefileOf(use: Use, named: ShellWord | undefined): { text: string; folder: string | undefined } | undefined {
  const folder = use.at.cwd;
  if (folder === undefined) return undefined;
  const all = named === undefined ? names : named.value === undefined ? [] : [named.value];
  for (const name of all) {
    const text = use.at.readFile(path.posix.resolve(folder, name));
    if (text !== undefined)
      return { text: withIncluded(text, (file) => use.at.readFile(path.posix.resolve(folder, file))), folder };
  }
  return undefined;
}

/** A makefile with the files that it includes by a plain name. The lines stay: make may have a rule that makes such a file. */
function withIncluded(makefile: string, read: (file: string) => string | undefined, depth = 3): string {
  return makefile.replace(/^[s-]?include[ \t]+([^\n#$*?]+)/gm, (line, files: string) => {
    const texts = files
      .trim()
      .split(/\s+/)
      .flatMap((file) => read(file) ?? []);
    return depth === 0 ? line : [line, ...texts.map((text) => withIncluded(text, read, depth - 1))].join('\n');
  });
}

const make: Definition = {
  options:
    '-b -m -B,--always-make -C,--directory= -d --debug=? -e,--environment-overrides -E,--eval= -f,--file,--makefile= -i,--ignore-errors -I,--include-dir= ' +
    '-j=? --jobs=? -k,--keep-going -l=? --load-average=? --max-load=? -L,--check-symlink-times -n,--just-print,--dry-run,--recon -o,--old-file,--assume-old= ' +
    '-O=? --output-sync=? -p,--print-data-base -q,--question -r,--no-builtin-rules -R,--no-builtin-variables -s,--silent,--quiet --shuffle=? ' +
    '-S,--no-keep-going,--stop -t,--touch --trace -v,--version -w,--print-directory --no-print-directory -W,--what-if,--new-file,--assume-new= ' +
    '--warn-undefined-variables --jobserver-style= -h',
  directory: (use) => use.value('--directory'),
  inert: '--version -h',
  effects(use) {
    const { targets, variables, effects } = makeWords(use);
    const texts = use
      .values('--eval')
      .map((text) => runs({ form: 'inline', language: 'make', text, via: 'make --eval' }));
    const file = use.value('--makefile');
    const fromInput = file?.text === '-' || file?.text === '/dev/stdin';
    // A makefile may run programs while it is read, so a dry run is not safe with one that came with the command.
    const given = [
      use.has('--print-data-base') && reveals('every variable'),
      effects,
      texts,
      byFlags(use),
      fromInput && runs({ form: 'input', language: 'make', via: 'make -f -' }),
      file &&
        !fromInput &&
        runs(
          file.value === undefined
            ? { form: 'file', language: 'make', path: file }
            : { form: 'unseen', what: `reads ${file.raw}`, path: file },
        ),
    ];
    if (use.has('--recon', '--question')) {
      return [given, elsewhere(use), runsUnasked(makefileOf(use, file)?.text ?? '')];
    }
    // `-j 4`: the number belongs to the option.
    const wanted = targets.filter(({ text }) => !/^\d+$/.test(text));
    const own =
      wanted.length === 0 ? runsProject('builds the project') : wanted.map((word) => target('the target', word));
    return [given, own, !fromInput && recipes(use, makefileOf(use, file), wanted, variables)];
  },
};

/** What make runs even in a dry run: `$(shell …)`, `!=`, lines that begin with `+` or call make, and a rule that makes the makefile. */
const runsUnasked = (makefile: string): Actions =>
  /\$[({](?:shell|call|eval|file|guile)\b|!=|^\t[@-]*\+|\$[({]MAKE[)}]|^ *[s-]?(?:include|load)\b|^[^\t#]*[Mm]akefile[^:]*:/m.test(
    makefile,
  ) && runsProject('runs what the makefile asks the shell');

function recipes(
  use: Use,
  makefile: { text: string; folder: string | undefined } | undefined,
  wanted: readonly ShellWord[],
  variables: ReadonlyMap<string, string>,
): Actions {
  if (makefile === undefined) return [];
  const labels = wanted.length === 0 ? [defaultTarget(makefile.text)] : wanted.map(({ value }) => value);
  const asked = askedOfShell(makefile.text, labels.map((label) => recipe(makefile.text, label ?? '') ?? '').join('\n'));
  const first =
    asked !== '' && opened(`${use.program} $(shell)`, expanded(makefile.text, asked, variables), makefile.folder);
  const own = labels.map((label) => {
    const text = label === undefined ? undefined : recipe(makefile.text, label);
    return (
      text !== undefined &&
      text !== '' &&
      opened(`${use.program} ${label ?? ''}`, expanded(makefile.text, text, variables), makefile.folder)
    );
  });
  return [first, own];
}

/** What make asks the shell while it reads the makefile or expands these recipes: `$(shell …)`, `X != …`. */
function askedOfShell(makefile: string, recipes: string): string {
  const read = makefile
    .split('\n')
    .filter((line) => !line.startsWith('\t'))
    .join('\n');
  const calls = `${read}\n${recipes}`.matchAll(/\$[({]shell\s+((?:[^(){}\n]|\$?[({][^(){}\n]*[)}])*)[)}]/g);
  const assigned = read.matchAll(/^[\w.]+\s*!=\s*(.+)$/gm);
  return [...calls, ...assigned].map(([, text = '']) => text).join('\n');
}

/** A recipe of a justfile: the indented lines below its name. */
function justRecipe(justfile: string, name: string | undefined): string | undefined {
  const lines = justfile.split('\n');
  const head = /^@?([A-Za-z_][\w-]*)(?:\s+[^:]*)?:(?!=)/;
  const at = lines.findIndex((line) => {
    const found = head.exec(line)?.[1];
    return found !== undefined && (name === undefined || found === name);
  });
  if (at < 0) return undefined;
  const own: string[] = [];
  for (const line of lines.slice(at + 1)) {
    if (!/^\s+\S/.test(line)) break;
    own.push(
      line
        .trim()
        .replace(/^[@-]+/, '')
        .replace(/\{\{[^}]*\}\}/g, '${just_decides}'),
    );
  }
  return own.length === 0 || own[0]?.startsWith('#!') === true ? undefined : own.join('\n');
}

/** The commands of a task in Taskfile.yml: on its own line, or in the list below it. */
function taskCommands(taskfile: string, name: string): string | undefined {
  const lines = taskfile.split('\n');
  const head = new RegExp(`^(\\s+)["']?${escapeRegExp(name)}["']?:\\s*(.*)$`);
  const at = lines.findIndex((line) => head.test(line));
  const [, indent = '', inline = ''] = head.exec(lines[at] ?? '') ?? [];
  if (at < 0 || inline !== '') return at < 0 ? undefined : inline;
  const next = lines.findIndex((line, index) => index > at && line.trim() !== '' && line.search(/\S/) <= indent.length);
  const own = lines.slice(at + 1, next < 0 ? undefined : next);
  return own
    .flatMap((line) => /^\s*(?:- (?:cmd: )?|cmd: )(?!\w+:(?:\s|$))["']?(.+?)["']?$/.exec(line)?.[1] ?? [])
    .join('\n');
}

const taskfiles = ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml'] as const;

/** `rake db:migrate VERSION=0` reverts every migration. */
const takesBack = { toStart: /\bVERSION=0\b/, also: /^db:(?:rollback|migrate:down)\b/ };

/** Programs that run recipes of the project by name. */
export const taskRunners: Family = {
  'make gmake': make,
  just: {
    style: 'strict',
    options:
      '-f,--justfile=read -d,--working-directory= -n,--dry-run -q,--quiet -v,--verbose -l,--list --summary --show= -s= --evaluate --dump --choose --fmt --init ' +
      '--shell=program --shell-arg= --chooser=program -c,--command --set= --dotenv-path=read --dotenv-filename= --check --color= --no-deps --unstable --variables --groups --highlight --no-highlight -u,--unsorted --yes -g --one -e,--edit',
    directory: (use) => use.value('--working-directory'),
    inert: '--list --summary --show -s --variables --groups --version --dry-run',
    effects(use) {
      if (use.has('--command')) return runs({ form: 'command', words: use.operands });
      if (use.has('--choose', '--edit', '--init')) return unclear('it asks at the terminal, or makes files');
      const wanted = use.operands.filter(({ text }) => !text.includes('='));
      const [first, ...rest] = wanted;
      const { stdin } = use.at;
      const given =
        use.value('--justfile')?.text === '-' && stdin.kind === 'text'
          ? { text: stdin.text, folder: use.at.cwd }
          : undefined;
      const found = given ?? nearest(use, 'justfile', 'Justfile', '.justfile');
      const text = found === undefined ? undefined : justRecipe(found.text, first?.value);
      const own = first === undefined ? runsProject('runs the first recipe') : target('the recipe', first);
      // The words after a recipe are its arguments, or more recipes.
      const more =
        rest.some(({ value }) => value === undefined || leaving.test(value) || carriesCommands.test(value)) &&
        unclear('what the recipe does with its arguments is not known');
      return [own, more, text !== undefined && opened(`just ${first?.text ?? ''}`, text, found?.folder)];
    },
  },
  'task go-task': {
    options:
      '-t,--taskfile=load -d,--dir= -n,--dry -l,--list -a,--list-all --summary -s,--silent -v,--verbose -w,--watch -p,--parallel -f,--force --status -y,--yes -C,--concurrency= -x,--exit-code -o,--output= -g,--global --json --init --version -c --color -I,--interval=',
    directory: (use) => use.value('--dir'),
    inert: '--list --list-all --summary --dry --status --version',
    effects: (use) =>
      use.operands.length === 0
        ? runsProject('runs the default task')
        : use.operands
            .filter(({ text }) => !text.includes('='))
            .map((word) => {
              const found = nearest(use, ...taskfiles);
              const text = found === undefined ? '' : (taskCommands(found.text, word.text) ?? '');
              return [target('the task', word), text !== '' && opened(`task ${word.text}`, text, found?.folder)];
            }),
  },
  // rake(1) and others whose words are names of tasks.
  rake: {
    style: 'strict',
    options:
      '* -f,--rakefile=load -C,--directory= -n,--dry-run -T,--tasks=? -P,--prereqs -r,--require=load -R=load -e,--execute= -E= -p,--execute-print= -I=load -q -s -t -v -V -W=? -D=? -A -j=?',
    directory: (use) => use.value('--directory'),
    inert: '-V',
    effects: (use) => [
      loads(use),
      use
        .values('--execute', '-E', '--execute-print')
        .map((text) => runs({ form: 'inline', language: 'ruby', text, via: 'rake -e' })),
      use.operands.filter(({ text }) => !text.includes('=')).map((word) => projectCode('the task', word)),
      use.operands.some(({ text }) => /^(?:release|release:rubygem_push)$/.test(text)) &&
        !use.has('--dry-run', '--tasks', '-P', '-D') &&
        service('the gem registry', 'releases', 'publish'),
      !use.has('--dry-run', '--tasks', '-P', '-D') &&
        use.operands
          .filter(({ text }) => text.includes(':'))
          .map((word) => migrationActions(use, [word, ...use.operands], takesBack)),
    ],
  },
  'invoke inv fab doit grunt gulp mage ant phing buck buck2 scons waf poe taskipy earthly dagger': {
    options: '** -f=load --file=load -c=load -b=load --gulpfile=load --gruntfile=load -l,--list --tasks -T',
    starts: (use) => (use.program === 'grunt' && asCode(use, 'Gruntfile.js', 'Gruntfile.coffee')),
    inert: '--version',
    // The file with the tasks is a program, too.
    effects: (use) =>
      use.operands.length === 0 || use.has('--list', '--tasks', '-T')
        ? runsProject('runs the default task')
        : use.operands.map((word) => target('the task', word)),
  },
}; // prettier-ignore
