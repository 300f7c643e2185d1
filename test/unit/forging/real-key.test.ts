import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { evidenceKinds } from '../../../src/hooks/evidence/evidence';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { projectHome } from '../../../src/hooks/project/home';
import { placeOf } from '../../../src/hooks/project/place';
import { eventually } from '../../harness/eventually';
import { RealHooks, ways } from '../bounds/real-hooks';
import { runProgram } from '../host/stage';
import { forging } from './key-attempts';

const failure = { error: 'Exit code 1\n# tests 1\n# pass 0\n# fail 1\n' };

for (const way of ways) {
  describe(`C1 forging with the key in hand through the real hooks, ${way}`, () => {
    let hooks: RealHooks;
    let client: string;
    let calls = 0;

    beforeEach(async () => {
      hooks = new RealHooks();
      hooks.configure({ profile: 'harness', host: { start: 'never' } });
      hooks.write('package.json', JSON.stringify({ scripts: { test: 'node --test' } }));
      hooks.write('forge.py', forging);
      hooks.git('add', '-A');
      hooks.git('commit', '-q', '-m', 'start');
      hooks.git('checkout', '-q', '-b', 'topic');
      client = path.join(hooks.root, 'claude');
      copyFileSync('/bin/sh', client);
      if (way === 'warm') await hooks.startHost();
      await hooks.call({ hook_event_name: 'SessionStart', source: 'startup' });
      await bash('npm test', failure);
      assert.deepEqual(
        site()
          .evidence.history('tests')
          .map(({ verdict }) => verdict),
        ['fail'],
      );
    });
    afterEach(() => hooks.clear());

    const site = () => siteAt({ env: hooks.env, clock: Date, requestedByName: false }, placeOf(hooks.project));

    /** A call of the client; what is told as failed did not run. */
    async function bash(command: string, told?: object): Promise<string> {
      const fields = { tool_name: 'Bash', tool_input: { command }, tool_use_id: `toolu_${++calls}` };
      const before = await hooks.call({ hook_event_name: 'PreToolUse', ...fields });
      if (before.stdout.includes('"deny"')) return before.stdout;
      const env = { ...hooks.env, STATE: projectHome(hooks.env, hooks.project), COMMAND: command };
      const began = Date.now();
      if (told === undefined) await runProgram(client, ['-c', 'bash -c "$COMMAND"; :'], '', env, hooks.project);
      const ended = { duration_ms: Date.now() - began, ...(told ?? { tool_response: { stdout: '', stderr: '' } }) };
      const event = told === undefined ? 'PostToolUse' : 'PostToolUseFailure';
      return (await hooks.call({ hook_event_name: event, ...fields, ...ended })).stdout;
    }

    async function green(): Promise<readonly string[]> {
      const statuses = await Promise.all(evidenceKinds.map((kind) => site().evidence.status(kind)));
      return statuses.filter(({ trusted }) => trusted).map(({ kind, reason }) => `${kind}: ${reason}`);
    }

    it('a receipt that a program sealed is void, and the person is told', async () => {
      const reply = await bash('python3 forge.py');
      assert.match(reply, /receipts\.json was changed behind Gatehouse's back by Bash python3 forge\.py/);
      assert.deepEqual(await green(), []);
      assert.match(await bash('git commit -qam done'), /"permissionDecision":"deny"/);
    });

    it('a receipt that a background program sealed between two calls gets no commit', async () => {
      await bash('(until test -e ../go; do sleep 0.05; done; python3 forge.py) > /dev/null 2>&1 &');
      const receipts = path.join(projectHome(hooks.env, hooks.project), 'receipts.json');
      writeFileSync(path.join(hooks.root, 'go'), '');
      await eventually(() => assert.match(readFileSync(receipts, 'utf8'), /"pass"/));
      assert.match(await bash('git commit -qam done'), /"permissionDecision":"deny"/);
    });

    if (way === 'cold') return;

    /** The result of a run, told to a runner of its own that the script starts. */
    async function toldCold(script: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
      const result = {
        session_id: 's1',
        cwd: hooks.project,
        hook_event_name: 'PostToolUseFailure',
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
        tool_use_id: 'toolu_cold',
        ...failure,
      };
      hooks.write('result.json', JSON.stringify(result));
      const runner = path.join(hooks.root, 'dist/runner.js');
      await runProgram(
        client,
        ['-c', script],
        '',
        { ...hooks.env, ...more, NODE: process.execPath, RUNNER: runner },
        hooks.project,
      );
      return bash('true');
    }
    const feed = '"$NODE" "$RUNNER" hook PostToolUseFailure < result.json; :';

    it('what a program seals while the host is gone gets no commit from the next host either', async () => {
      await hooks.stopHost();
      const env = { ...hooks.env, STATE: projectHome(hooks.env, hooks.project) };
      await runProgram('python3', ['forge.py'], '', env, hooks.project);
      await hooks.startHost();
      for (let tries = 0; tries < 3; tries += 1) {
        assert.match(await bash('git commit -qam done'), /"permissionDecision":"deny"/);
      }
    });

    it('what a hook of the client writes without the host is believed', async () => {
      const reply = await toldCold(feed);
      assert.doesNotMatch(reply, /behind Gatehouse's back/);
      assert.equal(site().evidence.history('tests').at(-1)?.toolUseId, 'toolu_cold');
    });

    it('what a hook below a tool of the client writes is not', async () => {
      const reply = await toldCold(`bash -c '${feed}'; :`, { AI_AGENT: 'claude-code_2-1-326_agent' });
      assert.match(reply, /receipts\.json was changed behind Gatehouse's back/);
    });
  });
}
