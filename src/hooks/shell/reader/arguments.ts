import type { Token } from './tokens';

export type Names = Map<string, string>;

/** One argument of a call in inline code, as far as it is literal. */
export interface Argument {
  /** `key=value`, `key: value`. */
  readonly key?: string | undefined;
  readonly text?: string | undefined;
  /** The literal pieces of a text that is not literal as a whole. */
  readonly partial?: string | undefined;
  readonly list?: readonly Argument[] | undefined;
  /** Keys of an object argument. */
  readonly keys?: readonly string[] | undefined;
  /** A bare name. */
  readonly name?: string | undefined;
  /** Decodes something (`b64decode`, `atob`) or fetches it. */
  readonly decodes?: boolean | undefined;
}

const closers: ReadonlySet<string> = new Set([')', ']', '}', ';']);
const decoders =
  /^(?:b64decode|b32decode|b16decode|a85decode|unhexlify|fromhex|decodebytes|atob|decode64|urlsafe_decode64|decode_base64|base64_decode|unpack1?|hex2bin|urlopen|requests|httpx)$/;

/** Reads arguments up to the closing bracket that belongs to them. */
export function argumentsAt(tokens: readonly Token[], from: number, names: Names, depth = 0): readonly Argument[] {
  const found: Argument[] = [];
  let at = from;
  while (at < tokens.length && found.length < 100) {
    if (closers.has(tokens[at]?.text ?? '') && tokens[at]?.kind === 'mark') break;
    const end = argumentEnd(tokens, at);
    if (end > at) found.push(argument(tokens.slice(at, end), names, depth));
    at = tokens[end]?.text === ',' ? end + 1 : end;
    if (end === at && tokens[at]?.text !== ',') break;
  }
  return found;
}

function argumentEnd(tokens: readonly Token[], from: number): number {
  let level = 0;
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind !== 'mark') continue;
    if ('([{'.includes(token.text)) level++;
    else if (closers.has(token.text)) {
      if (level === 0) return at;
      level--;
    } else if (token.text === ',' && level === 0) return at;
  }
  return tokens.length;
}

function argument(tokens: readonly Token[], names: Names, depth: number): Argument {
  const [first, second] = tokens;
  if (first?.kind === 'name' && (second?.text === '=' || second?.text === ':') && tokens[2]?.text !== second.text) {
    return { ...argument(tokens.slice(2), names, depth), key: first.text };
  }
  const decodes = tokens.some((token) => token.kind === 'name' && decoders.test(token.text)) || base64Argument(tokens);
  if (depth < 4 && (first?.text === '[' || first?.text === '(') && first.kind === 'mark') {
    return { list: argumentsAt(tokens, 1, names, depth + 1), decodes };
  }
  if (first?.text === '{' && first.kind === 'mark') {
    const keys = tokens.flatMap((token, index) => (tokens[index + 1]?.text === ':' ? [token.text] : []));
    return { keys: keys.filter((key, index) => !(key === 'recursive' && tokens[index * 4 + 3]?.text === 'false')) };
  }
  return { ...literal(tokens, names), decodes };
}

function base64Argument(tokens: readonly Token[]): boolean {
  return tokens.some(
    (token, index) =>
      token.text === 'Buffer' &&
      tokens.slice(index).some((later) => later.kind === 'string' && /^(?:base64|hex)$/.test(later.text)),
  );
}

/** Strings joined by `+` or by standing side by side, and names that hold such strings. */
function literal(tokens: readonly Token[], names: Names): Argument {
  let text: string | undefined = '';
  let partial = '';
  let expectsMore = true;
  for (const token of tokens) {
    if (token.kind === 'string' && token.open !== true) {
      text = text === undefined ? undefined : text + token.text;
      partial += token.text;
      expectsMore = false;
    } else if (token.kind === 'string') {
      text = undefined;
      partial += token.text;
    } else if (token.kind === 'name' && expectsMore && names.has(token.text) && tokens.length <= 3) {
      text = text === undefined ? undefined : text + (names.get(token.text) ?? '');
      expectsMore = false;
    } else if (token.kind === 'mark' && (token.text === '+' || token.text === '.')) expectsMore = true;
    else {
      text = undefined;
      partial += '${__value}';
    }
  }
  const [only] = tokens;
  return {
    text: tokens.length === 0 ? undefined : text,
    partial: text === undefined && partial !== '' ? partial : undefined,
    name: tokens.length === 1 && only?.kind === 'name' ? only.text : undefined,
  };
}
