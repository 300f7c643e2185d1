import type { ShellWord, Stream } from '../shell/invocation';
import { unescape } from '../shell/reader/printing';
import { textStream } from '../shell/reader/stream';
import { plainWord } from '../shell/reader/words';
import { changes, fetches, reads, reveals, runsUnseen, unclear, writes } from './effect';
import { optionFiles } from './parts/named-files';
import { does, type Definition, type Family, type Prints, type Use } from './program';

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
      files.map((word) => reads(word)),
      texts.some((text) => /\$ENV|\benv\b|\binput_filename\b.*\$__prog/.test(text)) && reveals('the environment'),
      (!given || texts.some((text) => /\b(?:import|include)\s+["']/.test(text))) &&
        unclear('the filter is in another file'),
    ];
  },
  prints: 'filtered',
};

const isYaml = (word: ShellWord | undefined): boolean => /\.(?:ya?ml|json|xml|toml|csv)$/.test(word?.text ?? '');

/** Programs that only print, with options that take no files. */
const dumps: Definition = {
  options:
    '* -a,--algorithm= -c,--check --files0-from=read -l,--length= -b,--bytes= -t,--radix= -j,--skip-bytes= -N,--read-bytes= -w --width= -S,--strings= -A,--address-radix= -n= -e= -s=',
  operands: 'read*',
};

/** What a filter makes of text that the line shows; anything else is only known to be changed. */
function changedText(use: Use, change: (text: string) => string | undefined): Prints | Stream {
  const { stdin } = use.at;
  if (stdin.kind !== 'text' || use.given.length > 4) return 'filtered';
  const changed = change(stdin.text.slice(0, 100_000));
  return changed === undefined ? 'filtered' : textStream(changed);
}

const reversed = (text: string): string =>
  text
    .split('\n')
    .map((line) => Array.from(line).reverse().join(''))
    .join('\n');

function translated(text: string, use: Use): string | undefined {
  const [from, to] = use.operands.map((word) => (word.value === undefined ? undefined : letters(word.value)));
  if (from === undefined) return undefined;
  const outside = use.has('--complement');
  const meant = (letter: string) => from.includes(letter) !== outside;
  if (use.has('--delete'))
    return Array.from(text)
      .filter((letter) => !meant(letter))
      .join('');
  if (to === undefined || to.length === 0) return use.has('--squeeze-repeats') ? text : undefined;
  const last = to.at(-1) ?? '';
  return Array.from(text)
    .map((letter) => (meant(letter) ? ((outside ? last : to[from.lastIndexOf(letter)]) ?? last) : letter))
    .join('');
}

const classes: Readonly<Record<string, string>> = {
  '[:lower:]': 'a-z',
  '[:upper:]': 'A-Z',
  '[:digit:]': '0-9',
  '[:alpha:]': 'A-Za-z',
  '[:alnum:]': '0-9A-Za-z',
  '[:space:]': ' \\t\\n\\r',
  '[:blank:]': ' \\t',
};

/** The letters of a set: ranges, classes and escapes spelled out. */
function letters(set: string): readonly string[] {
  const plain = set.replace(/\[:\w+:\]/g, (name) => classes[name] ?? name);
  const all: string[] = [];
  const given = Array.from(unescape(plain).text);
  for (let at = 0; at < given.length; at++) {
    const [start, dash, end] = given.slice(at, at + 3);
    const first = start?.codePointAt(0) ?? 0;
    const last = dash === '-' ? end?.codePointAt(0) : undefined;
    if (last === undefined || last < first || last - first > 1000) {
      all.push(start ?? '');
      continue;
    }
    for (let code = first; code <= last; code++) all.push(String.fromCodePoint(code));
    at += 2;
  }
  return all;
}

