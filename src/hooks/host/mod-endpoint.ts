import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { noteAsked } from '../client/heartbeat';
import { judgeHook } from '../pipeline/hook';
import { answerAtBoundary } from '../boundary';
import { findTrace } from '../pipeline/decision-log';
import { decideCall, wasAllowedOnce, type CallDecision } from '../pipeline/decide-call';
import { lazyObject } from '../project/lazy-schema';
import { readCall } from '../protocol/call';
import { sameToken } from './frame';
import { freshToken, publish, withdraw, type Endpoint } from './endpoint';
import type { Env } from '../project/home';

/** A tool call as the mod inside the client sees it before anything else does. */
const Question = lazyObject(() => ({
  session: z.string(),
  tool: z.string(),
  toolUseId: z.optional(z.string()),
  agentId: z.optional(z.string()),
  input: z.record(z.string(), z.unknown()),
  /** The agent's working directory. */
  cwd: z.string(),
  /** Where the client was started. */
  root: z.string(),
  /** The hook runs after this: its refusals are reported and recorded there. */
  early: z.optional(z.boolean()),
  /** The hook has run: the second question, where the first answer asked for it. */
  last: z.optional(z.boolean()),
  /** The few variables that a mod can read. */
  env: z.record(z.string(), z.string()),
}));
type Question = z.infer<typeof Question>;

interface Answer {
  readonly deny?: string;
  /** The decision depends on the hook: ask again after it ran. */
  readonly hook?: boolean;
}

const longestQuestion = 24 * 1024 * 1024;
const mostSessions = 100;

/**
 * The HTTP endpoint where the plugin's mod asks whether to refuse a call (mods have only HTTP). It can only refuse;
 * what passes goes to the hook, which may also change or approve it.
 */
export class ModEndpoint {
  /** A mod cannot read its client's environment; hooks of the same session provide it. */
  private readonly environments = new Map<string, Env>();
  private readonly server = createServer((request, response) => {
    this.respond(request, response).catch(() => end(response, 503));
  });
  private endpoint: Endpoint | undefined;

  constructor(
    private readonly home: string,
    private readonly build: string,
  ) {}

  async open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(0, '127.0.0.1', resolve);
    });
    this.server.unref();
    const { port } = this.server.address() as AddressInfo;
    const tokens = { clientToken: freshToken(), hostToken: freshToken() };
    this.endpoint = { build: this.build, port, pid: process.pid, ...tokens };
    publish(this.home, this.endpoint, 'mod');
  }

  close(): void {
    if (this.endpoint !== undefined) withdraw(this.home, this.endpoint, 'mod');
    this.server.close();
    this.server.closeAllConnections();
  }

  /** A hook ran: its environment is that of the session's client. */
  noteEnvironment(payload: string, env: Env): void {
    const session = /"session_id"\s*:\s*"([^"\\]{1,200})"/.exec(payload.slice(0, 4_096))?.[1];
    if (session === undefined) return;
    this.environments.delete(session);
    this.environments.set(session, env);
    const [oldest] = this.environments.keys();
    if (this.environments.size > mostSessions && oldest !== undefined) this.environments.delete(oldest);
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { endpoint } = this;
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (endpoint === undefined || request.method !== 'POST' || !sameToken(token, endpoint.clientToken)) {
      end(response, 403);
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > longestQuestion) {
        end(response, 413);
        return;
      }
    }
    const question = Question.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    if (!question.success) {
      end(response, 400);
      return;
    }
    const answer = await this.answer(question.data);
    response.writeHead(200, { 'content-type': 'application/json', 'x-gatehouse': endpoint.hostToken });
    response.end(JSON.stringify(answer));
  }

  /** A dry run first: a call that passes leaves no trace here, because the hook writes one. */
  private async answer(question: Question): Promise<Answer> {
    const { session, tool, toolUseId, agentId, input, cwd, root } = question;
    const fields = { session_id: session, cwd, tool_name: tool, tool_input: input };
    const ids = { tool_use_id: toolUseId, agent_id: agentId };
    const payload = JSON.stringify({ hook_event_name: 'PreToolUse', ...fields, ...ids });
    const known = this.environments.get(session) ?? process.env;
    const env = { ...known, ...question.env, CLAUDE_PROJECT_DIR: root };
    const call = readCall(JSON.parse(payload), 'PreToolUse', cwd);
    if ('problem' in call) return {};
    const { done, scheduled, site } = await decideCall(call, { env, clock: { now: () => Date.now() }, dry: true });
    const denied = done.answer.decision === 'deny';
    const hook = denied ? question.early === true : needsHook(done.results, scheduled);
    if (!denied && !hook && toolUseId !== undefined) noteAsked(session, toolUseId, input);
    if (hook && question.last !== true) return { hook };
    if (!hook && !denied) return {};
    const earlier = judgedBefore(site.home, toolUseId);
    if (earlier !== undefined && (!denied || wasAllowedOnce(earlier))) return {};
    const { reply, finish } = await answerAtBoundary(
      { args: ['PreToolUse'], payload, env, cwd, via: 'warm' },
      judgeHook,
    );
    finish();
    return refusalIn(reply.stdout, denied);
  }
}

/** Does a safety gate ask, change the command or keep something before it runs? Only the hook can. */
function needsHook(results: CallDecision['done']['results'], scheduled: CallDecision['scheduled']): boolean {
  const safety = new Set(scheduled.flatMap(({ gate }) => (gate.posture === 'closed' ? [gate.id] : [])));
  return results.some(
    ({ gate, level, rulings }) =>
      level !== 'observe' && safety.has(gate) && rulings.some(({ kind }) => kind !== 'pass' && kind !== 'allow'),
  );
}

const judgedBefore = (home: string, toolUseId: string | undefined) =>
  toolUseId === undefined
    ? undefined
    : findTrace(home, '"event":"PreToolUse"', `"toolUseId":${JSON.stringify(toolUseId)}`);

const HookReply = lazyObject(() => ({
  hookSpecificOutput: z.object({
    permissionDecision: z.optional(z.string()),
    permissionDecisionReason: z.optional(z.string()),
    updatedInput: z.optional(z.unknown()),
  }),
}));

const unanswered =
  'Gatehouse asks about this command or changes it before it runs, and a mod kept its hook from doing so. Do not repeat the call; tell the person.';

/** A mod can only refuse: without the hook, a call that needs a question or a change is refused. */
function refusalIn(stdout: string, denied: boolean): Answer {
  const reply = stdout === '' ? undefined : HookReply.safeParse(JSON.parse(stdout));
  if (reply?.success !== true) return {};
  const { permissionDecision, permissionDecisionReason, updatedInput } = reply.data.hookSpecificOutput;
  if (permissionDecision === 'deny') return { deny: permissionDecisionReason ?? '' };
  return !denied && (permissionDecision === 'ask' || updatedInput !== undefined) ? { deny: unanswered } : {};
}

function end(response: ServerResponse, status: number): void {
  if (!response.headersSent) response.writeHead(status);
  response.end();
}
