import path from 'node:path';
import { inBytes, rewriteExclude } from '../evidence/ignored';
import { execIn } from '../project/exec';
import { runGit } from '../project/git';
import { placeOf } from '../project/place';
import type { Env } from '../project/home';

const heading = '# Gatehouse: settings of this machine, not part of the project';

/**
 * The agent's settings of this machine alone concern only this person: where git would show the file because we made
 * or changed it, this clone is told not to. Taking our part out takes the line out again. A repository that cannot be
 * written to only means that `git status` shows the file.
 */
export async function settleExclude(file: string, isOurs: boolean, env: Env): Promise<void> {
  if (path.basename(file) !== 'settings.local.json' || path.basename(path.dirname(file)) !== '.claude') return;
  const { repository, root } = placeOf(path.dirname(file));
  if (repository === undefined) return;
  try {
    const pattern = `/${path.relative(root, file).split(path.sep).join('/')}`;
    if (!isOurs) rewriteExclude(repository, (text) => without(text, pattern));
    else if (!(await isIgnored(file, root, env))) rewriteExclude(repository, (text) => withLine(text, pattern));
  } catch {
    // Said above: nothing depends on it.
  }
}

async function isIgnored(file: string, root: string, env: Env): Promise<boolean> {
  const asked = await runGit(execIn(env), ['check-ignore', '-q', '--', file], {
    cwd: root,
    timeoutMs: 3_000,
  });
  // Any other result: git is missing or refuses to run here.
  return asked.code !== 1;
}

/** A last line without an end stays without one, so that taking ours out gives the same bytes back. */
function withLine(text: string, pattern: string): string {
  const lines = [...names(pattern)].join('\n');
  if (text.includes(lines)) return text;
  return text === '' || text.endsWith('\n') ? `${text}${lines}\n` : `${text}\n${lines}`;
}

function without(text: string, pattern: string): string {
  const lines = [...names(pattern)].join('\n');
  const whole = text.replace(`${lines}\n`, '');
  return whole !== text ? whole : text.endsWith(`\n${lines}`) ? text.slice(0, -lines.length - 1) : text;
}

const names = (pattern: string): readonly string[] => [heading, inBytes(pattern.replace(/[\\*?[\]! ]/g, '\\$&'))];
