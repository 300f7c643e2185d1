import { shellNames } from '../programs/shells';
import type { Wrapper } from '../shell/invocation';
import { reads, risky, unknown, type Judgement } from './judgement';

/** Ways to an invocation on which nothing else is run: what carries code apart from these is not approved for it. */
const plainWays =
  /^(?:\$\(…\)|[<>]\(…\)|function .*|find -exec(?:dir)?|fd -x|fzf(?: --bind)?|env -c|trap|(?:sh|bash|zsh|dash|ksh|ash) -c)$/;

export function judgeWay(via: readonly string[]): Judgement {
  const odd = via.find((way) => !plainWays.test(way));
  return odd === undefined ? reads : risky(`${odd} runs text as a command`);
}

/** What comes in may be an action of `find`, or become a part of a shell's text. What else a wrapper adds, its definition says. */
export function judgeWrapper({ program }: Wrapper, inner: string): Judgement {
  if (!/xargs|parallel/.test(program)) return reads;
  if (inner === 'find') return unknown('what comes in may be an action of find');
  return shellNames.has(inner) ? unknown('what comes in may become a part of the text') : reads;
}
