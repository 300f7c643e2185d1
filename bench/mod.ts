import path from 'node:path';
import { checkout, clientVersions } from '../test/client/harness/client-package';
import { runSession, say, use } from '../test/client/harness/session';
import { median, quantile, table } from './figures';

/**
 * How long the plugin's mod holds a call up inside the real client, over every step of the call that it takes part in.
 * Three clocks are mods too: the first pair has nothing between them, which is what any mod costs; ours stands between
 * the second pair. A step goes in through all mods and comes out through them; what is timed is the way through ours.
 */
const calls = 50;
const clocks = ['first', 'before', 'behind'] as const;
const commands = ['ls -la', 'git status --short', 'head -3 a.txt', 'grep -rn one .', 'echo a > build.txt'];
const bash = (command: string) => use('Bash', { command, description: 'a step' });

const clock = (name: string): Record<string, string> => ({
  [`${name}/.claude-plugin/plugin.json`]: JSON.stringify({ name, version: '0.1.0', description: 'x' }),
  [`${name}/hooks/hooks.json`]: '{"modules":["./register.js"]}',
  [`${name}/hooks/register.js`]: `let log = '';
const note = (id, way) => { log += id + ' ' + way + ' ' + performance.now() + '\\n'; };
export const register = (on) => {
  on('tool.call', async ($, e, next) => {
    if (e.command === 'echo ${name}') return { deny: log };
    note(e.tool_use_id, 'call>');
    return next(e);
  });
  on('classic.PreToolUse', async (_, e, next) => {
    note(e.tool_use_id, 'hooks>');
    const answer = await next(e);
    note(e.tool_use_id, 'hooks<');
    return answer;
  });
  on('tool.check', async (_, e, next) => {
    note(e.tool_use_id, 'check>');
    const answer = await next(e);
    note(e.tool_use_id, 'check<');
    return answer;
  });
  on('tool.run', async ($, e, next) => {
    note(e.tool_use_id, 'run>');
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
    args: ['./first', './before', plugin, './background-start'].flatMap((folder) => ['--plugin-dir', folder]),
    files: { 'a.txt': 'one\n', ...clock('first'), ...clock('before'), ...clock('behind') },
    turns: [
      ...Array.from({ length: calls }, (_, at) => bash(commands[at % commands.length]!)),
      ...clocks.map((name) => bash(`echo ${name}`)),
      say('Done.'),
    ],
  });
  const [first, before, behind] = clocks.map((name) => {
    const log = session.toolResults.find(({ input }) => input.command === `echo ${name}`)?.text ?? '';
    return new Map([...log.matchAll(/(toolu_\w+ \w+[<>]) ([\d.]+)/g)].map(([, step = '', at]) => [step, Number(at)]));
  });
  session.cleanup();
  /** For each call the time between two clocks: inwards the outer one is passed first, outwards the inner one. */
  const between = (outer: ReadonlyMap<string, number>, inner: ReadonlyMap<string, number>) => {
    const sums = new Map<string, number>();
    for (const [step, at] of outer) {
      const there = inner.get(step);
      const [id = ''] = step.split(' ');
      if (there !== undefined) sums.set(id, (sums.get(id) ?? 0) + Math.abs(there - at));
    }
    return [...sums.values()];
  };
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
