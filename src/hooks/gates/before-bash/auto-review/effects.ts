import { existsSync, lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isHere } from '../../../programs/parts/address';
import type { Effect, EffectOf, GitAct, Writes } from '../../../programs/effect';
import { namesIn } from '../../../project/read-file';
import { memoize } from '../../../project/functions';
import { secretAt } from '../../../secrets/places';
import { outgoing } from '../../../shell/effects';
import type { CommandReading, Invocation, Redirect, ShellWord } from '../../../shell/invocation';
import { isDevice, resolveFile, resolvePath, within } from '../../../shell/paths';
import { type Change, type WrittenFile, writtenFiles } from '../../../shell/written-files';
import { wordSet } from '../../../project/text';
import type { Bounds } from './line';
import { isCompiledPlace } from './own-programs';
import { type Judgement, judgeRead, local, reads, risky, scratch, throwaway, unknown, worse } from './tier';

/** The worst of what a program does. Files that it writes are judged by their place, for the line as a whole. */
export function judgeEffects(effects: readonly Effect[], program: string, bounds: Bounds): Judgement {
  let found = reads;
  for (const effect of effects) found = worse(found, judgeEffect(effect, program, bounds));
  return found;
}

/**
 * A command in a script of the project: what it does to the world counts, as in the line itself; which code it runs is
 * the project's affair.
 */
export function judgeScript({ effects = [], program = '' }: Invocation, bounds: Bounds): Judgement {
  return judgeEffects(
    effects.filter(({ kind }) => kind !== 'run' && kind !== 'unknown'),
    program,
    bounds,
  );
}

function judgeEffect(effect: Effect, program: string, { roots, home }: Bounds): Judgement {
  switch (effect.kind) {
    case 'read':
      return judgeRead(effect, roots, home, program);
    case 'write':
      if (effect.why !== undefined) return risky(effect.why);
      if (effect.compiled === true) return throwaway('compiles');
      if (effect.path.value !== undefined && sinks.test(effect.path.value)) return reads;
      return program === 'tee' ||
        (makers.has(program) && isNewTemporary(resolveFile(effect.cwd, effect.path), effect.how))
        ? reads
        : local(`writes ${effect.path.raw}`);
    case 'move':
      return effect.to?.text.startsWith('/dev/') === true
        ? risky('moves files away permanently')
        : local('moves files');
    case 'link':
      return effect.why === undefined ? local('makes a link') : risky(effect.why);
    case 'delete':
      return risky(effect.why ?? 'deletes files');
    case 'attributes':
      return attributes(effect);
    case 'run':
      return runsCode(effect);
    case 'fetch':
      if (effect.configured === true) return reads;
      if (!isHere(effect.from)) return unknown(effect.why ?? 'fetches from the network');
      return effect.follows === true ? unknown('follows redirects, which may lead off this machine') : reads;
    case 'send':
      return risky(effect.why ?? 'sends data');
    case 'git':
      return judgeGit(effect);
    case 'reveal':
      return risky(`shows ${effect.secret}`);
    case 'service':
      if (effect.access !== 'read') return risky(`${effect.verb} on ${effect.system}`);
      return effect.server === undefined || isHere(effect.server)
        ? reads
        : unknown(`asks the server ${effect.server.raw}`);
    case 'machine':
      return risky(effect.why ?? 'changes the machine');
    case 'change':
      return (effect.compiles === true ? throwaway : local)(effect.why ?? 'changes the project');
    case 'person':
      return risky('acts for a person');
    case 'unknown':
      return unknown(effect.why ?? 'what it does is not known');
  }
}

/** Acts that git itself can undo. */
const ordinary: Partial<Record<GitAct, string>> = { switch: 'changes the branch' };

function judgeGit(effect: EffectOf<'git'>): Judgement {
  const { act, why, ifFile, loses, paths, cwd } = effect;
  const name = ordinary[act];
  if (name !== undefined && why === undefined) return local(name);
  if (act === 'discard' && loses?.every((content) => content === 'index') === true) {
    return local('takes files from the index');
  }
  if (ifFile === true && paths?.every(({ value }) => value !== undefined && !mayBeFile(value, cwd)) === true) {
    return reads;
  }
  return risky(why ?? says[act] ?? 'changes what git keeps');
}

