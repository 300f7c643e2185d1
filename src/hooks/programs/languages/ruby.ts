import { entryOf } from '../program';
import type { Library, LibraryFunction, Methods } from './library';
import {
  Arguments,
  copies,
  currentDirectory,
  evaluates,
  killsLater,
  linksFirst,
  movesFirst,
  prints,
  readsFirst,
  removesAll,
  removesTree,
  runsWords,
  variables,
  writesFirst,
  writesText,
} from './library';
import {
  changed,
  decoded,
  expandHome,
  foundBelow,
  foundByPattern,
  fromEnvironment,
  fromInput,
  fromStream,
  joinPath,
  knownText,
  text,
  unknown,
  wordFrom,
} from './value';

const opens: LibraryFunction = (given, on) => {
  const path = given.at(0);
  const known = knownText(path);
  const mode = given.at(1, 'mode') === undefined ? 'r' : (given.text(1, 'mode') ?? 'w');
  if (known?.startsWith('|') === true) on.shell(text(known.slice(1)));
  else if (/^https?:/.test(wordFrom(path).text)) {
    on.fetch(path);
    return fromStream({ kind: 'remote', program: 'ruby' });
  } else if (/[wa+]/.test(mode)) {
    on.write(path, mode.includes('a') ? 'append' : mode.includes('r') ? 'edit' : 'replace');
  } else on.read(path);
  return unknown();
};

const fetches: LibraryFunction = (given, on) => {
  if (given.values.length > 1) on.send(given.at(0), given.values.slice(1));
  on.fetch(given.at(0));
  return fromStream({ kind: 'remote', program: 'ruby' });
};

/** `rm_rf` and similar methods, under `FileUtils` or included from it. */
const fileUtils = (names: string): string =>
  names
    .split(' ')
    .map((name) => `FileUtils.${name} ${name}`)
    .join(' ');

const calls: Library['calls'] = {
  '$stdout.write STDOUT.write': prints,
  'system exec spawn IO.popen Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen3 Process.spawn PTY.spawn':
    runsWords,
  [fileUtils('rm_rf rm_r remove_dir remove_entry remove_entry_secure rmtree')]: removesTree,
  [`${fileUtils('rm rm_f remove')} File.delete File.unlink Dir.rmdir Dir.delete Dir.unlink FileUtils.rmdir`]:
    removesAll,
  'FileUtils.mv FileUtils.move File.rename': movesFirst,
  'FileUtils.cp FileUtils.cp_r FileUtils.copy FileUtils.copy_file FileUtils.install IO.copy_stream': copies,
  'FileUtils.ln_s FileUtils.ln FileUtils.ln_sf File.symlink File.link': linksFirst,
  'FileUtils.touch FileUtils.mkdir FileUtils.mkdir_p FileUtils.makedirs Dir.mkdir': writesFirst('create'),
  'File.write IO.write File.binwrite': writesText('replace'),
  'File.truncate': writesFirst('edit'),
  'FileUtils.chmod_R': (given, on) => on.attributes(given.at(1), 'mode', true, given.at(0)),
  'FileUtils.chmod File.chmod': (given, on) => on.attributes(given.at(1), 'mode', false, given.at(0)),
  'FileUtils.chown File.chown FileUtils.chown_R': (given, on) => on.attributes(given.at(2), 'owner', false),
  'Process.kill': killsLater,
  'File.open File.new open URI.open': opens,
  'File.read IO.read File.readlines File.foreach File.binread': readsFirst,
  'STDIN.read $stdin.read ARGF.read gets STDIN.gets $stdin.gets': fromInput,
  'Dir.home': (_given, on) => text(on.home),
  'Dir.pwd Dir.getwd': currentDirectory,
  'Dir.chdir': (given, on) => on.changeDirectory(given.at(0)),
  'Dir.glob': (given, on) => foundByPattern(given.at(0) ?? unknown(), on.cwd),
  'Dir.entries Dir.children Dir.each_child Dir.foreach Find.find': (given, on) => {
    on.read(given.at(0), 'names');
    return foundBelow(given.at(0) ?? text('.'), on.cwd);
  },
  'File.join': (given) =>
    joinPath(
      given.values.map((value, at) => (at === 0 ? value : text((knownText(value) ?? '\0').replace(/^\/+/, '')))),
    ),
  'File.expand_path': (given, on) => expandHome(given.at(0), on.home),
  'Pathname Pathname.new': (given) => {
    const value = given.at(0) ?? unknown();
    return value.kind === 'text' ? { ...value, path: true } : value;
  },
  'ENV.fetch': (given, on) => fromEnvironment(given.text(0), on.home),
  'eval instance_eval class_eval': evaluates,
  'Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64 Zlib.inflate Zlib.Inflate.inflate': () =>
    decoded('ruby'),
  'Net.HTTP.get Net.HTTP.get_response Net.HTTP.post Net.HTTP.post_form HTTParty.get HTTParty.post Faraday.get Faraday.post RestClient.get RestClient.post':
    fetches,
  'URI URI.parse Shellwords.escape String': (given) => given.at(0),
  'TCPSocket.new TCPSocket.open': (given, on) => on.fetch(given.at(0)),
};

const onPaths: Methods = {
  'rmtree delete unlink rmdir rm_rf': (of, _given, on, name) => on.delete(of, `Pathname#${name}`, name === 'rmtree'),
  'write binwrite': (of, given, on) => {
    const [content] = given.values;
    on.write(of, 'replace', content === undefined ? {} : { content });
    return undefined;
  },
};

const methods: Methods = {
  rmtree: (of, given, on, name) => entryOf(onPaths, name)?.(of, given, on, name),
  'strip chomp to_s to_a body': (of) => of,
  // With open-uri.
  'read open': (of, given, on, name) =>
    /^https?:/.test(wordFrom(of).text) ? opens(new Arguments([of, ...given.values]), on, name) : of,
  unpack1: () => decoded('ruby'),
  unpack: () => decoded('ruby'),
  join: (of) => changed(of),
};

export const ruby: Library = {
  calls,
  method: (of, name) =>
    (of.kind === 'text' && of.path === true ? entryOf(onPaths, name) : undefined) ?? entryOf(methods, name),
  values: variables(/^ENV\.(\w+)$/),
  same: (name) => name.replace(/^(?:Kernel|Process|self)\.(?=system|exec|spawn|eval|open)/, ''),
  telling: 'rm_rf remove_entry_secure',
};
