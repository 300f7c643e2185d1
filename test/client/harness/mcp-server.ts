import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Folders, McpReply, McpServers } from './script';

/** A stdio MCP server that gives back scripted texts. Arguments: the order file and the server's name. */
const [, , orderFile = '', serverName = ''] = process.argv;
const order = JSON.parse(readFileSync(orderFile, 'utf8')) as {
  folders: Pick<Folders, 'payloads'>;
  script: { servers: McpServers };
};
const tools = new Map(Object.entries(order.script.servers[serverName] ?? {}));
const asked = new Map<string, number>();

const Params = z.looseObject({ name: z.string().optional(), protocolVersion: z.string().optional() });
const Message = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: Params.default({}),
  result: z.unknown().optional(),
});

function answerTo(method: string, params: z.infer<typeof Params>): Record<string, unknown> | undefined {
  switch (method) {
    case 'initialize': {
      const serverInfo = { name: serverName, version: '1.0.0' };
      return { protocolVersion: params.protocolVersion ?? '2025-06-18', capabilities: { tools: {} }, serverInfo };
    }
    case 'ping':
      return {};
    case 'tools/list': {
      const inputSchema = { type: 'object', additionalProperties: true };
      return { tools: [...tools.keys()].map((name) => ({ name, description: `scripted ${name}`, inputSchema })) };
    }
    default:
      return undefined;
  }
}

function nextReply(tool: string): McpReply {
  const replies = tools.get(tool) ?? [];
  const turn = asked.get(tool) ?? 0;
  asked.set(tool, turn + 1);
  return replies[Math.min(turn, replies.length - 1)] ?? { error: `nothing is scripted for ${tool}` };
}

function resultOf(reply: Exclude<McpReply, { elicit: string } | { late: string }>): Record<string, unknown> {
  if (typeof reply === 'string') return { content: [{ type: 'text', text: reply }] };
  if ('blocks' in reply) return { content: reply.blocks.map((text) => ({ type: 'text', text })) };
  if ('error' in reply) return { content: [{ type: 'text', text: reply.error }], isError: true };
  return { content: [{ type: 'text', text: JSON.stringify(reply.structured) }], structuredContent: reply.structured };
}

/** Resolves when the client has given an event to its hooks. */
async function fired(event: string): Promise<void> {
  const { payloads } = order.folders;
  const holds = (name: string) =>
    readFileSync(path.join(payloads, name), 'utf8').includes(`"hook_event_name":"${event}"`);
  while (!readdirSync(payloads).some(holds)) await pause(50);
}

type Id = string | number;

/** Calls whose answer waits for the person. */
const waiting = new Map<Id, Id>();

function call(id: Id, tool: string): void {
  const reply = nextReply(tool);
  if (typeof reply !== 'string' && 'late' in reply) {
    void fired(reply.after).then(() => send({ id, result: resultOf(reply.late) }));
    return;
  }
  if (typeof reply === 'string' || !('elicit' in reply)) {
    send({ id, result: resultOf(reply) });
    return;
  }
  const question = `question-${String(id)}`;
  waiting.set(question, id);
  const requestedSchema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };
  send({ id: question, method: 'elicitation/create', params: { message: reply.elicit, requestedSchema } });
}

function send(message: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = Message.parse(JSON.parse(line));
  if (id === undefined) return;
  const asking = waiting.get(id);
  if (asking !== undefined) {
    send({ id: asking, result: resultOf(`The person answered ${JSON.stringify(result)}`) });
    return;
  }
  if (method === 'tools/call') {
    call(id, params.name ?? '');
    return;
  }
  const answer = answerTo(method ?? '', params);
  send(answer === undefined ? { id, error: { code: -32601, message: 'no such method' } } : { id, result: answer });
});
