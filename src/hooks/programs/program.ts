import { wordSet } from '../project/text';
import type { Assignment, ShellWord, Stream, WordPart } from '../shell/invocation';
import { resolvePath } from '../shell/paths';
import { plainWord } from '../shell/reader/words';
import type { Action, Actions, Effect } from './effect';
import {
  deletes,
  fetches,
  isAddress,
  actionsOf,
  lists,
  reads,
  readsAt,
  runs,
  sends,
  unclear,
  uses,
  writes,
} from './effect';
import { Grammar, type GivenOption, type ReadWords, type Role, type Style } from './grammar';

/** What a program prints, as far as it matters to what reads it. */
export type Prints =
  /** Nothing that another program could run. */
  | 'nothing'
  /** Its input, unchanged: `tee`. */
  | 'input'
  /** The files that it reads, or else its input, unchanged: `cat`. */
  | 'files'
  /** What it reads, changed: text from the network stays untrusted. */
  | 'filtered'
  /** Decoded from an encoding that hides it: `base64 -d`. */
  | 'decoded'
  /** What it fetched. */
  | 'fetched'
  | 'number'
  | ((use: Use) => Prints | Stream | undefined);

/** One program, or one subcommand of a program: how it reads its words and what they make it do. */
export interface Definition {
  /** Its options, in the notation of `Grammar`. If absent, it takes none. */
  readonly options?: string;
  /** If absent, `strict` where it has subcommands, and `gnu` elsewhere. */
  readonly style?: Style;
  /** The first word may be a cluster without a dash: `tar xzf`. */
  readonly bundled?: true;
  /**
   * What its operands are, in order: `'read*'`, `'text read*'`, `'read* write'` (the last one is the target). If
   * absent, the operands have no effect of their own.
   */
  readonly operands?: string | ((use: Use) => string);
  /** By the first operand; several names share a definition: `'list ls'`. */
  readonly subcommands?: Readonly<Record<string, Definition>>;
  /** The definition for a call without a subcommand. */
  readonly bare?: Definition;
  /** The definition of subcommands that are not listed. If absent, their effects are unclear. */
  readonly other?: Definition;
  /** What it does beyond what its options and operands say by themselves. */
  readonly effects?: (use: Use) => Actions;
  /** What a configuration makes it run before it reads its words, even to print its version. */
  readonly starts?: (use: Use) => Actions;
  /** With one of these options it only prints: `--version`. */
  readonly inert?: string;
  readonly prints?: Prints;
  /** The directory it works in, where its words can name one (`git -C`, `make -C`). */
  readonly directory?: (use: Use) => ShellWord | undefined;
}

/** The definitions of one family of programs, by name; names in one key share a definition. */
export type Family = Readonly<Record<string, Definition>>;

/** A definition by its options and effects alone. */
export const does = (options: string, effects: NonNullable<Definition['effects']>): Definition => ({
  options,
  effects,
});

/** One use of a program: its words, as its grammar reads them, and the circumstances in which it runs. */
export class Use {
  readonly given: readonly GivenOption[];
  readonly operands: readonly ShellWord[];
  readonly afterDashes: readonly ShellWord[] | undefined;

  constructor(
    readonly program: string,
    /** Without the program's name and the subcommands. */
    readonly words: readonly ShellWord[],
    /** The subcommands that led here. */
    readonly path: readonly string[],
    private readonly read: ReadWords,
    readonly at: Context,
    /** The use of the program that this is a subcommand of. */
    readonly outer: Use | undefined,
  ) {
    this.given = read.given;
    this.operands = read.operands;
    this.afterDashes = read.afterDashes;
  }

  /** Was one of these options given, and not revoked later (`--force … --no-force`)? */
  has(...names: readonly string[]): boolean {
    return this.last(names)?.on === true;
  }

  value(...names: readonly string[]): ShellWord | undefined {
    return this.last(names)?.value;
  }

  values(...names: readonly string[]): readonly ShellWord[] {
    if (this.given.length === 0) return [];
    const wanted = names.map((name) => this.read.grammar.canonical(name));
    return this.given.flatMap(({ name, value }) => (value !== undefined && wanted.includes(name) ? [value] : []));
  }

  private last(names: readonly string[]): GivenOption | undefined {
    if (this.given.length === 0) return undefined;
    const wanted = names.map((name) => this.read.grammar.canonical(name));
    return this.given.findLast(({ name }) => wanted.includes(name));
  }

