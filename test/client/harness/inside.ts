import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { trustList, withWorkspace } from '../../../src/hooks/configuration/trust';
import { runClient } from './client-process';
import { ModelServer } from './model-server';
import { recorderSettings } from './recorder';
import type { CommandOutcome, Files, Folders, Order, Outcome, SessionScript } from './script';

/** The program inside the namespace: it prepares the project, plays the model, runs the client and writes the outcome. */
async function main(orderFile: string): Promise<void> {
  const order = JSON.parse(readFileSync(orderFile, 'utf8')) as Order;
  const { folders, script } = order;
  const reachable = Object.keys(networkInterfaces()).filter((name) => name !== 'lo');
  if (reachable.length > 0) throw new Error(`refused: this network reaches beyond loopback (${reachable.join(', ')})`);
  if (canWrite(order.checkout)) throw new Error('refused: the checkout can be written from here');

  const server = new ModelServer(script, {
    readFiles: (names) => readFiles(folders.project, names),
    writeFiles: (files) => writeFiles(folders.project, files),
  });
  const env = environment(order, await server.start());
  commitProject(folders, env);
  if (script.trusted) await trust(folders.project, env);
  const commands = script.commands.map(({ args, env: more }) =>
    runRunner(folders, args, { ...env, ...more }, script.timeoutMs),
  );
  for (const args of script.clientCommands) runClientCommand(order, args, env);

  const started = Date.now();
  const end = await runClient({
    command: [...order.clientCommand, ...clientArguments(order)],
    cwd: folders.project,
    env,
    inputs: script.inputs,
    answers: script.answers,
    writeFiles: (files) => writeFiles(folders.project, files),
    timeoutMs: script.timeoutMs,
  });
  if (server.faults.length > 0) throw new Error(server.faults.join('\n'));
  const outcome: Outcome = { ...end, commands, exchanges: server.exchanges, durationMs: Date.now() - started };
  writeFileSync(path.join(folders.base, 'outcome.json'), JSON.stringify(outcome));
  process.exit(0);
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Built from nothing: what is not here, the client does not know. */
function environment({ folders, script, path: searchPath }: Order, baseUrl: string): Record<string, string> {
  return {
    PATH: searchPath,
    HOME: folders.home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    SHELL: '/bin/bash',
    TMPDIR: '/tmp',
    GIT_CONFIG_NOSYSTEM: '1',
    CLAUDE_CONFIG_DIR: folders.claudeHome,
    GATEHOUSE_HOME: folders.gatehouseHome,
    // A host that outlives the client would outlive the test.
    GATEHOUSE_HOST: 'off',
    ANTHROPIC_BASE_URL: baseUrl,
    ANTHROPIC_API_KEY: 'test',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    IS_SANDBOX: '1',
    ...script.env,
  };
}

function clientArguments({ folders, script, mcpServerProgram }: Order): string[] {
  const settings = path.join(folders.base, 'recorder.json');
  writeFileSync(settings, JSON.stringify(script.recorded ? recorderSettings(script.client, folders.payloads) : {}));
  const mcp = path.join(folders.base, 'mcp.json');
  const orderFile = path.join(folders.base, 'order.json');
  const mcpServers = Object.fromEntries(
    Object.keys(script.servers).map((name) => [
      name,
      { command: process.execPath, args: [mcpServerProgram, orderFile, name] },
    ]),
  );
  writeFileSync(mcp, JSON.stringify({ mcpServers }));
  return [
    '-p',
    ...(script.inputs === null ? [script.prompt] : ['--input-format', 'stream-json']),
    ...['--output-format', 'stream-json', '--verbose', '--include-hook-events'],
    ...['--settings', settings, '--mcp-config', mcp, '--strict-mcp-config'],
    ...script.args,
  ];
}

/** The word of a person, without the terminal that the command asks for. */
async function trust(folder: string, env: Record<string, string>): Promise<void> {
  await trustList(env).update((list) => withWorkspace(list, { folder, by: 'Ada', at: Date.now() }));
}

/** The project starts as a repository with everything committed, where it is none yet. */
function commitProject(folders: Folders, env: Record<string, string>): void {
  if (existsSync(path.join(folders.project, '.git'))) return;
  const identity = '[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n';
  writeFileSync(path.join(folders.home, '.gitconfig'), identity);
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-q', '--allow-empty', '-m', 'Start'],
  ]) {
    const git = spawnSync('git', args, { cwd: folders.project, env, encoding: 'utf8' });
    if (git.status !== 0) throw new Error(`git ${args.join(' ')}: ${git.stderr}`);
  }
}

function runRunner(
  folders: Folders,
  args: readonly string[],
  env: Record<string, string>,
  timeout: number,
): CommandOutcome {
  const runner = path.join(folders.product, 'dist/hooks/runner.js');
  const run = spawnSync(process.execPath, [runner, ...args], {
    cwd: folders.project,
    env,
    encoding: 'utf8',
    input: '',
    timeout,
  });
  return { args, exitCode: run.status, stdout: run.stdout, stderr: run.stderr };
}

function runClientCommand(
  { clientCommand, folders }: Order,
  args: readonly string[],
  env: Record<string, string>,
): void {
  const [program = '', ...words] = clientCommand;
  const run = spawnSync(program, [...words, ...args], { cwd: folders.project, env, encoding: 'utf8', input: '' });
  if (run.status !== 0) throw new Error(`claude ${args.join(' ')}: ${run.stdout}${run.stderr}`);
}

function readFiles(project: string, names: SessionScript['watch']): Files {
  const content = (name: string) => {
    try {
      return readFileSync(path.join(project, name), 'utf8');
    } catch {
      return null;
    }
  };
  return Object.fromEntries(names.map((name) => [name, content(name)]));
}

function writeFiles(project: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(project, name);
    if (content === null) rmSync(file, { force: true });
    else {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(70);
});
