import type { Pieces, Stream } from '../invocation';

export const inherited: Stream = { kind: 'inherited' };
export const unknownStream: Stream = { kind: 'unknown' };
export const silent: Stream = { kind: 'text', text: '' };

export const textStream = (text: string): Extract<Stream, { kind: 'text' }> => ({ kind: 'text', text });

const rank: Readonly<Record<Stream['kind'], number>> = {
  remote: 5,
  decoded: 4,
  unknown: 3,
  names: 2.5,
  file: 2,
  git: 2,
  inherited: 1,
  number: 1,
  numbered: 2,
  text: 0,
};

export const isNumber = (stream: Stream): boolean =>
  stream.kind === 'number' || (stream.kind === 'text' && /^\s*\d+\s*$/.test(stream.text));

/** Text that cannot be seen here: it comes from the network, or was encoded. */
export const isForeign = (stream: Stream | undefined): stream is Extract<Stream, { kind: 'remote' | 'decoded' }> =>
  stream?.kind === 'remote' || stream?.kind === 'decoded';

/** Beside other text it has this form no more. */
const isOwnForm = ({ kind }: Stream): boolean => kind === 'number' || kind === 'numbered';

/** One stream after another: text stays text, otherwise the less trustworthy one names the whole. */
export function after(first: Stream, second: Stream): Stream {
  if (first.kind === 'text' && second.kind === 'text') {
    if (first.text === '') return second;
    return second.text === '' ? first : textStream(first.text + second.text);
  }
  if (first === silent) return second;
  if (second === silent) return first;
  if (isNumber(first) && isNumber(second)) return { kind: 'number' };
  if (isOwnForm(first)) return after(unknownStream, second);
  if (isOwnForm(second)) return after(first, unknownStream);
  const worse = rank[first.kind] >= rank[second.kind] ? first : second;
  const [before, more] = [piecesOf(first), piecesOf(second)];
  const beside: Pieces | undefined = before === undefined || more === undefined ? (before ?? more) : [before, more];
  const keeps = worse.kind === 'file' || worse.kind === 'unknown' || worse.kind === 'inherited';
  return keeps && beside !== undefined ? { ...worse, beside } : worse;
}

/** The known pieces of a stream. */
export function besideIn(stream: Stream): readonly string[] {
  const texts: string[] = [];
  const open = [piecesOf(stream)];
  for (let pieces = open.pop(); pieces !== undefined; pieces = open.pop()) {
    if (typeof pieces === 'string') texts.push(pieces);
    else open.push(pieces[1], pieces[0]);
  }
  return texts;
}

function piecesOf(stream: Stream): Pieces | undefined {
  if (stream.kind === 'text') return stream.text;
  return stream.kind === 'file' || stream.kind === 'unknown' || stream.kind === 'inherited' ? stream.beside : undefined;
}

/** Text that went through a filter is no longer known; where it came from still is. */
export function filtered(stream: Stream): Stream {
  if (stream.kind === 'names')
    return { kind: 'names', found: { ...stream.found, only: { ...stream.found.only, open: true } } };
  return stream.kind === 'text' || isOwnForm(stream) || stream.kind === 'inherited' || stream.kind === 'git'
    ? unknownStream
    : stream;
}
