import { rmSync } from 'node:fs';
import { stopHost } from '../host/client';
import { previewOf, settingsFileOf } from '../install/install';
import { carryOut } from '../install/settings-file';
import { removeEverything, type Remnant } from '../install/remove-everything';
import { execIn } from '../project/exec';
import { gatehouseHome } from '../project/home';
import { exitCodes, saysYes, type Command, type Terminal } from './command';
import { json, printable, table } from './words';
import { confirmAndApply, readAsked } from './settings-change';

const help = `
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

export const command: Command = {
  name: 'uninstall',
  summary: "take the hooks out of the agent's settings",
  help,
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
