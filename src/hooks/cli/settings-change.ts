import path from 'node:path';
import { realpathSync } from 'node:fs';
import { unifiedDiff, maskedSettings } from './diff';
import { otherClient, otherClients, scopesOf, type OtherClient } from '../install/client-settings';
import { isScope, scopes, type Scope } from '../install/scope';
import type { Change } from '../install/settings-file';
import { exitCodes, type Terminal } from './command';
import { didYouMean } from './words';

/** What a command that changes the agent's settings is asked. */
export interface Asked {
  readonly scope: Scope;
  /** Another client than Claude Code. */
  readonly client?: OtherClient | undefined;
  readonly flags: ReadonlySet<string>;
}

/** Reads `--scope` and plain flags; a string says what is wrong with them. */
export function readWords(args: readonly string[], known: readonly string[]): Asked | string {
  let scope: Scope | undefined;
  let client: OtherClient | undefined;
  const flags = new Set<string>();
  for (let index = 0; index < args.length; index += 1) {
    const [word = '', inline] = (args[index] ?? '').split('=', 2);
    if (word === '--scope') {
      const value = inline ?? args[(index += 1)] ?? '';
      if (!isScope(value)) return `--scope is one of ${scopes.join(', ')}, not '${value}'`;
      scope = value;
    } else if (word === '--agent') {
      const value = inline ?? args[(index += 1)] ?? '';
      client = otherClient(value);
      const names = ['claude', ...otherClients.map(({ name }) => name)];
      if (!names.includes(value)) return `--agent is one of ${names.join(', ')}, not '${value}'`;
    } else if (known.includes(word) && inline === undefined) flags.add(word);
    else return `there is no option '${args[index] ?? ''}'${didYouMean(word, ['--scope', ...known, '--help'])}`;
  }
  return { scope: scope ?? (client === undefined ? 'local' : (scopesOf(client)[0] ?? 'project')), client, flags };
}

/**
 * Shows the change, asks if a person can be asked, does it, and says what was done. `needsYes`: without a person to
 * ask only `--yes` writes.
 */
export async function confirmAndApply(
  { scope, flags }: Asked,
  terminal: Terminal,
  change: Change & { readonly file: string },
  act: () => Promise<Change & { readonly backup?: string }>,
  { needsYes = false, ...more }: { readonly needsYes?: boolean; readonly [key: string]: unknown } = {},
): Promise<number> {
  const { file } = change;
  const json = flags.has('--json');
  const diff = unifiedDiff(file, maskedText(change.before), maskedText(change.after));
  const said = (result: object) => terminal.out(`${JSON.stringify({ scope, file, ...result, ...more })}\n`);
  if (flags.has('--dry-run')) {
    if (json) said({ changed: false, wouldChange: diff !== '', diff });
    else terminal.out(diff === '' ? `${file} would not change.\n` : diff);
    return exitCodes.ok;
  }
  if (diff !== '' && needsYes && (!terminal.isTTY || json) && !flags.has('--yes')) {
    if (json) said({ changed: false, wouldChange: true, diff });
    else terminal.out(diff);
    terminal.err(
      'Nothing was changed: there is no terminal to ask for confirmation. Use --yes to write without asking.\n',
    );
    return exitCodes.no;
  }
  if (diff !== '' && terminal.isTTY && !json && !flags.has('--yes')) {
    terminal.out(diff);
    const answer = await terminal.ask('Write this? [y/N] ');
    if (!/^y(?:es)?$/i.test(answer.trim())) {
      terminal.out('Nothing was changed.\n');
      return exitCodes.no;
    }
  }
  const done = await act();
  const changed = done.before !== done.after;
  if (json) said({ changed, backup: done.backup });
  else terminal.out(doneText(file, changed, done.backup));
  return exitCodes.ok;
}

function doneText(file: string, changed: boolean, backup: string | undefined): string {
  if (!changed) return `${file} needs no change.\n`;
  return `Changed ${file}.${backup === undefined ? '' : `\nBackup of the previous file: ${backup}`}\n`;
}

const maskedText = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : maskedSettings(text);

/** The folder of the program that runs: the extension's own, a checkout's, or the copy in Gatehouse's home. */
export function runnerFolder(): string {
  return path.dirname(realpathSync(process.argv[1] ?? ''));
}
