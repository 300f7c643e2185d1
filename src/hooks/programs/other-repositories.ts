import type { ShellWord } from '../shell/invocation';
import { plainWord } from '../shell/reader/words';
import { changes, fetches, git, unclear, writes, type Actions } from './effect';
import { does, type Definition, type Family, type Use } from './program';

/** Takes a copy of a repository: below a folder, by its own name where none is given. */
const takes = (options: string): Definition => ({
  options,
  effects: ({ operands: [from, into] }: Use): Actions =>
    from && [fetches(from), { ...writes(into ?? named(from), { tree: true }), why: 'takes a repository' }],
});

const named = ({ text, range }: ShellWord): ShellWord =>
  plainWord(text.replace(/\/+$/, '').replace(/^.*[/:]/, ''), range);

const readOnly: Definition = does('-l,--limit= -r,--rev,--revision= -v,--verbose -q,--quiet -c,--change= -p,--patch --stat -g,--git -b,--branch= -u -k,--keyword= -d,--date= -G,--graph -T,--template= ' +
    '-n -i -a -m -f -w -B -U,--unified= -X,--exclude= -I,--include= --no-merges --no-status --cwd= --xml --depth= --summarize --show-item= --non-interactive --stop-on-copy --no-newline', ({ operands, outer }) => ([...operands, ...(outer?.values('--repository') ?? [])].some(({ text }) => text.includes('://')) && fetches())); // prettier-ignore

/** Throws changes of the worktree away. */
const reverts = does('*', ({ operands }) => git('discard', { loses: ['changes'], paths: operands }));
const other = does('*', () => unclear('changes the worktree or the repository'));

/** Repositories that git does not keep. */
export const otherRepositories: Family = {
  svn: {
    options: '* --username= --password= --config-dir=load --config-option=',
    subcommands: {
      'status stat st info diff di log list ls cat blame praise annotate ann help proplist pl propget pg': readOnly,
      'checkout co export': takes('* -r,--revision= --depth= --username= --password= --native-eol='),
      revert: reverts,
      cleanup: does('* --remove-unversioned --remove-ignored', (use) =>
        use.has('--remove-unversioned', '--remove-ignored')
          ? git('discard', { loses: ['untracked'] })
          : changes('cleans up after svn'),
      ),
    },
    other,
  },
  hg: {
    options: '* -R,--repository= --cwd= --config=load',
    subcommands: {
      'status st diff log history summary sum identify id branches tags heads tip parents cat annotate blame files manifest paths help version':
        readOnly,
      clone: takes('* -u,--updaterev= -r,--rev= -b,--branch= --pull -U,--noupdate'),
      revert: reverts,
      purge: does('*', () => git('discard', { loses: ['untracked'] })),
      'update up checkout co': does('* -C,--clean -r,--rev= -d,--date= -c,--check', (use) =>
        use.has('--clean') ? git('discard', { loses: ['changes'] }) : changes('updates the worktree'),
      ),
    },
    other,
  },
};
