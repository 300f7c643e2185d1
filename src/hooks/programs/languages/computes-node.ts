import { wordSet } from '../../project/text';
import { tokenize, type Token } from './tokens';

const keywords = wordSet(
  'const let var if else for of in while do break continue return function true false null undefined typeof instanceof switch case default try catch finally throw new void NaN Infinity delete',
);

/** After these a bracket opens no call. */
const opening = wordSet('if for while switch catch return in typeof instanceof case else do void throw delete');

/** Functions that only compute: they may be called, and passed on. */
const functions = wordSet(
  'String Number Boolean parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent',
);

/** What may be constructed. */
const classes = wordSet('Date Map Set Array RegExp Error URL URLSearchParams');

/** Objects of which only these members may be used; `*` is all of them. */
const objects: Readonly<Record<string, string>> = {
  console: 'log error info warn table dir',
  JSON: 'parse stringify',
  Object: 'keys values entries fromEntries is',
  Math: '*',
  Array: 'isArray from of',
  Date: 'now parse UTC',
  Buffer: 'from byteLength',
  process: 'version versions arch platform argv cwd pid uptime release exit stdout',
};

/** Modules with the members that may be used. */
const modules: Readonly<Record<string, string>> = {
  fs: 'readFileSync existsSync statSync lstatSync readdirSync',
  path: 'join resolve basename dirname extname relative normalize sep parse isAbsolute',
  os: 'cpus totalmem freemem platform arch release type EOL tmpdir homedir uptime availableParallelism',
  util: 'inspect format',
  crypto: 'createHash randomUUID',
};

/** Methods of texts, numbers, collections, dates and hashes. */
const methods = wordSet(
  'at concat includes indexOf join keys lastIndexOf padEnd padStart pop push repeat replace replaceAll reverse shift slice sort splice split startsWith endsWith substring substr toFixed toString toUpperCase ' +
    'toLowerCase toISOString toLocaleString toLocaleDateString toLocaleTimeString toJSON getTime getFullYear getMonth getDate getDay getHours getMinutes getSeconds getUTCFullYear getTimezoneOffset trim trimStart trimEnd ' +
    'unshift values entries map filter forEach reduce reduceRight some every find findIndex findLast flat flatMap fill match matchAll test exec charAt charCodeAt codePointAt normalize localeCompare has get set add ' +
    'digest update toSorted toReversed toPrecision isFile isDirectory write',
);

/** Their first argument is called; of `replace` and `from` the second. */
const calling = wordSet(
  'map filter forEach reduce reduceRight some every find findIndex findLast flatMap sort toSorted',
);
const callingSecond = wordSet('replace replaceAll from parse stringify');

/** Members through which any function can be made or called. */
const reaching = wordSet('constructor prototype __proto__ call apply bind caller callee return');

/**
 * Does code for node provably only compute, print, and read files that it names? `isFile` says whether a path is a file:
 * a folder of that name would be code.
 */
export function nodeComputes(code: string, isFile: (path: string) => boolean): boolean {
  // Ends of lines that the reader of tokens does not know, comments of HTML, and slashes that could be taken for patterns.
  if (
    code.length > 20_000 ||
    /[\r\u2028\u2029\uE000-\uF8FF]|\\u|<!--|-->|(?:\+\+|--)\s*\/|constructor|__proto__|\[[^\]\n]*\/[^\]\n]*\]/.test(
      code,
    )
  ) {
    return false;
  }
  const tokens = tokenize('node', code);
  return tokens.length < 4000 && new Proof(isFile).holds(tokens);
}

class Proof {
  /** How often each name is defined. */
  private readonly bound = new Map<string, number>();
  private readonly callable = new Set<string>();
  /** Modules by their names in the code. */
  private readonly modules = new Map<string, string>();

  constructor(private readonly isFile: (path: string) => boolean) {}

  holds(tokens: readonly Token[]): boolean {
    this.bind(tokens);
    return (
      [...this.bound.keys()].every((name) => !isGiven(name)) &&
      tokens.every((token, at) => this.allows(token, at, tokens))
    );
  }

