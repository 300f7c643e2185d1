import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Author, planeOf, type Recorded, type Verdict } from '../../../evidence/evidence';
import type { Site } from '../../../pipeline/site';
import { personHome } from '../../../project/home';
import { realTarget } from '../../../project/place';
import { readText } from '../../../project/read-file';
import { counted } from '../../../project/text';
import type { FinishedCall, PostToolUse, UserPromptSubmit } from '../../../protocol/call';
import { kindOfSkill, type ReviewCommand, reviewCommands } from '../../../review/commands';
import {
  type TaskReport,
  noteBackgroundReview,
  readTaskOutput,
  type ReviewTask,
  takeTask,
} from '../../../review/background-review';
import { doubtOfServer } from '../../../client/mcp-servers';
import { progressLine } from '../../../review/progress';
import { type Change, type Match, route, type Routing } from '../../../review/routing';
import { exitStatus, toolOutput, type ToolOutput } from '../../../review/tool-output';
import type { ReviewKind } from '../../../review/vocabulary';
import { changedStartFile } from '../../../agent-runs/start-files';
import { within } from '../../../shell/paths';

/** What was made of a text: the verdicts that were recorded, or why there is none. */
export interface ReviewOutcome {
  readonly changes: readonly Change[];
  readonly reason: string;
}

/** Listens to a command's output. */
export async function commandReview(call: FinishedCall, command: string, site: Site): Promise<ReviewOutcome> {
  const commands = await reviewCommands(command, { cwd: call.cwd, home: personHome(site.env), env: site.env });
  if (commands.length === 0) return { changes: [], reason: 'a review is mentioned but was not run' };
  const kinds = [...new Set(commands.map(({ kind }) => kind))];
  const output = outputOf(call);
  if (output.kind === 'background') {
    const doubt = (await firstDoubt(commands, call, site)) ?? doubtOfOutput(commands);
    return noteBackground(output, { kinds, command, doubt }, call, site);
  }
  const status = exitStatus(call);
  if (status === 'cut short') return { changes: [], reason: 'the review was cut short: no verdict' };
  const routing = route(output.kind === 'text' ? output.text : '', { source: 'command', kinds, command });
  noteMatches(routing.matches, site);
  const changes = status === 0 ? routing.changes : failedVerdicts(routing.changes, commands, status);
  for (const change of changes) {
    const run = commands.find(({ kind }) => kind === change.kind);
    const place = placeOf(run, call, site);
    const source: Partial<Verdict> = run === undefined ? {} : await sourceOf(run, call, place);
    await record(change, call, place, change.verdict === 'fail' ? { author: source.author } : source);
  }
  return { changes, reason: changes.length > 0 ? '' : whyNoVerdict(routing, output) };
}

function placeOf(run: ReviewCommand | undefined, call: FinishedCall, site: Site): Site {
  const where = run?.cwd ?? call.cwd;
  return where === call.cwd ? site : site.at(where);
}

/** Why the output of these commands needs a person's acceptance. */
async function firstDoubt(
  commands: readonly ReviewCommand[],
  call: FinishedCall,
  site: Site,
): Promise<string | undefined> {
  for (const run of commands) {
    const { doubt } = await sourceOf(run, call, placeOf(run, call, site));
    if (doubt !== undefined) return doubt;
  }
  return undefined;
}

/** What a command prints in the background goes to a file; a precommit's exit status comes from the client. */
const doubtOfOutput = (commands: readonly ReviewCommand[]): string | undefined =>
  commands.every(({ kind, decisive }) => kind === 'precommit' && decisive) ? undefined : outputIsOpen;

/** Why a verdict that lay in a file needs a person's acceptance. */
const outputIsOpen = 'its answer was in a file that any program can write';

/** Reads the answer of a review skill; undefined for every other skill. */
export function skillReview(call: FinishedCall, site: Site): Promise<ReviewOutcome> | undefined {
  const kind = kindOfSkill(call.input.skill ?? call.input.command);
  return kind === undefined ? undefined : readSkill(kind, call, site);
}

