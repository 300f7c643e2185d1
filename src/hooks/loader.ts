import { isAscii } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Script } from 'node:vm';
import type { CodeCache } from './code-cache';

interface Loaded {
  readonly exports: object;
}

/**
 * What Node passes to each module's wrapper function. Here they are globals: wrapping would copy the text of each file.
 */
const scope = globalThis as unknown as { module?: Loaded; exports?: object; require: unknown; __dirname: string };

/** Node's own `require`, which webpack leaves alone under this name. */
declare const __non_webpack_require__: (id: string) => unknown;

/** The prefix by which the bundles require one another, those of the editor included. */
const ours = '../hooks/';

/** Modules that take a millisecond or more to load and that many runs do not need. */
const lazy: ReadonlySet<string> = new Set([
  'node:child_process',
  'node:crypto',
  'node:fs/promises',
  'node:module',
  'node:net',
  'node:os',
  'node:stream',
  'node:timers/promises',
  'node:util',
]);

/** Loads the runner's own files with the machine code that earlier runs cached. */
export class Loader {
  readonly #modules = new Map<string, Loaded>();

  constructor(
    private readonly folder: string,
    private readonly cache: CodeCache | undefined,
  ) {
    Object.assign(scope, { require: (id: string) => this.require(id), __dirname: folder });
  }

  load(name: string): object {
    const known = this.#modules.get(name);
    if (known !== undefined) return known.exports;
    try {
      return this.run(name);
    } catch (error) {
      this.#modules.delete(name);
      throw new Error(`${name} of the installed runner is damaged (${String(error)})`, { cause: error });
    }
  }

  private run(name: string): object {
    const filename = `${this.folder}/${name}`;
    const { content, modified } = readWhole(filename);
    const stamp = `${content.length}-${modified}`;
    // Node uses ASCII without decoding it.
    const text = isAscii(content) ? content.toString('latin1') : content.toString();
    const cachedData = this.cache?.read(name, stamp);
    const script = new Script(text, cachedData === undefined ? { filename } : { filename, cachedData });
    const size = script.cachedDataRejected === false ? (cachedData?.length ?? 0) : 0;
    this.cache?.compiled.push({ name, stamp, script, size });
    const module: Loaded = { exports: {} };
    this.#modules.set(name, module);
    const { module: outer } = scope;
    Object.assign(scope, { module, exports: module.exports });
    try {
      script.runInThisContext();
    } finally {
      if (outer !== undefined) Object.assign(scope, { module: outer, exports: outer.exports });
    }
    if (Object.keys(module.exports).length === 0) throw new Error('it is empty');
    return module.exports;
  }

  /** Loads the runner's own files; everything else goes to Node, some of it on first use. */
  private require(id: string): unknown {
    if (id.startsWith(ours)) return this.load(id.slice(ours.length));
    if (!lazy.has(id)) return __non_webpack_require__(id);
    let module: Record<PropertyKey, unknown> | undefined;
    const get = (_: object, key: PropertyKey): unknown => {
      // The bundle asks every module whether it is an ES module; these are not, and need not be loaded to say so.
      if (key === '__esModule') return undefined;
      module ??= __non_webpack_require__(id) as Record<PropertyKey, unknown>;
      return module[key];
    };
    return new Proxy({}, { get });
  }
}

/** Takes every file in turn: the system needs longer to hand out new memory than to fill it. */
let space = Buffer.allocUnsafeSlow(1024 * 1024);

/**
 * Reads a whole file with fewer system calls than readFileSync, which also supports pipes and growing files. The content
 * lasts until the next call.
 */
export function readWhole(file: string): { readonly content: Buffer; readonly modified: number } {
  const handle = openSync(file, 'r');
  try {
    const { size, mtimeMs } = fstatSync(handle);
    if (size > space.length) space = Buffer.allocUnsafeSlow(size);
    return { content: space.subarray(0, readSync(handle, space, 0, size, 0)), modified: mtimeMs };
  } finally {
    closeSync(handle);
  }
}
