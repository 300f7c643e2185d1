import type { EffectOf } from '../../../programs/effect';
import { knownText, madeFolder } from '../../../programs/languages/value';
import { isBuilt, isRegenerated } from '../../../source/file-kind';
import { resolveFile, resolvePath, resolveWord, within } from '../../../shell/paths';
import type { FoundFiles, Invocation, ShellWord } from '../../../shell/invocation';
import { effectsOf } from '../../../shell/effects';
import { foundIn } from '../../../shell/reader/words';
import { isInNeighbour, isNarrow, isSystem, reachOf, type Reach } from './targets';
import { effectRule, lineRule, objection, type EffectRule, type LineRule, type Objection, type View } from './rule';
import { readText } from '../../../project/read-file';
import { readCommand } from '../../../shell/read-command';

const says: Readonly<Record<Exclude<Reach, 'inside' | 'unknown'>, string>> = {
  system: 'It removes the file system root, a system directory or a whole home.',
  outside: 'It removes files outside this project; they cannot be restored.',
  project: 'It removes the whole project, uncommitted work included.',
  git: "It removes the files in which git keeps the project's history.",
};

const instead =
  'Remove named paths inside the project (`rm -rf ./build`), move the rest aside with `mv`, or ask the person to remove it.';

function isElsewhereSystem(word: ShellWord, cwd: string | undefined, view: View): boolean {
  const all = word.value?.replace(/(^|\/)\*+$/, '$1');
  const path = all === undefined ? undefined : resolvePath(cwd, all === '' ? '.' : all);
  return path !== undefined && isSystem(path, view.home);
}

const listFirst = 'List the paths first, then remove the right ones by name.';
const gitInstead = 'Leave `.git` to git: `git worktree prune`, `git gc`, or remove a stale `.git/index.lock` only.';

type Delete = EffectOf<'delete'>;

/** Says which of them it is, where the command names one. */
function removesSystem(word: ShellWord, cwd: string | undefined, view: View): string {
  const place = word.value === undefined ? undefined : resolvePath(cwd, word.value.replace(/\/+\*+$/, '') || '/');
  if (place === '/') return 'It removes everything on the machine.';
  if (place === view.home || (place !== undefined && within(view.home, place))) return 'It removes a whole home.';
  return place !== undefined && isSystem(place, view.home) ? 'It removes a system directory.' : says.system;
}

/** Rule: deletes a file or a tree, by name or by a search. */
function deleting(effect: Delete, invocation: Invocation, view: View): Objection | undefined {
  const refuse = (why: string, way = instead) => objection(invocation, why, way);
  const { path, recursive, force } = effect;
  if (invocation.inNewContainer && invocation.elsewhere) return undefined;
  if (effect.call !== undefined) return undefined;
  if (invocation.elsewhere) {
    return recursive && isElsewhereSystem(path, effect.cwd, view) ? refuse(says.system) : undefined;
  }
  if (foundIn(path) !== undefined) return undefined;
  // With TMPDIR unset the word is empty.
  if (path.value === '/tmp' && /^"?\$\{?TMPDIR(?::?-)?\}?"?$/.test(path.raw)) return undefined;
  const reach = reachOf(path, effect, view);
  if (reach === 'git' && (recursive || !/\.git\/?$/.test(path.text))) return refuse(says.git, gitInstead);
  if (!recursive) return undefined;
  if (reach === 'system') return refuse(removesSystem(path, effect.cwd, view));
  if (effect.contents === true) return reach === 'project' ? refuse(says.project) : undefined;
  if (!force) return undefined;
  if (reach === 'outside' && isInNeighbour(path, effect, view)) return undefined;
  if (reach === 'outside' || reach === 'project') return refuse(says[reach]);
  return reach === 'unknown' ? deletingUnknown(path, effect, invocation, view) : undefined;
}