async function readSkill(kind: ReviewKind, call: FinishedCall, site: Site): Promise<ReviewOutcome> {
  const output = outputOf(call);
  if (output.kind === 'background')
    return noteBackground(output, { kinds: [kind], doubt: await doubtOf(call, site) }, call, site);
  if (output.kind !== 'text') return { changes: [], reason: whyNoVerdict(undefined, output) };
  const routing = route(output.text, { source: 'command', kinds: [kind], command: '' });
  const name = String(call.input.skill ?? call.input.command);
  // A skill is read by the agent itself.
  return recordVerdicts(routing, output, { kind: 'skill', name, self: true }, call, site);
}

/** Listens to a reviewer's tool. */
export async function reviewerReview(call: FinishedCall, site: Site): Promise<ReviewOutcome> {
  const output = outputOf(call);
  if (output.kind === 'background') {
    return noteBackground(output, { kinds: [expectedKind(call)], doubt: await doubtOf(call, site) }, call, site);
  }
  if (output.kind !== 'text') return { changes: [], reason: whyNoVerdict(undefined, output) };
  const author = { kind: 'tool', name: call.tool } as const;
  return recordVerdicts(route(output.text, { source: 'reviewer' }), output, author, call, site);
}

async function recordVerdicts(
  routing: Routing,
  output: ToolOutput & { readonly kind: 'text' },
  author: Author,
  call: FinishedCall,
  site: Site,
): Promise<ReviewOutcome> {
  noteMatches(routing.matches, site);
  // A failed tool completed no review.
  const failed = call.event === 'PostToolUseFailure';
  const said = routing.changes.filter(({ verdict }) => !failed || verdict === 'fail');
  const took = call.event === 'PostToolUse' ? call.durationMs : undefined;
  const since = took === undefined ? undefined : site.clock.now() - took;
  const changes: Change[] = [];
  for (const change of said) {
    const doubt = change.verdict === 'pass' ? await doubtOf(call, site, output.text) : undefined;
    if ((await record(change, call, site, { since, author, doubt })) === 'recorded') changes.push(change);
  }
  if (changes.length < said.length)
    return { changes, reason: 'files changed while the review ran, so its pass does not apply' };
  return { changes, reason: changes.length > 0 ? '' : whyNoVerdict(routing, output) };
}

/** Why there is no verdict, for the trace; of what was not understood the shape alone. */
function whyNoVerdict(routing: Routing | undefined, output: ToolOutput): string {
  const none = routing?.none[0];
  if (none !== undefined) return `${none.token}: the answer has no verdict on ${none.kind}`;
  if (output.kind === 'launch') return 'a skill was started: its verdict is pending';
  if (output.kind === 'empty') return `no text in the answer (${output.shape})`;
  const seen = routing?.matches.length ?? 0;
  return seen === 0 ? 'no verdict in the answer' : `${counted(seen, 'sentinel')}, none of them a verdict`;
}

function noteMatches(matches: readonly Match[], site: Site): void {
  for (const { line, column, token, fate } of matches.slice(0, 12)) {
    const lost = fate.kind === 'lost' ? `lost to line ${fate.line} (${fate.because})` : undefined;
    site.note(`${line}:${column} ${token} ${lost ?? (fate.kind === 'ignored' ? `ignored: ${fate.because}` : 'won')}`);
  }
  if (matches.length > 12) site.note(`… and ${matches.length - 12} more sentinels`);
}

const outputOf = (call: FinishedCall): ToolOutput =>
  toolOutput(call.event === 'PostToolUse' ? call.response : call.error);

/** What gave a pass: the agent may have written it. */
async function sourceOf(
  { invocation }: ReviewCommand,
  { sessionId }: FinishedCall,
  site: Site,
): Promise<Pick<Verdict, 'programs' | 'doubt' | 'author'>> {
  const { runSource } = await import(/* webpackChunkName: "commands" */ '../../../agent-runs/run-source');
  const { partOf } = await import(/* webpackChunkName: "commands" */ '../../../agent-runs/known-command');
  const source = await runSource(invocation, partOf(invocation), site);
  const doubt = source.doubt ?? changedStartFile(sessionId, site);
  const own = source.programs.map(({ file }) => path.relative(site.root, file)).find((file) => !file.startsWith('..'));
  const name = [invocation.name, ...invocation.args]
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 80);
  return {
    ...source,
    ...(doubt === undefined ? {} : { doubt }),
    author: { kind: 'program', name, ...(own === undefined ? {} : { file: own }) },
  };
}

