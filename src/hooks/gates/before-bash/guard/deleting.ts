import { findActions, findRoots } from '../../../shell/reader/find';
import { readOptions, type Options } from '../../../shell/options';
import { resolvePath } from '../../../shell/paths';
import type { CodeCall, Invocation, ShellWord } from '../../../shell/invocation';
import { gitPart, isSystem, reachOf, reachOfPath, type Reach } from './targets';
import { objection, printsOnly, written, type InvocationRule, type LineRule, type Objection, type View } from './rule';

const rmOptions = {
  known: [
    'force',
    'recursive',
    'dir',
    'verbose',
    'interactive',
    'one-file-system',
    'no-preserve-root',
    'preserve-root',
    'help',
    'version',
  ],
};

const says: Readonly<Record<Exclude<Reach, 'inside' | 'unknown'>, string>> = {
  system: 'It removes the file system root, a system directory or a whole home.',
  outside: 'It removes files outside this project; they cannot be brought back.',
  project: 'It removes the whole project, uncommitted work included.',
  git: "It removes what git keeps the project's history in.",
};

const instead =
  'Remove named paths inside the project (`rm -rf ./build`), move the rest aside with `mv`, or ask the person to remove it.';

function isElsewhereSystem(word: ShellWord, view: View): boolean {
  const path = word.value === undefined ? undefined : resolvePath('/', word.value.replace(/\/?\*+$/, '') || '/');
  return word.value?.startsWith('/') === true && path !== undefined && isSystem(path, view.home);
}

function removing(invocation: Invocation, view: View): Objection | undefined {
  const read = readOptions(invocation.args, rmOptions);
  if (printsOnly(read)) return undefined;
  const recursive = read.has('-r', '-R', '--recursive');
  const force = read.has('-f', '--force');
  for (const word of read.operands) {
    const found = judgeTarget(word, invocation, view, recursive, force);
    if (found !== undefined) return found;
  }
  if (recursive && force && invocation.openEnded) {
    return objection(
      written(invocation),
      'It removes whatever its input names, unseen.',
      'List the paths first, then remove those that are meant by name.',
    );
  }
  return undefined;
}

function judgeTarget(
  word: ShellWord,
  invocation: Invocation,
  view: View,
  recursive: boolean,
  force: boolean,
): Objection | undefined {
  const refuse = (why: string, way = instead) => objection(written(invocation), why, way);
  if (invocation.elsewhere) {
    return recursive && isElsewhereSystem(word, view) ? refuse(says.system) : undefined;
  }
  if (!recursive) {
    const path = word.value === undefined ? undefined : resolvePath(invocation.cwd, word.value);
    return path !== undefined && gitPart(path) && !/\.git\/?$/.test(path) ? refuse(says.git, gitInstead) : undefined;
  }
  const reach = reachOf(word, invocation, view);
  if (reach === 'system' || reach === 'git') return refuse(says[reach], reach === 'git' ? gitInstead : instead);
  if (!force) return undefined;
  if (reach === 'outside' || reach === 'project') return refuse(says[reach]);
  return reach === 'unknown' ? judgeUnknown(word, invocation, view) : undefined;
}

const gitInstead = 'Leave `.git` to git: `git worktree prune`, `git gc`, or remove a stale `.git/index.lock` only.';

function judgeUnknown(word: ShellWord, invocation: Invocation, view: View): Objection | undefined {
  const refuse = (why: string, way = instead) => objection(written(invocation), why, way);
  const fed = word.parts.some(
    (piece) => piece.kind === 'unknown' && (piece.why === 'argument' || piece.why === 'input'),
  );
  if (fed)
    return refuse(
      'It removes whatever its input names, unseen.',
      'List the paths first, then remove those that are meant by name.',
    );
  // A directory given to the wrapper (`sudo -D "$X"`) is the only thing that says where a relative path lies.
  const moved = invocation.wrappers.some((wrapper) => wrapper.args.some((arg) => /^(?:-[DC]|--chdir)/.test(arg.text)));
  if (invocation.cwd === undefined && moved)
    return refuse('It removes files in a directory that nobody can see from here.');
  return view.strict
    ? refuse('What it removes depends on values that are not in the command.', 'Write the path out.')
    : undefined;
}

function finding(invocation: Invocation, view: View): Objection | undefined {
  const actions = findActions(invocation.args);
  if (!actions.some(({ action }) => action === '-delete')) return undefined;
  if (invocation.elsewhere && !findRoots(invocation.args).some((root) => isElsewhereSystem(root, view)))
    return undefined;
  return objection(
    written(invocation),
    'It deletes everything that matches, without showing it.',
    'Run the same `find` with `-print` first, then remove the paths that are meant by name.',
  );
}

function unlinking(invocation: Invocation): Objection | undefined {
  for (const word of readOptions(invocation.args).operands) {
    const path = word.value === undefined ? undefined : resolvePath(invocation.cwd, word.value);
    if (path !== undefined && gitPart(path)) return objection(written(invocation), says.git, gitInstead);
  }
  return undefined;
}

