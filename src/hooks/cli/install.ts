import path from 'node:path';
import { rmSync } from 'node:fs';
import { lacksOf, otherClients, type OtherClient } from '../install/client-settings';
import { linkCommand } from '../install/deployed-files';
import { install, previewInstall, previewOf, settingsFileOf, type Preview } from '../install/install';
import { carryOut } from '../install/settings-file';
import { agentVariable } from '../person/ancestry';
import { gatehouseHome } from '../project/home';
import { placeOf } from '../project/place';
import { isWorkspaceTrusted, workspaceOf } from '../configuration/trust';
import { exitCodes, saysYes, type Command, type Terminal } from './command';
import { readAsked, runnerFolder, confirmAndApply, type Asked } from './settings-change';
import { canShowStatusLine, installStatusLine } from './statusline';
import { trustQuestion, trustWorkspace } from './config';
import { stopHost } from '../host/client';
import { removeEverything, type Remnant } from '../install/remove-everything';
import { execIn } from '../project/exec';
import { json, printable, table } from './words';

const names = otherClients.map(({ name }) => name).join(', ');

const installHelp = `
Usage: gatehouse install [--agent <name>] [--scope local|project|user] [--yes] [--trust] [--statusline] [--link] [--dry-run] [--json] [--rollback]

Registers Gatehouse's hooks in the agent's settings. Everything else in the file stays byte for byte.

  --agent <name>   claude (the default), ${names}; limits of each agent are shown
  --scope local    this project, only for you: .claude/settings.local.json (the default)
  --scope project  this project, for everyone: .claude/settings.json; has no effect where Gatehouse is missing
  --scope user     all your projects: the settings.json in the agent's own folder
  --dry-run        show what would change, change nothing
  --yes            do not ask; required without a terminal, and with --json
  --trust          let Gatehouse run the formatters, linters and tests of this repository (see gatehouse trust)
  --statusline     show the gates in the agent's status line as well (see gatehouse statusline)
  --link           put the gatehouse command on the PATH: a link in ~/.local/bin or ~/bin
  --rollback       undo Gatehouse's last change of the file
  --json           one JSON object instead of text

Exit codes: 0 done or nothing to do, 1 declined or not asked (nothing changed), 64 wrong usage, 70 could not be done.
`;

export const installHooks: Command = {
  name: 'install',
  summary: "register the hooks in the agent's settings",
  help: installHelp,
  async run(args, terminal) {
    const asked = readAsked(args, ['--yes', '--trust', '--statusline', '--link', '--dry-run', '--json', '--rollback']);
    const { scope, client } = asked;
    const at = { scope, client, directory: terminal.cwd, env: terminal.env, source: runnerFolder() };
    if (asked.flags.has('--rollback')) {
      return confirmAndApply(asked, terminal, previewOf(at, { kind: 'rollback' }), () =>
        carryOut(settingsFileOf(at), { kind: 'rollback' }),
      );
    }
    const preview = await previewInstall(at);
    if (!asked.flags.has('--json')) terminal.out(conflictText(preview) + lacksText(client));
    const code = await confirmAndApply(asked, terminal, preview, () => install(at, preview), {
      needsYes: true,
      conflicts: preview.conflicts,
      entries: preview.entries,
      ...(client === undefined ? {} : { agent: client.name, lacks: lacksOf(client) }),
    });
    if (code !== exitCodes.ok || asked.flags.has('--dry-run')) return code;
    const link = asked.flags.has('--link') ? linkCommand(terminal.env) : undefined;
    if (!asked.flags.has('--json')) {
      terminal.out(nextSteps(terminal, link));
      if (client?.registration.afterwards !== undefined) terminal.out(`${client.registration.afterwards}\n`);
    }
    await settleTrust(asked, terminal);
    if (client === undefined) await offerStatusLine(asked, terminal);
    return code;
  },
};

/** How to go on from a terminal that does not know the command yet. */
function nextSteps({ env }: Terminal, link: string | undefined): string {
  const bin = path.join(gatehouseHome(env), 'bin');
  const onPath = link !== undefined || (env.PATH ?? '').split(path.delimiter).includes(bin);
  const word = onPath ? 'gatehouse' : path.join(bin, 'gatehouse');
  return `Start a new session of the agent. '${word} doctor' checks everything; '${word} help' lists the commands.\n`;
}

/** Asks once whether programs of the repository may run; without a terminal only `--trust` says yes. */
async function settleTrust({ scope, flags }: Asked, terminal: Terminal): Promise<void> {
  const place = placeOf(terminal.cwd);
  if (scope === 'user' || isWorkspaceTrusted(terminal.env, place)) return;
  const folder = workspaceOf(place);
  let trusted = flags.has('--trust') && agentVariable(terminal.env) === undefined;
  if (!trusted && terminal.isTTY && !flags.has('--json') && !flags.has('--yes')) {
    trusted = await saysYes(terminal, `${trustQuestion(folder)}\nDo you trust it?`);
  }
  if (trusted) await trustWorkspace(terminal);
  if (flags.has('--json')) return;
  terminal.out(
    trusted
      ? `Trusted ${folder}: its formatters, linters and tests may run.\n`
      : "Formatters, linters and tests of this repository do not run until you trust it: 'gatehouse trust'.\n",
  );
}

