import type { ShellWord, Stream } from '../../shell/invocation';
import { plainWord, wordOf } from '../../shell/reader/words';
import type { Action } from '../effect';
import { deletes, fetches, lists, machine, moves, reads, reveals, runs, sends, unclear, writes } from '../effect';
import { trashCan } from '../files';
import { windowsPath } from '../parts/windows-path';

/*
 * PowerShell: words, quotes, pipelines and the cmdlets with effects. An unknown command counts as a program. Brackets and
 * braces begin a stage of their own; computed values stay unknown.
 */

export interface PowerShellContext {
  readonly cwd: string | undefined;
  readonly home: string;
}

interface Word {
  readonly text: string;
  readonly quoted: boolean;
}

/** One command of a line; `piped` if it gets the output of the one before it. */
interface Stage {
  readonly words: readonly Word[];
  readonly piped: boolean;
}

/** The effects of a piece of PowerShell, as far as its words tell. */
export function readPowerShell(code: string, { cwd, home }: PowerShellContext): readonly Action[] {
  const stages = withValues(split(code));
  const line: Line = { stages, cwd, home, path: (text) => windowsPath(text, home, cwd) };
  const actions = stages.flatMap((stage, at) => stageActions(stage, at, line));
  return [...actions, ...runsDownload(line)];
}

/** Puts what `$x = 'text'` sets in place of `$x` in the stages after it. */
function withValues(stages: readonly Stage[]): readonly Stage[] {
  const values = new Map<string, string>();
  return stages.map((stage) => {
    const words = stage.words.map((word) => ({
      ...word,
      text: word.text.replace(/\$(\w+)(?![\w:=])/g, (name) => values.get(name.toLowerCase()) ?? name),
    }));
    const set = /^(\$\w+)\s*=\s*(\$home|\$env:\w+|[^$=]+)$/i.exec(stage.words.map(({ text }) => text).join(' '));
    if (set?.[1] !== undefined && set[2] !== undefined) values.set(set[1].toLowerCase(), set[2]);
    return set === null ? { ...stage, words } : stage;
  });
}

interface Line {
  readonly stages: readonly Stage[];
  readonly cwd: string | undefined;
  readonly home: string;
  path(text: string): string;
}

function split(code: string): readonly Stage[] {
  const stages: { words: Word[]; piped: boolean }[] = [{ words: [], piped: false }];
  let text = '';
  let quoted = false;
  const end = () => {
    if (text !== '' || quoted) stages.at(-1)?.words.push({ text, quoted });
    text = '';
    quoted = false;
  };
  for (let at = 0; at < code.length; at++) {
    const char = code[at] ?? '';
    if (char === '`') {
      at++;
      text += code[at] === '\n' ? '' : (code[at] ?? '');
    } else if (char === "'" || char === '"') {
      const close = code.indexOf(char, at + 1);
      const stop = close < 0 ? code.length : close;
      text += code.slice(at + 1, stop);
      quoted = true;
      at = stop;
    } else if (char === '#' && text === '') {
      const next = code.indexOf('\n', at);
      at = next < 0 ? code.length : next - 1;
    } else if (/[;|\n{}()]/.test(char) || (char === '&' && code[at + 1] === '&')) {
      end();
      stages.push({ words: [], piped: char === '|' && code[at + 1] !== '|' });
    } else if (/\s/.test(char)) end();
    else text += char;
  }
  end();
  // The call operator before a literal name of a program changes nothing.
  return stages
    .map(({ words, piped }) => ({
      piped,
      words: words[0]?.text === '&' && words[1]?.text.startsWith('$') === false ? words.slice(1) : words,
    }))
    .filter(({ words }) => words.length > 0);
}

