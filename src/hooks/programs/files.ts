import { patchEdits } from '../protocol/patch';
import type { FoundFiles, ShellWord, Stream } from '../shell/invocation';
import { dropStart, plainWord } from '../shell/reader/words';
import type { Action, Actions, ChangesAttributes } from './effect';
import { actionsOf, changes, deletes, fetches, git, lists, moves, reads, runs, sends, unclear, writes } from './effect';
import { isHere } from './parts/address';
import { patchedFiles } from './parts/named-files';
import { windowsPath } from './parts/windows-path';
import { does, type Definition, type Family, type Use } from './program';

/** Sources and target of `cp`, `mv`, `ln` and `install`. */
function placed(use: Use): { readonly sources: readonly ShellWord[]; readonly target: ShellWord | undefined } {
  const into = use.value('--target-directory');
  if (into !== undefined) return { sources: use.operands, target: into };
  // The target may be in the input, too (`… | xargs cp`).
  const fed =
    use.at.openEnded &&
    use.operands.at(-1)?.parts.some((part) => part.kind === 'unknown' && part.why === 'input') === true;
  return use.operands.length > 1 || fed
    ? { sources: use.operands.slice(0, -1), target: use.operands.at(-1) }
    : { sources: use.operands, target: undefined };
}

/** The target of each source: in a directory, the source keeps its name. */
function landings(use: Use, tree: boolean, why?: string): Actions {
  const { sources, target } = placed(use);
  if (target === undefined) return [];
  const inside = use.has('--target-directory') || /(?:^|\/)\.{0,2}$/.test(target.text);
  if (!inside || target.value === undefined) return { ...writes(target, { from: sources, tree }), why };
  return sources.map((source) => ({ ...writes(below(target, source), { from: [source], tree }), why }));
}

