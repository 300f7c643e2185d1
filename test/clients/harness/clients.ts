import path from 'node:path';
import type { Step } from './order';

/** How the scripted model of a client asks for something to be done. */
export type Act =
  | { readonly shell: string }
  | { readonly write: readonly [file: string, content: string] }
  | { readonly replace: readonly [file: string, old: string, next: string] }
  | { readonly review: string };

export interface Folders {
  readonly base: string;
  readonly project: string;
  readonly home: string;
  readonly product: string;
}

/** A client as the tests run it: where it comes from, and what it needs to talk to a model on loopback. */
export interface TestClient {
  readonly name: 'copilot' | 'codex' | 'gemini' | 'opencode';
  /** Of the npm registry, with the version that the tables were read at. */
  readonly package: string;
  /** What is fetched at most, in MB. */
  readonly megabytes: number;
  /** The program inside the unpacked package; a script is started by node. */
  readonly program: string;
  /** A script that starts the program, where it takes more than one command. */
  readonly starter?: string;
  readonly args: (prompt: string, folders: Folders) => readonly string[];
  readonly env: (baseUrl: string, folders: Folders) => Readonly<Record<string, string>>;
  /** The person's own configuration. */
  readonly files: (baseUrl: string, folders: Folders) => Readonly<Record<string, string>>;
  readonly scope: 'local' | 'project' | 'user';
  /** The file in which `install` registers the hooks, below the project or the home. */
  readonly settings: string;
  readonly step: (act: Act) => Step;
}

const patch = (lines: readonly string[]): string => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

function patchOf(act: Exclude<Act, { shell: string } | { review: string }>): string {
  if ('write' in act) {
    const [file, content] = act.write;
    return patch([
      `*** Add File: ${file}`,
      ...content
        .trimEnd()
        .split('\n')
        .map((line) => `+${line}`),
    ]);
  }
  const [file, old, next] = act.replace;
  const marked = (mark: string, text: string) => text.split('\n').map((line) => `${mark}${line}`);
  return patch([`*** Update File: ${file}`, '@@', ...marked('-', old), ...marked('+', next)]);
}

/** A server of the person's own that reviews, as a client is told of it. */
const reviewer = ({ home }: Pick<Folders, 'home'>) => ({
  command: process.execPath,
  args: [path.join(home, 'reviewer.cjs')],
});

/** `opencode run` leaves at the end of the turn; a server of it stays, so that the turn can go on. */
const servedSession = `
const { spawn } = require('node:child_process');
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const [program, prompt] = process.argv.slice(2);
const projects = path.join(process.env.GATEHOUSE_HOME, 'projects');
const lines = () => readdirSync(projects).flatMap((name) => readFileSync(path.join(projects, name, 'decisions.jsonl'), 'utf8').split('\\n'));
const isLetGo = (line) => line.includes('"event":"Stop"') && JSON.parse(line).verdict.decision === undefined;
const server = spawn(program, ['serve', '--port', '0']);
server.stderr.pipe(process.stderr);
let said = '';
let session;
server.stdout.on('data', (text) => {
  said += text;
  const [address] = /http:\\/\\/127\\.0\\.0\\.1:\\d+/.exec(said) ?? [];
  if (address === undefined || session !== undefined) return;
  session = spawn(program, ['run', '--attach', address, prompt], { stdio: ['ignore', 'inherit', 'inherit'] });
  session.on('close', (code) => {
    const look = setInterval(() => {
      if (code === 0 && !lines().some(isLetGo)) return;
      clearInterval(look);
      server.kill();
      process.exit(code ?? 1);
    }, 100);
  });
});
`;