  /** The text of the first operand, which in many programs says what to do. */
  get verb(): string {
    return this.operands[0]?.text ?? '';
  }

  /** Does one of the words match? */
  says(pattern: RegExp): boolean {
    return this.words.some(({ text }) => pattern.test(text));
  }

  /** How many words stand before the operands of a strict reading. */
  get consumed(): number {
    return this.read.consumed;
  }

  /** The path that a word means, from the directory it works in. */
  resolve(word: ShellWord | undefined): string | undefined {
    return word?.value === undefined || word.glob ? undefined : resolvePath(this.at.cwd, word.value);
  }
}

/** The circumstances in which a program runs, as far as definitions ask for them. */
export interface Context {
  readonly cwd: string | undefined;
  readonly home: string;
  readonly stdin: Stream;
  readonly assignments: readonly Assignment[];
  /** The text of a file of the project, or of one that the line wrote; undefined if it cannot be read. */
  readonly readFile: (path: string) => string | undefined;
  /** Is the folder in the project? Only there `readFile` can tell that a file is missing. */
  readonly isProject: (folder: string | undefined) => boolean;
  /** More operands come from unseen input. */
  readonly openEnded: boolean;
  /** What the line or the environment says a variable holds. */
  readonly variable?: ((name: string) => ShellWord | undefined) | undefined;
  /** Settings of git that the line itself has made. */
  readonly gitSettings?: ReadonlyMap<string, string> | undefined;
  /** The command that a git alias of the person or the repository stands for. */
  readonly gitAlias?: ((name: string, cwd: string | undefined) => string | undefined) | undefined;
  /** The top of the worktree that a directory is in. */
  readonly worktreeTop?: ((cwd: string | undefined) => string | undefined) | undefined;
}

/** One way to read a program's words. */
export interface Understood {
  readonly use: Use;
  readonly effects: readonly Effect[];
  readonly prints: Prints | undefined;
}

const grammars = new WeakMap<Definition, Grammar>();

function grammarOf(definition: Definition): Grammar {
  const known = grammars.get(definition);
  if (known !== undefined) return known;
  const style = definition.style ?? (definition.subcommands === undefined ? 'gnu' : 'strict');
  const grammar = new Grammar(definition.options ?? '', style, definition.subcommands !== undefined);
  grammars.set(definition, grammar);
  return grammar;
}

/**
 * What a program does with these words. An option that its grammar does not know makes the reading uncertain: what is
 * true under only one of the two ways to read it is `possible`.
 */
export function understand(
  program: string,
  definition: Definition,
  words: readonly ShellWord[],
  context: Context,
): Understood {
  const first = readBy(program, definition, words, context, false);
  if (!first.uncertain) return { ...first, effects: first.actions.map((action) => certain(action, first.cwd)) };
  const second = readBy(program, definition, words, context, true);
  const inFirst = new Set(first.actions.map(keyOf));
  const inSecond = new Set(second.actions.map(keyOf));
  const effects = [
    ...first.actions.map((action): Effect => ({ ...certain(action, first.cwd), certainty: inSecond.has(keyOf(action)) ? 'certain' : 'possible' })),
    ...second.actions.filter((action) => !inFirst.has(keyOf(action))).map((action): Effect => ({ ...certain(action, second.cwd), certainty: 'possible' })),
  ]; // prettier-ignore
  return { use: first.use, prints: first.prints, effects };
}

const certain = (action: Action, cwd: string | undefined): Effect => ({
  ...action,
  certainty: action.kind === 'unknown' ? 'unknown' : 'certain',
  cwd,
});

/** Two actions are the same when they do the same to the same words. */
function keyOf(action: Action): string {
  return JSON.stringify(action, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('parts' in value)) return value;
    const { raw, range } = value as ShellWord;
    return `${raw}@${range?.start ?? ''}`;
  });
}

function dashed([first, ...rest]: readonly ShellWord[]): readonly ShellWord[] {
  if (first?.value === undefined || !/^[A-Za-z]+$/.test(first.value)) {
    return first === undefined ? [] : [first, ...rest];
  }
  return [{ ...plainWord(`-${first.value}`, first.range), raw: first.raw }, ...rest];
}

interface Read {
  readonly use: Use;
  readonly actions: readonly Action[];
  readonly prints: Prints | undefined;
  readonly uncertain: boolean;
  readonly cwd: string | undefined;
}

