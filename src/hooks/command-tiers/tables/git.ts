import { local, reads, risky, unknown, type Judgement } from '../judgement';
import { change, judgeBy, judged, read, stop, verbs, type Table } from '../rule';
import type { Options } from '../../shell/options';
import { branch, checkout, config, force, history, output, stash, tag } from './git-history';

/** A remote helper (`ext::`) is a program. */
const helper = ({ operands }: Options): Judgement | undefined =>
  operands.some((word) => /^\w+::/.test(word.text)) ? risky('the address runs a program') : undefined;

/** `-c` settings that only change how output looks. */
const harmlessSetting =
  /^(?:color\.|column\.|advice\.|log\.(?!excludedecoration$)|core\.(?:quotepath|abbrev|autocrlf|eol|safecrlf|ignorecase|precomposeunicode)$|diff\.(?:algorithm|renames|renamelimit|context|mnemonicprefix|noprefix|wserrorhighlight|colormoved)$|status\.|i18n\.|blame\.(?!ignorerevsfile)|format\.pretty$|user\.(?:name|email)$|safe\.directory$|gc\.auto$)/;
const pagerOff = /^(?:core\.pager|pager\.[\w-]+)$/;

export function git(): Table {
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
    'format-patch': change('writes patches', {
      read: ['--stdout'],
      takes: { short: 'ov', long: ['output-directory'] },
    }),
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

  return {
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
}
