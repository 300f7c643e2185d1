import { lstatSync } from 'node:fs';
import path from 'node:path';
import { type EvidenceKind, type Plane, planeOf } from '../../evidence/evidence';
import { gate, changedFlags, context, message, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { isFile, readBytes, readText } from '../../project/read-file';
import type { PostToolUse } from '../../protocol/call';
import { editOf, editTools } from '../../protocol/tools';
import { projectFile, type ProjectFile, unignored } from '../../review/owed';
import { type Tool, toolFor, untrusted } from '../../source/local-tool';

const formatMs = 10_000;
const kinds: readonly EvidenceKind[] = ['code_review', 'doc_review', 'precommit', 'tests'];

/** Formats an edited file with what the project has installed, and tells the agent when that changed it. */
export const editFormat = gate({
  id: 'edit-format',
  title: 'Edit format',
  summary:
    'Formats an edited file with the installed prettier, biome, ruff, gofmt or rustfmt (never fetched, ten seconds at most) and tells the agent that the file has changed; HOOK_NO_FORMAT=1 turns it off.',
  events: ['PostToolUse'],
  tools: editTools,
  posture: 'open',
  level: { observe: 'off', standard: 'enforce', harness: 'enforce' },
  deadlineMs: 20_000,
  async decide(call, site) {
    if (site.env.HOOK_NO_FORMAT === '1') return pass('HOOK_NO_FORMAT=1');
    const edit = editOf(call);
    const file = edit === undefined ? undefined : projectFile(edit.path, site);
    if (file === undefined) return pass('not a file of this project');
    const absolute = path.join(site.root, file.relative);
    if (lstatSync(absolute, { throwIfNoEntry: false })?.isFile() !== true) return pass('no regular file');
    const formatter = formatterFor(absolute, site);
    if (formatter === undefined) return pass('no formatter is installed for this file');
    const { name, tool, args } = formatter;
    if (tool.kind === 'untrusted') return untrusted(name, site, call.sessionId);
    if ((await unignored([file], site)).length === 0) return pass('git ignores the file');
    return format(file, { name, program: tool.program, args }, call, site);
  },
});

async function format(
  { relative, plane }: ProjectFile,
  formatter: { readonly name: string; readonly program: string; readonly args: readonly string[] },
  call: PostToolUse,
  site: Site,
): Promise<Ruling | readonly Ruling[]> {
  const file = path.join(site.root, relative);
  const before = readBytes(file);
  if (before === undefined) return pass('it cannot be read');
  const passed = await standingPasses(plane, site);
  const run = await site.exec(formatter.program, formatter.args, { cwd: site.root, timeoutMs: formatMs });
  if (run.outcome === 'timed-out') {
    const text = `${formatter.name} did not finish ${relative} within ${formatMs / 1000} s and was stopped.`;
    return message(text, text);
  }
  if (run.code !== 0) return pass(`${formatter.name} could not format the file: ${run.stderr.trim().slice(0, 200)}`);
  if (readBytes(file)?.equals(before) === true) return pass(`${formatter.name}: nothing to change`);
  for (const kind of passed) {
    await site.evidence.record(kind, {
      verdict: 'pass',
      rule: `${formatter.name} formatted ${relative} after the pass`,
      call,
    });
  }
  const told = context(
    `${formatter.name} reformatted ${relative} after your edit; its text on disk differs from what you wrote. Read it again before you edit it.`,
    `${formatter.name} changed ${relative}`,
  );
  if (passed.length === 0) return told;
  const flags = Object.fromEntries(passed.map((kind) => [kind, 'passed'] as const));
  return [changedFlags(`${passed.join(', ')} hold for the formatted file`, flags), told];
}

/** Passes that hold for the file as it was edited: a formatter changes its form, not what was judged. */
async function standingPasses(plane: Plane, site: Site): Promise<readonly EvidenceKind[]> {
  const flags = await Promise.all(
    kinds.filter((kind) => planeOf[kind] === plane).map((kind) => site.evidence.status(kind)),
  );
  return flags.filter(({ status }) => status === 'passed').map(({ kind }) => kind);
}

/** A formatter that is meant for a file. */
interface Formatter {
  readonly name: string;
  /** The program; or why it is not run. */
  readonly tool: Exclude<Tool, { kind: 'not-installed' }>;
  /** The file goes last, behind `--` if the program knows it. */
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
      ...['', '.json', '.yaml', '.yml', '.toml', '.js', '.mjs', '.cjs'].map((ending) => `.prettierrc${ending}`),
      ...['js', 'mjs', 'cjs', 'ts'].map((ending) => `prettier.config.${ending}`),
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
function formatterFor(file: string, site: Site): Formatter | undefined {
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

const edition = (cargo: string | undefined): string =>
  /^\s*edition\s*=\s*"(\d{4})"/m.exec(cargo === undefined ? '' : (readText(cargo) ?? ''))?.[1] ?? '2021';
