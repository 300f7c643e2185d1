import path from 'node:path';
import { promptCount, sessionStartEpoch } from '../../evidence/files/session';
import { personAct, promptDoubt } from '../../person/journal';
import { isDelivered } from '../../person/notices';
import { readTraces } from '../../pipeline/decision-log';
import { gate, context, message, pass, type Ruling } from '../../pipeline/gate';
import type { Site } from '../../pipeline/site';
import { annotationsOf, lineCount } from '../../plan/annotation';
import { isFile, readText } from '../../project/read-file';
import { counted, inline, contextText } from '../../project/text';
import type { UserPromptSubmit } from '../../protocol/call';
import { changedFiles } from '../../session/changes';
import { gitFacts, gitLine, expectsPlan, planLine, planLines } from '../../session/facts';
import { findingLines, takeFindings } from '../../session/findings';
import { mainLine, opening } from '../../session/opening';
import { researchLines } from '../../session/preserved';
import { changeSession, sessionEntry } from '../../session/sessions';
import { fileKind, type FileKind, isProductSource } from '../../source/file-kind';
import { asksGithub, filesToGithub, issueLine } from '../../todo/github';
import { claimIssue } from '../../todo/todo';
import { type PromptTopics, type TaskSize, topicsOf } from './prompt-submit/prompt-words';

const level = { observe: 'observe', standard: 'enforce', harness: 'enforce' } as const;

/** Adds facts to a prompt, depending on its words. */
export const promptSubmit = gate({
  id: 'prompt-submit',
  title: 'Prompt context',
  summary:
    'Adds facts that the prompt asks about (git, plan, decisions of a named file, findings), and the state of the project if the session has not been told yet.',
  events: ['UserPromptSubmit'],
  posture: 'open',
  level,
  async decide(call, site) {
    if (call.prompt.trim() === '') return pass('an empty prompt');
    const heard = isDelivered(site, { id: 'prompt-submit', level });
    if (!isPersons(call)) return toContext(heard ? findingLines(await takeFindings(site, call.sessionId)) : []);
    const count = (await promptCount(site, call.sessionId).update((now) => (now ?? 0) + 1)) ?? 1;
    const first = count === 1 ? await firstPrompt(call, site, heard) : [];
    const findings = heard ? findingLines(await takeFindings(site, call.sessionId)) : [];
    const topics = call.prompt.startsWith('/') ? [] : await topicLines(call, site, first.length > 0);
    const facts = toContext([...first, ...findings, ...topics, ...(await lengthLines(call, site, count))]);
    const answer = (await slashCommand(call, site)) ?? (await proofByPrompt(call, site));
    return answer === undefined ? facts : [facts, answer];
  },
});

function toContext(lines: readonly string[]): Ruling {
  const text = contextText([...new Set(lines)]);
  return text === '' ? pass('the prompt asks for no context') : context(text, 'facts that the prompt asks for');
}

/** Prompts that the client writes: the report of a task, a schedule. */
const isPersons = ({ prompt, source }: UserPromptSubmit): boolean =>
  (source === undefined || source === 'user' || source === 'sdk') && !/^\s*<task-notification>/.test(prompt);

/** Some clients drop the context of SessionStart; then the session gets it with its first prompt. */
async function firstPrompt(call: UserPromptSubmit, site: Site, heard: boolean): Promise<readonly string[]> {
  const epoch = Math.floor(site.clock.now() / 1000);
  await sessionStartEpoch(site).update(() => epoch);
  const known = sessionEntry(site, call.sessionId)?.told === true;
  await changeSession(site, call.sessionId, (entry) => ({
    ...entry,
    startedAt: site.clock.now(),
    told: entry.told || heard,
    ended: false,
    reminded: [],
  }));
  if (known && !site.requestedByName) return [];
  const text = await opening(site, call.sessionId, heard);
  return text === '' ? [] : [text];
}

async function topicLines(call: UserPromptSubmit, site: Site, opened: boolean): Promise<readonly string[]> {
  const topics = topicsOf(call.prompt);
  const flagLines = opened ? [] : await flagLinesOf(call, site, topics);
  return [
    ...(await claimLines(call, site, topics.issues)),
    ...(topics.deferred ? [laterLine(site)] : []),
    ...flagLines,
    ...(topics.size === undefined ? [] : [sizeLine(topics.size)]),
    ...(await namedFileLines(site, topics.files)),
  ];
}

