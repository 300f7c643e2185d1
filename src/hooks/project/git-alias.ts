import path from 'node:path';
import type { Git } from './git';
import { personHome } from './home';
import { readText } from './read-file';

/** What an alias of the repository's or the person's git configuration stands for; read from the files, without git. */
export function configuredAlias(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  git: Git | undefined,
): string | undefined {
  const home = personHome(env);
  const files = [
    ...(git === undefined ? [] : [path.join(git.repository.commonDir, 'config')]),
    path.join(home, '.gitconfig'),
    path.join(env.XDG_CONFIG_HOME ?? path.join(home, '.config'), 'git', 'config'),
  ];
  for (const file of files) {
    const found = aliasIn(file, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function aliasIn(file: string, name: string): string | undefined {
  const text = readText(file, { maxBytes: 1_000_000 });
  if (text === undefined) return undefined;
  let inAliases = false;
  let value: string | undefined;
  for (const line of text.replace(/\\\r?\n/g, '').split(/\r?\n/)) {
    const section = /^\s*\[\s*([\w.-]+)(?:\s+"[^"]*")?\s*\]/.exec(line)?.[1];
    if (section !== undefined) inAliases = section.toLowerCase() === 'alias';
    const entry = inAliases ? /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) : null;
    if (entry?.[1]?.toLowerCase() === name.toLowerCase()) value = unquoted(entry[2] ?? '');
  }
  return value;
}

function unquoted(text: string): string {
  const inner = /^"([^]*)"$/.exec(text)?.[1] ?? text;
  return inner.replace(/\\(["\\nt])/g, (_whole, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char));
}
