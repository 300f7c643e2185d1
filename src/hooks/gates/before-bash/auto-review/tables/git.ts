import { local, reads, risky, unknown, type Judgement } from '../judgement';
import { change, judgeBy, judged, read, stop, verbs, type Rule, type Table } from '../rule';
import type { Options } from '../../../../shell/options';

const output = { '--output': 'writes a file', '--ext-diff': 'runs a configured program' };
const history: Rule = read({
  takes: {
    short: 'nLSGO',
    long: [
      'max-count',
      'skip',
      'since',
      'after',
      'until',
      'before',
      'author',
      'committer',
      'grep',
      'format',
      'date',
      'diff-filter',
    ],
  },
  risky: output,
});

/** A remote helper (`ext::`) is a program. */
const helper = ({ operands }: Options): Judgement | undefined =>
  operands.some((word) => /^\w+::/.test(word.text)) ? risky('the address runs a program') : undefined;

const force = {
  '-f': 'forces',
  '--force': 'forces',
  '--no-verify': 'passes the hooks by',
  '--hard': 'throws changes away',
};

const listing = [
  '--list',
  '-l',
  '-a',
  '--all',
  '-r',
  '--remotes',
  '-v',
  '-vv',
  '--verbose',
  '--contains',
  '--no-contains',
  '--merged',
  '--no-merged',
  '--points-at',
  '--show-current',
  '--sort',
  '--format',
  '--column',
  '--no-column',
  '-i',
  '--ignore-case',
  '--color',
  '--no-color',
  '--abbrev',
  '--no-abbrev',
];
const listingValues = { long: ['contains', 'no-contains', 'merged', 'no-merged', 'points-at', 'sort', 'format'] };

const branch = read({
  takes: { ...listingValues, short: 'u' },
  risky: {
    '-d': 'deletes a branch',
    '-D': 'deletes a branch',
    '--delete': 'deletes a branch',
    '-M': 'renames over another branch',
    '-C': 'copies over another branch',
    '--edit-description': 'opens an editor',
    '--unset-upstream': 'changes what is tracked',
    '--set-upstream-to': 'changes what is tracked',
    '-u': 'changes what is tracked',
    ...force,
  },
  only: [...listing, '-m', '--move', '-c', '--copy', '-t', '--track', '--no-track', '-q', '--quiet'],
  judge(given) {
    if (given.has('-m', '--move', '-c', '--copy')) return local('renames or copies a branch');
    const lists = given.options.some(
      ({ name }) => listing.includes(name) && !/^-v+$|^--verbose$|color|abbrev/.test(name),
    );
    return given.operands.length === 0 || lists ? undefined : local('makes a branch');
  },
});

const tag = read({
  takes: { ...listingValues, short: 'muF' },
  risky: {
    '-d': 'deletes a tag',
    '--delete': 'deletes a tag',
    '-a': 'signs off a release',
    '-s': 'signs off a release',
    '-u': 'signs off a release',
    '-m': 'signs off a release',
    '-F': 'signs off a release',
    '--annotate': 'signs off a release',
    '--sign': 'signs off a release',
    ...force,
  },
  only: [...listing, '-n'],
  judge(given) {
    const lists = given.options.some(({ name, word }) => listing.includes(name) || /^-n\d*$/.test(word.text));
    return given.operands.length === 0 || lists ? reads : local('makes a tag');
  },
});

const config = judged((words) => {
  const texts = words.map(({ text }) => text);
  if (words.some(({ value }) => value === undefined)) return unknown('what it reads or sets is not known');
  if (texts.some((text) => /^--(?:add|replace-all|unset|unset-all|rename-section|remove-section|edit)|^-e$/.test(text)))
    return risky('changes the configuration of git');
  const operands = texts.filter((text) => !text.startsWith('-'));
  if (/credential|extraheader|token|password|sendemail\..*pass/i.test(operands.join(' ')))
    return risky('may print a secret');
  if (texts.some((text) => /^--get(?:-all|-regexp|-urlmatch|-color|-colorbool)?$|^--list$|^-l$/.test(text)))
    return reads;
  if (operands[0] === 'list' || operands[0] === 'get') return reads;
  return operands.length === 1 && (operands[0] ?? '').includes('.') ? reads : risky('changes the configuration of git');
});

const stash = verbs(
  {
    'list show': history,
    'push save': stop('puts changes out of sight'),
    'apply pop branch create store': change('puts changes aside or back', {
      takes: { short: 'm', long: ['message'] },
      risky: force,
    }),
    'drop clear': stop('deletes stashed changes'),
  },
  {
    other: stop('puts changes out of sight'),
    bare: stop('puts changes out of sight'),
  },
);

