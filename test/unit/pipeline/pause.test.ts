import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { ownFile } from '../../../src/hooks/state/stored-files';
import { levelDuring, Pause, pauseFile, pauseIn } from '../../../src/hooks/pipeline/allowance';
import { freshFolder } from '../../harness/test-project';

describe('a pause', () => {
  const minute = 60_000;
  let home: string;

  beforeEach(() => void (home = freshFolder()));
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  for (const [what, now, holds] of [
    ['holds at once', 0, true],
    ['holds for ten minutes', 10 * minute - 1, true],
    ['is over after ten minutes', 10 * minute, false],
    ['does not hold when it comes from the future', -1, false],
  ] as const) {
    it(what, async () => {
      const file = ownFile(home, pauseFile, Pause);
      await file.update(() => ({ v: 1, by: 'ada', at: 1_000_000 }));
      assert.equal(pauseIn(file, { now: () => 1_000_000 + now })?.by, holds ? 'ada' : undefined);
    });
  }

  it('is off by default', () => {
    assert.equal(pauseIn(ownFile(home, pauseFile, Pause), { now: () => 0 }), undefined);
  });

  it('leaves observing gates, gates that are off and self-protection unchanged', () => {
    const pause: Pause = { v: 1, by: 'ada', at: 0 };
    assert.equal(levelDuring(pause, 'guard', 'enforce'), 'observe');
    assert.equal(levelDuring(pause, 'lint', 'off'), 'off');
    assert.equal(levelDuring(pause, 'self-protection', 'enforce'), 'enforce');
    assert.equal(levelDuring(undefined, 'guard', 'enforce'), 'enforce');
  });
});