/** Deletes what a search finds. Harmless if its tests select only files that can be made again. */
function deletingFound(effect: Delete, invocation: Invocation, view: View): Objection | undefined {
  const { path, recursive, force } = effect;
  const found = foundIn(path);
  if (found === undefined || effect.call !== undefined) return undefined;
  const way = 'Run the same search with `-print` first, then remove the right paths by name.';
  if (invocation.elsewhere) {
    const whole = !isNarrow(found.only) && found.only.aged !== true && !invocation.inNewContainer;
    return whole && found.roots.some((root) => isElsewhereSystem(root, found.cwd, view))
      ? objection(invocation, says.system, way)
      : undefined;
  }
  const reach = reachOf(path, effect, view);
  if (reach === 'system' || reach === 'outside' || reach === 'git') {
    return objection(invocation, says[reach], way);
  }
  if (areMadeAgain(found.only) || found.roots.every(isBuildFolder)) return undefined;
  // Empty folders hold nothing, and git does not keep them.
  if (found.only.empty === true && found.only.type === 'd' && reach !== 'unknown') return undefined;
  // What `rm -f name*` may remove here; `-delete` takes files, and folders only when they are empty.
  const files = !recursive || effect.why === foundHere;
  // A link holds nothing itself.
  if (files && found.only.type === 'l' && found.only.open !== true) return undefined;
  if (
    reach === 'inside' &&
    files &&
    (found.roots.every(isPattern) || (found.only.shallow === true && isNarrow(found.only)))
  ) {
    return undefined;
  }
  if (
    found.roots.every(
      (root) =>
        ((isNarrow(found.only) || found.only.aged === true) && isBelowProject(root, found.cwd, view)) ||
        isTemporary(root, found, view),
    )
  ) {
    return undefined;
  }
  // Committed files can be restored unless they were changed.
  const kept = found.only.tracked === true && !recursive;
  return force || (!isNarrow(found.only) && !kept)
    ? objection(invocation, 'It deletes everything that matches, without showing it.', way)
    : undefined;
}

/** `git ls-files | xargs truncate -s 0`: empties files that only a search names. */
function emptyingFound(effect: EffectOf<'write'>, invocation: Invocation, view: View): Objection | undefined {
  const { path, cwd, certainty, how, content, from } = effect;
  const redirected = invocation.redirects.some(({ target }) => target === path);
  const nothing =
    (content?.kind === 'text' && content.text.trim() === '') ||
    (content?.kind === 'file' && content.path === '/dev/null') ||
    (from !== undefined && from.length > 0 && from.every(({ value }) => value === '/dev/null')) ||
    (redirected && printsNothing.has(invocation.program ?? '?'));
  if (!nothing || how === 'append' || how === 'create') return undefined;
  const gone: Delete = { kind: 'delete', path, cwd, certainty, recursive: false, force: true };
  const patterns = patternsOf(path, redirected);
  const reach = reachOf(path, gone, view);
  if (patterns.length === 0 || invocation.elsewhere || (path.glob && reach === 'unknown')) return undefined;
  if (reach === 'inside' && patterns.every((pattern) => logs.test(pattern))) return undefined;
  return objection(invocation, 'It empties every file that matches, without showing them.', listFirst);
}

/** What stands for several files: the names or folders of a search, or a pattern. A redirect writes one file, except in a loop. */
function patternsOf(path: ShellWord, redirected: boolean): readonly string[] {
  const found = foundIn(path);
  if (found === undefined) return path.glob && !(redirected && path.raw === path.text) ? [path.text] : [];
  const { names = [] } = found.only;
  return names.length > 0 ? names : found.roots.map(({ text }) => text);
}

/** Files that are emptied to start them again. */
const logs = /log|te?mp|cache|out(?:put)?\b|\.err$/i;

const printsNothing: ReadonlySet<string> = new Set(['', ':', 'true']);

const foundHere = 'deletes what it finds';

/** `*.tmp`: the shell names the files. */
const isPattern = ({ glob, text }: ShellWord): boolean => glob && /[\w-][^/]*$/.test(text) && !text.endsWith('/');

