import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Site } from '../../../pipeline/site';
import { startsProgram } from '../../../programs/git/command';
import { readText } from '../../../project/read-file';
import { within } from '../../../shell/paths';

/**
 * Does the configuration of the repository make git start a program that lies in the project, where every edit may change
 * it? A filter, a textconv, an fsmonitor, a hook of `git status`, or a remote that is a command.
 */
export function startsOwnProgram({ git, root, env }: Pick<Site, 'git' | 'root' | 'env'>): boolean {
  if (git === undefined) return false;
  const { commonDir, gitDir } = git.repository;
  const files = [path.join(commonDir, 'config'), path.join(gitDir, 'config.worktree')];
  return files.flatMap((file) => settingsIn(file, env.HOME ?? '')).some((setting) => namesOwn(setting, root));
}

type Setting = readonly [key: string, value: string];

function namesOwn([key, value]: Setting, root: string): boolean {
  if (/^remote\..+\.(?:push)?url$/.test(key)) return /^\w+::/.test(value);
  // The one hook that commands which only read run.
  if (key === 'core.hookspath') return isOwn(value, root) && existsSync(path.resolve(root, value, 'post-index-change'));
  if (!startsProgram(key)) return false;
  const [first = '', ...rest] = value.replace(/^!/, '').split(/[\s'"();|&]+/);
  return [...(first.includes('/') ? [first] : []), ...rest].some((word) => word !== '' && isOwn(word, root));
}

function isOwn(name: string, root: string): boolean {
  const file = path.resolve(root, name);
  return within(file, root) && existsSync(file);
}

/** What a configuration file of git says, with the files that it includes. */
function settingsIn(file: string, home: string, depth = 3): readonly Setting[] {
  const text = readText(file, { maxBytes: 256 * 1024 }) ?? '';
  let section = '';
  return text.split('\n').flatMap((line): readonly Setting[] => {
    const header = /^\s*\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (header !== null) section = header[2] === undefined ? (header[1] ?? '') : `${header[1] ?? ''}.${header[2]}`;
    const [, name, value = ''] = /^\s*(?:\[[^\]]*\]\s*)?([A-Za-z][\w-]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined) return [];
    const key = `${section}.${name}`.toLowerCase();
    const plain = value.replace(/^"(.*)"$/, '$1').replaceAll('\\"', '"');
    const included = /^include(?:if\..+)?\.path$/.test(key) && depth > 0;
    const named = plain.replace(/^~(?=\/)/, home);
    return included ? settingsIn(path.resolve(path.dirname(file), named), home, depth - 1) : [[key, plain]];
  });
}
