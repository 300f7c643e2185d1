import { randomBytes } from 'node:crypto';
import { chmodSync, constants, closeSync, fstatSync, lstatSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeWhole, privateIn } from '../state/atomic-file';
import { ActionableError, codeOf } from '../project/functions';
import { tokenLength } from '../install/shim';
import { protocolName } from './frame';
import { makeFolder } from '../project/read-file';

/** A host's address and the tokens of both sides, new with every start. */
export interface Endpoint {
  readonly build: string;
  readonly port: number;
  readonly pid: number;
  /** A client sends it; the host refuses other callers. */
  readonly clientToken: string;
  /** The host sends it back; a client trusts no other program on this port. */
  readonly hostToken: string;
}

export const hostFolder = (home: string): string => path.join(home, 'host');
/** What listens: the host for hooks, the host for the plugin's mod, or an editor with its language models. */
export type EndpointKind = 'endpoint' | 'mod' | 'editor-models';

export const endpointFile = (home: string, kind: EndpointKind = 'endpoint'): string =>
  path.join(hostFolder(home), kind);

export const freshToken = (): string => randomBytes(16).toString('base64url');

/** Makes the folder the person's alone, or refuses. */
export function openHostFolder(home: string): void {
  const folder = hostFolder(home);
  makeFolder(folder);
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || !isMine(stats.uid)) {
    throw new ActionableError(`${folder} is not your own folder.`, 'Remove it, then start the host again.');
  }
  if ((stats.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

const isMine = (uid: number): boolean => process.getuid === undefined || uid === process.getuid();

const lineOf = ({ build, port, pid, clientToken, hostToken }: Endpoint): string =>
  `${protocolName} ${build} ${String(port)} ${String(pid)} ${clientToken} ${hostToken}\n`;

export function publish(home: string, endpoint: Endpoint, kind: EndpointKind = 'endpoint'): void {
  const file = endpointFile(home, kind);
  // Neither a file that others can read nor a link is reused.
  rmSync(file, { force: true });
  writeWhole(file, lineOf(endpoint), privateIn(home, false));
}

/** Could others have read the tokens? Runs for every call, so it opens no file. */
export function openToOthers(home: string): string | undefined {
  const folder = lstatSync(hostFolder(home), { throwIfNoEntry: false });
  if (folder !== undefined && !(isMine(folder.uid) && isPrivate(folder.mode))) return `${theFolder} is open to others`;
  const file = lstatSync(endpointFile(home), { throwIfNoEntry: false });
  return file === undefined || (isMine(file.uid) && isPrivate(file.mode))
    ? undefined
    : 'the endpoint is open to others';
}

const theFolder = 'the folder of the endpoint';

/** The endpoint if only this person can have written or read it; otherwise why not. */
export function readEndpoint(home: string, kind: EndpointKind = 'endpoint'): Endpoint | { readonly problem: string } {
  let handle: number;
  try {
    const folder = lstatSync(hostFolder(home));
    if (!folder.isDirectory() || !isMine(folder.uid) || !isPrivate(folder.mode)) {
      return { problem: `${theFolder} is open to others` };
    }
    handle = openSync(endpointFile(home, kind), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return { problem: codeOf(error) === 'ENOENT' ? 'no host is running' : 'the endpoint cannot be opened' };
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile() || !isMine(stats.uid) || !isPrivate(stats.mode)) {
      return { problem: 'the endpoint is open to others' };
    }
    return parsed(stats.size > 1024 ? '' : readFileSync(handle, 'utf8'));
  } finally {
    closeSync(handle);
  }
}

/** Windows has no such modes; there the folder's own protection is all there is. */
const isPrivate = (mode: number): boolean => process.platform === 'win32' || (mode & 0o077) === 0;

const line = new RegExp(
  `^${protocolName} (\\S+) (\\d{1,5}) (\\d{1,10}) ([\\w-]{${tokenLength}}) ([\\w-]{${tokenLength}})\n$`,
);

function parsed(text: string): Endpoint | { readonly problem: string } {
  const match = line.exec(text);
  if (match === null) return { problem: 'the endpoint cannot be read' };
  const [, build = '', port, pid, clientToken = '', hostToken = ''] = match;
  return { build, port: Number(port), pid: Number(pid), clientToken, hostToken };
}

/** Removes the endpoint file if it is still this host's. */
export function withdraw(home: string, own: Endpoint, kind: EndpointKind = 'endpoint'): void {
  const now = readEndpoint(home, kind);
  if (!('problem' in now) && now.clientToken === own.clientToken) rmSync(endpointFile(home, kind), { force: true });
}
