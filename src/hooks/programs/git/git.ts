import type { ShellWord } from '../../shell/invocation';
import { resolvePath } from '../../shell/paths';
import { plainWord, unknownWord } from '../../shell/reader/words';
import { runs, runsUnseen, unclear, type Actions } from '../effect';
import type { Definition, Family, Use } from '../program';
import { making } from './commits';
import { content } from './content';
import { looking } from './looking';
import { refs } from './refs';
import { remotes } from './remotes';
import { bySetting, byVariables, settingsOf } from './command';

/** A command of that name, or an alias; an alias with `!` is text for a shell. */
function alias(use: Use): Actions {
  const [verb, ...args] = use.operands;
  if (verb?.value === undefined) return unclear(`what ${verb?.raw ?? ''} stands for is not known`);
  const name = verb.value.toLowerCase();
  const known = settingsOf(use).findLast(([key]) => key === `alias.${name}`)?.[1];
  const text = known ?? use.at.gitAlias?.(verb.value, use.at.cwd);
  // git runs no alias that names itself.
  if (text === undefined || text.split(/\s/, 1)[0] === name) return unclear(`git ${verb.value} is not known here`);
  const outer = use.outer;
  const front = outer === undefined ? [] : outer.words.slice(0, outer.consumed);
  const command = text.startsWith('!') ? [text.slice(1)] : ['git', ...front.map(({ raw }) => raw), text];
  const line = [...command, ...args.map(({ raw }) => raw)].join(' ');
  return runs({ form: 'shell', text: plainWord(line), via: `git alias ${name}`, wrapper: true });
}

/** Where git works: `-C`, `--work-tree`, or the directory around `--git-dir`. */
function directory(use: Use): ShellWord | undefined {
  const tree = use.value('--work-tree') ?? use.at.variable?.('GIT_WORK_TREE');
  const store = use.value('--git-dir') ?? use.at.variable?.('GIT_DIR');
  const moves = [...use.values('-C').filter(({ value }) => value !== ''), ...((tree ?? store) ? [tree ?? store] : [])];
  if (moves.length === 0) return undefined;
  let cwd = use.at.cwd;
  for (const word of moves) cwd = word?.value === undefined || word.glob ? undefined : resolvePath(cwd, word.value);
  if (cwd === undefined) return unknownWord('-C', 'variable');
  return plainWord(
    tree === undefined && store !== undefined && cwd.endsWith('/.git') ? cwd.slice(0, -'/.git'.length) : cwd,
  );
}

/** A repository without a worktree runs what its configuration says, and may have come as plain files. */
function bareRepository(use: Use): Actions {
  const store = use.value('--git-dir') ?? use.at.variable?.('GIT_DIR');
  const place = store?.text ?? use.at.cwd ?? '';
  return !use.has('--bare') && (/(?:^|\/)\.git\/*$/.test(place) || (store === undefined && !place.endsWith('.git')))
    ? []
    : unclear(`${place} may name programs of its own`);
}

const program: Definition = {
  options:
    '-C= -c= --exec-path=?load -p,--paginate -P,--no-pager --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --bare --git-dir= ' +
    '--work-tree= --namespace= --super-prefix= --config-env= --attr-source= --literal-pathspecs --glob-pathspecs --noglob-pathspecs ' +
    '--icase-pathspecs --html-path --man-path --info-path --list-cmds= -v,--version -h,--help',
  inert: '--html-path --man-path --info-path --list-cmds --version --help',
  directory,
  effects: (use) => [
    settingsOf(use).map(bySetting),
    byVariables(use),
    bareRepository(use),
    use.has('--config-env', '--super-prefix') && unclear('takes settings from elsewhere'),
    use
      .values('-c')
      .map(
        (word) =>
          word.value === undefined &&
          !/^\w[\w.-]*=/.test(word.text) &&
          unclear(`what ${word.raw} stands for is not known`),
      ),
  ],
  subcommands: {
    ...looking,
    ...content,
    ...refs,
    ...making,
    ...remotes,
    hook: { style: 'git', options: '*', effects: () => runsUnseen('runs a hook') },
  },
  bare: {},
  other: { style: 'strict', options: '', effects: alias },
};

/** git(1). */
export const git: Family = {
  git: program,
  /** Its commands by their own programs' names: `git-commit`. */
  'git-*': {
    style: 'strict',
    options: '*',
    effects: ({ program: name, words }) =>
      runs({
        form: 'command',
        words: ['git', name.slice('git-'.length)].map((word) => plainWord(word)).concat(words),
        wrapper: true,
      }),
  },
};
