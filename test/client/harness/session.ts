/**
 * Runs one session of the real Claude Code client against a scripted model.
 *
 * How to write a suite:
 *
 *   clientSuite('what is shown', ['2.1.328'], (client) => {
 *     it('a sentence about one behaviour', async () => {
 *       const session = await runSession({
 *         client,
 *         install: { scope: 'local' },          // the product registers itself, as a person would do it
 *         env: { STOP_GUARD_MODE: 'strict' },   // the client's environment, and so the hooks'
 *         files: { 'src/a.ts': 'export {};\n' },
 *         servers: { codex: { codex: ['⛔ Blocked', '✅ Ready'] } },   // one reply per call, in order
 *         watch: ['.claude_review_state.json'],  // kept with every exchange: the state when the model was asked
 *         turns: ({ project }) => [
 *           use('Write', { file_path: `${project}/src/a.ts`, content: 'export const a = 1;\n' }),
 *           use('mcp__codex__codex', { prompt: 'review' }),
 *           say('I am done.'),                   // a turn without tools: the client fires Stop
 *         ],
 *       });
 *       assert.match(session.toolResults[1].text, /Blocked/);
 *     });
 *   });
 *
 * The model plays its turns in order, whatever it hears; when they are used up it says "Done.". What it heard is in
 * `modelSaw`. Tools that the script uses are allowed beforehand (AskUserQuestion is not: its prompt goes to `answers`,
 * which needs `inputs`). A turn may wait `once` a file holds a text, and the person may `resume` the conversation.
 * A sub-agent's conversation is a thread, known by a text in its prompt. The project is a
 * committed git repository; nothing of this machine but PATH is known to the client, and nothing of it can be written.
 * Still, script only commands that do no harm where no gate stops them.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { timeLimit } from '../../../scripts/time-limits.mjs';
import { keep, keptError } from '../../harness/keep';
import { checkout, clientCommand, clientVersions, type ClientVersion } from './client-package';
import { managedFolder, runConfined } from './namespace';
import { readSession, type Session } from './reader';
import type { Files, Folders, Order, Outcome, RunnerCommand, SessionScript, ToolUse, Turn } from './script';

/** A turn in which the model only speaks; it then wants to stop. */
export const say = (text: string, more: Omit<Turn, 'text' | 'uses'> = {}): Turn => ({ ...more, text });

/** A turn in which the model calls one tool. */
export const use = (name: string, input: ToolUse['input'], more: Omit<Turn, 'uses'> = {}): Turn => ({
  ...more,
  uses: [{ name, input }],
});

export interface SessionOrder extends Partial<Omit<SessionScript, 'turns' | 'threads' | 'commands'>> {
  readonly turns: readonly Turn[] | ((folders: Folders) => readonly Turn[]);
  readonly threads?: SessionScript['threads'];
  readonly files?: Files;
  /** Below the person's home, whose `bin` comes first on the PATH. */
  readonly home?: Files;
  /** Written to the project's own .claude/settings.json. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** An administrator's settings, by their file below the folder where the client looks for them. */
  readonly managed?: Files;
  /** Runs the product's `install` in the project. `env` is the installer's alone. */
  readonly install?: { readonly scope: 'local' | 'project' | 'user'; readonly env?: Readonly<Record<string, string>> };
  /** Tools that run without a question: every tool that the session uses, where nothing else is said. */
  readonly allowedTools?: readonly string[];
  /** `acceptEdits`, where nothing else is said. */
  readonly permissionMode?: string;
  /** Where it takes place, if that is there already: nothing of it is removed afterwards. */
  readonly place?: Omit<Folders, 'product' | 'payloads'>;
  /** Further command lines of the runner, after the installation: `['host', 'start']`. */
  readonly runner?: readonly (readonly string[])[];
}

export async function runSession(order: SessionOrder): Promise<Session> {
  const client = order.client ?? clientVersions[0];
  const command = clientCommand(client);
  if (command === undefined) throw new Error(`Claude Code ${client} is not here: a clientSuite fetches it first`);
  const folders = order.place === undefined ? makeFolders() : foldersAt(order.place);
  for (const [name, content] of Object.entries(order.files ?? {})) put(path.join(folders.project, name), content ?? '');
  for (const [name, content] of Object.entries(order.home ?? {})) put(path.join(folders.home, name), content ?? '');
  for (const [name, content] of Object.entries(order.managed ?? {}))
    put(path.join(folders.base, managedFolder, name), content ?? '');
  if (order.settings !== undefined) {
    put(path.join(folders.project, '.claude/settings.json'), JSON.stringify(order.settings, null, 2));
  }
  const commands = runnerCommands(order);
  if (commands.length > 0) copyProduct(folders.product);
  const script = scriptOf(order, client, folders, commands);
  const programs = path.join(folders.base, 'programs');
  const sent: Order = {
    folders,
    checkout,
    script,
    clientCommand: command,
    path: `${folders.home}/bin:${searchPath()}`,
    mcpServerProgram: path.join(programs, 'mcp-server.cjs'),
  };
  for (const program of insidePrograms()) put(path.join(programs, program.name), program.text);
  put(path.join(folders.base, 'order.json'), JSON.stringify(sent));

  const started = Date.now();
  const visible = [checkout, path.dirname(process.execPath)].map((folder) => realpathSync(folder));
  const args = [path.join(folders.base, 'order.json')];
  const inside = path.join(programs, 'inside.cjs');
  const confined = await runConfined(inside, args, folders.base, visible, script.timeoutMs + timeLimit('attempt'));
  const outcomeFile = path.join(folders.base, 'outcome.json');
  if (!existsSync(outcomeFile)) {
    throw keptError(
      `the session did not come to an end (exit ${confined.exitCode}): ${confined.stderr.slice(0, 2000)}`,
      keepSessions(`a session that did not end, of Claude Code ${client}`, [folders.base]),
    );
  }
  const outcome = JSON.parse(readFileSync(outcomeFile, 'utf8')) as Outcome;
  if (outcome.timedOut) {
    const last = JSON.stringify(outcome.events.at(-1) ?? {}).slice(0, 1000);
    throw keptError(
      `the client was still busy after ${script.timeoutMs} ms; its last word: ${last} ${outcome.stderr}`,
      keepSessions(`a busy session of Claude Code ${client}`, [folders.base]),
    );
  }
  const clean = order.place === undefined ? () => remove(folders.base) : () => undefined;
  return readSession(folders, outcome, Date.now() - started, clean);
}

