import { connect } from 'node:net';
import { protocolName, readReply } from '../../src/hooks/host/frame';
import { readEndpoint } from '../../src/hooks/host/endpoint';
import type { FaultPlace, Ran } from './place';

/** Puts a hook to the host as the shim does, without starting a process for it. */
export function askHost(place: FaultPlace, event: string, payload: string): Promise<Ran> {
  const host = readEndpoint(place.home);
  if ('problem' in host) return Promise.reject(new Error(host.problem));
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: host.port });
    const chunks: Buffer[] = [];
    const exported = Object.entries(place.env).map(([name, value]) => `declare -x ${name}="${value}"\n`);
    socket.on('connect', () => {
      socket.write(`${protocolName} ${host.clientToken} ${host.build}\n`);
      const request = `a${event}\0d${place.project}\0e${exported.join('')}\0p${payload.replaceAll('\0', '')}\0.\0`;
      socket.write(request);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      const all = Buffer.concat(chunks);
      const reply = readReply(all.subarray(all.indexOf(10) + 1));
      const ms = performance.now() - began;
      if (reply === undefined) reject(new Error(`no reply: ${all.toString('latin1').slice(90, 200)}`));
      else resolve({ code: reply.exitCode, stdout: reply.stdout, stderr: reply.stderr, ms });
    });
  });
}
