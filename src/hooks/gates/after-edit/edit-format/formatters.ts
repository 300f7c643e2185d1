import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import type { Site } from '../../../pipeline/site';
import { readText } from '../../../project/read-file';

/** A formatter that is installed and meant for a file. */
export interface Formatter {
  readonly name: string;
  readonly program: string;
  /** The file goes last, behind `--` where the program knows it. */
  readonly args: readonly string[];
}

interface Known {
  readonly name: string;
  readonly extensions: readonly string[];
  /** Where the project keeps the program, in order; from each folder up to the worktree's top. */
  readonly local: readonly string[];
  /** Files that say the project uses it. */
  readonly configs: readonly string[];
  /** A mention in a shared configuration file that says the same. */
  readonly mention?: { readonly file: string; readonly text: string };
  /** The language has one style: being installed is enough. */
  readonly canonical?: true;
  /** Being installed in the project is enough. */
  readonly localIsEnough?: true;
  readonly args: (file: string, near: (name: string) => string | undefined) => readonly string[];
}

const web = ['ts', 'tsx', 'js', 'jsx', 'mjs', 'cjs', 'mts', 'cts', 'json', 'jsonc', 'css'];

const formatters: readonly Known[] = [
  {
    name: 'biome',
    extensions: [...web, 'graphql'],
    local: ['node_modules/.bin/biome'],
    configs: ['biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc'],
    args: (file) => ['format', '--write', '--no-errors-on-unmatched', '--', file],
  },
  {
    name: 'prettier',
    extensions: [...web, 'md', 'mdx', 'yaml', 'yml', 'html', 'vue', 'svelte', 'scss', 'less', 'graphql'],
    local: ['node_modules/.bin/prettier'],
    configs: [
      '.prettierrc',
      '.prettierrc.json',
      '.prettierrc.yaml',
      '.prettierrc.yml',
      '.prettierrc.toml',
      '.prettierrc.js',
      '.prettierrc.mjs',
      '.prettierrc.cjs',
      'prettier.config.js',
      'prettier.config.mjs',
      'prettier.config.cjs',
      'prettier.config.ts',
    ],
    localIsEnough: true,
    args: (file) => ['--write', '--ignore-unknown', '--', file],
  },
  {
    name: 'ruff',
    extensions: ['py', 'pyi'],
    local: ['.venv/bin/ruff', 'venv/bin/ruff'],
    configs: ['ruff.toml', '.ruff.toml'],
    mention: { file: 'pyproject.toml', text: '[tool.ruff' },
    args: (file) => ['format', '--', file],
  },
  // gofmt knows no `--`; the path is absolute, so it cannot be taken for an option.
  { name: 'gofmt', extensions: ['go'], local: [], configs: [], canonical: true, args: (file) => ['-w', file] },
  {
    name: 'rustfmt',
    extensions: ['rs'],
    local: [],
    configs: [],
    canonical: true,
    args: (file, near) => ['--edition', edition(near('Cargo.toml')), '--', file],
  },
];

/** The formatter of a file: the first that the project uses and the machine has. Nothing is ever fetched. */
export function formatterFor(file: string, site: Site): Formatter | undefined {
  const extension = path.extname(file).slice(1).toLowerCase();
  const near = (name: string) => upwards(path.dirname(file), site.root, name);
  for (const known of formatters) {
    if (!known.extensions.includes(extension)) continue;
    const own = known.local.map(near).find((program) => program !== undefined && isProgram(program));
    const wanted =
      known.canonical === true ||
      (own !== undefined && known.localIsEnough === true) ||
      known.configs.some((name) => near(name) !== undefined) ||
      mentioned(known, near);
    if (!wanted) continue;
    const program = own ?? onPath(known.name, site.env.PATH);
    if (program !== undefined) return { name: known.name, program, args: known.args(file, near) };
  }
  return undefined;
}

function upwards(from: string, top: string, name: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, name);
    if (statSync(candidate, { throwIfNoEntry: false })?.isFile() === true) return candidate;
    if (folder === top || folder === path.dirname(folder)) return undefined;
  }
}

function mentioned({ mention }: Known, near: (name: string) => string | undefined): boolean {
  const file = mention === undefined ? undefined : near(mention.file);
  return file !== undefined && mention !== undefined && (readText(file) ?? '').includes(mention.text);
}

function edition(cargo: string | undefined): string {
  return /^\s*edition\s*=\s*"(\d{4})"/m.exec(cargo === undefined ? '' : (readText(cargo) ?? ''))?.[1] ?? '2021';
}

function onPath(name: string, search: string | undefined): string | undefined {
  for (const folder of (search ?? '').split(path.delimiter)) {
    if (!path.isAbsolute(folder)) continue;
    const program = path.join(folder, name);
    if (isProgram(program)) return program;
  }
  return undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
