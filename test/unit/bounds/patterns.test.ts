import assert from 'node:assert/strict';
import { RealHooks, ways } from './real-hooks';

const stars = `${'*a'.repeat(200)}b`;
const letters = 'a'.repeat(240);

for (const way of ways) {
  describe(`patterns of a repository or a command, ${way}`, () => {
    let hooks: RealHooks;
    before(async () => {
      hooks = new RealHooks();
      if (way === 'warm') await hooks.startHost();
    });
    after(() => hooks.clear());

    const repository = (settings: object) => hooks.write('.claude/gatehouse.json', JSON.stringify(settings));

    it('D10 a protected branch with many stars keeps no command waiting', async () => {
      repository({ branches: { protected: [stars] } });
      assert.match((await hooks.bash(`git push --force origin ${letters}; rm -rf ~/`)).stdout, /"deny"/);
    });

    it('D10 nor does one in the place of a branch that is written to', async () => {
      hooks.configure({ profile: 'harness' });
      hooks.git('checkout', '-q', '-b', letters);
      const edit = { tool_input: { file_path: `${hooks.project}/src/a.ts`, content: 'x' } };
      assert.equal((await hooks.call({ hook_event_name: 'PreToolUse', tool_name: 'Write', ...edit })).code, 0);
      hooks.configure({});
    });

    it('D10 nor does an expression for the tools of a workflow', async () => {
      const workflow = { name: 'slow', agents: {}, tools: ['/(a*)*b/', '/mcp__gateway__.*/'] };
      repository({ workflow: { workflows: [workflow] } });
      const call = (tool: string) => hooks.call({ hook_event_name: 'PreToolUse', tool_name: tool, tool_input: {} });
      assert.match((await call('mcp__gateway__apply')).stdout, /"deny"/);
      assert.doesNotMatch((await call(`mcp__${letters.repeat(100)}`)).stdout, /"deny"/);
    });

    const commands = [
      `cat ${stars}`,
      `rm -f .claude/${stars}`,
      `find . -name '${stars}' -delete`,
      `x=${'a'.repeat(20_000)}; echo "\${x//*a*b/}" "\${x%*a*b}"`,
    ];
    for (const command of commands) {
      it(`D10 nor does ${command.slice(0, 24)}…`, async () => {
        assert.match((await hooks.bash(`${command}; rm -rf ~/`)).stdout, /"deny"/);
      });
    }

    it('D10 nor do the person’s own patterns for paths', async () => {
      const edit = { tool_input: { file_path: `${hooks.project}/${'a'.repeat(4_000)}`, content: 'x' } };
      const call = { hook_event_name: 'PreToolUse', tool_name: 'Write', ...edit };
      assert.doesNotMatch((await hooks.call(call, { GUARD_EXTRA_PATTERNS: '(a*)*$b' })).stdout, /"deny"/);
      assert.match((await hooks.call(call, { GUARD_EXTRA_PATTERNS: '(a*)*' })).stdout, /"deny"/);
    });
  });
}
