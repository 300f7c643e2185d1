import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { readlinkSync, statSync } from 'node:fs';
import type { Env } from '../project/home';
import { readText } from '../project/read-file';
import { processArguments } from '../project/process-state';
import { attempt } from '../project/functions';

/** Whether a process belongs to a person's terminal, and if not, why. */
export type Ancestry = { readonly kind: 'person' } | { readonly kind: 'unproven'; readonly why: string };

const agentNames: ReadonlySet<string> = new Set(
  'claude codex gemini copilot opencode cursor-agent aider goose amp droid kiro-cli qwen crush'.split(' '),
);
const agentPackage =
  /@anthropic-ai[/\\]claude|claude-code[/\\]cli|@openai[/\\]codex|gemini-cli|opencode-ai|@github[/\\]copilot|cursor-agent/;
/** Where their own installers keep one file for each version. */
const agentVersions = /[/\\](?:claude|cursor-agent)[/\\]versions[/\\]/;
/** Set by agents for everything that they start. */
const agentVariables = [
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'OPENCODE',
  'CURSOR_AGENT',
  'COPILOT_AGENT_SESSION_ID',
  'AI_AGENT',
] as const;

/** Programs that pass a terminal on to what they start. */
const passages: ReadonlySet<string> = new Set(
  'sh bash dash zsh fish ksh mksh tcsh csh nu elvish xonsh pwsh busybox sudo doas su env'.split(' '),
);

/** Terminals, editors and servers that people use. */
const terminals =
  /^(?:gnome-terminal-?(?:server)?|kgx|ptyxis(?:-agent)?|konsole|xterm|u?rxvt|kitty|alacritty|wezterm-gui|foot|ghostty|xfce4-terminal|lxterminal|mate-terminal|tilix|st|terminal|iterm2|warp|login|sshd(?:-session)?|sessionleader|relay\(\d+\))$/;
const multiplexers = /^(?:tmux(?:: server)?|screen|zellij|abduco|dtach)$/;

/** Installed programs are usually older than this. */
const dayMs = 24 * 60 * 60_000;

/** Its file belongs to this account and is so new that an agent may have made it today. */
export const isNewOwn = ({ writtenAt, hidden }: Process): boolean =>
  hidden === true || (writtenAt !== undefined && Date.now() - writtenAt < dayMs);

/** They load foreign code into a program. */
const preloads = ['LD_PRELOAD', 'NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE', 'DYLD_INSERT_LIBRARIES'] as const;

/** An agent's program, by name or by what an interpreter runs; a program may call itself otherwise than its file. */
export function isAgent({ name, args, file = '' }: Process): boolean {
  if (agentNames.has(name) || agentVersions.test(file)) return true;
  if (args.slice(0, 4).some((arg) => agentPackage.test(arg))) return true;
  const words = args.slice(0, 2).map((arg) => path.basename(arg.split(' ', 1)[0] ?? ''));
  return /^(?:node|bun|deno|electron)/.test(name) && words.some((word) => agentNames.has(word));
}

/** Variables that say that an agent started this. */
export const agentVariable = (env: Env): string | undefined => agentVariables.find((name) => (env[name] ?? '') !== '');

