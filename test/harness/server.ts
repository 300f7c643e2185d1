import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { timeLimit } from '../../scripts/time-limits.mjs';
import { editorAt, type EditorName } from '../../scripts/workbench-tools.mjs';
import type { Profile } from './profile';

/** VS Code's server on a loopback port. Only who knows the token in its address may use it. */
export interface Server {
  /** `127.0.0.1:<port>` */
  readonly authority: string;
  readonly log: string;
  /** The address of a workbench that shows a folder or a `.code-workspace` file. */
  address(open: string, payload?: readonly (readonly [string, string])[]): string;
  stop(): Promise<void>;
}

type Env = Readonly<Record<string, string>>;

function serverEnv(profile: Profile, env: Env): Env {
  // Without a gallery neither the server nor the workbench asks the network for extensions.
  return { ...profile.env, EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...env };
}

function folders(profile: Profile): readonly string[] {
  return [
    '--server-data-dir',
    profile.userData,
    '--user-data-dir',
    profile.userData,
    '--extensions-dir',
    profile.extensions,
  ];
}

export function installExtension(profile: Profile, vsix: string, editor: EditorName = 'latest'): void {
  const { node, server } = editorAt(editor);
  const main = path.join(server, 'out/server-main.js');
  const args = [main, '--accept-server-license-terms', ...folders(profile), '--install-extension', vsix, '--force'];
  const done = spawnSync(node, args, { env: serverEnv(profile, {}), encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`the extension could not be installed:\n${done.stdout}${done.stderr}`);
}

export async function startServer(
  profile: Profile,
  {
    editor = 'latest',
    env = {},
    port = 0,
    tests = false,
  }: { editor?: EditorName; env?: Env; port?: number; tests?: boolean } = {},
): Promise<Server> {
  const token = randomBytes(16).toString('hex');
  const tokenFile = path.join(profile.folder, 'token');
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const log = path.join(profile.folder, 'server.log');
  // A file and not a pipe: a server that outlives its reader must not spin on a broken pipe.
  const output = openSync(log, 'a');
  const { node, server } = editorAt(editor);
  const child = spawn(
    node,
    [
      path.join(server, 'out/server-main.js'),
      ...['--host', '127.0.0.1', '--port', String(port), '--connection-token-file', tokenFile],
      ...['--accept-server-license-terms', '--telemetry-level', 'off', ...folders(profile)],
      // Since 1.133 built products take a test run from the address only in this mode.
      ...(tests ? ['--enable-smoke-test-driver'] : []),
    ],
    { env: serverEnv(profile, env), stdio: ['ignore', output, output], detached: true },
  );
  closeSync(output);
  const group = (signal: NodeJS.Signals | 0) => {
    try {
      process.kill(-(child.pid ?? 0), signal);
      return true;
    } catch {
      return false;
    }
  };
  const endNow = () => group('SIGKILL');
  process.once('exit', endNow);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    group('SIGTERM');
    // Not until the whole group is gone: where init is slow, it holds children that ended long ago.
    await Promise.race([ended, delay(3000, undefined, { ref: false })]);
    group('SIGKILL');
    process.off('exit', endNow);
  };

  const authority = await listening(log, () => child.exitCode ?? child.signalCode).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    authority,
    log,
    stop,
    address(open, payload = []) {
      const query = new URLSearchParams({ tkn: token });
      query.set(open.endsWith('.code-workspace') ? 'workspace' : 'folder', open);
      if (payload.length > 0) query.set('payload', JSON.stringify(payload));
      return `http://${authority}/?${query.toString()}`;
    },
  };
}

/** Resolves as soon as the server's log says where it listens. */
async function listening(log: string, ended: () => number | string | null): Promise<string> {
  const end = performance.now() + timeLimit('wait');
  while (performance.now() < end) {
    const text = readFileSync(log, 'utf8');
    const port = /listening on (\d+)/.exec(text)?.[1];
    if (port !== undefined) return `127.0.0.1:${port}`;
    if (ended() !== null) throw new Error(`the editor's server ended (${String(ended())}):\n${text}`);
    await delay(50);
  }
  throw new Error(`the editor's server did not listen:\n${readFileSync(log, 'utf8')}`);
}
