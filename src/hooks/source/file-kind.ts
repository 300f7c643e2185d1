import path from 'node:path';
import { realTarget } from '../project/place';

/** What a file is to the gates, by its name alone. One definition for the whole product. */
interface NameKind {
  readonly language: Language | undefined;
  readonly test: boolean;
  /** Vendored, built or generated: not reviewed. */
  readonly vendored: boolean;
  /** Configures a tool. */
  readonly config: boolean;
  /** The agent's own folder (`.claude/`) inside this worktree. */
  readonly agentFolder: boolean;
}

export interface FileKind extends NameKind {
  /** Absolute, links in its folders resolved. */
  readonly path: string;
  /** From the root, with forward slashes; undefined if the file lies outside. */
  readonly relative: string | undefined;
}

const vendorSegments = new Set([
  'node_modules', 'bower_components', 'vendor', 'third_party', 'dist', 'build', 'out', 'target', '.next', '.nuxt', '.svelte-kit',
  '.output', '.turbo', '.cache', '__pycache__', '.pytest_cache', '.mypy_cache', '.tox', '.venv', 'venv', 'site-packages', 'coverage', '.git', '.gradle',
]); // prettier-ignore

const testSegments = new Set(['test', 'tests', '__tests__', '__mocks__', 'spec', 'specs', 'e2e', 'testdata']);

/** Test files by their own name: `basket.test.ts`, `basket_test.go`, `basket_spec.rb`, `test_basket.py`, … */
const testName = /\.(?:test|spec|e2e|cy)\.[^.]+$|_test\.[^.]+$|_spec\.rb$|^test_[^/]*\.py$|^conftest\.py$|\.bats$/i;
/** `BasketTest.java`: there capitals tell it from a word that ends so. */
const testClassName = /(?:Test|Tests|IT|Spec)\.(?:java|kt|scala|cs|swift|groovy)$|Test\.php$/;

const generatedName = /\.(?:generated|gen|min|bundle)\.[^.]+$|_pb2?(?:_grpc)?\.(?:py|go|rb)$|\.pb\.go$|\.d\.ts$/i;

const configName = /\.config\.[^.]+$|^\.[^/]*rc\.[cm]?js$|^setup\.py$/i;

/** The kind of a file by its path from the root; no file is touched. */
export function nameKind(relative: string): NameKind {
  const folders = relative.split('/').slice(0, -1);
  const name = path.posix.basename(relative);
  return {
    language: languageOf(relative),
    test:
      testName.test(name) ||
      testClassName.test(name) ||
      folders.some((folder) => testSegments.has(folder.toLowerCase())),
    vendored: folders.some((folder) => vendorSegments.has(folder)) || generatedName.test(name),
    config: configName.test(name),
    agentFolder: folders[0] === '.claude',
  };
}

/**
 * The kind of a file that a tool names: relative, absolute, through links, perhaps not there yet. `folderAt` follows the
 * links of its folder.
 */
export function fileKind(root: string, file: string, folderAt = (folder: string) => realTarget(folder)): FileKind {
  const absolute = resolved(path.resolve(root, file), folderAt);
  const relative = path.relative(root, absolute).replaceAll(path.sep, '/');
  const inside = relative !== '' && relative !== '..' && !relative.startsWith('../') && !path.isAbsolute(relative);
  return {
    ...nameKind(inside ? relative : path.basename(absolute)),
    path: absolute,
    relative: inside ? relative : undefined,
  };
}

/** Source that a person answers for: not vendored, not configuration, not the agent's folder. */
export const isOwnSource = (kind: NameKind): boolean =>
  kind.language !== undefined && !kind.vendored && !kind.config && !kind.agentFolder;

/** Own source that is not a test. */
export const isProductSource = (kind: NameKind): boolean => isOwnSource(kind) && !kind.test;

/** Links in the folders are followed as far as they exist; the file itself may be a link, or new. */
const resolved = (file: string, folderAt: (folder: string) => string): string =>
  path.join(folderAt(path.dirname(file)), path.basename(file));

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
const markup = {
  line: ['//'],
  block: [
    ['<!--', '-->'],
    ['/*', '*/'],
  ],
  strings: ['`', '"', "'"],
  docStrings: false,
} as const;

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
  { name: 'Lua', extensions: ['lua'], line: ['--'], block: [['--[[', ']]']], strings: ['"', "'"], docStrings: false },
  { name: 'SQL', extensions: ['sql'], line: ['--'], block: [['/*', '*/']], strings: ["'", '"'], docStrings: false },
  { name: 'Haskell', extensions: ['hs'], line: ['--'], block: [['{-', '-}']], strings: ['"'], docStrings: false },
  { name: 'Notebook', extensions: ['ipynb'], ...hash },
];

const byExtension = new Map(languages.flatMap((language) => language.extensions.map((ext) => [ext, language])));

/** The language of a file by its name, in any case; undefined for what is not source. */
export function languageOf(path: string): Language | undefined {
  const dot = path.lastIndexOf('.');
  if (dot <= path.lastIndexOf('/') + 1) return undefined;
  return byExtension.get(path.slice(dot + 1).toLowerCase());
}

/** Names of files and folders that tools recreate. */
const regenerated =
  /^(?:\*\.py[co]|\*\.py\[c?o\w*\]|__pycache__|\.(?:pytest|mypy|ruff)_cache|\*\.egg-info|\.DS_Store|Thumbs\.db|\*\.o|\*\.class|\*\.gcda|\*\.gcno|\*~|\.?\*?\.sw[po]|\.ipynb_checkpoints|node_modules|\._\*|\*\.(?:\w+\.)*(?:(?:js|css)\.map|orig|rej|snap|tsbuildinfo|gcov|pyd|obj))$/;

/** Does this name or pattern stand for files that tools recreate? */
export const isRegenerated = (pattern: string): boolean => regenerated.test(pattern);

/** Does the path lie in a folder whose whole content a build writes? */
export const isBuilt = (path: string): boolean =>
  /(?:^|\/)(?:dist|build|out|target|coverage|node_modules|\.next|\.cache)(?:\/|$)/.test(path);

/** Folders that a package manager or tool fills, ignored by git or not. */
const filled =
  /(?:^|\/)(?:node_modules|__pycache__|\.(?:pytest|mypy|ruff)_cache|\.venv|\.tox|\.nox|\.gradle|\.parcel-cache|\.turbo|\.nuxt|\.svelte-kit|[^/]+\.egg-info)(?:\/|$)/;
const files = /(?:\.py[co]|\.o|\.class|\.gcda|\.gcno|\.sw[po]|~|\/\.DS_Store|\/Thumbs\.db)$/;
const logs = /\.(?:log|tmp|pid)$/;

/** Can this file be recreated? `ignored`: git ignores it. */
export const isReplaceable = (path: string, ignored: boolean): boolean =>
  filled.test(path) || files.test(`/${path}`) || (ignored && (isBuilt(path) || logs.test(path)));
