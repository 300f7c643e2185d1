import { readFileSync } from 'node:fs';
import readline from 'node:readline';
import { z } from 'zod';
import type { McpReply, McpServers } from './script';

/** A stdio MCP server that gives back scripted texts. Arguments: the order file and the server's name. */
const [, , orderFile = '', serverName = ''] = process.argv;
const order = JSON.parse(readFileSync(orderFile, 'utf8')) as { script: { servers: McpServers } };
const tools = new Map(Object.entries(order.script.servers[serverName] ?? {}));
const asked = new Map<string, number>();

const Request = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.looseObject({ name: z.string().optional(), protocolVersion: z.string().optional() }).default({}),
});

function answerTo({ method, params }: z.infer<typeof Request>): Record<string, unknown> | undefined {
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
    case 'tools/call':
      return resultOf(nextReply(params.name ?? ''));
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

function resultOf(reply: McpReply): Record<string, unknown> {
  if (typeof reply === 'string') return { content: [{ type: 'text', text: reply }] };
  if ('blocks' in reply) return { content: reply.blocks.map((text) => ({ type: 'text', text })) };
  if ('error' in reply) return { content: [{ type: 'text', text: reply.error }], isError: true };
  return { content: [{ type: 'text', text: JSON.stringify(reply.structured) }], structuredContent: reply.structured };
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const request = Request.safeParse(JSON.parse(line));
  if (!request.success || request.data.id === undefined) return;
  const result = answerTo(request.data);
  const outcome = result === undefined ? { error: { code: -32601, message: 'no such method' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.data.id, ...outcome })}\n`);
});
