import assert from 'node:assert/strict';
import path from 'node:path';
import { Asking } from './asking';

describe('preferences and the agent', () => {
  let asking: Asking;
  beforeEach(() => void (asking = new Asking()));
  afterEach(() => asking.dispose());

  const bash = async (command: string) =>
    (await asking.rig.hook('PreToolUse', { tool_name: 'Bash', tool_input: { command } }, 'self-protection')).stdout;

  it('the agent may not write them, in our folder or in that of gstack', async () => {
    for (const folder of ['.gstack/projects/acme-shop', '.gatehouse/projects/x']) {
      const file = path.join(asking.rig.home, folder, 'question-preferences.json');
      assert.match(await bash(`echo '{}' > ${file}`), /"deny"/);
      const input = { file_path: file, content: '{}' };
      const { stdout } = await asking.rig.hook(
        'PreToolUse',
        { tool_name: 'Write', tool_input: input },
        'self-protection',
      );
      assert.match(stdout, /"deny"/);
    }
  });

  it('the agent may not set or forget one, and may look', async () => {
    assert.match(await bash('gatehouse questions prefer q-1 never-ask'), /"deny"/);
    assert.match(await bash('script -qc "gatehouse questions forget q-1" /dev/null'), /"deny"/);
    assert.equal(await bash('gatehouse questions list'), '');
  });
});
