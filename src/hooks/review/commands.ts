import type { Site } from '../pipeline/site';
import { wildcard } from '../project/pattern';
import { isWrapping } from '../shell/effects';
import type { CommandContext, Invocation } from '../shell/invocation';
import type { ReviewKind } from './vocabulary';

/** A review that a command line really runs. */
export interface ReviewCommand {
  readonly kind: ReviewKind;
  /** The directory it runs in; undefined if unknown. */
  readonly cwd: string | undefined;
  /** The command's exit status is this program's own. */
  readonly decisive: boolean;
  readonly invocation: Invocation;
}

/** Every review's name contains one of these; other commands are not parsed. */
const anyName = /precommit|pre-commit|codex-review|review-spec/i;

const slash = /^\/(?:[\w.-]+:)?(codex-review(?:-fast|-branch|-doc)?|review-spec|precommit(?:-fast)?)$/;
const script = /^precommit(?:-runner|-fast)*\.(?:[cm]?[jt]s|sh)$/i;
const packageScript = /^pre-?commit(?:[:-]fast)?$/;
const program = /^precommit(?:-runner|-fast)*$/;
const runners: ReadonlySet<string> = new Set(['node', 'bun', 'deno', 'tsx', 'ts-node', 'bash', 'sh', 'zsh', 'dash']);
const packagers: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const fetchers: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx']);
const agents: ReadonlySet<string> = new Set(['claude', 'codex']);
/** Options that take the next word, by who reads them: `-w` and `-r` mean different things to each. */
const valued: Readonly<Record<string, RegExp>> = {
  npm: /^(?:--prefix|-C|-w|--workspace)$/,
  pnpm: /^(?:--prefix|-C|--dir|--filter|-F)$/,
  yarn: /^--cwd$/,
  bun: /^(?:--cwd|--filter|-F|-r|--preload)$/,
  npx: /^(?:-p|--package|-w|--workspace)$/,
  node: /^(?:-r|--require|--import|--loader|--env-file|-C|--conditions)$/,
};
/** Commands that only prepare; their failure is not the review's. */
const settings: ReadonlySet<string> = new Set(['cd', 'set', 'export', 'source', '.', 'true', ':', '']);

/** Is the command worth reading? Nearly none is, and reading needs the shell parser to be loaded. */
export const mayRunReview = (source: string): boolean => anyName.test(source);

/** The reviews a command runs: by the programs in it, never by a path, a comment or a text that names one. */
export async function reviewCommands(source: string, context: CommandContext): Promise<readonly ReviewCommand[]> {
  if (!mayRunReview(source)) return [];
  const { readCommand } = await import(/* webpackChunkName: "commands" */ '../shell/read-command');
  // `npm run precommit` counts once, by its name; so does what `npx` runs.
  const invocations = readCommand(source, context).invocations.filter((one) => !one.script && !isWrapping(one));
  const acting = invocations.filter((invocation) => !settings.has(invocation.program ?? '?'));
  return invocations.flatMap((invocation) => {
    const kind = invocation.elsewhere ? undefined : reviewOf(invocation);
    if (kind === undefined) return [];
    const { cwd, pipeline, background } = invocation;
    const decisive = acting.length === 1 && pipeline.length === 1 && !background;
    // The output then comes from other programs and is no verdict.
    if (!decisive && isUnheard(invocation, invocations)) return [];
    return [{ kind, cwd, decisive, invocation }];
  });
}

const away: ReadonlySet<string> = new Set(['>', '>>', '>|', '&>', '&>>', '>&']);

/** Does its output go to a file that nothing in the command reads again? */
function isUnheard(review: Invocation, all: readonly Invocation[]): boolean {
  const file = review.redirects.find(
    ({ operator, fd, target }) =>
      away.has(operator) &&
      (fd === undefined || fd === '1') &&
      !/^(?:[\d-]+|\/dev\/(?:std|fd|tty).*)$/.test(target?.text ?? ''),
  )?.target?.text;
  if (file === undefined) return false;
  const reads = ({ args, redirects }: Invocation): boolean =>
    args.some(({ text }) => text === file) ||
    redirects.some(({ operator, target }) => operator === '<' && target?.text === file);
  return !all.some((other) => other !== review && reads(other));
}

function reviewOf({ program: name, name: word, args }: Invocation): ReviewKind | undefined {
  const command = kindOfSlash(word.value ?? '');
  if (command !== undefined) return command;
  if (name === undefined) return undefined;
  const words = args.map((arg) => arg.value ?? '');
  if (onlyChecksOrTells(name, words)) return undefined;
  if (program.test(name) || script.test(name)) return 'precommit';
  if (agents.has(name)) return words.map((text) => kindOfSlash(text.trim().split(/\s/, 1)[0] ?? '')).find(Boolean);
  const plain = operands(words, valued[name]);
  const [first = '', second = ''] = plain;
  if (runners.has(name) && script.test(baseName(first))) return 'precommit';
  if (name === 'deno' && first === 'run' && script.test(baseName(second))) return 'precommit';
  if (packagers.has(name) && isPackageRun(name, first, second)) return 'precommit';
  if (fetchers.has(name) || (packagers.has(name) && /^(?:dlx|exec|x)$/.test(first))) {
    const target = baseName(fetchers.has(name) ? first : second);
    if (program.test(target) || script.test(target)) return 'precommit';
  }
  return undefined;
}

/** `--help`, `node --check x.js`, `bash -n x.sh`: nothing of it runs. */
function onlyChecksOrTells(name: string, words: readonly string[]): boolean {
  if (words.some((word) => word === '--help' || word === '--version')) return true;
  const options = words.slice(0, words.findIndex((word) => !word.startsWith('-')) >>> 0);
  if (name === 'node') return options.some((word) => word === '--check' || word === '-c');
  return /^(?:ba|z|da|k)?sh$/.test(name) && options.some((word) => /^-[a-z]*n/.test(word) || word === '--dry-run');
}

function isPackageRun(name: string, first: string, second: string): boolean {
  if (/^(?:run|run-script)$/.test(first)) return packageScript.test(second);
  return name !== 'npm' && packageScript.test(first);
}

/** The review of a skill, by the name of its slash command. */
export function kindOfSkill(skill: unknown): ReviewKind | undefined {
  return typeof skill === 'string' ? kindOfSlash(`/${skill.replace(/^\//, '')}`) : undefined;
}

function kindOfSlash(word: string): ReviewKind | undefined {
  const command = slash.exec(word)?.[1];
  if (command === undefined) return undefined;
  if (command.startsWith('precommit')) return 'precommit';
  return command === 'codex-review-doc' || command === 'review-spec' ? 'doc_review' : 'code_review';
}

function operands(words: readonly string[], takesNext: RegExp | undefined): readonly string[] {
  const plain: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (takesNext?.test(word) === true) at += 1;
    else if (!word.startsWith('-')) plain.push(word);
  }
  return plain;
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Does this tool's answer count as a review? The person's list says so, with `*` for any part of a name. */
export const isReviewer = (tool: string, { config }: Pick<Site, 'config'>): boolean =>
  config.settings.review.tools.some((name) => wildcard(name)(tool));
