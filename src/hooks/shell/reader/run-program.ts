import type { Code, Effect, EffectOf, Language } from '../../programs/effect';
import { shellNames } from '../../programs/shells';
import { isReadable } from '../../programs/languages/readable';
import { onHost, type Mount } from '../../programs/parts/mounts';
import { understand, type Definition, type Prints, type Use } from '../../programs/program';
import type { CommandContext, ShellWord, Stream } from '../invocation';
import { isDevice, resolveFile, resolveWord } from '../paths';
import { noteUnread, readCode, readStreamAsCode } from './code';
import { emit, type SimpleCommand } from './call';
import { deeper, type Exit, type Expansion } from './reader';
import { streamOfPath } from './redirects';
import { after, besideIn, filtered, isForeign, silent, textStream, unknownStream } from './stream';
import { plainWord, streamIn, wordOf } from './words';

/** Runs a program by its definition: says what it does, opens the code it carries, and gives what it prints. */
export function runProgram(
  program: string,
  definition: Definition,
  call: SimpleCommand,
  on: Expansion,
  builtin: ((call: SimpleCommand, on: Expansion) => Stream) | undefined,
): Stream {
  const { state, frame, reader } = on;
  const {
    use,
    prints,
    effects: stated,
  } = understand(program, definition, call.words.slice(1), {
    cwd: state.cwd,
    home: reader.context.home,
    stdin: frame.stdin,
    assignments: call.assignments,
    readFile: frame.elsewhere ? unreadable : readerOf(state.files, reader.context.readFile),
    isProject: (folder) => folder !== undefined && reader.context.isProject?.(folder) !== false,
    openEnded: frame.openEnded,
    variable: call.assignments.length + reader.assignments.length === 0 ? undefined : variablesOf(call, on),
    gitSettings: reader.gitSettings,
    worktreeTop: reader.context.worktreeTop,
    gitAlias: reader.context.gitAlias,
  });
  const effects = stated.some(({ kind }) => kind === 'run') ? embeddedCode().withCode(stated, use, on) : stated;
  const wraps = effects.some(
    (effect) => effect.certainty === 'certain' && effect.kind === 'run' && effect.code.wrapper === true,
  );
  if (builtin !== undefined && !wraps) return builtin({ ...call, effects, use }, on);
  const more = effects.some((effect) => effect.kind !== 'run' || effect.code.wrapper !== true);
  // The command inside a wrapper writes to the wrapper's redirects.
  if (!wraps || more) emit({ ...call, effects, use, redirects: wraps ? [] : call.redirects }, on);
  let output: Stream | undefined;
  let seen = 0;
  for (const [at, effect] of effects.entries()) {
    if (effect.kind !== 'run') continue;
    // Code may run what it wrote before.
    changeFiles(effects.slice(seen, at), on);
    seen = at;
    const printed = open(effect.code, use, call, on);
    if (effect.code.wrapper === true) output = output === undefined ? printed : after(output, printed);
  }
  const printed = output ?? downloaded(printedBy(prints, use, effects, on), use, effects);
  changeFiles(effects, on);
  return printed;
}

/** Variables that the line set, for this program or earlier. */
const variablesOf =
  ({ assignments }: SimpleCommand, { state }: Expansion) =>
  (name: string): ShellWord | undefined => {
    const own = assignments.findLast((entry) => entry.name === name)?.value;
    const value = own === undefined ? state.get(name) : undefined;
    return own ?? (value?.kind === 'text' ? wordOf(value.parts, name, undefined) : undefined);
  };

/** Reads code that a program carries, as far as it can be seen. */
function open(code: Code, use: Use, call: SimpleCommand, on: Expansion): Stream {
  const { program } = use;
  const via = code.via ?? program;
  const inner = insideOf(code, call, on);
  const positional = 'args' in code ? code.args.map((word) => word.parts) : undefined;
  switch (code.form) {
    case 'command':
      return openCommand(code, via, use, call, inner);
    case 'shell':
      if (code.script === true) return openScript(code.text, via, inner);
      inner.state.positional = positional ?? (code.inPlace === true ? inner.state.positional : []);
      if (code.zero !== undefined) inner.state.set('0', { kind: 'text', parts: code.zero.parts });
      return readCode(code.text, via, inner);
    case 'inline':
      if (code.text.value === undefined) {
        noteUnread(code.text.raw, program, streamIn(code.text) ?? unknownStream, inner, code.text.range);
      }
      readText(code.language, code.text.text, via, code.text, inner);
      return unknownStream;
    case 'file':
      inner.state.positional = positional;
      return openFile(code, program, inner);
    case 'input':
      return openInput(code, positional, program, inner);
    case 'project':
    case 'unseen':
      if (code.path === undefined) noteForeignSteps(program, inner);
      else noteForeign(code.path, program, inner);
      return unknownStream;
  }
}

