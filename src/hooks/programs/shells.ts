import { wordSet } from '../project/text';
import { runs, type Actions, changes, machine, reveals, unclear } from './effect';
import { does, type Family, type Use } from './program';
import { echoed, printed } from '../shell/reader/printing';
import { textStream } from '../shell/reader/stream';
import { foreignIn, joined, plainWord } from '../shell/reader/words';

/** `set -k` */
const keyword = 'any word with = becomes a variable';

/** Switches of POSIX shells; the ones after a plus revoke them. */
const letters = 'a b C e f h H i k l m n p r s t u v x B D E P T';
const switches = letters
  .split(' ')
  .map((letter) => `-${letter} +${letter}`)
  .join(' ');

/** A shell: the file that a variable names, `-c` text, a script, or what flows in. */
function shellCode(use: Use): Actions {
  const [first, ...rest] = use.operands;
  if (use.has('-n')) return [];
  if (use.has('-k') || use.values('-o').some(({ text }) => text === 'keyword')) return unclear(keyword);
  const before = ['BASH_ENV', 'ENV', 'PS4'].flatMap((name) => use.at.variable?.(name) ?? []);
  const files = [...before, ...use.values('--rcfile', '--init-file')].map((path) => [
    runs({ form: 'file', language: 'sh', path }),
    // The shell expands the name, and what it puts before each line of a trace.
    /[$`]/.test(path.value ?? '') && runs({ form: 'shell', text: plainWord(`: "${path.text}"`) }),
  ]);
  if (use.has('-c')) {
    const [zero, ...args] = rest;
    const text = first && runs({ form: 'shell', text: first, args, zero, via: `${use.program} -c` });
    return [files, text];
  }
  if (first === undefined || first.text === '-' || use.has('-s')) {
    return [files, runs({ form: 'input', language: 'sh', args: use.operands, via: use.program })];
  }
  return [files, runs({ form: 'file', language: 'sh', path: first, args: rest })];
}

/** fish, csh and their kin read the same switches for what matters here. */
const names = 'sh bash zsh dash ksh mksh ash rbash ksh93 oksh posh yash fish csh tcsh';

/** Programs for which text is commands. */
export const shellNames = wordSet(names);

/** Shells, which run text as commands. */
export const shells: Family = {
  [names]: {
    style: 'strict',
    options: `${switches} -c -o= +o= -O= +O= --debug --debugger --dump-po-strings --dump-strings --command=shell --init-file=load --login --noediting --noprofile --norc --posix --pretty-print --rcfile=load --restricted --verbose -R=`,
    inert: '--version',
    effects: shellCode,
  },
};

/** Variables that hold no secret. */
const shownVariables =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|PWD|OLDPWD|LANG|LC_[A-Z]+|TERM|TZ|HOSTNAME|EDITOR|VISUAL|PAGER|DISPLAY|COLUMNS|LINES|SHLVL|NODE_ENV|VIRTUAL_ENV|CONDA_PREFIX|GOPATH|GOROOT|JAVA_HOME|NVM_DIR|XDG_[A-Z_]+|TMPDIR|CI)$/;

const isShown = ({ value }: { readonly value: string | undefined }): boolean =>
  value !== undefined && shownVariables.test(value);

/** `export`, `declare` and similar commands: they set variables, or print them. */
function declares(use: Use): Actions {
  const names = use.operands;
  if (names.length === 0 && !use.has('-f', '-F')) return reveals('every variable');
  if (use.has('-p') && !names.every((word) => word.text.includes('=') || isShown(word))) {
    return reveals(`the variable ${names[0]?.raw ?? ''}`);
  }
  return use.has('-n', '-f') && unclear('a reference or a function');
}

const historyOf = does('*', () => reveals('what was typed before'));

/** The shell's own commands. Their effects on the shell itself are in `shell/reader/builtins.ts`. */
export const shellBuiltins: Family = {
  'cd chdir pushd popd dirs true false : test [ [[ sleep type which whereis whence wait exit return break continue shift let getopts times read unset seq expr factor logname trap unalias caller help fg logout suspend':
    { options: '*' },
  local: { options: '*' },
  echo: { options: '**', prints: ({ words }) => known(echoed(words)) ?? foreignIn(words) },
  printf: { options: '*', prints: ({ words }) => known(printed(words)) ?? foreignIn(words) },
  yes: {
    options: '',
    prints: ({ words }) => textStream(`${words.length === 0 ? 'y' : words.map(({ text }) => text).join(' ')}\n`),
  },
  pwd: { options: '*', prints: ({ at }) => known(at.cwd) },
  'export declare typeset readonly': does(
    '-a -A -f -F -g -i -I -l -n -p -r -t -u -x +a +A +i +l +n +r +t +u +x',
    declares,
  ),
  set: does('**', ({ words }) =>
    words.length === 0
      ? reveals('every variable')
      : /^-\w*k|\bkeyword\b/.test(
          words
            .map(({ text }) => text)
            .join(' ')
            .replace(/(?<= |^)--(?: .*|$)/, ''),
        ) && unclear(keyword),
  ),
  shopt: does(
    '**',
    ({ words }) =>
      words.some(
        ({ text, value }) => value === undefined || /^(?:cdable_vars|cdspell|dirspell|autocd|extdebug)$/.test(text),
      ) &&
      words.some(({ text }) => /^-\w*s/.test(text)) &&
      unclear('changes what words mean'),
  ),
  printenv: {
    options: '-0,--null',
    effects: (use) =>
      use.operands.length > 0 && use.operands.every(isShown) ? [] : reveals('variables that may be secret'),
    prints: ({ operands: [name], at }) => (name?.value === 'HOME' ? textStream(`${at.home}\n`) : undefined),
  },
  compgen: does('-a -b -c -d -e -f -g -j -k -s -u -v -A= -o= -G= -W= -F=program -C=shell -X= -P= -S= -V=', (use) => [
    // The list is expanded as the shell would.
    /[$`]/.test(use.value('-W')?.text ?? '') && unclear('its list of words is expanded'),
  ]),
  enable: does(
    '-a -d -n -p -s -f=load',
    (use) => use.operands.length > 0 && unclear('changes which commands are the shell’s own'),
  ),
  'mapfile readarray': { options: '-d= -n= -O= -s= -t -u= -C=shell -c=' },
  hash: does('-d -l -p= -r -t', (use) => use.has('-p', '-d') && unclear('gives a command another path')),
  umask: does('-p -S', (use) => use.operands.length > 0 && changes('sets the mode of new files')),
  ulimit: does(
    '-S -H -a -b -c -d -e -f -i -k -l -m -n -p -q -r -s -t -u -v -x -P -R -T',
    (use) => use.operands.length > 0 && changes('sets limits of this shell'),
  ),
  alias: does(
    '-p',
    (use) => use.operands.some(({ text }) => text.includes('=')) && unclear('gives a command another name'),
  ),
  history: historyOf,
  // `fc -p` begins another history.
  fc: { ...historyOf, effects: (use) => use.words[0]?.value !== '-p' && reveals('what was typed before') },
  eval: {
    options: '',
    style: 'strict',
    effects: (use) => use.operands.length !== 0 && runs({ form: 'shell', text: joined(use.operands) }),
  },
  '. source': {
    style: 'strict',
    effects({ operands: [path, ...args] }) {
      return path && { ...runs({ form: 'file', language: 'sh', path, args }), why: 'runs a file in this shell' };
    },
  },
  jobs: {
    options: '-l -n -p -r -s -x',
    style: 'strict',
    effects: (use) => use.has('-x') && runs({ form: 'command', words: use.operands, wrapper: true }),
  },
  'disown bg': does('-a -h -r', () => machine('processes', 'outlives the session')),
};

const known = (text: string | undefined) => (text === undefined ? undefined : textStream(text));
