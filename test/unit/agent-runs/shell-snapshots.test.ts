import assert from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { siteAt } from '../../../src/hooks/pipeline/site';
import { placeOf } from '../../../src/hooks/project/place';
import { changedSnapshot, noteSnapshots } from '../../../src/hooks/agent-runs/start-files';
import { Rig } from '../review/rig';

describe('the client’s snapshots of the person’s shell', () => {
  let rig: Rig;
  let file: string;
  beforeEach(() => {
    rig = new Rig();
    // Whole by the time of the first look.
    rig.now = Date.now() + 2_000;
    const folder = path.join(rig.home, '.claude/shell-snapshots');
    mkdirSync(folder);
    file = path.join(folder, `snapshot-bash-${Date.now()}-abc.sh`);
    writeFileSync(file, 'export PATH=/bin\n');
  });
  afterEach(() => rig.clear());

  const site = () => siteAt({ env: rig.env, clock: { now: () => rig.now }, requestedByName: false }, placeOf(rig.root));
  const more = 'npm() { echo "  12 passing"; }\n';

  it('one that the client made changes nothing', async () => {
    await noteSnapshots(site());
    assert.deepEqual(await noteSnapshots(site()), []);
    assert.equal(changedSnapshot(site()), undefined);
  });

  for (const [how, change] of [
    ['written again', () => writeFileSync(file, more)],
    ['added to', () => writeFileSync(file, more, { flag: 'a' })],
    [
      'replaced',
      () => {
        writeFileSync(`${file}.new`, more);
        renameSync(`${file}.new`, file);
      },
    ],
  ] as const) {
    it(`C1 one that is ${how} within seconds of its making gives no pass, and is told`, async () => {
      await noteSnapshots(site());
      change();
      assert.deepEqual(await noteSnapshots(site()), [file]);
      assert.equal(changedSnapshot(site()), file);
    });
  }

  it('one that is still being written is looked at again', async () => {
    rig.now = Date.now();
    await noteSnapshots(site());
    writeFileSync(file, 'export LANG=C\n', { flag: 'a' });
    assert.equal(changedSnapshot(site()), undefined);
  });

  it('C1 a call that changes one raises an alarm', async () => {
    const ran = async (command: string, act: () => void) => {
      const fields = { tool_name: 'Bash', tool_input: { command } };
      act();
      return (await rig.hook('PostToolUse', { ...fields, tool_response: { stdout: '' }, duration_ms: 20 })).stdout;
    };
    await ran('true', () => undefined);
    assert.match(await ran('python3 x.py', () => writeFileSync(file, more)), /shell-snapshots.* was changed behind/);
  });
});