/** The name of a cmdlet that an alias stands for. */
const names: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'remove-item': 'ri rm del erase rd rmdir',
    'get-childitem': 'gci ls dir',
    'get-content': 'gc cat type',
    'set-content': 'sc',
    'add-content': 'ac',
    'clear-content': 'clc',
    'copy-item': 'copy cp cpi',
    'move-item': 'move mv mi',
    'rename-item': 'ren rni',
    'new-item': 'ni mkdir md',
    'invoke-webrequest': 'iwr curl wget',
    'invoke-restmethod': 'irm',
    'invoke-expression': 'iex [scriptblock]::create',
    'start-process': 'saps start',
    'where-object': 'where ?',
    'foreach-object': 'foreach %',
    'set-location': 'cd sl chdir',
    'stop-process': 'kill spps',
    echo: 'write-output write-host write',
  }).flatMap(([name, others]) => others.split(' ').map((other) => [other, name])),
);

const bareName = (text: string): string => {
  const bare = text
    .toLowerCase()
    .replace(/^.*[\\/]/, '')
    .replace(/\.exe$/, '');
  return names[bare] ?? bare;
};

/** A parameter by any prefix of its name: `-rec` is `-Recurse`. */
const has = (words: readonly Word[], name: string): boolean =>
  words.some(
    ({ text, quoted }) => !quoted && text.length > 1 && name.startsWith(text.toLowerCase().replace(/:.*$/, '')),
  );

/** The value after a parameter. */
function valueOf(words: readonly Word[], ...full: readonly string[]): string | undefined {
  const at = words.findIndex(
    ({ text, quoted }) => !quoted && text.length > 2 && full.some((name) => name.startsWith(text.toLowerCase())),
  );
  return at < 0 ? undefined : words[at + 1]?.text;
}

const takesValue =
  /^-(?:path|literalpath|filter|fi|include|exclude|destination|dest|newname|value|itemtype|type|outfile|outf|uri|method|body|headers|encoding|name|erroraction|ea|depth|infile|argumentlist|filepath)$/i;

/** Words that belong to no parameter, and the paths after `-Path`; each entry of a list counts. */
function operands(words: readonly Word[]): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const { text, quoted } = words[at] ?? { text: '', quoted: false };
    if (redirect.test(text)) at++;
    else if (quoted || !/^-[a-z]/i.test(text)) found.push(...text.split(',').filter((piece) => piece !== ''));
    else if (takesValue.test(text) && !/^-(?:literal)?path$/i.test(text)) at++;
  }
  return found.filter((text) => !/^\/[a-z?]$/i.test(text));
}

const fetching = /^(?:invoke-webrequest|invoke-restmethod|start-bitstransfer)$/;
const destroying =
  /^(?:format-volume|clear-disk|initialize-disk|remove-partition|remove-physicaldisk|reset-physicaldisk)$/;
const fromNetwork =
  /downloadstring|downloadfile|downloaddata|invoke-webrequest|\biwr\b|\birm\b|invoke-restmethod|https?:/i;
const remote: Stream = { kind: 'remote', program: 'powershell' };

/** One cmdlet of a line, with what its readers ask for. */
interface Use {
  readonly name: Word;
  readonly words: readonly Word[];
  /** Its operands. */
  readonly paths: readonly string[];
  /** The stage whose output it gets. */
  readonly input: Stage | undefined;
  readonly piped: boolean;
  /** The stages after it. */
  readonly later: readonly Stage[];
  readonly line: Line;
  readonly word: (text: string) => ShellWord;
}

function stageActions({ words: [name, ...words], piped }: Stage, at: number, line: Line): readonly Action[] {
  if (name === undefined) return [];
  const bare = bareName(name.text);
  const before = line.stages.slice(0, at);
  const use: Use = {
    name,
    words,
    paths: operands(words),
    input: piped ? before.findLast(({ words: [first] }) => bareName(first?.text ?? '') !== 'where-object') : undefined,
    piped,
    later: line.stages.slice(at + 1),
    line,
    word: (text) => wordFor(line.path(text)),
  };
  const cmdlet = Object.hasOwn(cmdlets, bare) ? cmdlets[bare] : undefined;
  return cmdlet === undefined ? otherActions(bare, use) : cmdlet(use);
}