  private allows(token: Token, at: number, tokens: readonly Token[]): boolean {
    const before = tokens[at - 1];
    switch (token.kind) {
      case 'number':
        return true;
      case 'shell':
      case 'words':
        return false;
      case 'string':
        // A text right behind a value is a call: f`x`.
        if (endsValue(before)) return false;
        return (token.pieces ?? []).every((piece) =>
          typeof piece === 'string' ? !piece.includes('${') : this.allowsInside(piece.code),
        );
      case 'mark':
        if (!/^[ -~]+$/.test(token.text) || /[\\#@`]/.test(token.text)) return false;
        // Here a pattern may begin where the reader of tokens sees a division.
        if (
          token.text === '/' &&
          (before?.text === '}' ||
            opening.has(before?.text ?? '') ||
            (before?.text === ')' && isStatement(at - 1, tokens)))
        ) {
          return false;
        }
        return token.text !== '(' || this.allowsCall(at, tokens);
      case 'name':
        return this.allowsName(token.text, at, tokens);
    }
  }

  private allowsInside(code: string): boolean {
    return this.holds(tokenize('node', code));
  }

  private allowsName(name: string, at: number, tokens: readonly Token[]): boolean {
    const before = tokens[at - 1];
    const after = tokens[at + 1];
    if (isMember(before)) {
      const owner = tokens[at - 2];
      const members = isMember(tokens[at - 3]) ? undefined : this.membersOf(owner, at - 2, tokens);
      if (members !== undefined) return members === '*' || members.split(' ').includes(name);
      return (
        !reaching.has(name) && (name !== 'write' || (owner?.text === 'stdout' && tokens[at - 4]?.text === 'process'))
      );
    }
    // The key of an object.
    if (after?.text === ':' && (before?.text === '{' || before?.text === ',')) return !reaching.has(name);
    if (name === 'require') return this.required(at, tokens) !== undefined;
    if (this.modules.has(name) || Object.hasOwn(objects, name)) {
      return isMember(after) || (classes.has(name) && before?.text === 'new') || isDeclared(before);
    }
    if (classes.has(name)) return before?.text === 'new';
    if (name === 'of') return before?.kind === 'name' ? !keywords.has(before.text) : /^[\]}]$/.test(before?.text ?? '');
    // What is called by its name must stay what it was defined as.
    if (this.callable.has(name)) {
      return this.bound.get(name) === 1 && (after?.text === '(' || isDeclared(before) || before?.text === 'function');
    }
    return keywords.has(name) || functions.has(name) || this.bound.has(name);
  }

  /** What may be used of an object, of a module by its name, or of the result of `require`. */
  private membersOf(owner: Token | undefined, at: number, tokens: readonly Token[]): string | undefined {
    if (owner?.kind === 'name') {
      return (
        modules[this.modules.get(owner.text) ?? ''] ??
        (Object.hasOwn(objects, owner.text) ? objects[owner.text] : undefined)
      );
    }
    const module =
      owner?.text === ')' && tokens[at - 3]?.text === 'require' ? this.required(at - 3, tokens) : undefined;
    return module === undefined || module === '' ? undefined : modules[module];
  }

  /** The module that `require` is called for, or an empty text for a JSON file. */
  private required(at: number, tokens: readonly Token[]): string | undefined {
    const [open, name, close, next] = tokens.slice(at + 1, at + 5);
    if (open?.text !== '(' || name?.kind !== 'string' || name.pieces !== undefined || close?.text !== ')') {
      return undefined;
    }
    if (/^\.{1,2}\/[\w@./-]+\.json$/.test(name.text)) return this.isFile(name.text) ? '' : undefined;
    const module = name.text.replace(/^node:/, '');
    const kept = tokens[at - 1]?.text === '=' && isDeclared(tokens[at - 3]);
    return Object.hasOwn(modules, module) && (kept || isMember(next)) ? module : undefined;
  }

