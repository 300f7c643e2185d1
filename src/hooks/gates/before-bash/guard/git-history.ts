import { gitRule, refused } from './git-rule';
import { objection, written, type EffectRule } from './rule';

const gone = 'It removes the commits that would let you undo a mistake.';
const way = 'Leave old objects and the reflog to git: plain `git gc` keeps what is recent.';

export const gitHistoryRules: readonly EffectRule[] = [
  refused('git-expire', ['expire-now'], gone, way),
  gitRule('rescue-snapshot', ['delete-ref'], (effect, _view, invocation) =>
    effect.refs?.some(({ text }) => text.startsWith('refs/gatehouse/')) === true
      ? objection(
          written(invocation),
          'It removes the snapshots that keep discarded work.',
          'The person drops them with `gatehouse rescue drop` or in the editor.',
        )
      : undefined,
  ),
  gitRule('git-filter', ['rewrite-history'], (effect, _view, invocation) =>
    effect.force === true
      ? objection(
          written(invocation),
          'It rewrites all history over the safety copy of the last rewrite.',
          'Work in a fresh clone, without force, and let the person look at the result.',
        )
      : undefined,
  ),
  refused('git-expire-old', ['expire'], gone, way, 'strict'),
  refused('git-delete-ref', ['delete-ref'], 'It deletes a name that others may rely on.', 'Ask the person.', 'strict'),
  refused(
    'git-skip-hooks',
    ['skip-hooks'],
    "It bypasses the repository's own hooks.",
    'Run it without `--no-verify` and fix what the hook reports.',
    'strict',
  ),
  refused(
    'git-helper',
    ['configure-program'],
    'It makes git run a program that the command chooses.',
    "Leave that setting to the person's own configuration.",
    'strict',
  ),
];