/** Judges a chain of ancestors, nearest first: what was started in a terminal is a person's word, unless a program typed it. */
export function ancestryOf(chain: readonly Process[]): Ancestry {
  const agent = chain.find(isAgent);
  if (agent !== undefined) return unproven(`it was started by ${agent.name}, an agent`);
  const marked = chain.find(({ env }) => agentVariable(env) !== undefined);
  if (marked !== undefined) return unproven('an agent started the shell it runs in');
  const at = chain.findIndex(({ name }) => !passages.has(name));
  const host = chain[at];
  const leader = chain[at === -1 ? chain.length - 1 : at - 1];
  if (host === undefined) return fromContainer(leader, chain);
  if (host.pid === 1) return unproven('the program that opened its terminal has ended');
  if (multiplexers.test(host.name)) return unproven(`any program can type into ${host.name}`);
  const behindIt = host.name.startsWith('sshd') && chain[at + 1]?.name.startsWith('sshd') === true;
  if (isNewOwn(host) && !(host.hidden === true && behindIt && chain[at + 1]?.hidden !== true)) {
    return unproven(`its terminal was opened by ${host.name}, which any program here may have written`);
  }
  const preload = preloads.find((name) => (host.env[name] ?? '') !== '');
  if (preload !== undefined) return unproven(`${preload} puts other code into ${host.name}, which opened its terminal`);
  if (isEditorsTerminal(host)) return person;
  if (!terminals.test(host.name)) return unproven(`its terminal was opened by ${host.name}, a program`);
  return host.name.startsWith('sshd') && isLocal(leader?.env.SSH_CONNECTION)
    ? unproven('its connection comes from this machine')
    : person;
}

/** In a container the first process, and a shell that was opened from outside, have no parent. */
function fromContainer(leader: Process | undefined, chain: readonly Process[]): Ancestry {
  const opens = leader?.session === undefined || leader.session === leader.pid;
  if (leader?.enclosed === true) return unproven('it runs in namespaces that any program can make');
  const made = chain.find(isNewOwn);
  if (made !== undefined) return unproven(`${made.name}, which any program here may have written, opened its terminal`);
  return leader !== undefined && opens ? person : unproven('the program that opened its terminal has ended');
}

/** The editor's own terminal process, a child of the editor or its server. */
function isEditorsTerminal(host: Process): boolean {
  if (isServersOwn(host)) return host.args.includes('--type=ptyHost');
  return isEditorsOwn(host) && host.args.includes('--utility-sub-type=node.mojom.NodeService');
}

/** A process of the editor's desktop program, and no script that this program runs. */
export const isEditorsOwn = ({ name, args }: Process): boolean =>
  /^(?:code|codium|cursor|windsurf|electron)\b/.test(name) && (args[1] ?? '--').startsWith('--');

/** A process of the editor's server: its Node runs the server's own code, which lies beside it. */
export function isServersOwn({ file, args: [, script = ''] }: Process): boolean {
  return (
    file !== undefined &&
    path.basename(script) === 'bootstrap-fork' &&
    path.resolve(script).startsWith(path.dirname(file) + path.sep)
  );
}

function isLocal(connection: string | undefined): boolean {
  const [from = ''] = (connection ?? '').split(' ');
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const known = from.replace(/^::ffff:/, '').replace(/%.*$/, '');
  return from === '' || known.startsWith('127.') || own.some(({ address }) => address === known);
}

const person: Ancestry = { kind: 'person' };

const unproven = (why: string): Ancestry => ({ kind: 'unproven', why });

/** One process, as far as the system tells. */
export interface Process {
  readonly pid: number;
  /** The program's bare name. */
  readonly name: string;
  readonly args: readonly string[];
  /** The program's file. Unknown outside Linux, and of a process that hides it. */
  readonly file?: string | undefined;
  /** When that file was last written, in milliseconds; only if this account may write it and it changed since the system started. */
  readonly writtenAt?: number | undefined;
  /** It is the first process of a namespace that any account can create. */
  readonly enclosed?: true | undefined;
  /** It belongs to this account and hides its file, so its name is unverified. */
  readonly hidden?: true | undefined;
  /** The session that it belongs to: the process that leads its terminal. Unknown outside Linux. */
  readonly session: number | undefined;
  /** Does it have a controlling terminal? Unknown outside Linux. */
  readonly terminal?: boolean | undefined;
  /** Its environment when it started; empty if it cannot be read. */
  readonly env: Readonly<Record<string, string>>;
}

const longestChain = 64;