function shredding(invocation: Invocation): Objection | undefined {
  const read: Options = readOptions(invocation.args, { short: 'ns', long: ['iterations', 'size', 'random-source'] });
  if (printsOnly(read) || read.operands.length === 0) return undefined;
  return objection(
    written(invocation),
    'Shredded files cannot be brought back by anyone.',
    'Use `rm` on named files of the project, or ask the person to shred it.',
  );
}

/** `mv /* /elsewhere` empties the machine just as well. */
function movingRoot(invocation: Invocation, view: View): Objection | undefined {
  const read = readOptions(invocation.args, { short: 'tS', long: ['target-directory', 'suffix'] });
  if (read.has('-n', '--no-clobber')) return undefined;
  const target = (read.value('-t', '--target-directory') ?? read.operands.at(-1))?.value;
  // Several sources need a directory that is there; otherwise mv does nothing.
  if (target === undefined || (!target.endsWith('/') && !view.isDirectory(target))) return undefined;
  const sources = read.has('-t', '--target-directory') ? read.operands : read.operands.slice(0, -1);
  const root = sources.find((word) => word.value !== undefined && /^\/+(?:\.\/)*\*+$/.test(word.value) && word.glob);
  return root === undefined
    ? undefined
    : objection(
        written(invocation),
        'It moves every top-level directory of the machine.',
        'Name the files that are to be moved.',
      );
}

function syncing(invocation: Invocation, view: View): Objection | undefined {
  const read = readOptions(invocation.args, {
    short: 'efBMT',
    long: ['rsh', 'filter', 'exclude', 'include', 'exclude-from', 'files-from'],
  });
  if (!read.options.some(({ name }) => name.startsWith('--del')) || read.has('-n', '--dry-run')) return undefined;
  const target = read.operands.at(-1);
  if (target?.value === undefined || /^[\w.@-]+:/.test(target.value)) return undefined;
  const path = resolvePath(invocation.cwd, target.value);
  if (path === undefined || !isSystem(path, view.home)) return undefined;
  return objection(
    written(invocation),
    'It deletes whatever the source lacks from a system directory or a home.',
    'Run it with `--dry-run` and a narrower target first.',
  );
}

function inlineDeleting(call: CodeCall, view: View): Objection | undefined {
  const part = `${call.name}(${call.target === undefined ? '…' : JSON.stringify(call.target)})`;
  if (call.effect !== 'delete' && call.effect !== 'delete-tree') return undefined;
  if (call.elsewhere) return undefined;
  const path = call.target === undefined ? undefined : resolvePath(call.cwd, call.target);
  const reach = path === undefined ? 'unknown' : reachOfPath(path, view);
  if (call.effect === 'delete') {
    return reach === 'system' || reach === 'git' ? objection(part, says[reach], instead) : undefined;
  }
  const temporary = path !== undefined && !view.roots.some((root) => path.startsWith(`${root}/`));
  if (reach === 'inside' && !temporary) return undefined;
  const why =
    reach === 'inside' || reach === 'unknown'
      ? 'It removes a directory tree from inside a program, unseen.'
      : says[reach];
  return objection(part, why, instead);
}

export const deletingRules: readonly InvocationRule[] = [
  { id: 'delete-files', level: 'standard', programs: ['rm', 'grm'], check: removing },
  { id: 'delete-found-files', level: 'standard', programs: ['find', 'gfind', 'bfs'], check: finding },
  { id: 'delete-git-data', level: 'standard', programs: ['unlink'], check: unlinking },
  { id: 'shred-files', level: 'standard', programs: ['shred'], check: shredding },
  { id: 'move-root', level: 'standard', programs: ['mv'], check: movingRoot },
  { id: 'sync-away', level: 'standard', programs: ['rsync'], check: syncing },
];

/** `find ~ … -exec rm {} +` and `find ~ … | xargs rm` are `find ~ … -delete`. */
export const foundDeletingRule: LineRule = {
  id: 'delete-found-files',
  level: 'standard',
  checkLine(reading, view) {
    for (const invocation of reading.invocations) {
      if (!invocation.openEnded || invocation.elsewhere || !removers.has(invocation.program ?? '')) continue;
      const { pipeline, cwd } = invocation;
      const feeding = reading.invocations.filter(
        (earlier) => earlier.pipeline.id === pipeline.id && earlier.pipeline.position < pipeline.position,
      );
      const searches = [...invocation.wrappers, ...feeding].filter(({ program }) => program === 'find');
      for (const root of searches.flatMap(({ args }) => findRoots(args))) {
        const path = root.value === undefined ? undefined : resolvePath(cwd, root.value);
        const reach = path === undefined ? undefined : reachOfPath(path, view);
        if (reach !== 'system' && reach !== 'outside') continue;
        if (reach === 'system' && path !== undefined && view.temporary.includes(path)) continue;
        return objection(
          written(invocation),
          says[reach],
          'Run the same `find` with `-print` first, then remove the paths that are meant by name.',
        );
      }
    }
    return undefined;
  },
};

const removers: ReadonlySet<string> = new Set(['rm', 'grm', 'unlink', 'shred']);

export const inlineDeletingRule: LineRule = {
  id: 'delete-from-code',
  level: 'standard',
  checkLine(reading, view) {
    for (const call of reading.calls) {
      const found = inlineDeleting(call, view);
      if (found !== undefined) return found;
    }
    return undefined;
  },
};
