import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { freshEnvironment } from '../../../scripts/environment.mjs';
import { readTraces } from '../../../src/hooks/pipeline/decision-log';
import { answerHook } from '../../../src/hooks/pipeline/hook';
import { projectHome } from '../../../src/hooks/project/home';

describe('the entry of the impatient tools', () => {
  const surroundings = freshEnvironment('brief');
  const env: Record<string, string> = { ...surroundings.env };
  const cwd = path.join(surroundings.folder, 'p');
  mkdirSync(cwd);
  after(() => surroundings.clear());

  const judged = async (tool: string, args: readonly string[]) => {
    const before = readTraces(projectHome(env, cwd), { limit: 10 }).length;
    const call = { hook_event_name: 'PreToolUse', session_id: 's', cwd, tool_name: tool, tool_input: {} };
    const { finish } = await answerHook({ args, payload: JSON.stringify(call), env, cwd, via: 'cold' });
    finish();
    return readTraces(projectHome(env, cwd), { limit: 10 }).length - before;
  };

  it('judges its own tools', async () => {
    assert.equal(await judged('AskUserQuestion', ['PreToolUse', '--brief']), 1);
    assert.equal(await judged('mcp__app__AskUserQuestion', ['PreToolUse', '--brief']), 1);
  });

  it('leaves every other tool to the other entry, for a client that ignores matchers', async () => {
    assert.equal(await judged('Bash', ['PreToolUse', '--brief']), 0);
    assert.equal(await judged('Bash', ['PreToolUse']), 1);
  });

  it('is not missed by a client that runs the bare shim', async () => {
    assert.equal(await judged('AskUserQuestion', []), 1);
  });
});
