import type { ShellWord, Stream } from '../../shell/invocation';
import { textStream } from '../../shell/reader/stream';
import { dropStart, plainWord } from '../../shell/reader/words';
import type { Actions, GitSetting } from '../effect';
import { changes, fetches, git, reads, reveals, runs, runsUnseen, writes } from '../effect';
import type { Definition, Use } from '../program';
import { command, doing, looksLikePath, parted, matters, namedBySetting } from './command';

const diffOptions =
  '-p,-u,--patch -s -U,--unified=? -W,--function-context --raw --patch-with-raw --patch-with-stat --numstat --shortstat -X,--dirstat=? ' +
  '--cumulative --dirstat-by-file=? --check --summary --name-only --name-status --stat=? --stat-width= --stat-name-width= --stat-graph-width= ' +
  '--stat-count= --compact-summary --binary --full-index --color=? --ws-error-highlight= -z --abbrev=? --src-prefix= --dst-prefix= ' +
  '--line-prefix= --no-prefix --default-prefix --inter-hunk-context= --output-indicator-new= --output-indicator-old= ' +
  '--output-indicator-context= -B,--break-rewrites=? -M,--find-renames=? -D,--irreversible-delete -C,--find-copies=? --find-copies-harder ' +
  '--renames --rename-empty --follow -l= --minimal -w,--ignore-all-space -b,--ignore-space-change --ignore-space-at-eol --ignore-cr-at-eol ' +
  '--ignore-blank-lines -I,--ignore-matching-lines= --indent-heuristic --patience --histogram --diff-algorithm= --anchored= --word-diff=? ' +
  '--word-diff-regex= --color-words=? --color-moved=? --color-moved-ws= --relative=? -a,--text -R --exit-code --quiet --ext-diff --textconv ' +
  '--ignore-submodules=? --submodule=? --ita-invisible-in-index --ita-visible-in-index -S= -G= --pickaxe-all --pickaxe-regex -O=read ' +
  '--rotate-to= --skip-to= --find-object= --diff-filter= --max-depth= --output=write -t -r -c --cc --combined-all-paths -m -0 -1 -2 -3 ' +
  '--base --ours --theirs --cached,--staged --merge-base --no-index --diff-merges= --dd --remerge-diff --full-diff';

const revisions =
  '-# --source --use-mailmap --mailmap --log-size --clear-decorations --decorate-refs= --decorate-refs-exclude= --decorate=? -L= ' +
  '-n,--max-count= --skip= --since= --after= --since-as-filter= --until= --before= --max-age= --min-age= --author= --committer= --grep-reflog= ' +
  '--grep= --all-match --invert-grep -i,--regexp-ignore-case --basic-regexp -E,--extended-regexp -F,--fixed-strings -P,--perl-regexp ' +
  '--remove-empty --merges --min-parents= --max-parents= --first-parent --exclude-first-parent-only --not --all --branches=? --tags=? ' +
  '--remotes=? --glob= --exclude= --exclude-hidden= --reflog --alternate-refs --single-worktree --ignore-missing --bisect --stdin --cherry-mark ' +
  '--cherry-pick --left-only --right-only --cherry -g,--walk-reflogs --merge --boundary --use-bitmap-index --progress= ' +
  '--simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges --ancestry-path=? --date-order --author-date-order ' +
  '--topo-order --reverse --objects --objects-edge --objects-edge-aggressive --in-commit-order --unpacked --object-names --filter= --missing= ' +
  '--exclude-promisor-objects --walk=? --pretty=? --format= --abbrev-commit --oneline --encoding= --expand-tabs=? --notes=? --show-notes=? ' +
  '--standard-notes --show-signature --relative-date --date= --parents --children --left-right --graph --show-linear-break=? --count --timestamp ' +
  '--header --disk-usage=? -v --bisect-vars --bisect-all --filter-print-omitted --filter-provided-objects --maximal-only -e -q --verify';

export const logOptions = `${diffOptions} ${revisions}`;

const listing =
  '--contains=? --no-contains=? --merged=? --no-merged=? --sort= --points-at= --format= --color=? -i,--ignore-case --column=?';

/** `git log --ext-diff` runs what the configuration names. */
export const externalDiff = (use: Use): Actions =>
  use.has('--ext-diff') && runsUnseen('runs the diff program of the configuration');

