import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Script } from 'node:vm';

/**
 * What `runner.js` is: it loads the runner proper with the machine code that earlier runs left behind. Parsing and
 * compiling the bundle is a large part of a short life. Without that code everything works the same, only slower.
 */
interface Loaded {
  readonly exports: object;
}

interface Compiled {
  /** The file's name and, behind it, what tells this version of it from any other. */
  readonly name: string;
  readonly stamp: string;
  readonly script: Script;
  /** How much code there was; 0 where it had to be compiled. */
  readonly size: number;
}

/**
 * What node gives to every file in a function around it. Ours find it among the globals: a function around them would
 * have to be written around a copy of their text.
 */
const scope = globalThis as unknown as { module?: Loaded; exports?: object; require: unknown; __dirname: string };

/** Node's own `require`, which webpack leaves alone under this name. */
declare const __non_webpack_require__: (id: string) => unknown;

const folder = __dirname;
const [, , command = '', event = ''] = process.argv;
const modules = new Map<string, Loaded>();
const compiled: Compiled[] = [];
const kept = keptFolder();

function load(name: string): unknown {
  const known = modules.get(name);
  if (known !== undefined) return known.exports;
  const filename = `${folder}/${name}`;
  const { content, modified } = read(filename);
  const stamp = `${content.length}-${modified}`;
  const cachedData = keptCode(name, stamp);
  // The build writes nothing but ASCII, which node keeps in half the space.
  const script = new Script(content.toString(), cachedData === undefined ? { filename } : { filename, cachedData });
  compiled.push({ name, stamp, script, size: script.cachedDataRejected === false ? (cachedData?.length ?? 0) : 0 });
  const module: Loaded = { exports: {} };
  modules.set(name, module);
  const { module: outer } = scope;
  Object.assign(scope, { module, exports: module.exports });
  script.runInThisContext();
  if (outer !== undefined) Object.assign(scope, { module: outer, exports: outer.exports });
  return module.exports;
}

/** A whole file, in fewer steps than node's own way, which is made for files that grow, pipes and devices too. */
function read(file: string): { readonly content: Buffer; readonly modified: number } {
  const handle = openSync(file, 'r');
  try {
    const { size, mtimeMs } = fstatSync(handle);
    const content = Buffer.allocUnsafeSlow(size);
    return { content: content.subarray(0, readSync(handle, content, 0, size, 0)), modified: mtimeMs };
  } finally {
    closeSync(handle);
  }
}

/** What takes a millisecond or more to load and the common path may not need. */
const late: ReadonlySet<string> = new Set([
  'node:child_process',
  'node:crypto',
  'node:fs/promises',
  'node:module',
  'node:net',
  'node:os',
  'node:timers/promises',
  'node:util',
  './jsonc-parser.js',
  './re2js.js',
  './zod.js',
]);

/** Our own files are loaded here, everything else by node: some of it when it is first used. */
function inner(id: string): unknown {
  const now = (): unknown => (id.startsWith('./') ? load(id.slice(2)) : __non_webpack_require__(id));
  if (!late.has(id)) return now();
  const get = (_: object, key: PropertyKey): unknown =>
    // The bundle asks every module whether it is an ES module. These are none, and the question is no use.
    key === '__esModule' ? undefined : (now() as Record<PropertyKey, unknown>)[key];
  return new Proxy({}, { get });
}

/**
 * Only hooks use code that was kept. It lies in Gatehouse's home, one folder per node and per place of the bundle; code
 * that others could have written is not looked at.
 */
function keptFolder(): { readonly path: string; readonly trusted: boolean } | undefined {
  const { GATEHOUSE_HOME, HOME, USERPROFILE } = process.env;
  const person = HOME ?? USERPROFILE;
  const home = GATEHOUSE_HOME ?? (person === undefined ? undefined : `${person}/.gatehouse`);
  if (command !== 'hook' || home === undefined) return undefined;
  let sum = 0x811c9dc5;
  for (let index = 0; index < folder.length; index += 1) {
    sum = Math.imul(sum ^ folder.charCodeAt(index), 0x01000193) >>> 0;
  }
  const path = `${home}/cache/${process.version}-${process.arch}-${sum.toString(16)}`;
  const stats = statSync(path, { throwIfNoEntry: false });
  const own = process.getuid === undefined || (stats?.uid === process.getuid() && (stats.mode & 0o022) === 0);
  return { path, trusted: stats !== undefined && own };
}

/** Every event has its own: what it never calls would only have to be read. */
function keptFile(name: string, stamp: string): string {
  return `${/^\w*$/.test(event) ? event : ''}-${name}-${stamp}`;
}

function keptCode(name: string, stamp: string): Buffer | undefined {
  if (kept?.trusted !== true) return undefined;
  try {
    return read(`${kept.path}/${keptFile(name, stamp)}`).content;
  } catch {
    return undefined;
  }
}

/** Leaves the code for the next run, once the answer is out; now and then with what further functions were compiled. */
function keep(): void {
  const again = process.pid % 16 === 0;
  if (kept === undefined || !compiled.some(({ size }) => size === 0 || again)) return;
  try {
    mkdirSync(kept.path, { recursive: true, mode: 0o700 });
    const names = readdirSync(kept.path);
    for (const { name, stamp, script, size } of compiled) {
      if (size > 0 && !again) continue;
      const code = script.createCachedData();
      const file = keptFile(name, stamp);
      if (code.length <= size) continue;
      const draft = `${kept.path}/tmp-${process.pid}`;
      writeFileSync(draft, code, { mode: 0o600 });
      renameSync(draft, `${kept.path}/${file}`);
      const outdated = names.filter((other) => other !== file && other.startsWith(keptFile(name, '')));
      for (const other of outdated) rmSync(`${kept.path}/${other}`, { force: true });
    }
  } catch {
    // A home that cannot be written to only means that the next run is as slow as this one.
  }
}

process.on('exit', keep);
Object.assign(scope, { require: inner, __dirname: folder });
(load('library.js') as { main(argv: readonly string[]): void }).main(process.argv.slice(2));
