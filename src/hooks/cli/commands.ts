import { createInterface } from 'node:readline/promises';
import { ancestryOf, chainFrom } from '../person/ancestry';
import { gatehouseHome } from '../project/home';
import { installedVersion } from '../install/deployed-files';
import { isNewer, version } from '../version';
import { messageOf } from '../project/text';
import { type Command, Declined, exitCodes, styled, wantsColors, type Terminal } from './command';
import { didYouMean, printable, UsageError } from './words';

/** Every command by name, each loaded when it is called. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  status: async () => (await import(/* webpackChunkName: "rest" */ './status')).status,
  explain: async () => (await import(/* webpackChunkName: "rest" */ './explain')).explain,
  gates: async () => (await import(/* webpackChunkName: "rest" */ './config')).gates,
  config: async () => (await import(/* webpackChunkName: "rest" */ './config')).config,
  rules: async () => (await import(/* webpackChunkName: "rest" */ './rules')).command,
  scope: async () => (await import(/* webpackChunkName: "rest" */ './permissions')).scope,
  policy: async () => (await import(/* webpackChunkName: "rest" */ './policy')).command,
  trust: async () => (await import(/* webpackChunkName: "rest" */ './config')).trust,
  alarms: async () => (await import(/* webpackChunkName: "rest" */ './status')).alarms,
  reset: async () => (await import(/* webpackChunkName: "rest" */ './flags')).reset,
  accept: async () => (await import(/* webpackChunkName: "rest" */ './flags')).accept,
  proof: async () => (await import(/* webpackChunkName: "rest" */ './flags')).proof,
  attest: async () => (await import(/* webpackChunkName: "rest" */ './attest')).command,
  verify: async () => (await import(/* webpackChunkName: "rest" */ './verify')).command,
  questions: async () => (await import(/* webpackChunkName: "rest" */ './questions')).command,
  'allow-once': async () => (await import(/* webpackChunkName: "rest" */ './permissions')).allowOnce,
  statusline: async () => (await import(/* webpackChunkName: "rest" */ './statusline')).command,
  todo: async () => (await import(/* webpackChunkName: "rest" */ './todo')).command,
  rescue: async () => (await import(/* webpackChunkName: "rest" */ './rescue')).command,
  replay: async () => (await import(/* webpackChunkName: "rest" */ './explain')).replay,
  workflow: async () => (await import(/* webpackChunkName: "rest" */ './workflow')).command,
  careful: async () => (await import(/* webpackChunkName: "rest" */ './permissions')).careful,
  doctor: async () => (await import(/* webpackChunkName: "rest" */ './doctor')).command,
  host: async () => (await import(/* webpackChunkName: "rest" */ './host')).command,
  install: async () => (await import(/* webpackChunkName: "rest" */ './install')).installHooks,
  import: async () => (await import(/* webpackChunkName: "rest" */ './import')).command,
  completion: async () => (await import(/* webpackChunkName: "rest" */ './completion')).command,
  uninstall: async () => (await import(/* webpackChunkName: "rest" */ './install')).uninstallHooks,
};

