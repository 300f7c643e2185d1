import path from 'node:path';
import { realpathSync } from 'node:fs';
import { unifiedDiff } from '../install/diff';
import { install, previewInstall, previewOf, settingsFileOf, type Preview } from '../install/install';
import { maskedSettings } from '../install/mask';
import { isScope, scopes, type Scope } from '../install/scope';
import { carryOut, type Change } from '../install/settings-file';
import { agentVariable } from '../person/ancestry';
import { placeOf } from '../project/place';
import { isWorkspaceTrusted, workspaceOf } from '../project/trust';
import { exitCodes, type Command, type Terminal } from './command';
import { question, trustWorkspace } from './trust';

const help = `
Usage: gatehouse install [--scope local|project|user] [--yes] [--trust] [--dry-run] [--json] [--rollback]

Registers Gatehouse's hooks in the agent's settings. Everything else in the file stays byte for byte.

  --scope local    this project, only for you: .claude/settings.local.json (the default)
  --scope project  this project, for everyone: .claude/settings.json; silent where Gatehouse is missing
  --scope user     all your projects: the settings.json in the agent's own folder
  --dry-run        show what would change, change nothing
  --yes            do not ask
  --trust          let Gatehouse run the formatters, linters and tests of this repository (see gatehouse trust)
  --rollback       take our part of the file back to what it was before the last change
  --json           one JSON object instead of text

Exit codes: 0 done or nothing to do, 1 declined, 64 wrong words, 70 could not be done.
`;

/** What both commands are asked. */
export interface Asked {
  readonly scope: Scope;
  readonly flags: ReadonlySet<string>;
}

/** Reads `--scope` and plain flags; a string says what is wrong with them. */
export function readWords(args: readonly string[], known: readonly string[]): Asked | string {
  let scope: Scope = 'local';
  const flags = new Set<string>();
  for (let index = 0; index < args.length; index += 1) {
    const [word = '', inline] = (args[index] ?? '').split('=', 2);
    if (word === '--scope') {
      const value = inline ?? args[(index += 1)] ?? '';
      if (!isScope(value)) return `--scope is one of ${scopes.join(', ')}, not '${value}'`;
      scope = value;
    } else if (known.includes(word) && inline === undefined) flags.add(word);
    else return `there is no option '${args[index] ?? ''}'`;
  }
  return { scope, flags };
}

export const command: Command = {
  name: 'install',
  summary: "register the hooks in the agent's settings",
  help,
  async run(args, terminal) {
    const asked = readWords(args, ['--yes', '--trust', '--dry-run', '--json', '--rollback']);
    if (typeof asked === 'string') {
      terminal.err(`gatehouse install: ${asked}. 'gatehouse install --help' says more.\n`);
      return exitCodes.usage;
    }
    const at = { scope: asked.scope, directory: terminal.cwd, env: terminal.env, source: runnerFolder() };
    if (asked.flags.has('--rollback')) {
      return settle(asked, terminal, previewOf(at, { kind: 'rollback' }), () =>
        carryOut(settingsFileOf(at), { kind: 'rollback' }),
      );
    }
    const preview = await previewInstall(at);
    if (!asked.flags.has('--json')) terminal.out(conflictText(preview));
    const code = await settle(asked, terminal, preview, () => install(at, preview), {
      conflicts: preview.conflicts,
      entries: preview.entries,
    });
    if (code === exitCodes.ok && !asked.flags.has('--dry-run')) await settleTrust(asked, terminal);
    return code;
  },
};

/** Asks once whether programs of the repository may run; without a terminal only `--trust` says yes. */
async function settleTrust({ scope, flags }: Asked, terminal: Terminal): Promise<void> {
  const place = placeOf(terminal.cwd);
  if (scope === 'user' || isWorkspaceTrusted(terminal.env, place)) return;
  const folder = workspaceOf(place);
  let trusted = flags.has('--trust') && agentVariable(terminal.env) === undefined;
  if (!trusted && terminal.isTTY && !flags.has('--json') && !flags.has('--yes')) {
    const answer = await terminal.ask(`${question(folder)}\nDo you trust it? [y/N] `);
    trusted = /^y(?:es)?$/i.test(answer.trim());
  }
  if (trusted) await trustWorkspace(terminal);
  if (flags.has('--json')) return;
  terminal.out(
    trusted
      ? `Trusted ${folder}: its formatters, linters and tests may run.\n`
      : "Formatters, linters and tests of this repository do not run until you trust it: 'gatehouse trust'.\n",
  );
}

function conflictText({ conflicts }: Preview): string {
  if (conflicts.length === 0) return '';
  const rows = conflicts.map(
    ({ file, line, message }) => `  ${file}${line === undefined ? '' : `:${line}`}\n    ${message}`,
  );
  return `Before you go on:\n${rows.join('\n')}\n\n`;
}

/** Shows the change, asks where a person can be asked, does it, and says what was done. */
export async function settle(
  { scope, flags }: Asked,
  terminal: Terminal,
  change: Change & { readonly file: string },
  act: () => Promise<Change & { readonly backup?: string }>,
  more: object = {},
): Promise<number> {
  const { file } = change;
  const json = flags.has('--json');
  const diff = unifiedDiff(file, maskedText(change.before), maskedText(change.after));
  const said = (result: object) => terminal.out(`${JSON.stringify({ scope, file, ...result, ...more })}\n`);
  if (flags.has('--dry-run')) {
    if (json) said({ changed: false, wouldChange: diff !== '', diff });
    else terminal.out(diff === '' ? `${file} would stay as it is.\n` : diff);
    return exitCodes.ok;
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
  if (!changed) return `${file} is as it should be.\n`;
  return `Changed ${file}.${backup === undefined ? '' : `\nThe file as it was: ${backup}`}\n`;
}

const maskedText = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : maskedSettings(text);

/** The folder of the program that runs: the extension's own, a checkout's, or the copy in Gatehouse's home. */
export function runnerFolder(): string {
  return path.dirname(realpathSync(process.argv[1] ?? ''));
}
