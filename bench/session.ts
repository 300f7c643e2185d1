import { median, quantile, table } from './figures';
import { runSession, say, use } from '../test/client/harness/session';
import { clientVersions } from '../test/client/harness/client-package';

/**
 * What a person notices: the time from the model's call of a tool until its result is back, in the real client, without
 * an editor. Sessions with the hooks and without any take turns; the first call of a session starts the host.
 */
const pairs = process.argv.includes('--quick') ? 1 : 4;
const calls = 50;

async function session(hooks: boolean): Promise<readonly number[]> {
  const ended = await runSession({
    ...(hooks ? { install: { scope: 'local' as const } } : {}),
    recorded: false,
    env: { GATEHOUSE_HOST: 'auto' },
    client: clientVersions[0],
    turns: [
      ...Array.from({ length: calls }, (_, turn) =>
        use('Bash', { command: `echo ${turn}`, description: 'say a number' }),
      ),
      say('Done.'),
    ],
  });
  const times = ended.exchanges.map(({ atMs }) => atMs);
  ended.cleanup();
  return times.slice(1).map((at, index) => at - (times[index] ?? at));
}

async function main(): Promise<void> {
  const found = { with: [] as number[], without: [] as number[] };
  for (let pair = 0; pair < pairs; pair += 1) {
    found.without.push(...(await session(false)));
    found.with.push(...(await session(true)));
    process.stdout.write(`pair ${pair + 1} of ${pairs}\n`);
  }
  const base = median(found.without);
  const row = (name: string, times: readonly number[]) => [
    name,
    median(times).toFixed(1),
    quantile(times, 0.95).toFixed(1),
    (median(times) - base).toFixed(1),
  ];
  const text = table(
    [`${calls} Bash calls a session, ${pairs} by turns`, 'median ms', 'p95 ms', 'more, ms'],
    [row('without hooks', found.without), row('with the hooks, no editor', found.with)],
  );
  process.stdout.write(`\nClaude Code ${clientVersions[0]}, Node ${process.versions.node}\n\n${text}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