type Form<F extends Code['form']> = Extract<Code, { form: F }>;

/** Where the code runs: in which directory, with which variables and input, on this machine or another. */
function insideOf(code: Code, call: SimpleCommand, on: Expansion): Expansion {
  const runsShell = code.form !== 'command' && code.inPlace !== true;
  const state = code.inPlace === true ? on.state : runsShell ? on.state.ofProcess() : on.state.fork();
  if (code.directory !== undefined) {
    state.cwd = resolveWord(state.cwd, code.directory ?? undefined);
  } else if (code.elsewhere === true) state.cwd = undefined;
  if (code.form !== 'command') {
    for (const { name, value } of call.assignments) {
      if (value !== undefined) state.set(name, { kind: 'text', parts: value.parts });
    }
  }
  const stdin = code.stdin ?? on.frame.stdin;
  const openEnded = code.openEnded ?? on.frame.openEnded;
  const frame = { ...on.frame, stdin, openEnded };
  if (code.elsewhere !== true) {
    const mounts = code.mounts === undefined || !frame.elsewhere ? frame.mounts : reachable(code.mounts, on);
    return { ...on, state, frame: { ...frame, mounts } };
  }
  const mounts = reachable(code.mounts ?? [], on);
  return { ...on, state, frame: { ...frame, elsewhere: true, mounts, inNewContainer: code.inNewContainer === true } };
}

function openCommand(code: Form<'command'>, via: string, use: Use, call: SimpleCommand, inner: Expansion): Stream {
  if (code.words.length === 0) return silent;
  const { frame, reader } = inner;
  const [name = plainWord(use.program)] = call.words;
  const wrappers = [...frame.wrappers, { program: use.program, name, args: use.words.slice(0, use.consumed) }];
  const own = code.assignments ?? [];
  const command = { ...call, words: code.words, declared: [] };
  return code.wrapper === true
    ? reader.interpreter.run(
        { ...command, assignments: [...call.assignments, ...own] },
        { ...inner, frame: { ...frame, wrappers } },
      )
    : reader.interpreter.run(
        { ...command, redirects: [], assignments: own },
        { ...inner, frame: { ...deeper(frame, via), wrappers } },
      );
}

function openFile({ path, language }: Form<'file'>, program: string, inner: Expansion): Stream {
  const stream = streamOfPath(path, inner);
  if (stream.kind === 'text') return readShown(language, stream, program, inner);
  for (const text of besideIn(stream)) readShown(language, textStream(text), program, inner);
  noteUnread(path.raw, program, stream, inner, path.range);
  if (stream.kind === 'file' && language === 'sh') readProjectScript(stream.path, inner, shellNames.has(program));
  return unknownStream;
}

function openInput(
  { language }: Form<'input'>,
  positional: Expansion['state']['positional'],
  program: string,
  inner: Expansion,
): Stream {
  const { stdin } = inner.frame;
  if (stdin.kind !== 'text') {
    for (const text of besideIn(stdin)) readShown(language, textStream(text), program, inner);
  }
  if (stdin.kind === 'inherited') return unknownStream;
  inner.state.positional = positional;
  if (stdin.kind === 'text') return readShown(language, stdin, program, inner);
  noteUnread('', runnerOf(language, program), stdin, inner);
  if (stdin.kind === 'file' && language === 'sh') readProjectScript(stdin.path, inner, true);
  return unknownStream;
}

/** Mounts of a container that itself runs in one, as this machine names them. */
function reachable(mounts: readonly Mount[], { frame }: Expansion): readonly Mount[] {
  if (!frame.elsewhere) return mounts;
  return mounts.flatMap((mount) => {
    const host = onHost(mount.host, frame.mounts);
    return host === undefined ? [] : [{ ...mount, host }];
  });
}

/** Reads a script of the project. Unreadable text in it counts as the project's code, like everything that it runs. */
function openScript(text: ShellWord, via: string, on: Expansion): Stream {
  const { reader, frame } = on;
  if (frame.via.includes(via)) return unknownStream;
  const before = { errors: reader.errors.length, assignments: reader.assignments.length };
  const printed = readCode(text, via, on, { script: true });
  reader.errors.length = before.errors;
  reader.assignments.length = before.assignments;
  return printed;
}

/**
 * A shell script of the project that the line runs: what it does is judged like the scripts of package.json. A shell that
 * is given a file (`surely`) takes it for a script whatever its name is.
 */
export function readProjectScript(path: string, on: Expansion, surely = false): void {
  const text = projectText(path, on);
  if (text !== undefined && (surely || isShellScript(path, text))) openScript(plainWord(text), `script ${path}`, on);
}

