import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { Rig } from '../review/rig';

describe('exploring with a code index', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = new Rig();
    mkdirSync(rig.at('.codegraph'));
  });
  afterEach(() => rig.clear());

  type Fields = Readonly<Record<string, unknown>>;

  async function before(
    tool: string,
    input: Fields,
    more: Fields = { prompt_id: 'p1' },
  ): Promise<'quiet' | 'named' | 'denied'> {
    const { stdout } = await rig.hook('PreToolUse', { tool_name: tool, tool_input: input, ...more });
    if (stdout.includes('"deny"')) return 'denied';
    return stdout.includes('codegraph tools') ? 'named' : 'quiet';
  }
  const asked = (tool: string, more: Fields = { prompt_id: 'p1' }) =>
    rig.hook('PostToolUse', { tool_name: tool, tool_input: {}, tool_response: 'x', ...more });

  describe('the code index nudge', () => {
    const shapes: readonly (readonly [string, Fields, 'quiet' | 'named'])[] = [
      ['Read', { file_path: 'src/app.js' }, 'quiet'],
      ['Grep', { pattern: 'x' }, 'named'],
      ['Grep', { pattern: 'x', path: 'src' }, 'named'],
      ['Grep', { pattern: 'x', path: 'src/app.js' }, 'quiet'],
      ['Glob', { pattern: 'src/app.js' }, 'quiet'],
      ['Glob', { pattern: '**/*.js' }, 'named'],
      ['Glob', { pattern: 'src/{a,b}.js' }, 'named'],
      ['Bash', { command: 'grep -rn handler src' }, 'named'],
      ['Bash', { command: 'grep -n handler src/app.js' }, 'quiet'],
      ['Bash', { command: 'rg handler' }, 'named'],
      ['Bash', { command: 'rg handler src/app.js' }, 'quiet'],
      ['Bash', { command: 'cat a.txt | grep x' }, 'quiet'],
      ['Bash', { command: 'cat a.txt | rg x' }, 'quiet'],
      ['Bash', { command: "find . -name '*.ts'" }, 'named'],
      ['Bash', { command: 'git grep handler' }, 'named'],
      ['Bash', { command: 'ls -R' }, 'named'],
      ['Bash', { command: 'ls src' }, 'quiet'],
      ['Bash', { command: 'cd src && sudo rg x' }, 'named'],
      ['Bash', { command: 'echo "grep -r x ."' }, 'quiet'],
    ];
    for (const [tool, input, expected] of shapes) {
      it(`C13 ${tool} ${JSON.stringify(input)}: ${expected}`, async () =>
        assert.equal(await before(tool, input), expected));
    }

    it('is quiet without an index', async () => {
      const bare = new Rig();
      const { stdout } = await bare.hook('PreToolUse', { tool_name: 'Grep', tool_input: { pattern: 'x' } });
      assert.equal(stdout, '');
      bare.clear();
    });

    it('C12 speaks to the model', async () => {
      const { stdout } = await rig.hook(
        'PreToolUse',
        { tool_name: 'Grep', tool_input: { pattern: 'x' } },
        'code-index-nudge',
      );
      const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } };
      assert.match(hookSpecificOutput.additionalContext, /^This project has a code index: the codegraph tools/);
    });

    it('is said once a turn, and again in the next', async () => {
      const search = { pattern: 'x' };
      assert.deepEqual([await before('Grep', search), await before('Grep', search)], ['named', 'quiet']);
      assert.equal(await before('Grep', search, { prompt_id: 'p2' }), 'named');
    });

    it('is quiet once the index was asked, also through a plugin’s server, and only for that agent', async () => {
      await asked('mcp__plugin_tools_codegraph__search');
      assert.equal(await before('Grep', { pattern: 'x' }), 'quiet');
      assert.equal(await before('Grep', { pattern: 'x' }, { prompt_id: 'p1', agent_id: 'a2' }), 'named');
    });

    it('C6 two sessions do not disturb each other', async () => {
      await asked('mcp__codegraph__search');
      rig.session = 'other';
      assert.equal(await before('Grep', { pattern: 'x' }), 'named');
    });

    it('C4 finds the index from a subdirectory', async () => {
      mkdirSync(rig.at('src/deep'), { recursive: true });
      assert.equal(await before('Grep', { pattern: 'x' }, { cwd: rig.at('src/deep'), prompt_id: 'p1' }), 'named');
    });

    it('C5 resolves a path against the cwd of the payload', async () => {
      assert.equal(
        await before('Grep', { pattern: 'x', path: 'app.js' }, { cwd: rig.at('src'), prompt_id: 'p1' }),
        'quiet',
      );
    });

    describe('without a prompt id', () => {
      const prompt = '{"type":"user","message":{"content":"do it"}}\n';
      const result = '{"type":"user","message":{"content":[{"type":"tool_result"}]}}\n';
      const more = (): Fields => ({ transcript_path: rig.at('t.jsonl') });

      it('C1 a tool result does not end the turn, a person’s prompt does', async () => {
        writeFileSync(rig.at('t.jsonl'), prompt);
        await asked('mcp__codegraph__search', more());
        appendFileSync(rig.at('t.jsonl'), result.repeat(3));
        assert.equal(await before('Grep', { pattern: 'x' }, more()), 'quiet');
        appendFileSync(rig.at('t.jsonl'), prompt);
        assert.equal(await before('Grep', { pattern: 'x' }, more()), 'named');
      });

      it('honours the sentinel that another tool wrote, as long as no prompt follows its row', async () => {
        writeFileSync(rig.at('t.jsonl'), prompt + result);
        rig.write('.claude/codegraph-turn-state.json', '{"transcript_id":"t","turn_counter":2}');
        assert.equal(await before('Grep', { pattern: 'x' }, more()), 'quiet');
        appendFileSync(rig.at('t.jsonl'), result);
        assert.equal(await before('Grep', { pattern: 'x' }, more()), 'quiet');
        appendFileSync(rig.at('t.jsonl'), prompt);
        assert.equal(await before('Grep', { pattern: 'x' }, more()), 'named');
        rig.write('.claude/codegraph-turn-state.json', '{"transcript_id":"t","turn_counter":7}');
        appendFileSync(rig.at('t.jsonl'), prompt);
        assert.equal(await before('Grep', { pattern: 'x' }, more()), 'named');
      });

      it('C3 C11 writes the sentinel also where nothing was said yet and the JSON has spaces', async () => {
        writeFileSync(rig.at('t.jsonl'), '{"type": "user"}\n');
        await asked('mcp__codegraph__search', more());
        assert.deepEqual(JSON.parse(rig.read('.claude/codegraph-turn-state.json')), {
          transcript_id: 't',
          turn_counter: 1,
          tools_used: ['codegraph'],
        });
      });
    });

    describe('F2 a mark is good for its own turn only', () => {
      const prompt = '{"type":"user","message":{"content":"go on"}}\n';
      const result = '{"type":"user","message":{"content":[{"type":"tool_result"}]}}\n';

      /** Four turns with a growing transcript; the index is asked in the first one alone. */
      async function fourTurns(fieldsOf: (turn: number) => Fields): Promise<readonly string[]> {
        const answers: string[] = [];
        writeFileSync(rig.at('t.jsonl'), '');
        for (const turn of [1, 2, 3, 4]) {
          const fields = { transcript_path: rig.at('t.jsonl'), ...fieldsOf(turn) };
          appendFileSync(rig.at('t.jsonl'), prompt + result.repeat(2));
          if (turn === 1) await asked('mcp__codegraph__search', fields);
          answers.push(await before('Grep', { pattern: 'x' }, fields));
        }
        return answers;
      }

      it('with prompt ids', async () => {
        assert.deepEqual(await fourTurns((turn) => ({ prompt_id: `p${turn}` })), ['quiet', 'named', 'named', 'named']);
      });

      it('on older clients, by prompts', async () => {
        assert.deepEqual(await fourTurns(() => ({})), ['quiet', 'named', 'named', 'named']);
      });

      it('in careful mode no search slips through', async () => {
        rig.write('.claude/careful-state.json', '{"active":true}');
        const ids = (turn: number) => ({ prompt_id: `p${turn}` });
        assert.deepEqual(await fourTurns(ids), ['quiet', 'denied', 'denied', 'denied']);
        assert.deepEqual(await fourTurns(() => ({ session_id: 'old' })), ['quiet', 'denied', 'denied', 'denied']);
      });

      it('also where the new prompt is not in the transcript yet', async () => {
        const fields = { transcript_path: rig.at('t.jsonl') };
        writeFileSync(rig.at('t.jsonl'), prompt);
        await asked('mcp__codegraph__search', { ...fields, prompt_id: 'p1' });
        assert.equal(await before('Grep', { pattern: 'x' }, { ...fields, prompt_id: 'p2' }), 'named');
      });

      it('also where the transcript is longer than what is read of it', async () => {
        const fields = { transcript_path: rig.at('t.jsonl') };
        const long = `{"type":"assistant","text":"${'x'.repeat(600_000)}"}\n`;
        writeFileSync(rig.at('t.jsonl'), prompt + long + prompt.replace('go on', 'more') + long);
        await asked('mcp__codegraph__search', fields);
        appendFileSync(rig.at('t.jsonl'), result.repeat(3));
        assert.equal(await before('Grep', { pattern: 'x' }, fields), 'quiet');
        appendFileSync(rig.at('t.jsonl'), long + prompt.replace('go on', 'next'));
        assert.equal(await before('Grep', { pattern: 'x' }, fields), 'named');
      });
    });

    for (const [file, active, expected] of [
      ['.claude/careful-state.json', true, 'denied'],
      ['.claude/hooks/careful-state.json', 'true', 'denied'],
      ['.claude/careful-state.json', false, 'named'],
    ] as const) {
      it(`C7 careful mode ${JSON.stringify(active)} in ${file}: ${expected}`, async () => {
        rig.write(file, JSON.stringify({ active }));
        assert.equal(await before('Grep', { pattern: 'x' }), expected);
      });
    }

    it('careful mode lets the search go on once the index was asked', async () => {
      rig.write('.claude/careful-state.json', '{"active":true}');
      await asked('mcp__codegraph__search');
      assert.equal(await before('Grep', { pattern: 'x' }), 'quiet');
    });

    it('names several indexes in one fixed order, and an index without tools never blocks', async () => {
      rig.write('graphify-out/graph.json', '{}');
      mkdirSync(rig.at('.repowise'));
      const { stdout } = await rig.hook('PreToolUse', {
        tool_name: 'Grep',
        tool_input: { pattern: 'x' },
        prompt_id: 'p9',
      });
      assert.match(stdout, /graphify.*repowise.*codegraph/);
    });
  });
});
