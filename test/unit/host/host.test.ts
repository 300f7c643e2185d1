import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hostStatus, stopHost } from '../../../src/hooks/host/client';
import { serve, type Ended } from '../../../src/hooks/host/host';
import { startHost } from '../../../src/hooks/cli/host';
import { logFile } from '../../../src/hooks/host/watch';
import { publish, readEndpoint, endpointFile, type Endpoint } from '../../../src/hooks/host/endpoint';
import { Stage } from './stage';

describe('the life of a host', () => {
  let stage: Stage;
  const running: Promise<Ended>[] = [];
  beforeEach(() => void (stage = new Stage()));
  afterEach(async () => {
    await stopHost(stage.home);
    await Promise.all(running.splice(0));
    stage.clear();
  });

  const start = (over: Partial<Parameters<typeof serve>[0]> = {}): Promise<Ended> => {
    const ended = serve({ home: stage.home, build: stage.deployed.build, ...over });
    running.push(ended);
    return ended;
  };
  const up = async (): Promise<Endpoint> => {
    for (;;) {
      const now = readEndpoint(stage.home);
      if (!('problem' in now)) return now;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  it('ends after a while without calls, and takes its endpoint along', async () => {
    const ended = start({ idleMs: 100 });
    await up();
    assert.equal(await ended, 'idle');
    assert.equal(existsSync(endpointFile(stage.home)), false);
  });

  describe('that fails at its start', () => {
    const startBroken = (): Promise<unknown> => {
      writeFileSync(stage.deployed.runner, "throw new Error('half a file')");
      return startHost({ home: stage.home, runner: stage.deployed.runner, node: process.execPath, env: {} });
    };

    it('says so at once, and why in its log', async () => {
      await assert.rejects(startBroken(), /The host did not start: its process ended with 1/);
      assert.match(readFileSync(logFile(stage.home), 'utf8'), /half a file/);
    });

    for (const [what, put] of [
      ['a folder', (file: string) => mkdirSync(file)],
      ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
    ] as const) {
      it(`D11 says so too if ${what} stands where its log should be`, async () => {
        mkdirSync(path.dirname(logFile(stage.home)), { recursive: true });
        put(logFile(stage.home));
        await assert.rejects(startBroken(), /The host did not start: its process ended with 1/);
      });
    }
  });

  it('D8 removes what is left over when it has nothing else to do', async () => {
    const draft = path.join(stage.home, 'config.json.tmp-1-abc');
    writeFileSync(draft, '');
    utimesSync(draft, 1, 1);
    void start({ lookMs: 10, restMs: 10 });
    while (existsSync(draft)) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('ends when it is asked to', async () => {
    const ended = start();
    await up();
    assert.equal((await stopHost(stage.home))?.pid, process.pid);
    assert.equal(await ended, 'stopped');
  });

  it('tells how it is', async () => {
    void start();
    await up();
    const payload = '{"hook_event_name":"Stop","session_id":"gatehouse-self-test-1"}';
    assert.deepEqual(await stage.run(['Stop'], payload), {
      code: 0,
      stdout: '{"systemMessage":"heard gatehouse-self-test-1"}',
      stderr: '',
    });
    const status = await hostStatus(stage.home);
    assert.deepEqual(
      [status?.pid, status?.build, status?.requests, status?.active],
      [process.pid, stage.deployed.build, 1, 0],
    );
    assert.ok((status?.p50Ms ?? 0) > 0);
  });

  it('is one: a second of the same build stays away', async () => {
    void start();
    const first = await up();
    // The first host is this very process, which a second start would take for itself.
    publish(stage.home, { ...first, pid: process.ppid });
    assert.equal(await start(), 'another-runs');
  });

  it('steps aside for another build', async () => {
    const old = start({ build: 'old' });
    const first = await up();
    publish(stage.home, { ...first, pid: process.ppid });
    void start();
    assert.equal(await old, 'stopped');
    for (;;) {
      const now = await up();
      if (now.build === stage.deployed.build) break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });

  it('ends when the shim has become that of another build', async () => {
    const ended = start({ lookMs: 50 });
    await up();
    const file = path.join(stage.deployed.bin, 'gatehouse-hook.cjs');
    writeFileSync(file, readFileSync(file, 'utf8').replace(stage.deployed.build, 'newer'));
    assert.equal(await ended, 'replaced');
  });

  it('ends when its endpoint is gone, and leaves one that is not its own', async () => {
    const ended = start({ lookMs: 50 });
    const own = await up();
    rmSync(endpointFile(stage.home));
    publish(stage.home, { ...own, clientToken: 'f'.repeat(64) });
    assert.equal(await ended, 'replaced');
    assert.equal(existsSync(endpointFile(stage.home)), true);
  });

  it('writes down its start, its end and whom it refused', async () => {
    const ended = start();
    const { port } = await up();
    const { connect } = await import('node:net');
    await new Promise((resolve) =>
      connect({ host: '127.0.0.1', port })
        .on('close', resolve)
        .on('error', () => undefined)
        .end('GET / HTTP/1.1\r\n\r\n'),
    );
    await stopHost(stage.home);
    await ended;
    const lines = readFileSync(logFile(stage.home), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.replace(/^\S+ /, ''));
    assert.deepEqual(lines, [
      `started: pid ${process.pid}, build ${stage.deployed.build}`,
      'a client showed a wrong token',
      'ended: stopped, 0 calls',
    ]);
  });
});
