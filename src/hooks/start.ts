import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { Script } from 'node:vm';

/**
 * What `runner.js` is: it loads the runner proper with the machine code that an earlier run left behind. Parsing and
 * compiling the bundle is a large part of a short life. Without that code everything works the same, only slower.
 */
interface Loaded {
  readonly exports: object;
}

interface Fresh {
  readonly file: string;
  readonly stamp: string;
  readonly script: Script;
}

type Body = (exports: object, require: (id: string) => unknown, module: Loaded, file: string, folder: string) => void;

/** Node's own `require`, which webpack leaves alone under this name. */
declare const __non_webpack_require__: (id: string) => unknown;

const folder = __dirname;
const modules = new Map<string, Loaded>();
const fresh: Fresh[] = [];
const kept = keptFolder();

function load(name: string): unknown {
  const known = modules.get(name);
  if (known !== undefined) return known.exports;
  const file = `${folder}/${name}`;
  const { size, mtimeMs } = statSync(file);
  const stamp = `${size} ${mtimeMs}\n`;
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`;
  const cachedData = keptCode(name, stamp);
  const script = new Script(source, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) });
  if (cachedData === undefined || script.cachedDataRejected === true) fresh.push({ file: name, stamp, script });
  const module: Loaded = { exports: {} };
  modules.set(name, module);
  (script.runInThisContext() as Body)(module.exports, inner, module, file, folder);
  return module.exports;
}

/** What takes a millisecond or more to load and the common path may not need. */
const late: ReadonlySet<string> = new Set([
  'node:child_process',
  'node:crypto',
  'node:fs/promises',
  'node:net',
  'node:os',
  'node:timers/promises',
  './jsonc-parser.js',
]);

/** Our own chunks are loaded here, everything else by node: some of it when it is first used. */
function inner(id: string): unknown {
  const now = (): unknown => (/^\.\/[\w-]+\.js$/.test(id) ? load(id.slice(2)) : __non_webpack_require__(id));
  if (!late.has(id)) return now();
  const get = (_: object, key: PropertyKey): unknown =>
    // The bundle asks every module whether it is an ES module. These are none, and the question is no use.
    key === '__esModule' ? undefined : (now() as Record<PropertyKey, unknown>)[key];
  return new Proxy({}, { get });
}

/** One folder per node and per place of the bundle, in Gatehouse's home, which is the person's alone. */
function keptFolder(): string | undefined {
  const { GATEHOUSE_HOME, HOME, USERPROFILE } = process.env;
  const person = HOME ?? USERPROFILE;
  const home = GATEHOUSE_HOME ?? (person === undefined ? undefined : `${person}/.gatehouse`);
  if (home === undefined) return undefined;
  let sum = 0x811c9dc5;
  for (let index = 0; index < folder.length; index += 1) {
    sum = Math.imul(sum ^ folder.charCodeAt(index), 0x01000193) >>> 0;
  }
  return `${home}/cache/${process.version}-${process.arch}-${sum.toString(16)}`;
}

/** Code that was made from this very file; code that others could have written is not looked at. */
function keptCode(name: string, stamp: string): Buffer | undefined {
  if (kept === undefined) return undefined;
  try {
    const { uid, mode } = statSync(kept);
    if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) return undefined;
    const bytes = readFileSync(`${kept}/${name}.bin`);
    const head = bytes.indexOf(10, bytes.indexOf(10) + 1) + 1;
    const code = bytes.subarray(head);
    return bytes.toString('latin1', 0, head) === `${stamp}${code.length}\n` ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Leaves the code for the next run, once the answer is out. */
function keep(): void {
  if (kept === undefined || fresh.length === 0) return;
  try {
    mkdirSync(kept, { recursive: true, mode: 0o700 });
    for (const { file, stamp, script } of fresh) {
      const code = script.createCachedData();
      const draft = `${kept}/${file}.tmp-${process.pid}`;
      writeFileSync(draft, Buffer.concat([Buffer.from(`${stamp}${code.length}\n`), code]), { mode: 0o600 });
      renameSync(draft, `${kept}/${file}.bin`);
    }
  } catch {
    // A home that cannot be written to only means that the next run is as slow as this one.
  }
}

if (process.argv[2] === 'hook') process.on('exit', keep);
load('runner-main.js');
