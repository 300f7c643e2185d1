import { readdirSync, readlinkSync } from 'node:fs';
import type { Socket } from 'node:net';
import { readText } from '../project/read-file';

/**
 * The process at the other end of a connection on this machine. It says its own number, and that is believed where the
 * system shows that this process holds the connection; where the system shows nothing of the kind, its word is all there
 * is. Undefined where another process holds it.
 */
export function peerOf({ localPort, remotePort }: Pick<Socket, 'localPort' | 'remotePort'>, pid: number) {
  if (process.platform !== 'linux') return pid;
  return localPort !== undefined && remotePort !== undefined && holds(pid, inodeOf(remotePort, localPort))
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

function holds(pid: number, inode: string | undefined): boolean {
  if (inode === undefined || !Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((name) => linkOf(`${folder}/${name}`) === `socket:[${inode}]`);
  } catch {
    return false;
  }
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
