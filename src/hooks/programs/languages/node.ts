import { entryOf } from '../program';
import type { Library, LibraryFunction, Methods } from './library';
import {
  changesMode,
  changesOwner,
  copies,
  currentDirectory,
  evaluates,
  kills,
  linksFirst,
  movesFirst,
  prints,
  readsFirst,
  removes,
  removesBy,
  removesTree,
  runsShell,
  runsStatement,
  variables,
  writesFirst,
  writesText,
} from './library';
import {
  changed,
  decoded,
  foundBelow,
  foundByPattern,
  fromEnvironment,
  fromInput,
  fromStream,
  joinPath,
  joinText,
  knownText,
  library,
  list,
  madeFolder,
  text,
  unknown,
} from './value';

/** `spawn(file, args, options)`. */
const runsProgram: LibraryFunction = (given, on) => {
  const [file, args] = given.values;
  const options = { directory: given.option('cwd'), input: given.option('input') };
  const words =
    file?.kind === 'list'
      ? file.items
      : [...(file === undefined ? [] : [file]), ...(args?.kind === 'list' ? args.items : [])];
  if (given.is('shell')) on.shell(joinText(words, ' '), options);
  else if (file?.kind === 'list' || knownText(file) !== undefined) on.command(words, options);
  return unknown();
};

const lists: LibraryFunction = (given, on) => {
  const root = given.at(0) ?? text('.');
  on.read(root, 'names');
  return foundBelow(root, on.cwd);
};

const opens: LibraryFunction = (given, on) => {
  const flags = given.at(1) === undefined ? 'r' : (knownText(given.at(1)) ?? 'w');
  if (/^rs?$/.test(flags)) on.read(given.at(0));
  else on.write(given.at(0), flags.startsWith('a') ? 'append' : flags.includes('r') ? 'edit' : 'replace');
  return unknown();
};

const reads: LibraryFunction = (given, on) => {
  const path = knownText(given.at(0));
  if (path !== '0' && path !== '/dev/stdin' && given.at(0)?.kind !== 'name') on.read(given.at(0));
  if (path === '0' || path === '/dev/stdin') return fromInput();
  return path === undefined ? changed(given.at(0)) : fromStream({ kind: 'file', path });
};

const fetches: LibraryFunction = (given, on) => {
  const method = given.text(1, 'method');
  const sent = [given.option('body', 'data', 'json', 'form')].filter((value) => value !== undefined);
  if (sent.length > 0 || (method !== undefined && /^(?:post|put|patch|delete)$/i.test(method))) {
    on.send(given.at(0), sent);
  }
  on.fetch(given.at(0));
  return fromStream({ kind: 'remote', program: 'node' });
};

const sends: LibraryFunction = (given, on) => {
  on.send(given.at(0), given.values.slice(1));
  on.fetch(given.at(0));
  return fromStream({ kind: 'remote', program: 'node' });
};

