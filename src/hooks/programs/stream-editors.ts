import type { ShellWord } from '../shell/invocation';
import { dropStart, plainWord } from '../shell/reader/words';
import { changes, reads, reveals, runs, sends, unclear, writes, type Actions } from './effect';
import { awkOnlyReads, sedOnlyPrints } from './text-filters';
import { environmentShown } from './languages/environment';
import { textStream } from '../shell/reader/stream';
import type { Definition, Family, Use } from './program';

/** The programs that an awk or sed call runs: in its options, or the first operand. */
function scripts(use: Use, ...options: readonly string[]): readonly ShellWord[] {
  const given = use.values(...options);
  return given.length > 0 || use.has('--file') ? given : use.operands.slice(0, 1);
}

/** `awk -f -`, `sed -f /dev/stdin`: the program is in the input. */
const fromInput = (use: Use, language: 'awk' | 'sed'): Actions =>
  use.values('--file').some(({ text }) => text === '-' || text === '/dev/stdin') &&
  runs({ form: 'input', language, via: `${language} -f` });

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
    const inPlace = use.values('--include', '--load').some(({ text }) => /(?:^|\/)inplace(?:\.\w+)?$/.test(text));
    const written = use.given.find(
      ({ name, value }) => /^--(?:dump-variables|pretty-print|profile)$/.test(name) && value === undefined,
    );
    return [
      written && changes('writes a report on the awk program'),
      fromInput(use, 'awk'),
      // Any long option can follow `-W`.
      (use.has('--debug') ||
        use.values('-W').some(({ text }) => !/^(?:version|help|usage|posix|interactive|traditional)$/.test(text))) &&
        unclear('debugs the awk program, or loads another one'),
      programs.map((text): Actions => {
        const known = text.value ?? withNumbers(text, /^[^#"'/\\]*$/);
        if (known !== undefined && awkOnlyReads(known)) return [];
        const secret = environmentShown('awk', text.text);
        return [
          secret !== undefined && reveals(secret),
          {
            ...runs({ form: 'inline', language: 'awk', text, via: 'awk system()' }),
            why: 'the awk program writes, or runs other programs',
          },
        ];
      }),
      programs.map((text) => awkFiles(text)),
      programs.map((text) => awkRuns(text, use)),
      files
        .filter(({ text }) => !/^[A-Za-z_]\w*=/.test(text))
        .map((word) => (inPlace ? writes(word, { how: 'edit' }) : reads(word))),
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
function awkRuns({ text }: ShellWord, use: Use): Actions {
  if (runsAnswers(text)) return sends(undefined, { shell: true });
  const [, given] = /\bsystem\s*\(\s*(\$\d|\w+)\s*\)/.exec(text) ?? [];
  if (given === undefined) return [];
  if (given.startsWith('$')) return runs({ form: 'input', language: 'sh', via: 'awk system()' });
  const values = use.values('--assign').filter((word) => word.text.startsWith(`${given}=`));
  return values.map((word) => runs({ form: 'shell', text: dropStart(word, given.length + 1), via: 'awk system()' }));
}

/** `print > "file"`. */
const awkFiles = ({ text }: ShellWord): Actions =>
  [...text.matchAll(/\bprintf?\b[^;}\n]*?(>>?)\s*"([^"\n]+)"/g)].map(
    ([, sign, file = '']) =>
      !/^\/dev\/(?:std(?:out|err)|null|tty)$/.test(file) &&
      writes(plainWord(file), { how: sign === '>>' ? 'append' : 'replace' }),
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
    const empties = programs.some(({ value = '' }) => /^\s*(?:[01],\$|\/(?:\.\*?|\^|\$)\/)?\s*d\s*;?\s*$/.test(value));
    return [
      programs.map((text) => sedScript(text)),
      fromInput(use, 'sed'),
      files.map((word) =>
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

function sedScript(text: ShellWord): Actions {
  const known = text.value ?? withNumbers(text, /^[\d,+~$;pdq=!{}\s]*$/);
  if (known !== undefined && sedOnlyPrints(known)) return [];
  // `s/a/b/w file`, `w file`.
  const file = /(?:^|[;{}\d$/!]\s*|\/[gpiIme\d]*)w\s+([^\s;}]+)\s*$/m.exec(text.text)?.[1];
  const writing = file !== undefined && !/^\/dev\/std(?:out|err)$/.test(file) && writes(plainWord(file));
  return [
    { ...runs({ form: 'inline', language: 'sed', text, via: 'sed e' }), why: 'the sed script writes or reads other files, or runs a program' },
    writing,
  ]; // prettier-ignore
}

/** awk and sed, whose scripts can read, write and run. */
export const streamEditors: Family = { 'awk gawk mawk nawk original-awk': awk, 'sed gsed': sed };
