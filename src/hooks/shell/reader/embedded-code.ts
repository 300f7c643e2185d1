import { type Code, type Effect, reveals } from '../../programs/effect';
import { computesWith } from '../../programs/languages/computes';
import { nodeComputes } from '../../programs/languages/computes-node';
import { environmentShown } from '../../programs/languages/environment';
import type { ShownCode } from '../../programs/languages/read-code';
import { codeReader, isReadable } from '../../programs/languages/readable';
import type { Use } from '../../programs/program';
import { quoted } from '../../project/text';
import type { ShellWord } from '../invocation';
import { resolvePath } from '../paths';
import { deeper, type Expansion } from './reader';
import { unescape } from './printing';
import { streamOfPath } from './redirects';
import type { SmallLanguage } from './run-program';

const string = '"((?:[^"\\\\]|\\\\.)*)"';
const either = `(?:${string}|'((?:[^'\\\\]|\\\\.)*)')`;

/** A string with words in it; anything else is no command. */
const onlyCommand = (text: string): string => (/^\s*[\w./~-]+\s+\S/.test(text) ? text : '');

const removal = (path: string): string => `rm -rf ${path}`;

/** `"sh", c("-c", "x")`: each string is one word. */
const wordsOfCall = (list: string): string =>
  [...list.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) => quoted(one ?? other ?? '')).join(' ');

/** How small languages hand text to a shell: what is in the first group of a match, and what it means. */
interface Way {
  readonly pattern: RegExp;
  readonly command?: (text: string) => string;
}

