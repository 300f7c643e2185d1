import { editTools, searchTools, shellTools } from '../hooks/protocol/tools';

/** The part of the client's interface for mods that ours uses. Everything outside the module goes through it. */
interface Engine {
  readonly plugin: { readonly root: string };
  readonly session: { id(): Promise<string>; cwd(): Promise<string>; root(): Promise<string> };
  readonly env: { get(name: string): Promise<string | null | undefined> };
  readonly fs: { read(path: string): Promise<string> };
  readonly process: { run(words: readonly string[], options: { timeoutMs: number }): Promise<{ exitCode: number }> };
  readonly http: { fetch(url: string, init: Request): Promise<Response> };
}

interface Request {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Response {
  readonly ok: boolean;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A tool call before it is judged. The fields of its input are properties beside these. */
interface ToolCall {
  readonly tool: string;
  readonly tool_use_id?: string;
  readonly agentId?: string;
}

/** The same call when its permission is decided, with the input that will run. */
interface ToolCheck {
  readonly tool: string;
  readonly tool_use_id?: string;
  readonly input: object;
}

/** The settings hooks of a call. */
interface ClassicPreToolUse {
  readonly tool_use_id?: string;
}

interface Events {
  'session.start': { event: object; result: object };
  'tool.call': { event: ToolCall; result: { readonly deny?: string } };
  'tool.check': { event: ToolCheck; result: { readonly decision: string; readonly reason?: string } };
  'classic.PreToolUse': { event: ClassicPreToolUse; result: { readonly deny?: unknown } };
}

type Hook<E extends keyof Events> = (
  $: Engine,
  e: Events[E]['event'],
  next: (e: Events[E]['event']) => Promise<Events[E]['result']>,
) => Promise<Events[E]['result']>;

/** Every event of a tool call; `tool.run` is the call as it was allowed, before it runs. */
type ToolHook = (
  $: Engine,
  e: ToolCall,
  next: { (e: ToolCall): Promise<{ readonly deny?: string }>; readonly event: string },
) => Promise<{ readonly deny?: string }>;

interface Registrar {
  <E extends keyof Events>(event: E, hook: Hook<E>): { catch(handler: Hook<E>): void };
  (events: 'tool.*', matcher: { readonly tool_use_id: RegExp }, hook: ToolHook): { catch(handler: ToolHook): void };
}

/*
 * The mod of the Gatehouse plugin; it can only deny. It runs inside the client, where other mods can overrule what a hook
 * refuses, so it asks the warm host itself, before anything else happens to the call. If the host does not answer, the
 * hook decides alone. The client finds the names of events and methods in the text of this file.
 */

const judged: readonly string[] = [...shellTools, ...editTools, ...searchTools];
const startTimeoutMs = 3_000;

interface Endpoint {
  readonly url: string;
  readonly clientToken: string;
  readonly hostToken: string;
}

let facts: Promise<Facts> | undefined;
/** The working directory, asked for when a call ends, so that the next call does not wait for it. */
let cwdBefore: Promise<string> | undefined;
let endpoint: Endpoint | undefined;
let started = false;

/** What is known of a call that is going on. */
interface Pending {
  /** The input that the host was asked about. */
  readonly asked: string;
  readonly answer: Promise<Answer | undefined>;
  /** Why our hook refused it. */
  readonly refused?: string;
}
const pending = new Map<string, Pending>();
/** Tools whose runs the client shows to mods. A refusal is said at the run, so no earlier step waits for the host. */
const shown = new Set<string>();

export function register(on: Registrar): void {
  on('session.start', (_, e, next) => {
    facts = undefined;
    cwdBefore = undefined;
    return next(e);
  }).catch((_, e, next) => next(e));

  // The host is asked at once and answers while the client starts its hooks.
  on('tool.call', async ($, e, next) => {
    if (!judged.includes(e.tool)) return afterwards($, next(e));
    const { tool, tool_use_id: id, agentId, ...input } = e;
    const early = id !== undefined && shown.has(tool);
    const answer = decision($, { tool, toolUseId: id, agentId, input, early });
    if (id !== undefined) remember(id, { asked: JSON.stringify(input), answer });
    const deny = early ? undefined : (await answer)?.deny;
    if (deny !== undefined) return { deny };
    const result = await afterwards($, next(e));
    if (id !== undefined) pending.delete(id);
    return result;
  }).catch((_, e, next) => next(e));

  on('classic.PreToolUse', async (_, e, next) => {
    const answer = await next(e);
    const id = e.tool_use_id;
    if (id !== undefined && typeof answer.deny === 'string' && answer.deny.includes('Gatehouse')) {
      const known = pending.get(id) ?? { asked: '', answer: Promise.resolve(undefined) };
      remember(id, { ...known, refused: answer.deny });
    }
    return answer;
  }).catch((_, e, next) => next(e));

  on('tool.check', async ($, e, next) => {
    if (!judged.includes(e.tool)) return next(e);
    const verdict = await next(e);
    if (verdict.decision === 'deny') return verdict;
    const { tool, tool_use_id: toolUseId, input } = e;
    const reason = await refusal($, { tool, toolUseId, agentId: undefined, input });
    return reason === undefined ? verdict : { decision: 'deny', reason };
  }).catch((_, e, next) => next(e));

  // `tool.run` by a pattern: a client that does not know the name of an event refuses the whole module.
  on('tool.*', { tool_use_id: /./ }, async ($, e, next) => {
    if (next.event !== 'tool.run' || !judged.includes(e.tool)) return next(e);
    const { tool, tool_use_id: toolUseId, agentId, ...input } = e;
    shown.add(tool);
    const deny = await refusal($, { tool, toolUseId, agentId, input });
    return deny === undefined ? next(e) : { deny };
  }).catch((_, e, next) => next(e));
}

async function afterwards<R>($: Engine, call: Promise<R>): Promise<R> {
  const result = await call;
  cwdBefore = $.session.cwd();
  return result;
}

/** What our hook refused stays refused, and an input that was changed since is judged again. */
async function refusal($: Engine, question: Question): Promise<string | undefined> {
  const { toolUseId: id, input } = question;
  const known = id === undefined ? undefined : pending.get(id);
  if (known?.refused !== undefined) return known.refused;
  const asked = JSON.stringify(input);
  const first = await (known?.asked === asked ? known.answer : decision($, question));
  // It may pass only if the hook ran, which asks, rewrites or keeps work; by now the hook had its turn.
  const answer = first?.hook === true ? await decision($, { ...question, last: true }) : first;
  if (id !== undefined) remember(id, { asked, answer: Promise.resolve(answer) });
  return answer?.deny;
}

interface Question {
  readonly tool: string;
  readonly toolUseId: string | undefined;
  readonly agentId: string | undefined;
  readonly input: object;
  /** The hook runs later: a refusal is left to it. */
  readonly early?: boolean;
  /** The hook has had its turn. */
  readonly last?: boolean;
}

/** What the host says to the call; undefined if it does not answer. */
function decision($: Engine, question: Question): Promise<Answer | undefined> {
  return answerTo($, question).catch(() => undefined);
}

async function answerTo($: Engine, question: Question): Promise<Answer | undefined> {
  const own = question.agentId === undefined ? (cwdBefore ??= $.session.cwd()) : $.session.cwd();
  const [cwd, { session, root, env }] = await Promise.all([own, (facts ??= readFacts($))]);
  const body = JSON.stringify({ ...question, session, cwd, root, env });
  endpoint ??= await readEndpoint($, env);
  const first = endpoint === undefined ? undefined : await ask($, endpoint, body);
  if (first !== undefined) return first;
  // A host that was replaced has a new endpoint. If none runs, one is started, once in a session.
  await startHost($, env);
  endpoint = await readEndpoint($, env);
  return endpoint === undefined ? undefined : ask($, endpoint, body);
}

/** What stays the same in a session. Asked once, because each question to the client takes time. */
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

/** Starts the person's installed program, or else the one in the plugin. */
async function startHost($: Engine, env: Readonly<Record<string, string>>): Promise<void> {
  if (started) return;
  started = true;
  const programs = [[`${homeOf(env)}/bin/gatehouse`], ['node', `${$.plugin.root}/runner/runner.js`]];
  for (const program of programs) {
    try {
      const { exitCode } = await $.process.run([...program, 'host', 'start'], { timeoutMs: startTimeoutMs });
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

/** Undefined if no host answers. */
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

function remember(id: string, call: Pending): void {
  pending.set(id, call);
  const [oldest] = pending.keys();
  if (pending.size > mostCalls && oldest !== undefined) pending.delete(oldest);
}
