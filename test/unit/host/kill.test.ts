import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHost } from '../../../src/hooks/cli/host';
import { deploy } from '../../../src/hooks/install/deploy';
import { endHost } from '../../harness/end-host';
import { freshFolder } from '../../harness/test-project';
import { bundleRunner } from './real-runner';
import { runProgram } from './stage';

const kills = process.env.GATEHOUSE_STRESS === '1' ? 200 : 3;
const sessions = 4;

describe('killing the host in the middle of its work', () => {
  let root: string;
  before(() => void (root = freshFolder()));
  after(() => rmSync(root, { recursive: true, force: true }));

  it(`leaves every call with the right answer, once (${kills} kills)`, async () => {
    const env = { PATH: process.env.PATH ?? '', HOME: root, GATEHOUSE_HOST: 'off' };
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

    const [folder = ''] = readdirSync(path.join(home, 'projects'));
    /** The log's whole lines: the last one may still be on its way. */
    const traces = () =>
      readFileSync(path.join(home, 'projects', folder, 'decisions.jsonl'), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as { via: string; toolUseId: string });

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
      // On a slow machine all of them could die before their first answer: the last one lives until there is one.
      while (count === kills - 1 && traces().every(({ via }) => via !== 'warm')) await sleep(50);
      process.kill(pid, 'SIGKILL');
    }
    done = true;
    await Promise.all(traffic);
    await endHost(home);

    assert.deepEqual(wrong, []);
    const all = traces();
    const via = (how: string) => all.filter((trace) => trace.via === how).length;
    const again = all.length - new Set(all.map(({ toolUseId }) => toolUseId)).size;
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
