import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { sameToken } from '../../hooks/host/frame';
import { freshToken, openHostFolder, publish, withdraw, type Endpoint } from '../../hooks/host/endpoint';

/** Puts a question to a model; the signal ends it when no one waits any more. */
export type Answer = (question: { system: string; user: string }, signal: AbortSignal) => Promise<string>;

const Question = z.object({ system: z.string(), user: z.string() });
const longestQuestion = 256 * 1024;
const longestAnswer = 32 * 1024;
const answerTimeoutMs = 8_000;

/**
 * A server on loopback through which hooks ask the editor's language models. A caller sends a token from a file that only
 * this person can read. Before it sends anything else, the editor answers with a second token from that file.
 */
export class ModelServer {
  private constructor(
    private readonly server: Server,
    private readonly home: string,
    private readonly endpoint: Endpoint,
  ) {}

  static async open(home: string, version: string, answer: Answer): Promise<ModelServer> {
    openHostFolder(home);
    const [clientToken, hostToken] = [freshToken(), freshToken()];
    const server = createServer((request, response) => {
      respond(request, response, { clientToken, hostToken, answer }).catch(() => end(response, 503));
    });
    server.requestTimeout = 10_000;
    server.unref();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const endpoint = { build: version, port, pid: process.pid, clientToken, hostToken };
    const modelServer = new ModelServer(server, home, endpoint);
    modelServer.advertise();
    return modelServer;
  }

  /** Publishes the endpoint. The file may be replaced by another window, which then removes it. */
  advertise(): void {
    publish(this.home, this.endpoint, 'editor-models');
  }

  close(): void {
    withdraw(this.home, this.endpoint, 'editor-models');
    this.server.close();
    this.server.closeAllConnections();
  }
}

interface ModelService {
  readonly clientToken: string;
  readonly hostToken: string;
  readonly answer: Answer;
}

async function respond(request: IncomingMessage, response: ServerResponse, behind: ModelService): Promise<void> {
  if (!sameToken(request.headers.authorization ?? '', `Bearer ${behind.clientToken}`)) {
    end(response, 401);
    return;
  }
  if (request.method === 'GET' && request.url === '/hello') {
    end(response, 200, behind.hostToken);
    return;
  }
  if (request.method !== 'POST' || request.url !== '/review') {
    end(response, 404);
    return;
  }
  const question = Question.safeParse(JSON.parse(await bodyOf(request)));
  if (!question.success) {
    end(response, 400);
    return;
  }
  const left = new AbortController();
  response.on('close', () => left.abort());
  const text = await behind.answer(question.data, AbortSignal.any([left.signal, AbortSignal.timeout(answerTimeoutMs)]));
  end(response, 200, JSON.stringify({ text: text.slice(0, longestAnswer) }));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longestQuestion) throw new RangeError('the question is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function end(response: ServerResponse, status: number, text = ''): void {
  if (!response.headersSent) response.writeHead(status);
  response.end(text);
}
