import type { Step } from './order';

/** What the model says in one turn: a tool call, or its last words. */
export type Turn = Step | { readonly text: string };

type Json = Readonly<Record<string, unknown>>;

/** The form in which a client talks to its model: how its requests are known, and what they are answered. */
interface Wire {
  readonly route: RegExp;
  /** A request that takes no turn: a title, a classification. */
  readonly aside?: (body: Json) => boolean;
  /** The part of a request that holds the conversation. */
  readonly conversation: (body: Json) => readonly unknown[];
  readonly events: (turn: Turn, serial: number, body: Json) => readonly Json[];
  readonly named?: true;
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const noTools = (body: Json): boolean => list(body.tools).length === 0;

/** OpenAI's Responses API. */
const responses: Wire = {
  route: /\/responses$/,
  conversation: (body) => list(body.input),
  named: true,
  events(turn, serial) {
    const id = `resp_${serial}`;
    const item =
      'text' in turn
        ? {
            type: 'message',
            role: 'assistant',
            id: `msg_${serial}`,
            content: [{ type: 'output_text', text: turn.text, annotations: [] }],
          }
        : turn.custom !== undefined
          ? {
              type: 'custom_tool_call',
              id: `ctc_${serial}`,
              call_id: `call_${serial}`,
              name: turn.name,
              input: turn.custom,
            }
          : {
              type: 'function_call',
              id: `fc_${serial}`,
              call_id: `call_${serial}`,
              name: turn.name,
              namespace: turn.namespace,
              arguments: JSON.stringify(turn.input),
            };
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    };
    return [
      { type: 'response.created', response: { id } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id, object: 'response', status: 'completed', output: [item], usage } },
    ];
  },
};

/** Anthropic's Messages API, as Copilot CLI speaks it to a provider of the person's own. */
const messages: Wire = {
  route: /\/v1\/messages$/,
  aside: noTools,
  conversation: (body) => list(body.messages),
  named: true,
  events(turn, serial, body) {
    const usage = { input_tokens: 10, output_tokens: 5 };
    const message = {
      id: `msg_${serial}`,
      type: 'message',
      role: 'assistant',
      model: body.model,
      stop_sequence: null,
      usage,
    };
    const [block, delta] =
      'text' in turn
        ? [
            { type: 'text', text: '' },
            { type: 'text_delta', text: turn.text },
          ]
        : [
            { type: 'tool_use', id: `toolu_${serial}`, name: turn.name, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(turn.input) },
          ];
    return [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'text' in turn ? 'end_turn' : 'tool_use', stop_sequence: null },
        usage: { output_tokens: 5 },
      },
      { type: 'message_stop' },
    ];
  },
};

/** OpenAI's Chat Completions. */
const completions: Wire = {
  route: /\/chat\/completions$/,
  aside: noTools,
  conversation: (body) => list(body.messages),
  events(turn, serial) {
    const call = (one: Step) => ({
      index: 0,
      id: `call_${serial}`,
      type: 'function',
      function: { name: one.name, arguments: JSON.stringify(one.input) },
    });
    const [delta, reason] =
      'text' in turn ? [{ content: turn.text }, 'stop'] : [{ tool_calls: [call(turn)] }, 'tool_calls'];
    const chunk = (more: Json, finish_reason: string | null) => ({
      id: `chatcmpl_${serial}`,
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta: more, finish_reason }],
    });
    return [chunk({ role: 'assistant', ...delta }, null), chunk({}, reason)];
  },
};

/** Google's generateContent. */
const generateContent: Wire = {
  route: /:streamGenerateContent$/,
  aside: noTools,
  conversation: (body) => list(body.contents),
  events(turn) {
    const part = 'text' in turn ? { text: turn.text } : { functionCall: { name: turn.name, args: turn.input } };
    return [
      {
        candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      },
    ];
  },
};

export const wires: readonly Wire[] = [responses, messages, completions, generateContent];

export function eventStream(wire: Wire, turn: Turn, serial: number, body: Json): string {
  return wire
    .events(turn, serial, body)
    .map((event) => `${wire.named === true ? `event: ${String(event.type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
    .join('');
}
