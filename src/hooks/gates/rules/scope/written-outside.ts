import { personHome } from '../../../project/home';
import { realTarget } from '../../../project/place';
import type { Site } from '../../../pipeline/site';
import type { Effect, EffectOf } from '../../../programs/effect';
import { insideScope, type Scope } from '../../../session/scope';
import { effectsOf, shownInvocation } from '../../../shell/effects';
import type { Invocation, ShellWord } from '../../../shell/invocation';
import { isDevice, resolvePath, within } from '../../../shell/paths';
import { readWithFullEnv } from '../../../shell/shared-reading';
import { foundIn } from '../../../shell/reader/words';

/** The first part of a command that writes, moves or deletes something outside a scope, or may do so. */
export function writtenOutside(command: string, scope: Scope, site: Site): string | undefined {
  const at = { root: site.root, home: personHome(site.env) };
  const inside = insideScope(scope, at);
  const temporary = ['/tmp', '/var/tmp', '/dev/shm', ...(site.env.TMPDIR === undefined ? [] : [site.env.TMPDIR])];
  const free = (file: string) =>
    isDevice(file) ||
    (inside(file) && inside(realTarget(file))) ||
    temporary.some((folder) => within(file, folder) && !within(site.root, folder));
  for (const { effect, invocation } of effectsOf(readWithFullEnv(command, site))) {
    if (invocation.elsewhere) continue;
    if (isOutside(effect, invocation, free)) return shownInvocation(invocation) || command.slice(0, 160);
  }
  return undefined;
}

function isOutside(effect: Effect, invocation: Invocation, free: (file: string) => boolean): boolean {
  const outside = (word: ShellWord | undefined) => word !== undefined && !placesOf(word, effect.cwd).every(free);
  switch (effect.kind) {
    case 'write':
    case 'delete':
    case 'attributes':
      return outside(effect.path);
    case 'move':
      return outside(effect.path) || outside(effect.to);
    case 'link':
      return outside(effect.at);
    case 'git':
      return (
        losesFiles(effect) &&
        (effect.paths === undefined ? !free(effect.cwd ?? invocation.cwd ?? '/') : effect.paths.some(outside))
      );
    default:
      return false;
  }
}

/** Files of the worktree go, not only what git keeps of them. */
const losesFiles = ({ loses, act }: EffectOf<'git'>): boolean =>
  loses?.some((content) => content === 'changes' || content === 'untracked' || content === 'ignored') === true ||
  act === 'stash';

/** Where a word leads: a path, the folder of a pattern, the roots of a search. A name that is not known may lie anywhere. */
function placesOf(word: ShellWord, cwd: string | undefined): readonly string[] {
  const found = foundIn(word);
  if (found !== undefined) return found.roots.flatMap((root) => placesOf(root, found.cwd));
  if (word.value === undefined) return ['/'];
  const text = word.glob ? word.value.replace(/[^/]*[*?[].*$/s, '') || '.' : word.value;
  return [resolvePath(cwd, text) ?? '/'];
}
