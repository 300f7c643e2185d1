import assert from 'node:assert/strict';
import { RealHooks, ways } from './real-hooks';

for (const way of ways) {
  describe(`a payload that is nested deeply, ${way}`, () => {
    let hooks: RealHooks;
    before(async () => {
      hooks = new RealHooks();
      if (way === 'warm') await hooks.startHost();
    });
    after(() => hooks.clear());

    /** `deep` stands in the place of every `"DEEP"`. */
    const send = (event: string, fields: object, deep: string) => {
      const payload = { session_id: 's1', cwd: hooks.project, hook_event_name: event, ...fields };
      return hooks.send([event], JSON.stringify(payload).replaceAll('"DEEP"', deep));
    };
    const bash = (command: string, deep: string) =>
      send('PreToolUse', { tool_name: 'Bash', tool_input: { command, more: 'DEEP' }, further: 'DEEP' }, deep);

    const kinds: readonly (readonly [string, (levels: number) => string])[] = [
      ['lists', (levels) => '['.repeat(levels) + ']'.repeat(levels)],
      ['objects', (levels) => '{"token":'.repeat(levels) + '1' + '}'.repeat(levels)],
      ['objects under __proto__', (levels) => '{"__proto__":'.repeat(levels) + '1' + '}'.repeat(levels)],
    ];
    for (const [name, nested] of kinds) {
      for (const levels of [3_500, 100_000]) {
        it(`D1 of ${levels} ${name} gets the answers of a shallow one`, async () => {
          const shallow = await bash('rm -rf ~/', nested(1));
          assert.match(shallow.stdout, /"permissionDecision":"deny"/);
          assert.deepEqual(await bash('rm -rf ~/', nested(levels)), shallow);
          assert.deepEqual(await bash('cat a.txt', nested(levels)), await bash('cat a.txt', nested(1)));
        });
      }
    }

    it('D1 is recorded all the same', async () => {
      const [, nested] = kinds[0] ?? assert.fail();
      await bash('rm -rf ~/Documents', nested(100_000));
      assert.match((await hooks.cli('explain')).stdout, /rm -rf ~\/Documents/);
    });

    it('D1 stands in nothing’s way at any other event', async () => {
      const [, nested] = kinds[1] ?? assert.fail();
      const input = { file_path: `${hooks.project}/a.ts`, content: 'x', more: 'DEEP' };
      const events = [
        ['PostToolUse', { tool_name: 'Write', tool_input: input, tool_response: 'DEEP' }],
        ['PostToolUse', { tool_name: 'mcp__codex__review', tool_input: {}, tool_response: 'DEEP' }],
        ['PostToolUseFailure', { tool_name: 'Bash', tool_input: { command: 'x' }, error: 'DEEP' }],
        ['PreToolUse', { tool_name: 'AskUserQuestion', tool_input: { questions: 'DEEP' } }],
        ['Stop', { background_tasks: 'DEEP' }],
      ] as const;
      for (const [event, fields] of events) {
        const ran = await send(event, fields, nested(100_000));
        assert.deepEqual([event, ran.code, ran.stderr], [event, 0, '']);
        assert.doesNotMatch(ran.stdout, /Gatehouse failed|could not check/, event);
      }
    });
  });
}
