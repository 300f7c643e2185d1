import type { ShellWord, Stream } from '../../shell/invocation';
import { plainWord, wordOf } from '../../shell/reader/words';
import {
  deletes,
  fetches,
  lists,
  machine,
  moves,
  reads,
  reveals,
  runs,
  sends,
  unclear,
  writes,
  type Action,
} from '../effect';
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
  const stages = split(code);
  const line: Line = { stages, cwd, path: (text) => windowsPath(text, home, cwd) };
  const actions = stages.flatMap((stage, at) => stageActions(stage, at, line));
  return [...actions, ...runsDownload(line)];
}

interface Line {
  readonly stages: readonly Stage[];
  readonly cwd: string | undefined;
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
    })) // prettier-ignore
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
  const bare = text.toLowerCase().replace(/^.*[\\/]/, '').replace(/\.exe$/, ''); // prettier-ignore
  return names[bare] ?? bare;
};

/** A parameter by any prefix of its name: `-rec` is `-Recurse`. */
const has = (words: readonly Word[], ...full: readonly string[]): boolean =>
  words.some(({ text, quoted }) => !quoted && text.length > 1 && full.some((name) => name.startsWith(text.toLowerCase().replace(/:.*$/, '')))); // prettier-ignore

/** The value after a parameter. */
function valueOf(words: readonly Word[], ...full: readonly string[]): string | undefined {
  const at = words.findIndex(({ text, quoted }) => !quoted && text.length > 2 && full.some((name) => name.startsWith(text.toLowerCase()))); // prettier-ignore
  return at < 0 ? undefined : words[at + 1]?.text;
}

const takesValue =
  /^-(?:path|literalpath|filter|fi|include|exclude|destination|dest|newname|value|itemtype|type|outfile|outf|uri|method|body|headers|encoding|name|erroraction|ea|depth|infile|argumentlist|filepath)$/i;

/** Words that belong to no parameter, and the paths after `-Path`; each entry of a list counts. */
function operands(words: readonly Word[]): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const { text, quoted } = words[at] ?? { text: '', quoted: false };
    if (/^[12*]?>>?$/.test(text)) at++;
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