/** A folder of the project may go with `rm -rf`, and so may some of its files. */
const isBelowProject = (word: ShellWord, cwd: string | undefined, view: View): boolean => {
  const path = resolveFile(cwd, word);
  return (
    path !== undefined &&
    !view.roots.includes(path) &&
    view.roots.some((root) => within(path, root)) &&
    reachOf(word, { cwd }, view) === 'inside'
  );
};

/** A throw-away folder; of the temporary folder itself only the files that a pattern names. */
const isTemporary = (word: ShellWord, { cwd, only }: FoundFiles, view: View): boolean => {
  const path = resolveWord(cwd, word);
  return (
    path !== undefined &&
    reachOf(word, { cwd }, view) !== 'outside' &&
    view.temporary.some((folder) => within(path, folder) && (path !== folder || isNarrow(only)))
  );
};

/** Folders whose whole content a build writes. */
const isBuildFolder = ({ value }: ShellWord): boolean => value !== undefined && isBuilt(value);

function areMadeAgain({ names = [], paths = [], open }: FoundFiles['only']): boolean {
  if (open === true) return false;
  return names.length > 0
    ? names.every((name) => isRegenerated(name) || isBuilt(name))
    : paths.length > 0 && paths.every(isBuilt);
}

function deletingUnknown(path: ShellWord, at: Delete, invocation: Invocation, view: View): Objection | undefined {
  const refuse = (why: string, way = instead) => objection(invocation, why, way);
  const fed = path.parts.some((part) => part.kind === 'unknown' && (part.why === 'argument' || part.why === 'input'));
  if (fed) return refuse('It removes every path that its input names, without showing them first.', listFirst);
  // A directory given to the wrapper (`sudo -D "$X"`) is the only thing that says where a relative path lies.
  const moved = invocation.wrappers.some((wrapper) => wrapper.args.some((arg) => /^(?:-[DC]|--chdir)/.test(arg.text)));
  if (at.cwd === undefined && moved) return refuse('It removes files in a directory that the command does not name.');
  return view.strict
    ? refuse('What it removes depends on values that are not in the command.', 'Write the path out.')
    : undefined;
}

function shredding(effect: Delete, invocation: Invocation): Objection | undefined {
  return effect.shreds === true
    ? objection(
        invocation,
        'Shredded files cannot be restored.',
        'Use `rm` on named files of the project, or ask the person to shred it.',
      )
    : undefined;
}

/** `mv /* /elsewhere` empties the machine like `rm`. */
function movingRoot(effect: EffectOf<'move'>, invocation: Invocation, view: View): Objection | undefined {
  const { path, to } = effect;
  if (path.value === undefined || !path.glob || !/^\/+(?:\.\/)*\*+$/.test(path.value)) return undefined;
  // Several sources need a directory that is there; otherwise mv does nothing.
  if (to?.value === undefined || (!to.value.endsWith('/') && !view.isDirectory(to.value))) return undefined;
  return objection(invocation, 'It moves every top-level directory of the machine.', 'Name the files to move.');
}

/** Moves a system directory, a whole home, or everything in one. */
function movingTop(effect: EffectOf<'move'>, invocation: Invocation, view: View): Objection | undefined {
  const { path, cwd } = effect;
  if (path.value === undefined || path.value === '' || invocation.elsewhere) return undefined;
  const place = resolvePath(cwd, path.value.replace(/\/+\*+$/, '') || '/');
  return place !== undefined && isTop(place, view)
    ? objection(invocation, 'It moves a system directory or a whole home.', 'Name the files to move.')
    : undefined;
}

