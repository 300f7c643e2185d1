import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

/** How a model behaves: what it says, or what goes wrong. */
export type Behaviour =
  | { readonly says: string }
  | { readonly status: number }
  | { readonly raw: string }
  | { readonly hangs: true }
  | { readonly points: string };

export const verdict = (word: string, reason = `because ${word}`): Behaviour => ({
  says: JSON.stringify({ verdict: word, confidence: 0.9, reason, problematic_part: '' }),
});

/** The three providers' interfaces on one loopback server, in their true forms. */
export class Models {
  readonly asked: Asked[] = [];
  gemini: Behaviour = verdict('safe');
  openai: Behaviour = verdict('safe');
  anthropic: Behaviour = verdict('safe');

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Models> {
    const server = createServer((request, response) => void models.answer(request, response));
    const models = new Models(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return models;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = JSON.parse(await text(request)) as Record<string, unknown>;
    this.asked.push({ path, headers: request.headers, body });
    const [behaviour, wrap] = this.interfaceAt(path);
    if ('hangs' in behaviour) return;
    if ('points' in behaviour) return void response.writeHead(307, { location: behaviour.points }).end();
    if ('status' in behaviour) return void response.writeHead(behaviour.status).end('{"error":{"message":"no"}}');
    response.setHeader('content-type', 'application/json');
    response.end('raw' in behaviour ? behaviour.raw : JSON.stringify(wrap(behaviour.says)));
  }

  private interfaceAt(path: string): readonly [Behaviour, (says: string) => unknown] {
    if (/^\/v1beta\/models\/[\w.-]+:generateContent$/.test(path)) {
      const wrap = (says: string) => ({
        candidates: [{ content: { parts: [{ text: says }], role: 'model' }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { totalTokenCount: 9 },
        modelVersion: 'gemini-2.0-flash',
      });
      return [this.gemini, wrap];
    }
    if (path === '/v1/chat/completions') {
      const wrap = (says: string) => ({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: says, refusal: null }, finish_reason: 'stop' }],
        usage: { total_tokens: 9 },
      });
      return [this.openai, wrap];
    }
    if (path === '/v1/messages') {
      const wrap = (says: string) => ({
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: says }],
        stop_reason: 'end_turn',
      });
      return [this.anthropic, wrap];
    }
    return [{ status: 404 }, (says) => says];
  }
}