async function record(change: Change, call: FinishedCall, site: Site, more: Partial<Verdict> = {}): Promise<Recorded> {
  const { kind, verdict, rule, findings } = change;
  const recorded = await site.evidence.record(kind, { ...more, verdict, rule, call, findings });
  const line = progressLine(site.evidence.history(kind).at(-1), site);
  if (recorded === 'recorded' && line !== undefined) site.note(`${kind}: ${line}`);
  return recorded;
}

async function noteBackground(
  { task, shape }: ToolOutput & { kind: 'background' },
  what: { readonly kinds: readonly ReviewKind[]; readonly command?: string; readonly doubt: string | undefined },
  call: FinishedCall,
  site: Site,
): Promise<ReviewOutcome> {
  if (task === undefined)
    return { changes: [], reason: `a review went to the background without a task id (${shape})` };
  const { kinds, command, doubt } = what;
  await noteBackgroundReview(site, {
    task,
    session: call.sessionId,
    kinds: [...kinds],
    ...(command === undefined ? {} : { command }),
    ...(doubt === undefined ? {} : { doubt }),
  });
  return { changes: [], reason: `${kinds.join(' and ')} in progress: task ${task} went to the background` };
}

/** What a reviewer was asked for, as far as the question tells. Its answer decides. */
function expectedKind(call: FinishedCall): ReviewKind {
  const asked = typeof call.input.prompt === 'string' ? call.input.prompt.slice(0, 20_000) : '';
  return /document review|documentation review|✅ Mergeable|\/codex-review-doc|\/review-spec/i.test(asked)
    ? 'doc_review'
    : 'code_review';
}

/** A failed command: its own fail verdicts, and the failure of the review's program itself; never a pass. */
function failedVerdicts(
  changes: readonly Change[],
  commands: readonly ReviewCommand[],
  status: number,
): readonly Change[] {
  const said = changes.filter(({ verdict }) => verdict === 'fail');
  const failed = commands
    .filter(({ kind, decisive }) => decisive && !said.some((change) => change.kind === kind))
    .map(({ kind }) => ({ kind, verdict: 'fail' as const, rule: `exit status ${status}`, line: 0 }));
  return [...said, ...failed];
}

/** Why a review may not be independent: the reviewer was told what to say, or the agent may have set it up. */
async function doubtOf(
  { tool, input, sessionId }: FinishedCall,
  site: Site,
  answer?: string,
): Promise<string | undefined> {
  if (dictates(textsIn(input).join('\n'), answer)) return `the question to ${tool} dictated the answer`;
  const elsewhere = folderOf(input);
  if (elsewhere !== undefined && isApart(elsewhere, site)) return `${tool} was told to look at ${elsewhere}`;
  if (tool === 'Skill') return changedSkill(String(input.skill ?? input.command), site);
  return doubtOfServer(tool, sessionId, site);
}

/** Neither the project, nor a part of it, nor the folder of all projects that it is in. */
function isApart(folder: string, { root }: Site): boolean {
  const there = realTarget(folder);
  const here = realTarget(root);
  return !within(there, here) && there !== path.dirname(here);
}

/** What a skill is told to say is in the project, where the agent can write it. */
async function changedSkill(skill: string, { git, root }: Site): Promise<string | undefined> {
  const name = path.basename(skill.replace(/^.*:/, ''));
  const files = [`.claude/skills/${name}`, `.claude/commands/${name}.md`];
  if (git?.commit() === undefined || !files.some((file) => existsSync(path.join(root, file)))) return undefined;
  const status = await git.ask(['status', '--porcelain', '--ignored', '-uall', '--', ...files]).catch(() => '?? .');
  const changed = status.split('\n', 1)[0]?.slice(3) ?? '';
  return changed === '' ? undefined : `${changed}, which says what the skill does, changed since the last commit`;
}

/** What brings a background task's words. */
type Carrier = UserPromptSubmit | PostToolUse;

/** The agent asked for the output of a task; undefined if that is none that could be a review. */
export function askedReview(call: PostToolUse, site: Site): Promise<ReviewOutcome> | undefined {
  const report = readTaskOutput(call.response);
  return report === undefined || report.running === true ? undefined : reportedReview(report, call, site);
}

