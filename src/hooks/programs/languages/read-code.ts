import type { WordPart } from '../../shell/invocation';
import { sends, type Effect } from '../effect';
import { CodeEffects } from './code-effects';
import { CodeReader } from './code-reader';
import type { Library } from './library';
import { readPowerShell } from './powershell';
import type { ReadableLanguage } from './readable';
import type { Language } from './tokens';
import { text } from './value';

/** A language is loaded when a command first has code in it. */
const libraries: Readonly<Record<Language, () => Library>> = {
  python: () => (require('./python') as typeof import('./python')).python,
  node: () => (require('./node') as typeof import('./node')).node,
  ruby: () => (require('./ruby') as typeof import('./ruby')).ruby,
  perl: () => (require('./perl') as typeof import('./perl')).perl,
  php: () => (require('./php') as typeof import('./php')).php,
};

export interface CodeContext {
  readonly cwd: string | undefined;
  readonly home: string;
  /** How people call this way of running code: `python3 -c`. */
  readonly via: string;
}

/** Code as the line shows it. */
export interface ShownCode {
  readonly language: ReadableLanguage;
  readonly text: string;
  /** The unknown values that its letters from U+E000 on stand for. */
  readonly gaps: readonly WordPart[];
}

/** The effects of a piece of inline code, as far as its library calls tell. */
export function readInlineCode({ language, text: code, gaps }: ShownCode, context: CodeContext): readonly Effect[] {
  const { cwd, home, via } = context;
  if (language === 'powershell') {
    return readPowerShell(code, context).map((action) => ({ ...action, certainty: 'possible', cwd }));
  }
  const on = new CodeEffects(language, via, cwd, home);
  // Some commands have a command line where code belongs.
  if (pasted.test(code)) on.shell(text(code));
  const read = (text: string) => {
    new CodeReader(language, libraries[language](), on, gaps).read(text);
  };
  read(code);
  for (let round = 0; round < 8 && on.evaluated.length > 0; round++) read(on.evaluated.shift() ?? '');
  if (connects.test(code) && on.all.some(startsShell)) on.add(sends(undefined, { shell: true }));
  return on.all;
}

/** Code that opens a connection. */
const connects =
  /\bsocket\.(?:socket|create_connection)|\bTCPSocket\b|\bfsockopen\b|\bIO::Socket\b|\bSocket::|\buse Socket\b|require\(\s*['"](?:node:)?net['"]\s*\)|\bsockaddr_in\s*\(|\bnet\.(?:connect|createConnection|Socket)|\bDeno\.connect\b/;

/** A shell without a command: it takes commands from its connection. */
function startsShell(effect: Effect): boolean {
  if (effect.kind !== 'run') return false;
  const { code } = effect;
  const text =
    code.form === 'shell'
      ? code.text.text
      : code.form === 'command'
        ? code.words.map((word) => word.text).join(' ')
        : undefined;
  return (
    text !== undefined &&
    /^\s*(?:exec\s+)?(?:\/\S*\/)?(?:ba|z|da|k|c|tc|a)?sh(?:\s+-[il]+)*\s*(?:[<>0-9&].*)?$/.test(text)
  );
}

const pasted = /^\s*(?:sudo\s+)?(?:rm|git|dd|mkfs(?:\.\w+)?|find|shred|chmod|chown)\s+[-\w/]/;

/** Does this code do nothing but start processes, without an end? */
export const forksForEver = (code: string): boolean =>
  /\bfork\s*(?:\(\s*\))?\s+while\b|\b(?:while\s*\(?\s*(?:1|true)\s*\)?|for\s*\(;;\))\s*[:{]?\s*(?:os\.|__import__\(.os.\)\.|pcntl_|(?:require\([^)]*\)|\w+)\.(?:fork|spawn|exec)\b|fork\b)(?:fork\b)?|\bloop\s*(?:\{|do)\s*fork\b/i.test(
    code,
  );
