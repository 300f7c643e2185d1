import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Author, Recorded, Verdict } from '../../../evidence/evidence';
import type { Site } from '../../../pipeline/site';
import { personHome } from '../../../project/home';
import { landing } from '../../../project/landing';
import type { PostToolUse, PostToolUseFailure } from '../../../protocol/call';
import { kindOfSkill, reviewCommands, type ReviewCommand } from '../../../review/commands';
import { exitStatus, toolOutput, type ToolOutput } from '../../../review/tool-output';
import { route, type Change, type Match, type Routing } from '../../../review/routing';
import { progressLine } from '../../../review/progress';
import { doubtOfServer } from '../../../review/known-servers';
import { handOver } from '../../../review/tasks';
import { dictates, folderOf, textsIn } from '../../../review/question';
import { within } from '../../../shell/paths';
import type { ReviewKind } from '../../../review/vocabulary';
import { counted } from '../../../project/text';

type Finished = PostToolUse | PostToolUseFailure;

/** What was made of a text: the verdicts that were recorded, or why there is none. */
export interface ReviewOutcome {
  readonly changes: readonly Change[];
  readonly reason: string;
}

/** Listens to a command's output. */
export async function commandReview(call: Finished, command: string, site: Site): Promise<ReviewOutcome> {
  const commands = await reviewCommands(command, { cwd: call.cwd, home: personHome(site.env), env: site.env });
  if (commands.length === 0) return { changes: [], reason: 'a review is mentioned but was not run' };
  const kinds = [...new Set(commands.map(({ kind }) => kind))];
  const output = outputOf(call);
  if (output.kind === 'background') {
    const doubt = (await firstDoubt(commands, call, site)) ?? doubtOfOutput(commands);
    return wentAway(output, { kinds, command, doubt }, call, site);
  }
  const status = exitStatus(call);
  if (status === 'cut short') return { changes: [], reason: 'the review was cut short: no verdict' };
  const routing = route(output.kind === 'text' ? output.text : '', { source: 'command', kinds, command });
  noteMatches(routing.matches, site);
  const changes = status === 0 ? routing.changes : failures(routing.changes, commands, status);
  for (const change of changes) {
    const run = commands.find(({ kind }) => kind === change.kind);
    const place = placeOf(run, call, site);
    const source: Partial<Verdict> = run === undefined ? {} : await sourceOf(run, call, place);
    await record(change, call, place, change.verdict === 'fail' ? { author: source.author } : source);
  }
  return { changes, reason: changes.length > 0 ? '' : silence(routing, output) };
}

function placeOf(run: ReviewCommand | undefined, call: Finished, site: Site): Site {
  const where = run?.cwd ?? call.cwd;
  return where === call.cwd ? site : site.at(where);
}

/** Why the output of these commands needs a person's acceptance. */
async function firstDoubt(commands: readonly ReviewCommand[], call: Finished, site: Site): Promise<string | undefined> {
  for (const run of commands) {
    const { doubt } = await sourceOf(run, call, placeOf(run, call, site));
    if (doubt !== undefined) return doubt;
  }
  return undefined;
}

/** What a command prints in the background goes to a file; a precommit's exit status comes from the client. */
function doubtOfOutput(commands: readonly ReviewCommand[]): string | undefined {
  return commands.every(({ kind, decisive }) => kind === 'precommit' && decisive) ? undefined : outputIsOpen;
}

/** Why a verdict that lay in a file needs a person's acceptance. */
export const outputIsOpen = 'its answer was in a file that any program can write';

/** Reads the answer of a review skill; undefined for every other skill. */
export function skillReview(call: Finished, site: Site): Promise<ReviewOutcome> | undefined {
  const kind = kindOfSkill(call.input.skill ?? call.input.command);
  return kind === undefined ? undefined : readSkill(kind, call, site);
}

async function readSkill(kind: ReviewKind, call: Finished, site: Site): Promise<ReviewOutcome> {
  const output = outputOf(call);
  if (output.kind === 'background')
    return wentAway(output, { kinds: [kind], doubt: await doubtOf(call, site) }, call, site);
  if (output.kind !== 'text') return { changes: [], reason: silence(undefined, output) };
  const routing = route(output.text, { source: 'command', kinds: [kind], command: '' });
  const name = String(call.input.skill ?? call.input.command);
  // A skill is read by the agent itself.
  return settled(routing, output, { kind: 'skill', name, self: true }, call, site);
}

/** Listens to a reviewer's tool. */
export async function reviewerReview(call: Finished, site: Site): Promise<ReviewOutcome> {
  const output = outputOf(call);
  if (output.kind === 'background') {
    return wentAway(output, { kinds: [expectedKind(call)], doubt: await doubtOf(call, site) }, call, site);
  }
  if (output.kind !== 'text') return { changes: [], reason: silence(undefined, output) };
  const author = { kind: 'tool', name: call.tool } as const;
  return settled(route(output.text, { source: 'reviewer' }), output, author, call, site);
}

async function settled(
  routing: Routing,
  output: ToolOutput & { readonly kind: 'text' },
  author: Author,
  call: Finished,
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
  return { changes, reason: changes.length > 0 ? '' : silence(routing, output) };
}

