import type { CodeCall } from '../invocation';
import { argumentsAt, type Argument, type Names } from './arguments';
import type { Expansion } from './expand';
import { deeper } from './machine';
import { run } from './command';
import { libraryCalls, type Meaning } from './library-calls';
import { readText } from './statements';
import { inherited } from './stream';
import { tokenize, type Language, type Token } from './tokens';
import { plainWord, unknownWord } from './words';

/** The language an interpreter reads; undefined for shells. */
export function languageOf(program: string): Language | undefined {
  const name = program.toLowerCase().replace(/^.*\//, '');
  if (/^(?:python|pypy)[\d.]*w?$/.test(name)) return 'python';
  if (/^(?:node|nodejs|bun|deno)[\d.]*$/.test(name)) return 'node';
  if (/^(?:ruby|jruby|irb)[\d.]*$/.test(name)) return 'ruby';
  if (/^perl[\d.]*$/.test(name)) return 'perl';
  return /^php[\d.]*$/.test(name) ? 'php' : undefined;
}

/** Calls that may stand without parentheses. */
const bare: ReadonlySet<Language> = new Set<Language>(['ruby', 'perl']);

/** Programs whose command line somebody pasted where code belongs. */
const pasted = /^\s*(?:sudo\s+)?(?:rm|git|dd|mkfs(?:\.\w+)?|find|shred|chmod|chown)\s+[-\w/]/;

/** A loop that does nothing but start processes. */
const forks =
  /\bfork\s*(?:\(\s*\))?\s+while\b|\bwhile\s*\(?\s*(?:1|true)\s*\)?\s*[:{]?\s*(?:os\.)?fork\b|\bloop\s*(?:\{|do)\s*fork\b/i;

/** Looks through inline code for calls that run commands or destroy files. */
export function readInlineCode(language: Language, code: string, via: string, on: Expansion): void {
  // A pattern of Perl is as good as the files that it finds.
  const isGlob = ({ kind, text }: Token) => language === 'perl' && kind === 'name' && text === 'glob';
  const tokens = tokenize(language, code).filter((token) => !isGlob(token));
  const names: Names = new Map();
  const shadowed = new Set<string>();
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === 'shell') {
      shellText(token.text, token.open === true, via, on);
      continue;
    }
    if (token.kind !== 'name') continue;
    remember(tokens, at, names, shadowed);
    const path = callPath(tokens, at);
    const owned = ownPath(language, tokens, at);
    if (owned !== undefined) note('delete', path.name, owned, language, via, on);
    const found = meaningOf(language, path.name, shadowed);
    if (found === undefined) continue;
    const opens = tokens[path.end]?.text === '(';
    if (!opens && !(bare.has(language) && tokens[path.end]?.kind === 'string')) continue;
    const given = argumentsAt(tokens, opens ? path.end + 1 : path.end, names);
    perform(found, path.name, language, given, via, on);
    // Arguments may hold calls of their own: only the name itself is behind us.
    at = path.end - 1;
  }
  if (forks.test(code))
    on.machine.repetitions.push({ kind: 'endless-loop', spawns: true, waits: false, leaves: false });
  if (pasted.test(code)) readText(on.machine, { text: code, base: undefined }, on.state.fork(), deeper(on.frame, via));
}

/** The dotted path that ends in front of a call: `a.b.c(`; `require('fs').rmSync(` keeps the last part. */
function callPath(tokens: readonly Token[], from: number): { readonly name: string; readonly end: number } {
  let name = tokens[from]?.text ?? '';
  // Behind a dot the owner is whatever stands there: `require('fs').rm`, or something unknown.
  if (tokens[from - 1]?.text === '.') {
    const owner = tokens[from - 3];
    name = `${owner?.kind === 'string' && tokens[from - 2]?.text === ')' ? owner.text.replace(/^node:/, '') : '?'}.${name}`;
  }
  let end = from + 1;
  while (/^(?:\.|::|->)$/.test(tokens[end]?.text ?? '') && tokens[end + 1]?.kind === 'name') {
    name += `.${tokens[end + 1]?.text ?? ''}`;
    end += 2;
  }
  return { name, end };
}

/** `Path('x').unlink()`: the path is the owner. */
function ownPath(language: Language, tokens: readonly Token[], at: number): string | undefined {
  if (language !== 'python' || !/^(?:unlink|rmdir)$/.test(tokens[at]?.text ?? '') || tokens[at - 1]?.text !== '.')
    return undefined;
  const owner = tokens[at - 3];
  return tokens[at - 5]?.text === 'Path' && owner?.kind === 'string' ? owner.text : undefined;
}

function meaningOf(language: Language, path: string, shadowed: ReadonlySet<string>): Meaning | undefined {
  if (shadowed.has(path.split('.', 1)[0] ?? '')) return undefined;
  const table = libraryCalls[language];
  const pieces = path.split('.');
  for (let start = 0; start < pieces.length; start++) {
    const suffix = pieces.slice(start).join('.');
    // `re.exec(…)` and `db.exec(…)` are not the bare `exec`.
    if (start > 0 && pieces.length - start === 1 && /^(?:exec|system|spawn|unlink|rmdir|run|remove)$/.test(suffix))
      continue;
    if (Object.hasOwn(table, suffix)) return table[suffix];
  }
  return undefined;
}

/** Keeps `name = 'text'`, and that a module's name was given to something else. */
function remember(tokens: readonly Token[], at: number, names: Names, shadowed: Set<string>): void {
  if (tokens[at + 1]?.text !== '=' || tokens[at + 2]?.text === '=') return;
  const name = tokens[at]?.text ?? '';
  const before = tokens[at - 1]?.text;
  if (before === '.' || before === ',' || before === '(') return;
  const value = tokens[at + 2];
  if (value?.kind === 'string' && value.open !== true) names.set(name, value.text);
  else names.delete(name);
  if (
    tokens[at + 2]?.kind === 'name' &&
    tokens[at + 2]?.text !== 'require' &&
    /^(?:subprocess|os|shutil|fs|child_process)$/.test(name)
  )
    shadowed.add(name);
}

function perform(
  meaning: Meaning,
  name: string,
  language: Language,
  given: readonly Argument[],
  via: string,
  on: Expansion,
): void {
  const [first] = given;
  if (
    meaning === 'shell' ||
    (meaning === 'program' &&
      (language === 'python' ? shellTrue(given) : shellTrue(given) && first?.list === undefined))
  ) {
    if (language === 'ruby' || language === 'perl') {
      const words = given.filter((argument) => argument.key === undefined);
      if (words.length > 1) {
        program(words, via, on);
        return;
      }
    }
    if (first?.list !== undefined) {
      program(first.list, via, on);
      return;
    }
    if (first?.decodes === true) note('run-decoded', name, undefined, language, via, on);
    if (first?.text !== undefined) shellText(first.text, false, via, on);
    else if (first?.partial !== undefined) shellText(first.partial, true, via, on);
    return;
  }
  if (meaning === 'evaluate') {
    if (first?.decodes === true) note('run-decoded', name, undefined, language, via, on);
    return;
  }
  if (meaning === 'program') {
    if (first?.list !== undefined) {
      program(first.list, via, on);
      return;
    }
    const rest = given[1]?.list ?? given.slice(1).filter((argument) => argument.key === undefined);
    if (/^os\.exec|^os\.spawn|^os\.posix/.test(name)) {
      program(name.startsWith('os.spawn') ? given.slice(2) : rest, via, on);
      return;
    }
    program([...(first === undefined ? [] : [first]), ...(given[1]?.list ?? [])], via, on);
    return;
  }
  const recursive =
    meaning === 'delete' &&
    given.some((argument) => argument.key === 'recursive' || argument.keys?.includes('recursive') === true);
  for (const target of targetsOf(given)) note(recursive ? 'delete-tree' : meaning, name, target, language, via, on);
}

function targetsOf(given: readonly Argument[]): readonly (string | undefined)[] {
  const positional = given.filter((argument) => argument.key === undefined && argument.keys === undefined);
  const [first] = positional;
  if (first?.list !== undefined) return first.list.map((item) => item.text);
  return positional.length === 0 ? [undefined] : [first?.text];
}

function shellTrue(given: readonly Argument[]): boolean {
  return given.some(
    (argument) =>
      (argument.key === 'shell' && argument.name !== 'False' && argument.name !== 'false') ||
      argument.keys?.includes('shell') === true,
  );
}

function shellText(text: string, open: boolean, via: string, on: Expansion): void {
  const code = open ? text.replace(/[#$]?\{[^}]*\}/g, '${__interpolated}') : text;
  readText(on.machine, { text: code, base: undefined }, on.state.fork(), deeper(on.frame, via, { stdin: inherited }));
}

function program(items: readonly Argument[], via: string, on: Expansion): void {
  if (items.length === 0) return;
  const words = items.map((item) => (item.text === undefined ? unknownWord('…', 'argument') : plainWord(item.text)));
  const call = { words, assignments: [], redirects: [], range: undefined, declared: [], descriptors: [] };
  run(call, { ...on, state: on.state.fork(), frame: deeper(on.frame, via, { stdin: inherited }) });
}

function note(
  effect: CodeCall['effect'],
  name: string,
  target: string | undefined,
  language: Language,
  via: string,
  on: Expansion,
): void {
  on.machine.calls.push({
    language,
    name,
    effect,
    target,
    cwd: on.frame.elsewhere ? undefined : on.state.cwd,
    elsewhere: on.frame.elsewhere,
    via: [...on.frame.via, via],
  });
}