function readBy(
  program: string,
  definition: Definition,
  words: readonly ShellWord[],
  context: Context,
  foreignTakesValue: boolean,
  path: readonly string[] = [],
  outer?: Use,
): Read {
  const read = grammarOf(definition).read(definition.bundled === true ? dashed(words) : words, foreignTakesValue);
  const use = new Use(program, words, path, read, context, outer);
  const quiet: Read = { use, actions: [], prints: undefined, uncertain: false, cwd: context.cwd };
  const help = asksForHelp(words, definition);
  const asked =
    help !== undefined &&
    (help === 0 ||
      !runsProgram(program, readBy(program, definition, words.slice(0, help), context, false, path, outer)));
  const starts = actionsOf(definition.starts?.(use));
  if (asked) return { ...quiet, actions: starts };
  if (isInert(definition, use))
    return { ...quiet, actions: [...starts, ...besideInert(definition, read).map(strange)] };
  const directory = definition.directory?.(use);
  const cwd =
    directory === undefined
      ? context.cwd
      : directory.value === undefined || directory.glob
        ? undefined
        : resolvePath(context.cwd, directory.value);
  const inside = cwd === context.cwd ? context : { ...context, cwd };
  const moved = inside === context ? use : new Use(program, words, path, read, inside, outer);
  const own = [...starts, ...read.foreign.map(strange), ...byOptions(moved)];
  const uncertain = read.foreign.length > 0;
  if (definition.subcommands !== undefined) {
    const inner = subcommand(program, definition, moved, foreignTakesValue);
    if (inner !== undefined) {
      const actions = [...own, ...actionsOf(definition.effects?.(moved)), ...inner.actions];
      return { ...inner, actions, uncertain: uncertain || inner.uncertain };
    }
  }
  const stated = actionsOf(definition.effects?.(moved));
  const unlisted = stated.some(isNeverApproved)
    ? none
    : read.unlisted.filter((word) => definition.effects !== undefined || maybeActs(word));
  const shape = shapeOf(definition, moved);
  const actions = [
    ...own,
    ...unlisted.map(strange),
    ...byOperands(shape, moved),
    ...stated,
    ...unseenOptions(definition, shape, stated, read, declarations.test(program) ? words.filter(isOption) : words),
  ];
  return { use: moved, actions, prints: definition.prints, uncertain, cwd };
}

const none: readonly never[] = [];

const strange = (word: ShellWord): Action => unclear(`${word.raw} is not known here`);

/** Is this action refused approval whatever its options are? Then an unlisted option makes no difference. */
const isNeverApproved = (action: Action): boolean =>
  action.kind === 'machine' ||
  (action.kind === 'service' && action.access !== 'read') ||
  (action.kind === 'run' && action.code.form === 'unseen');

/** Does it only print, as with `--version`? Not if another option loads code: some programs do that first. */
const isInert = ({ inert }: Definition, use: Use): boolean =>
  inert !== undefined &&
  use.given.length > 0 &&
  use.has(...inert.split(' ')) &&
  !use.given.some(({ role }) => /^(?:load|program|shell)$/.test(role));

/** Options that no entry lists: one of them may undo that a program only prints. */
const besideInert = ({ inert = '' }: Definition, { foreign, unlisted }: ReadWords): readonly ShellWord[] =>
  [...foreign, ...unlisted].filter(({ text }) => !inert.split(' ').includes(text.replace(/=.*$/s, '')));

/** Words of an option's name that say that it may write, run, load or send. */
const actingWords = wordSet(
  'out output outputs outfile write save store dump log logs logfile record records exec execute run ' +
    'command cmd shell script scripts program programs plugin plugins load module modules lib libs ' +
    'library engine provider config conf rc rcfile settings init hook hooks pager editor browser web open ' +
    'proxy server host url urls uri registry endpoint remote upload send post push update upgrade install ' +
    'delete remove clear purge reset repair fix apply daemon listen serve bootstrap password token secret ' +
    'secrets profile prof modprobe file files',
);

/** May an option that no entry lists do more than change what is shown? */
const maybeActs = ({ text }: ShellWord): boolean =>
  text.startsWith('-') &&
  text
    .replace(/=.*$/s, '')
    .toLowerCase()
    .split(/[-_.]/)
    .some((part) => actingWords.has(part));

