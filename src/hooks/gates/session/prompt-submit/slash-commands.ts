import { promptDoubt } from '../../../person/journal';
import { readTraces } from '../../../pipeline/decision-log';
import { context, message, type Ruling } from '../../../pipeline/ruling';
import type { Site } from '../../../pipeline/site';
import type { UserPromptSubmit } from '../../../protocol/call';

const typed = /^\s*\/gatehouse:(status|why|reset)(?:\s+([^\n]*))?\s*$/;

/**
 * The plugin's slash commands. The hook itself answers, and acts of a person need that person's own terminal or editor.
 * Only the beginning of a prompt counts, never what the model writes.
 */
export async function slashCommand(call: UserPromptSubmit, site: Site): Promise<Ruling | undefined> {
  const [, name, rest = ''] = typed.exec(call.prompt) ?? [];
  if (name === undefined || site.requestedByName) return undefined;
  const words = rest.split(/\s+/).filter(Boolean);
  switch (name) {
    case 'status':
      return answered(name, await said(site, ['status', ...words]));
    case 'why':
      return answered(name, await said(site, ['explain', ...lastRefusal(site)]));
    default:
      return reset(call, site, words);
  }
}

const answered = (name: string, text: string): Ruling =>
  context(
    `Gatehouse answers /gatehouse:${name}. Show the person exactly this, and do nothing else:\n\n${text}`,
    'a slash command',
  );

function lastRefusal({ home }: Site): readonly string[] {
  const [refusal] = readTraces(home, {
    limit: 1,
    matches: ({ verdict }) => verdict.decision === 'deny' || verdict.decision === 'block' || verdict.decision === 'ask',
  });
  return refusal === undefined ? ['--last'] : ['--id', refusal.id];
}

async function reset(call: UserPromptSubmit, site: Site, words: readonly string[]): Promise<Ruling> {
  const flags = words.length === 0 ? ['--all'] : words;
  const why = await promptDoubt(call, site);
  if (why !== undefined) {
    const where = `Use "Gatehouse: Reset Flag" in the editor, or \`gatehouse reset ${flags.join(' ')}\` in your own terminal.`;
    return message(`Gatehouse does not accept /gatehouse:reset: ${why}. ${where}`, why);
  }
  if (site.dry === true) return message('Gatehouse would reset flags.', 'a person asked for it');
  const text = await said(site, ['reset', ...flags], 'prompt');
  return message(`Gatehouse: ${text.trim()}`, 'a person asked for it');
}

/** What the command line says to these words here. */
async function said(site: Site, words: readonly string[], from?: 'prompt'): Promise<string> {
  const { runCommand } = await import(/* webpackChunkName: "rest" */ '../../../cli/run');
  let text = '';
  const out = (more: string) => void (text += more);
  await runCommand(words, {
    ...{ out, err: out, env: site.env, cwd: site.root, isTTY: false, ...(from === undefined ? {} : { from }) },
    ask: () => Promise.resolve(''),
  });
  return text;
}
