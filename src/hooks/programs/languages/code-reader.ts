import { most, prefixes, tokenize } from './tokens';
import { elementOf, joinText, list, unknown, library as named, type Value } from './value';
import { ExpressionReader } from './expression-reader';

const moduleName = (name: string): string => name.replace(/^node:/, '').replace(/\//g, '.');

/** A name on the left of an assignment, and the member of the value that it takes. */
interface Target {
  readonly name: string;
  readonly key: string | undefined;
}

/**
 * Reads inline code from beginning to end and reports to `on` what its calls do. It reads every branch, because each may
 * run.
 */
export class CodeReader extends ExpressionReader {
  read(code: string): void {
    this.tokens = tokenize(this.language, code);
    this.at = 0;
    this.statements();
    for (const value of this.scope.functions) if (!this.called.has(value)) this.callOwn(value, []);
  }

  /** Up to this closing mark, or to the end. */
  protected statements(end = this.tokens.length): void {
    while (this.at < end && this.steps++ < most) {
      const before = this.at;
      this.statement();
      if (this.at === before) this.at++;
    }
  }

  protected statement(): void {
    const word = this.word();
    if (word === 'import' && this.imports()) return;
    if (word === 'from' && this.language === 'python') {
      this.importsFrom();
      return;
    }
    if (word === 'include' && this.language === 'ruby') {
      this.at++;
      this.scope.open(this.next()?.text ?? '');
      return;
    }
    if (word === 'for' || word === 'foreach') {
      this.loop();
      return;
    }
    if (word === 'with' && this.language === 'python') {
      this.with();
      return;
    }
    if (word === 'def' || word === 'function' || word === 'sub') {
      if (this.definition()) return;
    }
    if (this.language === 'perl') this.trailingLoop();
    if (this.assignment()) return;
    this.expression();
  }

  /** `import a.b as c` of Python; `import {a as b} from 'm'` of JavaScript. */
  protected imports(): boolean {
    if (this.language === 'python') {
      do {
        this.at++;
        const path = this.dotted();
        if (this.take('as')) this.scope.set(this.next()?.text ?? '', named(path));
        else this.scope.set(path.split('.', 1)[0] ?? '', named(path.split('.', 1)[0] ?? ''));
      } while (this.is(','));
      return true;
    }
    if (this.language !== 'node' || this.peek(1)?.text === '(' || this.peek(1)?.text === '.') return false;
    const from = this.tokens.findIndex((token, at) => at > this.at && at < this.at + 200 && token.text === 'from');
    const module = this.tokens[from + 1];
    if (from < 0 || module?.kind !== 'string') return false;
    const name = moduleName(module.text);
    for (let at = this.at + 1; at < from; at++) {
      const token = this.tokens[at];
      if (token?.kind !== 'name') continue;
      const inBraces = this.tokens.slice(this.at, at).some(({ text }) => text === '{');
      const alias = this.tokens[at + 1]?.text === 'as' ? this.tokens[at + 2]?.text : undefined;
      this.scope.set(alias ?? token.text, named(inBraces && token.text !== 'default' ? `${name}.${token.text}` : name));
      if (alias !== undefined) at += 2;
    }
    this.at = from + 2;
    return true;
  }

  protected importsFrom(): void {
    this.at++;
    const module = this.dotted();
    if (!this.take('import')) return;
    this.take('(');
    do {
      const name = this.next()?.text ?? '';
      if (name === '*') this.scope.open(module);
      else this.scope.set(this.take('as') ? (this.next()?.text ?? '') : name, named(`${module}.${name}`));
    } while (this.take(','));
    this.take(')');
  }

  /** Binds the variable of a loop to the elements. */
  protected loop(): void {
    this.at++;
    const opens = this.is('(');
    const end = opens ? this.closing(this.at) : this.lineEnd();
    const head = this.tokens.slice(this.at, end);
    const word = head.findIndex(({ text, kind }) => kind === 'name' && /^(?:in|of|as)$/.test(text));
    if (this.language === 'perl') {
      while (prefixes.has(this.word() ?? '')) this.at++;
      const names = head.length === 0 || opens ? [] : [this.name()];
      if (!this.is('(')) return;
      const over = this.expression();
      this.scope.set(names[0] ?? '$_', elementOf(over));
      return;
    }
    if (word < 0) {
      if (opens) this.at++;
      return;
    }
    const after = this.at + word + 1;
    const names = head.slice(0, word);
    if (this.language === 'php') {
      this.at++;
      const over = this.expression();
      const variables = this.tokens.slice(after, end).filter(({ kind }) => kind === 'name');
      for (const { text: name } of variables) this.scope.set(name, elementOf(over));
      this.at = end;
      return;
    }
    this.at = after;
    const over = this.items();
    for (const { kind, text: name } of names)
      if (kind === 'name' && !prefixes.has(name)) this.scope.set(name, elementOf(over));
  }

  /** `a, b` without brackets is a list. */
  protected items(): Value {
    const values = [this.expression()];
    while (this.language !== 'node' && this.language !== 'php' && this.is(',') && this.peek(1)?.first === false) {
      this.at++;
      values.push(this.expression());
    }
    return values.length === 1 ? (values[0] ?? unknown()) : list(values);
  }

  protected with(): void {
    do {
      this.at++;
      const value = this.expression();
      if (this.take('as')) this.scope.set(this.next()?.text ?? '', value);
    } while (this.is(','));
  }

  /** A function's body is read at each call, with its arguments. */
  protected definition(): boolean {
    const indent = this.peek()?.indent ?? 0;
    const name = this.peek(1);
    if (name?.kind !== 'name') return false;
    let at = this.at + 2;
    const parameters: string[] = [];
    if (this.tokens[at]?.text === '(') {
      const close = this.closing(at);
      parameters.push(...this.parametersIn(at + 1, close));
      at = close + 1;
    }
    if (this.language === 'ruby') {
      this.scope.set(name.text, unknown());
      this.at = at;
      return true;
    }
    const brace = this.tokens.findIndex((token, index) => index >= at && token.text === '{');
    const [from, to] =
      this.language === 'python'
        ? [at, this.blockEnd(at, indent)]
        : brace < 0
          ? [at, at]
          : [brace + 1, this.closing(brace)];
    this.scope.define(name.text, { kind: 'function', parameters, from, to });
    this.at = to;
    return true;
  }

  protected parametersIn(from: number, to: number): readonly string[] {
    return this.tokens
      .slice(from, to)
      .filter(({ kind }, at, all) => kind === 'name' && (at === 0 || /^[,*({[]|\.\.\.$/.test(all[at - 1]?.text ?? '')))
      .map(({ text: name }) => name);
  }

  /** `unlink for glob "*"`. */
  protected trailingLoop(): void {
    for (let at = this.at + 1; at < this.tokens.length; at++) {
      const token = this.tokens[at];
      if (token === undefined || /^[;{}]$/.test(token.text)) return;
      if (token.kind !== 'name' || !/^for(?:each)?$/.test(token.text)) continue;
      const start = this.at;
      this.at = at + 1;
      this.scope.set('$_', elementOf(this.expression()));
      this.at = start;
      return;
    }
  }

  protected assignment(): boolean {
    const start = this.at;
    const { targets, opened } = this.targets();
    const sign = this.peek()?.kind === 'mark' ? this.peek()?.text : undefined;
    const [first] = targets;
    if (first === undefined || sign === undefined || !/^(?:=|:=|\+=|\.=|\/\/=|\|\|=)$/.test(sign)) {
      this.at = start;
      return false;
    }
    this.at++;
    const value = this.items();
    if (targets.length === 1 && !opened) {
      const before = this.scope.get(first.name);
      const whole = /^(?:\+=|\.=)$/.test(sign) && before !== undefined ? joinText([before, value]) : value;
      this.scope.assign(first.name, whole, this.branches());
      return true;
    }
    targets.forEach(({ name, key }, place) => {
      const element = () => (value.kind === 'list' ? value.items[place] : elementOf(value));
      const part = key === undefined ? element() : this.memberOf(value, key);
      this.scope.assign(name, part ?? unknown(), this.branches());
    });
    return true;
  }

  /** The names before the sign of an assignment: one, or those of a list or of a pattern in brackets. */
  private targets(): { readonly targets: readonly Target[]; readonly opened: boolean } {
    const start = this.at;
    while (/^(?:const|let|var|my|our|local|export)$/.test(this.word() ?? '')) this.at++;
    const declares = this.at > start;
    const next = this.peek();
    const mark = next?.kind === 'mark' && /^[([{]$/.test(next.text) ? next.text : undefined;
    const opened = mark !== undefined;
    if (opened) this.at++;
    const targets: Target[] = [];
    // A brace without a declaration begins a block.
    if (mark === '{' && !declares) return { targets, opened };
    for (;;) {
      const token = this.peek();
      if (token?.kind !== 'name' || prefixes.has(token.text)) break;
      this.at++;
      const renamed = mark === '{' && this.take(':') ? this.next()?.text : undefined;
      targets.push({ name: renamed ?? token.text, key: mark === '{' ? token.text : undefined });
      if (!this.take(',')) break;
    }
    if (opened) this.at++;
    return { targets, opened };
  }

  /** Can the code run without this line? */
  protected branches(): boolean {
    return (this.peek(-1)?.indent ?? 0) > 0 || this.language !== 'python';
  }
}