/** The same in the shell itself (`source x`), which keeps the script's functions and variables. */
export function readSourced(path: string, on: Expansion): void {
  const text = projectText(path, on);
  if (text === undefined) return;
  const inside = on.state.branch();
  const returned: Exit = { base: on.state, states: [] };
  openScript(plainWord(text), `script ${path}`, { ...on, state: inside, frame: { ...on.frame, exits: { returned } } });
  for (const state of returned.states) state.ended = false;
  // The file may have changed by the time the line runs.
  on.state.adoptEither([inside, ...returned.states, on.state.branch()]);
}

function projectText(path: string, { frame, reader }: Expansion): string | undefined {
  const text = frame.elsewhere ? undefined : reader.context.readFile?.(path);
  return text === undefined || text.length > longestScript ? undefined : text;
}

const longestScript = 100_000;

const isShellScript = (path: string, text: string): boolean =>
  /^#!\s*\S*(?:\/|\benv\s+(?:-S\s+)?)(?:ba|z|da|k|a)?sh\b/.test(text) ||
  (!text.startsWith('#!') && /\.(?:sh|bash)$/.test(path));

/** Reads files: what the line wrote there, or else the project's. It outlives the call, so it must not hold its state. */
const readerOf =
  (files: ReadonlyMap<string, Stream>, readFile: CommandContext['readFile']) =>
  (path: string): string | undefined => {
    const written = files.get(path);
    if (written !== undefined) return written.kind === 'text' ? written.text : undefined;
    return readFile?.(path);
  };
const unreadable = (): undefined => undefined;

/** Loaded when a command first runs code. */
const embeddedCode = () => require('./embedded-code') as typeof import('./embedded-code');

/** A plugin or configuration from the network is foreign code. */
function noteForeign(path: ShellWord, program: string, on: Expansion): void {
  const stream = path.value === '-' ? on.frame.stdin : streamOfPath(path, on);
  if (isForeign(stream)) noteUnread(path.raw, program, stream, on, path.range);
}

/** So is a file that the line downloaded and from which the tools of a project take what they run. */
function noteForeignSteps(program: string, on: Expansion): void {
  for (const [path, stream] of on.state.files) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (isForeign(stream) && saysWhatRuns.test(name)) noteUnread(name, program, stream, on);
  }
}

const saysWhatRuns =
  /^(?:GNUmakefile|[Mm]akefile|[\w.-]+\.mk|package\.json|[.]?[Jj]ustfile|Taskfile\.ya?ml|Rakefile|Gemfile|CMakeLists\.txt|build\.(?:gradle(?:\.kts)?|rs|xml|sbt|zig)|pom\.xml|setup\.(?:py|cfg)|pyproject\.toml|conftest\.py|noxfile\.py|tox\.ini|Cargo\.toml|composer\.json|Vagrantfile|[\w.-]+\.config\.[cm]?[jt]s)$/;

const small = ['awk', 'sed', 'lua', 'r', 'lisp', 'gdb', 'other', 'osascript', 'tcl', 'make', 'vim'] as const;
export type SmallLanguage = (typeof small)[number];
const isSmall = (language: Language): language is SmallLanguage => small.some((one) => one === language);

/** The commands of a crontab, without their times. */
function commandsIn(stream: Stream, language: Language): Stream {
  if (language !== 'crontab' || stream.kind !== 'text') return stream;
  const commands = stream.text
    .split('\n')
    .flatMap((line) => /^\s*(?:@\w+|(?:[\w*,/-]+\s+){4}[\w*,/-]+)\s+(.+)$/.exec(line)?.[1] ?? []);
  return { kind: 'text', text: commands.join('\n') };
}

/** Code whose text is known. The effects of other languages are among those of their interpreter. */
function readShown(language: Language, stream: Stream & { kind: 'text' }, program: string, on: Expansion): Stream {
  if (isSmall(language)) embeddedCode().readEmbedded(language, stream.text, `${program} <`, on);
  if (isSmall(language) || isReadable(language)) return unknownStream;
  return readStreamAsCode(commandsIn(stream, language), runnerOf(language, program), on);
}

function runnerOf(language: Language, program: string): string {
  if (language === 'sh' || language === 'crontab') return 'sh';
  return language === 'node' || language === 'other' ? program : language;
}

function readText(language: Language, text: string, via: string, word: ShellWord, on: Expansion): void {
  if (isSmall(language)) {
    embeddedCode().readEmbedded(language, text, via, on);
    return;
  }
  if (!isReadable(language)) noteUnread(word.raw, via, streamIn(word) ?? unknownStream, on, word.range);
}

