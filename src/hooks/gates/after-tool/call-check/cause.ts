import { readDocument, splitMark, valueOf } from '../../../install/document';
import { isOurs } from '../../../install/entry';
import { scopes, settingsPath } from '../../../install/scope';
import type { Site } from '../../../pipeline/site';
import { readText } from '../../../project/read-file';

/** What may have had the last word over a hook, by what the settings name; for people. */
export function likelyCause({ root, env }: Pick<Site, 'root' | 'env'>): string {
  const plugins = new Set<string>();
  const hooks = new Set<string>();
  for (const scope of scopes) {
    const reading = readDocument(splitMark(readText(settingsPath(scope, root, env)) ?? '').body);
    if (reading.kind !== 'ok') continue;
    const settings = reading.document.root;
    for (const { children: [key, on] = [] } of valueOf(settings, 'enabledPlugins')?.children ?? []) {
      if (on?.value === true) plugins.add(String(key?.value));
    }
    for (const group of valueOf(valueOf(settings, 'hooks'), 'PreToolUse')?.children ?? []) {
      for (const handler of valueOf(group, 'hooks')?.children ?? []) {
        const command: unknown = valueOf(handler, 'command')?.value;
        const args = valueOf(handler, 'args')?.children?.map((child) => child.value as unknown);
        if (typeof command === 'string' && !isOurs({ command, args })) hooks.add(command.slice(0, 80));
      }
    }
  }
  const named = [
    ...(plugins.size === 0 ? [] : [`an enabled plugin (${[...plugins].join(', ')})`]),
    ...(hooks.size === 0 ? [] : [`another hook before tools (${[...hooks].join('; ')})`]),
  ];
  return named.length > 0 ? named.join(' or ') : 'a mod or plugin that the client was started with (--plugin-dir)';
}