const says: Partial<Record<GitAct, string>> = {
  pull: 'fetches and merges',
  discard: 'discards changes',
  'move-head': 'moves a branch',
  'move-branch': 'moves a branch',
  'delete-branch': 'deletes a branch',
  'delete-ref': 'deletes a tag',
  'drop-stash': 'deletes stashed changes',
  expire: 'deletes what git could bring back',
  'expire-now': 'deletes what git could bring back',
  'remove-worktree': 'removes a worktree',
  'skip-hooks': 'bypasses the hooks',
  'configure-program': 'makes git run another program',
};

function mayBeFile(name: string, cwd: string | undefined): boolean {
  const path = resolvePath(cwd, name);
  return /^\.|[*?[\]:]|\/$|\.[a-z]{1,5}$/i.test(name) || path === undefined || existsSync(path);
}

/** Is the whole text in the command? */
const isWritten = ({ value }: ShellWord): boolean => value !== undefined && value.trim() !== '';

function runsCode(effect: EffectOf<'run'>): Judgement {
  const { code } = effect;
  switch (code.form) {
    case 'command':
      return reads;
    case 'shell':
      // Literal text was parsed, so its commands are judged one by one.
      return code.wrapper === true || code.script === true || isWritten(code.text)
        ? reads
        : risky(effect.why ?? 'runs text as a command');
    case 'inline':
    case 'file':
    case 'input':
      if (code.computesWith?.every((module) => isOfLibrary(module, effect.cwd)) === true) return reads;
      return risky(effect.why ?? 'runs code');
    case 'project':
      return local(code.what);
    case 'unseen':
      return risky(code.what);
  }
}

/** Python looks for a module in the working directory before it looks into its library, also for those that one loads. */
function isOfLibrary(module: string, cwd: string | undefined): boolean {
  return (
    cwd !== undefined &&
    !namesIn(cwd).some((name) => [module, ...loadedAlong].some((one) => name === one || name.startsWith(`${one}.`)))
  );
}

/** Modules that the allowed modules import. */
const loadedAlong: readonly string[] = (
  '__future__ ast base64 binascii bisect bz2 calendar cmath collections contextlib copy copyreg csv dataclasses datetime decimal difflib dis email enum errno fnmatch fractions functools ' +
  'genericpath glob hashlib heapq hmac html importlib inspect io ipaddress itertools json keyword linecache locale lzma math ntpath numbers opcode operator pathlib platform posixpath pprint quopri random re reprlib ' +
  'secrets selectors shutil signal socket stat statistics string struct subprocess sysconfig tempfile textwrap threading token tokenize tomllib traceback types typing unicodedata urllib uuid warnings weakref zipfile zlib'
).split(' ');

/** Modes that open a file to others, or give it the rights of its owner. */
const opening = /^[0-7]*[2367]$|^[ugoa]*[oa][ugo]*[+=][rwx]*w|^[+=][rwx]*w|[st]|^[0-7]*[4-7]\d{3}$/;

function attributes({ sets, recursive, mode }: EffectOf<'attributes'>): Judgement {
  if (sets !== 'mode') return risky(sets === 'owner' ? 'changes file owners' : 'changes attributes of files');
  if (recursive) return risky('changes the permissions of a whole tree');
  return mode !== undefined && opening.test(mode) ? risky('opens files to others') : local('changes permissions');
}

const sinks = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/;
const sources = /^\/dev\/(?:null|stdin|zero|urandom|random|tty|fd\/\d+)$/;

/** Devices, and the sockets that bash makes of `/dev/tcp`. */
export function judgeRedirect(
  { operator, target }: Redirect,
  { cwd, program = '' }: Invocation,
  { roots, home }: Bounds,
): Judgement {
  if (target === undefined) return reads;
  if (outgoing.has(operator)) {
    return isDevice(target.text) && !sinks.test(target.text) ? risky(`writes to ${target.raw}`) : reads;
  }
  if (operator !== '<') return reads;
  const read = judgeRead(
    { kind: 'read', path: target, what: 'content', certainty: 'certain', cwd },
    roots,
    home,
    program,
  );
  if (read.tier !== 'read') return read;
  return isDevice(target.text) && !sources.test(target.text) ? risky(`reads from ${target.raw}`) : reads;
}

/** Files in a project that other programs execute or take their configuration from. */
const obeyed =
  /(?:^|\/)(?:\.git|\.claude|\.gatehouse|\.husky|\.vscode|\.idea|\.cursor|\.cline|\.clinerules|\.windsurf|\.codex|\.gemini|\.continue|\.roo|\.kiro|\.augment|\.amazonq|\.copilot|\.opencode|\.devcontainer|\.github|\.circleci|\.ssh)(?:\/|$)|(?:^|\/)(?:\.mcp\.json|\.(?:cursor|windsurf|cline)rules|\.aider\.conf\.yml|(?:AGENTS|CLAUDE|GEMINI)(?:\.local)?\.md|copilot-instructions\.md|\.envrc|\.gitlab-ci\.yml|\.pre-commit-config\.yaml|\.gitattributes|\.gitmodules|\.npmrc|\.yarnrc(?:\.yml)?|lefthook\.ya?ml)$/;

