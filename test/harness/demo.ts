import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gatehouse } from './agent';
import { desktopCode, installEditor } from '../../scripts/workbench-tools.mjs';
import { freshProfile, type Profile } from './profile';
import { play } from './recorded-session/session';
import { makeSampleProject } from './sample-project';
import { installExtension, startServer, type Server } from './server';

const vsix = path.resolve(__dirname, '../../out/gatehouse.vsix');

/** `--no-open` starts everything but shows nothing · `--once` plays the session once, without pauses, and ends. */
const { values } = parseArgs({
  options: { 'no-open': { type: 'boolean', default: false }, once: { type: 'boolean', default: false } },
});

/**
 * The product on a sample project: everything it writes lies in one fresh folder under the temp directory, which goes
 * when the demo ends.
 */
async function main(): Promise<void> {
  const over = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => over.abort());
  const profile = freshProfile('demo', {
    settings: { 'workbench.activityBar.location': 'default', 'workbench.startupEditor': 'welcomePage' },
  });
  let server: Server | undefined;
  try {
    const project = makeSampleProject(path.join(profile.folder, 'till'), profile.env);
    const at = { cwd: project, env: profile.env };
    const registered = await gatehouse(['install', '--scope', 'local', '--yes'], at);
    if (registered.code !== 0)
      throw new Error(`the hooks could not be registered:\n${registered.stdout}${registered.stderr}`);
    console.log(`Sample project: ${project}`);

    const code = values['no-open'] || values.once ? undefined : desktopCode();
    const desktop = code === undefined ? undefined : openDesktop(code, profile, vsix, project);
    if (desktop === undefined) {
      const editor = await installEditor('latest');
      if (editor.code !== 0) throw new Error(`the workbench could not be fetched:\n${editor.output}`);
      installExtension(profile, vsix);
      server = await startServer(profile);
      const address = server.address(project);
      console.log(`Workbench: ${address}`);
      if (!values['no-open'] && !values.once) openAddress(address);
    } else {
      console.log('Workbench: desktop VS Code, in a window of its own');
      desktop.once('close', () => over.abort());
    }
    if (!values.once)
      console.log('An agent session plays, and its first call is blocked within seconds. Ctrl-C ends it all.');

    do {
      await play(project, profile.env, {
        pace: values.once ? 0 : 1,
        signal: over.signal,
        tell: ({ about, blocked, text }) => {
          const first = text.split('\n', 1)[0] ?? '';
          console.log(`  ${blocked ? 'x' : '-'} ${about}${first === '' ? '' : `: ${first.slice(0, 140)}`}`);
        },
      });
    } while (!values.once && !over.signal.aborted);
  } finally {
    await server?.stop();
    profile.clear();
  }
  console.log('Everything is stopped; the sample project is gone.');
}

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
function openDesktop(code: string, profile: Profile, vsix: string, folder: string): ChildProcess | undefined {
  const own = ['--user-data-dir', profile.userData, '--extensions-dir', profile.extensions];
  const options = { env: desktopEnv(profile), shell: process.platform === 'win32' };
  const installed = spawnSync(code, [...own, '--install-extension', vsix, '--force'], { ...options, timeout: 60_000 });
  if (installed.status !== 0) return undefined;
  return spawn(code, [...own, '--new-window', '--wait', folder], { ...options, stdio: 'ignore' });
}

/** Shows an address in the person's browser, where there is a screen. */
function openAddress(address: string): void {
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

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
