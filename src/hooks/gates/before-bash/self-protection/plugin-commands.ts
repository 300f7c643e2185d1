import type { Invocation } from '../../../shell/invocation';

/** The client, by whatever it is started. */
const client = /^(?:claude(?:\.exe|\.cmd)?|@anthropic-ai\/claude-code(?:@\S+)?)$/;
const starters = /^(?:npx|bunx|pnpx|npm|pnpm|yarn|bun|deno|node)$/;

/** Words after `claude plugin` that bring a plugin, switch one on, or take ours away. */
const bringing = /^(?:install|i|enable|update|init|new|restore-set-aside)$/;
const removing = /^(?:disable|uninstall|remove)$/;

/** The command with which the client brings or switches plugins: `claude plugin install tidy@market`. */
export function pluginCommand({ program, args }: Invocation): string | undefined {
  if (program === undefined) return undefined;
  const words = [program, ...args.map(({ text }) => text)];
  if (client.test(program)) return commandOf(words);
  const at = starters.test(program) ? words.findIndex((word) => client.test(nameOf(word))) : -1;
  return at < 0 ? undefined : commandOf(words.slice(at));
}

/** The same in text that is not read as a command line. */
export function pluginCommandIn(text: string): string | undefined {
  const words = text.replaceAll('\\', '/').split(/[\s"'`,;|&()]+/);
  const at = words.findIndex((word) => client.test(nameOf(word)));
  return at < 0 ? undefined : commandOf(words.slice(at));
}

const nameOf = (word: string): string => (word.startsWith('@') ? word : word.slice(word.lastIndexOf('/') + 1));

function commandOf([, ...words]: readonly string[]): string | undefined {
  if (words.some((word) => /^--plugin-dir(?:=|$)/.test(word))) return 'claude --plugin-dir';
  const at = words.findIndex((word) => word === 'plugin' || word === 'plugins');
  if (at < 0 || words.some((word) => /^(?:-h|--help)$/.test(word))) return undefined;
  const [verb = '', ...rest] = words.slice(at + 1).filter((word) => !word.startsWith('-'));
  const brings = bringing.test(verb) || (verb === 'marketplace' && /^(?:add|update)$/.test(rest[0] ?? ''));
  const takes = removing.test(verb) && rest.some((word) => /^gatehouse(?:@|$)/.test(word));
  return brings || takes ? ['claude plugin', verb, ...rest].join(' ') : undefined;
}