/** A process and its ancestors, nearest first; undefined if the system does not tell. */
export function chainFrom(pid: number): readonly Process[] | undefined {
  const parentOf = process.platform === 'linux' ? fromProc : process.platform === 'darwin' ? fromPs() : undefined;
  if (parentOf === undefined) return undefined;
  const chain: Process[] = [];
  for (let next = pid; next > 0 && chain.length < longestChain;) {
    const found = parentOf(next);
    if (found === undefined) return undefined;
    chain.push(found.process);
    next = found.parent;
  }
  return chain;
}

interface Found {
  readonly process: Process;
  readonly parent: number;
}

function fromProc(pid: number): Found | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const nameEnd = stat.lastIndexOf(')');
  const [, parent, , session, terminal] = stat.slice(nameEnd + 2).split(' ');
  const shown = stat.slice(stat.indexOf('(') + 1, nameEnd);
  const file = program(pid);
  const found: Process = {
    pid,
    name: path.basename(file ?? shown).toLowerCase(),
    ...(file === undefined ? whereHidden(pid) : { file, ...writtenByAccount(pid) }),
    args: processArguments(pid).filter((arg) => arg !== ''),
    session: Number(session),
    terminal: terminal !== '0',
    ...whereEnclosed(Number(parent)),
    env: environment(readText(`/proc/${pid}/environ`) ?? ''),
  };
  return { process: found, parent: Number(parent) };
}

const program = (pid: number): string | undefined =>
  attempt(() => readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));

/** A file that was removed since can still be asked through the process that runs it. */
function writtenByAccount(pid: number): Pick<Process, 'writtenAt'> {
  const stats = statSync(`/proc/${pid}/exe`, { throwIfNoEntry: false });
  const own = process.getuid?.() ?? 0;
  if (stats === undefined || (own !== 0 && stats.uid !== own)) return {};
  return stats.ctimeMs > systemStart() ? { writtenAt: stats.ctimeMs } : {};
}

/** When the first process started; the files of a container image are older. */
function systemStart(): number {
  const boot = Number(/^btime (\d+)$/m.exec(readText('/proc/stat') ?? '')?.[1] ?? 0);
  const stat = readText('/proc/1/stat') ?? '';
  const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 0);
  return (boot + ticks / ticksPerSecond) * 1000;
}

/** Linux reports this value to all programs. */
const ticksPerSecond = 100;

/** No other process here has this account, so a program gave it to itself. */
const whereEnclosed = (parent: number): Pick<Process, 'enclosed'> =>
  parent === 0 && /^\s*\d+\s+\d+\s+1\s*$/.test(readText('/proc/self/uid_map') ?? '') ? { enclosed: true } : {};

function whereHidden(pid: number): Pick<Process, 'hidden'> {
  const uid = /^Uid:\s*(\d+)/m.exec(readText(`/proc/${pid}/status`) ?? '')?.[1];
  return uid !== undefined && Number(uid) === process.getuid?.() ? { hidden: true } : {};
}

function environment(text: string): Record<string, string> {
  const pairs = text.split('\0').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

/** macOS has no /proc: one table of all processes. */
function fromPs(): ((pid: number) => Found | undefined) | undefined {
  const words = ['-axww', '-o', 'pid=,ppid=,command='];
  const table = attempt(() => execFileSync('/bin/ps', words, { encoding: 'utf8', timeout: 5_000 }));
  if (table === undefined) return undefined;
  const rows = new Map<number, Found>();
  for (const line of table.split('\n')) {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || command === undefined) continue;
    const args = command.split(' ');
    const name = path.basename(/\.app\/Contents\/MacOS\/[^ ]+/.exec(command)?.[0] ?? args[0] ?? '');
    const found: Process = {
      pid: Number(pid),
      name: name.replace(/^-/, '').toLowerCase(),
      args,
      session: undefined,
      env: {},
    };
    rows.set(found.pid, { process: found, parent: Number(parent) });
  }
  return (pid) => rows.get(pid);
}
