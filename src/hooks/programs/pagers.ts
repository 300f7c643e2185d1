import { dropStart } from '../shell/reader/words';
import { changes, reads, runs, runsUnseen, unclear, type Action, type Actions } from './effect';
import { does, type Definition, type Family, type Use } from './program';

/** `+command`: a pager runs it as soon as it shows the file. */
const paged = (use: Use): Actions => [
  use.has('--tag') && unclear('opens what a list of tags names'),
  use.operands.map((word): Action => {
    if (!word.text.startsWith('+')) return reads(word);
    const shell = /^\+{1,2}[!#|]\s*/.exec(word.text)?.[0];
    return shell === undefined
      ? runsUnseen('runs a command of the pager')
      : runs({ form: 'shell', text: dropStart(word, shell.length), via: `${use.program} +!` });
  }),
];

const less: Definition = {
  options:
    '-# -a,--search-skip-screen -A,--SEARCH-SKIP-SCREEN -b,--buffers= -B,--auto-buffers -c,--clear-screen -C,--CLEAR-SCREEN -d,--dumb -D,--color= ' +
    '-e,--quit-at-eof -E,--QUIT-AT-EOF -f,--force -F,--quit-if-one-screen -g,--hilite-search -G,--HILITE-SEARCH -h,--max-back-scroll= -i,--ignore-case ' +
    '-I,--IGNORE-CASE -j,--jump-target= -J,--status-column -k,--lesskey-file=load --lesskey-src=load -K,--quit-on-intr -L,--no-lessopen -m,--long-prompt ' +
    '-M,--LONG-PROMPT -n,--line-numbers -N,--LINE-NUMBERS -o,-O,--log-file,--LOG-FILE=write -p,--pattern= -P,--prompt= -q,--quiet,--silent -Q,--QUIET,--SILENT ' +
    '-r,--raw-control-chars -R,--RAW-CONTROL-CHARS -s,--squeeze-blank-lines -S,--chop-long-lines -t,--tag= -T,--tag-file=read -u,--underline-special ' +
    '-U,--UNDERLINE-SPECIAL -V,--version -w,--hilite-unread -W,--HILITE-UNREAD -x,--tabs= -X,--no-init -y,--max-forw-scroll= -z,--window= -~,--tilde ' +
    '--follow-name --incsearch --line-num-width= --mouse --MOUSE --no-keypad --no-histdups --rscroll= --save-marks --status-col-width= --status-line ' +
    '--use-backslash --use-color --wheel-lines= --wordwrap --file-size --header= --exit-follow-on-close',
  effects: paged,
  prints: 'filtered',
};

const more: Definition = {
  options:
    '-# -d,--silent -l,--logical -e,--exit-on-eof -f,--no-pause -p,--print-over -c,--clean-print -s,--squeeze -u,--plain -n,--lines= -R -V,--version',
  effects: paged,
  prints: 'filtered',
};

/** Programs that show text page by page, and manuals. */
export const pagers: Family = {
  'bat batcat': {
    options:
      '-A,--show-all -p,--plain -P -n,--number -u,--unbuffered -d,--diff -f,--force-colorization -L,--list-languages --list-themes -l,--language= -H,--highlight-line= -r,--line-range= -m,--map-syntax= ' +
      '--pager=program --paging= --config-file=load --theme= --theme-light= --theme-dark= --style= --color= --italic-text= --decorations= --wrap= -S,--chop-long-lines --terminal-width= --file-name= --tabs= --diff-context= ' +
      '-s,--squeeze-blank --squeeze-limit= --strip-ansi= --nonprintable-notation= --binary= --ignored-suffix= --no-config --config-dir --cache-dir --generate-config-file -V,--version',
    operands: 'read*',
    effects: (use) =>
      (use.operands[0]?.text === 'cache' || use.has('--generate-config-file')) &&
      changes('writes its cache or configuration'),
    prints: 'files',
  },
  zless: less,
  zmore: more,
  'less most': less,
  more,
  // A page of the manual, or a file of that form.
  man: does(
    '-C,--config-file=load -d,--debug -D,--default --warnings=? -R,--recode= -L,--locale= -m,--systems= -M,--manpath= -S,-s,--sections= -e,--extension= ' +
      '-i,--ignore-case -I,--match-case --regex --wildcard --names-only -a,--all -u,--update --no-subpages -P,--pager=shell -r,--prompt= -7,--ascii -E,--encoding= ' +
      '--no-hyphenation,--nh --no-justification,--nj -p,--preprocessor= -t,--troff -T,--troff-device=? -H,--html=?program -X,--gxditview=? -Z,--ditroff ' +
      '-f,--whatis -k,--apropos -K,--global-apropos -l,--local-file -w,--where,--path,--location -W,--where-cat,--location-cat -c,--catman --usage -V,--version',
    (use) => [
      use.operands.filter(({ text }) => text.includes('/') || use.has('--local-file')).map((word) => reads(word)),
      use.has('--gxditview', '--html') && runsUnseen('opens a viewer'),
    ],
  ),
  'apropos whatis': {
    options:
      '-d,--debug -v,--verbose -e,--exact -r,--regex -w,--wildcard -a,--and -l,--long -C,--config-file=load -L,--locale= -m,--systems= -M,--manpath= -s,--sections= -V,--version',
  },
  'info tldr': does(
    '* -L,--locale= -e,--extension= -o,--output=write -f,--file=read -d,--directory= -n,--node= --update --restore=read --dribble=write',
    (use) => use.has('--update') && unclear('it downloads pages'),
  ),
};