/** What the opening of a session says as well. */
async function flagLinesOf(call: UserPromptSubmit, site: Site, topics: PromptTopics): Promise<readonly string[]> {
  const lines: string[] = [];
  if (topics.git) {
    const git = await gitFacts(site);
    if (git !== undefined) lines.push(gitLine(git), mainLine(git, site) ?? '');
  }
  if (topics.plan) {
    lines.push(...(await planLines(site)));
    const changed = changedFiles(site, call.sessionId).length;
    if (changed > 0 && planLine(site) !== undefined) lines.push(`This session changed ${counted(changed, 'file')}.`);
  }
  if (topics.research) {
    const log = researchLines(site.root);
    lines.push(
      ...(log.length === 0 && site.requestedByName ? ['Research log: nothing in .claude/research-log.md yet.'] : log),
    );
  }
  return lines.filter((line) => line !== '');
}

async function claimLines(call: UserPromptSubmit, site: Site, issues: readonly number[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const issue of issues) {
    const { todo, heldBy } = await claimIssue(site, issue, call.sessionId);
    const text = todo === undefined ? '' : ` ("${todo.text.slice(0, 120)}" of the todo list)`;
    const other = heldBy === undefined ? '' : ' Another session of this project works on it as well.';
    lines.push(`Issue #${issue}${text} is claimed for this session.${other}`);
    const known = todo === undefined ? await issueLine(site, issue) : undefined;
    if (known !== undefined) lines.push(known);
  }
  return lines;
}

function laterLine(site: Site): string {
  if (filesToGithub(site)) return 'Work for later: `gatehouse todo add "…"` files it as an issue on GitHub.';
  const shared = asksGithub(site) ? '; with `--github` it becomes an issue that others see' : '';
  return `Work for later: \`gatehouse todo add "…"\` keeps it on a local list (or /backlog, where that command exists)${shared}.`;
}

function sizeLine(size: TaskSize): string {
  return size.kind === 'large'
    ? `A large task (${size.words} words, ${counted(size.actions, 'action')}): people expect such a task to be confirmed or split first.`
    : 'A broad request: people expect to hear what it will change before it begins.';
}

const longCounts = [35, 60];
const longMinutes = [45, 90];

/** Reports a long conversation, once per threshold. */
async function lengthLines(call: UserPromptSubmit, site: Site, count: number): Promise<readonly string[]> {
  const entry = sessionEntry(site, call.sessionId);
  const minutes = entry === undefined ? 0 : (site.clock.now() - entry.startedAt) / 60_000;
  const byCount = longCounts.filter((mark) => count === mark).map((mark) => `${mark} prompts`);
  const byTime = longMinutes.filter((mark) => minutes >= mark).map((mark) => `${mark} minutes`);
  const due = [...byCount, ...byTime].filter((mark) => entry?.reminded.includes(mark) !== true);
  if (due.length === 0) return [];
  await changeSession(site, call.sessionId, (now) => ({ ...now, reminded: [...now.reminded, ...due] }));
  return [`This conversation is long (${due.at(-1) ?? ''}): /compact would shorten it.`];
}

const givesProof = /^\s*(?:verified|approved|lgtm)[\s.!]*$/i;

/**
 * One of these words, typed at the client's own terminal, confirms pending proof. Typed elsewhere it does not count, and
 * one line says why and where it would.
 */
async function proofByPrompt(call: UserPromptSubmit, site: Site): Promise<Ruling | undefined> {
  if (site.requestedByName || !givesProof.test(call.prompt) || !isPending(site)) return undefined;
  const why = await promptDoubt(call, site);
  if (why !== undefined) {
    const where =
      'Use "Gatehouse: Mark Work as Verified" in the editor, or `gatehouse proof verify` in your own terminal.';
    return message(`Gatehouse does not accept "${call.prompt.trim()}" as verification: ${why}. ${where}`, why);
  }
  const by = site.env.USER ?? site.env.LOGNAME ?? 'a person';
  if (site.dry !== true) {
    await site.evidence.record('proof', { verdict: 'pass', rule: `${by} in a prompt` });
    personAct({ act: 'verify', target: 'proof', by, from: 'prompt' }, site);
  }
  return message(`Gatehouse: marked as verified by ${by}. Any code change clears it.`, 'a person gave proof');
}

function isPending(site: Site): boolean {
  const proof = site.evidence.proof.value();
  return proof === undefined ? site.config.profile === 'harness' : proof.status === 'pending';
}

const largestFile = 512 * 1024;
const shownFiles = 3;
const longFile = 50;

/** What the files that a prompt names say of decisions. */
async function namedFileLines(site: Site, names: readonly string[]): Promise<readonly string[]> {
  const kinds: FileKind[] = [];
  for (const name of names) {
    const found = await located(site, name);
    if (found !== undefined && !kinds.some(({ path: known }) => known === found.path)) kinds.push(found);
    if (kinds.length === shownFiles) break;
  }
  return kinds.flatMap((kind) => fileLine(kind, site) ?? []);
}

