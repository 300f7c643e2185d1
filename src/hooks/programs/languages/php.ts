import type { Library, LibraryFunction } from './library';
import {
  changesMode,
  changesOwner,
  copies,
  currentDirectory,
  evaluates,
  kills,
  linksFirst,
  movesFirst,
  removes,
  runsShell,
  runsWords,
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
  fromStream,
  knownText,
  text,
  unknown,
  wordFrom,
} from './value';

const reads: LibraryFunction = (given, on) => {
  const path = given.at(0);
  const known = knownText(path);
  if (/^(?:https?|ftp):/.test(wordFrom(path).text)) {
    on.fetch(path);
    return fromStream({ kind: 'remote', program: 'php' });
  }
  if (known === 'php://stdin') return unknown();
  on.read(path);
  return known === undefined ? changed(path) : fromStream({ kind: 'file', path: known });
};

const calls: Library['calls'] = {
  'system exec shell_exec passthru popen proc_open': runsShell,
  pcntl_exec: runsWords,
  posix_kill: kills,
  'unlink rmdir': removes,
  rename: movesFirst,
  'copy move_uploaded_file': copies,
  'symlink link': linksFirst,
  'touch mkdir': writesFirst('create'),
  file_put_contents: writesText('replace'),
  chmod: changesMode(false),
  'chown chgrp': changesOwner,
  'fopen SplFileObject': (given, on, name) => {
    const mode = given.at(1) === undefined ? 'r' : (given.text(1) ?? 'w');
    if (!/[waxc+]/.test(mode)) return reads(given, on, name);
    on.write(given.at(0), mode.includes('a') ? 'append' : 'replace');
    return unknown();
  },
  'file_get_contents file readfile': reads,
  'include include_once require require_once': (given, on, name) => on.evaluate(reads(given, on, name)),
  glob: (given, on) => foundByPattern(given.at(0) ?? unknown(), on.cwd),
  'scandir opendir DirectoryIterator RecursiveDirectoryIterator FilesystemIterator GlobIterator RecursiveIteratorIterator':
    (given, on) => {
      const [inner] = given.values;
      if (inner?.kind === 'text' && inner.path === true) return inner;
      on.read(given.at(0), 'names');
      return foundBelow(given.at(0) ?? text('.'), on.cwd);
    },
  chdir: (given, on) => on.changeDirectory(given.at(0)),
  getcwd: currentDirectory,
  getenv: (given, on) => fromEnvironment(given.text(0), on.home),
  'eval assert create_function': evaluates,
  'base64_decode hex2bin gzinflate gzuncompress str_rot13 chr': () => decoded('php'),
  curl_init: (given, on) => on.fetch(given.at(0)),
  curl_exec: () => fromStream({ kind: 'remote', program: 'php' }),
  fsockopen: (given, on) => on.fetch(given.at(0)),
  'trim realpath': (given) => given.at(0),
};

export const php: Library = {
  calls,
  // An entry of a `DirectoryIterator`.
  method: (_of, name) => (/^get(?:Pathname|RealPath|Filename)$/.test(name) ? (of) => of : undefined),
  values: variables(/^\$_(?:SERVER|ENV)\.(\w+)$/),
};