const redirects = ({ words, word }: Use): readonly Action[] => redirected(words).map((text) => writes(word(text)));

/** Writes into its first operand. */
const overwrites = ({ paths, word }: Use): readonly Action[] => paths.slice(0, 1).map((text) => writes(word(text)));

const losesSettings = () => [machine('drop-settings', 'deletes what Windows keeps')];
const halts = () => [machine('halt')];

const cmdlets: Readonly<Record<string, (use: Use) => readonly Action[]>> = {
  'remove-item': removal,
  'get-childitem': (use) => [
    ...(use.paths.length === 0 ? ['.'] : use.paths).map((text) =>
      /^env:/i.test(text) ? reveals('every variable') : lists(use.word(text)),
    ),
    ...redirects(use),
  ],
  'get-content': (use) => [...use.paths.map((text) => reads(use.word(text))), ...redirects(use)],
  'set-content': overwrites,
  'out-file': overwrites,
  'tee-object': overwrites,
  'add-content': ({ paths, word }) => paths.slice(0, 1).map((text) => writes(word(text), { how: 'append' })),
  'clear-content': ({ paths, word }) => paths.map((text) => writes(word(text))),
  'new-item': ({ paths, word }) => paths.map((text) => writes(word(text), { how: 'create' })),
  'copy-item': (use) => transfer(use, (source) => reads(source, has(use.words, '-recurse'))),
  'move-item': (use) => transfer(use, moves),
  'rename-item': (use) => transfer(use, moves),
  'invoke-webrequest': (use) => [...fetched(use), ...redirects(use)],
  'invoke-restmethod': (use) => [...fetched(use), ...redirects(use)],
  'start-bitstransfer': (use) => [...fetched(use), ...redirects(use)],
  'invoke-expression': evaluation,
  'clear-recyclebin': () => [deletes(trashCan, { recursive: true, force: true, shreds: true })],
  'clear-eventlog': losesSettings,
  'remove-service': losesSettings,
  'stop-computer': halts,
  'restart-computer': halts,
  shutdown: ({ words }) => (words.some(({ text }) => /^[-/](?:a|\?)$/i.test(text)) ? [] : halts()),
  format: ({ words }) => (words.some(({ text }) => /^[a-z]:$/i.test(text)) ? [machine('destroy-disk')] : []),
  'stop-process': () => [machine('processes', 'ends processes')],
  'start-process': ({ paths, words }) => {
    const at = words.findIndex(({ text }) => /^-a(?:rg\w*)?$/i.test(text));
    const given = at < 0 ? [] : words.slice(at + 1);
    const next = given.findIndex(({ text, quoted }) => !quoted && text.startsWith('-'));
    const args = given.slice(0, next < 0 ? given.length : next).flatMap(({ text }) => text.split(/[\s,]+/));
    const all = [...paths.slice(0, 1), ...(args.length === 0 ? paths.slice(1) : args)].map((text) => plainWord(text));
    return all.length === 0 ? [] : [runs({ form: 'command', words: all })];
  },
  powershell: () => [unclear('computes what it runs')],
  pwsh: () => [unclear('computes what it runs')],
  '&': callOfVariable,
  '.': callOfVariable,
};

function removal({ words, paths, input, line, word }: Use): readonly Action[] {
  if (has(words, '-whatif') && words.some(({ text }) => /^-wh/i.test(text))) return [];
  const recursive = has(words, '-recurse') || words.some(({ text }) => /^(?:-rf|-fr|\/s)$/i.test(text));
  const key = paths.find((text) => /^(?:HK[A-Z]+:|registry::)/i.test(text));
  if (key !== undefined) return [machine('drop-settings', `deletes ${key} of the registry`)];
  const each = line.stages.find(({ words: [first] }) => bareName(first?.text ?? '') === 'get-childitem');
  const found =
    paths.length === 0
      ? listed(input, line)
      : paths.flatMap((text) => (/^\$(?:_|psitem)(?:\.\w+)?$/i.test(text) ? listed(each, line) : [word(text)]));
  return found.map((path) => deletes(path, { recursive, force: recursive }));
}

