import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { answerHook } from '../../../src/hooks/pipeline/hook';
import { claude } from '../../../src/hooks/protocol/dialects/claude';
import { otherDialects } from '../../../src/hooks/protocol/dialects';
import type { Dialect } from '../../../src/hooks/protocol/dialects/dialect';
import type { Reply } from '../../../src/hooks/protocol/reply';
import { afterwards, before, moment, type Client } from '../protocol/client-payloads';
import { scenarios, settings, type Moment, type Scenario } from './scenarios';

/** What came of a scenario. `—`: the client has no such tool, or shows hooks nothing of it. */
export type Outcome =
  'blocked' | 'asked' | 'rewritten' | 'approved' | 'held' | 'masked' | 'stale' | 'told' | 'passed' | 'impossible' | '—';

export const enforced: readonly Outcome[] = ['blocked', 'asked', 'rewritten', 'approved', 'held', 'masked', 'stale'];

export const columns: readonly Client[] = ['claude', 'vscode', 'copilot', 'codex', 'gemini', 'cursor', 'opencode'];

export const dialect = (client: Client): Dialect =>
  [claude, ...otherDialects].find(({ name }) => name === client) ?? claude;

/** A project and a home in which every scenario means something. */
export function prepare(folder: string, env: Record<string, string>): string {
  const cwd = path.join(folder, 'project');
  const put = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
    writeFileSync(path.join(cwd, name), text);
  };
  put('src/a.ts', 'export const a = 1;\n');
  put('.gitignore', '.env\n.claude_review_state.json\n');
  const git = (...args: string[]) => execFileSync('git', args, { cwd, env, stdio: 'ignore' });
  git('init', '-q', '-b', 'topic');
  git('add', '-A');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-q', '-m', 'Start');
  put('.env', 'TOKEN=0\n');
  put('src/a.ts', 'export const a = 2;\n');
  put('.claude/.test-status', 'fail|1|1\n');
  const command = '/home/me/.gatehouse/bin/gatehouse-hook PreToolUse --client codex';
  for (const file of new Set(Object.values(settings))) {
    put(file, JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } }));
  }
  return cwd;
}

export async function outcomeOf(
  client: Client,
  { does, approval }: Scenario,
  env: Record<string, string>,
  cwd: string,
): Promise<Outcome> {
  const what = typeof does === 'function' ? does(client) : does;
  if (what === undefined) return '—';
  const edited = typeof what === 'object' && 'after' in what && 'edit' in what.after;
  const [event, payload] = sent(client, what);
  const args = [event, ...(client === 'claude' ? [] : ['--client', client === 'vscode' ? 'copilot' : client])];
  const text = typeof payload === 'string' ? payload : JSON.stringify({ ...payload, cwd });
  const state = path.join(cwd, '.claude_review_state.json');
  if (edited) rmSync(state, { force: true });
  const { reply, finish } = await answerHook({ args, payload: text, env, cwd, via: 'warm' });
  finish();
  if (edited) return readFileSync(state, 'utf8').includes('"has_code_change": true') ? 'stale' : 'passed';
  const outcome = read(client, event, what, reply);
  return approval === true && outcome === 'passed' && dialect(client).can.approve !== true ? 'impossible' : outcome;
}

function sent(
  client: Client,
  what: Moment,
): readonly [event: string, payload: string | Readonly<Record<string, unknown>>] {
  if (what === 'broken') return ['PreToolUse', '{"tool_name": "x", '];
  if (what === 'start') return ['SessionStart', moment(client, 'start')];
  if (what === 'stop') return ['Stop', moment(client, 'stop')];
  if ('prompt' in what) return ['UserPromptSubmit', moment(client, 'prompt', { prompt: what.prompt })];
  if ('after' in what) return ['PostToolUse', afterwards(client, what.after, what.output)];
  return ['PreToolUse', before(client, what.before)];
}

function read(client: Client, event: string, what: Moment, { stdout, exitCode }: Reply): Outcome {
  if (exitCode === 2) return 'blocked';
  if (typeof what === 'object' && 'after' in what) return afterTool(client, what, stdout);
  if (event === 'Stop') return /"(?:block|deny)"|"followup_message"|"goOn"/.test(stdout) ? 'held' : 'passed';
  if (event !== 'PreToolUse') {
    if (/additional_?[cC]ontext|"context"/.test(stdout)) return 'told';
    return event === 'UserPromptSubmit' && dropsPrompts.includes(client) ? 'impossible' : 'passed';
  }
  if (/"(?:permissionDecision|permission|decision)":"deny"|^\{"deny"/.test(stdout)) return 'blocked';
  if (/"(?:permissionDecision|decision)":"ask"/.test(stdout)) return 'asked';
  if (/"(?:updatedInput|modifiedArgs|updated_input|tool_input|input)":/.test(stdout)) return 'rewritten';
  if (stdout.includes('"permissionDecision":"allow"')) return 'approved';
  return /ontext|systemMessage/.test(stdout) ? 'told' : 'passed';
}

/** Clients that throw away what a hook says to a prompt. */
const dropsPrompts: readonly Client[] = ['vscode', 'cursor'];

function afterTool(client: Client, { output }: Extract<Moment, { after: unknown }>, stdout: string): Outcome {
  if (dialect(client).can.mask !== true) return 'impossible';
  return stdout.includes('masked') || (stdout !== '' && !stdout.includes(output)) ? 'masked' : 'passed';
}

const cell = (outcome: Outcome): string => (outcome === 'impossible' ? '**impossible**' : outcome);

/** The page, out of what the gates answered. */
export function page(rows: readonly (readonly Outcome[])[]): string {
  const titles = columns.map((client) => dialect(client).title);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [
    line(['an agent …', ...titles]),
    line(['---', ...titles.map(() => '---')]),
    ...scenarios.map(({ title, dangerous }, at) =>
      line([dangerous ? `${title} ⚠` : title, ...(rows[at] ?? []).map(cell)]),
    ),
  ];
  const limits = columns.map((client) => {
    const { title, readAt, can, failure, blind } = dialect(client);
    const unable = [...new Set(Object.values(can).filter((ability) => ability !== true))];
    const lines = [...unable, ...blind, `If a hook fails or cannot be started, ${failure}`];
    return `### ${title}\n\nRead at ${readAt}.\n\n${lines.map((text) => `- ${text}`).join('\n')}\n`;
  });
  return `# Clients

Gatehouse works with Claude Code and six other clients. The gates, the evidence and the editor are the same for all of them: a review
that was earned in one counts for a commit in another. \`gatehouse install --agent <name>\` registers the hooks.

The table shows how the gates answer each client’s payloads; \`test/unit/clients/scenarios.test.ts\` computes it.

- _blocked_, _asked_ (you are asked), _rewritten_, _approved_, _held_ (the turn goes on), _masked_ and _stale_ are enforced.
- _told_ is advice for the model. _passed_ leaves the call to the client.
- **impossible**: the client gives hooks no way to do it. —: the client has no such tool, or does not show it to hooks.
- ⚠ marks what must not pass. It passes only where the client gives hooks no way to block it.

${table.join('\n')}

## What each client cannot do

${limits.join('\n')}
\`npm run test:clients\` runs Copilot CLI, Codex, Gemini CLI and opencode against a model on loopback, and \`npm run test:client\` Claude Code.
VS Code’s agent and Cursor need an account for that, so their payloads are taken from their documentation and packages.
`;
}