export const testClients: readonly TestClient[] = [
  {
    name: 'copilot',
    package: '@github/copilot-linux-x64@1.0.102',
    megabytes: 140,
    program: 'copilot',
    args: (prompt) => ['-p', prompt, '--allow-all-tools', '--no-color'],
    env: (baseUrl) => ({
      COPILOT_PROVIDER_BASE_URL: baseUrl,
      COPILOT_PROVIDER_TYPE: 'anthropic',
      COPILOT_PROVIDER_API_KEY: 'test',
      COPILOT_MODEL: 'claude-sonnet-4.5',
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    }),
    files: (_, { home, project }) => ({
      [path.join(home, '.copilot/config.json')]: JSON.stringify({
        trustedFolders: [project],
        trusted_folders: [project],
      }),
      [path.join(home, '.copilot/mcp-config.json')]: JSON.stringify({
        mcpServers: { reviewer: { type: 'local', tools: ['*'], ...reviewer({ home }) } },
      }),
    }),
    scope: 'project',
    settings: '.github/hooks/gatehouse.json',
    step(act) {
      if ('review' in act) return { name: 'reviewer-review', input: { prompt: act.review } };
      if ('shell' in act) return { name: 'bash', input: { command: act.shell, description: 'd' } };
      if ('write' in act) return { name: 'create', input: { path: act.write[0], file_text: act.write[1] } };
      const [file, old_str, new_str] = act.replace;
      return { name: 'edit', input: { path: file, old_str, new_str } };
    },
  },
  {
    name: 'codex',
    package: '@openai/codex@0.169.0-linux-x64',
    megabytes: 180,
    program: 'vendor/x86_64-unknown-linux-musl/bin/codex',
    args: (prompt) => ['exec', '--dangerously-bypass-hook-trust', '--skip-git-repo-check', prompt],
    env: (_, { home }) => ({ CODEX_HOME: path.join(home, '.codex'), LOCAL_KEY: 'test' }),
    files: (baseUrl, { home, project }) => ({
      [path.join(home, '.codex/config.toml')]: [
        'model = "gpt-5.5"',
        'model_provider = "local"',
        'approval_policy = "never"',
        'sandbox_mode = "danger-full-access"',
        '[model_providers.local]',
        'name = "local"',
        `base_url = "${baseUrl}/v1"`,
        'wire_api = "responses"',
        'env_key = "LOCAL_KEY"',
        'request_max_retries = 0',
        'stream_max_retries = 0',
        '[mcp_servers.reviewer]',
        `command = ${JSON.stringify(reviewer({ home }).command)}`,
        `args = ${JSON.stringify(reviewer({ home }).args)}`,
        `[projects."${project}"]`,
        'trust_level = "trusted"',
        '',
      ].join('\n'),
    }),
    scope: 'project',
    settings: '.codex/hooks.json',
    step(act) {
      if ('review' in act) return { name: 'review', namespace: 'mcp__reviewer', input: { prompt: act.review } };
      if ('shell' in act) return { name: 'exec_command', input: { cmd: act.shell } };
      return { name: 'apply_patch', custom: patchOf(act) };
    },
  },
  {
    name: 'gemini',
    package: '@google/gemini-cli@0.61.0',
    megabytes: 30,
    program: 'bundle/gemini.js',
    args: (prompt) => ['-p', prompt, '--approval-mode', 'yolo'],
    env: (baseUrl) => ({ GEMINI_API_KEY: 'test', GOOGLE_GEMINI_BASE_URL: baseUrl, GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    files: (_, { home }) => ({
      [path.join(home, '.gemini/settings.json')]: JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        telemetry: { enabled: false },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
        model: { name: 'gemini-2.5-pro' },
        mcpServers: { reviewer: { ...reviewer({ home }), trust: true } },
      }),
    }),
    scope: 'project',
    settings: '.gemini/settings.json',
    step(act) {
      if ('review' in act) return { name: 'mcp_reviewer_review', input: { prompt: act.review } };
      if ('shell' in act) return { name: 'run_shell_command', input: { command: act.shell } };
      if ('write' in act) return { name: 'write_file', input: { file_path: act.write[0], content: act.write[1] } };
      const [file_path, old_string, new_string] = act.replace;
      return { name: 'replace', input: { file_path, instruction: 'i', old_string, new_string } };
    },
  },
  {
    name: 'opencode',
    package: 'opencode-linux-x64@1.18.34',
    megabytes: 70,
    program: 'bin/opencode',
    starter: servedSession,
    args: (prompt) => [prompt],
    env: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      // A package that plugins may need is looked for once.
      npm_config_registry: 'http://127.0.0.1:1/',
      npm_config_fetch_retries: '0',
    }),
    files: (baseUrl, { home }) => ({
      [path.join(home, '.config/opencode/opencode.json')]: JSON.stringify({
        model: 'local/m',
        small_model: 'local/m',
        autoupdate: false,
        share: 'disabled',
        permission: { edit: 'allow', bash: 'allow' },
        mcp: { reviewer: { type: 'local', command: [reviewer({ home }).command, ...reviewer({ home }).args] } },
        provider: {
          local: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Local',
            options: { baseURL: `${baseUrl}/v1`, apiKey: 'test' },
            models: { m: { name: 'm', tool_call: true, limit: { context: 100_000, output: 4_000 } } },
          },
        },
      }),
    }),
    scope: 'project',
    settings: '.opencode/plugins/gatehouse.js',
    step(act) {
      if ('review' in act) return { name: 'reviewer_review', input: { prompt: act.review } };
      if ('shell' in act) return { name: 'bash', input: { command: act.shell, description: 'd' } };
      if ('write' in act) return { name: 'write', input: { filePath: act.write[0], content: act.write[1] } };
      const [filePath, oldString, newString] = act.replace;
      return { name: 'edit', input: { filePath, oldString, newString } };
    },
  },
];
