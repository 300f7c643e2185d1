import type { Library, LibraryFunction } from './library';
import {
  copies,
  evaluates,
  killsLater,
  linksFirst,
  movesFirst,
  prints,
  removesAll,
  removesTree,
  runsWords,
  variables,
  writesFirst,
} from './library';
import {
  decoded,
  foundByPattern,
  expandHome,
  foundBelow,
  fromStream,
  joinPath,
  knownText,
  text,
  unknown,
  changed,
} from './value';

/** `open(F, '>', path)`, `open F, ">$path"`, `open(F, "command |")`. */
const opens: LibraryFunction = (given, on) => {
  const [, mode, path] = given.values;
  const way =
    knownText(mode) ?? (mode?.kind === 'text' && mode.parts[0]?.kind === 'literal' ? mode.parts[0].text : undefined);
  if (way === undefined) return unknown();
  const sign = /^\s*(\+?[<>|]{1,2}|-\||\|-)?/.exec(way)?.[1] ?? '';
  const rest = way
    .slice(/^\s*/.exec(way)?.[0].length ?? 0)
    .slice(sign.length)
    .trim();
  const target =
    path ??
    (mode?.kind === 'text'
      ? { ...mode, parts: [{ kind: 'literal' as const, text: rest, quoted: true }, ...mode.parts.slice(1)] }
      : unknown());
  const words = given.values.slice(2);
  if (sign.includes('|') || /\|\s*$/.test(way)) {
    if (words.length > 1) on.command(words);
    else on.shell(path ?? text(way.replace(/^\s*\||\|\s*$/g, '')));
  } else if (sign.includes('>')) {
    on.write(target, sign.includes('>>') ? 'append' : sign.startsWith('+<') ? 'edit' : 'replace');
  } else if (sign === '+<') on.write(target, 'edit');
  else on.read(target);
  return unknown();
};

const fetches: LibraryFunction = (given, on) => {
  on.fetch(given.at(0));
  if (given.values.length > 1) on.write(given.at(1));
  return fromStream({ kind: 'remote', program: 'perl' });
};

/** Mode or owner first, then the files. */
const files = (given: Parameters<LibraryFunction>[0], from: number) =>
  given.values.slice(from).flatMap((value) => (value.kind === 'list' ? value.items : [value]));

const calls: Library['calls'] = {
  'say printf': prints,
  'system exec CORE.system CORE.exec': runsWords,
  'open2 IPC.Open2.open2': (given, on, name) => runsWords(given.from(2), on, name),
  'open3 IPC.Open3.open3': (given, on, name) => runsWords(given.from(3), on, name),
  'unlink rmdir CORE.unlink': removesAll,
  'rmtree remove_tree File.Path.rmtree File.Path.remove_tree rm_rf': removesTree,
  'rename File.Copy.move move mv': movesFirst,
  'copy cp File.Copy.copy File.Copy.Recursive.rcopy': copies,
  'symlink link': linksFirst,
  'mkdir make_path mkpath File.Path.make_path utime': writesFirst('create'),
  truncate: writesFirst('edit'),
  chmod: (given, on) => {
    for (const path of files(given, 1)) on.attributes(path, 'mode', false, given.at(0));
    return undefined;
  },
  kill: killsLater,
  chown: (given, on) => {
    for (const path of files(given, 2)) on.attributes(path, 'owner', false);
    return undefined;
  },
  open: opens,
  sysopen: (given, on) => on.write(given.at(1), 'edit'),
  'glob File.Glob.bsd_glob File.Glob.glob': (given, on) => foundByPattern(expandHome(given.at(0), on.home), on.cwd),
  opendir: (given, on) => on.read(given.at(1), 'names'),
  'find finddepth File.Find.find File.Find.finddepth': (given, on) =>
    foundBelow(given.values.at(-1) ?? unknown(), on.cwd),
  chdir: (given, on) => on.changeDirectory(given.at(0)),
  'File.HomeDir.home File.HomeDir.my_home': (_given, on) => text(on.home),
  'catfile catdir File.Spec.catfile File.Spec.catdir': (given) => joinPath(given.values),
  eval: evaluates,
  'decode_base64 MIME.Base64.decode_base64 pack unpack chr': () => decoded('perl'),
  'get getprint getstore mirror LWP.Simple.get LWP.Simple.getprint LWP.Simple.getstore HTTP.Tiny.get': fetches,
  reverse: (given) => changed(given.at(0)),
};

export const perl: Library = {
  calls,
  values: variables(/^\$ENV\.(\w+)$/),
  method: (_of, name) => (name === 'get' ? (_value, given, on) => fetches(given, on, name) : undefined),
};
