import { deeper, type Expansion } from './machine';
import { unescape } from './printing';
import { quoted } from '../../project/text';

const string = '"((?:[^"\\\\]|\\\\.)*)"';
const either = `(?:${string}|'((?:[^'\\\\]|\\\\.)*)')`;

/** A string with words in it; anything else is no command. */
const onlyCommand = (text: string): string => (/^\s*[\w./~-]+\s+\S/.test(text) ? text : '');

const removal = (path: string): string => `rm -rf ${path}`;

/** How small languages hand text to a shell: what stands in the first group of a match, and what it means. */
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
  // GNU sed runs the text behind the command `e`, and with the flag `e` what a substitution makes.
  sed: [
    { pattern: /(?:^|[;{\n])\s*(?:[\d,$~+!]+|\/[^/\n]*\/)?\s*e\s+([^\n]+)/g },
    { pattern: /(?:^|[;{\n])\s*(?:[\d,$~+!]+|\/[^/\n]*\/)?\s*s(?:\/[^/\n]*\/([^/\n]*)\/|\|[^|\n]*\|([^|\n]*)\|)\w*e/g },
  ],
  lua: [{ pattern: new RegExp(`(?:os\\.execute|io\\.popen)\\s*\\(?\\s*${either}`, 'g') }],
  osascript: [{ pattern: new RegExp(`do shell script ${string}`, 'gi') }],
  r: [
    { pattern: new RegExp(`\\b(?:system2?|shell)\\s*\\(\\s*${either}`, 'g') },
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
  // Recipes: behind a tab, or behind `target:;`; and `$(shell …)`.
  make: [
    { pattern: /(?:^|\n)\t[-@+]*([^\n]+)/g },
    { pattern: /(?:^|\n)[^\t\n#:=][^\n:=]*:[^\n;=]*;[ \t]*[-@+]*([^\n]+)/g },
    { pattern: /\$\(shell\s+([^)\n]+)\)/g },
  ],
};

export type SmallLanguage =
  'awk' | 'sed' | 'lua' | 'osascript' | 'r' | 'lisp' | 'gdb' | 'other' | 'tcl' | 'vim' | 'make';

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
      if (goesOn)
        state.set('__input', { kind: 'text', parts: [{ kind: 'unknown', text: '$0', why: 'input', quoted: true }] });
      on.machine.interpreter.readText(
        on.machine,
        { text: `${command?.(text) ?? text}${goesOn ? '${__input}' : ''}`, base: undefined },
        state,
        deeper(on.frame, via),
      );
    }
  }
}

/** Languages in which the text is a string literal. */
const quotes: ReadonlySet<SmallLanguage> = new Set<SmallLanguage>(['awk', 'lua', 'osascript', 'r']);