function stageActions({ words: [name, ...words], piped }: Stage, at: number, line: Line): readonly Action[] {
  if (name === undefined) return [];
  const word = (text: string): ShellWord => wordFor(line.path(text));
  const to = redirected(words).map((text) => writes(word(text)));
  const paths = operands(words);
  const bare = bareName(name.text);
  const input = piped ? line.stages.slice(0, at).findLast(({ words: [first] }) => bareName(first?.text ?? '') !== 'where-object') : undefined; // prettier-ignore
  switch (bare) {
    case 'remove-item': {
      if (has(words, '-whatif') && words.some(({ text }) => /^-wh/i.test(text))) return [];
      const recursive = has(words, '-recurse') || words.some(({ text }) => /^(?:-rf|-fr|\/s)$/i.test(text));
      const key = paths.find((text) => /^(?:HK[A-Z]+:|registry::)/i.test(text));
      if (key !== undefined) return [machine('drop-settings', `deletes ${key} of the registry`)];
      const found = paths.length === 0 ? listed(input, line) : paths.map(word);
      return found.map((path) => deletes(path, { recursive, force: recursive }));
    }
    case 'get-childitem':
      return [...(paths.length === 0 ? ['.'] : paths).flatMap((text): readonly Action[] => (/^env:/i.test(text) ? [reveals('every variable')] : [lists(word(text))])), ...to]; // prettier-ignore
    case 'get-content':
      return [...paths.map((text) => reads(word(text))), ...to];
    case 'set-content':
    case 'out-file':
    case 'tee-object':
      return paths.slice(0, 1).map((text) => writes(word(text)));
    case 'add-content':
      return paths.slice(0, 1).map((text) => writes(word(text), { how: 'append' }));
    case 'clear-content':
      return paths.map((text) => writes(word(text)));
    case 'new-item':
      return paths.map((text) => writes(word(text), { how: 'create' }));
    case 'copy-item':
    case 'move-item':
    case 'rename-item': {
      const target = valueOf(words, '-destination', '-newname') ?? paths[1];
      const [source] = paths;
      if (source === undefined) return [];
      const gone = bare === 'copy-item' ? [reads(word(source), has(words, '-recurse'))] : [moves(word(source), target === undefined ? undefined : word(target))]; // prettier-ignore
      return [...gone, ...(target === undefined ? [] : [writes(word(target), { from: [word(source)] })])];
    }
    case 'invoke-webrequest':
    case 'invoke-restmethod':
    case 'start-bitstransfer':
      return [...fetched(words, paths, word), ...to];
    case 'invoke-expression': {
      const text = [name, ...words].map((one) => one.text).join(' ');
      const foreign = fromNetwork.test(text) || (input !== undefined && isFetch(input)) || (words.length === 0 && line.stages.slice(at + 1).some(isFetch)); // prettier-ignore
      return [
        unclear('computes what it runs'),
        ...(foreign || (words.length === 0 && !piped) ? [runs({ form: 'input', language: 'powershell', stdin: remote, via: 'iex' })] : []), // prettier-ignore
      ];
    }
    case 'clear-recyclebin':
      return [deletes(trashCan, { recursive: true, force: true, shreds: true })];
    case 'clear-eventlog':
    case 'remove-service':
      return [machine('drop-settings', 'deletes what Windows keeps')];
    case 'stop-computer':
    case 'restart-computer':
      return [machine('halt')];
    case 'shutdown':
      return words.some(({ text }) => /^[-/](?:a|\?)$/i.test(text)) ? [] : [machine('halt')];
    case 'format':
      return words.some(({ text }) => /^[a-z]:$/i.test(text)) ? [machine('destroy-disk')] : [];
    case 'stop-process':
      return [machine('processes', 'ends processes')];
    case 'start-process':
      return paths.length === 0 ? [] : [runs({ form: 'command', words: paths.map((text) => plainWord(text)) })];
    case 'powershell':
    case 'pwsh':
      return [unclear('computes what it runs')];
    case '&':
    case '.':
      return words[0]?.text.startsWith('$') === true ? [unclear('computes what it runs')] : [];
  }
  if (destroying.test(bare)) return [machine('destroy-disk')];
  if (/^\$env:\w+$/i.test(name.text))
    return [runs({ form: 'command', words: [plainWord('echo'), wordFor(name.text)] })];
  const library = /^\[(?:system\.)?io\.(?:directory|file)(?:info)?\]::(\w+)$/i.exec(name.text)?.[1]?.toLowerCase();
  if (library !== undefined) return byLibrary(library, line.stages[at + 1], word);
  // Unlisted cmdlets, keywords, variables and types have no known effect.
  if (/^[a-z]+-[a-z]+$/.test(bare) || /^[$[@%?-]/.test(name.text) || keyword.test(bare)) return to;
  return [runs({ form: 'command', words: [plainWord(bare), ...words.filter(({ text }) => !/^[12*]?>>?$/.test(text)).map(({ text }) => wordFor(text))], via: 'powershell' }), ...to]; // prettier-ignore
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

function redirected(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text, quoted }, at) => (!quoted && /^[12*]?>>?$/.test(text) && words[at + 1] !== undefined ? [words[at + 1]?.text ?? ''] : [])); // prettier-ignore
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

function fetched(
  words: readonly Word[],
  paths: readonly string[],
  word: (text: string) => ShellWord,
): readonly Action[] {
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

const isFetch = ({ words: [name, ...words] }: Stage): boolean =>
  name !== undefined && (fetching.test(bareName(name.text)) || fromNetwork.test([name, ...words].map(({ text }) => text).join(' '))); // prettier-ignore

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
  for (const {
    words: [name, ...words],
  } of stages) {
    if (name === undefined) continue;
    const given = [name, ...words].filter(({ text }) => !text.startsWith('-'));
    const bare = bareName(name.text);
    const ran = fetchedFiles.has(plain(name.text)) || (runners.test(bare) && given.some(({ text }) => fetchedFiles.has(plain(text)))); // prettier-ignore
    if (ran) return [runs({ form: 'input', language: 'powershell', stdin: remote, via: 'powershell' })];
    if (!fetching.test(bare)) continue;
    const file = valueOf(words, '-outfile', '-destination', '-output') ?? words.find((_one, at) => /^-o$/i.test(words[at - 1]?.text ?? ''))?.text ?? operands(words)[1]; // prettier-ignore
    if (file !== undefined) fetchedFiles.add(plain(file));
  }
  return [];
}
