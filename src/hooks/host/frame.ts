import { timingSafeEqual } from 'node:crypto';
import { headLength } from '../install/shim';
import type { Reply } from '../protocol/reply';

/**
 * What goes over the wire. The client says who it is before anything else is read, the host answers who it is before
 * the payload is sent, and every part has a limit.
 *
 *   client  gatehouse1 <token> <build> LF
 *   host    <token> LF
 *   client  a<argument> NUL … i<process> NUL d<directory> NUL <environment> p<payload> NUL . NUL      or  i<process> NUL c<word> NUL . NUL
 *   host    wait LF …  reply <exit> <bytes out> <bytes err> LF <out> <err> end LF      or  cold LF
 *
 * The environment is v<count> NUL and so many variables, or e<what `export -p` prints> NUL. The lines of the host are
 * filled up with spaces to the same length, so that a shell reads each in one piece.
 */
export const protocolName = 'gatehouse1';
export const greetingLimit = 256;
export const requestLimit = 32 * 1024 * 1024;

const terminator = Buffer.from('\0.\0');

export interface HookRequest {
  readonly kind: 'hook';
  readonly args: readonly string[];
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly payload: string;
  /** The process that says it is the client's hook. */
  readonly pid: number;
}

interface ControlRequest {
  readonly kind: 'control';
  readonly word: string;
  readonly pid: number;
}

export type WireRequest = HookRequest | ControlRequest;

/** Has a request arrived whole? Only the last bytes tell, since no part of it can hold a NUL. */
export function isWhole(chunks: readonly Buffer[], size: number): boolean {
  if (size < terminator.length) return false;
  let tail = Buffer.alloc(0);
  for (let index = chunks.length - 1; index >= 0 && tail.length < terminator.length; index -= 1) {
    tail = Buffer.concat([chunks[index] ?? tail, tail]);
  }
  return tail.subarray(-terminator.length).equals(terminator);
}

/** Takes a whole request apart; undefined if it is not a Gatehouse request. */
export function readRequest(bytes: Buffer): WireRequest | undefined {
  const args: string[] = [];
  let directory: string | undefined;
  let env: Record<string, string> | undefined;
  let payload: string | undefined;
  let pid = 0;
  let at = 0;
  const next = (): Buffer => {
    const end = bytes.indexOf(0, at);
    const item = bytes.subarray(at, end);
    at = end + 1;
    return item;
  };
  while (at < bytes.length) {
    const item = next();
    const kind = String.fromCharCode(item[0] ?? 0);
    const text = item.subarray(1);
    if (kind === '.') break;
    if (kind === 'a') args.push(text.toString('utf8'));
    else if (kind === 'i') pid = Number(text.toString('latin1'));
    else if (kind === 'd') directory = text.toString('utf8');
    else if (kind === 'e') env = readExports(text.toString('latin1'));
    else if (kind === 'v') env = readVariables(Number(text.toString('latin1')), next);
    else if (kind === 'p') payload = text.toString('utf8');
    else return kind === 'c' ? { kind: 'control', word: text.toString('utf8'), pid } : undefined;
  }
  if (directory === undefined || env === undefined || payload === undefined) return undefined;
  return { kind: 'hook', args, directory, env, payload, pid };
}

function readVariables(count: number, next: () => Buffer): Record<string, string> {
  const env: Record<string, string> = {};
  for (let left = count; left > 0; left -= 1) {
    const variable = next().toString('utf8');
    const equals = variable.indexOf('=');
    if (equals > 0) env[variable.slice(0, equals)] = variable.slice(equals + 1);
  }
  return env;
}

const line = (text: string): Buffer => Buffer.from(`${text.padEnd(headLength - 1)}\n`);

/** The call is being worked on. */
export const waitFrame = line('wait');
/** The host cannot answer this call. */
export const coldFrame = line('cold');
const end = 'end\n';

