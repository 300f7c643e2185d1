import { z } from 'zod';
import type { Received, ToolUse } from './script';

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  tool_use_id: z.string().optional(),
  is_error: z.boolean().optional(),
  content: z.unknown().optional(),
});
const Content = z.union([z.string(), z.array(Block)]);

/** As much of a Messages API request as the scripted model reads. */
export const ModelRequest = z.looseObject({
  model: z.string().default('scripted'),
  stream: z.boolean().default(false),
  system: Content.optional(),
  messages: z.array(z.object({ role: z.string(), content: Content })),
  tools: z.array(z.unknown()).default([]),
});
export type ModelRequest = z.infer<typeof ModelRequest>;

/** Everything that came after the model's last message. */
export function newlyReceived(request: ModelRequest): Received[] {
  const last = request.messages.findLastIndex((message) => message.role === 'assistant');
  return request.messages.slice(last + 1).flatMap(({ role, content }) => pieces(role, content));
}

/** The text by which a conversation is told apart: the system prompt and the first message. */
export function openingOf(request: ModelRequest): string {
  const first = request.messages.find((message) => message.role === 'user');
  return [...pieces('system', request.system ?? ''), ...(first === undefined ? [] : pieces('user', first.content))]
    .map((piece) => piece.text)
    .join('\n');
}

function pieces(role: string, content: z.infer<typeof Content>): Received[] {
  if (typeof content === 'string') return [{ role, type: 'text', text: content }];
  return content.map((block) => ({
    role,
    type: block.type,
    text: block.text ?? textWithin(block.content),
    ...(block.tool_use_id === undefined ? {} : { toolUseId: block.tool_use_id }),
    ...(block.type === 'tool_result' ? { isError: block.is_error ?? false } : {}),
  }));
}

function textWithin(content: unknown): string {
  const inner = Content.safeParse(content);
  if (!inner.success) return '';
  if (typeof inner.data === 'string') return inner.data;
  return inner.data.map((block) => block.text ?? `[${block.type}]`).join('\n');
}

export interface ModelAnswer {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly uses: readonly (ToolUse & { readonly id: string })[];
}

/** The answer as one JSON message. */
export function messageOf(answer: ModelAnswer): Record<string, unknown> {
  const text = answer.text === '' ? [] : [{ type: 'text', text: answer.text }];
  return {
    ...envelope(answer),
    content: [...text, ...answer.uses.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }))],
    stop_reason: stopReason(answer),
  };
}

/** The answer as the event stream that clients ask for. */
export function eventStreamOf(answer: ModelAnswer): string {
  const events: Record<string, unknown>[] = [
    { type: 'message_start', message: { ...envelope(answer), content: [], stop_reason: null } },
  ];
  const block = (start: Record<string, unknown>, delta: Record<string, unknown>) => {
    const index = events.filter((event) => event.type === 'content_block_start').length;
    events.push(
      { type: 'content_block_start', index, content_block: start },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    );
  };
  if (answer.text !== '') block({ type: 'text', text: '' }, { type: 'text_delta', text: answer.text });
  for (const { id, name, input } of answer.uses) {
    block({ type: 'tool_use', id, name, input: {} }, { type: 'input_json_delta', partial_json: JSON.stringify(input) });
  }
  events.push(
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason(answer), stop_sequence: null },
      usage: { output_tokens: 20 },
    },
    { type: 'message_stop' },
  );
  return events.map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function envelope({ id, model }: ModelAnswer): Record<string, unknown> {
  const usage = { input_tokens: 100, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  return { id, type: 'message', role: 'assistant', model, stop_sequence: null, usage };
}

const stopReason = (answer: ModelAnswer): string => (answer.uses.length > 0 ? 'tool_use' : 'end_turn');