function scriptOf(
  order: SessionOrder,
  client: ClientVersion,
  folders: Folders,
  commands: readonly RunnerCommand[],
): SessionScript {
  const turns = typeof order.turns === 'function' ? order.turns(folders) : order.turns;
  const threads = order.threads ?? [];
  const answers = order.answers ?? [];
  const everyTurn = [turns, ...threads.map((thread) => thread.turns)].flat();
  const used = new Set(everyTurn.flatMap((turn) => (turn.uses ?? []).map((call) => call.name)));
  used.delete('AskUserQuestion');
  const allowed = order.allowedTools ?? [...used];
  return {
    client,
    prompt: order.prompt ?? 'go',
    inputs: order.inputs ?? null,
    turns,
    threads,
    answers,
    servers: order.servers ?? {},
    trusted: order.trusted ?? false,
    recorded: order.recorded ?? true,
    watch: order.watch ?? [],
    commands,
    clientCommands: order.clientCommands ?? [],
    args: [
      ...['--permission-mode', order.permissionMode ?? 'acceptEdits'],
      ...(allowed.length === 0 ? [] : ['--allowedTools', allowed.join(',')]),
      ...(order.inputs === undefined || order.inputs === null ? [] : ['--permission-prompt-tool', 'stdio']),
      ...(order.args ?? []),
    ],
    env: order.env ?? {},
    timeoutMs: order.timeoutMs ?? timeLimit('session'),
  };
}

function runnerCommands({ install, runner }: SessionOrder): readonly RunnerCommand[] {
  const installing =
    install === undefined ? [] : [{ args: ['install', '--scope', install.scope, '--yes'], env: install.env ?? {} }];
  return [...installing, ...(runner ?? []).map((args) => ({ args, env: {} }))];
}

const bases = new Set<string>();

/** The folders of the sessions that are still there, in the order they began. */
export const openSessions = (): readonly string[] => [...bases];

/** Keeps the transcripts, hook payloads, decisions and logs of sessions, to look into a failure. */
export function keepSessions(title: string, folders: readonly string[]): string {
  const parts = {
    'outcome.json': 'outcome.json',
    payloads: 'payloads',
    transcripts: 'home/.claude/projects',
    'host.log': 'home/.gatehouse/host/host.log',
    projects: 'home/.gatehouse/projects',
  };
  const named = folders.flatMap((base, at) =>
    Object.entries(parts).map(([name, part]) => [`${at + 1}-${name}`, path.join(base, part)] as const),
  );
  return keep(title, Object.fromEntries(named));
}
process.on('exit', () => {
  for (const base of bases) remove(base);
});

function remove(base: string): void {
  if (process.env.GATEHOUSE_KEEP === '1') return;
  rmSync(base, { recursive: true, force: true });
  bases.delete(base);
}

function makeFolders(): Folders {
  const base = mkdtempSync(path.join(realpathSync(tmpdir()), 'gatehouse-client-'));
  bases.add(base);
  return foldersAt({
    base,
    project: path.join(base, 'project'),
    home: path.join(base, 'home'),
    claudeHome: path.join(base, 'home/.claude'),
    gatehouseHome: path.join(base, 'home/.gatehouse'),
  });
}

function foldersAt(place: Omit<Folders, 'product' | 'payloads'>): Folders {
  const folders = { ...place, product: path.join(place.base, 'product'), payloads: path.join(place.base, 'payloads') };
  // Those of an earlier session in the same place are not this one's.
  rmSync(folders.payloads, { recursive: true, force: true });
  for (const folder of [folders.project, folders.claudeHome, folders.payloads]) mkdirSync(folder, { recursive: true });
  return folders;
}

/** Another build meanwhile does not disturb a running session. */
function copyProduct(target: string): void {
  const built = path.join(checkout, 'dist/hooks');
  if (!existsSync(path.join(built, 'runner.js')))
    throw new Error('dist/hooks/runner.js is missing: run `npm run build`');
  cpSync(built, path.join(target, 'dist/hooks'), { recursive: true, filter: (file) => !file.endsWith('.map') });
  cpSync(path.join(checkout, 'package.json'), path.join(target, 'package.json'));
}

let programs: readonly { name: string; text: string }[] | undefined;

/** The programs that run inside, bundled once, so that plain Node starts them at full speed. */
function insidePrograms(): readonly { name: string; text: string }[] {
  programs ??= buildSync({
    entryPoints: ['inside', 'mcp-server'].map((name) => path.join(__dirname, `${name}.ts`)),
    bundle: true,
    platform: 'node',
    target: 'node20',
    outdir: checkout,
    outExtension: { '.js': '.cjs' },
    write: false,
  }).outputFiles.map((file) => ({ name: path.basename(file.path), text: file.text }));
  return programs;
}

/** This machine's PATH with our own Node first and without what npm puts before it. */
function searchPath(): string {
  const inherited = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return [...new Set([path.dirname(process.execPath), ...inherited])].join(':');
}

function put(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content, { mode: content.startsWith('#!') ? 0o755 : 0o644 });
}
