import type { Redirection } from 'unbash';
import type { Redirect, ShellWord, Stream } from '../invocation';
import { isDevice, resolvePath, resolveWord } from '../paths';
import { expandOne, expandParts, Fields } from './expand';
import { rangeOf, setNamed, type Expansion } from './reader';
import { textValue, type Sink } from './state';
import { after, silent, textStream, unknownStream } from './stream';
import { streamIn, wordOf } from './words';

/** Where standard output goes. */
type Outlet =
  | { readonly kind: 'file'; readonly path: string | undefined; readonly append: boolean }
  | Sink
  | { readonly kind: 'gone' };

export interface Redirects {
  readonly list: Redirect[];
  stdin: Stream | undefined;
  stdout: Outlet | undefined;
  /** What `exec` without a command makes of them. */
  readonly descriptors: [string, Stream | Sink][];
}

export function readRedirects(nodes: readonly Redirection[], on: Expansion): Redirects {
  const found: Redirects = { list: [], stdin: undefined, stdout: undefined, descriptors: [] };
  for (const node of nodes) readRedirect(node, found, on);
  return found;
}

function readRedirect(node: Redirection, found: Redirects, on: Expansion): void {
  const range = rangeOf(on.source, node);
  const fd = descriptorOf(node, on);
  if (node.type === 'HereDoc') {
    const { stream, body } = hereDoc(node, on);
    found.list.push({ operator: node.operator, fd, target: undefined, range, body });
    give(found, fd ?? '0', stream);
    return;
  }
  const target = node.target === undefined ? undefined : expandOne(node.target, on);
  found.list.push({ operator: node.operator, fd, target, range });
  if (target === undefined) return;
  if (node.operator === '<<<') {
    give(
      found,
      fd ?? '0',
      target.value === undefined ? (streamIn(target) ?? unknownStream) : textStream(`${target.value}\n`),
    );
    return;
  }
  if (node.operator === '<' || node.operator === '<>') {
    give(found, fd ?? '0', streamOfPath(target, on));
    return;
  }
  if (node.operator === '<&') {
    const from = descriptor(target, on);
    give(found, fd ?? '0', from === undefined || from.kind === 'sink' ? unknownStream : from);
    return;
  }
  sendTo(node.operator, fd, target, found, on);
}

function sendTo(operator: string, fd: string | undefined, target: ShellWord, found: Redirects, on: Expansion): void {
  const part = target.parts[0];
  if (operator === '>&' && /^(?:\d+|-)$/.test(target.text)) {
    if (fd === undefined || fd === '1') {
      const sink = on.state.descriptors.get(target.text);
      found.stdout = sink?.kind === 'sink' ? sink : target.text === '1' ? found.stdout : { kind: 'gone' };
    }
    return;
  }
  if (fd !== undefined && fd !== '1') {
    const sink = sinkOf(part);
    if (sink !== undefined) found.descriptors.push([fd, sink]);
    return;
  }
  const path = resolveWord(on.state.cwd, target);
  found.stdout = sinkOf(part) ?? { kind: 'file', path, append: operator.includes('>>') };
}

/** `> >(bash)`: the script that the outgoing text flows into was left for us by the expansion of the target. */
function sinkOf(part: ShellWord['parts'][number] | undefined): Sink | undefined {
  return part?.kind === 'unknown' ? sinks.get(part) : undefined;
}

const sinks = new WeakMap<object, Sink>();

/** Says what an expanded `>(…)` does with what it is given. */
export function rememberSink(part: object, sink: Sink): void {
  sinks.set(part, sink);
}

function give(found: Redirects, fd: string, stream: Stream): void {
  if (fd === '0') found.stdin = stream;
  found.descriptors.push([fd, stream]);
}

function descriptorOf(node: Redirection, on: Expansion): string | undefined {
  if (node.descriptor === undefined) return undefined;
  if (node.descriptor.type === 'FileDescriptor') return String(node.descriptor.value);
  const number = String(10 + on.state.descriptorsMade++);
  setNamed(node.descriptor.name, textValue(number), on);
  return number;
}

