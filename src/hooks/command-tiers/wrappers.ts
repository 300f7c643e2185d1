import type { Wrapper } from '../shell/invocation';
import { reads, risky, unknown, type Judgement } from './judgement';

/** Ways to an invocation on which nothing else is run: what carries code apart from these is not approved for it. */
const plainWays = /^(?:\$\(…\)|[<>]\(…\)|function .*|find -exec(?:dir)?|fd -x|trap)$/;

export function judgeWay(via: readonly string[]): Judgement {
  const odd = via.find((way) => !plainWays.test(way));
  return odd === undefined ? reads : risky(`${odd} runs text as a command`);
}

/** `xargs find`: the words that come in may be actions. What else a wrapper adds, its definition says. */
export function judgeWrapper({ program }: Wrapper, inner: string): Judgement {
  return inner === 'find' && program.includes('xargs') ? unknown('what comes in may be an action of find') : reads;
}