/** A copy or a move: what becomes of the source, and the target that it is written to. */
function transfer(
  { words, paths, word }: Use,
  sourceAction: (source: ShellWord, target: ShellWord | undefined) => Action,
): readonly Action[] {
  const [source] = paths.map(word);
  if (source === undefined) return [];
  const into = valueOf(words, '-destination', '-newname') ?? paths[1];
  const target = into === undefined ? undefined : word(into);
  return [sourceAction(source, target), ...(target === undefined ? [] : [writes(target, { from: [source] })])];
}

function evaluation({ name, words, input, piped, later, line }: Use): readonly Action[] {
  const text = [name, ...words].map((one) => one.text).join(' ');
  const alone = words.length === 0;
  const foreign = fromNetwork.test(text) || (input !== undefined && isFetch(input)) || (alone && later.some(isFetch));
  const computes = unclear('computes what it runs');
  const given = words.filter((one) => !/^-c(?:ommand)?$/i.test(one.text));
  const [only] = given.length === 0 && input?.words.length === 1 ? input.words : given;
  const known = only?.quoted === true && !/[$(]/.test(only.text) ? only.text : undefined;
  if (known !== undefined && !foreign) return [computes, ...readPowerShell(known, line)];
  if (!foreign && (!alone || piped)) return [computes];
  return [computes, runs({ form: 'input', language: 'powershell', stdin: remote, via: 'iex' })];
}

function callOfVariable({ words: [first] }: Use): readonly Action[] {
  return first?.text.startsWith('$') === true ? [unclear('computes what it runs')] : [];
}

/** A command that is no cmdlet of the table: a program, or a cmdlet, keyword, variable or type without a known effect. */
function otherActions(bare: string, use: Use): readonly Action[] {
  const { name, words, later, word } = use;
  if (destroying.test(bare)) return [machine('destroy-disk')];
  if (/^\$env:\w+$/i.test(name.text)) {
    return [runs({ form: 'command', words: [plainWord('echo'), wordFor(name.text)] })];
  }
  const library = /^\[(?:system\.)?io\.(?:directory|file)(?:info)?\]::(\w+)$/i.exec(name.text)?.[1]?.toLowerCase();
  if (library !== undefined) return byLibrary(library, later[0], word);
  if (/^[a-z]+-[a-z]+$/.test(bare) || /^[$[@%?-]/.test(name.text) || keyword.test(bare)) return redirects(use);
  const args = words.filter(({ text }) => !redirect.test(text)).map(({ text }) => wordFor(text));
  return [runs({ form: 'command', words: [plainWord(bare), ...args], via: 'powershell' }), ...redirects(use)];
}

const keyword =
  /^(?:if|else|elseif|foreach|for|while|do|switch|try|catch|finally|function|param|return|throw|exit|in)$/;

/** `$dir` is not known, `$env:NAME` a variable of the environment. */
function wordFor(text: string): ShellWord {
  if (!/\$\w|\$\{/.test(text)) return { ...plainWord(text), glob: /[*?]/.test(text) };
  const name = /^\$\{?env:(\w+)\}?$/i.exec(text)?.[1];
  return wordOf(
    [{ kind: 'unknown', text: name === undefined ? text : `$${name}`, why: 'variable', quoted: true, name }],
    text,
    undefined,
  );
}

const redirect = /^[12*]?>>?$/;

function redirected(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text }, at) => {
    const before = words[at - 1];
    return before !== undefined && !before.quoted && redirect.test(before.text) ? [text] : [];
  });
}

