import type { Expansion } from './expand';
import { deeper } from './machine';
import { unescape } from './printing';
import { readText } from './statements';

const string = '"((?:[^"\\\\]|\\\\.)*)"';
const either = `(?:${string}|'((?:[^'\\\\]|\\\\.)*)')`;

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
  gdb: [{ pattern: /(?:^|\n)\s*(?:shell|!|make|pipe\s[^\n]*\|)\s*([^\n]+)/g }],
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
  ],
  // Recipes: behind a tab, or behind `target:;`; and `$(shell …)`.
  make: [
    { pattern: /(?:^|\n)\t[-@+]*([^\n]+)/g },
    { pattern: /(?:^|\n)[^\t\n#:=][^\n:=]*:[^\n;=]*;[ \t]*[-@+]*([^\n]+)/g },
    { pattern: /\$\(shell\s+([^)\n]+)\)/g },
  ],
};

export type SmallLanguage = 'awk' | 'sed' | 'lua' | 'osascript' | 'r' | 'lisp' | 'gdb' | 'tcl' | 'vim' | 'make';

/** Reads the shell text that code of a small language hands on. */
export function readEmbedded(language: SmallLanguage, program: string, via: string, on: Expansion): void {
  for (const { pattern, command } of ways[language]) {
    for (const found of program.matchAll(pattern)) {
      const raw = found[1] ?? found[2] ?? '';
      const text = quotes.has(language) ? unescape(raw).text : raw;
      readText(on.machine, { text: command?.(text) ?? text, base: undefined }, on.state.fork(), deeper(on.frame, via));
    }
  }
}

/** Languages in which the text is a string literal. */
const quotes: ReadonlySet<SmallLanguage> = new Set<SmallLanguage>(['awk', 'lua', 'osascript', 'r']);
