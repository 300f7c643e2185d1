import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopHost } from '../../../src/hooks/host/client';
import { startHost } from '../../../src/hooks/host/start';
import { deploy } from '../../../src/hooks/install/deploy';
import { bundleRunner } from './real-runner';
import { runProgram } from './stage';

const kills = process.env.GATEHOUSE_STRESS === '1' ? 200 : 3;
const sessions = 4;

describe('killing the host in the middle of its work', () => {
  let root: string;
  before(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-kill-')));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  it(`leaves every call with the right answer, once (${kills} kills)`, async function () {
    this.timeout(kills * 2_000 + 30_000);
    const env = { PATH: process.env.PATH ?? '', HOME: root };
    const project = path.join(root, 'project');
    const home = path.join(root, '.gatehouse');
    mkdirSync(project);
    execFileSync('git', ['init', '-q', project], { env });
    const { runner, bin } = deploy(
      bundleRunner(path.join(root, 'dist')),
      home,
      { node: process.execPath, bash: '/bin/bash' },
      env,
    );
    const call = (id: string) =>
      runProgram(
        path.join(bin, 'gatehouse-hook'),
        ['PreToolUse'],
        JSON.stringify({
          session_id: 's',
          cwd: project,
          hook_event_name: 'PreToolUse',
          tool_use_id: id,
          tool_name: 'Bash',
          tool_input: { command: 'rm -rf ~/.gatehouse' },
        }),
        env,
        project,
      );
    const right = await call('cold');
    assert.match(right.stdout, /"permissionDecision":"deny"/);

    let done = false;
    let calls = 0;
    const wrong: unknown[] = [];
    const traffic = Array.from({ length: sessions }, async (_, session) => {
      for (let count = 0; !done; count += 1) {
        const ran = await call(`${session}-${count}`);
        calls += 1;
        if (ran.stdout !== right.stdout || ran.code !== 0 || ran.stderr !== '') wrong.push(ran);
      }
    });
    for (let count = 0; count < kills; count += 1) {
      const { pid } = await startHost({ home, runner, node: process.execPath, env });
      await sleep(Math.random() * 250);
      process.kill(pid, 'SIGKILL');
    }
    done = true;
    await Promise.all(traffic);
    await stopHost(home);

    assert.deepEqual(wrong, []);
    const [folder = ''] = readdirSync(path.join(home, 'projects'));
    const log = readFileSync(path.join(home, 'projects', folder, 'decisions.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const traces = log.map((line) => JSON.parse(line) as { via: string; toolUseId: string });
    const via = (how: string) => traces.filter((trace) => trace.via === how).length;
    const again = traces.length - new Set(traces.map(({ toolUseId }) => toolUseId)).size;
    if (process.env.GATEHOUSE_STRESS === '1') {
      process.stdout.write(
        `      ${calls} calls: ${via('warm')} warm and ${via('cold')} cold traces, ${again} judged again\n`,
      );
    }
    assert.ok(via('warm') > 0, 'the host answered some of them');
    // A call whose host died after the trace and before the answer is judged again: never more than one per session and kill.
    assert.ok(again <= kills * sessions, `${again} judged again`);
  });
});
