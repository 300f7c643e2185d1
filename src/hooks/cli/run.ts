import { createInterface } from 'node:readline/promises';
import { ancestryOf } from '../person/ancestry';
import { chainFrom } from '../person/processes';
import { exitCodes, type Terminal } from './command';
import { commands } from './commands';
import { UsageError } from './words';

/** Runs a command of the command line; everything but `hook` comes here. */
export async function runCommand(argv: readonly string[], terminal: Terminal = ownTerminal()): Promise<number> {
  const [name, ...args] = argv;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    terminal.out(await overview());
    return name === undefined ? exitCodes.usage : exitCodes.ok;
  }
  const load = commands[name];
  if (load === undefined) {
    terminal.err(`gatehouse: there is no command '${name}'. 'gatehouse help' lists them.\n`);
    return exitCodes.usage;
  }
  const command = await load();
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out(`${command.help.trim()}\n`);
    return exitCodes.ok;
  }
  try {
    return await command.run(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`gatehouse ${name}: ${error.message}. 'gatehouse ${name} --help' says more.\n`);
      return exitCodes.usage;
    }
    terminal.err(`gatehouse ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCodes.failed;
  }
}

async function overview(): Promise<string> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()));
  const rows = loaded.map((command) => `  ${command.name.padEnd(12)} ${command.summary}`);
  return [
    'Gatehouse: a guard for coding agents.',
    '',
    'Usage: gatehouse <command> [options]',
    '',
    ...rows,
    '',
    "'gatehouse <command> --help' says more.",
    '',
  ].join('\n');
}

function ownTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env: process.env,
    cwd: process.cwd(),
    isTTY: process.stdin.isTTY && process.stdout.isTTY,
    ancestry: () => {
      const chain = chainFrom(process.ppid);
      return chain === undefined
        ? { kind: 'unproven', why: 'this system does not tell who started what' }
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
