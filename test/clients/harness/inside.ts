import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { testClients } from './clients';
import type { Order, Outcome } from './order';
import { eventStream, wires, type Turn } from './wires';

/** The program inside the namespace: it prepares the project, installs the hooks, plays the model and runs the client. */
async function main(orderFile: string): Promise<void> {
  const order = JSON.parse(readFileSync(orderFile, 'utf8')) as Order;
  if (Object.keys(networkInterfaces()).some((name) => name !== 'lo')) throw new Error('refused: not on loopback alone');
  const client = testClients.find(({ name }) => name === order.client);
  if (client === undefined) throw new Error(`no client is called ${order.client}`);
  const model = new Model(order);
  const baseUrl = await model.start();
  const env = { ...environment(order), ...client.env(baseUrl, order) };
  for (const [file, text] of Object.entries(client.files(baseUrl, order))) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const git = (...args: string[]) => spawnSync('git', args, { cwd: order.project, env });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'Start');
  const runner = path.join(order.product, 'dist/hooks/runner.js');
  const words = ['install', '--agent', order.client, '--scope', order.scope, '--yes'];
  const installed = spawnSync(process.execPath, [runner, ...words], {
    cwd: order.project,
    env,
    encoding: 'utf8',
    input: '',
  });
  const ended = await run([...order.command, ...client.args('go', order)], order, env);
  const { status: code, stdout, stderr } = installed;
  const outcome: Outcome = { ...ended, installed: { code, stdout, stderr }, heard: model.heard };
  writeFileSync(path.join(order.base, 'outcome.json'), JSON.stringify(outcome));
  process.exit(0);
}

function environment({ home, path: searchPath }: Order): Record<string, string> {
  return {
    PATH: searchPath,
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    SHELL: '/bin/bash',
    TMPDIR: '/tmp',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.org',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.org',
    GATEHOUSE_HOME: path.join(home, '.gatehouse'),
    GATEHOUSE_HOST: 'off',
  };
}

function run(command: readonly string[], order: Order, env: NodeJS.ProcessEnv) {
  const [program = '', ...args] = command;
  return new Promise<Pick<Outcome, 'exitCode' | 'stdout' | 'stderr'>>((resolve) => {
    const child = spawn(program, args, { cwd: order.project, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const deadline = setTimeout(() => child.kill('SIGKILL'), order.timeoutMs);
    child.on('close', (exitCode) => {
      clearTimeout(deadline);
      resolve({ exitCode, stdout, stderr });
    });
  });
}

/** Plays the steps in order, whatever it hears, and notes what is new in each request. */
class Model {
  readonly heard: string[] = [];
  private next = 0;
  private serial = 0;
  private known = 0;

  constructor(private readonly order: Order) {}

  async start(): Promise<string> {
    const server = http.createServer((request, response) => void this.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const route = (request.url ?? '').split('?')[0] ?? '';
    const wire = wires.find((one) => one.route.test(route));
    if (wire === undefined || request.method !== 'POST') {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{}');
      return;
    }
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
    const turn = wire.aside?.(body) === true ? { text: '{}' } : this.turn(wire.conversation(body));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(eventStream(wire, turn, ++this.serial, body));
  }

  private turn(conversation: readonly unknown[]): Turn {
    this.heard.push(JSON.stringify(conversation.slice(this.known)));
    this.known = conversation.length;
    return this.order.steps[this.next++] ?? { text: 'Done.' };
  }
}

void main(process.argv[2] ?? '');
