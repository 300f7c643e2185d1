import { rmSync } from 'node:fs';
import { stopHost } from '../host/client';
import { previewOf, settingsFileOf } from '../install/install';
import { carryOut } from '../install/settings-file';
import { gatehouseHome } from '../project/home';
import { exitCodes, type Command } from './command';
import { readWords, settle } from './settings-change';
import { UsageError } from './words';

const help = `
Usage: gatehouse uninstall [--scope local|project|user] [--yes] [--dry-run] [--json] [--purge]

Takes Gatehouse's hooks out of the agent's settings and leaves the file as it would be without them.

  --scope …   which file, as for install (default local)
  --dry-run   show what would change, change nothing
  --yes       do not ask
  --purge     also delete Gatehouse's own folder: receipts, logs, backups, shim
  --json      one JSON object instead of text

Exit codes: 0 done or nothing to do, 1 declined, 64 wrong words, 70 could not be done.
`;

export const command: Command = {
  name: 'uninstall',
  summary: "take the hooks out of the agent's settings",
  help,
  async run(args, terminal) {
    const asked = readWords(args, ['--yes', '--dry-run', '--json', '--purge']);
    if (typeof asked === 'string') throw new UsageError(asked);
    const at = { scope: asked.scope, directory: terminal.cwd, env: terminal.env };
    const code = await settle(asked, terminal, previewOf(at, { kind: 'uninstall' }), () =>
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