function subcommand(program: string, definition: Definition, use: Use, foreignTakesValue: boolean): Read | undefined {
  const [verb, ...rest] = use.operands;
  const go = (inner: Definition, words: readonly ShellWord[], name?: string): Read =>
    readBy(program, inner, words, use.at, foreignTakesValue, name === undefined ? use.path : [...use.path, name], use);
  if (verb === undefined) return definition.bare === undefined ? undefined : go(definition.bare, []);
  const name = verb.value;
  const found = name === undefined ? undefined : entryOf(definition.subcommands ?? {}, name);
  if (found !== undefined && name !== undefined) return go(found, rest, name);
  if (definition.other !== undefined) return go(definition.other, use.operands);
  const why = name === undefined ? `what ${verb.raw} stands for is not known` : `${program} ${name} is not known here`;
  return { use, actions: [unclear(why)], prints: undefined, uncertain: false, cwd: use.at.cwd };
}

/** They take `A=$(ls)` as one word. */
const declarations = /^(?:export|declare|typeset|readonly)$/;
const isOption = ({ text }: ShellWord): boolean => !/^\w+=/.test(text);

/** A word whose text is unknown may be an option, which matters where an option can do more than read. */
function unseenOptions(
  definition: Definition,
  shape: string,
  stated: readonly Action[],
  read: ReadWords,
  words: readonly ShellWord[],
): readonly Action[] {
  if (onlyReads(definition, shape)) return [];
  const noInput =
    stated.every(onlyLooks) &&
    (definition.effects === undefined || definition.prints !== undefined || stated.length > 0);
  const word = words.find(
    (one) => one.value === undefined && mayBeOption(one, noInput) && read.afterDashes?.includes(one) !== true,
  );
  return word === undefined ? [] : [unclear(`what ${word.raw} stands for is not known`)];
}

/** Does it change nothing by itself? A command that it runs is judged on its own. */
const onlyLooks = (action: Action): boolean =>
  action.kind === 'read' ||
  (action.kind === 'run' && /^(?:command|shell)$/.test(action.code.form)) ||
  (action.kind === 'service' && action.access === 'read');

/** A path from `find` begins with the folder that was searched, and `<(…)` becomes a path: neither is an option. */
function mayBeOption({ parts }: ShellWord, noInput: boolean): boolean {
  const [first] = parts;
  if (parts.some((part, at) => at > 0 && splits(part))) return true;
  if (first?.kind !== 'unknown' || first.text.startsWith('<(') || first.found !== undefined) return false;
  // `xargs grep x` without a pipe before it: no input arrives.
  if (noInput && first.stream?.kind === 'inherited') return false;
  // The name of a commit never begins with a dash, and no option that is a number does more than read.
  if (
    commitNames.test(first.text) ||
    (first.why === 'variable' && shellNumbers.test(first.text)) ||
    first.why === 'arithmetic' ||
    first.stream?.kind === 'number'
  ) {
    return false;
  }
  return first.why !== 'argument' || first.text !== '{}';
}

/** `-k$(cat n)`: without quotes the shell makes several words of what a command prints. */
const splits = (part: WordPart): boolean =>
  part.kind === 'unknown' &&
  !part.quoted &&
  (part.why === 'substitution' || (part.why === 'input' && part.stream?.kind !== 'inherited')) &&
  part.stream?.kind !== 'number' &&
  part.found === undefined &&
  !commitNames.test(part.text) &&
  !dates.test(part.text) &&
  !refNames.test(part.text);

/** Names of branches and tags have no spaces. */
const refNames = /^\$\(git (?:branch|tag|for-each-ref)(?: [^|;&<>`$()]*(?:\([\w:=]+\)[^|;&<>`$()]*)*)?\)$/;

