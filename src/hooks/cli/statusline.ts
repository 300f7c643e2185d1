import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { deploy } from '../install/deploy';
import { previewOf, settingsFileOf } from '../install/install';
import { findRuntime } from '../install/runtime';
import { settingsSources } from '../install/scope';
import { carryOut, read } from '../install/settings-file';
import { statusLineOwner, statusLineScript, statusLineWords } from '../install/status-line';
import { execIn } from '../project/exec';
import { gatehouseHome } from '../project/home';
import { keepStatusLine, statusLineFolder, statusLineOf, statusLineText } from '../session/status-line';
import { exitCodes, type Command, type Terminal, siteOf } from './command';
import { noMoreWords, printable, readWords, UsageError, answer } from './words';
import { confirmAndApply, readAsked, runnerFolder, type Asked } from './settings-change';

const help = `
Usage: gatehouse statusline [--json]
       gatehouse statusline install|uninstall [--scope local|user] [--yes] [--dry-run] [--json]

Prints what Claude Code's status line shows here: branch and changed files, the state of the flags (✓ passed,
✗ failed, · owed), the phase of MASTER_PLAN.md, the phases of workflows, and whether the gates are on.

install writes "statusLine" into the agent's settings (default: local, this project for you alone); uninstall takes it
out again and leaves the rest byte for byte. Your own status line is never replaced: to show Gatehouse's as well, let
your script run ~/.gatehouse/bin/${statusLineScript}, which only prints a line that the hooks prepared.

Exit codes: 0 done or nothing to do, 1 declined or another status line is there, 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'statusline',
  summary: "the agent's status line: print it, install it",
  help,
  async run(args, terminal) {
    const [verb, ...rest] = args;
    if (verb !== 'install' && verb !== 'uninstall') return print(args, terminal);
    const asked = readAsked(rest, ['--yes', '--dry-run', '--json']);
    if (asked.scope === 'project') {
      throw new UsageError('a status line is for one person: use --scope local or --scope user');
    }
    return verb === 'install' ? installStatusLine(asked, terminal) : uninstall(asked, terminal);
  },
};

async function print(args: readonly string[], terminal: Terminal): Promise<number> {
  const { positionals, asJson } = readWords(args);
  noMoreWords(positionals);
  const line = await statusLineOf(siteOf(terminal));
  answer(terminal, asJson, { ...line, text: statusLineText(line) }, `${printable(statusLineText(line))}\n`);
  return exitCodes.ok;
}

/** The settings file that has a status line of ours, or of another program; undefined if none has one. */
const fileWith = (owner: 'ours' | 'other', { cwd, env }: Terminal): string | undefined =>
  settingsSources(cwd, env).find(({ file }) => statusLineOwner(read(file) ?? '') === owner)?.file;

export const canShowStatusLine = (terminal: Terminal): boolean =>
  process.platform !== 'win32' && fileWith('other', terminal) === undefined && fileWith('ours', terminal) === undefined;

/** Shows the change, asks, and applies it: writes the script and a first line before the settings name them. */
export async function installStatusLine(asked: Asked, terminal: Terminal): Promise<number> {
  if (process.platform === 'win32') throw new UsageError('there is no status line on Windows yet');
  const other = fileWith('other', terminal);
  if (other !== undefined) {
    terminal.err(
      `${other} already has a status line, which is kept. 'gatehouse statusline --help' says how to show both.\n`,
    );
    return exitCodes.no;
  }
  const at = { scope: asked.scope, directory: terminal.cwd, env: terminal.env };
  const home = gatehouseHome(terminal.env);
  const script = path.join(home, 'bin', statusLineScript);
  const operation = { kind: 'status-line', command: statusLineWords(script) } as const;
  return confirmAndApply(asked, terminal, previewOf(at, operation), async () => {
    const runtime = await findRuntime(terminal.env, execIn(terminal.env));
    deploy(runnerFolder(), home, runtime, terminal.env);
    mkdirSync(path.join(home, statusLineFolder), { recursive: true, mode: 0o700 });
    await keepStatusLine(siteOf(terminal), 'SessionStart');
    return carryOut(settingsFileOf(at), operation);
  });
}

async function uninstall(asked: Asked, terminal: Terminal): Promise<number> {
  const at = { scope: asked.scope, directory: terminal.cwd, env: terminal.env };
  const operation = { kind: 'status-line', command: undefined } as const;
  const code = await confirmAndApply(asked, terminal, previewOf(at, operation), () =>
    carryOut(settingsFileOf(at), operation),
  );
  // Another project may show it still: its next hook makes the folder's line, this one's goes.
  if (code === exitCodes.ok && fileWith('ours', terminal) === undefined && !asked.flags.has('--dry-run')) {
    rmSync(path.join(gatehouseHome(terminal.env), statusLineFolder, siteOf(terminal).root, 'line'), { force: true });
  }
  return code;
}
