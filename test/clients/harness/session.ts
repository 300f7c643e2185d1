import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { timeLimit } from '../../../scripts/time-limits.mjs';
import { decisionLogFile } from '../../../src/hooks/pipeline/decision-log';
import { Trace } from '../../../src/hooks/pipeline/trace';
import { checkout } from '../../client/harness/client-package';
import { namespaceProblem, runConfined } from '../../client/harness/namespace';
import type { Act, TestClient } from './clients';
import type { Order, Outcome } from './order';

/** Git-ignored: the clients are fetched from the npm registry and are no part of the repository. */
const shelf = path.join(checkout, '.client');
const folderOf = (client: TestClient): string => path.join(shelf, client.package.replaceAll('/', '_'));
const programOf = (client: TestClient): string => path.join(folderOf(client), 'package', client.program);

/** Why a client cannot be run here; undefined where it can. */
export function obstacle(client: TestClient): string | undefined {
  const problem = namespaceProblem();
  if (problem !== undefined) return problem;
  if (process.arch !== 'x64') return `${client.name} is fetched for x64 alone, this is ${process.arch}`;
  return existsSync(programOf(client)) ? undefined : `${client.name} is not fetched: npm run test:clients fetches it`;
}

/** Fetches a client unless it is there: no install scripts, so many megabytes at most, and not for longer than this. */
export function fetchClient(client: TestClient): void {
  if (existsSync(programOf(client)) || namespaceProblem() !== undefined || process.arch !== 'x64') return;
  const partial = `${folderOf(client)}.${process.pid}.partial`;
  mkdirSync(partial, { recursive: true });
  try {
    const env = { ...process.env, HOME: userInfo().homedir };
    const view = spawnSync('npm', ['view', client.package, 'dist.unpackedSize'], {
      env,
      encoding: 'utf8',
      timeout: 30_000,
    });
    if (Number(view.stdout.trim() || 0) / 1e6 > client.megabytes * 5) throw new Error('it is larger than expected');
    const pack = spawnSync('npm', ['pack', '--silent', '--pack-destination', partial, client.package], {
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    const [name] = readdirSync(partial);
    if (pack.status !== 0 || name === undefined)
      throw new Error(pack.stderr.trim().slice(0, 300) || 'it took too long');
    spawnSync('tar', ['xzf', path.join(partial, name), '-C', partial]);
    rmSync(path.join(partial, name));
    rmSync(folderOf(client), { recursive: true, force: true });
    renameSync(partial, folderOf(client));
  } catch (error) {
    console.error(`${client.package} could not be fetched: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

export interface ClientSession extends Outcome {
  readonly decisions: readonly Trace[];
  readonly project: string;
  readFile(name: string): string | undefined;
  cleanup(): void;
}

/** Runs one session of a real client against a scripted model, in a network that is nothing but loopback. */
export async function runClient(
  client: TestClient,
  files: Readonly<Record<string, string>>,
  acts: (project: string) => readonly Act[],
): Promise<ClientSession> {
  const base = mkdtempSync(path.join(realpathSync(tmpdir()), `gatehouse-${client.name}-`));
  const folders = {
    base,
    project: path.join(base, 'project'),
    home: path.join(base, 'home'),
    product: path.join(base, 'product'),
  };
  for (const folder of [folders.project, folders.home]) mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) put(path.join(folders.project, name), text);
  put(path.join(folders.home, 'reviewer.cjs'), reviewer);
  put(path.join(folders.home, '.gatehouse/config.json'), '{ "review": { "tools": ["mcp__reviewer__review"] } }\n');
  cpSync(path.join(checkout, 'dist/hooks'), path.join(folders.product, 'dist/hooks'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  });
  cpSync(path.join(checkout, 'package.json'), path.join(folders.product, 'package.json'));
  const program = programOf(client);
  const started = program.endsWith('.js') ? [process.execPath, program] : [program];
  const starter = path.join(base, 'starter.cjs');
  if (client.starter !== undefined) put(starter, client.starter);
  const order: Order = {
    client: client.name,
    command: [...(client.starter === undefined ? [] : [process.execPath, starter]), ...started],
    ...folders,
    steps: acts(folders.project).map((act) => client.step(act)),
    scope: client.scope,
    path: [path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    timeoutMs: timeLimit('session'),
  };
  put(path.join(base, 'order.json'), JSON.stringify(order));
  const inside = path.join(base, 'inside.cjs');
  put(inside, bundled());
  const visible = [checkout, path.dirname(process.execPath)].map((folder) => realpathSync(folder));
  const ended = await runConfined(inside, [path.join(base, 'order.json')], base, visible, timeLimit('session') * 2);
  const file = path.join(base, 'outcome.json');
  if (!existsSync(file)) throw new Error(`the session of ${client.name} did not end: ${ended.stderr.slice(0, 2000)}`);
  const cleanup = () => {
    if (process.env.GATEHOUSE_KEEP !== '1') rmSync(base, { recursive: true, force: true });
  };
  process.on('exit', cleanup);
  return {
    ...(JSON.parse(readFileSync(file, 'utf8')) as Outcome),
    decisions: decisionsIn(path.join(folders.home, '.gatehouse/projects')),
    project: folders.project,
    readFile: (name) => {
      const at = path.join(folders.project, name);
      return existsSync(at) ? readFileSync(at, 'utf8') : undefined;
    },
    cleanup,
  };
}

function decisionsIn(projects: string): Trace[] {
  const logs = existsSync(projects)
    ? readdirSync(projects).map((name) => path.join(projects, name, decisionLogFile))
    : [];
  return logs
    .filter((log) => existsSync(log))
    .flatMap((log) => readFileSync(log, 'utf8').trimEnd().split('\n'))
    .map((line) => Trace.parse(JSON.parse(line)))
    .sort((one, other) => one.at - other.at);
}

/** A server with one tool, which finds nothing wrong. */
const reviewer = `
const text = '## Code review\\n\\nNo findings.\\n\\n### Merge Gate\\n\\n✅ Ready: No P0/P1, safe to merge\\n';
const tool = { name: 'review', description: 'reviews', inputSchema: { type: 'object', additionalProperties: true } };
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'reviewer', version: '1.0.0' } }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': () => ({ content: [{ type: 'text', text }] }),
  ping: () => ({}),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method]?.(params ?? {});
  const said = result === undefined ? { error: { code: -32601, message: 'no such method' } } : { result };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...said }) + '\\n');
});
`;

let program: string | undefined;

function bundled(): string {
  program ??= buildSync({
    entryPoints: [path.join(__dirname, 'inside.ts')],
    bundle: true,
    platform: 'node',
    target: 'node20',
    write: false,
  }).outputFiles[0]!.text;
  return program;
}

function put(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