const ways: Readonly<Record<SmallLanguage, readonly Way[]>> = {
  awk: [
    { pattern: new RegExp(`system\\s*\\(\\s*${string}`, 'g') },
    { pattern: new RegExp(`\\|&?\\s*${string}`, 'g') },
    {
      pattern: new RegExp(`\\bprintf?\\b\\s*\\(?\\s*${string}[^;|}\\n]*\\|&?\\s*"(?:[^"]*/)?(?:ba|da|z|k)?sh\\b`, 'g'),
    },
    { pattern: new RegExp(`${string}\\s*\\|&?\\s*getline`, 'g') },
    // A variable that may be given to system() later.
    { pattern: new RegExp(`\\b\\w+\\s*=\\s*${string}(?=[^]*system\\s*\\(\\s*\\w)`, 'g') },
  ],
  // GNU sed runs the text after the command `e`, and with the flag `e` the result of a substitution.
  sed: [
    { pattern: /(?:^|[;{\n])\s*(?:[\d,$~+!]+|\/[^/\n]*\/)?\s*e\s+([^\n]+)/g },
    {
      pattern:
        /(?:^|[;{\n])\s*(?:[\d,$~+!]+|\/[^/\n]*\/)?\s*s(?:\/(?:[^/\n\\]|\\.)*\/((?:[^/\n\\]|\\.)*)\/|\|[^|\n]*\|([^|\n]*)\|)\w*e/g,
      command: (text) => text.replace(/\\\//g, '/'),
    },
  ],
  lua: [
    { pattern: new RegExp(`(?:os\\.execute|io\\.popen)\\s*\\(?\\s*${either}`, 'g') },
    { pattern: new RegExp(`\\b\\w+\\s*=\\s*${either}(?=[^]*(?:os\\.execute|io\\.popen)\\s*\\(?\\s*\\w)`, 'g') },
    { pattern: new RegExp(`\\bos\\.remove\\s*\\(?\\s*${either}`, 'g'), command: (path) => `rm ${path}` },
  ],
  osascript: [{ pattern: new RegExp(`do shell script ${string}`, 'gi') }],
  r: [
    { pattern: new RegExp(`\\b(?:system2?|shell)\\s*\\(\\s*${either}`, 'g') },
    { pattern: /\bsystem2\s*\(((?:\s*,?\s*(?:args\s*=\s*)?(?:c\()?\s*(?:"[^"]*"|'[^']*'))+)/g, command: wordsOfCall },
    {
      pattern: new RegExp(`\\b(?:unlink|file\\.remove|dir_delete|file_delete)\\s*\\(\\s*(?:c\\()?\\s*${either}`, 'g'),
      command: removal,
    },
  ],
  // Emacs Lisp.
  lisp: [
    { pattern: new RegExp(`\\((?:async-)?shell-command(?:-to-string)?\\s+${string}`, 'g') },
    { pattern: new RegExp(`\\((?:delete-directory|delete-file|f-delete)\\s+${string}`, 'g'), command: removal },
    {
      pattern: /\((?:call-process|start-process|process-file|process-lines)\s+([^()]*)/g,
      command: (words) => words.replace(/\b(?:nil|t)\b/g, ''),
    },
  ],
  // A language that is not read: strings that could be commands, alone or word by word, and paths that a call removes.
  other: [
    {
      pattern:
        /(?<!(?:print\w*|puts|say|log|display|format|raise|warn|echo|write\w*|putStr\w*)!?[\s(]{0,3})(["'`])((?:(?!\1)[^\\\n]|\\.){4,2000})\1/g,
      command: onlyCommand,
    },
    {
      pattern: /((?:"[^"\n]*"[\s,[({]+){1,20}"[^"\n]*")/g,
      command: (list) => list.replace(/"[\s,[({]+"/g, ' ').replace(/^"|"$/g, ''),
    },
    {
      pattern:
        /\b(?:rm|rm_rf|rmtree|rmdir|remove_?(?:dir|item|tree|all|file)?|delete_?(?:dir|file|tree|recursively)?|unlink)!?\s*\(?\s*(?:\w+\s*:\s*)?["']([^"'\n]+)["']/gi,
      command: removal,
    },
    { pattern: /\b(?:e?syscmd)\(\s*[`"']?([^)'"]+)/g },
    { pattern: /(?:^|\n)\s*!\s*([^\n]+)/g },
    {
      pattern:
        /\b(?:rm|rm_rf!?|rmtree|rmdir|remove\w*|delete\w*)\s*\(?\s*(?:homedir\(\)|ENV\["HOME"\]|System\.user_home!?\(?\)?|[\w.]*(?:getenv|getProperty|get_env)\(\s*["'](?:HOME|user\.home)["']\))/g,
      command: () => removal('~'),
    },
    { pattern: /\bFile\(\s*["']([^"'\n]+)["']\s*\)\s*\.\s*delete\w*/g, command: removal },
  ],
  gdb: [
    { pattern: /(?:^|\n)\s*(?:(?:platform\s+)?shell|!|make|pipe\s[^\n]*\|)\s*([^\n]+)/g },
    { pattern: /(?:^|\n)\s*(?:python|py|script)\s+([^\n]+)/g, command: (code) => `python3 -c ${quoted(code)}` },
  ],
  tcl: [
    { pattern: /\b(?:exec|spawn|system)\s+(?:-\w+\s+)*([^\n\];]+)/g },
    // What is typed into a program that expect started.
    {
      pattern: new RegExp(`\\bsend\\s+(?:-\\w+\\s+)*(?:--\\s+)?${string}`, 'g'),
      command: (text) => text.replace(/\\[rn]/g, '\n'),
    },
    { pattern: /\bfile\s+delete\s+(?:-force\s+)?(?:--\s+)?([^\n\];]+)/g, command: (text) => `rm -rf ${text}` },
  ],
  // vim, ex and ed: `:!cmd`, `:r !cmd`, `:w !cmd`, `!cmd`.
  vim: [
    {
      pattern:
        /(?:^|[\n|])[ \t:]*(?:sil(?:ent)?!?\s+)?(?:%|\d+(?:,[\d$]+)?|\.)?\s*(?:r(?:ead)?|w(?:rite)?)?\s*!+([^\n|]+)/g,
    },
    {
      pattern: new RegExp(
        `\\b(?:system|systemlist|termopen|jobstart|job_start|os\\.execute|io\\.popen)\\s*\\(\\s*${either}`,
        'g',
      ),
    },
    { pattern: new RegExp(`\\bdelete\\s*\\(\\s*${either}`, 'g'), command: removal },
  ],
  // Recipes follow a tab or `target:;`; and `$(shell …)`.
  make: [
    { pattern: /(?:^|\n)\t[-@+]*([^\n]+)/g },
    { pattern: /(?:^|\n)[^\t\n#:=][^\n:=]*:[^\n;=]*;[ \t]*[-@+]*([^\n]+)/g },
    { pattern: /\$\(shell\s+([^)\n]+)\)/g },
  ],
};

/** Reads the shell text that code of a small language hands on. */
export function readEmbedded(language: SmallLanguage, program: string, via: string, on: Expansion): void {
  for (const { pattern, command } of ways[language]) {
    for (const found of program.matchAll(pattern)) {
      const raw = (found.length > 2 && /^["'`]$/.test(found[1] ?? '') ? found[2] : found[1]) ?? found[2] ?? '';
      const text = quotes.has(language) ? unescape(raw).text : raw;
      const state = on.state.fork();
      // `system("rm " $0)`: a record of the input goes on where the string ends.
      const goesOn =
        (language === 'awk' &&
          found[0].startsWith('system') &&
          /^\s*(?:\$|[A-Za-z_])/.test(program.slice(found.index + found[0].length))) ||
        (language === 'sed' && /\s$/.test(text));
      if (goesOn) {
        state.set('__input', { kind: 'text', parts: [{ kind: 'unknown', text: '$0', why: 'input', quoted: true }] });
      }
      on.reader.interpreter.readText(
        { text: `${command?.(text) ?? text}${goesOn ? '${__input}' : ''}`, base: undefined },
        { ...on, state, frame: deeper(on.frame, via) },
      );
    }
  }
}

/** Languages in which the text is a string literal. */
const quotes: ReadonlySet<SmallLanguage> = new Set<SmallLanguage>(['awk', 'lua', 'osascript', 'r']);

/** Adds what code in another language does, where the line shows it, to what its interpreter does. */
export function withCode(effects: readonly Effect[], use: Use, on: Expansion): readonly Effect[] {
  return effects.flatMap((effect): readonly Effect[] => {
    const found = effect.kind === 'run' ? shownCode(effect.code, on) : undefined;
    if (effect.kind !== 'run' || found === undefined) return [effect];
    const shown = withArguments(found, effect.code.form === 'input' ? effect.code.args : use.operands);
    const { forksForEver, readInlineCode } = codeReader();
    if (forksForEver(shown.text)) {
      on.reader.repetitions.push({ kind: 'endless-loop', spawns: true, waits: false, leaves: false });
    }
    const via = effect.code.via ?? use.program;
    const done = readInlineCode(shown, { cwd: effect.cwd, home: on.reader.context.home, via });
    const onlyReads = done.every((one) => one.kind === 'read' && one.path.value !== undefined);
    const given = onlyReads && effect.code.form !== 'file' && !use.has('-i');
    const proven = given ? provenModules(shown, effect.cwd, on) : undefined;
    const secret = environmentShown(shown.language, shown.text);
    const told: readonly Effect[] =
      secret === undefined ? [] : [{ ...reveals(secret), certainty: 'certain', cwd: effect.cwd }];
    return [
      ...told,
      proven === undefined ? effect : { ...effect, code: { ...effect.code, computesWith: proven } },
      ...done,
    ];
  });
}

/** `open(sys.argv[1])` opens the word behind the code, if nothing else is done with `argv`. */
function withArguments(shown: ShownCode, words: readonly ShellWord[] = []): ShownCode {
  const uses = shown.language === 'python' ? (shown.text.match(/argv/g)?.length ?? 0) : 0;
  if (uses === 0 || uses !== shown.text.match(argument)?.length) return shown;
  const text = shown.text.replace(argument, (whole, call: string, place: string) => {
    const { value = '\0', glob } = words[Number(place) - 1] ?? {};
    return glob !== true && /^[\w@%+=:,./ -]*$/.test(value) ? `${call}('${value}'` : whole;
  });
  return { ...shown, text };
}
const argument = /\b(open|Path|int|float|str|print)\(sys\.argv\[([1-9])\](?=[,)])/g;

/** The modules that code loads if it provably only computes, reads and prints. */
function provenModules(
  { language, text }: ShownCode,
  cwd: string | undefined,
  on: Expansion,
): readonly string[] | undefined {
  if (language === 'python') return computesWith(text);
  const isFile = (path: string): boolean => {
    const place = resolvePath(cwd, path);
    return place !== undefined && on.reader.context.readFile?.(place) !== undefined;
  };
  return language === 'node' && nodeComputes(text, isFile) ? [] : undefined;
}

function shownCode(code: Code, on: Expansion): ShownCode | undefined {
  if (code.form !== 'inline' && code.form !== 'file' && code.form !== 'input') return undefined;
  const { language } = code;
  if (!isReadable(language)) return undefined;
  if (code.form === 'inline') return { language, ...withGaps(code.text.parts) };
  const stream = code.form === 'file' ? streamOfPath(code.path, on) : (code.stdin ?? on.frame.stdin);
  return stream.kind === 'text' ? { language, text: stream.text, gaps: [] } : undefined;
}

/** Where the shell puts in a value that is not known, a letter of its own stands for it. */
function withGaps(parts: Extract<Code, { form: 'inline' }>['text']['parts']): Omit<ShownCode, 'language'> {
  const gaps = parts.filter((part) => part.kind === 'unknown');
  const text = parts.map((part) => (part.kind === 'unknown' ? gapLetter(gaps.indexOf(part)) : part.text)).join('');
  return { text, gaps };
}

const gapLetter = (index: number): string => String.fromCharCode(0xe000 + Math.min(index, 1000));
