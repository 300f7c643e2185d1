import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventStreamOf, messageOf, ModelRequest, newlyReceived, openingOf, type ModelAnswer } from './messages';
import type { Exchange, Files, SessionScript, Turn } from './script';

interface Conversation {
  readonly name: string;
  readonly turns: readonly Turn[];
  next: number;
}

interface World {
  readonly readFiles: (names: readonly string[]) => Files;
  readonly writeFiles: (files: Files) => void;
}

/** The model behind the client: it plays the script's turns in order and notes all that it is told. */
export class ModelServer {
  readonly exchanges: Exchange[] = [];
  /** Requests that could not be served: a defect of the harness, never of what is tested. */
  readonly faults: string[] = [];
  readonly #started = Date.now();
  readonly #main: Conversation;
  readonly #others: readonly Conversation[];
  readonly #server: http.Server;
  #serial = 0;

  constructor(
    private readonly script: SessionScript,
    private readonly world: World,
  ) {
    this.#main = { name: 'main', turns: script.turns, next: 0 };
    this.#others = script.threads.map(({ marker, turns }) => ({ name: marker, turns, next: 0 }));
    this.#server = http.createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        this.faults.push(String(error));
        refuse(response, 400, 'the scripted model could not read this request');
      });
    });
  }

  /** Gives the base address on loopback. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const route = (request.url ?? '').split('?')[0];
    if (request.method === 'POST' && route === '/v1/messages/count_tokens') {
      reply(response, { input_tokens: 1000 });
      return;
    }
    if (request.method !== 'POST' || route !== '/v1/messages') {
      refuse(response, 404, 'no such route');
      return;
    }
    const body = ModelRequest.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    const turn = await this.#turnFor(body);
    if (turn.failure !== undefined) {
      refuse(response, turn.failure.status, turn.failure.message);
      return;
    }
    if (!body.stream) {
      reply(response, messageOf(turn.answer));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(eventStreamOf(turn.answer));
  }

  async #turnFor(body: ModelRequest): Promise<{ answer: ModelAnswer; failure: Turn['failure'] }> {
    const answer = { id: `msg_${++this.#serial}`, model: body.model, text: '', uses: [] };
    // A request without tools asks for a title or the like and takes no turn of the script.
    if (body.tools.length === 0) return { answer: { ...answer, text: '{"title":"scripted"}' }, failure: undefined };
    const atMs = Date.now() - this.#started;
    const files = this.world.readFiles(this.script.watch);
    const opening = openingOf(body);
    const thread = this.#others.find(({ name }) => opening.includes(name)) ?? this.#main;
    const turn = thread.turns[thread.next++] ?? { text: 'Done.' };
    if (turn.once !== undefined) await this.#holds(turn.once);
    if (turn.meanwhile !== undefined) this.world.writeFiles(turn.meanwhile);
    const uses = (turn.uses ?? []).map((use) => ({ ...use, id: `toolu_${++this.#serial}` }));
    const text = turn.text ?? (uses.length === 0 ? 'Done.' : '');
    this.exchanges.push({ atMs, thread: thread.name, received: newlyReceived(body), uses, text, files });
    return { answer: { ...answer, text, uses }, failure: turn.failure };
  }

  async #holds({ file, holds }: NonNullable<Turn['once']>): Promise<void> {
    const end = performance.now() + this.script.timeoutMs / 2;
    while (this.world.readFiles([file])[file]?.includes(holds) !== true) {
      if (performance.now() > end) throw new Error(`the model waited for ${file} to hold '${holds}'`);
      await pause(50);
    }
  }
}

function reply(response: http.ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function refuse(response: http.ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }));
}
