import type { ShellWord } from '../../shell/invocation';
import { joined, plainWord } from '../../shell/reader/words';
import type { Action, GitSetting, PushedRef } from '../effect';
import { changes, git, reads, reveals, runs, runsProject, sends, writes } from '../effect';
import type { Definition, Use } from '../program';
import { branch, command, doing, other, shortName, bySetting, settingsOf } from './command';
import { contacts } from './looking';

/** Options of both `fetch` and `pull`. */
export const transferring =
  '--all -a,--append --atomic --upload-pack=shell -f,--force -t,--tags -p,--prune -P,--prune-tags -j,--jobs=? --dry-run -k,--keep --depth= ' +
  '--shallow-since= --shallow-exclude= --deepen= --unshallow --update-shallow --refmap= -o,--server-option= -4,--ipv4 -6,--ipv6 ' +
  '--negotiation-tip= --show-forced-updates --recurse-submodules=? --progress -v,--verbose -q,--quiet';

/** Source and target of a refspec, without the `+` that forces. */
function refspec({ text }: ShellWord): readonly [source: string, target: string | undefined] {
  const [source = '', target] = text.replace(/^\+/, '').split(/:(.*)/);
  return [shortName(source), target];
}

/** `+main:main`: the local branch becomes the remote one, whatever it has of its own. */
const overwrites = (word: ShellWord): boolean => {
  const [source, target] = refspec(word);
  return (
    word.text.startsWith('+') &&
    target !== undefined &&
    source === shortName(target) &&
    !/^refs\/(?!heads\/)/.test(target)
  );
};

/** The local branches that refspecs fill. `main:main` only follows the remote branch. */
function filled(words: readonly ShellWord[]): readonly ShellWord[] {
  return words.flatMap((word) => {
    const [source, target] = refspec(word);
    if (target === undefined || source === shortName(target)) return [];
    return /^refs\/(?!heads\/)/.test(target)
      ? []
      : [branch({ ...word, text: target, value: word.value === undefined ? undefined : target })];
  });
}

/** `HEAD:main`, `+main`, `:old`, `tag v1`. */
function pushedRefs(words: readonly ShellWord[]): readonly PushedRef[] {
  return words.flatMap((word, index): readonly PushedRef[] => {
    if (word.text === 'tag' && index + 1 < words.length) return [];
    if (words[index - 1]?.text === 'tag') {
      return [{ word, forced: false, source: word.text, target: `refs/tags/${word.text}` }];
    }
    const text = word.text.replace(/^\+/, '');
    const colon = text.indexOf(':');
    const source = colon < 0 ? text : text.slice(0, colon);
    const over = (colon < 0 ? text : text.slice(colon + 1)).replace(/^\+/, '');
    const forced = word.text.startsWith('+') || text.includes(':+');
    return [{ word, forced, source: source === '' ? undefined : source, target: shortName(over) }];
  });
}

function pushes(use: Use, words: readonly ShellWord[]): Action {
  const settings = settingsOf(use);
  const given =
    words.length > 0
      ? pushedRefs(words)
      : pushedRefs(settings.flatMap(([key, value]) => (/^remote\..+\.push$/.test(key) ? [plainWord(value)] : [])));
  const is = (pattern: RegExp, wanted: RegExp) =>
    settings.some(([key, value]: GitSetting) => pattern.test(key) && wanted.test(value));
  // With all branches, `--prune` deletes remote branches that do not exist here.
  const prunes = use.has('--prune') && (use.has('--branches') || given.some(({ target }) => target === '*'));
  const mirror = prunes || use.has('--mirror') || is(/^remote\..+\.mirror$/, /^(?:true|yes|on|1)$/i);
  // `:` alone pushes every branch that exists on both sides, `refs/heads/*` all of them.
  const isAll = ({ word, target }: PushedRef) => /^\+?:$/.test(word.text) || target === '*';
  const matching = given.some(isAll) || (given.length === 0 && is(/^push\.default$/, /^matching$/i));
  const everything = use.has('--branches') || mirror || matching;
  return git('push', {
    push: {
      refs: given.filter(({ word }) => !/^\+?:$/.test(word.text)),
      current: given.length === 0 && !everything && !use.has('--tags'),
      force: use.has('--force') || given.some((ref) => ref.forced && isAll(ref)),
      lease: use.has('--force-with-lease'),
      deletes: use.has('--delete'),
      everything,
      mirror,
      forcedBy: use.given.flatMap(({ name, on, word }) => (name === '--force' && on ? [word] : [])),
    },
    why: 'publishes: the guardian’s work',
  });
}