/** Judges every file that the line writes. */
export function judgeWrites(reading: CommandReading, roots: readonly string[]): Judgement {
  let found = reads;
  const isSecret = memoize((file) => secretAt(file) !== undefined);
  for (const file of writtenFiles(reading)) {
    if (found.tier === 'risky') return found;
    const { path, change, word, compiled } = file;
    if (word.value === '/dev/null' || (path !== undefined && sinks.test(path))) continue;
    if (change === 'delete' || change === 'delete-tree' || change === 'restore') {
      found = worse(found, risky(`takes ${word.raw} away`));
    } else if (keepsOutput(file)) found = worse(found, throwaway(`writes the new file ${word.raw}`));
    else if (path === undefined) found = worse(found, unknown(`which files ${word.raw} stands for is not known`));
    else {
      const place = judgePlace(path, change, word.raw, roots, isSecret);
      found = worse(found, compiled && place.tier === 'local' && isCompiledPlace(path) ? throwaway('compiles') : place);
    }
  }
  return found;
}

/** Programs that make files of what they read or print, and are judged by where those are. */
const makers = wordSet('tee mkdir gmkdir mktemp script sample fzf');

/** `git diff > /tmp/a.patch`: what the line prints or compiles, in a plain temporary file that was not there before. */
const keepsOutput = ({ path, change, word, invocation, compiled }: WrittenFile): boolean =>
  (compiled || makers.has(invocation.program ?? '') || invocation.redirects.some(({ target }) => target === word)) &&
  isNewTemporary(path, change);

function isNewTemporary(file: string | undefined, change: Change | Writes['how']): boolean {
  if (!/^(?:write|replace|append|create)$/.test(change) || file === undefined) return false;
  if (!scratch.test(file) || /\/\.|\.git\//.test(file)) return false;
  try {
    // No link may lead out of the temporary folder, also not from a folder that the line has yet to make.
    let folder = path.dirname(file);
    while (!existsSync(folder)) folder = path.dirname(folder);
    // This machine has no such temporary folder: nothing will be written.
    if (!scratch.test(`${folder}/x`)) return true;
    if (!scratch.test(`${realpathSync(folder)}/x`)) return false;
    const there = lstatSync(file, { throwIfNoEntry: false });
    return there === undefined || (change === 'create' && there.isDirectory());
  } catch {
    return false;
  }
}

function judgePlace(
  path: string,
  change: Change,
  written: string,
  roots: readonly string[],
  isSecret: (path: string) => boolean,
): Judgement {
  const root = roots.find((place) => within(path, place));
  if (root === undefined) return risky(`writes ${written}, outside the project`);
  // A formatter may change the whole project; any other program that edits a folder as if it were a file is suspicious.
  if ((path === root && change !== 'edit') || obeyed.test(path.slice(root.length))) {
    return risky(`writes ${written}, which other programs read as configuration`);
  }
  return isSecret(path) ? risky(`writes the secret ${written}`) : local(`writes ${written}`);
}

/** A change that is meant for the project must name nothing outside it. */
export function leavesProject(
  { program, args, cwd, effects = [] }: Invocation,
  roots: readonly string[],
): Judgement | undefined {
  if (cwd === undefined || !roots.some((root) => within(cwd, root))) return unknown('works outside the project');
  for (const { text, raw } of args) {
    const path = text.replace(/^--?[\w-]+=/, '');
    if (/:\/\/|^git\+|^file:/.test(path)) {
      if (program === 'curl') continue;
      return unknown(`takes ${raw} from an address`);
    }
    if (path.startsWith('~')) return unknown(`names ${raw}, outside the project`);
    if (!(path.startsWith('/') || /(?:^|\/)\.\.(?:\/|$)/.test(path)) || path === '/dev/null') continue;
    const place = resolvePath(cwd, path);
    if (
      effects.some(
        (effect) => effect.kind === 'write' && effect.path.text === path && isNewTemporary(place, effect.how),
      )
    ) {
      continue;
    }
    if (place === undefined || !roots.some((root) => within(place, root))) {
      return unknown(`names ${raw}, outside the project`);
    }
  }
  return undefined;
}