/** Why there is no verdict, for the trace; of what was not understood the shape alone. */
export function silence(routing: Routing | undefined, output: ToolOutput): string {
  const none = routing?.none[0];
  if (none !== undefined) return `${none.token}: the answer has no verdict on ${none.kind}`;
  if (output.kind === 'launch') return 'a skill was started: its verdict is pending';
  if (output.kind === 'empty') return `no text in the answer (${output.shape})`;
  const seen = routing?.matches.length ?? 0;
  return seen === 0 ? 'no verdict in the answer' : `${counted(seen, 'sentinel')}, none of them a verdict`;
}

export function noteMatches(matches: readonly Match[], site: Site): void {
  for (const { line, column, token, fate } of matches.slice(0, 12)) {
    const lost = fate.kind === 'lost' ? `lost to line ${fate.line} (${fate.because})` : undefined;
    site.note(`${line}:${column} ${token} ${lost ?? (fate.kind === 'ignored' ? `ignored: ${fate.because}` : 'won')}`);
  }
  if (matches.length > 12) site.note(`… and ${matches.length - 12} more sentinels`);
}

function outputOf(call: Finished): ToolOutput {
  return toolOutput(call.event === 'PostToolUse' ? call.response : call.error);
}

/** What gave a pass: the agent may have written it. */
async function sourceOf(
  { invocation }: ReviewCommand,
  { sessionId }: Finished,
  site: Site,
): Promise<Pick<Verdict, 'programs' | 'doubt' | 'author'>> {
  const { runSource } = await import(/* webpackChunkName: "commands" */ '../../../runs/run-source');
  const { partOf } = await import(/* webpackChunkName: "commands" */ '../../../runs/known-command');
  const { changedStartFile } = await import(/* webpackChunkName: "commands" */ '../../../runs/start-files');
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

async function record(change: Change, call: Finished, site: Site, more: Partial<Verdict> = {}): Promise<Recorded> {
  const { kind, verdict, rule, findings } = change;
  const recorded = await site.evidence.record(kind, { ...more, verdict, rule, call, findings });
  const line = progressLine(site.evidence.history(kind).at(-1), site);
  if (recorded === 'recorded' && line !== undefined) site.note(`${kind}: ${line}`);
  return recorded;
}

async function wentAway(
  { task, shape }: ToolOutput & { kind: 'background' },
  what: { readonly kinds: readonly ReviewKind[]; readonly command?: string; readonly doubt: string | undefined },
  call: Finished,
  site: Site,
): Promise<ReviewOutcome> {
  if (task === undefined)
    return { changes: [], reason: `a review went to the background without a task id (${shape})` };
  const { kinds, command, doubt } = what;
  await handOver(site, {
    task,
    session: call.sessionId,
    kinds: [...kinds],
    ...(command === undefined ? {} : { command }),
    ...(doubt === undefined ? {} : { doubt }),
  });
  return { changes: [], reason: `${kinds.join(' and ')} in progress: task ${task} went to the background` };
}

/** What a reviewer was asked for, as far as the question tells. Its answer decides. */
function expectedKind(call: Finished): ReviewKind {
  const asked = typeof call.input.prompt === 'string' ? call.input.prompt.slice(0, 20_000) : '';
  return /document review|documentation review|✅ Mergeable|\/codex-review-doc|\/review-spec/i.test(asked)
    ? 'doc_review'
    : 'code_review';
}

/** A failed command: its own fail verdicts, and the failure of the review's program itself; never a pass. */
function failures(changes: readonly Change[], commands: readonly ReviewCommand[], status: number): readonly Change[] {
  const said = changes.filter(({ verdict }) => verdict === 'fail');
  const failed = commands
    .filter(({ kind, decisive }) => decisive && !said.some((change) => change.kind === kind))
    .map(({ kind }) => ({ kind, verdict: 'fail' as const, rule: `exit status ${status}`, line: 0 }));
  return [...said, ...failed];
}

/** A reviewer that was told what to say, or that the agent may have set up. */
async function doubtOf({ tool, input, sessionId }: Finished, site: Site, answer?: string): Promise<string | undefined> {
  if (dictates(textsIn(input).join('\n'), answer)) return `the question to ${tool} dictated the answer`;
  const elsewhere = folderOf(input);
  if (elsewhere !== undefined && isApart(elsewhere, site)) return `${tool} was told to look at ${elsewhere}`;
  if (tool === 'Skill') return changedSkill(String(input.skill ?? input.command), site);
  return doubtOfServer(tool, sessionId, site);
}

/** Neither the project, nor a part of it, nor the folder of all projects that it lies in. */
function isApart(folder: string, { root }: Site): boolean {
  const there = landing(folder);
  const here = landing(root);
  return !within(there, here) && there !== path.dirname(here);
}

/** What a skill is told to say stands in the project, where the agent can write it. */
async function changedSkill(skill: string, { git, root }: Site): Promise<string | undefined> {
  const name = path.basename(skill.replace(/^.*:/, ''));
  const files = [`.claude/skills/${name}`, `.claude/commands/${name}.md`];
  if (git?.commit() === undefined || !files.some((file) => existsSync(path.join(root, file)))) return undefined;
  const status = await git.ask(['status', '--porcelain', '--ignored', '-uall', '--', ...files]).catch(() => '?? .');
  const changed = status.split('\n', 1)[0]?.slice(3) ?? '';
  return changed === '' ? undefined : `${changed}, which says what the skill does, changed since the last commit`;
}