const isAddress = ({ text }: ShellWord): boolean => /^\w[\w+.-]*:(?!\\)|^[\w.-]+@/.test(text);

/** The directory that a clone makes. */
function cloneInto(address: ShellWord, bare: boolean): ShellWord {
  const name = /([^/:]+?)(?:\.git|\.bundle)?\/*$/.exec(address.text)?.[1] ?? address.text;
  return plainWord(bare ? `${name}.git` : name, address.range);
}

const remote: Definition = {
  options: '-h,--help -v,--verbose',
  inert: '--help',
  subcommands: {
    show: command('-n -v,--verbose', { effects: ({ operands }) => operands.map(contacts), prints: 'filtered' }),
    'get-url': command('--push --all'),
    update: command('-p,--prune', {
      effects: () => [contacts(undefined), changes('fetches from the remote')],
      prints: 'filtered',
    }),
    add: command('-f,--fetch -t= -m= --tags --mirror=?', (use) => [
      doing('changes the remotes'),
      use.has('--fetch') && contacts(use.operands[1]),
    ]),
    'rename remove rm set-head set-branches set-url prune': other('changes the remotes'),
  },
  bare: command(''),
};

const submodule: Definition = {
  options: '-h,--help -q,--quiet --cached',
  inert: '--help',
  subcommands: {
    'status summary': command('-q,--quiet --cached --recursive --files -n,--summary-limit= --for-status'),
    // `git submodule foreach 'cmd'`: text for a shell in every submodule.
    foreach: {
      style: 'strict',
      options: '--recursive -q,--quiet',
      effects: (use) =>
        use.operands.length !== 0 &&
        runs({ form: 'shell', text: joined(use.operands), via: 'git submodule foreach', directory: null }),
    },
    add: command(
      '-b= -f,--force -q,--quiet --progress --branch= --reference=list --name= --depth= --ref-format=',
      ({ operands: [address, path] }) =>
        address && [
          contacts(address),
          writes(path ?? cloneInto(address, false), { tree: true }),
          doing('adds a submodule'),
        ],
    ),
    deinit: command('-q,--quiet -f,--force --all', (use) =>
      use.has('--force')
        ? git('discard', {
            loses: ['changes', 'untracked'],
            inner: true,
            paths: use.has('--all') ? undefined : use.operands,
          })
        : doing('empties submodules'),
    ),
    update: { style: 'git', options: '*', effects: (use) => [
      contacts(undefined),
      use.given.some(({ name }) => name === '--force' || name === '-f') ? git('discard', { loses: ['changes'], inner: true }) : doing('updates submodules'),
    ] }, // prettier-ignore
    'init set-branch set-url sync absorbgitdirs': other('changes submodules'),
  },
  bare: command(''),
};

/** Commands that reach other repositories. */
export const remotes: Readonly<Record<string, Definition>> = {
  fetch: command(`${transferring} --set-upstream -m,--multiple -n --prefetch --write-fetch-head -u,--update-head-ok --refetch --negotiate-only --filter= --auto-maintenance --auto-gc --write-commit-graph --stdin --porcelain`, {
    effects(use) {
      const [remote, ...specs] = use.operands;
      const addresses = use.has('--multiple') ? use.operands : [remote];
      const moved = use.has('--multiple') ? [] : filled(specs);
      return [
        addresses.map(contacts),
        !use.has('--dry-run') && changes('fetches from the remote'),
        moved.length > 0 && git('move-branch', { refs: moved, force: true }),
        (use.has('--force') || specs.some(overwrites)) && doing('forces'),
      ];
    },
    prints: 'filtered',
  }), // prettier-ignore
  'push send-pack': command(
    '-v,--verbose -q,--quiet --repo= --all,--branches --mirror -d,--delete --tags -n,--dry-run --porcelain -f,--force --force-with-lease=? ' +
      '--force-if-includes --recurse-submodules= --thin --receive-pack=shell --exec=shell -u,--set-upstream --progress --prune --no-verify --verify ' +
      '--follow-tags --signed=? --atomic -o,--push-option= -4,--ipv4 -6,--ipv6',
    {
      effects(use) {
        const remote = use.value('--repo') ?? use.operands[0];
        const refs = use.has('--repo') ? use.operands : use.operands.slice(1);
        const other = contacts(remote);
        if (use.has('--dry-run')) return [other, runsProject('runs the hook before a push')];
        const skips = use.has('--no-verify') && git('skip-hooks');
        return [other, pushes(use, refs), sends(remote), skips];
      },
      prints: 'filtered',
    },
  ),
  clone: command(
    '-v,--verbose -q,--quiet --progress --reject-shallow -n,--no-checkout --checkout --bare --mirror -l,--local --no-hardlinks -s,--shared ' +
      '--recurse-submodules,--recursive=? -j,--jobs= --template=load --reference=list --reference-if-able=list --dissociate -o,--origin= -b,--branch= ' +
      '--revision= -u,--upload-pack=shell --depth= --shallow-since= --shallow-exclude= --single-branch --no-tags --tags --shallow-submodules ' +
      '--separate-git-dir=write -c,--config= --server-option= -4,--ipv4 -6,--ipv6 --filter= --also-filter-submodules --remote-submodules --sparse ' +
      '--bundle-uri=fetch --ref-format=',
    {
      effects(use) {
        const [address, into] = use.operands;
        if (address === undefined) return [];
        const settings = use.values('--config').map((word) => {
          const [key = '', ...value] = word.text.split('=');
          return bySetting([key.toLowerCase(), value.join('=')]);
        });
        const target = into ?? cloneInto(address, use.has('--bare', '--mirror'));
        const away = address.value === undefined || isAddress(address);
        const source = away ? contacts(address) : reads(address, true);
        return [source, settings, writes(target, { tree: true, ...(away ? {} : { from: [address] }) })];
      },
      prints: 'nothing',
    },
  ),
  remote,
  submodule,
  lfs: {
    options: '-h,--help',
    inert: '--help',
    subcommands: {
      'ls-files status env version locks': command('*'),
      logs: command('', ({ operands: [verb] }) => verb?.text === 'clear' && doing('deletes logs')),
      fetch: command('*', {
        effects: ({ operands: [from] }) => [contacts(from), changes('fetches from the remote')],
        prints: 'filtered',
      }),
      'pull checkout': command('*', {
        effects: () => [contacts(undefined), changes('fetches from the remote')],
        prints: 'filtered',
      }),
      push: command('*', (use) => [pushes(use, []), sends(use.operands[0])]),
      prune: command(
        '-d,--dry-run -v,--verbose -f,--force --recent --verify-remote --verify-unreachable --when-unverified=',
        (use) => !use.has('--dry-run') && git('expire', { loses: ['commits'] }),
      ),
      'track untrack install uninstall update lock unlock dedup fsck clean smudge filter-process post-checkout post-commit post-merge pre-push':
        other('changes what LFS keeps'),
      migrate: {
        options: '',
        subcommands: {
          info: command('*'),
          'import export': command('*', () => git('rewrite-history', { why: 'rewrites the history' })),
        },
      },
    },
    bare: command(''),
  },
  subtree: {
    style: 'git',
    options:
      '-P,--prefix= -m,--message= -q,--quiet -d,--debug --annotate= -b,--branch= --ignore-joins --onto= --rejoin --squash -S,--gpg-sign=?',
    effects(use) {
      const [verb, address, ref] = use.operands;
      if (verb?.text === 'push') {
        return [contacts(address), pushes(use, ref === undefined ? [] : [ref]), sends(address)];
      }
      const fetched = address !== undefined && (verb?.text === 'add' || verb?.text === 'pull') && ref !== undefined;
      return [fetched && contacts(address), git('merge', { why: 'makes commits: the guardian’s work' })];
    },
    prints: 'filtered',
  },
  'init init-db': command(
    '--template=load --bare --shared=? -q,--quiet --separate-git-dir=write -b,--initial-branch= --object-format= --ref-format=',
    ({ operands: [path] }) => [path && writes(path, { how: 'create' }), changes('makes a repository')],
  ),
  'fetch-pack backfill': command('*', ({ operands: [from] }) => [contacts(from), changes('fetches from the remote')]),
  'credential credential-store credential-cache credential-osxkeychain credential-manager credential-libsecret credential-wincred':
    command('*', ({ operands }) =>
      operands.some(({ text }) => /^(?:fill|get)$/.test(text))
        ? reveals('a password of git')
        : doing('handles passwords'),
    ),
  'send-email imap-send': command('*', () => [sends(undefined), doing('sends')]),
  'daemon instaweb http-backend upload-pack receive-pack upload-archive gui': other('serves or asks at a window'),
  'svn p4 cvsimport cvsexportcommit quiltimport': other('works with another kind of repository'),
};