  private allowsCall(at: number, tokens: readonly Token[]): boolean {
    const before = tokens[at - 1];
    if (before === undefined || (before.kind === 'mark' && !/^(?:[)\]}]|\?\.)$/.test(before.text))) return true;
    if (before.kind !== 'name') return before.kind === 'mark' && before.text === ')' && isStatement(at - 1, tokens);
    const name = before.text;
    if (isMember(tokens[at - 2])) {
      const members = isMember(tokens[at - 4]) ? undefined : this.membersOf(tokens[at - 3], at - 3, tokens);
      if (members === undefined && !methods.has(name)) return false;
      if (name === 'readFileSync') return isPath(tokens[at + 1]) && /^[,)]$/.test(tokens[at + 2]?.text ?? '');
      if (callingSecond.has(name)) return this.isCallback(secondOf(at, tokens), tokens, true);
      return !calling.has(name) || this.isCallback(at + 1, tokens, false);
    }
    if (tokens[at - 2]?.text === 'new') return classes.has(name);
    if (tokens[at - 2]?.text === 'function' || name === 'function') return true;
    return opening.has(name) || functions.has(name) || name === 'require' || this.callable.has(name);
  }

  /** A function that the code shows, or one that only computes: a value could be any function. */
  private isCallback(at: number | undefined, tokens: readonly Token[], orValue: boolean): boolean {
    const token = at === undefined ? undefined : tokens[at];
    if (at === undefined || token === undefined || token.text === ')' || token.text === 'function') return true;
    if (token.kind === 'name') {
      return (
        functions.has(token.text) ||
        tokens[at + 1]?.text === '=>' ||
        token.text === 'null' ||
        (orValue && token.text === 'undefined')
      );
    }
    if (token.text === '(') return tokens[closing(at, tokens) + 1]?.text === '=>';
    return orValue && (token.kind === 'string' || token.kind === 'number' || token.text === '[');
  }

  /** Notes the names that the code defines. */
  private bind(tokens: readonly Token[]): void {
    tokens.forEach((token, at) => {
      const name = (one: Token | undefined): void => {
        if (one?.kind === 'name' && !keywords.has(one.text)) {
          this.bound.set(one.text, (this.bound.get(one.text) ?? 0) + 1);
        }
      };
      const add = (from: number, to: number): void => {
        for (let next = from; next < to; next++) if (!isMember(tokens[next - 1])) name(tokens[next]);
      };
      if (token.kind === 'mark' && token.text === '=>') {
        const last = tokens[at - 1];
        add(last?.text === ')' ? opener(at - 1, tokens) : at - 1, at);
      }
      if (token.kind !== 'name' || isMember(tokens[at - 1])) return;
      const after = tokens[at + 1];
      if (token.text === 'function' || token.text === 'catch') {
        const named = after?.kind === 'name';
        if (named) {
          name(after);
          this.callable.add(after.text);
        }
        const open = at + (named ? 2 : 1);
        if (tokens[open]?.text === '(') add(open, closing(open, tokens));
      }
      if (!isDeclared(token)) return;
      const pattern = after?.text === '{' || after?.text === '[';
      add(at + 1, pattern ? closing(at + 1, tokens) : at + 2);
      if (pattern || after === undefined || tokens[at + 2]?.text !== '=') return;
      const value = tokens[at + 3];
      if (value?.text === 'require' && value.kind === 'name') {
        const module = this.required(at + 3, tokens);
        if (module !== undefined && module !== '' && tokens[at + 7]?.text !== '.') this.modules.set(after.text, module);
      }
      if (
        value?.text === 'function' ||
        tokens[at + 4]?.text === '=>' ||
        (value?.text === '(' && tokens[closing(at + 3, tokens) + 1]?.text === '=>')
      ) {
        this.callable.add(after.text);
      }
    });
  }
}

const isGiven = (name: string): boolean =>
  Object.hasOwn(objects, name) || functions.has(name) || classes.has(name) || name === 'require';
const isMember = (token: Token | undefined): boolean => token?.kind === 'mark' && /^(?:\.|\?\.)$/.test(token.text);
const isDeclared = (token: Token | undefined): boolean =>
  token?.kind === 'name' && /^(?:const|let|var)$/.test(token.text);
const isPath = (token: Token | undefined): boolean =>
  token?.text === '0' || (token?.kind === 'string' && token.pieces === undefined);

const endsValue = (token: Token | undefined): boolean =>
  token !== undefined &&
  ((token.kind === 'name' && !keywords.has(token.text)) ||
    token.kind === 'string' ||
    token.kind === 'number' ||
    /^[)\]]$/.test(token.text));

/** Is this the bracket behind `if`, `while` or `for`? */
const isStatement = (close: number, tokens: readonly Token[]): boolean =>
  /^(?:if|while|for)$/.test(tokens[opener(close, tokens) - 1]?.text ?? '');

/** The bracket that closes the one at this place. */
const closing = (open: number, tokens: readonly Token[]): number => partner(open, tokens, 1) ?? tokens.length;

const opener = (close: number, tokens: readonly Token[]): number => partner(close, tokens, -1) ?? 0;

function partner(from: number, tokens: readonly Token[], step: 1 | -1): number | undefined {
  let depth = 0;
  for (let at = from; tokens[at] !== undefined; at += step) {
    const { kind, text } = tokens[at] ?? {};
    if (kind !== 'mark' || text === undefined || !/^[()[\]{}]$/.test(text)) continue;
    depth += /^[([{]$/.test(text) ? step : -step;
    if (depth === 0) return at;
  }
  return undefined;
}

/** Where the second argument of the call begins. */
function secondOf(open: number, tokens: readonly Token[]): number | undefined {
  const end = closing(open, tokens);
  for (let at = open + 1; at < end; at++) {
    const { kind, text } = tokens[at] ?? { kind: 'mark', text: '' };
    if (kind === 'mark' && /^[([{]$/.test(text)) at = closing(at, tokens);
    else if (kind === 'mark' && text === ',') return at + 1;
  }
  return undefined;
}
