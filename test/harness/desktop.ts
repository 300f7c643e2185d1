import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import type { Profile } from './profile';

/** What a program with windows needs of the person's environment, and nothing more. */
const screen = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'SystemRoot',
];

function desktopEnv(profile: Profile): Record<string, string> {
  const kept = screen.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...profile.env, ...(Object.fromEntries(kept) as Record<string, string>) };
}

/**
 * Installs the extension into a desktop VS Code with a profile of its own and opens a folder there. Undefined when the
 * command does not do that: the `code` of a remote terminal, for one, only speaks to the window it belongs to.
 */
export function openDesktop(code: string, profile: Profile, vsix: string, folder: string): ChildProcess | undefined {
  const own = ['--user-data-dir', profile.userData, '--extensions-dir', profile.extensions];
  const options = { env: desktopEnv(profile), shell: process.platform === 'win32' };
  const installed = spawnSync(code, [...own, '--install-extension', vsix, '--force'], { ...options, timeout: 60_000 });
  if (installed.status !== 0) return undefined;
  return spawn(code, [...own, '--new-window', '--wait', folder], { ...options, stdio: 'ignore' });
}

/** Shows an address in the person's browser, where there is a screen. */
export function openAddress(address: string): void {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [address]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '""', address.replaceAll('&', '^&')]]
        : ['xdg-open', [address]];
  if (command === 'xdg-open' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  // Its failure is no loss: the address is printed as well.
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
