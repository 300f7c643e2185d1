import type { Token } from './tokens';

/** Words before an expression that do not change its effects. */
export const prefixes: ReadonlySet<string> = new Set(
  'await async new not return yield typeof void delete throw raise print puts echo my our local const let var begin do then in and or is assert static public export default'.split(
    ' ',
  ),
);

/** The most tokens to read in all, as functions and strings are read repeatedly. */
export const most = 100_000;

/** Goes through the tokens of a piece of code. */
export abstract class TokenReader {
  protected tokens: readonly Token[] = [];
  protected at = 0;

  protected peek(by = 0): Token | undefined {
    return this.tokens[this.at + by];
  }

  protected next(): Token | undefined {
    return this.tokens[this.at++];
  }

  protected name(): string {
    return this.next()?.text ?? '';
  }

  protected word(): string | undefined {
    const token = this.peek();
    return token?.kind === 'name' ? token.text : undefined;
  }

  protected is(mark: string): boolean {
    const token = this.peek();
    return token?.text === mark && token.kind !== 'string';
  }

  protected take(mark: string): boolean {
    if (!this.is(mark)) return false;
    this.at++;
    return true;
  }

  protected dotted(): string {
    let path = this.next()?.text ?? '';
    while (this.is('.') && this.peek(1)?.kind === 'name') {
      path += `.${this.peek(1)?.text ?? ''}`;
      this.at += 2;
    }
    return path;
  }

  /** The index of the closing bracket for the one here. */
  protected closing(open: number): number {
    let level = 0;
    for (let at = open; at < this.tokens.length; at++) {
      const token = this.tokens[at];
      if (token?.kind !== 'mark') continue;
      if (/^[([{]$/.test(token.text)) level++;
      else if (/^[)\]}]$/.test(token.text) && --level === 0) return at;
    }
    return this.tokens.length;
  }

  protected lineEnd(): number {
    const end = this.tokens.findIndex(
      (token, at) => at > this.at && (token.first || token.text === ':' || token.text === ';'),
    );
    return end < 0 ? this.tokens.length : end;
  }

  protected blockEnd(from: number, indent: number): number {
    const end = this.tokens.findIndex((token, at) => at > from && token.first && token.indent <= indent);
    return end < 0 ? this.tokens.length : end;
  }
}
