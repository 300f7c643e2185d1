import { editTools, searchTools, shellTools } from '../hooks/protocol/tools';
import type { Engine, Registrar, ToolCheck } from './engine';

/*
 * The deny-only mod of the Gatehouse plugin. It runs inside the client, where other mods can overrule what hooks refuse:
 * so it asks the warm host itself, before anything else happens to the call. It never approves, and where the host does
 * not answer the hook decides as it does without it. The client reads the names of events and methods out of this file.
 */

const judged: readonly string[] = [...shellTools, ...editTools, ...searchTools];
const startPatienceMs = 3_000;

interface Endpoint {
  readonly url: string;
  readonly clientToken: string;
  readonly hostToken: string;
}

let facts: Promise<Facts> | undefined;
/** The working directory: asked for when a call has ended, so that the next one need not wait for it. */
let cwdBefore: Promise<string> | undefined;
let endpoint: Endpoint | undefined;
let started = false;
/** What was asked about each call that is going on, and what hooks refused of them. */
const asked = new Map<string, string>();
const refused = new Map<string, string>();
/** Calls that are safe only with what the hook asks, changes or keeps. */
const waiting = new Map<string, string>();

export function register(on: Registrar): void {
  on('session.start', (_, e, next) => {
    facts = undefined;
    cwdBefore = undefined;
    return next(e);
  }).catch((_, e, next) => next(e));

  on('tool.call', async ($, e, next) => {
    if (!judged.includes(e.tool)) return afterwards($, next(e));
    const { tool, tool_use_id: id, agentId, ...input } = e;
    if (id !== undefined) remember(asked, id, JSON.stringify(input));
    const answer = await decision($, { tool, toolUseId: id, agentId, input });
    if (answer?.deny !== undefined) return { deny: answer.deny };
    if (answer?.hook === true && id !== undefined) remember(waiting, id, '');
    const result = await afterwards($, next(e));
    if (id !== undefined) forget(id);
    return result;
  }).catch((_, e, next) => next(e));

  on('classic.PreToolUse', async (_, e, next) => {
    const answer = await next(e);
    const id = e.tool_use_id;
    if (id !== undefined && typeof answer.deny === 'string' && answer.deny.includes('Gatehouse')) {
      remember(refused, id, answer.deny);
    }
    return answer;
  }).catch((_, e, next) => next(e));

  on('tool.check', async ($, e, next) => {
    if (!judged.includes(e.tool)) return next(e);
    const verdict = await next(e);
    if (verdict.decision === 'deny') return verdict;
    const reason = await lastRefusal($, e);
    return reason === undefined ? verdict : { decision: 'deny', reason };
  }).catch((_, e, next) => next(e));
}

async function afterwards<R>($: Engine, call: Promise<R>): Promise<R> {
  const result = await call;
  cwdBefore = $.session.cwd();
  return result;
}

/** What our hook refused stays refused, and an input that was changed since is judged again. */
async function lastRefusal($: Engine, e: ToolCheck): Promise<string | undefined> {
  const id = e.tool_use_id;
  const earlier = id === undefined ? undefined : refused.get(id);
  if (earlier !== undefined) return earlier;
  const last = id !== undefined && waiting.has(id);
  if (!last && id !== undefined && asked.get(id) === JSON.stringify(e.input)) return undefined;
  return (await decision($, { tool: e.tool, toolUseId: id, agentId: undefined, input: e.input, last }))?.deny;
}

interface Question {
  readonly tool: string;
  readonly toolUseId: string | undefined;
  readonly agentId: string | undefined;
  readonly input: object;
  /** The hook has had its turn. */
  readonly last?: boolean;
}

/** What the host says to the call; undefined where it does not answer. */
async function decision($: Engine, question: Question): Promise<Answer | undefined> {
  const own = question.agentId === undefined ? (cwdBefore ??= $.session.cwd()) : $.session.cwd();
  const [cwd, { session, root, env }] = await Promise.all([own, (facts ??= readFacts($))]);
  const body = JSON.stringify({ ...question, session, cwd, root, env });
  endpoint ??= await readEndpoint($, env);
  const first = endpoint === undefined ? undefined : await ask($, endpoint, body);
  if (first !== undefined) return first;
  // A host that was replaced is found elsewhere; where none runs one is started, once in a session.
  await startHost($, env);
  endpoint = await readEndpoint($, env);
  return endpoint === undefined ? undefined : ask($, endpoint, body);
}

/** What stays the same in a session: each question to the client takes its time. */
interface Facts {
  readonly session: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

async function readFacts($: Engine): Promise<Facts> {
  const [session, root, env] = await Promise.all([$.session.id(), $.session.root(), environment($)]);
  return { session, root, env };
}

async function environment($: Engine): Promise<Record<string, string>> {
  const [home, gatehouse, claude, disabled] = await Promise.all([
    $.env.get('HOME'),
    $.env.get('GATEHOUSE_HOME'),
    $.env.get('CLAUDE_CONFIG_DIR'),
    $.env.get('GATEHOUSE_DISABLE'),
  ]);
  const all = { HOME: home, GATEHOUSE_HOME: gatehouse, CLAUDE_CONFIG_DIR: claude, GATEHOUSE_DISABLE: disabled };
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value == null ? [] : [[name, value]])));
}

const homeOf = (env: Readonly<Record<string, string>>): string => env.GATEHOUSE_HOME ?? `${env.HOME ?? ''}/.gatehouse`;

async function readEndpoint($: Engine, env: Readonly<Record<string, string>>): Promise<Endpoint | undefined> {
  try {
    const text = await $.fs.read(`${homeOf(env)}/host/mod`);
    const [word, , port = '', , clientToken = '', hostToken = ''] = text.trim().split(' ');
    return word === 'gatehouse1' ? { url: `http://127.0.0.1:${port}/`, clientToken, hostToken } : undefined;
  } catch {
    return undefined;
  }
}

/** With the person's own program, else with the one that the plugin brings along. */
async function startHost($: Engine, env: Readonly<Record<string, string>>): Promise<void> {
  if (started) return;
  started = true;
  const programs = [[`${homeOf(env)}/bin/gatehouse`], ['node', `${$.plugin.root}/runner/runner.js`]];
  for (const program of programs) {
    try {
      const { exitCode } = await $.process.run([...program, 'host', 'start'], { timeoutMs: startPatienceMs });
      if (exitCode === 0) return;
    } catch {
      // It is not there, or takes too long: the hook decides.
    }
  }
}

interface Answer {
  readonly deny: string | undefined;
  readonly hook: boolean;
}

/** Undefined where no host answers. */
async function ask($: Engine, { url, clientToken, hostToken }: Endpoint, body: string): Promise<Answer | undefined> {
  try {
    const headers = { authorization: `Bearer ${clientToken}` };
    // A host that hangs is ended by its own watch, which ends the connection too.
    const reply = await $.http.fetch(url, { method: 'POST', headers, body });
    if (!reply.ok || reply.headers['x-gatehouse'] !== hostToken) return undefined;
    const { deny, hook } = JSON.parse(reply.text) as { deny?: unknown; hook?: unknown };
    return { deny: typeof deny === 'string' ? deny : undefined, hook: hook === true };
  } catch {
    return undefined;
  }
}

const mostCalls = 200;

function remember(book: Map<string, string>, id: string, text: string): void {
  book.set(id, text);
  const [oldest] = book.keys();
  if (book.size > mostCalls && oldest !== undefined) book.delete(oldest);
}

function forget(id: string): void {
  asked.delete(id);
  waiting.delete(id);
  refused.delete(id);
}
