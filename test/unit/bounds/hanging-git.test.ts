import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RealHooks, ways } from './real-hooks';

for (const way of ways) {
  describe(`a git that hangs, ${way}`, () => {
    let hooks: RealHooks;
    before(async () => {
      hooks = new RealHooks();
      if (way === 'warm') await hooks.startHost();
    });
    after(() => hooks.clear());

    it('D7 ends with its whole group when its call is answered', async () => {
      const pids = path.join(hooks.root, 'pids');
      const program = hooks.write('bin/git', `#!/bin/sh\nsleep 600 &\necho $$ $! >> '${pids}'\nwait\n`, 0o755);
      const env = { PATH: `${path.dirname(program)}:${process.env.PATH ?? ''}` };
      for (const event of ['Stop', 'UserPromptSubmit']) {
        const ran = await hooks.call({ hook_event_name: event, prompt: 'go on' }, env);
        assert.equal(ran.code, 0);
      }
      assert.ok(existsSync(pids), 'git was never asked');
      for (const pid of readFileSync(pids, 'utf8').trim().split(/\s+/)) {
        while (isRunning(Number(pid))) await sleep(20);
      }
    });
  });
}

/** One that only waits to be reaped has ended. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
