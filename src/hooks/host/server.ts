import { readlinkSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { attempt } from '../project/functions';
import { readText, pathsIn } from '../project/read-file';
import type { Reply } from '../protocol/reply';
import type { HostStatus } from './client';
import {
  coldFrame,
  greetingLimit,
  isWhole,
  protocolName,
  readRequest,
  replyFrame,
  requestLimit,
  sameToken,
  waitFrame,
  type HookRequest,
} from './frame';
import { messageOf } from '../project/text';

const kept = 1_000;

/** What the host did. Durations cover the newest thousand calls. */
export class Statistics {
  readonly #durations = new Float64Array(kept);
  #requests = 0;
  #active = 0;
  #lastAt = performance.now();

  begin(): void {
    this.#active += 1;
    this.#lastAt = performance.now();
  }

  end(ms: number): void {
    this.#durations[this.#requests % kept] = ms;
    this.#requests += 1;
    this.#active -= 1;
    this.#lastAt = performance.now();
  }

  get active(): number {
    return this.#active;
  }

  /** How long the host has been idle; zero while a call is worked on. */
  idleMs(): number {
    return this.#active > 0 ? 0 : performance.now() - this.#lastAt;
  }

  status(who: Pick<HostStatus, 'pid' | 'build' | 'port'>): HostStatus {
    const sorted = this.#durations.slice(0, Math.min(this.#requests, kept)).sort();
    const at = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 100) / 100;
    return {
      ...who,
      uptimeSeconds: Math.round(process.uptime()),
      requests: this.#requests,
      active: this.#active,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      rssMb: Math.round(process.memoryUsage.rss() / 1024 / 102.4) / 10,
    };
  }
}

export interface Service {
  readonly build: string;
  readonly clientToken: string;
  readonly hostToken: string;
  /** Runs before a request is read: a problem means that others may know the tokens. */
  suspect(): string | undefined;
  /** `later` takes the work that waits until the answer is out; `pid` tells which process asks, if that is sure. */
  hook(request: HookRequest, later: (work: () => void) => void, pid: () => number | undefined): Promise<Reply>;
  control(word: string, pid: () => number | undefined): Reply;
  log(what: string): void;
  readonly statistics: Statistics;
}

/** How long a client may take: to say who it is, to say what it wants, to take the answer. */
export interface Timeouts {
  readonly greetingMs: number;
  readonly requestMs: number;
  readonly farewellMs: number;
  /** How often a waiting client gets a sign of life. */
  readonly pulseMs: number;
}

const defaultTimeouts: Timeouts = { greetingMs: 2_000, requestMs: 10_000, farewellMs: 5_000, pulseMs: 250 };

const mostConnections = 256;

/** Listens on the loopback address only, on a port that the system chooses. */
export async function listen(service: Service, timeouts: Timeouts = defaultTimeouts): Promise<Server> {
  const server = createServer({ noDelay: true }, (socket) => serveClient(socket, service, timeouts));
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', (error) => service.log(`the server failed: ${error.message}`));
  return server;
}