export function replyFrame(reply: Reply): Buffer {
  const out = Buffer.from(reply.stdout, 'utf8');
  const err = Buffer.from(reply.stderr, 'utf8');
  const [code, outs, errs] = [reply.exitCode, out.length, err.length].map(String) as [string, string, string];
  const head = line(`reply ${code.padStart(3)} ${outs.padStart(8)} ${errs.padStart(8)}`);
  return Buffer.concat([head, out, err, Buffer.from(end)]);
}

/** Reads a whole answer on the side of a program; the shim reads the same in bash. */
export function readReply(bytes: Buffer): Reply | undefined {
  let text = bytes;
  while (text.subarray(0, headLength).equals(waitFrame)) text = text.subarray(headLength);
  const head = /^reply +(\d{1,3}) +(\d{1,8}) +(\d{1,8}) *\n$/.exec(text.subarray(0, headLength).toString('latin1'));
  if (head === null) return undefined;
  const [exitCode = 0, outs = 0, errs = 0] = head.slice(1).map(Number);
  const body = text.subarray(headLength);
  if (body.subarray(outs + errs).toString('latin1') !== end) return undefined;
  return {
    exitCode,
    stdout: body.subarray(0, outs).toString('utf8'),
    stderr: body.subarray(outs, outs + errs).toString('utf8'),
  };
}

/** Compares in constant time. */
export function sameToken(given: string, expected: string): boolean {
  const a = Buffer.from(given, 'utf8');
  const b = Buffer.from(expected, 'utf8');
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Reads what bash's `export -p` prints: the one way for a shell to tell its whole environment without starting a
 * program. The text is taken byte for byte (latin1), because a shell may print half a letter as a number.
 */
export function readExports(latin1: string): Record<string, string> {
  const env: Record<string, string> = {};
  const name = /(?:^|\n)(?:declare -[A-Za-z]+|export) ([A-Za-z_]\w*)(=|(?=\n|$))/y;
  for (let at = 0; at < latin1.length;) {
    name.lastIndex = at;
    const match = name.exec(latin1);
    if (match?.[1] === undefined) break;
    at = name.lastIndex;
    // A name without a value is exported but not set: it is in no process's environment.
    if (match[2] !== '=') continue;
    const value = readValue(latin1, at);
    env[match[1]] = Buffer.from(value.bytes, 'latin1').toString('utf8');
    at = value.end;
  }
  return env;
}

interface Value {
  readonly bytes: string;
  readonly end: number;
}

function readValue(text: string, start: number): Value {
  if (text[start] === '"') return readPlain(text, start + 1);
  if (text.startsWith("$'", start)) return readEscaped(text, start + 2);
  const end = text.indexOf('\n', start);
  return { bytes: text.slice(start, end < 0 ? text.length : end), end: end < 0 ? text.length : end };
}

/** Between double quotes a backslash only frees what the shell would read. */
function readPlain(text: string, start: number): Value {
  let bytes = '';
  for (let at = start; at < text.length; at += 1) {
    const here = text.charAt(at);
    if (here === '"') return { bytes, end: at + 1 };
    const next = text.charAt(at + 1);
    if (here === '\\' && next !== '' && '"\\$`'.includes(next)) at += 1;
    bytes += text.charAt(at);
  }
  return { bytes, end: text.length };
}

const letters: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  E: '\x1b',
};

function readEscaped(text: string, start: number): Value {
  let bytes = '';
  const number = /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|[uU]([0-9A-Fa-f]{1,8}))/y;
  for (let at = start; at < text.length;) {
    const here = text.charAt(at);
    if (here === "'") return { bytes, end: at + 1 };
    if (here !== '\\') {
      bytes += here;
      at += 1;
      continue;
    }
    number.lastIndex = at;
    const match = number.exec(text);
    if (match === null) {
      const next = text.charAt(at + 1);
      bytes += letters[next] ?? next;
      at += 2;
      continue;
    }
    const [whole, octal, hex, wide] = match;
    if (wide === undefined) bytes += String.fromCharCode(Number.parseInt(octal ?? hex ?? '', octal ? 8 : 16) & 0xff);
    else bytes += Buffer.from(String.fromCodePoint(Number.parseInt(wide, 16))).toString('latin1');
    at += whole.length;
  }
  return { bytes, end: text.length };
}