function hereDoc(
  node: Extract<Redirection, { type: 'HereDoc' }>,
  on: Expansion,
): { readonly stream: Stream; readonly body?: ShellWord } {
  const { body } = node;
  if (node.delimiter?.quoted === true || body.parts === undefined) {
    const text = node.delimiter?.quoted === true ? body.text : body.text.replace(/\\([$`\\])/g, '$1');
    const { base, text: whole } = on.source;
    const verbatim = base !== undefined && whole.slice(body.pos, body.end) === text;
    return { stream: { kind: 'text', text, origin: verbatim ? { start: base + body.pos } : undefined } };
  }
  const fields = new Fields(false, on.state);
  expandParts(body.parts, fields, on, true);
  const word = wordOf(fields.finish()[0] ?? [], body.text, undefined);
  if (word.value !== undefined) return { stream: textStream(word.value) };
  return { stream: streamIn(word) ?? textStream(word.text), body: word };
}

/** What a path gives to its reader: the network, a descriptor, or a file that the line wrote itself. */
export function streamOfPath(word: ShellWord, on: Expansion): Stream {
  if (/^\/dev\/(?:tcp|udp)\//.test(word.text)) return { kind: 'remote', program: word.text };
  if (word.value === undefined) return streamIn(word) ?? unknownStream;
  if (word.value === '/dev/stdin' || word.value === '-') return on.frame.stdin;
  const number = /^(?:\/dev\/fd|\/proc\/(?:self|thread-self)\/fd)\/(\d+)$/.exec(word.value)?.[1];
  if (number === '0') return on.frame.stdin;
  if (number !== undefined) {
    const found = on.state.descriptors.get(number);
    return found === undefined || found.kind === 'sink' ? unknownStream : found;
  }
  const path = resolvePath(on.state.cwd, word.value);
  if (path === undefined) return unknownStream;
  return knownFile(path, on.state.files) ?? { kind: 'file', path };
}

/** What the line put at a path, or into a tree that it is in (stored with a trailing slash). */
export function knownFile(path: string, files: ReadonlyMap<string, Stream>): Stream | undefined {
  if (files.size === 0) return undefined;
  const own = files.get(path);
  if (own !== undefined) return own;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const tree = files.get(path.slice(0, end + 1));
    if (tree !== undefined) return tree;
  }
  return undefined;
}

function descriptor(word: ShellWord, on: Expansion): Stream | Sink | undefined {
  const unknown = word.parts.find((part) => part.kind === 'unknown');
  const names = word.value !== undefined ? [word.value] : unknown?.kind === 'unknown' ? (unknown.candidates ?? []) : [];
  const streams = names.map((name) =>
    name === '0' ? on.frame.stdin : on.state.descriptors.get(name.replace(/-$/, '')),
  );
  return streams.find((stream) => stream?.kind === 'remote') ?? streams.find((stream) => stream !== undefined);
}

/** Lets a command's output go where its redirects say; gives back what is left for a pipe. */
export function settleRedirects(redirects: Redirects, output: Stream, on: Expansion): Stream {
  // What it prints on another descriptor, such as its errors, is unknown.
  for (const [fd, stream] of redirects.descriptors)
    if (fd !== '1' && stream.kind === 'sink') stream.feed(unknownStream);
  const outlet = redirects.stdout;
  switch (outlet?.kind) {
    case undefined:
      return output;
    case 'file':
      if (outlet.path !== undefined && !isDevice(outlet.path)) {
        const before = outlet.append ? on.state.files.get(outlet.path) : undefined;
        on.state.files.set(
          outlet.path,
          before === undefined ? (outlet.append ? after(unknownStream, output) : output) : after(before, output),
        );
      }
      return outlet.path === '/dev/stdout' ? output : silent;
    case 'sink':
      outlet.feed(output);
      return silent;
    case 'gone':
      return silent;
  }
}