/** How `gatehouse help` groups them; commands in no group come last. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  'See what happens': ['status', 'explain', 'alarms', 'gates', 'rules', 'config', 'replay', 'statusline'],
  'Flags and evidence': ['reset', 'accept', 'proof', 'workflow', 'attest', 'verify'],
  'Decide as a person': ['allow-once', 'trust', 'scope', 'policy', 'questions', 'careful', 'rescue', 'todo'],
  'Install and remove': ['install', 'import', 'doctor', 'host', 'completion', 'uninstall'],
};

/** Runs a command of the command line; everything but `hook` comes here. */
export async function runCommand(argv: readonly string[], terminal: Terminal = ownTerminal()): Promise<number> {
  const [first, topic] = argv;
  const [name, ...args] = first === 'help' && topic !== undefined ? [topic, '--help'] : argv;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    terminal.out(await overview(terminal));
    return name === undefined ? exitCodes.usage : exitCodes.ok;
  }
  if (name === '--version' || name === '-V' || name === 'version') {
    terminal.out(`${version}\n`);
    return exitCodes.ok;
  }
  const load = commands[name];
  if (load === undefined) {
    const meant = didYouMean(name, Object.keys(commands));
    terminal.err(
      `gatehouse: there is no command '${name}'${meant === '' ? '.' : meant} 'gatehouse help' lists them.\n`,
    );
    return exitCodes.usage;
  }
  const command = await load();
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out(
      `${command.help.trim().replace(/^(?:Usage|Exit codes):/gm, (title) => styled(terminal, 'bold', title))}\n`,
    );
    return exitCodes.ok;
  }
  tellNewer(terminal);
  try {
    return await command.run(args, terminal);
  } catch (error) {
    if (error instanceof Declined) {
      if (error.message !== '') terminal.err(printable(`${error.message}\n`));
      return exitCodes.no;
    }
    if (error instanceof UsageError) {
      const end = error.message.endsWith('?') ? '' : '.';
      terminal.err(`gatehouse ${name}: ${error.message}${end} 'gatehouse ${name} --help' says more.\n`);
      return exitCodes.usage;
    }
    terminal.err(`gatehouse ${name}: ${messageOf(error)}\n`);
    return exitCodes.failed;
  }
}

/** Two ways in share one home: what is older says that the newer one serves the hooks. */
function tellNewer({ env, err }: Terminal): void {
  const installed = installedVersion(gatehouseHome(env));
  if (installed === undefined || !isNewer(installed, version)) return;
  err(`gatehouse: this is ${version}; the newer ${installed} is installed and serves the hooks. Update this one.\n`);
}

async function overview(terminal: Terminal): Promise<string> {
  const bold = (text: string) => styled(terminal, 'bold', text);
  const loaded = new Map<string, string>();
  for (const [name, load] of Object.entries(commands)) loaded.set(name, (await load()).summary);
  const grouped = new Set(Object.values(groups).flat());
  const others = [...loaded.keys()].filter((name) => !grouped.has(name));
  const sections = Object.entries({ ...groups, ...(others.length === 0 ? {} : { Others: others }) }).map(
    ([title, names]) => {
      const rows = names.map((name) => `  ${name.padEnd(12)} ${loaded.get(name) ?? ''}\n`);
      return `${bold(`${title}:`)}\n${rows.join('')}\n`;
    },
  );
  return `${bold('Gatehouse')} ${version}: a guard for coding agents.

${bold('Usage:')} gatehouse <command> [options]
       gatehouse help <command>

${sections.join('')}${notes.replace(/^[A-Z][\w ]+:$/gm, bold)}`;
}

const notes = `Options of every command:
  --help, -h   how to use it
  --version    the version of this program

Exit codes:
  0   done, or the answer is yes
  1   the answer is no: a flag is not passed, something is wrong, a person declined
  64  wrong usage; stderr says why
  70  it could not be done; stderr says why

Environment:
  GATEHOUSE_HOME         Gatehouse's own folder (default ~/.gatehouse)
  GATEHOUSE_DISABLE=1    switch all gates off
  GATEHOUSE_HOST=off     start no background host
  GATEHOUSE_LEVEL_<GATE> the level of one gate
  NO_COLOR, FORCE_COLOR  never or always colour the output; otherwise only a terminal gets colours

Files:
  .claude/gatehouse.json         what a repository asks for (the project, everyone)
  .claude/gatehouse.local.json   the same, for you alone
  ~/.gatehouse/config.json       what you ask for everywhere
`;

function ownTerminal(): Terminal {
  // A reader that has seen enough (`gatehouse explain | head`) is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env: process.env,
    cwd: process.cwd(),
    isTTY: process.stdin.isTTY && process.stdout.isTTY,
    colors: wantsColors(process.stdout.isTTY, process.env),
    ancestry: () => {
      const chain = chainFrom(process.ppid);
      return chain === undefined
        ? { kind: 'unproven', why: 'this system does not tell which process started which' }
        : ancestryOf(chain);
    },
    ask: async (question) => {
      const lines = createInterface({ input: process.stdin, output: process.stdout });
      try {
        return await lines.question(question);
      } finally {
        lines.close();
      }
    },
  };
}