function below(directory: ShellWord, source: ShellWord): ShellWord {
  if (directory.value === undefined || source.value === undefined) return directory;
  const name = source.value.replace(/\/+$/, '').replace(/^.*\//, '');
  return { ...plainWord(`${directory.value.replace(/\/+$/, '')}/${name}`, directory.range), raw: directory.raw };
}

/** `chmod -w f` and `chmod -x f` are modes, not options. */
const isMode = (word: ShellWord): boolean => /^-[rwxXstugo]+$/.test(word.text);

function attributes(sets: ChangesAttributes['sets'], named: boolean): (use: Use) => Actions {
  return (use) => {
    const flagged = use.given.find(({ word }) => isMode(word))?.word;
    const allFiles = !named || use.has('--reference') || flagged !== undefined;
    const recursive = use.has('--recursive');
    const mode = use.has('--reference') ? undefined : (flagged ?? use.operands[0])?.text;
    return use.operands
      .slice(allFiles ? 0 : 1)
      .map((path): Action => ({ kind: 'attributes', path, recursive, sets, mode: sets === 'mode' ? mode : undefined }));
  };
}

/** `rsync --delete` deletes what the source does not have; with an empty source, everything. */
export const clears = (target: ShellWord, sources: readonly ShellWord[]): Action =>
  sources.some(({ text }) => /(?:^|\/)(?:\.?empty|blank|nothing)[\w.-]*\/?$|mktemp\s+-d/.test(text))
    ? deletes(target, { recursive: true, force: true })
    : deletes(target, { recursive: true, contents: true });

const isRemote = ({ text }: ShellWord): boolean => /^(?:[\w.@-]+|\[[\d:a-f]+\]):|^rsync:\/\//.test(text);

/** The command that starts rsync on the other machine, through a shell. */
function atTheOtherEnd(text: ShellWord, at: ShellWord | undefined): Actions {
  if (at === undefined || !/[\s;&|]/.test(text.text)) return [];
  const host = plainWord(at.text.replace(/^[^@]*@/, '').replace(/:.*$/s, ''));
  return runs({ form: 'shell', text, elsewhere: !isHere(host), via: 'rsync --rsync-path' });
}

/** rsync(1): copies trees, here and between machines; may delete at the target. */
const rsync: Definition = {
  options:
    '-v,--verbose -q,--quiet --no-motd --info= --debug= --stderr= -c,--checksum -a,--archive --no-OPTION -r,--recursive -R,--relative --no-implied-dirs ' +
    '-b,--backup --backup-dir=write --suffix= -u,--update --inplace --append --append-verify -d,--dirs --old-dirs --mkpath -l,--links -L,--copy-links ' +
    '--copy-unsafe-links --safe-links --munge-links -k,--copy-dirlinks -K,--keep-dirlinks -H,--hard-links -p,--perms -E,--executability --chmod= ' +
    '-A,--acls -X,--xattrs -o,--owner -g,--group --devices --specials -D -t,--times -U,--atimes --open-noatime -N,--crtimes -O,--omit-dir-times ' +
    '-J,--omit-link-times --super --fake-super -S,--sparse --preallocate -n,--dry-run -W,--whole-file --checksum-choice= --cc= -x,--one-file-system ' +
    '-B,--block-size= -e,--rsh=shell --rsync-path= --existing --ignore-existing --remove-source-files --del,--delete --delete-before --delete-during ' +
    '--delete-delay --delete-after --delete-excluded --ignore-missing-args --delete-missing-args --ignore-errors --force --max-delete= --max-size= ' +
    '--min-size= --max-alloc= --partial --partial-dir=write --delay-updates -m,--prune-empty-dirs --numeric-ids --usermap= --groupmap= --chown= ' +
    '--timeout= --contimeout= -I,--ignore-times --size-only -@,--modify-window= -T,--temp-dir=write -y,--fuzzy --compare-dest=list --copy-dest=list ' +
    '--link-dest=list -z,--compress --compress-choice= --zc= --compress-level= --zl= --skip-compress= -C,--cvs-exclude -f,--filter= -F --exclude= ' +
    '--exclude-from=read --include= --include-from=read --files-from=read -0,--from0 --old-args -s,--secluded-args,--protect-args --copy-as= ' +
    '--address= --port= --sockopts= --blocking-io --outbuf= --stats -8,--8-bit-output -h,--human-readable --progress -P -i,--itemize-changes ' +
    '-M,--remote-option= --out-format= --log-file=write --log-file-format= --password-file=use --early-input=read --list-only --bwlimit= ' +
    '--stop-after= --stop-at= --fsync --write-batch=write --only-write-batch=write --read-batch=read --protocol= --iconv= --checksum-seed= -4,--ipv4 -6,--ipv6',
  effects(use) {
    const target = use.operands.at(-1);
    const sources = use.operands.slice(0, -1);
    const reading = sources.map((word) => (isRemote(word) ? fetches(word) : reads(word, true)));
    if (target === undefined || use.has('--dry-run', '--list-only')) {
      return use.operands.map((word) => (isRemote(word) ? fetches(word) : lists(word)));
    }
    const clearing = use.given.some(
      ({ name }) => /^--del(?:ete(?:-\w+)*)?$/.test(name) && name !== '--delete-missing-args',
    );
    return [
      reading,
      use.values('--rsync-path').map((text) => atTheOtherEnd(text, use.operands.find(isRemote))),
      isRemote(target)
        ? sends(target, { what: sources })
        : { ...writes(target, { tree: true, from: sources }), why: 'copies trees' },
      clearing && !isRemote(target) && clears(target, sources),
      use.has('--remove-source-files') && sources.map((word) => moves(word, target)),
    ];
  },
  prints: 'nothing',
};

/** What mktemp(1) prints: the path of a new temporary file. */
function temporaryName(use: Use): Stream {
  const [template] = use.operands;
  const folder =
    use.value('--tmpdir')?.value ?? (template?.value !== undefined && !use.has('--tmpdir', '-t') ? undefined : '/tmp');
  const name = template?.value ?? 'tmp.XXXXXXXXXX';
  return textOf(`${folder === undefined ? '' : `${folder}/`}${name}\n`);
}

/** What realpath(1) prints: the full path. Links are not resolved here. */
function wholePath(use: Use): Stream | undefined {
  const [only, ...more] = use.operands;
  const path = more.length > 0 ? undefined : use.resolve(only);
  return path === undefined ? undefined : textOf(`${path}\n`);
}

/** What ls(1) prints names of. A pattern says which they are: `ls src/*.ts`. */
function listed({ operands, at: { cwd } }: Use): FoundFiles {
  const patterns = operands.map(({ value = '', glob }) => {
    const [, folder = '', between = '', name = ''] = glob ? (listedPattern.exec(value) ?? []) : [];
    return { folder: folder === '' ? here : plainWord(folder), shallow: between === '', name };
  });
  if (patterns.length === 0 || patterns.some(({ name }) => name === '')) {
    return { roots: patterns.length === 0 ? [here] : operands, cwd, only: {} };
  }
  const only = { names: patterns.map(({ name }) => name), shallow: patterns.every(({ shallow }) => shallow) };
  return { roots: patterns.map(({ folder }) => folder), cwd, only };
}

/** The folder in front of the first pattern, what lies between, and the name. */
const listedPattern = /^((?:[^*?[/]*\/)*)((?:.*\/)?)([^/]*[\w-][^/]*)$/;

function folderOf(path: string): string {
  const plain = path.replace(/(.)\/+$/, '$1');
  const slash = plain.lastIndexOf('/');
  return slash < 0 ? '.' : plain.slice(0, slash).replace(/\/+$/, '') || '/';
}

/** An expression of Perl that does nothing but substitute. */
const substitutes =
  /^(?:s|y|tr)([/|#,!])(?:(?!\1)[^\\$@]|\\[^$@])*\1(?:(?!\1)[^\\$@]|\\[^$@]|\$\d)*\1[gi]*$|^[\w. -]*$/;

/** Programs that show, copy, move, delete and change files. */
export const files: Family = {
  'ls dir vdir gls': {
    options:
      '-a,--all -A,--almost-all --author -b,--escape --block-size= -B,--ignore-backups -c -C --color=? --colour=? -d,--directory ' +
      '-D,--dired -f -F --classify=? --file-type --format= --full-time -g --group-directories-first -G,--no-group -h,--human-readable ' +
      '--si -H --dereference-command-line --dereference-command-line-symlink-to-dir --hide= --hyperlink=? --indicator-style= -i,--inode ' +
      '-I,--ignore= -k,--kibibytes -l -L,--dereference -m -n,--numeric-uid-gid -N,--literal -o -p -q,--hide-control-chars ' +
      '--show-control-chars -Q,--quote-name --quoting-style= -r,--reverse -R,--recursive -s,--size -S --sort= --time= --time-style= -t ' +
      '-T,--tabsize= -u -U -v -w,--width= -x -X -Z,--context --zero -1 -@ -e -O -%',
    operands: 'list*',
    prints: (use) => ({ kind: 'names', found: listed(use) }),
  },
  'exa eza lsd': { options: '*', operands: 'list*' },
  'stat gstat': {
    options: '* -c,--format= --printf= -f= -t= -n= --cached=',
    operands: 'list*',
    prints: (use) => (use.operands.length === 1 && /^%[Ysugabho]$/.test(use.value('--format')?.value ?? '') ? 'number' : 'filtered'),
  }, // prettier-ignore
  'du df pathchk namei lsattr getfacl getfattr getcap': {
    options:
      '* -c,--format= --printf= -f= -t= -n= -d,--max-depth= --time-style= --exclude= -X,--exclude-from=read --files0-from=read ' +
      '-B,--block-size= --threshold= -s,--suffix= --output=?',
    operands: 'list*',
  },
  'realpath grealpath': {
    options:
      '-e,--canonicalize-existing -m,--canonicalize-missing -L,--logical -P,--physical -q,--quiet --relative-to= --relative-base= -s,--strip,--no-symlinks -z,--zero',
    operands: 'list*',
    prints: (use) => (use.has('--relative-to', '--relative-base', '--zero') ? undefined : wholePath(use)),
  },
  'readlink greadlink': {
    options:
      '-f,--canonicalize -e,--canonicalize-existing -m,--canonicalize-missing -n,--no-newline -q,--quiet -s,--silent -v,--verbose -z,--zero',
    operands: 'list*',
    prints: (use) =>
      use.has('--canonicalize', '--canonicalize-existing', '--canonicalize-missing') ? wholePath(use) : undefined,
  },
  file: {
    options:
      '-b,--brief -c,--checking-printout -C,--compile -d,--debug -D -E -e,--exclude= --exclude-quiet= --extension -f,--files-from=read -F,--separator= ' +
      '-h,--no-dereference -i,-I,--mime --mime-type --mime-encoding --apple -k,--keep-going -l,--list -L,--dereference -m,-M,--magic-file=load -n,--no-buffer ' +
      '-N,--no-pad -P,--parameter= -0,--print0 -p,--preserve-date -r,--raw -s,--special-files -S,--no-sandbox -v,--version -z,--uncompress -Z,--uncompress-noreport',
    operands: 'list*',
    effects: (use) => use.has('--compile') && changes('compiles a magic file'),
  },
  tree: {
    options:
      '* -a -d -f -l -x -n -h -p -u -g -s -D -F -C -i -q -N -Q -A -S -t -c -r -U -v -J -X --du --si --prune --dirsfirst --filesfirst --noreport --gitignore -L= -P= -I= -o=write -H= -T= --charset= --filelimit= --timefmt= --sort= --gitfile=read --infofile=read',
    operands: 'list*',
    effects: (use) => use.has('-R') && changes('writes index files'),
  },
  'locate plocate mdfind': {
    options: '* -d,--database=read -l,--limit= -n= -onlyin=',
    prints: (use) => ({
      kind: 'names',
      found: { roots: [plainWord('/')], cwd: '/', only: { names: use.operands.map(({ text }) => text), open: true } },
    }),
  },
  dirname: {
    options: '-z,--zero',
    prints: ({ operands: [path] }) => textOf(path?.value === undefined ? undefined : folderOf(path.value)),
  },
  basename: {
    options: '-a,--multiple -s,--suffix= -z,--zero',
    prints: ({ operands: [path] }) => textOf(path?.value?.replace(/\/+$/, '').replace(/^.*\//, '')),
  },
  'mkdir gmkdir': { options: '-m,--mode= -p,--parents -v,--verbose -Z --context=?', operands: 'create*' },
  'mkfifo mknod': { options: '-m,--mode= -Z --context=?', operands: 'create text*' },
  'touch gtouch': {
    options: '-a -A= -c,--no-create -d,--date= -f -h,--no-dereference -m -r,--reference=list -t= --time=',
    operands: 'create*',
  },
  'tee gtee': {
    options: '-a,--append -i,--ignore-interrupts -p --output-error=?',
    effects: (use) =>
      use.operands.map((word) =>
        writes(word, { how: use.has('--append') ? 'append' : 'replace', content: use.at.stdin }),
      ),
    prints: 'input',
  },
  sponge: {
    options: '-a',
    effects: (use) =>
      use.operands.map((word) => writes(word, { how: use.has('-a') ? 'append' : 'replace', content: use.at.stdin })),
    prints: 'input',
  },
  mktemp: {
    options: '-d,--directory -u,--dry-run -q,--quiet --suffix= -p,--tmpdir= -t -V',
    effects: (use) => {
      const name = temporaryName(use);
      return !use.has('--dry-run') && name.kind === 'text' && writes(plainWord(name.text.trimEnd()), { how: 'create' });
    },
    prints: temporaryName,
  },
  'cp gcp': does(
    '-a,--archive -b --backup=? --attributes-only -d -f,--force -i,--interactive -H -l,--link -L,--dereference -n,--no-clobber ' +
      '-P,--no-dereference -p --preserve=? --no-preserve= --parents -R,-r,--recursive --reflink=? --remove-destination --sparse= ' +
      '--strip-trailing-slashes -s,--symbolic-link -S,--suffix= -t,--target-directory= -T,--no-target-directory -u --update=? ' +
      '-v,--verbose -x,--one-file-system -Z --context=? --copy-contents --keep-directory-symlink --debug -c -X',
    (use) => {
      const { sources, target } = placed(use);
      const tree = use.has('--recursive', '--archive');
      if (target === undefined) return sources.map((word) => reads(word));
      const why = use.has('--force', '--remove-destination') ? 'overwrites by force' : undefined;
      return [sources.map((word) => reads(word, tree)), landings(use, tree, why)];
    },
  ),
  'mv gmv': does(
    '-b --backup=? -f,--force -i,--interactive -n,--no-clobber --no-copy --exchange --strip-trailing-slashes -S,--suffix= ' +
      '-t,--target-directory= -T,--no-target-directory -u --update=? -v,--verbose -Z,--context --debug -h',
    (use) => {
      const { sources, target } = placed(use);
      if (use.has('--no-clobber') && target !== undefined) return changes('moves files');
      const why = use.has('--force') ? 'overwrites by force' : undefined;
      return [sources.map((word) => moves(word, target)), landings(use, true, why)];
    },
  ),
  'install ginstall': does(
    '-b --backup=? -c -C,--compare -d,--directory -D -g,--group= -m,--mode= -o,--owner= -p,--preserve-timestamps -s,--strip ' +
      '--strip-program=program -S,--suffix= -t,--target-directory= -T,--no-target-directory -v,--verbose --preserve-context -Z --context=? -f=',
    (use) => {
      if (use.has('--directory')) return use.operands.map((word) => writes(word, { how: 'create' }));
      const { sources } = placed(use);
      const mode = use.value('--mode')?.text;
      const modes = actionsOf(landings(use, false)).map((action): Actions =>
        action.kind === 'write' && mode !== undefined
          ? [action, { kind: 'attributes', path: action.path, recursive: false, sets: 'mode', mode }]
          : action,
      );
      return [sources.map((word) => reads(word)), modes];
    },
  ),
  'ln gln link': does(
    '-b --backup=? -d,-F,--directory -f,--force -h -i,--interactive -L,--logical -n,--no-dereference -P,--physical -r,--relative ' +
      '-s,--symbolic -S,--suffix= -t,--target-directory= -T,--no-target-directory -v,--verbose',
    (use) => {
      const { sources, target } = placed(use);
      const why = use.has('--force') ? 'replaces what was there' : undefined;
      return sources.map((path): Action => ({ kind: 'link', path, at: target, why }));
    },
  ),
  rsync,
  'rm grm': does(
    '-f,--force -i -I --interactive=? --one-file-system --no-preserve-root --preserve-root=? -r,-R,--recursive -d,--dir -v,--verbose -P -W -x',
    (use) => {
      const recursive = use.has('--recursive');
      const force = use.has('--force');
      return use.operands.map((word) => deletes(word, { recursive, force }));
    },
  ),
  unlink: { options: '', operands: 'delete*' },
  rmdir: {
    options: '--ignore-fail-on-non-empty -p,--parents -v,--verbose',
    // `rmdir /s /q x` is meant for Windows.
    effects({ operands, at }) {
      const tree = operands.some(({ text }) => /^\/{1,2}s$/i.test(text));
      const paths = tree
        ? operands
            .filter(({ text }) => !/^\/{1,2}[a-z]$/i.test(text))
            .map(({ text }) => plainWord(windowsPath(text, at.home)))
        : operands;
      return paths.map((path) => deletes(path, { recursive: tree, force: tree }));
    },
  },
  'shred srm wipe gshred': does(
    '-f,--force -n,--iterations= --random-source=read -s,--size= -u --remove=? -v,--verbose -x,--exact -z,--zero -r -R -d -l',
    (use) => use.operands.map((word) => deletes(word, { recursive: use.has('-r', '-R'), force: true, shreds: true })),
  ),
  'trash trash-put trash-cli': does(
    '-d,--directory -f,--force -i --interactive -r,-R,--recursive -v,--verbose --trash-dir= --home-fallback -F',
    (use) => use.operands.map((word) => deletes(word, { recursive: true, trash: true })),
  ),
  'trash-empty trash-rm': does('*', () => deletes(trashCan, { recursive: true, force: true, shreds: true })),
  'truncate gtruncate': does('-c,--no-create -o,--io-blocks -r,--reference=list -s,--size=', (use) =>
    use.operands.map((word) =>
      writes(word, /^0+[A-Za-z]*$/.test(use.value('--size')?.text ?? '') ? { content: textOf('') } : { how: 'edit' }),
    ),
  ),
  // `dd if=… of=…`.
  'dd gdd': {
    options: '',
    effects: (use) =>
      use.words.map((word): Actions => {
        const value = (prefix: string) => (word.text.startsWith(prefix) ? dropStart(word, prefix.length) : undefined);
        const [from, to] = [value('if='), value('of=')];
        const source = use.words.find(({ text }) => text.startsWith('if='));
        if (word.value === undefined && !word.text.includes('='))
          return unclear(`what ${word.raw} stands for is not known`);
        if (from !== undefined) return reads(from);
        return to && writes(to, source === undefined ? { content: use.at.stdin } : { from: [dropStart(source, 3)] });
      }),
    prints: (use) => (use.words.some(({ text }) => text.startsWith('of=')) ? 'nothing' : 'files'),
  },
  'chmod gchmod': does(
    '-c,--changes -f,--silent,--quiet -v,--verbose --no-preserve-root --preserve-root -R,--recursive --reference= --dereference ' +
      '-h,--no-dereference -H -L -P -r -w -x -X -s -t -u -g -o -a -E -N -C',
    attributes('mode', true),
  ),
  'chown gchown chgrp': does(
    '-c,--changes -f,--silent,--quiet -v,--verbose --dereference -h,--no-dereference --from= --no-preserve-root --preserve-root ' +
      '--reference= -R,--recursive -H -L -P -n -x',
    attributes('owner', true),
  ),
  chattr: does('-R,--recursive -V -f -v= -p=', (use) =>
    use.words
      .filter(({ text }) => !/^[-+=]/.test(text))
      .map((path): Action => ({ kind: 'attributes', path, recursive: use.has('--recursive'), sets: 'other' })),
  ),
  'setfacl setfattr chflags': does(
    '* -m= -M=read -x= -X=read -R,--recursive -b -k -d --restore=read -n= -v=',
    (use) => [
      attributes('other', use.program === 'chflags')(use),
      use.has('--restore') && !use.has('--test') && unclear('sets what a file says'),
    ],
  ),
  // rename(1): that of Perl takes an expression, that of util-linux two texts. Without files it reads their names from its input.
  'rename prename': {
    options:
      '-v,--verbose -n,--no-act,--nono,--dry-run -f,--force -0,--null -d,--filename,--nopath,--nofullpath --path,--fullpath -s,--symlink -o,--no-overwrite -i,--interactive -a,--all -l,--last -V,--version -e= -E=',
    inert: '--version',
    effects(use) {
      const given = use.values('-e', '-E');
      const [code, files] =
        given.length > 0 ? [given, use.operands] : [use.operands.slice(0, 1), use.operands.slice(1)];
      const odd = code.find(({ value }) => value === undefined || !substitutes.test(value));
      return [
        odd && runs({ form: 'inline', language: 'perl', text: odd }),
        files.length === 0 && unclear('renames what its input names'),
        files.map((word) => writes(word, { how: 'edit' })),
      ];
    },
  },
  // Some clients run their own patch tool instead of this command.
  'apply_patch applypatch': {
    operands: 'text*',
    effects({ operands: [given], at: { stdin } }) {
      const text = given?.value ?? (given === undefined && stdin.kind === 'text' ? stdin.text : '');
      const edits = patchEdits(text)?.edits;
      if (edits === undefined) return unclear('applies a patch that cannot be read');
      return edits.map((edit) =>
        'content' in edit
          ? writes(plainWord(edit.file_path), { content: textOf(edit.content) })
          : writes(plainWord(edit.file_path), { how: 'edit', content: textOf(edit.new_string) }),
      );
    },
  },
  patch: {
    options:
      '-b,--backup -B,--prefix= -c,--context -d,--directory= -D,--ifdef= --dry-run -e,--ed -E,--remove-empty-files -f,--force -F,--fuzz= ' +
      '-g,--get= -i,--input=read -l,--ignore-whitespace --merge=? -n,--normal -N,--forward -o,--output=write -p,--strip= -P --posix ' +
      '--quoting-style= -r,--reject-file=write -R,--reverse -s,--silent,--quiet -t,--batch -T,--set-time -u,--unified -v -V,--version-control= ' +
      '-x,--debug= -Y,--basename-prefix= -z,--suffix= -Z,--set-utc --binary --backup-if-mismatch --no-backup-if-mismatch --read-only= --reject-format= --verbose -C,--check',
    directory: (use) => use.value('--directory'),
    effects(use) {
      if (use.has('--dry-run', '--check')) return [];
      const [original, patch] = use.operands;
      const { stdin } = use.at;
      // `git diff | patch -R` discards uncommitted changes.
      const takesBack =
        stdin.kind === 'git' && stdin.what === 'changes' && (stdin.reversed === true) !== use.has('--reverse');
      return [
        takesBack && git('discard', { loses: ['changes'] }),
        changes('changes files by a patch'),
        original === undefined ? patchedFiles(use, use.values('--input')) : writes(original, { how: 'edit' }),
        patch && reads(patch),
      ];
    },
  },
};

const textOf = (text: string | undefined): Stream =>
  text === undefined ? { kind: 'unknown' } : { kind: 'text', text };
const here = plainWord('.');
export const trashCan = plainWord('the trash');
