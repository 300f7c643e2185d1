import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { timeLimit } from '../../../scripts/time-limits.mjs';

/**
 * A session runs in namespaces of its own: a network that is nothing but loopback, so no request can leave; a process
 * tree that dies with its first process, so nothing is left behind; and a file system in which nothing but the
 * session's folder can be written, /tmp holds that folder alone, and this machine's own agent configuration is covered
 * by emptiness.
 */
const isolation = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** Who is not root becomes root of a user namespace, where the machine allows it. */
const flags = process.getuid?.() === 0 ? isolation : ['--user', '--map-root-user', ...isolation];

/** Raises loopback with whatever the machine has: iproute2 is not everywhere, perl is part of Debian's base. */
const raiseLoopback = [
  'ip link set lo up 2>/dev/null',
  'ifconfig lo up 2>/dev/null',
  `perl -e 'socket(S,2,2,0) || die; my $r = pack("Z16sx22", "lo", 0x41); ioctl(S, 0x8914, $r) || die' 2>/dev/null`,
].join(' || ');

/**
 * Takes the write permission from every mount but the session's own, keeping what else each mount says.
 * Devices can still be written; /proc is the namespace's own.
 */
const readOnly = (writable: readonly string[]) => `
while read -r _ point _ options _; do
  case "$point" in ${[...writable, '/proc', '/proc/*'].map(pattern).join('|')}) continue ;; esac
  flags=remount,bind,ro
  for flag in nosuid nodev noexec; do
    case ",$options," in *",$flag,"*) flags="$flags,$flag" ;; esac
  done
  mount -o "$flags" "$point" 2>/dev/null || true
done < /proc/self/mounts`;

/** Why no namespace can be had here; undefined when all is well. */
export function namespaceProblem(): string | undefined {
  if (process.platform !== 'linux') return `network namespaces are Linux's, this is ${process.platform}`;
  const probe = spawnSync('unshare', [...flags, '--', 'sh', '-c', `mount -t tmpfs none /tmp && (${raiseLoopback})`], {
    encoding: 'utf8',
    timeout: timeLimit('wait'),
    env: { PATH: process.env.PATH ?? '' },
  });
  if (probe.error !== undefined) return `unshare cannot be run (${probe.error.message})`;
  if (probe.status !== 0) return `namespaces are not allowed here (${probe.stderr.trim() || 'loopback stays down'})`;
  return undefined;
}

export interface Confined {
  readonly exitCode: number | null;
  readonly stderr: string;
}

/**
 * Runs a Node program in fresh namespaces. `base` and `visible` keep their paths even where they lie below /tmp.
 * The program starts with PATH as its only variable.
 */
export function runConfined(
  program: string,
  args: readonly string[],
  base: string,
  visible: readonly string[],
  timeoutMs: number,
): Promise<Confined> {
  const privateTmp = path.join(base, 'tmp');
  mkdirSync(privateTmp, { recursive: true });
  const shown = [...new Set([base, ...visible])].filter((folder) => folder.startsWith('/tmp/'));
  const mountPoint = (folder: string) => path.join(privateTmp, folder.slice('/tmp/'.length));
  for (const folder of shown) mkdirSync(mountPoint(folder), { recursive: true });
  const steps = [
    'set -e',
    raiseLoopback,
    ...covered().map(({ file, folder }) =>
      folder ? `mount -t tmpfs none ${quoted(file)}` : `mount --bind /dev/null ${quoted(file)}`,
    ),
    `mount --bind ${quoted(base)} ${quoted(base)}`,
    ...shown.map((folder) => `mount --bind ${quoted(folder)} ${quoted(mountPoint(folder))}`),
    `mount --rbind ${quoted(privateTmp)} /tmp`,
    ...managedSettings(base),
    readOnly(['/tmp', base]),
    'exec "$0" "$@"',
  ];
  return new Promise((resolve, reject) => {
    const child = spawn('unshare', [...flags, '--', 'sh', '-c', steps.join('\n'), process.execPath, program, ...args], {
      cwd: '/',
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const deadline = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.on('error', reject);
    child.on('close', (exitCode) => {
      clearTimeout(deadline);
      resolve({ exitCode, stderr });
    });
  });
}

/** This machine's own agent configuration, as far as there is any; a test run may itself have been given another HOME. */
function covered(): readonly { file: string; folder: boolean }[] {
  const homes = [...new Set([homedir(), userInfo().homedir])];
  const own = homes.flatMap((home) => [
    { file: path.join(home, '.claude'), folder: true },
    { file: path.join(home, '.gatehouse'), folder: true },
    { file: path.join(home, '.claude.json'), folder: false },
    { file: path.join(home, '.gitconfig'), folder: false },
  ]);
  return [...own, { file: '/etc/claude-code', folder: true }].filter(({ file }) => existsSync(file));
}

/** Below a session's folder: the settings of an administrator, who exists in this namespace alone. */
export const managedFolder = 'managed';

function managedSettings(base: string): readonly string[] {
  const managed = path.join(base, managedFolder);
  if (!existsSync(managed)) return [];
  const etc = quoted(path.join(base, 'etc'));
  return [
    // What the user may not read is left out.
    `mkdir -p ${etc}/claude-code && cp -R /etc/. ${etc}/ 2>/dev/null || true`,
    `cp -R ${quoted(managed)}/. ${etc}/claude-code/`,
    `mount --bind ${etc} /etc`,
  ];
}

/** A path as a pattern of `case`; a star stays one. */
const pattern = (text: string): string => text.split('*').map(quoted).join('*');

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
