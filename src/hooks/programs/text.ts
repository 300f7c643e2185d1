import type { ShellWord, Stream } from '../shell/invocation';
import { dropStart, plainWord } from '../shell/reader/words';
import {
  changes,
  fetches,
  reads,
  reveals,
  runs,
  sends,
  unclear,
  uses,
  writes,
  type Action,
  type Reads,
} from './effect';
import { optionFiles } from './parts/option-files';
import { awkOnlyReads, changedText, reversed, sedOnlyPrints, translated } from './text-filters';
import { environmentShown } from './languages/environment';
import { textStream } from '../shell/reader/stream';
import type { Definition, Family, Prints, Use } from './program';

/** Programs that print files as they are. */
const printing: Definition = {
  options:
    '-A,--show-all -b,--number-nonblank -e -E,--show-ends -n,--number -s,--squeeze-blank -t -T,--show-tabs -u -v,--show-nonprinting -B,--before -r,--regex -S,--separator=',
  operands: 'read*',
  prints: 'files',
};

/** A program that prints what it reads, changed. It has no option that does more. */
const filter = (options: string, operands = 'read*'): Definition => ({
  options: `* ${options}`,
  operands,
  prints: 'filtered',
});

/** Some of the lines that come in, each as it was. */
function keepsLines({ operands, given, at: { stdin } }: Use): Prints | Stream {
  const whole =
    operands.length === 0 && stdin.kind === 'numbered' && given.every(({ name }) => /^(?:-\d*|--lines|-#)$/.test(name));
  return whole ? stdin : 'filtered';
}

/** head(1), tail(1), wc(1) … whose short options take values only for some. */
const head: Definition = {
  options: '-# -c,--bytes= -n,--lines= -q,--quiet,--silent -v,--verbose -z,--zero-terminated',
  operands: 'read*',
  prints: keepsLines,
};
const tail: Definition = {
  options:
    '-# -c,--bytes= -f --follow=? -F -n,--lines= --max-unchanged-stats= --pid= -q,--quiet,--silent --retry -s,--sleep-interval= -v,--verbose -z,--zero-terminated -r -b=',
  operands: 'read*',
  prints: keepsLines,
};

const quiet = '--quiet --count --count-matches --files-with-matches --files-without-match'.split(' ');

/** What a search reads: files or whole trees. A search that only counts or lists names shows no content. */
function searched(
  use: Use,
  patterns: readonly string[],
  { tree, ...which }: Pick<Reads, 'tree' | 'only' | 'hidden'>,
): readonly Action[] {
  const operands = use.operands.slice(use.has(...patterns) ? 0 : 1);
  const roots = operands.length === 0 && tree === true ? [plainWord('.')] : operands;
  const shows = !use.has(...quiet);
  return roots.flatMap((word): readonly Action[] => {
    if (word.text === '-') return [];
    return [shows ? reads(word, tree, which) : uses(word, tree)];
  });
}

/** Options of grep that leave one number and a colon in front of each line. */
const numbers =
  /^--(?:line-number|extended-regexp|fixed-strings|basic-regexp|perl-regexp|regexp|ignore-case|invert-match|word-regexp|line-regexp|max-count|only-matching|no-messages|text|no-filename)$/;

const grep: Definition = {
  options:
    '-# -E,--extended-regexp -F,--fixed-strings -G,--basic-regexp -P,--perl-regexp -e,--regexp= -f,--file=read -i,-y,--ignore-case --no-ignore-case -v,--invert-match ' +
    '-w,--word-regexp -x,--line-regexp -c,--count --color=? --colour=? -L,--files-without-match -l,--files-with-matches -m,--max-count= ' +
    '-o,--only-matching -q,--quiet,--silent -s,--no-messages -b,--byte-offset -H,--with-filename -h,--no-filename --label= -n,--line-number ' +
    '-T,--initial-tab -u,--unix-byte-offsets -Z,--null -A,--after-context= -B,--before-context= -C,--context= --group-separator= ' +
    '--no-group-separator -a,--text --binary-files= -D,--devices= -d,--directories= --exclude= --exclude-from=read --exclude-dir= -I ' +
    '--include= --include-dir= -r,--recursive -R,--dereference-recursive --line-buffered -U,--binary -z,--null-data -O -p -S -V',
  effects: (use) => {
    const tree = use.has('--recursive', '--dereference-recursive') || use.value('--directories')?.value === 'recurse';
    const names = use.values('--include').map(({ text }) => text);
    const only = names.length === 0 ? undefined : { names };
    return searched(use, ['--regexp', '--file'], { tree, only });
  },
  prints: (use) => {
    const files = use.operands.slice(use.has('--regexp', '--file') ? 0 : 1);
    const tree = use.has('--recursive', '--dereference-recursive');
    if (tree && use.has('--files-with-matches', '--files-without-match')) return foundBy(use, files);
    const one =
      files.length < 2 && !use.has('--recursive', '--dereference-recursive', '--directories', '--with-filename');
    if (!one || files.some(({ glob }) => glob)) return 'filtered';
    if (use.has('--count')) return 'number';
    return use.has('--line-number') && use.given.every(({ name }) => numbers.test(name))
      ? { kind: 'numbered' }
      : 'filtered';
  },
};

/** Names of files, chosen by what is in them. */
const foundBy = (use: Use, roots: readonly ShellWord[]): Stream => ({
  kind: 'names',
  found: { roots: roots.length === 0 ? [plainWord('.')] : roots, cwd: use.at.cwd, only: { open: true } },
});

const ripgrep: Definition = {
  options:
    '-# -e,--regexp= -f,--file=read --pre=program --pre-glob= -z,--search-zip --crlf --dfa-size-limit= -E,--encoding= --engine= -F,--fixed-strings ' +
    '-i,--ignore-case -v,--invert-match -x,--line-regexp -m,--max-count= --mmap -U,--multiline --multiline-dotall --no-unicode --null-data ' +
    '-P,--pcre2 --regex-size-limit= -S,--smart-case -s,--case-sensitive --stop-on-nonmatch -a,--text -j,--threads= -w,--word-regexp ' +
    '--auto-hybrid-regex --binary -L,--follow -g,--glob= --glob-case-insensitive -.,--hidden --iglob= --ignore-file=read ' +
    '--ignore-file-case-insensitive -d,--max-depth= --max-filesize= --no-ignore --no-ignore-dot --no-ignore-exclude --no-ignore-files ' +
    '--no-ignore-global --no-ignore-parent --no-ignore-vcs --no-require-git --one-file-system -t,--type= -T,--type-not= -u,--unrestricted ' +
    '-A,--after-context= -B,--before-context= --block-buffered -b,--byte-offset --color= --colors= --column -C,--context= --context-separator= ' +
    '--field-context-separator= --field-match-separator= --heading --no-heading -h --hostname-bin=program --hyperlink-format= --include-zero ' +
    '--line-buffered -n,--line-number -N,--no-line-number -M,--max-columns= --max-columns-preview -0,--null -o,--only-matching ' +
    '--path-separator= --passthru -p,--pretty -q,--quiet -r,--replace= --sort= --sortr= --trim --vimgrep -H,--with-filename -I,--no-filename ' +
    '-c,--count --count-matches -l,--files-with-matches --files-without-match --json --debug --no-ignore-messages --no-messages --stats --trace ' +
    '--files --generate= --no-config --pcre2-version --type-add= --type-clear= --type-list -V --no-hidden --no-follow --no-pcre2 --no-column --no-unicode',
  effects(use) {
    const names = use.values('--glob', '--iglob').map(({ text }) => text.replace(/^.*\//, ''));
    const wanted = names.filter((name) => !name.startsWith('!'));
    const only = wanted.length === 0 ? undefined : { names: wanted };
    // It skips files that git ignores or that begin with a dot.
    const levels = use.given.filter(({ name }) => name === '--unrestricted').length;
    const hidden = (use.has('--hidden') || levels > 1) && (use.has('--no-ignore', '--no-ignore-vcs') || levels > 0);
    const found = use.has('--files', '--type-list')
      ? []
      : searched(use, ['--regexp', '--file'], { tree: true, only, hidden });
    return [...(use.has('--search-zip') ? [runs({ form: 'unseen', what: 'runs decompressors' })] : []), ...found];
  },
  prints: (use) => {
    const roots = use.operands.slice(use.has('--regexp', '--file', '--files') ? 0 : 1);
    return use.has('--files', '--files-with-matches', '--files-without-match') ? foundBy(use, roots) : 'filtered';
  },
};

/** The programs that an awk or sed call runs: in its options, or the first operand. */
function scripts(use: Use, ...options: readonly string[]): readonly ShellWord[] {
  const given = use.values(...options);
  return given.length > 0 || use.has('--file') ? given : use.operands.slice(0, 1);
}

const awk: Definition = {
  style: 'strict',
  options:
    '-F,--field-separator= -f,--file=load -v,--assign= -b,--characters-as-bytes -c,--traditional -C,--copyright -d,--dump-variables=?write -D,--debug=?load ' +
    '-e,--source= -E,--exec=load -g,--gen-pot -h -i,--include=load -I,--trace -k,--csv -l,--load=load -L --lint=? -M,--bignum -N,--use-lc-numeric ' +
    '-n,--non-decimal-data -o,--pretty-print=?write -O,--optimize -p,--profile=?write -P,--posix -r,--re-interval -s,--no-optimize -S,--sandbox ' +
    '-t,--lint-old -V,--version -W=',
  effects(use) {
    const programs = scripts(use, '--source');
    const files = use.has('--file', '--source', '--exec') ? use.operands : use.operands.slice(1);
    const written = use.given.find(
      ({ name, value }) => /^--(?:dump-variables|pretty-print|profile)$/.test(name) && value === undefined,
    );
    return [
      ...(written === undefined ? [] : [changes('writes a report on the awk program')]),
      // Any long option can follow `-W`.
      ...(use.has('--debug') ||
      use.values('-W').some(({ text }) => !/^(?:version|help|usage|posix|interactive|traditional)$/.test(text))
        ? [unclear('debugs the awk program, or loads another one')]
        : []),
      ...programs.flatMap((text): readonly Action[] => {
        const known = text.value ?? withNumbers(text, /^[^#"'/\\]*$/);
        if (known !== undefined && awkOnlyReads(known)) return [];
        const secret = environmentShown('awk', text.text);
        return [
          ...(secret === undefined ? [] : [reveals(secret)]),
          {
            ...runs({ form: 'inline', language: 'awk', text, via: 'awk system()' }),
            why: 'the awk program writes, or runs other programs',
          },
        ];
      }),
      ...programs.flatMap((text) => awkFiles(text)),
      ...programs.flatMap((text) => awkRuns(text, use)),
      ...files.filter(({ text }) => !/^[A-Za-z_]\w*=/.test(text)).map((word) => reads(word)),
    ];
  },
  prints: 'filtered',
};

/** A connection by `/inet/…` beside another command that is read from: what comes in runs. */
function runsAnswers(text: string): boolean {
  const connections = [...text.matchAll(/(\w+)\s*=\s*"\/inet6?\/(?:tcp|udp)\//g)].map(([, name]) => name);
  return (
    connections.length > 0 &&
    [...text.matchAll(/(\w+)\s*\|&?\s*getline/g)].some(([, name]) => !connections.includes(name))
  );
}

/** `system($0)` runs what it reads, and `-v c='…'` may hold what `system(c)` runs. */
function awkRuns({ text }: ShellWord, use: Use): readonly Action[] {
  if (runsAnswers(text)) return [sends(undefined, { shell: true })];
  const [, given] = /\bsystem\s*\(\s*(\$\d|\w+)\s*\)/.exec(text) ?? [];
  if (given === undefined) return [];
  if (given.startsWith('$')) return [runs({ form: 'input', language: 'sh', via: 'awk system()' })];
  const values = use.values('--assign').filter((word) => word.text.startsWith(`${given}=`));
  return values.map((word) => runs({ form: 'shell', text: dropStart(word, given.length + 1), via: 'awk system()' }));
}

/** `print > "file"`. */
const awkFiles = ({ text }: ShellWord): readonly Action[] =>
  [...text.matchAll(/\bprintf?\b[^;}\n]*?(>>?)\s*"([^"\n]+)"/g)].flatMap(([, sign, file = '']) =>
    /^\/dev\/(?:std(?:out|err)|null|tty)$/.test(file)
      ? []
      : [writes(plainWord(file), { how: sign === '>>' ? 'append' : 'replace' })],
  );

const sed: Definition = {
  options:
    '-n,--quiet,--silent --debug -e,--expression= -E,-r,--regexp-extended -f,--file=load --follow-symlinks -i --in-place=? -l,--line-length= ' +
    '--posix -s,--separate --sandbox -u,--unbuffered -z,--null-data -a',
  effects(use) {
    const edits = use.has('-i', '--in-place');
    // `-i.bak` carries its suffix; BSD sed takes it as a word of its own: `sed -i '' s/a/b/ f`.
    const operands = edits && use.operands[0]?.text === '' ? use.operands.slice(1) : use.operands;
    const given = use.has('--expression', '--file');
    const programs = given ? use.values('--expression') : operands.slice(0, 1);
    const files = given ? operands : operands.slice(1);
    const empties = programs.some(({ value = '' }) => /^\s*(?:[01],\$)?\s*d\s*;?\s*$/.test(value));
    return [
      ...programs.flatMap((text) => sedScript(text)),
      ...files.map((word) =>
        edits ? writes(word, empties ? { content: textStream('') } : { how: 'edit' }) : reads(word),
      ),
    ];
  },
  prints: 'filtered',
};

/**
 * A script in which only numbers are unknown: `sed -n "$((n - 1)),$((n + 1))p"`. A program may print none or several,
 * one on each line, so the text around them must fit that.
 */
function withNumbers({ parts }: ShellWord, around: RegExp): string | undefined {
  const printed = parts.some((part) => part.kind === 'unknown' && part.why !== 'arithmetic');
  const fits = parts.every((part) =>
    part.kind === 'unknown'
      ? part.why === 'arithmetic' || part.stream?.kind === 'number'
      : !printed || around.test(part.text),
  );
  return fits ? parts.map((part) => (part.kind === 'unknown' ? '1' : part.text)).join('') : undefined;
}

function sedScript(text: ShellWord): readonly Action[] {
  const known = text.value ?? withNumbers(text, /^[\d,+~$;pdq=!{}\s]*$/);
  if (known !== undefined && sedOnlyPrints(known)) return [];
  // `s/a/b/w file`, `w file`.
  const file = /(?:^|[;{}\d$/!]\s*|\/[gpiIme\d]*)w\s+([^\s;}]+)\s*$/m.exec(text.text)?.[1];
  const writing = file === undefined || /^\/dev\/std(?:out|err)$/.test(file) ? [] : [writes(plainWord(file))];
  return [
    { ...runs({ form: 'inline', language: 'sed', text, via: 'sed e' }), why: 'the sed script writes or reads other files, or runs a program' },
    ...writing,
  ]; // prettier-ignore
}

const sort: Definition = {
  options:
    '-b,--ignore-leading-blanks -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort -i,--ignore-nonprinting -M,--month-sort ' +
    '-h,--human-numeric-sort -n,--numeric-sort -R,--random-sort --random-source=read -r,--reverse --sort= -V,--version-sort --batch-size= -c -C ' +
    '--check=? --compress-program=program --debug --files0-from=read -k,--key= -m,--merge -o,--output=write -s,--stable -S,--buffer-size= ' +
    '-t,--field-separator= -T,--temporary-directory= --parallel= -u,--unique -z,--zero-terminated -#',
  operands: 'read*',
  effects: (use) => (use.has('--files0-from') ? [unclear('reads files that a list names')] : []),
  prints: 'filtered',
};

const uniq: Definition = {
  options:
    '-c,--count -d,--repeated -D --all-repeated=? -f,--skip-fields= --group=? -i,--ignore-case -s,--skip-chars= -u,--unique -z,--zero-terminated -w,--check-chars=',
  operands: 'read write',
  prints: 'filtered',
};

const shuf: Definition = {
  options:
    '-e,--echo -i,--input-range= -n,--head-count= -o,--output=write --random-source=read -r,--repeat -z,--zero-terminated',
  operands: (use) => (use.has('--echo') ? 'text*' : 'read*'),
  prints: 'filtered',
};

const diff: Definition = {
  options:
    '* -C,--context= -U,--unified= -D,--ifdef= -F,--show-function-line= -I,--ignore-matching-lines= -S,--starting-file= -W,--width= -x,--exclude= ' +
    '-X,--exclude-from=read --label= -L= --from-file=read --to-file=read --color=? --palette= --tabsize= --horizon-lines= --line-format=',
  operands: 'read*',
};

const decodesWith =
  (...options: readonly string[]) =>
  (use: Use) =>
    use.has(...options) ? ('decoded' as const) : ('filtered' as const);

const base64: Definition = {
  options: '-d,-D,--decode --encode -i,--ignore-garbage -w,--wrap= -b,--break= -o,--output=write --input=read -n -e',
  operands: 'read*',
  prints: decodesWith('--decode'),
};

const xxd: Definition = {
  style: 'single',
  options:
    '-a -autoskip -b -bits -C -c,-cols= -d -E -EBCDIC -e -g,-groupsize= -h -i,-include -l,-len= -n,-name= -o= -p,-ps,-plain,-postscript -r,-revert -R= -s,-seek= -u -v',
  effects: (use) => {
    const [from, to] = use.operands;
    return [
      ...(from === undefined ? [] : [reads(from)]),
      ...(to === undefined ? [] : [writes(to, { from: from === undefined ? [] : [from] })]),
      // Its input is printed as bytes.
      ...(use.has('-revert') && from !== undefined ? [unclear('writes bytes back')] : []),
    ];
  },
  prints: decodesWith('-revert'),
};

/** `+command`: a pager runs it as soon as it shows the file. */
const paged = (use: Use): readonly Action[] => [
  ...(use.has('--tag') ? [unclear('opens what a list of tags names')] : []),
  ...use.operands.map((word): Action => {
    if (!word.text.startsWith('+')) return reads(word);
    const shell = /^\+{1,2}[!#|]\s*/.exec(word.text)?.[0];
    return shell === undefined
      ? runs({ form: 'unseen', what: 'runs a command of the pager' })
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

const textOf = (word: ShellWord, use: Use): string => {
  const path = use.resolve(word);
  return (path === undefined ? undefined : use.at.readFile(path)) ?? '';
};

const jq: Definition = {
  options:
    '-f,--from-file=read -L=load --indent= --tab -n,--null-input -r,--raw-output --raw-output0 -R,--raw-input -s,--slurp -c,--compact-output -e,--exit-status ' +
    '-S,--sort-keys -C,--color-output -M,--monochrome-output -a,--ascii-output -j,--join-output --unbuffered --seq --stream --stream-errors --args --jsonargs ' +
    '-b,--binary -V --build-configuration --arg= --argjson= --slurpfile= --rawfile= --argfile=',
  effects(use) {
    // The second word of `--rawfile name file` is among the operands.
    const all = use.has('--from-file', '--slurpfile', '--rawfile', '--argfile');
    const files = use.operands.slice(all ? 0 : 1);
    const filters = use.values('--from-file');
    const texts = [...use.operands.map(({ text }) => text), ...filters.map((word) => textOf(word, use))];
    const given = filters.every(({ value }) => value !== undefined && use.at.isProject(use.at.cwd));
    return [
      ...files.map((word) => reads(word)),
      ...(texts.some((text) => /\$ENV|\benv\b|\binput_filename\b.*\$__prog/.test(text))
        ? [reveals('the environment')]
        : []),
      ...(!given || texts.some((text) => /\b(?:import|include)\s+["']/.test(text))
        ? [unclear('the filter is in another file')]
        : []),
    ];
  },
  prints: 'filtered',
};

const yq: Definition = {
  options:
    '* -o,--output-format= -I,--indent= -p,--input-format= -i,--inplace,--in-place -s,--split-exp= --from-file=read -e -r -P -M -C -n -N -j -y -Y -c -S --colors --no-colors --unwrapScalar=? --prettyPrint --tojson --exit-status --null-input --no-doc --verbose --xml-attribute-prefix=',
  effects(use) {
    // `yq eval '.a' f`: the command may be left out, and so may the expression before the files.
    const words = /^(?:e|ea|eval|eval-all)$/.test(use.operands[0]?.text ?? '') ? use.operands.slice(1) : use.operands;
    const files = words.slice(use.has('--from-file') || isYaml(words[0]) ? 0 : 1);
    const shows = use.operands.some(({ text }) => /\b(?:env|strenv|envsubst)\b/.test(text));
    const runsMore = use.operands.some(({ text }) => /\b(?:load\w*|system)\b/.test(text));
    return [
      ...files.map((word) => (use.has('--in-place') ? writes(word, { how: 'edit' }) : reads(word))),
      ...(use.has('--split-exp') ? [changes('writes files')] : []),
      ...(shows ? [reveals('the environment')] : []),
      ...(runsMore ? [unclear('the expression reads other files or runs a program')] : []),
    ];
  },
  prints: 'filtered',
};

/** tomlq and xq: jq with another parser. */
const otherJq: Definition = {
  ...jq,
  options: `${jq.options ?? ''} -t,--toml-output -x,--xml-output -y,--yaml-output -i,--in-place --xml-dtd --xml-root= --xml-item-depth= --xml-force-list= --stream-errors`,
  effects: (use) => [...(jq.effects?.(use) ?? []), ...(use.has('--in-place') ? use.operands.slice(1).map((word) => writes(word, { how: 'edit' })) : [])],
}; // prettier-ignore

const isYaml = (word: ShellWord | undefined): boolean => /\.(?:ya?ml|json|xml|toml|csv)$/.test(word?.text ?? '');

/** A page of the manual, or a file of that form. */
const man: Definition = {
  options:
    '-C,--config-file=load -d,--debug -D,--default --warnings=? -R,--recode= -L,--locale= -m,--systems= -M,--manpath= -S,-s,--sections= -e,--extension= ' +
    '-i,--ignore-case -I,--match-case --regex --wildcard --names-only -a,--all -u,--update --no-subpages -P,--pager=shell -r,--prompt= -7,--ascii -E,--encoding= ' +
    '--no-hyphenation,--nh --no-justification,--nj -p,--preprocessor= -t,--troff -T,--troff-device=? -H,--html=?program -X,--gxditview=? -Z,--ditroff ' +
    '-f,--whatis -k,--apropos -K,--global-apropos -l,--local-file -w,--where,--path,--location -W,--where-cat,--location-cat -c,--catman --usage -V,--version',
  effects: (use) => [
    ...use.operands.filter(({ text }) => text.includes('/') || use.has('--local-file')).map((word) => reads(word)),
    ...(use.has('--gxditview', '--html') ? [runs({ form: 'unseen', what: 'opens a viewer' })] : []),
  ],
};

const apropos: Definition = {
  options:
    '-d,--debug -v,--verbose -e,--exact -r,--regex -w,--wildcard -a,--and -l,--long -C,--config-file=load -L,--locale= -m,--systems= -M,--manpath= -s,--sections= -V,--version',
};

const manual: Definition = {
  options:
    '* -L,--locale= -e,--extension= -o,--output=write -f,--file=read -d,--directory= -n,--node= --update --restore=read --dribble=write',
  effects: (use) => (use.has('--update') ? [unclear('it downloads pages')] : []),
};

/** Programs that only print, with options that take no files. */
const dumps: Definition = {
  options:
    '* -a,--algorithm= -c,--check --files0-from=read -l,--length= -b,--bytes= -t,--radix= -j,--skip-bytes= -N,--read-bytes= -w --width= -S,--strings= -A,--address-radix= -n= -e= -s=',
  operands: 'read*',
};
const measures: Definition = { ...dumps, options: `${dumps.options ?? ''} -W=write`, operands: 'use*' };

/** `change:reload:rg x`, `focus:transform-header(echo {})`: the rest of the binding is text for a shell. */
const bound =
  /^[\w-]+:(?:reload(?:-sync)?|execute(?:-silent)?|become|(?:change-)?preview|transform-[a-z-]+)(?::|\((?=[^()]*\)$))/;
const plainBinding = /^(?:[\w-]+:[a-z][a-z+-]*(?:,|$))+$/;

function binding(word: ShellWord): readonly Action[] {
  if (plainBinding.test(word.text)) return [];
  const start = bound.exec(word.text)?.[0];
  if (start === undefined || word.value === undefined) {
    return [runs({ form: 'unseen', what: 'a binding runs a program' })];
  }
  const rest = word.value.slice(start.length);
  const text = plainWord(start.endsWith('(') ? rest.slice(0, -1) : rest);
  const shell = runs({ form: 'shell', text, via: 'fzf --bind', stdin: { kind: 'inherited' } });
  // What a key starts may be meant to do something.
  return /:(?:execute|become)/.test(start) ? [runs({ form: 'unseen', what: 'a key runs a program' }), shell] : [shell];
}

/** fzf(1): bindings and previews run programs. */
const fzf: Definition = {
  options:
    '-x,--[no-]extended +x -e,--[no-]exact -i,--[no-]ignore-case +i --[no-]smart-case --[no-]literal --scheme= --algo= -n,--nth= --with-nth= --accept-nth= --id-nth= +s,--[no-]sort -d,--delimiter= --tail= --[no-]tac --[no-]disabled --tiebreak= ' +
    '--[no-]read0 --[no-]print0 --[no-]ansi --[no-]sync --style= --color= --no-color --no-bold --black --height= --no-height --min-height= --tmux=? --popup=? --layout= --[no-]reverse --margin= --padding= --border=? --border-label= --border-label-pos=? ' +
    '-m,--multi=? +m,--no-multi --[no-]highlight-line --[no-]cycle --[no-]wrap --wrap-sign= --[no-]multi-line --[no-]raw --[no-]track --gap=? --gap-line=? --[no-]keep-right --scroll-off= --[no-]hscroll --hscroll-off= --jump-labels= --gutter= --gutter-raw= ' +
    '--pointer= --marker= --marker-multi-line= --ellipsis= --tabstop= --scrollbar=? --no-scrollbar --list-border=? --list-label= --list-label-pos=? --[no-]input --prompt= --info= --no-info --separator= --no-separator --ghost= --[no-]filepath-word ' +
    '--input-border=? --input-label= --input-label-pos=? --preview-window= --preview-border=? --preview-label= --preview-label-pos=? --preview-wrap-sign= --header= --header-lines= --[no-]header-first --header-border=? --header-lines-border=? --header-label= ' +
    '--header-label-pos=? --footer= --footer-border=? --footer-label= --footer-label-pos=? -q,--query= -1,--[no-]select-1 -0,--[no-]exit-0 -f,--filter= --[no-]print-query --expect= --no-expect --[no-]mouse --[no-]unicode --[no-]ambidouble --[no-]clear --threads= ' +
    '--walker= --walker-root=list --walker-skip= --bash --zsh --fish --version --help --bind= --preview=shell --with-shell=program --history=write --history-size= --listen-unsafe=? --listen=?',
  effects: (use) => [
    ...use.values('--bind').flatMap(binding),
    ...(use.has('--listen-unsafe') ? [runs({ form: 'unseen', what: 'runs what is sent to it' })] : []),
  ],
};

/** Tools that count or colour source; their options can write files and load code. */
/** tokei(1): `--output` names a format. */
const tokei: Definition = {
  options:
    '* -o,--output= -e,--exclude= -t,--types= -s,--sort= -i,--input=read -c,--columns= -f,--files -l,--languages -C,--compact --hidden --no-ignore',
  operands: 'read*',
};

const sourceTools: Definition = {
  options:
    '* -o,--out,--output,--report-file=write --extract-with=shell --config=load --read-lang-def=load --force-lang-def=load --list-file=read --exclude-list-file=read -x -X=load -l= -f= -F= -O= -P= -S= --exclude-dir= --include-lang= --exclude-lang= --format= --diff --git --by-file --json --csv --md --yaml --no-cocomo --no-complexity --no-duplicates --no-gen --no-min --wide --sort= -s= --quiet --hide-rate --sum-one --vcs= --processes= --match-f= --not-match-f= --match-d= --not-match-d= --fullpath --skip-uniqueness',
  operands: 'read*',
  effects: (use) =>
    use.program === 'pygmentize'
      ? [
          ...(use.given.some(({ name }) => name === '-x')
            ? [runs({ form: 'unseen', what: 'loads a lexer or formatter from a file' })]
            : []),
          ...(use.values('-O', '-P').some(({ text }) => /file/i.test(text)) ? [unclear('writes a style sheet')] : []),
        ]
      : use.values('--vcs').some(({ text }) => !/^(?:git|svn|auto)$/.test(text))
        ? [runs({ form: 'unseen', what: 'runs a program that lists the files' })]
        : [],
};

/** Switches of ack, ag and ugrep that only choose and format; a language is a switch, too. */
const searching =
  '-i,--ignore-case -I -n -L,--files-without-matches -v,--invert-match -w,--word-regexp -x -o,--only-matching -h,--no-filename -H,--with-filename -s -S,--smart-case -Q,--literal -F -r,-R,--recurse -a -k ' +
  '-1 -f -P -E -z -T= --type= --match= --nocolor --color --colour --nogroup --group --heading --noheading --column --nocolumn --break --nobreak --sort-files --passthru --print0 --follow --nofollow ' +
  '--no-recurse --vimgrep --stats --silent --numbers --nonumbers --all-types --help-types --workers= --width= --nopager -C=? --before= --after= --context=? ' +
  '--cc --cpp --csharp --css --elixir --go --groovy --haskell --html --java --js --json --kotlin --lua --make --markdown --md --perl --php --python --ruby --rust --scala --shell --sql --swift --ts --xml --yaml';

/** Programs that print what they read, and tools for text. */
export const text: Family = {
  'cat gcat tac': printing,
  'bat batcat': {
    options:
      '-A,--show-all -p,--plain -P -n,--number -u,--unbuffered -d,--diff -f,--force-colorization -L,--list-languages --list-themes -l,--language= -H,--highlight-line= -r,--line-range= -m,--map-syntax= ' +
      '--pager=program --paging= --config-file=load --theme= --theme-light= --theme-dark= --style= --color= --italic-text= --decorations= --wrap= -S,--chop-long-lines --terminal-width= --file-name= --tabs= --diff-context= ' +
      '-s,--squeeze-blank --squeeze-limit= --strip-ansi= --nonprintable-notation= --binary= --ignored-suffix= --no-config --config-dir --cache-dir --generate-config-file -V,--version',
    operands: 'read*',
    effects: (use) =>
      use.operands[0]?.text === 'cache' || use.has('--generate-config-file')
        ? [changes('writes its cache or configuration')]
        : [],
    prints: 'files',
  },
  'head ghead': head,
  'tail gtail': tail,
  wc: {
    ...filter('-c,--bytes -m,--chars -l,--lines -L,--max-line-length -w,--words --files0-from=read --total=', 'use*'),
    prints: ({ operands, given }) => (operands.length === 0 && given.length === 1 && given[0]?.value === undefined ? 'number' : 'filtered'),
  }, // prettier-ignore
  cmp: filter('-b -i,--ignore-initial= -l -n,--bytes= -s', 'use*'),
  rev: { ...filter(''), prints: (use) => changedText(use, reversed) },
  tr: {
    options: '-c,-C,--complement -d,--delete -s,--squeeze-repeats -t,--truncate-set1 -u',
    prints: (use) =>
      use.at.stdin.kind === 'number' && use.has('--delete')
        ? 'number'
        : changedText(use, (text) => translated(text, use)),
  },
  nl: filter(
    '-b,--body-numbering= -d= -f= -h= -i= -l= -n,--number-format= -s,--number-separator= -v= -w,--number-width=',
  ),
  fold: filter('-b -c -s -w,--width='),
  fmt: filter('-# -c -p,--prefix= -s -t -u -w,--width= -g,--goal='),
  paste: filter('-d,--delimiters= -s -z'),
  cut: {
    ...filter('-b,--bytes= -c,--characters= -d,--delimiter= -f,--fields= -n -s -w -z --complement --output-delimiter='),
    prints: (use) =>
      use.at.stdin.kind === 'numbered' &&
      use.words.length <= 4 &&
      use.given.length === 2 &&
      use.operands.length === 0 &&
      use.value('--delimiter')?.value === ':' &&
      use.value('--fields')?.value === '1'
        ? 'number'
        : 'filtered',
  },
  column: filter(
    '-c,--output-width= -d -e -E= -H,--table-hide= -J -l,--table-columns-limit= -L -n,--table-name= -N,--table-columns= -o,--output-separator= -O= -p= -r= -R,--table-right= -s,--separator= -t -T= -W= -x',
  ),
  colrm: filter('', ''),
  col: filter('-b -f -p -x -h -l,--lines=', ''),
  comm: filter('-# -i -z --output-delimiter='),
  'expand unexpand': filter('-# -a -i -t,--tabs='),
  join: filter('-1= -2= -a= -e= -i -j= -o= -t= -v= -z'),
  numfmt: filter(
    '-d,--delimiter= --from= --to= --from-unit= --to-unit= --field= --format= --padding= --suffix= --round= --invalid= --unit-separator= -z',
    '',
  ),
  tsort: filter(''),
  ptx: {
    ...filter(
      '-G,--traditional -S= -W= -w= -g= -F= -M= -o,--only-file=read -i,--ignore-file=read -b,--break-file=read',
    ),
    operands: (use) => (use.has('--traditional') ? 'read write' : 'read*'),
  },
  pr: filter(
    '-# -a -b -c -d -D= -f -F -h,--header= -J -l,--length= -m -N= -o,--indent= -r -t -T -v -w,--width= -W,--page-width= --columns= --pages=',
  ),
  look: filter('-a -b -d -f -t=', 'text read*'),
  'od hexdump hd': dumps,
  strings: { ...dumps, options: (dumps.options ?? '').replace('*', '**'), effects: optionFiles },
  'sum cksum md5 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum b2sum b3sum md5deep crc32': measures,
  'zcat gzcat bzcat xzcat lzcat': {
    options:
      '-# -a,--ascii -c,--stdout,--to-stdout -d,--decompress,--uncompress -f,--force -h,--help -k,--keep -l,--list -L,--license -n,--no-name -N,--name -q,--quiet -r,--recursive ' +
      '-s,--small -S,--suffix= -t,--test -v,--verbose -V,--version -T,--threads= -M,--memlimit= -F,--format= --single-stream --ignore-check --no-sparse --synchronous --robot',
    operands: 'read*',
    prints: 'decoded',
  },
  zstdcat: {
    options:
      '-# -c,--stdout -d,--decompress -f,--force -k,--keep -q,--quiet -v,--verbose -V,--version -h,--help -T,--threads= -M=# --memory= --long=? --no-check --check --progress --no-progress --sparse --no-sparse',
    operands: 'read*',
    prints: 'decoded',
  },
  zless: less,
  zmore: more,
  colordiff: { ...diff, options: `${diff.options ?? ''} --difftype= --fakeexitcode` },
  diffstat: {
    options:
      '-b -c -C -D=list -e=write -E -f= -h -i -k -K -l -m -n= -N= -o=write -p= -q -r= -R -s -S=list -t -T -u -v -V -w= -x= -X=',
    operands: 'read*',
  },
  wdiff: {
    options:
      '-1,--no-deleted -2,--no-inserted -3,--no-common -C,--copyright -d,--diff-input -h,--help -i,--ignore-case -l,--less-mode -n,--avoid-wraps -p,--printer -s,--statistics ' +
      '-t,--terminal -v,--version -V -w,--start-delete= -x,--end-delete= -y,--start-insert= -z,--end-insert=',
    operands: 'read*',
  },
  'cloc scc pygmentize': sourceTools,
  tokei,
  'base64 gbase64 base32 gbase32': base64,
  basenc: { options: '* -d,--decode -w,--wrap=', operands: 'read*', prints: decodesWith('--decode') },
  uuencode: { options: '-m', operands: 'read text', prints: 'filtered' },
  uudecode: { options: '-c -i -m -o=write -p -r -s', operands: 'read*', prints: 'decoded' },
  'grep egrep fgrep zgrep zegrep zfgrep bzgrep xzgrep ggrep': grep,
  'ugrep ack ag': {
    options: `* ${searching} -e,--regexp= -f,--file=read -g,--glob= -G= -t= -m,--max-count= -A= -B= -C= --ignore= --ignore-dir= --pager=program --filter=program -p=? -O= --depth= --ackrc=load --type-set= --type-add= --save-config=?write --view=?program -u,--unrestricted --hidden -U -l -c -q,--quiet --count --files-with-matches --files-without-matches`,
    effects: (use) =>
      searched(use, ['--regexp', '--file'], { tree: true, hidden: use.has('--unrestricted', '--hidden', '-U') }),
    prints: (use) =>
      use.has('-l', '--files-with-matches', '--files-without-matches')
        ? foundBy(use, use.operands.slice(1))
        : 'filtered',
  },
  rg: ripgrep,
  'diff gdiff': diff,
  diff3: { ...diff, options: `${diff.options ?? ''} --diff-program=program` },
  sdiff: { ...diff, options: `${diff.options ?? ''} -o,--output=write --diff-program=program` },
  'sort gsort': sort,
  uniq,
  'shuf gshuf': shuf,
  iconv: {
    options:
      '-f,--from-code= -t,--to-code= -o,--output=write -c -s,--silent -l,--list --verbose --unicode-subst= --byte-subst=',
    operands: 'read*',
    prints: 'filtered',
  },
  'dos2unix unix2dos': {
    options: '* -c= -o -n,--newfile',
    operands: (use) => (use.has('--newfile') ? 'read write' : 'edit*'),
    prints: 'filtered',
  },
  envsubst: {
    options: '-v,--variables',
    effects: () => [reveals('variables that the text names')],
    prints: 'filtered',
  },
  xxd,
  'awk gawk mawk nawk original-awk': awk,
  'sed gsed': sed,
  glow: {
    options: '-a,--all --config=load -l,--line-numbers -m,--mouse -n,--preserve-new-lines -p,--pager -s,--style=use -t,--tui -w,--width= -v,--version',
    effects: (use) => use.operands.map((word) => (/^https?:|^git(?:hub|lab)\.|^git(?:hub|lab):/.test(word.text) ? fetches(word) : reads(word))),
    prints: 'filtered',
  }, // prettier-ignore
  'less most': less,
  more,
  jq,
  yq: yq,
  'tomlq xq': otherJq,
  man,
  'apropos whatis': apropos,
  'info tldr': manual,
  fzf,
  'split gsplit csplit': {
    options:
      '-a,--suffix-length= --additional-suffix= -b,--bytes= -C,--line-bytes= -d --numeric-suffixes=? -x --hex-suffixes=? -e,--elide-empty-files --filter=shell ' +
      '-l,--lines= -n,--number= -t,--separator= -u,--unbuffered --verbose -f,--prefix=create -k,--keep-files -z --suffix-format= -s,--quiet',
    effects(use) {
      const [from, prefix, more] = use.operands;
      if (more !== undefined && use.program !== 'csplit') return [unclear('takes a file and a prefix, no more')];
      return [
        ...(from === undefined || from.text === '-' ? [] : [reads(from)]),
        ...(use.program === 'csplit' || prefix === undefined
          ? [writes(plainWord('x'), { from: from === undefined ? [] : [from] })]
          : [writes(prefix, { from: from === undefined ? [] : [from] })]),
      ];
    },
  },
};