/** Programs that print what they read, and tools for text. */
export const text: Family = {
  // Programs that print files as they are.
  'cat gcat tac': {
    options:
      '-A,--show-all -b,--number-nonblank -e -E,--show-ends -n,--number -s,--squeeze-blank -t -T,--show-tabs -u -v,--show-nonprinting -B,--before -r,--regex -S,--separator=',
    operands: 'read*',
    prints: 'files',
  },
  // head(1), tail(1), wc(1) … whose short options take values only for some.
  'head ghead': {
    options: '-# -c,--bytes= -n,--lines= -q,--quiet,--silent -v,--verbose -z,--zero-terminated',
    operands: 'read*',
    prints: keepsLines,
  },
  'tail gtail': {
    options:
      '-# -c,--bytes= -f --follow=? -F -n,--lines= --max-unchanged-stats= --pid= -q,--quiet,--silent --retry -s,--sleep-interval= -v,--verbose -z,--zero-terminated -r -b=',
    operands: 'read*',
    prints: keepsLines,
  },
  wc: {
    ...filter('-c,--bytes -m,--chars -l,--lines -L,--max-line-length -w,--words --files0-from=read --total=', 'use*'),
    prints: ({ operands, given }) => (operands.length === 0 && given.length === 1 && given[0]?.value === undefined ? 'number' : 'filtered'),
  }, // prettier-ignore
  cmp: {
    ...filter('-b,--print-bytes -i,--ignore-initial= -l,--verbose -n,--bytes= -s'),
    operands: (use) => (use.has('--print-bytes', '--verbose') ? 'read*' : 'use*'),
  },
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
  'sum cksum md5 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum b2sum b3sum md5deep crc32': {
    ...dumps,
    options: `${dumps.options ?? ''} -W=write`,
    operands: 'use*',
  },
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
  // Tools that count or colour source; their options can write files and load code.
  'cloc scc pygmentize': {
    options:
      '* -o,--out,--output,--report-file=write --extract-with=shell --config=load --read-lang-def=load --force-lang-def=load --list-file=read --exclude-list-file=read -x -X=load -l= -f= -F= -O= -P= -S= --exclude-dir= --include-lang= --exclude-lang= --format= --diff --git --by-file --json --csv --md --yaml --no-cocomo --no-complexity --no-duplicates --no-gen --no-min --wide --sort= -s= --quiet --hide-rate --sum-one --vcs= --processes= --match-f= --not-match-f= --match-d= --not-match-d= --fullpath --skip-uniqueness',
    operands: 'read*',
    effects: (use) =>
      use.program === 'pygmentize'
        ? [
            use.given.some(({ name }) => name === '-x') && runsUnseen('loads a lexer or formatter from a file'),
            use.values('-O', '-P').some(({ text }) => /file/i.test(text)) && unclear('writes a style sheet'),
          ]
        : use.values('--vcs').some(({ text }) => !/^(?:git|svn|auto)$/.test(text)) &&
          runsUnseen('runs a program that lists the files'),
  },
  // tokei(1): `--output` names a format.
  tokei: {
    options:
      '* -o,--output= -e,--exclude= -t,--types= -s,--sort= -i,--input=read -c,--columns= -f,--files -l,--languages -C,--compact --hidden --no-ignore',
    operands: 'read*',
  },
  'base64 gbase64 base32 gbase32': {
    options: '-d,-D,--decode --encode -i,--ignore-garbage -w,--wrap= -b,--break= -o,--output=write --input=read -n -e',
    operands: 'read*',
    prints: decodesWith('--decode'),
  },
  basenc: { options: '* -d,--decode -w,--wrap=', operands: 'read*', prints: decodesWith('--decode') },
  uuencode: { options: '-m', operands: 'read text', prints: 'filtered' },
  uudecode: { options: '-c -i -m -o=write -p -r -s', operands: 'read*', prints: 'decoded' },
  'diff gdiff': diff,
  diff3: { ...diff, options: `${diff.options ?? ''} --diff-program=program` },
  sdiff: { ...diff, options: `${diff.options ?? ''} -o,--output=write --diff-program=program` },
  'sort gsort': {
    options:
      '-b,--ignore-leading-blanks -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort -i,--ignore-nonprinting -M,--month-sort ' +
      '-h,--human-numeric-sort -n,--numeric-sort -R,--random-sort --random-source=read -r,--reverse --sort= -V,--version-sort --batch-size= -c -C ' +
      '--check=? --compress-program=program --debug --files0-from=read -k,--key= -m,--merge -o,--output=write -s,--stable -S,--buffer-size= ' +
      '-t,--field-separator= -T,--temporary-directory= --parallel= -u,--unique -z,--zero-terminated -#',
    operands: 'read*',
    effects: (use) => use.has('--files0-from') && unclear('reads files that a list names'),
    prints: 'filtered',
  },
  uniq: {
    options:
      '-c,--count -d,--repeated -D --all-repeated=? -f,--skip-fields= --group=? -i,--ignore-case -s,--skip-chars= -u,--unique -z,--zero-terminated -w,--check-chars=',
    operands: 'read write',
    prints: 'filtered',
  },
  'shuf gshuf': {
    options:
      '-e,--echo -i,--input-range= -n,--head-count= -o,--output=write --random-source=read -r,--repeat -z,--zero-terminated',
    operands: (use) => (use.has('--echo') ? 'text*' : 'read*'),
    prints: 'filtered',
  },
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
  envsubst: { options: '-v,--variables', effects: () => reveals('variables that the text names'), prints: 'filtered' },
  xxd: {
    style: 'single',
    options:
      '-a -autoskip -b -bits -C -c,-cols= -d -E -EBCDIC -e -g,-groupsize= -h -i,-include -l,-len= -n,-name= -o= -p,-ps,-plain,-postscript -r,-revert -R= -s,-seek= -u -v',
    effects: (use) => {
      const [from, to] = use.operands;
      return [
        from && reads(from),
        to && writes(to, { from: from === undefined ? [] : [from] }),
        // Its input is printed as bytes.
        use.has('-revert') && from !== undefined && unclear('writes bytes back'),
      ];
    },
    prints: decodesWith('-revert'),
  },
  glow: {
    options: '-a,--all --config=load -l,--line-numbers -m,--mouse -n,--preserve-new-lines -p,--pager -s,--style=use -t,--tui -w,--width= -v,--version',
    effects: (use) => use.operands.map((word) => (/^https?:|^git(?:hub|lab)\.|^git(?:hub|lab):/.test(word.text) ? fetches(word) : reads(word))),
    prints: 'filtered',
  }, // prettier-ignore
  jq,
  yq: {
    options:
      '* -o,--output-format= -I,--indent= -p,--input-format= -i,--inplace,--in-place -s,--split-exp= --from-file=read -e -r -P -M -C -n -N -j -y -Y -c -S --colors --no-colors --unwrapScalar=? --prettyPrint --tojson --exit-status --null-input --no-doc --verbose --xml-attribute-prefix=',
    effects(use) {
      // `yq eval '.a' f`: the command may be left out, and so may the expression before the files.
      const words = /^(?:e|ea|eval|eval-all)$/.test(use.verb) ? use.operands.slice(1) : use.operands;
      const files = words.slice(use.has('--from-file') || isYaml(words[0]) ? 0 : 1);
      const shows = use.operands.some(({ text }) => /\b(?:env|strenv|envsubst)\b/.test(text));
      const runsMore = use.operands.some(({ text }) => /\b(?:load\w*|system)\b/.test(text));
      return [
        files.map((word) => (use.has('--in-place') ? writes(word, { how: 'edit' }) : reads(word))),
        use.has('--split-exp') && changes('writes files'),
        shows && reveals('the environment'),
        runsMore && unclear('the expression reads other files or runs a program'),
      ];
    },
    prints: 'filtered',
  },
  // tomlq and xq: jq with another parser.
  'tomlq xq': {
    ...jq,
    options: `${jq.options ?? ''} -t,--toml-output -x,--xml-output -y,--yaml-output -i,--in-place --xml-dtd --xml-root= --xml-item-depth= --xml-force-list= --stream-errors`,
    effects: (use) => [jq.effects?.(use), use.has('--in-place') && use.operands.slice(1).map((word) => writes(word, { how: 'edit' }))],
  }, // prettier-ignore
  'split gsplit csplit': does(
    '-a,--suffix-length= --additional-suffix= -b,--bytes= -C,--line-bytes= -d --numeric-suffixes=? -x --hex-suffixes=? -e,--elide-empty-files --filter=shell ' +
      '-l,--lines= -n,--number= -t,--separator= -u,--unbuffered --verbose -f,--prefix=create -k,--keep-files -z --suffix-format= -s,--quiet',
    (use) => {
      const [from, prefix, more] = use.operands;
      if (more !== undefined && use.program !== 'csplit') return unclear('takes a file and a prefix, no more');
      return [
        from && from.text !== '-' && reads(from),
        use.program === 'csplit' || prefix === undefined
          ? writes(plainWord('x'), { from: from === undefined ? [] : [from] })
          : writes(prefix, { from: from === undefined ? [] : [from] }),
      ];
    },
  ),
};
