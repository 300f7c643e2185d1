/** How a language writes its comments; the one table that every gate reads. */
export interface Language {
  readonly name: string;
  readonly extensions: readonly string[];
  /** What starts a comment to the end of the line. */
  readonly line: readonly string[];
  readonly block: readonly (readonly [open: string, close: string])[];
  /** String delimiters, longest first: what stands inside is not a comment. */
  readonly strings: readonly string[];
  /** A string that documents when it stands first (Python's docstring). */
  readonly docStrings: boolean;
}

const c = { line: ['//'], block: [['/*', '*/']], strings: ['"', "'"], docStrings: false } as const;
const script = { ...c, strings: ['`', '"', "'"] } as const;
const hash = { line: ['#'], block: [], strings: ['"', "'"], docStrings: false } as const;
const markup = { line: ['//'], block: [['<!--', '-->'], ['/*', '*/']], strings: ['`', '"', "'"], docStrings: false } as const; // prettier-ignore

export const languages: readonly Language[] = [
  { name: 'TypeScript', extensions: ['ts', 'tsx', 'mts', 'cts'], ...script },
  { name: 'JavaScript', extensions: ['js', 'jsx', 'mjs', 'cjs'], ...script },
  { name: 'Vue', extensions: ['vue'], ...markup },
  { name: 'Svelte', extensions: ['svelte'], ...markup },
  { name: 'Astro', extensions: ['astro'], ...markup },
  {
    name: 'Python',
    extensions: ['py', 'pyw', 'pyi'],
    line: ['#'],
    block: [],
    strings: ['"""', "'''", '"', "'"],
    docStrings: true,
  },
  { name: 'Rust', extensions: ['rs'], ...c, strings: ['"'] },
  { name: 'Go', extensions: ['go'], ...c, strings: ['`', '"', "'"] },
  { name: 'Java', extensions: ['java'], ...c },
  { name: 'Kotlin', extensions: ['kt', 'kts'], ...c, strings: ['"""', '"', "'"] },
  { name: 'Swift', extensions: ['swift'], ...c, strings: ['"""', '"'] },
  { name: 'Scala', extensions: ['scala', 'sc'], ...c, strings: ['"""', '"', "'"] },
  { name: 'C', extensions: ['c', 'h'], ...c },
  { name: 'C++', extensions: ['cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx'], ...c },
  { name: 'C#', extensions: ['cs'], ...c },
  { name: 'Objective-C', extensions: ['m', 'mm'], ...c },
  { name: 'Dart', extensions: ['dart'], ...c, strings: ["'''", '"""', '"', "'"] },
  { name: 'Zig', extensions: ['zig'], line: ['//'], block: [], strings: ['"', "'"], docStrings: false },
  { name: 'PHP', extensions: ['php'], ...c, line: ['//', '#'] },
  { name: 'Ruby', extensions: ['rb', 'rake'], ...hash, block: [['=begin', '=end']] },
  { name: 'Shell', extensions: ['sh', 'bash', 'zsh', 'fish'], ...hash },
  { name: 'PowerShell', extensions: ['ps1', 'psm1'], ...hash, block: [['<#', '#>']] },
  { name: 'Perl', extensions: ['pl', 'pm'], ...hash },
  { name: 'R', extensions: ['r'], ...hash },
  { name: 'Elixir', extensions: ['ex', 'exs'], ...hash, strings: ['"""', '"', "'"] },
  { name: 'Julia', extensions: ['jl'], ...hash, block: [['#=', '=#']], strings: ['"""', '"'] },
  {
    name: 'Lua',
    extensions: ['lua'],
    line: ['--'],
    block: [['--[[', ']]']],
    strings: ['"', "'"],
    docStrings: false,
  },
  {
    name: 'SQL',
    extensions: ['sql'],
    line: ['--'],
    block: [['/*', '*/']],
    strings: ["'", '"'],
    docStrings: false,
  },
  {
    name: 'Haskell',
    extensions: ['hs'],
    line: ['--'],
    block: [['{-', '-}']],
    strings: ['"'],
    docStrings: false,
  },
  { name: 'Notebook', extensions: ['ipynb'], ...hash },
];

const byExtension = new Map(languages.flatMap((language) => language.extensions.map((ext) => [ext, language])));

/** The language of a file by its name, in any case; undefined for what is not source. */
export function languageOf(path: string): Language | undefined {
  const dot = path.lastIndexOf('.');
  if (dot <= path.lastIndexOf('/') + 1) return undefined;
  return byExtension.get(path.slice(dot + 1).toLowerCase());
}
