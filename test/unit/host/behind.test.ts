import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hostState, hostStatus } from '../../../src/hooks/host/client';
import { deploy } from '../../../src/hooks/install/deploy';
import { endHost } from '../../harness/end-host';
import { eventually } from '../../harness/eventually';
import { freshFolder } from '../../harness/test-project';
import { bundleRunner } from './real-runner';
import { runProgram } from './stage';

describe('a hook that no host answered', () => {
  let dist: string;
  let root: string;
  let home: string;
  let project: string;
  let shim: string;
  const env = () => ({ PATH: process.env.PATH ?? '', HOME: root });
  const payload = JSON.stringify({
    session_id: 's',
    hook_event_name: 'PreToolUse',
    tool_use_id: 't',
    tool_name: 'Bash',
    tool_input: { command: 'rm -rf ~' },
  });
  const call = (more: Readonly<Record<string, string>> = {}) =>
    runProgram(shim, ['PreToolUse'], payload, { ...env(), ...more }, project);
  const running = () =>
    eventually(async () => {
      const status = await hostStatus(home);
      assert.ok(status, 'no host answers');
      return status;
    });

  before(() => void (dist = bundleRunner(freshFolder())));
  after(() => rmSync(dist, { recursive: true, force: true }));
  beforeEach(() => {
    root = freshFolder();
    home = path.join(root, '.gatehouse');
    project = path.join(root, 'project');
    mkdirSync(project);
    execFileSync('git', ['init', '-q', project], { env: env() });
    const { bin } = deploy(dist, home, { node: process.execPath, bash: '/bin/bash' }, env());
    shim = path.join(bin, 'gatehouse-hook');
  });
  afterEach(async () => {
    await endHost(home);
    rmSync(root, { recursive: true, force: true });
  });

  it('starts one behind its answer, and the next call is answered by it', async () => {
    assert.match((await call()).stdout, /"deny"/);
    assert.equal((await running()).requests, 0);
    assert.match((await call()).stdout, /"deny"/);
    assert.equal((await hostStatus(home))?.requests, 1);
  });

  it('starts one host where eight calls come together', async () => {
    await Promise.all(Array.from({ length: 8 }, () => call()));
    await running();
    // Where starting takes long, a call may have tried again: that host sees the other one and ends.
    await eventually(() => {
      const processes = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
      assert.equal(
        processes.split('\n').filter((line) => line.includes(home) && line.includes('host serve')).length,
        1,
      );
    });
  });

  it('starts one that outlives the client’s process group', async () => {
    const client = spawn('bash', ['-c', `'${shim}' PreToolUse; echo answered; exec sleep 600`], {
      cwd: project,
      env: env(),
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    client.stdin.end(payload);
    let said = '';
    client.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await eventually(() => assert.match(said, /answered/));
    const status = await running();
    const ended = new Promise((resolve) => client.once('exit', resolve));
    process.kill(-(client.pid ?? 0), 'SIGKILL');
    await ended;
    assert.equal((await hostStatus(home))?.pid, status.pid);
  });

  const unwanted: readonly [string, () => Readonly<Record<string, string>>][] = [
    ['GATEHOUSE_HOST=off', () => ({ GATEHOUSE_HOST: 'off' })],
    [
      '"host": { "start": "off" } in the person’s configuration',
      () => {
        writeFileSync(path.join(home, 'config.json'), '{ "host": { "start": "off" } }');
        return {};
      },
    ],
    [
      'a home that others may write to',
      () => {
        chmodSync(home, 0o777);
        return {};
      },
    ],
  ];
  for (const [name, arrange] of unwanted) {
    it(`starts none with ${name}`, async () => {
      assert.match((await call(arrange())).stdout, /"deny"/);
      assert.equal(existsSync(path.join(home, 'host/starting')), false);
      assert.deepEqual(await hostState(home, 'status'), { kind: 'none' });
    });
  }
});