/** A name that is not a file: a branch. Whatever else `checkout` is given may overwrite files. */
const checkout = judged((words) => {
  const texts = words.map(({ text }) => text);
  if (words.some(({ value }) => value === undefined)) return unknown('what it checks out is not known');
  if (texts[0] === '-b' && texts.slice(1).every((text) => !text.startsWith('-')) && texts.length <= 3)
    return local('makes a branch');
  const [name = '', ...rest] = texts.filter((text) => !/^(?:-q|--quiet|--no-guess|--guess|--progress)$/.test(text));
  if (rest.length > 0 || name === '' || (name.startsWith('-') && name !== '-')) return risky('may overwrite files');
  return /^\.|[*?[\]:]|\/$|\.[a-z]{1,5}$/i.test(name) ? risky('may overwrite files') : local('changes the branch');
});

const transfers = change('fetches from the remote', {
  takes: { short: 'jo', long: ['depth', 'deepen', 'since', 'shallow-since', 'jobs', 'refmap', 'negotiation-tip'] },
  risky: {
    '--upload-pack': 'runs a program at the other end',
    '--exec': 'runs a program',
    '--no-verify': 'passes the hooks by',
    '--hard': 'throws changes away',
  },
  judge: helper,
});

const commands: Table = {
  'status describe blame annotate rev-parse rev-list ls-files ls-tree name-rev for-each-ref show-ref show-branch merge-base merge-tree cherry count-objects cat-file check-ignore check-attr check-mailmap check-ref-format verify-commit verify-tag verify-pack var version help whatchanged request-pull patch-id stripspace column get-tar-commit-id show-index fmt-merge-msg last-modified':
    history,
  'log show diff diff-tree diff-files diff-index range-diff shortlog format-rev': history,
  grep: read({
    takes: { short: 'eABCmf' },
    risky: { '-O': 'runs a pager', '--open-files-in-pager': 'runs a pager', ...output },
  }),
  fsck: read({ risky: { '--lost-found': 'writes files' } }),
  'ls-remote': read({
    risky: { '--upload-pack': 'runs a program at the other end', '--exec': 'runs a program' },
    judge: helper,
    known: true,
  }),
  'hash-object': read({ local: { '-w': 'writes an object' } }),
  archive: read({
    takes: { short: 'o', long: ['format', 'prefix', 'output'] },
    local: { '-o': 'writes a file', '--output': 'writes a file' },
    risky: { '--remote': 'asks another machine', '--exec': 'runs a program' },
  }),
  'format-patch': change('writes patches', { read: ['--stdout'], takes: { short: 'ov', long: ['output-directory'] } }),
  reflog: verbs(
    { 'show list exists': history, 'expire delete drop': stop('deletes what git could bring back') },
    { bare: history, other: history },
  ),
  branch,
  tag,
  stash,
  config,
  checkout,
  remote: verbs(
    { 'show get-url': read({ judge: helper }), '-v --verbose': read(), update: transfers },
    { switches: ['-v', '--verbose'], bare: read(), other: stop('changes the remotes') },
  ),
  worktree: verbs(
    {
      list: read(),
      add: change('makes a worktree', { takes: { short: 'bB' }, risky: { '-B': 'moves a branch', ...force } }),
    },
    { other: stop('changes the worktrees') },
  ),
  submodule: verbs({ 'status summary': read() }, { bare: read(), other: stop('changes submodules') }),
  notes: verbs({ 'list show get-ref': read() }, { bare: read(), other: stop('changes notes') }),
  bundle: verbs({ 'verify list-heads': read() }),
  bisect: verbs({ 'log view': read() }, { other: stop('moves through the history') }),
  rerere: verbs({ 'status diff remaining': read() }, { bare: read() }),
  'sparse-checkout': verbs({ list: read() }),
  lfs: verbs({ 'ls-files status env version logs': read(), fetch: transfers }, { bare: read() }),
  'symbolic-ref': read({ only: ['-q', '--quiet', '--short', '--recurse'], operands: 1 }),
  apply: change('changes files by a patch', {
    read: ['--check', '--numstat', '--summary'],
    takes: { short: 'pC', long: ['directory', 'exclude', 'include'] },
    risky: {
      '--unsafe-paths': 'writes outside the project',
      '--directory': 'writes elsewhere',
      '-R': 'takes changes back',
      '--reverse': 'takes changes back',
      ...force,
    },
  }),
  'add stage': change('adds to the index', { risky: force }),
  switch: change('changes the branch', {
    takes: { short: 'cC', long: ['create', 'orphan'] },
    risky: {
      '-C': 'moves a branch',
      '--force-create': 'moves a branch',
      '--discard-changes': 'throws changes away',
      ...force,
    },
  }),
  restore: stop('throws changes away', {
    takes: { short: 's', long: ['source'] },
    judge: (given) =>
      given.has('-S', '--staged') &&
      given.options.every(({ name }) => /^(?:-S|--staged|-q|--quiet|-s|--source)$/.test(name))
        ? local('takes files from the index')
        : undefined,
  }),
  rm: stop('deletes files'),
  mv: change('moves files', { risky: force }),
  fetch: transfers,
  pull: change('fetches and merges', {
    takes: { long: ['depth'] },
    risky: {
      '--upload-pack': 'runs a program at the other end',
      '--rebase': 'rewrites commits',
      '-r': 'rewrites commits',
      ...force,
    },
    operands: 1,
    judge: ({ operands: [remote] }) =>
      remote === undefined || /^\w[\w-]*$/.test(remote.text) ? undefined : risky('merges from an address'),
  }),
  init: change('makes a repository', {
    risky: { '--template': 'copies hooks', '--separate-git-dir': 'writes elsewhere' },
    operands: 0,
  }),
  commit: stop('commits: the guardian’s work'),
  'merge cherry-pick revert am': stop('makes commits: the guardian’s work'),
  'push send-pack': stop('publishes: the guardian’s work'),
  'rebase reset filter-branch filter-repo replace': stop('rewrites the history or throws changes away'),
  clean: stop('deletes files that git does not know', { read: ['-n', '--dry-run'] }),
  'gc prune repack maintenance pack-refs': stop('rewrites what git stores'),
  'update-ref update-index read-tree': stop('changes what git stores'),
  'credential credential-store credential-cache': stop('handles passwords'),
  'send-email daemon instaweb': stop('sends or serves'),
};

