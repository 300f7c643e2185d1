import type { WordPart } from '../../shell/invocation';
import type { Effect } from '../effect';
import { CodeEffects } from './code-effects';
import { CodeReader } from './code-reader';
import type { Library } from './library';
import { node } from './node';
import { perl } from './perl';
import { php } from './php';
import { python } from './python';
import { ruby } from './ruby';
import type { Language } from './tokens';
import { text } from './value';

const libraries: Readonly<Record<Language, Library>> = { python, node, ruby, perl, php };

export const isReadable = (language: string): language is Language => Object.hasOwn(libraries, language);

export interface CodeContext {
  readonly cwd: string | undefined;
  readonly home: string;
  /** How people call this way of running code: `python3 -c`. */
  readonly via: string;
}

/** Code as the line shows it. */
export interface ShownCode {
  readonly language: Language;
  readonly text: string;
  /** What the letters from U+E000 on in it stand for. */
  readonly gaps: readonly WordPart[];
}

/** What a piece of inline code does to the world, as far as its calls of the language's libraries say. */
export function readInlineCode({ language, text: code, gaps }: ShownCode, context: CodeContext): readonly Effect[] {
  const { cwd, home, via } = context;
  const on = new CodeEffects(language, via, cwd, home);
  // Some write a command line where code belongs.
  if (pasted.test(code)) on.shell(text(code));
  new CodeReader(language, libraries[language], on, gaps).read(code);
  return on.all;
}

const pasted = /^\s*(?:sudo\s+)?(?:rm|git|dd|mkfs(?:\.\w+)?|find|shred|chmod|chown)\s+[-\w/]/;

/** Does this code do nothing but start processes, without an end? */
export const forksForEver = (code: string): boolean =>
  /\bfork\s*(?:\(\s*\))?\s+while\b|\bwhile\s*\(?\s*(?:1|true)\s*\)?\s*[:{]?\s*(?:os\.)?fork\b|\bloop\s*(?:\{|do)\s*fork\b/i.test(
    code,
  );