/** The file in `HEAD:path`, where a word names one. */
function fileOfObject(word: ShellWord): ShellWord | undefined {
  const colon = /^[^:]*:(?=[^:/])(?:\d:)?/.exec(word.text)?.[0].length;
  let begin = 0;
  for (const { kind, text } of word.parts) {
    // `main..$(git branch --format='%(refname:short)')`
    if (colon !== undefined && kind === 'unknown' && begin < colon && colon < begin + text.length) return undefined;
    begin += text.length;
  }
  return colon === undefined || word.text.startsWith('::') ? undefined : dropStart(word, colon);
}

/** The commit that is checked out, the index, or one of the commits before it: what lies here may have changed since. */
const isOwn = ({ text }: ShellWord): boolean => /^(?:(?:HEAD|@)?(?:[~^@{][^:]*)?|[\da-f]{7,40}):/.test(text);

const keptFiles = (words: readonly ShellWord[]): Actions =>
  words.map((word) => {
    const file = fileOfObject(word);
    return file && { ...reads(file), kept: isOwn(word) };
  });

/** `git show HEAD:f` prints git's version of the file. */
function printsKept(objects: readonly ShellWord[]): Stream {
  const [only, more] = objects;
  const file = only === undefined || more !== undefined || !isOwn(only) ? undefined : fileOfObject(only);
  return file?.value === undefined ? { kind: 'unknown' } : { kind: 'git', what: 'file', path: file.value };
}

/** `git diff` and `git diff HEAD` print what is not committed yet. */
/** A word that is a commit or a branch rather than a file: comparing with one shows what has been committed since, too. */
const isRevision = /[~^@:]|\.\.|^(?:HEAD|main|master|develop|trunk|origin\/.*|[\da-f]{7,40})$/;

function printsChanges(use: Use): Stream {
  const { before } = parted(use);
  if (use.has('--name-only') && !use.has('--no-index')) return printsNames([], use.at.cwd, true);
  const stat = use.has('--stat', '--numstat', '--shortstat', '--name-only', '--name-status', '--summary', '--no-index');
  const [only] = before;
  const one = before.length === 1 && only?.value !== undefined && !isRevision.test(only.value);
  const current =
    one ||
    before.every(
      (word) =>
        /^(?:HEAD|@)$/.test(word.text) ||
        ((looksLikePath(word) || /\/|\.\w+$/.test(word.text)) && !word.text.includes('..')),
    );
  return current && !stat && !use.has('--staged')
    ? { kind: 'git', what: 'changes', path: undefined, reversed: use.has('-R') }
    : { kind: 'unknown' };
}

const showsContent = (use: Use): boolean =>
  !use.has('--name-only', '--name-status', '--stat', '--numstat', '--shortstat');

const leads = /^[/~]|(?:^|\/)\.\.(?:\/|$)/;

/** No revision begins with a dot or ends like the name of a file. */
const isFile = (word: ShellWord): boolean =>
  looksLikePath(word) || leads.test(word.text) || /^\.\w|^[^:]*[^.:]\.[a-z]\w*$/i.test(word.text);

const history = command(logOptions, {
  effects(use) {
    const { before, paths } = parted(use);
    const content = use.path.includes('show') || use.has('--patch', '-L', '-S', '-G', '--unified');
    const files = content && showsContent(use) && [...paths, ...before.filter(isFile)].map((path) => reads(path));
    return [externalDiff(use), keptFiles(use.operands), files];
  },
  prints: (use) => {
    if (use.path.includes('show')) return printsKept(use.operands);
    return {
      kind:
        use.path.includes('rev-list') && use.has('--count') && !use.has('--left-right', '--cherry-mark')
          ? 'number'
          : 'unknown',
    };
  },
});

/** What `git ls-files` names: the tree, or the paths and patterns it was given. */
function printsNames(operands: readonly ShellWord[], cwd: string | undefined, tracked: boolean): Stream {
  const patterns = operands.filter(({ glob, text }) => glob || /[*?[]/.test(text));
  const roots = operands.filter((word) => !patterns.includes(word));
  const names = patterns.flatMap(({ value }) => (value === undefined || value.includes('/') ? [] : [value]));
  const only = patterns.length === 0 ? {} : names.length === patterns.length ? { names } : { open: true };
  return {
    kind: 'names',
    found: { roots: roots.length > 0 ? roots : [plainWord('.')], cwd, only: { ...only, tracked } },
  };
}

/** The remote that a repository knows by name; anything else is an address. */
export const isRemoteName = ({ value }: ShellWord): boolean =>
  value !== undefined && /^[A-Za-z0-9][\w-]*(?:\.[\w-]+)*$/.test(value) && !value.includes('..');

/** Asks another repository; a `helper::address` runs a program. */
export function contacts(word: ShellWord | undefined): Actions {
  if (word === undefined || isRemoteName(word)) return { kind: 'fetch', from: word, configured: true };
  const helper = /^(\w[\w+.-]*)::/.exec(word.text);
  if (helper === null) return fetches(word);
  const why = 'the address runs a program';
  // `% ` is a space inside a word.
  const words = dropStart(word, helper[0].length).text.split(/(?<!%) +/);
  const text = words.map((part) => (part.includes('% ') ? `'${part.replace(/% /g, ' ')}'` : part)).join(' ');
  const ran =
    helper[1] === 'ext'
      ? runs({ form: 'shell', text: plainWord(text, word.range), via: 'git ext::' })
      : runsUnseen(why);
  return [fetches(word), git('configure-program', { why }), ran];
}

const secretSetting = /credential|extraheader|token|password|sendemail\..*pass/i;

/** Reads or sets the configuration; verbs like `set` came with git 2.46. */
const config = command(
  '--global --system --local --worktree -f,--file= --blob= --get --get-all --get-regexp --get-urlmatch --replace-all --add --unset --unset-all ' +
    '--rename-section --remove-section -l,--list --fixed-value -e,--edit --get-color --get-colorbool -t,--type= --bool --int --bool-or-int ' +
    '--bool-or-str --path --expiry-date -z,--null --name-only --includes --show-origin --show-scope --show-names --default= --comment= --all ' +
    '--regexp --value= --url= --append',
  (use) => {
    const [first, ...rest] = use.operands;
    const file = use.value('--file');
    const source = file && reads(file);
    const asked = use.operands.map(({ text }) => text).join(' ');
    const secret = secretSetting.test(asked) && reveals('a password in the configuration of git');
    const set = (name: ShellWord | undefined, value: ShellWord | undefined): Actions => {
      const key = name?.text.toLowerCase() ?? '';
      const setting: GitSetting | undefined = matters(key) ? [key, value?.text ?? ''] : undefined;
      return [
        git('configure', { setting, why: 'changes the configuration of git' }),
        value?.value !== undefined && namedBySetting([key, value.value]),
        file && writes(file, { how: 'edit' }),
      ];
    };
    if (use.has('--add', '--replace-all')) return set(first, rest[0]);
    if (use.has('--unset', '--unset-all', '--rename-section', '--remove-section', '--edit')) {
      return set(undefined, undefined);
    }
    if (use.has('--get', '--get-all', '--get-regexp', '--get-urlmatch', '--get-color', '--get-colorbool', '--list')) {
      return [source, secret];
    }
    switch (first?.text) {
      case 'list':
      case 'get':
        return [source, secret];
      case 'set':
        return set(rest[0], rest[1]);
      case 'unset':
      case 'edit':
      case 'rename-section':
      case 'remove-section':
        return set(undefined, undefined);
      default:
        return use.operands.length === 1 && first?.text.includes('.') === true ? [source, secret] : set(first, rest[0]);
    }
  },
);

/** Commands that only read. */
export const looking: Readonly<Record<string, Definition>> = {
  status: command(
    '-v,--verbose -s,--short -b,--branch --show-stash --ahead-behind --porcelain=? --long -z,--null -u,--untracked-files=? --ignored=? ' +
      '--ignore-submodules=? --column=? --renames -M,--find-renames=?',
  ),
  'log show whatchanged shortlog rev-list diff-tree': {
    ...history,
    options: `${history.options ?? ''} --numbered --summary --email --committer -w=? --group= --empty --root --stdin --always --pretty=? --no-commit-id --no-commit-header --commit-header --no-walk=? --do-walk --indexed-objects`,
  },
  'diff diff-files diff-index': command(logOptions, {
    effects(use) {
      const { before, paths } = parted(use);
      // With a path outside the repository it compares files.
      const files = use.has('--no-index') ? use.operands : [...paths, ...before.filter(isFile)];
      const content = showsContent(use) && files.map((path) => reads(path));
      return [externalDiff(use), keptFiles(use.operands), content];
    },
    prints: printsChanges,
  }),
  'range-diff': command(
    `${logOptions} --creation-factor= --no-dual-color --dual-color --left-only --right-only`,
    externalDiff,
  ),
  'rev-parse': command('*', {
    prints: ({ words, at }) => {
      const top = words.length === 1 && words[0]?.value === '--show-toplevel' ? at.worktreeTop?.(at.cwd) : undefined;
      return top === undefined ? undefined : textStream(`${top}\n`);
    },
  }),
  describe: command(
    '--contains --debug --all --tags --long --first-parent --abbrev=? --exact-match --candidates= --match= --exclude= --always --dirty=? --broken=?',
  ),
  'blame annotate': command(
    `${logOptions} --incremental -b --root --show-stats --progress --score-debug -f,--show-name -n,--show-number -p,--porcelain --line-porcelain ` +
      '-c -t -l -s -e,--show-email -w --ignore-rev= --ignore-revs-file=read --color-lines --color-by-age --minimal -S=read --contents=read -L=',
    { operands: (use) => (use.operands.length > 1 ? 'text* read' : 'read') },
  ),
  'ls-files': command(
    '-z -t -v -f -c,--cached -d,--deleted -m,--modified -o,--others -i,--ignored -s,--stage -k,--killed --directory --eol --empty-directory ' +
      '-u,--unmerged --resolve-undo -x,--exclude= -X,--exclude-from=read --exclude-per-directory= --exclude-standard --full-name ' +
      '--recurse-submodules --error-unmatch --with-tree= --abbrev=? --debug --deduplicate --sparse --format=',
    {
      prints: (use) =>
        printsNames(use.operands, use.at.cwd, !use.has('--others', '--ignored', '--directory', '--killed')),
    },
  ),
  'ls-tree': command(
    '-d -r -t -z -l,--long --name-only --name-status --object-only --full-name --full-tree --format= --abbrev=?',
    { prints: (use) => printsNames(use.operands.slice(1), use.at.cwd, true) },
  ),
  'name-rev': command('--name-only --tags --refs= --exclude= --all --stdin --annotate-stdin --undefined --always'),
  'for-each-ref': command(
    `${listing} -s,--shell -p,--perl --python --tcl --count= --exclude= --stdin --omit-empty --include-root-refs`,
  ),
  'show-ref': command(
    '--tags --heads --branches --verify --head -h -d,--dereference -s,--hash=? --abbrev=? -q,--quiet --exclude-existing=? --exists',
  ),
  'show-branch': command(
    '-a,--all -r,--remotes --color=? --more=? --list --no-name --current --sha1-name --merge-base --independent --topo-order --topics --sparse ' +
      '--date-order -g,--reflog=?',
  ),
  'merge-base': command('-a,--all --octopus --independent --is-ancestor --fork-point'),
  'merge-tree': command(
    '--write-tree --trivial-merge --messages -z --name-only --allow-unrelated-histories --stdin --merge-base= -X,--strategy-option=',
    (use) => (use.operands.length === 3 && use.given.length === 0 ? [] : changes('writes objects')),
  ),
  cherry: command('--abbrev=? -v,--verbose'),
  'count-objects': command('-v,--verbose -H,--human-readable'),
  'cat-file': command(
    '-e -p -t -s --allow-unknown-type --use-mailmap --mailmap --batch=? --batch-check=? -z -Z --batch-command=? --batch-all-objects --buffer ' +
      '--follow-symlinks --unordered --textconv --filters --path= --filter=',
    {
      effects: (use) => [
        keptFiles(use.operands),
        // Objects are named on standard input.
        use.has('--batch', '--batch-command') &&
          use.at.stdin.kind === 'text' &&
          keptFiles(use.at.stdin.text.split(/\s+/).map((text) => plainWord(text))),
        use.has('--textconv', '--filters') && runsUnseen('runs the filters of the configuration'),
      ],
      prints: (use) => printsKept(use.operands.slice(-1)),
    },
  ),
  'check-ignore': command('-q,--quiet -v,--verbose --stdin -z -n,--non-matching --no-index'),
  'check-attr': command('-a,--all --cached --stdin -z --source='),
  'check-mailmap': command('--stdin --mailmap-file=read --mailmap-blob='),
  'check-ref-format': command('--normalize --allow-onelevel --refspec-pattern --branch --print'),
  'verify-commit verify-tag': command('-v,--verbose --raw --format='),
  'verify-pack show-index': command('-v,--verbose -s,--stat-only --object-format='),
  'var stripspace column get-tar-commit-id patch-id': command(
    '-l -s,--strip-comments -c,--comment-lines --stable --unstable --verbatim --command= --mode= --raw-mode= --width= --indent= --nl= --padding=',
  ),
  'fmt-merge-msg': command('-F,--file=read -m,--message= --into-name= --log=? --no-log'),
  'last-modified': command(`${logOptions} --recursive --show-trees`),
  version: command('--build-options'),
  help: command(
    '-a,--all -v,--verbose -g,--guides -c,--config -i,--info -m,--man -w,--web -u,--user-interfaces -d,--developer-interfaces --external-commands --aliases',
    (use) => use.has('--web', '--info') && runsUnseen('opens a viewer'),
  ),
  'request-pull': command('-p', { effects: ({ operands: [, url] }) => url && contacts(url), prints: 'filtered' }),
  grep: command(
    '--cached --no-index --untracked --exclude-standard --recurse-submodules -v,--invert-match -i,--ignore-case -w,--word-regexp -a,--text -I ' +
      '--textconv -r,--recursive --max-depth= -E,--extended-regexp -G,--basic-regexp -F,--fixed-strings -P,--perl-regexp -n,--line-number --column ' +
      '-h -H --full-name -l,--files-with-matches,--name-only -L,--files-without-match -z,--null -o,--only-matching -c,--count --color=? --break ' +
      '--heading -C,--context= -B,--before-context= -A,--after-context= --threads= -# -p,--show-function -W,--function-context -f=read -e= --and --or ' +
      '--not -q,--quiet --all-match -O,--open-files-in-pager=?shell --ext-grep -m,--max-count=',
    (use) => [
      use.has('--open-files-in-pager') && runsUnseen('opens files in a program'),
      use.operands
        .slice(use.has('-e', '-f') ? 0 : 1)
        .filter(({ text }) => !text.startsWith(':'))
        .map((word) => reads(word)),
    ],
  ),
  fsck: command('-v,--verbose --unreachable --dangling --tags --root --cache --reflogs --full --connectivity-only --strict --lost-found --progress --name-objects --references', (use) => (use.has('--lost-found') && doing('writes what it finds'))), // prettier-ignore
  'hash-object': command('-t= -w --stdin --stdin-paths --no-filters --literally --path=', {
    operands: 'use*',
    effects: (use) => use.has('-w') && changes('writes an object'),
  }),
  'interpret-trailers': command('--in-place --trim-empty --where= --if-exists= --if-missing= --only-trailers --only-input --unfold --parse --divider --trailer= --no-divider', {
    operands: (use) => (use.has('--in-place') ? 'edit*' : 'read*'),
  }), // prettier-ignore
  archive: command(
    '--format= --prefix= --add-file=read --add-virtual-file= -o,--output=write --worktree-attributes -v,--verbose -# -l,--list --remote= ' +
      '--exec=shell --mtime=',
    {
      effects: (use) => use.values('--remote').map(contacts),
      inert: '--help --version --list',
      prints: (use) =>
        use.has('--output') ? { kind: 'text', text: '' } : { kind: 'git', what: 'tree', path: use.at.cwd },
    },
  ),
  'format-patch': command(
    `${logOptions} -n,--numbered -N,--no-numbered -s,--signoff --stdout --cover-letter --numbered-files --suffix= --start-number= ` +
      '-v,--reroll-count= --filename-max-length= --rfc=? --cover-from-description= --description-file=read --subject-prefix= ' +
      '-o,--output-directory=write -k,--keep-subject --zero-commit --ignore-if-in-upstream --no-stat --add-header= --to= --cc= --from=? ' +
      '--in-reply-to= --attach=? --inline=? --thread=? --signature= --base= --signature-file=read --interdiff= --range-diff= --creation-factor= ' +
      '--force-in-body-from',
    (use) => !use.has('--stdout') && changes('writes patches'),
  ),
  'merge-file': command(
    '-p,--stdout --diff3 --zdiff3 --ours --theirs --union --marker-size= -q,--quiet -L= --object-id --diff-algorithm=',
    { operands: (use) => (use.has('--stdout') ? 'read*' : 'edit read read') },
  ),
  'fast-export': command(
    `${logOptions} --progress= --signed-tags= --tag-of-filtered-object= --reencode= --export-marks=write --import-marks=read ` +
      '--import-marks-if-exists=read --fake-missing-tagger --full-tree --use-done-feature --no-data --data --refspec= --anonymize --anonymize-map= ' +
      '--reference-excluded-parents --show-original-ids --mark-tags',
  ),
  'ls-remote': command('-q,--quiet --upload-pack,--exec=shell -t,--tags -b,--branches -h,--heads --refs --get-url --sort= --exit-code --symref -o,--server-option=', {
    effects: ({ operands: [remote] }) => contacts(remote),
    prints: 'filtered',
  }), // prettier-ignore
  config,
  difftool: command(`${logOptions} -g,--gui -d,--dir-diff -y,--no-prompt --prompt --symlinks -t,--tool= --tool-help --trust-exit-code -x,--extcmd=shell`, () => runsUnseen('runs the diff tool of the configuration')), // prettier-ignore
};