const subcommands = verbs(commands);

/** `-c` settings that only change how output looks. */
const harmlessSetting =
  /^(?:color\.|column\.|advice\.|log\.(?!excludedecoration$)|core\.(?:quotepath|abbrev|autocrlf|eol|safecrlf|ignorecase|precomposeunicode)$|diff\.(?:algorithm|renames|renamelimit|context|mnemonicprefix|noprefix|wserrorhighlight|colormoved)$|status\.|i18n\.|blame\.(?!ignorerevsfile)|format\.pretty$|user\.(?:name|email)$|safe\.directory$|gc\.auto$)/;
const pagerOff = /^(?:core\.pager|pager\.[\w-]+)$/;

export const git: Table = {
  git: judged((words, on) => {
    const settings: string[] = [];
    let at = 0;
    for (; at < words.length; at++) {
      const text = words[at]?.text ?? '';
      if (!text.startsWith('-') || text === '-') break;
      if (words[at]?.value === undefined) return unknown('options of git that are not known');
      if (text === '-c') settings.push(words[++at]?.text ?? '');
      else if (/^-c./.test(text)) settings.push(text.slice(2));
      else if (text === '-C' || text === '--git-dir' || text === '--work-tree' || text === '--namespace') at++;
      else if (/^--(?:exec-path=|config-env|super-prefix)/.test(text))
        return risky('takes programs or settings from elsewhere');
      else if (
        !/^(?:--git-dir=.*|--work-tree=.*|--namespace=.*|-C.+|-[pP]|--paginate|--no-pager|--bare|--no-optional-locks|--no-replace-objects|--literal-pathspecs|--glob-pathspecs|--noglob-pathspecs|--icase-pathspecs|--no-lazy-fetch|--no-advice|--version|-v|--help|-h|--exec-path|--html-path|--man-path|--info-path)$/.test(
          text,
        )
      )
        return unknown(`${text} is not known here`);
    }
    for (const setting of settings) {
      const [key = '', ...value] = setting.split('=');
      const name = key.toLowerCase();
      const quiet = pagerOff.test(name) && ['cat', '', 'false'].includes(value.join('='));
      if (!quiet && !harmlessSetting.test(name)) return risky(`the setting ${key} may run a program`);
    }
    return at >= words.length ? reads : judgeBy(subcommands, words.slice(at), on);
  }),
};