/** Offered to a person who has none; `--statusline` says yes beforehand. The change is shown like any other. */
async function offerStatusLine(asked: Asked, terminal: Terminal): Promise<void> {
  if (asked.scope === 'project' || asked.flags.has('--json')) return;
  if (asked.flags.has('--statusline')) {
    await installStatusLine(asked, terminal);
    return;
  }
  if (asked.flags.has('--yes') || !terminal.isTTY || !canShowStatusLine(terminal)) return;
  terminal.out("\nThe agent's status line can show branch, flags, phase and gates:\n");
  await installStatusLine(asked, terminal);
}

/** What the client cannot do, before anything is written. */
function lacksText(client: OtherClient | undefined): string {
  if (client === undefined) return '';
  const lines = lacksOf(client).map((line) => `  ${line}\n`);
  return `What the hooks of ${client.title} cannot do (read at ${client.readAt}):\n${lines.join('')}\n`;
}

function conflictText({ conflicts }: Preview): string {
  if (conflicts.length === 0) return '';
  const rows = conflicts.map(
    ({ file, line, message }) => `  ${file}${line === undefined ? '' : `:${line}`}\n    ${message}`,
  );
  return `Before you go on:\n${rows.join('\n')}\n\n`;
}

const uninstallHelp = `
Usage: gatehouse uninstall [--agent <name>] [--scope local|project|user] [--yes] [--dry-run] [--json] [--purge]
       gatehouse uninstall --everywhere [--yes] [--dry-run] [--json]

Takes Gatehouse's hooks out of the agent's settings and leaves the file as it would be without them.

  --agent …   whose settings, as for install (default claude)
  --scope …   which file, as for install (default local)
  --dry-run   show what would change, change nothing
  --yes       do not ask
  --purge     also delete Gatehouse's own folder: receipts, logs, backups, shim
  --json      one JSON object instead of text

--everywhere leaves nothing behind: it removes the hooks from every settings file that was ever changed, restores the
original bytes if nothing else changed since, and removes the plugin, links on the PATH, state files in projects and
Gatehouse's own folder. It lists what it keeps or cannot reach.

Exit codes: 0 done or nothing to do, 1 declined or something could not be reached, 64 wrong usage, 70 could not be done.
`;

export const uninstallHooks: Command = {
  name: 'uninstall',
  summary: "take the hooks out of the agent's settings",
  help: uninstallHelp,
  async run(args, terminal) {
    const asked = readAsked(args, ['--yes', '--dry-run', '--json', '--purge', '--everywhere']);
    if (asked.flags.has('--everywhere')) return everywhere(asked.flags, terminal);
    const { scope, client } = asked;
    const at = { scope, client, directory: terminal.cwd, env: terminal.env };
    const code = await confirmAndApply(asked, terminal, previewOf(at, { kind: 'uninstall' }), () =>
      carryOut(settingsFileOf(at), { kind: 'uninstall' }),
    );
    if (code === exitCodes.ok && asked.flags.has('--purge') && !asked.flags.has('--dry-run')) {
      const home = gatehouseHome(terminal.env);
      await stopHost(home);
      rmSync(home, { recursive: true, force: true });
    }
    return code;
  },
};

async function everywhere(flags: ReadonlySet<string>, terminal: Terminal): Promise<number> {
  const { env, cwd: directory } = terminal;
  const at = { env, directory, exec: execIn(env) };
  const dry = flags.has('--dry-run');
  if (!dry && terminal.isTTY && !flags.has('--yes')) {
    terminal.out(report(await removeEverything({ ...at, dry: true }), 'would be'));
    if (!(await saysYes(terminal, 'Remove all of this?'))) {
      terminal.out('Nothing was changed.\n');
      return exitCodes.no;
    }
  }
  const remnants = await removeEverything({ ...at, dry });
  const unreached = remnants.filter(({ outcome }) => outcome === 'unreached').length;
  if (flags.has('--json')) json(terminal, { dry, unreached, remnants });
  else {
    terminal.out(report(remnants, dry ? 'would be' : ''));
    const rest =
      unreached === 1 ? '1 thing is left for you to remove.' : `${unreached} things are left for you to remove.`;
    terminal.out(unreached === 0 ? (dry ? 'Nothing was changed.\n' : 'Gatehouse is removed.\n') : `${rest}\n`);
  }
  return unreached === 0 ? exitCodes.ok : exitCodes.no;
}

function report(remnants: readonly Remnant[], mood: string): string {
  if (remnants.length === 0) return 'There is nothing of Gatehouse to remove here.\n';
  const rows = remnants.map(({ what, where, outcome, says }) => [
    outcome === 'unreached' ? 'not reached' : outcome === 'kept' ? outcome : `${mood} ${outcome}`.trim(),
    what,
    where,
    says === undefined ? '' : `(${says})`,
  ]);
  return printable(table(rows));
}
