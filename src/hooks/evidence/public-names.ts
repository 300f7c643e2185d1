/**
 * The names of the original hooks' state files, relative to the worktree: one list for what git is told to ignore, for what
 * takes no part in a digest, and for what the agent may not touch.
 */

/** Files with one fixed name. */
const fixed = [
  '.claude_review_state.json',
  '.claude/.test-status',
  '.claude/.proof-status',
  '.claude/.test-gate-strikes',
  '.claude/.test-gate-cold-warned',
  '.claude/.mock-gate-strikes',
  '.claude/.session-changes',
  '.claude/.session-start-epoch',
  '.claude/.plan-drift',
  '.claude/.agent-findings',
  '.claude/.preserved-context',
  '.claude/.audit-log',
  '.claude/.llm-review-cache',
  '.claude/.update-status',
  '.claude/.update-check.lock',
  '.claude/.lint-cache',
  '.claude/.lint-breaker',
  '.claude/.subagent-tracker',
  '.claude/.statusline-cache',
  '.claude/.test-runner.lock',
  '.claude/.test-runner.last-run',
  '.claude/.test-runner.out',
  '.claude/codegraph-turn-state.json',
  '.claude/code-intelligence-turn-state.json',
] as const;

/** Files whose name ends with a session id. */
const perSession = ['.claude/.session-changes-', '.claude/.session-decisions', '.claude/.prompt-count-'] as const;

/** What a workflow's phase files end in: `.<workflow>-<suffix>`, at the worktree's top. */
export const phaseSuffixes = [
  'analysis-done',
  'plan-approved',
  'execution-done',
  'audit-passed',
  'audit-failed',
] as const;

const phaseName = new RegExp(`^\\.[\\w.-]+-(?:${phaseSuffixes.join('|')})$`);

/** A Gatehouse file name, or one of a file on its way into or out of place (`.tmp-…`, `.corrupt-…`, `.lock`). */
const aside = /(?:\.tmp-[\w-]+|\.corrupt-[\w-]+|\.lock)$/;

const fixedNames: ReadonlySet<string> = new Set(fixed);

/** Is this path (relative to the worktree, with slashes) one of the public state files? Letter case is ignored. */
export function isPublicState(relative: string): boolean {
  const name = relative.toLowerCase();
  return isListed(name) || isListed(name.replace(aside, ''));
}

const isListed = (name: string): boolean =>
  fixedNames.has(name) || perSession.some((start) => isBelow(name, start)) || phaseName.test(name);

const isBelow = (name: string, start: string): boolean =>
  name.startsWith(start) && !name.slice(start.length).includes('/');

/** Where people's careful mode is kept. Their agent writes it at their command, so it is not guarded as evidence is. */
const careful = ['.claude/careful-state.json', '.claude/hooks/careful-state.json'] as const;

/** The person's own settings of the agent and of Gatehouse: no work of the project's, so in no digest. */
const personal: ReadonlySet<string> = new Set([
  '.claude/settings.local.json',
  '.claude/gatehouse.local.json',
  ...careful,
]);

/** What Python and its tools leave beside the sources. */
const interpreterCache = /(?:^|\/)(?:__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache)\//;

/** Paths that say nothing about the project's content. */
export function isOutsideContent(relative: string): boolean {
  const lower = relative.toLowerCase();
  return (lower.startsWith('.') && (personal.has(lower) || isPublicState(relative))) || interpreterCache.test(relative);
}

/** What `info/exclude` is told, so that state never shows up in `git status`. */
export const ignorePatterns = (): readonly string[] => [
  ...[...fixed, ...careful].map((name) => `/${name}*`),
  ...perSession.map((start) => `/${start}*`),
  ...phaseSuffixes.map((suffix) => `/.*-${suffix}`),
];

/** A session id in a file name: without what could lead elsewhere, and short. Two different ids stay different. */
export function inFileName(id: string): string {
  const plain = id.replace(/[^\w-]/g, '_').slice(0, 80);
  return plain === id && plain !== '' ? plain : `${plain || 'session'}-${fold(id)}`;
}

/** A short stand-in for what the plain form of an id lost. */
function fold(text: string): string {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return sum.toString(16).padStart(8, '0');
}

/** The first state file that a piece of code names, wherever it says the folder. */
export const publicStateNamedIn = (text: string): string | undefined => (mention ??= mentionOfAny()).exec(text)?.[0];

let mention: RegExp | undefined;

function mentionOfAny(): RegExp {
  const bareNames = [
    ...fixed.map((name) => name.replace(/^\.claude\//, '')),
    ...perSession.map((start) => start.replace(/^\.claude\//, '')),
  ].sort((a, b) => b.length - a.length);

  return new RegExp(
    `(?<![\\w-])(?:${bareNames.map((name) => name.replaceAll('.', '\\.')).join('|')}|\\.[\\w.-]+-(?:${phaseSuffixes.join('|')})(?![\\w-]))`,
    'i',
  );
}