/** A review came back from the background. */
export async function reportedReview(report: TaskReport, call: Carrier, site: Site): Promise<ReviewOutcome> {
  const task = await takeTask(site, report.task, call.sessionId);
  if (task === undefined) return { changes: [], reason: `task ${report.task} is not a review still in progress` };
  const heard = await recordTask(report, task, call, site);
  for (const kind of task.kinds) await site.evidence.forget(kind, task.task);
  return heard;
}

async function recordTask(report: TaskReport, task: ReviewTask, call: Carrier, site: Site): Promise<ReviewOutcome> {
  if (!report.completed) return { changes: [], reason: `task ${task.task} ended without a result` };
  const output = toolOutput(report.result ?? outputFileText(report.outputFile));
  const { kinds, command } = task;
  const text = output.kind === 'text' ? output.text : '';
  const routing = route(text, command === undefined ? { source: 'reviewer' } : { source: 'command', kinds, command });
  noteMatches(routing.matches, site);
  const author = { kind: 'task', name: command ?? 'a task in the background' } as const;
  const changes: ReviewOutcome['changes'][number][] = [];
  // A command that failed passed nothing, whatever it printed.
  const ended = report.exitCode ?? 0;
  for (const change of routing.changes.filter(({ verdict }) => ended === 0 || verdict === 'fail')) {
    const { kind, verdict, rule, findings } = change;
    const newer = (await site.evidence.status(kind)).receipt;
    if (newer !== undefined && newer.at >= task.at) {
      site.note(`${kind} got a newer verdict while task ${task.task} ran: this one came too late`);
      continue;
    }
    const begun = task[planeOf[kind]];
    const digest = begun === undefined ? undefined : ({ kind: 'whole', value: begun } as const);
    const open = command === undefined && report.result === undefined ? outputIsOpen : undefined;
    const doubt = verdict === 'pass' ? (task.doubt ?? open) : undefined;
    await site.evidence.record(kind, { verdict, rule, call, findings, task: task.task, digest, author, doubt });
    await resetIfChanged(kind, verdict, begun, site);
    changes.push(change);
  }
  return { changes, reason: changes.length > 0 ? '' : whyNoVerdict(routing, output) };
}

/** The public file knows no content, so a pass for changed content is not written to it. */
async function resetIfChanged(
  kind: keyof typeof planeOf,
  verdict: string,
  begun: string | undefined,
  site: Site,
): Promise<void> {
  if (verdict !== 'pass' || begun === undefined) return;
  const now = await site.evidence.digest(planeOf[kind]);
  if (now.kind === 'whole' && now.value !== begun) await site.evidence.invalidate(planeOf[kind]);
}

const tailBytes = 2 * 1024 * 1024;

const outputFileText = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : readText(file, { lastBytes: tailBytes });

type Input = Readonly<Record<string, unknown>>;

/** Every text in a reviewer's input, at any depth. */
function textsIn(value: unknown, depth = 4): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth - 1));
}

/** The folder that a reviewer was told to work in. */
function folderOf(input: Input): string | undefined {
  const named = Object.entries(input).find(
    ([name, value]) => folderNames.test(name) && typeof value === 'string' && path.isAbsolute(value),
  );
  return typeof named?.[1] === 'string' ? named[1] : undefined;
}

const folderNames =
  /^(?:cwd|root|dir|directory|work(?:ing)?[-_ ]?dir(?:ectory)?|workspace|repo|repository|project|path)$/i;

/**
 * Does a question dictate the answer? Not if it also says how to reject, or if the reviewer answered with more than a
 * verdict.
 */
export function dictates(question: string, answer: string | undefined): boolean {
  if (/[⛔❌⚠]/u.test(question)) return false;
  if (question.includes('✅')) return true;
  return (answer?.trim().length ?? 0) <= bareVerdict && orders.test(question) && !refusing.test(question);
}

const bareVerdict = 60;

/** "Answer only with …", "print exactly …", "say the word …". */
const orders =
  /\b(?:say|reply|answer|respond|output|print|return|write|repeat|echo|decode|translate)\b[^.\n]{0,60}\b(?:exactly|only|verbatim|literally|nothing (?:else|more)|the words?|check ?(?:mark|sign)|u\+2705|following (?:text|line|string))\b|\balways (?:say|answer|reply|respond)\b/i;
const refusing =
  /\b(?:block(?:s|ed|ing)?|reject(?:ed)?|revis(?:e|ion)|fail(?:s|ed)?|refus(?:e|al)|unsafe|not ready)\b/i;
