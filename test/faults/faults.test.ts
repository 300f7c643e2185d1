import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { faults, payloads } from './faults';
import { askHost } from './host-client';
import { decisionOf, FaultPlace, type Ran, type Started } from './place';

const deadly = 'rm -rf ~/ /';

function isRefused(ran: Ran, what: string): void {
  const { decision, reason } = decisionOf(ran);
  assert.equal(decision, 'deny', `${what}: ${reason}`);
}

for (const via of ['cold', 'warm'] as const) {
  describe(`a hook that something is in the way of, ${via}`, () => {
    let place: FaultPlace;
    before(async () => {
      place = new FaultPlace();
      // As after every fault that was healed: the code of this hook is compiled.
      await place.hook('PreToolUse', place.bash('ls'));
    });
    if (via === 'warm') {
      // A fault may have ended the host.
      beforeEach(() => askHost(place, 'PreToolUse', place.bash('ls')).catch(() => place.gatehouse('host', 'start')));
    }
    after(() => place.clear());

    for (const { finding, name, harm, started, moments, runs, heals, undo, coldOnly } of faults) {
      if (via === 'warm' && coldOnly === true) continue;
      it(`${finding} ${name}: refuses, and heals (${heals})`, async () => {
        harm(place);
        isRefused(await place.hook('PreToolUse', place.bash(deadly), started?.(place)), 'under the fault');
        for (const [event, payload] of moments?.(place) ?? []) {
          const { code, stderr } = await place.hook(event, payload);
          assert.deepEqual([code, stderr], [0, ''], event);
        }
        if (runs !== undefined) assert.equal(existsSync(runs(place)), false, 'a program of the repository ran');
        if (heals === 'doctor') assert.match(place.gatehouse('doctor', '--fix'), /Installed again: local/);
        undo?.(place);
        const after = decisionOf(await place.hook('PreToolUse', place.bash('ls')));
        assert.equal(after.decision, 'allow', after.reason);
      });
    }

    for (const [name, change] of payloads) {
      it(`D9 a payload with ${name} is refused like any other`, async () => {
        isRefused(await place.hook('PreToolUse', change(place.bash(deadly))), name);
      });
    }
  });
}

describe('a host that does not answer', () => {
  let place: FaultPlace;
  let pid: number;
  beforeEach(() => {
    place = new FaultPlace();
    place.env.NODE_OPTIONS = `--require=${path.resolve(__dirname, 'blocks-on-signal.cjs')}`;
    place.gatehouse('host', 'start');
    delete place.env.NODE_OPTIONS;
    pid = status().pid;
  });
  afterEach(() => place.clear());

  const status = () => JSON.parse(place.gatehouse('host', 'status', '--json')) as { pid: number; answers?: boolean };
  const replaced = async () => {
    for (;;) {
      const now = JSON.parse(place.gatehouse('host', 'status', '--json')) as { running: boolean; pid?: number };
      if (now.pid !== undefined && now.pid !== pid) return now.pid;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  it('D3 is replaced by its own watch when a call blocks its thread', async () => {
    process.kill(pid, 'SIGUSR2');
    isRefused(await place.hook('PreToolUse', place.bash(deadly)), 'while it is blocked');
    await replaced();
    assert.match(
      readFileSync(path.join(place.home, 'host/host.log'), 'utf8'),
      /the host hangs: process \d+ is stopped|started: pid \d+.*\n.*started: pid/,
    );
    isRefused(await place.hook('PreToolUse', place.bash(deadly)), 'afterwards');
  });

  it('D3 is replaced by the next call when the whole process stands still', async () => {
    process.kill(pid, 'SIGSTOP');
    isRefused(await place.hook('PreToolUse', place.bash(deadly)), 'while it stands still');
    await replaced();
  });

  it('D3 is told by status as one that lives and does not answer, and ended by stop', () => {
    process.kill(pid, 'SIGSTOP');
    assert.deepEqual(status(), { running: true, answers: false, pid });
    assert.match(place.gatehouse('host', 'stop'), /did not answer and was stopped: process \d+/);
    assert.throws(() => process.kill(pid, 0));
    assert.match(place.gatehouse('host', 'status'), /No host is running/);
  });
});

/** A process that only waits to be reaped has ended. */
function hasEnded(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state === '' || state.startsWith('Z');
}

describe('a git that hangs', () => {
  let place: FaultPlace;
  beforeEach(() => {
    place = new FaultPlace();
    hangGit(place);
  });
  afterEach(() => place.clear());

  it('D7 keeps a prompt waiting no longer than the client would wait, and none of its processes stays', async () => {
    const ran = await place.hook('UserPromptSubmit', place.payload('UserPromptSubmit', { prompt: 'go on' }));
    assert.equal(ran.code, 0);
    const pids = readFileSync(path.join(place.folder, 'pids'), 'utf8').trim().split('\n').map(Number);
    for (const pid of pids) while (!hasEnded(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
  });
});

function hangGit(place: FaultPlace): void {
  const bin = path.join(place.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(path.join(bin, 'git'), `#!/bin/sh\necho $$ >>'${place.folder}/pids'\nsleep 300\n`, { mode: 0o755 });
  place.env.PATH = `${bin}:${place.env.PATH ?? ''}`;
}

describe('a verdict that cannot be recorded', () => {
  let place: FaultPlace;
  beforeEach(() => void (place = new FaultPlace()));
  afterEach(() => place.clear());

  /** No file can grow, as on a full disk. */
  const fullDisk: Started = { within: `trap '' XFSZ; ulimit -f 0; exec "$@"` };
  const told = async (started?: Started) => {
    const tool_response = { stdout: '## Overall: ✅ PASS\n', stderr: '', interrupted: false };
    const call = { tool_name: 'Bash', tool_input: { command: '/precommit' }, tool_use_id: 't', tool_response };
    const { code, stdout } = await place.hook('PostToolUse', place.payload('PostToolUse', call), started);
    assert.equal(code, 0);
    return stdout === '' ? '' : (JSON.parse(stdout) as { systemMessage: string }).systemMessage;
  };

  it('D11 is told with its cause where the disk is full', async () => {
    assert.match(
      await told(fullDisk),
      /Gatehouse review-state could not check this PostToolUse: EFBIG: file too large, write\. Its record of this call is lost\./,
    );
    assert.doesNotMatch(place.gatehouse('status'), /precommit +passed/);
  });

  it('D11 is told with its cause where the deadline passed, once in a session', async () => {
    hangGit(place);
    assert.match(
      await told(),
      /Gatehouse review-state could not check this PostToolUse: no answer in time\. Its record of this call is lost\.$/,
    );
    assert.match(place.gatehouse('explain', '--last'), /no answer in time/);
    assert.equal(await told(), '');
  });
});
