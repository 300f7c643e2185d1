import { entryOf } from '../program';
import { isDevice } from '../../shell/paths';
import type { CodeEffects } from './code-effects';
import type { Arguments, Library, LibraryFunction, Methods } from './library';
import {
  changesMode,
  changesOwner,
  copies,
  evaluates,
  kills,
  linksFirst,
  movesFirst,
  prints,
  readsFirst,
  removes,
  removesTree,
  runsShell,
  runsStatement,
  variables,
  writesFirst,
} from './library';
import type { Value } from './value';
import {
  changed,
  expandHome,
  fromEnvironment,
  fromInput,
  decoded,
  formatted,
  foundBelow,
  foundByPattern,
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

/** `subprocess.run`: a list is a program and its words, a text with `shell=True` is for a shell. */
const runsProgram: LibraryFunction = (given, on) => {
  const first = given.at(0, 'args');
  const options = { input: given.option('input'), directory: given.option('cwd') };
  if (given.is('shell')) on.shell(first?.kind === 'list' ? first.items[0] : first, options);
  else if (first?.kind === 'list') on.command(first.items, options);
  else if (knownText(first) !== undefined && first !== undefined) on.command([first], options);
  return unknown();
};

/** `os.execvp(file, args)`, where the list repeats the name; `os.spawnvp(mode, file, args)`. */
const replacesProcess =
  (skip: number): LibraryFunction =>
  (given, on) => {
    const [, ...rest] = given.values.slice(skip);
    on.command(rest[0]?.kind === 'list' ? rest[0].items : rest);
    return unknown();
  };

/** `open(path, mode)`. */
function opens(path: Value | undefined, mode: string | undefined, on: CodeEffects): Value {
  if (mode === undefined || !/[wax+]/.test(mode)) {
    on.read(path);
    const known = knownText(path);
    return known === undefined || isDevice(known) ? changed(path) : fromStream({ kind: 'file', path: known });
  }
  on.write(path, mode.includes('a') ? 'append' : mode.includes('+') && mode.includes('r') ? 'edit' : 'replace');
  return unknown();
}

const openMode = (given: Arguments, place: number): string | undefined => {
  const mode = given.at(place, 'mode');
  return mode === undefined ? undefined : (knownText(mode) ?? 'w');
};

const fetches: LibraryFunction = (given, on) => {
  const url = given.at(0, 'url');
  const sent = [given.option('data', 'json', 'files', 'content'), given.at(1)].filter((value) => value !== undefined);
  if (sent.length > 0) on.send(url, sent);
  on.fetch(url);
  return fromStream({ kind: 'remote', program: 'python' });
};

const sends: LibraryFunction = (given, on) => {
  on.send(given.at(0, 'url'), given.all.slice(1));
  on.fetch(given.at(0, 'url'));
  return fromStream({ kind: 'remote', program: 'python' });
};

const decodes: LibraryFunction = () => decoded('python');

const calls: Library['calls'] = {
  'sys.stdout.write sys.stdout.buffer.write': prints,
  'os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput asyncio.create_subprocess_shell':
    runsShell,
  'subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen': runsProgram,
  'asyncio.create_subprocess_exec': (given, on) => on.command(given.values),
  'pty.spawn': (given, on) => {
    const [first] = given.values;
    if (first?.kind === 'list') on.command(first.items);
    else if (first !== undefined) on.command([first]);
    return unknown();
  },
  'os.execvp os.execv os.execve os.execvpe os.execlp os.execl os.execle os.execlpe os.posix_spawn os.posix_spawnp':
    replacesProcess(0),
  'os.spawnlp os.spawnl os.spawnvp os.spawnv os.spawnle os.spawnve': replacesProcess(1),
  'shutil.rmtree os.removedirs': removesTree,
  'os.remove os.unlink os.rmdir': removes,
  'os.truncate': writesFirst('edit'),
  'os.mkdir os.makedirs os.mkfifo os.mknod': writesFirst('create'),
  'os.rename os.replace os.renames shutil.move': movesFirst,
  'shutil.copy shutil.copy2 shutil.copyfile shutil.copytree shutil.copymode shutil.copystat': copies,
  'os.symlink os.link': linksFirst,
  'os.chmod os.lchmod': changesMode(false),
  'os.chown os.lchown shutil.chown': changesOwner,
  'os.kill os.killpg': kills,
  'shlex.split': (given) =>
    list((given.text(0) ?? '').split(/\s+/).map((piece) => text(piece.replace(/^(['"])(.*)\1$/, '$2')))),
  'os.chdir': (given, on) => on.changeDirectory(given.at(0)),
  'os.listdir os.scandir': (given, on) => {
    const root = given.at(0, 'path') ?? text('.');
    on.read(root, 'names');
    return foundBelow(root, on.cwd);
  },
  'os.walk os.fwalk': (given, on) => {
    const root = given.at(0, 'top') ?? text('.');
    on.read(root, 'names');
    return list([foundBelow(root, on.cwd)]);
  },
  'glob.glob glob.iglob': (given, on) => {
    const root = given.option('root_dir');
    const pattern = given.at(0, 'pathname') ?? unknown();
    return foundByPattern(root === undefined ? pattern : joinPath([root, pattern]), on.cwd);
  },
  'open io.open codecs.open os.fdopen': (given, on) => opens(given.at(0, 'file'), openMode(given, 1), on),
  'gzip.open bz2.open lzma.open tarfile.open zipfile.ZipFile shelve.open dbm.open': (given, on) =>
    opens(given.at(0), openMode(given, 1), on),
  'os.open': (given, on) => {
    const path = given.at(0);
    if (given.at(1)?.kind === 'name' && (given.at(1) as { name: string }).name.endsWith('O_RDONLY')) on.read(path);
    else on.write(path, 'edit');
    return unknown();
  },
  'fileinput.input fileinput.FileInput': (given, on) => {
    const files = given.at(0, 'files');
    for (const path of files?.kind === 'list' ? files.items : [files]) {
      if (given.is('inplace')) on.write(path, 'edit');
      else on.read(path);
    }
    return unknown();
  },
  'linecache.getline runpy.run_path sqlite3.connect': readsFirst,
  'os.path.join': (given) => joinPath(given.values),
  'os.path.expanduser': (given, on) => expandHome(given.at(0), on.home),
  'os.path.abspath os.path.realpath os.path.normpath os.path.expandvars os.fspath str bytes repr': (given) =>
    given.at(0),
  'os.path.dirname': (given) => directoryOf(given.at(0)),
  'sorted list tuple set reversed iter next enumerate filter': (given) => given.values.at(-1),
  'pathlib.Path pathlib.PurePath pathlib.PosixPath Path': (given) => asPath(given.values),
  'tempfile.mkdtemp tempfile.mktemp tempfile.gettempdir': () => madeFolder,
  'sys.stdin.read sys.stdin.readline sys.stdin.buffer.read input raw_input': fromInput,
  'os.getenv os.environ.get': (given, on) => fromEnvironment(given.text(0), on.home),
  'pathlib.Path.home': (_given, on) => text(on.home, true),
  'pathlib.Path.cwd os.getcwd os.getcwdb': (_given, on) => (on.cwd === undefined ? unknown() : text(on.cwd, true)),
  'os.environ.copy': () => unknown(),
  '__import__ importlib.import_module': (given) => library(given.text(0) ?? '?'),
  getattr: (given) => {
    const [of] = given.values;
    const name = given.text(1);
    return of === undefined || name === undefined
      ? unknown()
      : of.kind === 'name'
        ? library(`${of.name}.${name}`)
        : { kind: 'member', of, name };
  },
  'exec eval': evaluates,
  compile: (given) => given.at(0),
  'urllib.request.urlopen urllib.urlopen urllib2.urlopen requests.get requests.head requests.request httpx.get httpx.request':
    fetches,
  'urllib.request.Request urllib2.Request': (given) => given.at(0, 'url'),
  'urllib.request.urlretrieve urllib.urlretrieve wget.download': (given, on) => {
    on.fetch(given.at(0));
    on.write(given.at(1, 'filename'));
    return undefined;
  },
  'requests.post requests.put requests.patch requests.delete httpx.post httpx.put httpx.patch': sends,
  'http.client.HTTPSConnection http.client.HTTPConnection socket.create_connection ftplib.FTP smtplib.SMTP telnetlib.Telnet':
    (given, on) => on.fetch(given.at(0)),
  'base64.b64decode base64.b32decode base64.b16decode base64.a85decode base64.b85decode base64.urlsafe_b64decode base64.decodebytes base64.standard_b64decode binascii.unhexlify binascii.a2b_base64 bytes.fromhex bytearray.fromhex codecs.decode zlib.decompress gzip.decompress bz2.decompress lzma.decompress marshal.loads pickle.loads chr':
    decodes,
};

const asPath = (values: readonly Value[]): Value => {
  const joined = values.length === 0 ? text('.') : joinPath(values);
  return joined.kind === 'text' ? { ...joined, path: true } : joined;
};

function directoryOf(value: Value | undefined): Value {
  const known = knownText(value);
  if (known === undefined) return changed(value);
  const end = known.replace(/\/+$/, '').lastIndexOf('/');
  return text(end < 0 ? '.' : end === 0 ? '/' : known.slice(0, end), true);
}

/** Of `Path` objects; texts have methods of the same names that do nothing to files. */
const onPaths: Methods = {
  'unlink rmdir': (of, _given, on, name) => on.delete(of, `Path.${name}`, false),
  'rename replace move': (of, given, on) => {
    on.move(of, given.at(0, 'target'));
    return given.at(0, 'target');
  },
  copy: (of, given, on) => on.write(given.at(0, 'target'), 'replace', { from: of }),
  'write_text write_bytes': (of, given, on) => {
    const content = given.at(0, 'data');
    on.write(of, 'replace', content === undefined ? {} : { content });
    return undefined;
  },
  'touch mkdir': (of, _given, on) => on.write(of, 'create'),
  'read_text read_bytes': (of, _given, on) => opens(of, 'r', on),
  open: (of, given, on) => opens(of, openMode(given, 0), on),
  'chmod lchmod': (of, _given, on) => on.attributes(of, 'mode', false),
  'symlink_to hardlink_to link_to': (of, given, on) => on.link(given.at(0), of),
  'glob rglob': (of, given, on, name) =>
    foundByPattern(joinPath([of, text(name === 'rglob' ? '**' : '.'), given.at(0) ?? text('*')]), on.cwd),
  'iterdir walk': (of, _given, on, name) => (name === 'walk' ? list([foundBelow(of, on.cwd)]) : foundBelow(of, on.cwd)),
  joinpath: (of, given) => joinPath([of, ...given.values]),
  'resolve absolute as_posix': (of) => of,
  expanduser: (of, _given, on) => expandHome(of, on.home),
};

const methods: Methods = {
  'execute executescript executemany raw': runsStatement,
  'unlink rmdir': (of, given, on, name) => entryOf(onPaths, name)?.(of, given, on, name),
  'write_text write_bytes read_text read_bytes rglob iterdir': (of, given, on, name) =>
    entryOf(onPaths, name)?.(of, given, on, name),
  join: (of, given) => {
    const [items] = given.values;
    return items?.kind === 'list' && of.kind === 'text' && knownText(of) !== undefined
      ? joinText(items.items, knownText(of))
      : changed(items);
  },
  format: (of, given) =>
    formatted(of, /\{(?:(\d+)|(\w*))\}/, (place, [, at, name]) =>
      name ? given.option(name) : given.values[Number(at ?? place)],
    ),
  // `ctypes.CDLL(None).system(…)`
  'system popen': (of, given, on) => {
    if (given.values.length === 1) on.shell(given.at(0));
    return changed(of);
  },
  'strip rstrip lstrip encode decode lower read readline readlines text content': (of) => of,
  split: (of) => {
    const known = knownText(of);
    return known === undefined ? changed(of) : list(known.split(/\s+/).map((piece) => text(piece)));
  },
  get: (of, given) => (of.kind === 'record' ? (of.entries.get(given.text(0) ?? '') ?? unknown()) : changed(of)),
};

const sameModules: Readonly<Record<string, string>> = { posix: 'os', 'os.posix': 'os', builtins: '', __builtins__: '' };

export const python: Library = {
  calls,
  method: (of, name) =>
    (of.kind === 'text' && of.path === true ? entryOf(onPaths, name) : undefined) ?? entryOf(methods, name),
  telling: 'rmtree check_call check_output Popen getoutput urlopen b64decode urlretrieve',
  values: variables(/^os\.environ\.(\w+)$/),
  same: (name) => {
    const [first = '', ...rest] = name.split('.');
    const other = Object.hasOwn(sameModules, first) ? sameModules[first] : undefined;
    return other === undefined ? name : [...(other === '' ? [] : [other]), ...rest].join('.');
  },
};
