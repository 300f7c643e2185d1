import path from 'node:path';
import { checkout, clientVersions } from '../test/client/harness/client-package';
import { runSession, say, use } from '../test/client/harness/session';
import { median, quantile, table } from './figures';

/**
 * What the plugin's mod adds to a call inside the real client. Three clocks are mods too: the first pair has nothing
 * between them, which is what any mod costs; ours stands between the second pair.
 */
const calls = 50;
const clocks = ['first', 'before', 'behind'] as const;
const commands = ['ls -la', 'git status --short', 'head -3 a.txt', 'grep -rn one .', 'echo a > build.txt'];
const bash = (command: string) => use('Bash', { command, description: 'a step' });

const clock = (name: string): Record<string, string> => ({
  [`${name}/.claude-plugin/plugin.json`]: JSON.stringify({ name, version: '0.1.0', description: 'x' }),
  [`${name}/hooks/hooks.json`]: '{"modules":["./register.js"]}',
  [`${name}/hooks/register.js`]: `let log = '';
export const register = (on) => {
  on('tool.call', async ($, e, next) => {
    if (e.command === 'echo ${name}') return { deny: log };
    log += e.tool_use_id + ' ' + performance.now() + '\\n';
    return next(e);
  });
};
`,
});

async function main(): Promise<void> {
  const plugin = path.join(checkout, 'dist/plugin');
  const session = await runSession({
    client: clientVersions[0],
    install: { scope: 'local' },
    recorded: false,
    runner: [['host', 'start']],
    args: ['./first', './before', plugin, './behind'].flatMap((folder) => ['--plugin-dir', folder]),
    files: { 'a.txt': 'one\n', ...clock('first'), ...clock('before'), ...clock('behind') },
    turns: [
      ...Array.from({ length: calls }, (_, at) => bash(commands[at % commands.length]!)),
      ...clocks.map((name) => bash(`echo ${name}`)),
      say('Done.'),
    ],
  });
  const [first, before, behind] = clocks.map((name) => {
    const log = session.toolResults.find(({ input }) => input.command === `echo ${name}`)?.text ?? '';
    return new Map([...log.matchAll(/(toolu_\w+) ([\d.]+)/g)].map(([, id = '', at]) => [id, Number(at)]));
  });
  session.cleanup();
  const between = (from: ReadonlyMap<string, number>, to: ReadonlyMap<string, number>) =>
    [...from].flatMap(([id, at]) => (to.has(id) ? [to.get(id)! - at] : []));
  const hop = between(first!, before!);
  const ours = between(before!, behind!);
  const more = ours.map((time, at) => time - (hop[at] ?? 0));
  const row = (name: string, times: readonly number[]) => [
    name,
    median(times).toFixed(2),
    quantile(times, 0.95).toFixed(2),
  ];
  const rows = [row('a mod that does nothing', hop), row('the Gatehouse mod', ours), row('more', more)];
  process.stdout.write(
    `${table([`${ours.length} Bash calls, client ${clientVersions[0]}`, 'median ms', 'p95 ms'], rows)}\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
