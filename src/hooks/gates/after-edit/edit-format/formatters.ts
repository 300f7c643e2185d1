import path from 'node:path';
import type { Site } from '../../../pipeline/site';
import { isFile, readText } from '../../../project/read-file';
import { toolFor, type Tool } from '../../../source/local-tool';

/** A formatter that is meant for a file. */
export interface Formatter {
  readonly name: string;
  /** The program; or why it is not run. */
  readonly tool: Exclude<Tool, { kind: 'not-installed' }>;
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
  /** Its configuration is plain data. */
  readonly inert?: true;
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
    inert: true,
    mention: { file: 'pyproject.toml', text: '[tool.ruff' },
    args: (file) => ['format', '--', file],
  },
  // gofmt knows no `--`; the path is absolute, so it cannot be taken for an option.
  {
    name: 'gofmt',
    extensions: ['go'],
    local: [],
    configs: [],
    canonical: true,
    inert: true,
    args: (file) => ['-w', file],
  },
  {
    // Not inert: rust-toolchain.toml names the toolchain, which may lie in the repository.
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
    const wanted =
      known.canonical === true ||
      (known.localIsEnough === true && known.local.some((name) => near(name) !== undefined)) ||
      known.configs.some((name) => near(name) !== undefined) ||
      mentioned(known, near);
    if (!wanted) continue;
    const wish = { name: known.name, inert: known.inert, own: known.local };
    const tool = toolFor(wish, path.dirname(file), site);
    if (tool.kind !== 'not-installed') return { name: known.name, tool, args: known.args(file, near) };
  }
  return undefined;
}

function upwards(from: string, top: string, name: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, name);
    if (isFile(candidate)) return candidate;
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