/** `$(date +%F)`: no part of a date begins with a dash. */
const dates =
  /^\$\(date(?: -[a-zA-Z]+| '[^'$`]*'| "[^"$`]*"| --date=\S+| [\w@]+)*(?: ['"]?\+(?:%[FTYmdHMSsjuVyGBb]|[-:._/T])+['"]?)?\)$/;

/** What the shell itself counts: its process, the last status, the time that it runs. */
export const shellNumbers = /^\$\{?(?:[$?#!]|RANDOM|SRANDOM|SECONDS|LINENO|UID|EUID|PPID|BASHPID|EPOCHSECONDS)\}?$/;

/** A commit's name as the only thing that is printed of it. */
const hash = `--(?:format|pretty)=['"]?(?:format:)?['"]?%[Hh]['"]?`;
const commitNames = new RegExp(
  `^\\$\\(git (?:merge-base(?: (?!-)[\\w./@^~-]+){1,3}|rev-parse (?:--verify )?(?:--short )?(?!-)[\\w./@^~-]+|branch --show-current|` +
    `(?:rev-list|log(?=[^)]* ${hash}[ )]))(?: (?:-n ?\\d+|-\\d+|--(?:max-count=\\d+|reverse|first-parent|no-merges|merges|all)|${hash}|(?!-)[\\w./@^~-]+))+(?: -- [\\w./@ -]+)?)(?: 2>/dev/null)?\\)$`,
);

/** Can this program only read and print, whatever its words are? */
function onlyReads(definition: Definition, shape: string): boolean {
  if (definition.effects !== undefined || definition.subcommands !== undefined) return false;
  return (
    grammarOf(definition).onlyReads &&
    !/write|append|edit|create|delete|shell|program|load|fetch|send|upload/.test(shape)
  );
}

const splitKeys = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** An entry by one of the names in its key. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  let names = splitKeys.get(table);
  if (names === undefined) {
    names = new Map(
      Object.entries(table).flatMap(([key, found]) => key.split(' ').map((one) => [one, found] as const)),
    );
    splitKeys.set(table, names);
  }
  return names.get(name) as T | undefined;
}

/** The index of a `--help` that makes the program print its help. After another option it may be that option's value. */
function asksForHelp(words: readonly ShellWord[], definition: Definition): number | undefined {
  if (words.length === 1 && words[0]?.value === '--version') return 0;
  const at = words.findIndex(({ value }) => value === '--help');
  if (at < 0 || words.slice(0, at).some(({ text }) => text.startsWith('-'))) return undefined;
  return definition.subcommands === undefined || at <= 1 ? at : undefined;
}

/** `node x.js --help`, `sudo x --help`: the words before it name a program that runs and gets the `--help`. */
const runsProgram = (program: string, { actions }: Read): boolean =>
  actions.some((action) => action.kind === 'run' && (action.code.form !== 'project' || handsOn.test(program)));

/** They give a script of the project the `--help` that follows its name. */
const handsOn = /^(?:yarn|pnpm|bun|deno|go)$/;

function byOptions(use: Use): readonly Action[] {
  if (use.given.length === 0) return none;
  return use.given.flatMap(({ role, value, on }) => (value === undefined || !on ? [] : byRole(role, value)));
}

/** What its operands are, in order. */
function shapeOf({ operands }: Definition, use: Use): string {
  return (typeof operands === 'function' ? operands(use) : operands) ?? '';
}

function byOperands(shape: string, use: Use): readonly Action[] {
  if (shape === '') return none;
  return assigned(shape.split(' '), use.operands).flatMap(([role, word]) => byRole(role, word));
}

/** Gives each operand its role; the role with a star takes as many as the others leave. */
function assigned(shape: readonly string[], operands: readonly ShellWord[]): readonly (readonly [Role, ShellWord])[] {
  const star = shape.findIndex((role) => role.endsWith('*'));
  const roles = shape.map((role) => role.replace('*', '') as Role);
  const later = star < 0 ? 0 : shape.length - star - 1;
  const found: (readonly [Role, ShellWord])[] = [];
  operands.forEach((word, at) => {
    const left = operands.length - at;
    const role =
      star < 0 || at < star ? roles[at] : left <= later && operands.length > later ? roles.at(-left) : roles[star];
    if (role !== undefined) found.push([role, word]);
  });
  return found;
}

function byRole(role: Role, word: ShellWord): readonly Action[] {
  switch (role) {
    case 'text':
      return [];
    case 'read':
      return word.text === '-' ? [] : [readsAt(word)];
    case 'use':
      return word.text === '-' ? [] : [isAddress(word) ? fetches(word) : uses(word)];
    case 'list':
      return [lists(word)];
    case 'write':
      return word.text === '-' ? [] : [writes(word)];
    case 'append':
    case 'edit':
    case 'create':
      return [writes(word, { how: role })];
    case 'delete':
      return [deletes(word)];
    case 'shell':
      return [runs({ form: 'shell', text: word })];
    case 'program':
      return [
        /\s/.test(word.value ?? '') ? runs({ form: 'shell', text: word }) : runs({ form: 'command', words: [word] }),
      ];
    case 'load':
      return [runs({ form: 'unseen', what: `loads code from ${word.raw}`, path: word })];
    case 'fetch':
      return [fetches(word)];
    case 'send':
      return [sends(undefined, { what: [word] })];
    case 'upload':
      return [reads(word), sends(undefined, { what: [word] })];
  }
}