/** `rsync --delete src/ ~/site`, `rm -r ../old`, without force, and `rm -rf ../other/build`: it may be meant, and cannot be brought back. */
function deletingOutside(effect: Delete, invocation: Invocation, view: View): Objection | undefined {
  if (!effect.recursive || invocation.elsewhere || foundIn(effect.path) !== undefined) return undefined;
  const reach = reachOf(effect.path, effect, view);
  return reach === 'outside' || reach === 'project' ? objection(invocation, says[reach], instead) : undefined;
}

/** Moves `.git` away: the project loses its history. */
function movingGit(effect: EffectOf<'move'>, invocation: Invocation, view: View): Objection | undefined {
  const { path } = effect;
  if (invocation.elsewhere || path.value === undefined || !/(?:^|\/)\.git\/?$/.test(path.value)) return undefined;
  return reachOf(path, effect, view) === 'git' ? objection(invocation, says.git, gitInstead) : undefined;
}

/** The root, a directory right below it, or a home: no folder that a person names to move it. */
function isTop(path: string, view: View): boolean {
  if (path === view.home || within(view.home, path)) return true;
  if ([`${view.home}/.config`, `${view.home}/.local`, `${view.home}/Library`].includes(path)) return true;
  return (
    isSystem(path, view.home) && /^\/(?:[^/]+|(?:usr|var)\/(?:lib|bin|sbin|log)|(?:home|Users)\/[^/]+)?$/.test(path)
  );
}

/** `mv ~/x /tmp/y; rm -rf /tmp/y`, `ln -s ~/x y; rm -rf y/*`: deletes what the line itself brought to another path. */
const broughtHere = lineRule('delete-files', (reading, view) => {
  const brought: { readonly place: string; readonly reach: Reach; readonly linked: boolean }[] = [];
  for (const { effect, invocation } of effectsOf(reading)) {
    if (invocation.elsewhere) continue;
    if (effect.kind === 'delete') {
      const lost = effect.recursive ? brought.find((one) => isRemoved(one, effect)) : undefined;
      if (lost !== undefined && lost.reach in says) {
        return objection(invocation, says[lost.reach as keyof typeof says], instead);
      }
      continue;
    }
    if (effect.kind !== 'move' && effect.kind !== 'link') continue;
    const linked = effect.kind === 'link';
    const reach = reachOf(effect.path, effect, view);
    const to = linked ? effect.at : effect.to;
    const place = resolveWord(effect.cwd, to);
    if (place !== undefined && reach in says) brought.push({ place, reach, linked });
  }
  return undefined;
});

/** A link itself may go; `link/*` and `link/` are what it leads to. */
function isRemoved(
  { place, linked }: { readonly place: string; readonly linked: boolean },
  { path, cwd }: Delete,
): boolean {
  const text = path.value;
  const file = text === undefined ? undefined : resolvePath(cwd, text.replace(/\/\*+$/, ''));
  if (text === undefined || file === undefined) return false;
  return within(file, place) ? !linked || file !== place || /\/\**$/.test(text) : !linked && within(place, file);
}

/** A library call in inline code: what a shell's `rm` of the same files would be refused for, and a tree out of sight. */
function deletingFromCode(effect: Delete, invocation: Invocation, view: View): Objection | undefined {
  const { call, path, recursive } = effect;
  if (call === undefined || invocation.elsewhere) return undefined;
  const part = `${call}(${path.value === undefined ? '…' : JSON.stringify(path.value)})`;
  const found = foundIn(path);
  const reach = reachOf(path, effect, view);
  if (reach === 'system' || reach === 'git') return objection(part, says[reach], instead);
  if (found !== undefined) {
    if (areMadeAgain(found.only) || (reach === 'inside' && !recursive)) return undefined;
    if (reach === 'outside' || !isNarrow(found.only)) {
      return objection(part, 'It deletes everything it finds, without showing it first.', listFirst);
    }
    return undefined;
  }
  if (!recursive) return undefined;
  const known = resolveWord(effect.cwd, path);
  const temporary = known !== undefined && !view.roots.some((root) => known.startsWith(`${root}/`));
  if ((reach === 'inside' && !temporary) || isMade(path)) return undefined;
  if (reach === 'outside' && isInNeighbour(path, effect, view)) return undefined;
  const unseen = 'It removes a directory tree from inside a program, without showing it first.';
  return objection(part, reach === 'inside' || reach === 'unknown' ? unseen : says[reach], instead);
}

