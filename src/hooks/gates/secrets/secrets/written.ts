import path from 'node:path';
import { deny, ask, type Deny, type Ruling } from '../../../pipeline/ruling';
import type { Site } from '../../../pipeline/site';
import { readText } from '../../../project/read-file';
import type { ToolCall } from '../../../protocol/call';
import { tokensIn, type Token } from '../../../secrets/tokens';

/** Text that goes into a file. */
export interface Written {
  readonly path: string;
  readonly texts: readonly string[];
}

/** A comment that a person puts beside a token that may stay; what the agent adds itself does not count. */
export const allowComment = /gatehouse:\s*allow-secret\b/;

/** Refuses a token in a file that git would track. Tokens that the file already holds do not count. */
export async function writtenTokens(files: readonly Written[], site: Site): Promise<Deny | undefined> {
  for (const { path: file, texts } of files) {
    const found = texts.flatMap((text) => tokensIn(text));
    if (found.length === 0) continue;
    const absolute = path.resolve(site.cwd, file);
    const before = readText(absolute) ?? '';
    const news = found.find(({ text }) => !before.includes(text));
    if (news === undefined || isOutside(absolute, site.root) || (await isIgnored(absolute, site))) continue;
    return refusal(
      news,
      `${path.relative(site.root, absolute)}, line ${news.line}`,
      'written to a file that git tracks',
    );
  }
  return undefined;
}

export function refusal(token: Token, where: string, act: string): Deny {
  return deny('token-in-file', `A secret (${token.family}) would be ${act}: ${shown(token.text)} in ${where}.`, {
    part: where,
    instead:
      'Instead: read it from the environment or a secret store and keep only its name in the file, or write it to a file that .gitignore lists. If this is no secret, the person can put the comment `gatehouse: allow-secret` on its line, or allow it once.',
  });
}

/** Enough to find it, not enough to use it. */
function shown(text: string): string {
  return text.startsWith('-----') ? text.slice(0, text.indexOf('-----', 5) + 5) : `${text.slice(0, 4)}…`;
}

const isOutside = (file: string, root: string): boolean => path.relative(root, file).startsWith('..');

/** Not in a repository, git tracks nothing; where git gives no answer the file counts as tracked. */
async function isIgnored(file: string, site: Site): Promise<boolean> {
  if (site.git === undefined) return true;
  try {
    await site.git.ask(['check-ignore', '-q', '--', file]);
    return true;
  } catch {
    return false;
  }
}

/** A person decides; in the mode in which the client asks no one, nothing is decided for the person. */
export function askPerson(call: ToolCall, rule: string, reason: string, instead: string): Ruling {
  if (call.permissionMode === 'dontAsk') {
    return deny(rule, `${reason} The permission mode is dontAsk, so it does not run.`, { instead: instead });
  }
  return ask(`[${rule}] ${reason} ${instead}`, rule);
}
