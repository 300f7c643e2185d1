import type { ShellWord } from '../shell/invocation';
import { dropStart, plainWord } from '../shell/reader/words';
import { changes, reads, reveals, runs, sends, unclear, writes, type Actions } from './effect';
import { environmentShown } from './languages/environment';
import { textStream } from '../shell/reader/stream';
import type { Definition, Family, Use } from './program';

/** A longer program is not one that is typed to look at something. */
const longest = 10_000;

/** Does an awk program only read its input and print? A program that cannot be told apart does not. */
function awkOnlyReads(program: string): boolean {
  const shape = program.length > longest ? undefined : skeleton(program);
  if (shape === undefined) return false;
  if (/\b(?:system|getline|ENVIRON|PROCINFO|ARGV|ARGC|SYMTAB|FUNCTAB)\b|@/.test(shape)) return false;
  if (/(?<!\|)\|(?!\|)/.test(shape) || shape.includes('>>')) return false;
  // In a pattern, a condition or parentheses `>` compares; after print it redirects.
  return !shape.split(/[;{}\n]/).some((piece) => /^[^]*\bprintf?\b/.test(piece) && withoutGroups(piece).includes('>'));
}

/** What is outside of parentheses. */
function withoutGroups(text: string): string {
  let depth = 0;
  return text.replace(/[^()]+|[()]/g, (piece) => {
    if (piece === '(') depth++;
    else if (piece === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) return piece;
    return '';
  });
}

/** The program without the inside of its strings, regular expressions and comments; undefined if one does not end. */
function skeleton(program: string): string | undefined {
  let shape = '';
  for (let at = 0; at < program.length; at++) {
    const char = program[at] ?? '';
    if (char === '#') {
      const end = program.indexOf('\n', at);
      if (end < 0) return shape;
      at = end - 1;
      continue;
    }
    if (char !== '"' && !(char === '/' && startsRegex(shape))) {
      shape += char;
      continue;
    }
    const end = closing(program, at, char);
    if (end === undefined) return undefined;
    shape += `${char}${char}`;
    at = end;
  }
  return shape;
}

/** After a value, a slash divides; elsewhere it begins a pattern. */
function startsRegex(before: string): boolean {
  const last = before.trimEnd().at(-1);
  return last === undefined || !/[\w)\]$"]/.test(last) || /\b(?:return|in|print|printf)\s*$/.test(before);
}

function closing(program: string, start: number, quote: string): number | undefined {
  let set = false;
  for (let at = start + 1; at < program.length; at++) {
    const char = program[at];
    if (char === '\\') at++;
    else if (char === '\n') return undefined;
    else if (quote === '/' && char === '[') set = true;
    else if (quote === '/' && char === ']') set = false;
    else if (char === quote && !set) return at;
  }
  return undefined;
}

/** Does a sed script only change the text that flows through? `w`, `r`, `e` and their flags do more. */
function sedOnlyPrints(script: string): boolean {
  let at = 0;
  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(script)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const address = (): boolean => {
    if (skip(/\d+(?:~\d+)?|\$/y) !== '') return true;
    const delimiter = script[at] === '/' ? '/' : script[at] === '\\' ? script[++at] : undefined;
    if (delimiter === undefined) return false;
    const end = sectionEnd(script, at + 1, delimiter);
    if (end === undefined) return false;
    at = end + 1;
    skip(/[IM]*/y);
    return true;
  };
  while (at < script.length) {
    skip(/[\s;]*/y);
    if (at >= script.length) return true;
    if (address()) {
      skip(/\s*/y);
      if (script[at] === ',') {
        at++;
        skip(/\s*[+~]?/y);
        if (!address()) return false;
      }
    }
    skip(/[\s!]*/y);
    const command = script[at++] ?? '';
    if (command === 's' || command === 'y') {
      const delimiter = script[at];
      const middle = delimiter === undefined ? undefined : sectionEnd(script, at + 1, delimiter);
      const end =
        middle === undefined || delimiter === undefined ? undefined : sectionEnd(script, middle + 1, delimiter);
      if (end === undefined) return false;
      at = end + 1;
      skip(command === 's' ? /[gpiIm0-9]*/y : /(?!)/y);
      if (!/[\s;}]/.test(script[at] ?? ';')) return false;
    } else if ('btT:'.includes(command)) skip(/[^;\n}]*/y);
    else if ('aic'.includes(command)) skip(/(?:[^\n\\]|\\[^])*/y);
    else if ('qQlL'.includes(command)) skip(/\s*\d*/y);
    else if (command === '#') skip(/[^\n]*/y);
    else if (!'{}=dDgGhHnNpPxzF'.includes(command)) return false;
  }
  return true;
}

/** Where the next delimiter stands that is neither escaped nor in brackets. */
function sectionEnd(script: string, start: number, delimiter: string): number | undefined {
  for (let at = start; at < script.length; at++) {
    if (script[at] === '\\') at++;
    else if (script[at] === delimiter) return at;
  }
  return undefined;
}

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
export const streamEditors: Family = {
  'awk gawk mawk nawk original-awk': awk,
  'sed gsed': {
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
      const empties = programs.some(({ value = '' }) =>
        /^\s*(?:[01],\$|\/(?:\.\*?|\^|\$)\/)?\s*d\s*;?\s*$/.test(value),
      );
      return [
        programs.map((text) => sedScript(text)),
        fromInput(use, 'sed'),
        files.map((word) =>
          edits ? writes(word, empties ? { content: textStream('') } : { how: 'edit' }) : reads(word),
        ),
      ];
    },
    prints: 'filtered',
  },
};