function printedBy(prints: Prints | undefined, use: Use, effects: readonly Effect[], on: Expansion): Stream {
  if (prints === undefined) return effects.some(({ kind }) => kind === 'fetch') ? fetched(use) : unknownStream;
  if (typeof prints === 'function') {
    const found = prints(use);
    return typeof found === 'object' ? found : printedBy(found ?? 'filtered', use, effects, on);
  }
  switch (prints) {
    case 'nothing':
      return silent;
    case 'number':
      return { kind: 'number' };
    case 'input':
      return on.frame.stdin;
    case 'files':
      return inputOf(effects, on);
    case 'filtered':
      return filtered(inputOf(effects, on));
    case 'decoded': {
      const from = inputOf(effects, on);
      return from.kind === 'remote' ? from : { kind: 'decoded', program: use.program };
    }
    case 'fetched':
      return fetched(use);
  }
}

/** What code fetches it may print, and a download may go to `/dev/stdout`. */
function downloaded(printed: Stream, use: Use, effects: readonly Effect[]): Stream {
  const toOutput = effects.find((effect) => effect.kind === 'write' && isOutput.test(effect.path.text));
  if (toOutput?.kind === 'write' && isForeign(toOutput.content)) return toOutput.content;
  if (!effects.some(({ kind }) => kind === 'fetch')) return printed;
  return toOutput !== undefined || printed.kind === 'unknown' ? fetched(use) : printed;
}

const isOutput = /^\/(?:dev\/(?:stdout|fd\/1)|proc\/self\/fd\/1)$/;

const fetched = (use: Use): Stream => ({ kind: 'remote', program: use.program });

/** The files that a program reads, one after another, or else its standard input. */
function inputOf(effects: readonly Effect[], on: Expansion): Stream {
  const files = effects.flatMap((effect) => (effect.kind === 'read' && effect.what === 'content' ? [effect.path] : []));
  return files.length === 0 ? on.frame.stdin : files.map((word) => streamOfPath(word, on)).reduce(after, silent);
}

const changing: ReadonlySet<Effect['kind']> = new Set<Effect['kind']>(['write', 'link', 'git', 'delete', 'move']);

/** Keeps what the line writes to files, so that running one of them can be judged. */
function changeFiles(effects: readonly Effect[], on: Expansion): void {
  if (!effects.some(({ kind }) => changing.has(kind))) return;
  const { files } = on.state;
  const fetched = new Set(effects.flatMap((effect) => (effect.kind === 'fetch' ? [effect.from] : [])));
  const reading = effects.filter((effect) => effect.kind === 'read' && effect.what === 'content');
  for (const effect of effects) {
    if (effect.kind === 'write' && effect.how !== 'create') {
      const path = resolveFile(effect.cwd, effect.path);
      if (path === undefined || isDevice(path)) continue;
      // Downloaded code stays foreign when it is changed.
      if (effect.how === 'edit' && isForeign(files.get(path))) continue;
      const stream = contentOf(effect, fetched, on, () => inputOf(reading, on));
      if (stream === undefined) continue;
      files.set(path, stream);
      // A file keeps its name when it moves to a folder; an unpacked tree may contain anything.
      for (const word of effect.from ?? []) {
        files.set(`${path}/${word.text.replace(/\/+$/, '').replace(/^.*[/:]/, '')}`, stream);
      }
      if (effect.tree === true) files.set(`${path}/`, stream);
    }
  }
  for (const effect of effects) {
    if (effect.kind === 'link' && effect.at !== undefined) {
      const at = resolveFile(effect.cwd, effect.at);
      const target = streamOfPath(effect.path, on);
      if (at !== undefined && (target.kind !== 'file' || target.path !== at)) files.set(at, target);
    }
    if (effect.kind === 'git' && effect.setting !== undefined) on.reader.gitSettings.set(...effect.setting);
    if (effect.kind !== 'delete' && effect.kind !== 'move') continue;
    const path = resolveFile(effect.cwd, effect.path);
    if (path !== undefined) files.delete(path);
  }
}

function contentOf(
  effect: EffectOf<'write'>,
  fetched: ReadonlySet<ShellWord | undefined>,
  on: Expansion,
  input: () => Stream,
): Stream | undefined {
  const download: Stream = { kind: 'remote', program: 'download' };
  if (effect.content !== undefined) {
    return effect.how === 'append' ? after(unknownStream, effect.content) : effect.content;
  }
  if (effect.from !== undefined) {
    return effect.from.map((word) => (fetched.has(word) ? download : streamOfPath(word, on))).reduce(after, silent);
  }
  if (fetched.size > 0) return download;
  const foreign = input();
  if (isForeign(foreign)) return foreign;
  return on.state.files.size > 0 ? unknownStream : undefined;
}