const loads: LibraryFunction = (given, on) => {
  const name = given.text(0);
  if (name === undefined) return unknown();
  if (name.endsWith('.json')) on.read(given.at(0));
  if (/^(?:https?|data):/.test(name)) on.evaluate(fromStream({ kind: 'remote', program: 'node' }));
  return library(name.replace(/^node:/, '').replace(/\//g, '.'));
};

/** Names of functions, without a final `Sync`. */
const calls: Library['calls'] = {
  'console.log console.info process.stdout.write': prints,
  'child_process.exec Bun.$ bun.$ zx.$ shelljs.exec execa.execaCommand': runsShell,
  'child_process.spawn child_process.execFile Bun.spawn execa.execa execa cross-spawn': runsProgram,
  'child_process.fork': readsFirst,
  'Deno.Command Deno.run': (given, on) => {
    const words = given.option('args', 'cmd');
    const items = words?.kind === 'list' ? words.items : [];
    on.command(given.option('cmd') === undefined ? [given.at(0) ?? unknown(), ...items] : items);
    return unknown();
  },
  'fs.rm fs.rmdir Deno.remove': removesBy('recursive'),
  'fs.unlink': removes,
  'rimraf rimraf.rimraf rimraf.sync rimraf.native del del.deleteAsync del.delete fs.remove fs.emptyDir trash':
    removesTree,
  'shelljs.rm': (given, on, name) => {
    const options = given.text(0)?.startsWith('-') === true ? given.text(0) : undefined;
    const paths = options === undefined ? given.values : given.values.slice(1);
    for (const path of paths.flatMap((value) => (value.kind === 'list' ? value.items : [value]))) {
      on.delete(path, name, /r/i.test(options ?? ''));
    }
    return undefined;
  },
  'fs.writeFile Bun.write Deno.writeTextFile Deno.writeFile fs.outputFile fs.writeJson fs.outputJson':
    writesText('replace'),
  'fs.appendFile': writesText('append'),
  'fs.createWriteStream Deno.create': writesFirst('replace'),
  'fs.truncate': writesFirst('edit'),
  'fs.mkdtemp Deno.makeTempDir tmp.dirSync': () => madeFolder,
  'fs.mkdir Deno.mkdir fs.utimes fs.ensureDir': writesFirst('create'),
  'fs.open Deno.open': opens,
  'fs.rename Deno.rename fs.move': movesFirst,
  'fs.copyFile fs.cp Deno.copyFile fs.copy': copies,
  'fs.symlink fs.link Deno.symlink Deno.link': linksFirst,
  'fs.chmod fs.lchmod Deno.chmod': changesMode(false),
  'fs.chown fs.lchown Deno.chown': changesOwner,
  'process.kill Deno.kill': kills,
  'fs.readFile fs.createReadStream Deno.readTextFile Deno.readFile Bun.file fs.readJson': reads,
  'fs.readdir fs.opendir Deno.readDir': lists,
  'fs.glob glob glob.glob fast-glob globby glob.sync': (given, on) => foundByPattern(given.at(0) ?? unknown(), on.cwd),
  'fs.realpath path.resolve path.normalize path.toNamespacedPath String url.fileURLToPath': (given) =>
    joinPath(given.values),
  'path.join': (given) => joinText(given.values, '/', true),
  'path.dirname': (given) => changed(given.at(0)),
  'os.homedir': (_given, on) => text(on.home),
  'process.cwd Deno.cwd': currentDirectory,
  'process.chdir Deno.chdir': (given, on) => on.changeDirectory(given.at(0)),
  'Deno.env.get': (given, on) => fromEnvironment(given.text(0), on.home),
  'require import process.getBuiltinModule module.require': loads,
  'eval Function vm.runInThisContext vm.runInNewContext setTimeout setInterval': evaluates,
  'atob String.fromCharCode decodeURIComponent unescape zlib.gunzip zlib.inflate String.fromCodePoint': () =>
    decoded('node'),
  'Buffer.from': (given) => (given.at(1) === undefined ? (given.at(0) ?? unknown()) : decoded('node')),
  'fetch axios axios.get axios.request http.get https.get http.request https.request undici.fetch undici.request got needle':
    fetches,
  'axios.post axios.put axios.patch axios.delete got.post got.put': sends,
  'net.connect net.createConnection tls.connect dgram.createSocket WebSocket': (given, on) => on.fetch(given.at(0)),
  'util.promisify util.callbackify': (given) => given.at(0),
  'Object.keys Object.values Object.entries Array.from Promise.all Promise.allSettled JSON.stringify': (given) =>
    given.at(0),
};

const methods: Methods = {
  'query execute exec raw run $executeRawUnsafe $queryRawUnsafe': runsStatement,
  'toString trim then text json toLowerCase promises default': (of) => of,
  concat: (of, given) => (of.kind === 'list' ? list([...of.items, ...given.values]) : joinText([of, ...given.values])),
  join: (of, given) => (of.kind === 'list' ? joinText(of.items, given.text(0) ?? ',') : changed(of)),
  split: (of, given) => {
    const known = knownText(of);
    const separator = given.text(0);
    return known === undefined || separator === undefined
      ? changed(of)
      : list(known.split(separator).map((piece) => text(piece)));
  },
  reverse: (of) => (of.kind === 'list' ? list(of.items.toReversed()) : of),
  'filter slice flat sort': (of) => of,
};

const own = (name: string): LibraryFunction | undefined => entryOf(calls, name);

export const node: Library = {
  calls,
  method: (_of, name) => entryOf(methods, name),
  values: variables(/^(?:process|Bun)\.env\.(\w+)$/),
  telling:
    'rmSync rmdirSync unlinkSync execSync spawnSync execFileSync removeSync emptyDirSync writeFileSync appendFileSync truncateSync renameSync chmodSync copyFileSync',
  same(name) {
    const plain = name
      .replace(/^(?:globalThis|global|window|process\.mainModule)\./, '')
      .replace(/^(?:fs-extra|graceful-fs|fs\.promises|fs-extra\.promises)(?=\.|$)/, 'fs')
      .replace(/^(child_process|fs|path|os)\.default\b/, '$1')
      .replace(/^path\.(?:posix|win32)\./, 'path.')
      .replace(/^fs\.promises\b/, 'fs');
    const later = plain.replace(/Sync$/, '');
    return own(plain) === undefined ? later : plain;
  },
};
