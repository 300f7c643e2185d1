import path from 'node:path';
import type { Process } from './processes';

/** Whose terminal a process belongs to: a person's, or why it cannot be taken for one. */
export type Ancestry = { readonly kind: 'person' } | { readonly kind: 'unproven'; readonly why: string };

const agentNames: ReadonlySet<string> = new Set(
  'claude codex gemini copilot opencode cursor-agent aider goose amp droid kiro-cli qwen crush'.split(' '),
);
const agentPackage =
  /@anthropic-ai[/\\]claude|claude-code[/\\]cli|@openai[/\\]codex|gemini-cli|opencode-ai|@github[/\\]copilot|cursor-agent/;
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

/** Programs behind whose windows and connections people sit. */
const terminals =
  /^(?:gnome-terminal-?(?:server)?|kgx|ptyxis(?:-agent)?|konsole|xterm|u?rxvt|kitty|alacritty|wezterm-gui|foot|ghostty|xfce4-terminal|lxterminal|mate-terminal|tilix|st|terminal|iterm2|warp|login|sshd(?:-session)?|sessionleader|relay\(\d+\))$/;
const multiplexers = /^(?:tmux(?:: server)?|screen|zellij|abduco|dtach)$/;

/** An agent's program, by name or by what an interpreter runs; a program may call itself otherwise than its file. */
export function isAgent({ name, args }: Process): boolean {
  if (agentNames.has(name) || args.slice(0, 4).some((arg) => agentPackage.test(arg))) return true;
  const words = args.slice(0, 2).map((arg) => path.basename(arg.split(' ', 1)[0] ?? ''));
  return /^(?:node|bun|deno|electron)/.test(name) && words.some((word) => agentNames.has(word));
}

/** Variables that say that an agent started this. */
export function agentVariable(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return agentVariables.find((name) => (env[name] ?? '') !== '');
}

/** Judges a chain of ancestors, nearest first: what was started in a terminal is a person's word, unless a program typed it. */
export function ancestryOf(chain: readonly Process[]): Ancestry {
  const agent = chain.find(isAgent);
  if (agent !== undefined) return unproven(`it was started by ${agent.name}, an agent`);
  const marked = chain.find(({ env }) => agentVariable(env) !== undefined);
  if (marked !== undefined) return unproven('an agent started the shell it runs in');
  const at = chain.findIndex(({ name }) => !passages.has(name));
  const host = chain[at];
  const leader = chain[at === -1 ? chain.length - 1 : at - 1];
  if (host === undefined) return fromContainer(leader);
  if (host.pid === 1) return unproven('the program that opened its terminal has ended');
  if (multiplexers.test(host.name)) return unproven(`any program can type into ${host.name}`);
  if (isEditorsTerminal(host)) return person;
  if (!terminals.test(host.name)) return unproven(`its terminal was opened by ${host.name}, a program`);
  return host.name.startsWith('sshd') && isLocal(leader?.env.SSH_CONNECTION)
    ? unproven('its connection comes from this machine')
    : person;
}

/** In a container the first process, and a shell that was opened from outside, have no parent. */
function fromContainer(leader: Process | undefined): Ancestry {
  const opens = leader?.session === undefined || leader.session === leader.pid;
  return leader !== undefined && opens ? person : unproven('the program that opened its terminal has ended');
}

/** The editor's own terminal process, a child of the editor or its server. */
function isEditorsTerminal({ name, args }: Process): boolean {
  if (args.includes('--type=ptyHost')) return args.some((arg) => arg.endsWith('bootstrap-fork'));
  return /^(?:code|codium|cursor|windsurf|electron)/.test(name) && args.includes(utilityProcess);
}

const utilityProcess = '--utility-sub-type=node.mojom.NodeService';

function isLocal(connection: string | undefined): boolean {
  const [from = '', , to = ''] = (connection ?? '').split(' ');
  return from === '' || from === to || /^(?:127\.|::1$|::ffff:127\.)/.test(from);
}

const person: Ancestry = { kind: 'person' };

function unproven(why: string): Ancestry {
  return { kind: 'unproven', why };
}