/** Below a folder that the code had made for itself. */
const isMade = ({ value }: ShellWord): boolean => value !== undefined && within(value, knownText(madeFolder) ?? '');

/** How code of a language is given to its interpreter. */
const interpreters: Readonly<Record<string, string>> = {
  python: 'python3',
  node: 'node',
  ruby: 'ruby',
  perl: 'perl',
  php: 'php',
};

/** Code that deletes a tree contains one of these words; a script without them is not analysed. */
const removing = /\brm\b|rmtree|rmsync|rm_rf|rmdir|remove_(?:tree|dir|entry)|rimraf|\bremove\w*\(/i;

/** Longer files are programs, not scripts. */
const longest = 32_000;

/**
 * A script of the project in another language than the shell's, as `bash x.sh` is read by its commands: refused if it
 * plainly deletes a tree outside the project. What depends on values is left to the person.
 */
const scriptRule = lineRule('delete-from-code', (reading, view) => {
  for (const invocation of reading.invocations) {
    for (const [file, language] of invocation.elsewhere ? [] : scriptsOf(invocation)) {
      const text = readText(file, { maxBytes: longest });
      const program = interpreters[language];
      if (text === undefined || program === undefined || invocation.cwd === undefined || !removing.test(text)) continue;
      let end = 'END';
      while (text.includes(end)) end += '_';
      const inner = readCommand(`${program} <<'${end}'\n${text}\n${end}`, { cwd: invocation.cwd, home: view.home });
      for (const { effect } of effectsOf(inner)) {
        if (effect.kind !== 'delete' || !effect.recursive || !(effect.force || effect.call !== undefined)) continue;
        const reach = reachOf(effect.path, effect, view);
        if (reach !== 'system' && reach !== 'outside' && reach !== 'git') continue;
        return objection(
          invocation,
          `${file} deletes ${effect.path.raw}. ${says[reach]}`,
          'Let the script remove named paths inside the project, or ask the person to run it.',
        );
      }
    }
  }
  return undefined;
});

/** The scripts that it runs, each with its language. */
function scriptsOf({ effects, name, cwd }: Invocation): readonly (readonly [file: string, language: string])[] {
  if (effects !== undefined) {
    return effects.flatMap((effect) => {
      if (effect.kind !== 'run' || effect.code.form !== 'file') return [];
      const file = resolveWord(effect.cwd, effect.code.path);
      return file === undefined ? [] : [[file, effect.code.language] as const];
    });
  }
  const own = name.value?.includes('/') === true ? resolvePath(cwd, name.value) : undefined;
  const first = own === undefined ? undefined : readText(own, { maxBytes: longest })?.split('\n', 1)[0];
  const language = /^#!.*\b(python|node|ruby|perl|php)[\d.]*\b/.exec(first ?? '')?.[1];
  return own === undefined || language === undefined ? [] : [[own, language]];
}

export const deletingRules: readonly EffectRule[] = [
  effectRule('delete-from-code', 'delete', deletingFromCode),
  effectRule('delete-files', 'delete', deleting),
  effectRule('delete-found-files', 'delete', deletingFound),
  effectRule('delete-found-files', 'write', emptyingFound),
  effectRule('shred-files', 'delete', shredding),
  effectRule('move-root', 'move', movingRoot),
  effectRule('move-git', 'move', movingGit),
];

/** Rules that ask the person. */
export const deletingQuestions: readonly EffectRule[] = [
  effectRule('delete-outside', 'delete', deletingOutside),
  effectRule('move-top', 'move', movingTop),
];

export const deletingLineRules: readonly LineRule[] = [broughtHere, scriptRule];