/** The output of `Get-ChildItem x | …`: everything in x, or the files that pass its tests. */
function listed(input: Stage | undefined, line: Line): readonly ShellWord[] {
  const [name, ...words] = input?.words ?? [];
  if (name === undefined || bareName(name.text) !== 'get-childitem') return [];
  const roots = operands(words).filter((text) => !/^env:/i.test(text));
  const only = valueOf(words, '-filter', '-include');
  const filters = line.stages.some(({ words: [first] }) => bareName(first?.text ?? '') === 'where-object');
  const found = {
    roots: (roots.length === 0 ? ['.'] : roots).map((text) => wordFor(line.path(text))),
    cwd: line.cwd,
    only: { ...(only === undefined ? {} : { names: [only] }), ...(filters ? { open: true } : {}) },
  };
  return [wordOf([{ kind: 'unknown', text: '…', why: 'input', quoted: true, found }], '…', undefined)];
}

function fetched({ words, paths, word }: Use): readonly Action[] {
  const [first, second] = paths.map((text) => plainWord(text));
  const uri = valueOf(words, '-uri');
  const from = uri === undefined ? first : plainWord(uri);
  const into = valueOf(words, '-outfile', '-destination') ?? (first === from ? second?.text : undefined);
  const body = valueOf(words, '-body', '-infile');
  return [
    fetches(from),
    ...(into === undefined ? [] : [writes(word(into), { from: from === undefined ? [] : [from] })]),
    ...(body === undefined ? [] : [sends(from, { what: [wordFor(body)] })]),
  ];
}

const isFetch = ({ words }: Stage): boolean =>
  fetching.test(bareName(words[0]?.text ?? '')) || fromNetwork.test(words.map(({ text }) => text).join(' '));

/** Methods of `[IO.File]` and `[IO.Directory]`; their arguments follow in parentheses. */
function byLibrary(method: string, next: Stage | undefined, word: (text: string) => ShellWord): readonly Action[] {
  const [first, second] = (next?.words.map(({ text }) => text).join(' ') ?? '').split(/\s*,\s*/);
  if (first === undefined || first === '') return [];
  if (method === 'delete') {
    const recursive = second !== undefined && !/false/i.test(second);
    return [deletes(word(first), { recursive, force: recursive })];
  }
  if (/^(?:writeall|create)/.test(method)) return [writes(word(first))];
  if (method.startsWith('appendall')) return [writes(word(first), { how: 'append' })];
  if (/^(?:move|replace)$/.test(method)) return [moves(word(first), second === undefined ? undefined : word(second))];
  return /^(?:readall|open)/.test(method) ? [reads(word(first))] : [];
}

const runners = /^(?:[&.]|powershell|pwsh|start-process|cmd|sh|bash|python\d?|node)$/;

/** `iwr … -OutFile x.ps1; ./x.ps1`. */
function runsDownload({ stages }: Line): readonly Action[] {
  const fetchedFiles = new Set<string>();
  const plain = (text: string) => text.replace(/^\.[\\/]/, '').toLowerCase();
  for (const [
    at,
    {
      words: [name, ...words],
    },
  ] of stages.entries()) {
    if (name === undefined) continue;
    if (/\.downloadfile$/i.test(name.text)) {
      const file = /,\s*(\S+)$/.exec(stages[at + 1]?.words.map(({ text }) => text).join(' ') ?? '')?.[1];
      if (file !== undefined) fetchedFiles.add(plain(file));
      continue;
    }
    const given = [name, ...words].filter(({ text }) => !text.startsWith('-'));
    const bare = bareName(name.text);
    const ran =
      fetchedFiles.has(plain(name.text)) ||
      (runners.test(bare) && given.some(({ text }) => fetchedFiles.has(plain(text))));
    if (ran) return [runs({ form: 'input', language: 'powershell', stdin: remote, via: 'powershell' })];
    if (!fetching.test(bare)) continue;
    const file =
      valueOf(words, '-outfile', '-destination', '-output') ??
      words.find((_one, at) => /^-o$/i.test(words[at - 1]?.text ?? ''))?.text ??
      operands(words)[1];
    if (file !== undefined) fetchedFiles.add(plain(file));
  }
  return [];
}
