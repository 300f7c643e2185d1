import { activePlugins, overrulingEvents, type ActivePlugin } from '../../../client/plugins';
import { readDocument, splitMark, valueOf } from '../../../install/document';
import { isOurs } from '../../../install/entry';
import { settingsSources } from '../../../install/scope';
import type { Site } from '../../../pipeline/site';
import { readText } from '../../../project/read-file';

/** What may have had the last word over a hook in this session; for people. */
export function likelyCause({ root, env }: Pick<Site, 'root' | 'env'>, session: string): string {
  const plugins = activePlugins(root, env, session).filter(({ own }) => !own);
  const mods = plugins.filter(({ mods }) => mods.some((event) => overrulingEvents.includes(event)));
  const rewriting = plugins.filter(({ hooks }) => hooks.includes('PreToolUse'));
  const hooks = otherHooks(root, env);
  const named = [
    ...(mods.length === 0 ? [] : [`the mod of ${namesOf(mods)}`]),
    ...(rewriting.length === 0 ? [] : [`the hooks of the plugin ${namesOf(rewriting)}`]),
    ...(hooks.length === 0 ? [] : [`another hook before tools (${hooks.join('; ')})`]),
  ];
  return named.length > 0 ? named.join(' or ') : 'a mod or plugin that the client was started with (--plugin-dir)';
}

const namesOf = (plugins: readonly ActivePlugin[]): string => plugins.map(({ id }) => id).join(', ');

/** Command lines of others that the settings name for the same event. */
function otherHooks(root: string, env: Site['env']): readonly string[] {
  const found = new Set<string>();
  for (const { file } of settingsSources(root, env)) {
    const reading = readDocument(splitMark(readText(file) ?? '').body);
    if (reading.kind !== 'ok') continue;
    for (const group of valueOf(valueOf(reading.document.root, 'hooks'), 'PreToolUse')?.children ?? []) {
      for (const handler of valueOf(group, 'hooks')?.children ?? []) {
        const command: unknown = valueOf(handler, 'command')?.value;
        const args = valueOf(handler, 'args')?.children?.map((child) => child.value as unknown);
        if (typeof command === 'string' && !isOurs({ command, args })) found.add(command.slice(0, 80));
      }
    }
  }
  return [...found];
}
