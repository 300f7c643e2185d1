import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import path from 'node:path';
import { deploy, type Deployed } from '../../../src/hooks/install/deploy';
import type { HookRequest } from '../../../src/hooks/host/frame';
import { freshToken, openHostFolder, publish, type Endpoint } from '../../../src/hooks/host/endpoint';
import { listen, type Timeouts, type Service, Statistics } from '../../../src/hooks/host/server';
import { freshFolder } from '../../harness/test-project';

/** A runner that prints what it was given: its answer shows that the cold path was taken. */
const tellingRunner = `
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
  const payload = Buffer.concat(chunks);
  const hash = require('node:crypto').createHash('sha256').update(payload).digest('hex');
  process.stdout.write(JSON.stringify({ via: 'cold', args: process.argv.slice(2), size: payload.length, hash,
    home: process.env.GATEHOUSE_HOME, electron: process.env.ELECTRON_RUN_AS_NODE,
    language: process.env.LC_ALL ?? 'none' }));
});
`;

/** The line before an answer of so many bytes. */
export const head = (code: number, outs: number): string =>
  `reply ${String(code).padStart(3)} ${String(outs).padStart(8)} ${'0'.padStart(8)}`.padEnd(31) + '\n';

export const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Told {
  readonly via: string;
  readonly args: readonly string[];
  readonly size: number;
  readonly hash: string;
  readonly home?: string;
  readonly electron?: string;
  readonly directory?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly language?: string;
}

/** A home of its own with runner and shims, and what a test puts into it. */
export class Stage {
  readonly root = freshFolder();
  readonly home = path.join(this.root, '.gatehouse');
  readonly deployed: Deployed;
  readonly log: string[] = [];
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();

  constructor(runtime: { node?: string; editor?: string; bash?: string | undefined } = {}) {
    const source = path.join(this.root, 'dist');
    mkdirSync(source);
    writeFileSync(path.join(source, 'runner.js'), tellingRunner);
    const found = { node: process.execPath, bash: '/bin/bash', ...runtime };
    this.deployed = deploy(source, this.home, found, { HOME: this.root });
  }

  get shim(): string {
    return path.join(this.deployed.bin, 'gatehouse-hook');
  }

  /** An answering host of this home; `over` changes what it does. */
  async host(over: Partial<Service> = {}, timeouts?: Timeouts, published: Partial<Endpoint> = {}): Promise<Endpoint> {
    const tokens = { clientToken: freshToken(), hostToken: freshToken() };
    const server = await listen(
      {
        build: this.deployed.build,
        ...tokens,
        statistics: new Statistics(),
        suspect: () => undefined,
        log: (what) => this.log.push(what),
        control: () => ({ stdout: '', stderr: '', exitCode: 0 }),
        hook: (request) => Promise.resolve({ stdout: told(request), stderr: '', exitCode: 0 }),
        ...over,
      },
      timeouts,
    );
    return this.announce(server, { ...tokens, ...published });
  }

  /** Publishes a server as this home's host. */
  announce(server: Server, over: Partial<Endpoint> = {}): Endpoint {
    this.#servers.push(server);
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const endpoint = {
      build: this.deployed.build,
      port,
      pid: process.pid,
      clientToken: freshToken(),
      hostToken: freshToken(),
      ...over,
    };
    openHostFolder(this.home);
    publish(this.home, endpoint);
    return endpoint;
  }

  run(
    args: readonly string[],
    payload: string,
    env: Readonly<Record<string, string>> = {},
    file = this.shim,
  ): Promise<Ran> {
    return runProgram(file, args, payload, { PATH: process.env.PATH ?? '', HOME: this.root, ...env }, this.root);
  }

  async tell(args: readonly string[], payload: string, env: Readonly<Record<string, string>> = {}): Promise<Told> {
    const ran = await this.run(args, payload, env);
    if (ran.code !== 0) throw new Error(`exit ${String(ran.code)}: ${ran.stderr}`);
    return JSON.parse(ran.stdout) as Told;
  }

  clear(): void {
    for (const server of this.#servers) server.close();
    for (const socket of this.#sockets) socket.destroy();
    rmSync(this.root, { recursive: true, force: true });
  }
}

export function told({ args, directory, env, payload }: HookRequest): string {
  const size = Buffer.byteLength(payload);
  return JSON.stringify({ via: 'warm', args, directory, env, size, hash: sha(payload) });
}

export function runProgram(
  file: string,
  args: readonly string[],
  payload: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.on('error', () => undefined).end(payload);
  });
}