/** Looks in the agent's directory, then in the root, then anywhere if only one file has this name. */
async function located(site: Site, name: string): Promise<FileKind | undefined> {
  for (const folder of new Set([site.cwd, site.root])) {
    const kind = fileKind(site.root, path.resolve(folder, name));
    if (kind.relative !== undefined && isFile(kind.path)) return isProductSource(kind) ? kind : undefined;
  }
  if (name.includes('/') || site.git === undefined || !isProductSource(fileKind(site.root, name))) return undefined;
  const listed = await site.git.ask(['ls-files', '-z', '--', `:(glob)**/${name}`], { timeoutMs: 500 }).catch(() => '');
  const [only, ...more] = listed.split('\0').filter((found) => found !== '');
  if (only === undefined || more.length > 0) return undefined;
  const kind = fileKind(site.root, only);
  return isProductSource(kind) ? kind : undefined;
}

function fileLine({ path: file, relative, language }: FileKind, site: Site): string | undefined {
  if (language === undefined || relative === undefined) return undefined;
  const text = readText(file, { maxBytes: largestFile });
  if (text === undefined) return undefined;
  const decisions = annotationsOf(text, language).map(
    ({ id, status, rationale }) =>
      `${id === undefined ? 'a decision without an id' : inline(id, 40)} (${status}${rationale ? '' : ', no rationale'})`,
  );
  if (decisions.length > 0) return `${inline(relative)}: @decision ${decisions.slice(0, 5).join(', ')}.`;
  if (!expectsPlan(site)) return undefined;
  const lines = lineCount(text);
  const due = lines >= longFile ? `, which its ${lines} lines ask for` : '';
  return `${inline(relative)}: no @decision${due}.`;
}

const typed = /^\s*\/gatehouse:(status|why|reset)(?:\s+([^\n]*))?\s*$/;

/**
 * The plugin's slash commands. The hook itself answers, and acts of a person need that person's own terminal or editor.
 * Only the beginning of a prompt counts, never what the model writes.
 */
export async function slashCommand(call: UserPromptSubmit, site: Site): Promise<Ruling | undefined> {
  const [, name, rest = ''] = typed.exec(call.prompt) ?? [];
  if (name === undefined || site.requestedByName) return undefined;
  const words = rest.split(/\s+/).filter(Boolean);
  switch (name) {
    case 'status':
      return answered(name, await commandOutput(site, ['status', ...words]));
    case 'why':
      return answered(name, await commandOutput(site, ['explain', ...lastRefusal(site)]));
    default:
      return reset(call, site, words);
  }
}

const answered = (name: string, text: string): Ruling =>
  context(
    `Gatehouse answers /gatehouse:${name}. Show the person exactly this, and do nothing else:\n\n${text}`,
    'a slash command',
  );

function lastRefusal({ home }: Site): readonly string[] {
  const [refusal] = readTraces(home, {
    limit: 1,
    matches: ({ verdict }) => verdict.decision === 'deny' || verdict.decision === 'block' || verdict.decision === 'ask',
  });
  return refusal === undefined ? ['--last'] : ['--id', refusal.id];
}

async function reset(call: UserPromptSubmit, site: Site, words: readonly string[]): Promise<Ruling> {
  const flags = words.length === 0 ? ['--all'] : words;
  const why = await promptDoubt(call, site);
  if (why !== undefined) {
    const where = `Use "Gatehouse: Reset Flag" in the editor, or \`gatehouse reset ${flags.join(' ')}\` in your own terminal.`;
    return message(`Gatehouse does not accept /gatehouse:reset: ${why}. ${where}`, why);
  }
  if (site.dry === true) return message('Gatehouse would reset flags.', 'a person asked for it');
  const text = await commandOutput(site, ['reset', ...flags], 'prompt');
  return message(`Gatehouse: ${text.trim()}`, 'a person asked for it');
}

/** What the command line prints for these words. */
async function commandOutput(site: Site, words: readonly string[], from?: 'prompt'): Promise<string> {
  const { runCommand } = await import(/* webpackChunkName: "rest" */ '../../cli/commands');
  let text = '';
  const out = (more: string) => void (text += more);
  await runCommand(words, {
    ...{ out, err: out, env: site.env, cwd: site.root, isTTY: false, ...(from === undefined ? {} : { from }) },
    ask: () => Promise.resolve(''),
  });
  return text;
}
