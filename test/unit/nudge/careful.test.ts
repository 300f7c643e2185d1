import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { runCommand } from '../../../src/hooks/cli/commands';
import { Rig } from '../review/rig';

describe('gatehouse careful', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  /** With `answer` at a terminal, without in a script. */
  async function careful(words: string, answer?: string) {
    const said = { out: '', err: '' };
    const code = await runCommand(['careful', ...words.split(' ')], {
      out: (text) => void (said.out += text),
      err: (text) => void (said.err += text),
      env: rig.env,
      cwd: rig.root,
      isTTY: answer !== undefined,
      ask: () => Promise.resolve(answer ?? ''),
    });
    return { code, ...said };
  }
  const json = (file: string) => JSON.parse(rig.read(file)) as { active: boolean; enabled_at: string };

  it('on writes the file that its users’ own command writes, and leaves git’s status clean', async () => {
    assert.deepEqual(await careful('on'), {
      code: 0,
      out: 'Careful mode is on (.claude/careful-state.json).\n',
      err: '',
    });
    const { active, enabled_at } = json('.claude/careful-state.json');
    assert.equal(active, true);
    assert.ok(Math.abs(Date.parse(enabled_at) - Date.now()) < 60_000);
    assert.equal(rig.git('status', '--porcelain', '-uall'), '');
  });

  it('C7 on writes beside the hooks where that is their place, and what hooks read is what it wrote', async () => {
    mkdirSync(rig.at('.claude/hooks'), { recursive: true });
    mkdirSync(rig.at('.codegraph'));
    await careful('on');
    assert.equal(json('.claude/hooks/careful-state.json').active, true);
    const { stdout } = await rig.hook('PreToolUse', {
      tool_name: 'Grep',
      tool_input: { pattern: 'x' },
      prompt_id: 'p',
    });
    assert.match(stdout, /"permissionDecision":"deny"/);
  });

  it('on keeps the file that is there, with what else is in it', async () => {
    rig.write('.claude/hooks/careful-state.json', '{"active":false,"note":"mine"}');
    await careful('on');
    assert.equal((json('.claude/hooks/careful-state.json') as { note?: string }).note, 'mine');
    assert.equal(existsSync(rig.at('.claude/careful-state.json')), false);
  });

  it('off needs a person, and removes every file that said on', async () => {
    rig.write('.claude/careful-state.json', '{"active":true}');
    rig.write('.claude/hooks/careful-state.json', '{"active":"true"}');
    assert.equal((await careful('off')).code, 1);
    assert.equal((await careful('off', 'no')).code, 1);
    assert.equal((await careful('status --json')).out.includes('"careful": true'), true);
    assert.equal((await careful('off', 'off')).code, 0);
    assert.deepEqual((await careful('status')).out, 'Careful mode is off.\n');
    assert.equal(existsSync(rig.at('.claude/hooks/careful-state.json')), false);
  });

  it('off says so where git tracks the file, and leaves it', async () => {
    rig.write('.claude/careful-state.json', '{"active":true}');
    rig.commit('careful');
    const { code, out } = await careful('off', 'off');
    assert.deepEqual([code, out], [1, 'Careful mode is on (.claude/careful-state.json).\n']);
  });

  for (const command of [
    'gatehouse careful off',
    'gatehouse workflow approve ship',
    'gatehouse workflow back ship planned',
  ]) {
    it(`no agent says it: ${command}`, async () => {
      const { stdout } = await rig.hook('PreToolUse', { tool_name: 'Bash', tool_input: { command } });
      assert.match(stdout, /"permissionDecision":"deny"/);
    });
  }

  it('an agent may switch it on and look', async () => {
    for (const command of ['gatehouse careful on', 'gatehouse careful status', 'gatehouse workflow status']) {
      const { stdout } = await rig.hook('PreToolUse', { tool_name: 'Bash', tool_input: { command } });
      assert.doesNotMatch(stdout, /"permissionDecision":"deny"/);
    }
  });

  it('says what is wrong with other words', async () => assert.equal((await careful('sideways')).code, 64));
});