/** One client, one request, one answer. */
function serveClient(socket: Socket, service: Service, timeouts: Timeouts): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let greeted = false;
  let deadline = setTimeout(() => drop('a client did not identify itself'), timeouts.greetingMs);
  const drop = (why: string) => {
    clearTimeout(deadline);
    service.log(why);
    socket.destroy();
  };
  const take = (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (!greeted) {
      const rest = greet();
      if (rest === undefined) return;
      chunks.splice(0, chunks.length, ...(rest.length === 0 ? [] : [rest]));
      size = rest.length;
    }
    if (size > requestLimit) {
      drop('a request was too large');
      return;
    }
    if (size === 0) return;
    if (!isWhole(chunks, size)) {
      // A shell writes in pieces, and the system holds a small piece back until the one before is acknowledged. A word
      // from us carries that acknowledgement at once; otherwise it comes 40 ms later.
      socket.write(waitFrame);
      return;
    }
    clearTimeout(deadline);
    socket.off('data', take);
    void answer(socket, service, timeouts, Buffer.concat(chunks, size));
  };
  /** What follows the greeting; undefined while it is not whole, or if it is wrong. */
  const greet = (): Buffer | undefined => {
    const all = Buffer.concat(chunks, size);
    const end = all.indexOf(10);
    if (end < 0 || end > greetingLimit) {
      if (size > greetingLimit) drop('a client sent too much before identifying itself');
      return undefined;
    }
    const [word, token = '', build] = all.subarray(0, end).toString('latin1').split(' ');
    if (word !== protocolName || !sameToken(token, service.clientToken)) drop('a client showed a wrong token');
    else if (build !== service.build) drop(`a client of another build (${(build ?? 'none').slice(0, 40)}) was refused`);
    else {
      greeted = true;
      clearTimeout(deadline);
      deadline = setTimeout(() => drop('a client did not finish its request'), timeouts.requestMs);
      socket.write(`${service.hostToken}\n`);
      // The client reads our token while we check; a caller with a leaked token already knows ours too.
      const suspicion = service.suspect();
      if (suspicion === undefined) return all.subarray(end + 1);
      drop(`a client was refused: ${suspicion}`);
    }
    return undefined;
  };
  socket.on('data', take);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => clearTimeout(deadline));
}

async function answer(socket: Socket, service: Service, timeouts: Timeouts, bytes: Buffer): Promise<void> {
  const start = performance.now();
  const request = readRequest(bytes);
  if (request === undefined) {
    service.log('a request could not be read');
    socket.destroy();
    return;
  }
  const pulse = setInterval(() => socket.write(waitFrame), timeouts.pulseMs);
  const work: (() => void)[] = [];
  let frame: Buffer;
  try {
    const pid = () => peerOf(socket, request.pid);
    if (request.kind === 'control') frame = replyFrame(service.control(request.word, pid));
    else {
      service.statistics.begin();
      frame = replyFrame(await service.hook(request, (task) => work.push(task), pid));
    }
  } catch (error) {
    service.log(`a call failed: ${messageOf(error)}`);
    frame = coldFrame;
  } finally {
    clearInterval(pulse);
    if (request.kind === 'hook') service.statistics.end(performance.now() - start);
  }
  socket.setTimeout(timeouts.farewellMs, () => socket.destroy());
  socket.end(frame);
  for (const task of work) task();
}

/**
 * The process at the other end of a connection on this machine. It sends its process number; Linux shows whether that
 * process holds the connection, and if another one does, the result is undefined. Other systems show nothing, so there
 * the number is believed.
 */
function peerOf({ localPort, remotePort }: Pick<Socket, 'localPort' | 'remotePort'>, pid: number) {
  if (process.platform !== 'linux') return pid;
  return localPort !== undefined && remotePort !== undefined && ownsSocket(pid, inodeOf(remotePort, localPort))
    ? pid
    : undefined;
}

/** The far end's socket, as /proc/net/tcp lists it: addresses and ports in hexadecimal, the inode in the tenth field. */
function inodeOf(from: number, to: number): string | undefined {
  const ends = `0100007F:${port(from)} 0100007F:${port(to)} `;
  const line = (readText('/proc/net/tcp') ?? '').split('\n').find((one) => one.includes(ends));
  return line?.trim().split(/\s+/)[9];
}

const port = (number: number): string => number.toString(16).toUpperCase().padStart(4, '0');

function ownsSocket(pid: number, inode: string | undefined): boolean {
  if (inode === undefined || !Number.isSafeInteger(pid) || pid <= 0) return false;
  const isSocket = (file: string) => attempt(() => readlinkSync(file)) === `socket:[${inode}]`;
  return pathsIn(`/proc/${pid}/fd`).some(isSocket);
}
