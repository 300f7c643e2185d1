import { either, library, type Value } from './value';

/** The names of a piece of inline code and what they stand for. */
export class Scope {
  private readonly names = new Map<string, Value>();
  private readonly modules: string[] = [];
  private readonly defined: Extract<Value, { kind: 'function' }>[] = [];

  get(name: string): Value | undefined {
    return this.names.get(name);
  }

  set(name: string, value: Value): void {
    if (name !== '') this.names.set(name, value);
  }

  /** Where an earlier value may still stand, the name has one of both. */
  assign(name: string, value: Value, mayBeLeftOut: boolean): void {
    const before = this.names.get(name);
    this.set(name, mayBeLeftOut && before !== undefined ? either([before, value]) : value);
  }

  define(name: string, value: Extract<Value, { kind: 'function' }>): void {
    this.defined.push(value);
    this.set(name, value);
  }

  functions(): readonly Extract<Value, { kind: 'function' }>[] {
    return this.defined;
  }

  /** `from module import *`. */
  open(module: string): void {
    this.modules.push(module);
  }

  /** A name that an opened module may have brought. */
  imported(name: string, exists: (full: string) => boolean): Value | undefined {
    const module = this.modules.find((one) => exists(`${one}.${name}`));
    return module === undefined ? undefined : library(`${module}.${name}`);
  }
}
