import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';

/** The newest client that was measured, as a native program, and an older one that is a script for Node. */
export const clientVersions = ['2.1.328', '2.1.89'] as const;
export type ClientVersion = (typeof clientVersions)[number];

const packageName = '@anthropic-ai/claude-code';
export const checkout = path.resolve(__dirname, '../../..');
/** Git-ignored: the client is proprietary and never part of the repository. */
const shelf = path.join(checkout, '.client');

/** The command that starts the fetched client; undefined where it has not been fetched (or has no build for this machine). */
export function clientCommand(version: ClientVersion): readonly string[] | undefined {
  const scope = path.join(shelf, version, 'node_modules', '@anthropic-ai');
  const script = path.join(scope, 'claude-code', 'cli.js');
  if (existsSync(script)) return [process.execPath, script];
  const builds = [`claude-code-linux-${process.arch}`, `claude-code-linux-${process.arch}-musl`];
  const native = builds.map((build) => path.join(scope, build, 'claude')).find((file) => existsSync(file));
  return native === undefined ? undefined : [native];
}

/**
 * Fetches one client version from the npm registry, unless it is there. Its install scripts are not run.
 * Two fetches at once do no harm: each fills a folder of its own and the first to finish is kept.
 */
export async function fetchClient(version: ClientVersion, say: (line: string) => void): Promise<void> {
  if (clientCommand(version) !== undefined) return;
  const target = path.join(shelf, version);
  const partial = `${target}.${process.pid}.partial`;
  mkdirSync(partial, { recursive: true });
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  say(`fetching Claude Code ${version} from the npm registry into .client/ (once; the new one is large)`);
  const heartbeat = setInterval(() => say(`still fetching Claude Code ${version}, ${seconds()} s`), 10_000);
  try {
    await install(partial, version);
    rmSync(target, { recursive: true, force: true });
    renameSync(partial, target);
  } catch (error) {
    if (clientCommand(version) === undefined) throw error;
  } finally {
    clearInterval(heartbeat);
    rmSync(partial, { recursive: true, force: true });
  }
  say(`Claude Code ${version} is here after ${seconds()} s`);
}

function install(prefix: string, version: ClientVersion): Promise<void> {
  const args = [
    'install',
    '--prefix',
    prefix,
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--loglevel=error',
  ];
  return new Promise((resolve, reject) => {
    // npm alone sees the person's own home: that is where their registry is named.
    const npm = spawn('npm', [...args, `${packageName}@${version}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: userInfo().homedir },
    });
    let complaint = '';
    npm.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    npm.on('error', reject);
    npm.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm could not fetch ${packageName}@${version}: ${complaint.trim().slice(0, 400)}`));
    });
  });
}
