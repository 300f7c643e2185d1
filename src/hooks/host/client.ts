import { connect } from 'node:net';
import * as z from 'zod/mini';
import { lazyObject } from '../project/lazy-schema';
import { processState } from '../project/process-state';
import type { Reply } from '../protocol/reply';
import { protocolName, readReply, sameToken } from './frame';
import { readEndpoint, type Endpoint } from './endpoint';
import { parseAs } from '../protocol/json';

/** Is there a process of this person with this number? */
export const isAlive = (pid: number): boolean => processState(pid) === 'own';

/** Puts one control word to a host. Undefined if no host answers. */
export function ask(host: Endpoint, word: string, timeoutMs: number): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: host.port });
    const chunks: Buffer[] = [];
    let trusted = false;
    const settle = (reply: Reply | undefined) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(reply);
    };
    const timer = setTimeout(() => settle(undefined), timeoutMs);
    socket.on('connect', () => socket.write(`${protocolName} ${host.clientToken} ${host.build}\n`));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (trusted) return;
      const all = Buffer.concat(chunks);
      const end = all.indexOf(10);
      if (end < 0) return;
      if (!sameToken(all.subarray(0, end).toString('latin1'), host.hostToken)) {
        settle(undefined);
        return;
      }
      trusted = true;
      chunks.splice(0, chunks.length, all.subarray(end + 1));
      socket.write(`i${process.pid}\0c${word}\0.\0`);
    });
    socket.on('end', () => settle(trusted ? readReply(Buffer.concat(chunks)) : undefined));
    socket.on('error', () => settle(undefined));
    socket.on('close', () => settle(undefined));
  });
}

/** A host's statistics. */
const HostStatus = lazyObject(() => ({
  pid: z.number(),
  build: z.string(),
  port: z.number(),
  uptimeSeconds: z.number(),
  requests: z.number(),
  active: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  rssMb: z.number(),
}));
export type HostStatus = z.infer<typeof HostStatus>;

/** What the endpoint of this home leads to. */
export type HostState =
  | { readonly kind: 'none' }
  | { readonly kind: 'answers'; readonly status: HostStatus }
  /** The process lives and does not answer. */
  | { readonly kind: 'stuck'; readonly pid: number };

/** Sends a message to the host of this home and returns its status. */
export async function hostState(home: string, word: 'status' | 'stop', timeoutMs = 1_000): Promise<HostState> {
  const host = readEndpoint(home);
  if ('problem' in host || !isAlive(host.pid)) return { kind: 'none' };
  const reply = await ask(host, word, timeoutMs);
  if (reply === undefined) return isAlive(host.pid) ? { kind: 'stuck', pid: host.pid } : { kind: 'none' };
  const status = parseAs(HostStatus, reply.stdout);
  return status === undefined ? { kind: 'stuck', pid: host.pid } : { kind: 'answers', status };
}

/** The running host of this home, or undefined if none answers. */
export async function hostStatus(home: string, timeoutMs?: number): Promise<HostStatus | undefined> {
  const state = await hostState(home, 'status', timeoutMs);
  return state.kind === 'answers' ? state.status : undefined;
}

/** Asks the host to end; resolves to what it was. */
export async function stopHost(home: string): Promise<HostStatus | undefined> {
  const state = await hostState(home, 'stop');
  return state.kind === 'answers' ? state.status : undefined;
}

/** What a process of Gatehouse says before it writes a document under seal: the word, the seal, the file. */
export const sealWord = 'seal ';
const replyTimeoutMs = 2_000;
/** A host that did not answer is not waited for again so soon: a hook writes many documents. An editor outlives the pause. */
const pauseMs = 10_000;
let silentUntil = 0;

export async function sendAnnouncement(home: string, file: string, seal: string): Promise<void> {
  const host = readEndpoint(home);
  if (Date.now() < silentUntil || 'problem' in host || host.pid === process.pid || !isAlive(host.pid)) return;
  const reply = await ask(host, `${sealWord}${seal} ${file}`, replyTimeoutMs);
  if (reply === undefined) silentUntil = Date.now() + pauseMs;
}
