import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { asyncHookShim, hookShim, type ShimFacts } from '../../../src/hooks/install/shim';
import { runProgram, sha, Stage, type Told } from '../host/stage';

const payload = '{"hook_event_name":"Stop"}\n';

/** A program that says it is node of some version, and runs whatever it is given with the real one. */
function pretender(folder: string, version: number): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'node');
  const run = `case "$1" in -e) exit ${version < 20 ? 1 : 0};; esac; exec '${process.execPath}' "$@"`;
  writeFileSync(file, `#!/bin/sh\n${run}\n`, { mode: 0o755 });
  return file;
}

describe('the shim without a host', () => {
  let stage: Stage;
  afterEach(() => stage.clear());

  it('starts the runner with its words and its input', async () => {
    stage = new Stage();
    const answer = await stage.tell(['Stop', '--only', 'stop-guard'], payload);
    assert.deepEqual([answer.args, answer.hash], [['hook', 'Stop', '--only', 'stop-guard'], sha(payload)]);
  });

  it('starts it as what it is, whatever kind of modules a package.json above its home announces', async () => {
    stage = new Stage();
    writeFileSync(path.join(stage.root, 'package.json'), '{ "type": "module" }');
    assert.equal((await stage.tell(['Stop'], payload)).hash, sha(payload));
  });

  it('tells the runner which lane it is, even for a client that ignores args', async () => {
    stage = new Stage();
    const ran = await stage.run([], payload, {}, path.join(stage.deployed.bin, 'gatehouse-hook-async'));
    assert.deepEqual((JSON.parse(ran.stdout) as Told).args, ['hook', '--async']);
  });

  it('is the command line of people under another name', async () => {
    stage = new Stage();
    const ran = await stage.run(['status', '--json'], '', {}, path.join(stage.deployed.bin, 'gatehouse'));
    assert.deepEqual((JSON.parse(ran.stdout) as Told).args, ['status', '--json']);
  });

  it('looks on the PATH when the node of the installation has gone', async () => {
    stage = new Stage({ node: '/gone/node' });
    const folder = path.join(stage.root, 'other');
    pretender(folder, 22);
    assert.equal((await stage.tell(['Stop'], payload, { PATH: `${folder}:/usr/bin:/bin` })).hash, sha(payload));
  });

  it('takes no node older than 20, and then the runtime of the editor', async () => {
    stage = new Stage({ node: '/gone/node', editor: process.execPath });
    const folder = path.join(stage.root, 'old');
    pretender(folder, 18);
    assert.equal((await stage.tell(['Stop'], payload, { PATH: folder })).electron, '1');
  });

  it('tells the runtime of the editor to be node', async () => {
    stage = new Stage({ node: process.execPath, editor: process.execPath });
    assert.equal((await stage.tell(['Stop'], payload)).electron, '1');
  });

  describe('whose runner was gone before bash had noted its start, so that it says it ended with -1', () => {
    const answer = '{"systemMessage":"judged"}';
    const rows: readonly (readonly [what: string, runner: string, said: RegExp])[] = [
      ['takes a whole answer', `console.log('${answer}')`, /^{"systemMessage":"judged"}\n$/],
      ['refuses on half an answer', `console.log('${answer.slice(0, -1)}')`, /"deny".* ended with -1\./],
      ['refuses on none', '0', /"deny".* ended with -1\./],
    ];
    for (const [what, runner, said] of rows) {
      it(what, async () => {
        stage = new Stage({ bash: '/bin/bash' });
        writeFileSync(stage.deployed.runner, runner);
        const shim = readFileSync(stage.shim, 'utf8');
        writeFileSync(stage.shim, shim.replace(/^ {2}wait "\$process"\n {2}code=\$\?$/m, '  code=-1'));
        const ran = await stage.run(['PreToolUse'], '{"tool_name":"Bash","tool_input":{"command":"ls"}}');
        assert.equal(ran.code, 0);
        assert.match(ran.stdout, said);
      });
    }
  });

  for (const bash of ['/bin/bash', undefined]) {
    describe(`${bash === undefined ? 'without' : 'with'} bash, where no runner answers`, () => {
      const bashCall = '{"session_id":"s","tool_name":"Bash","tool_input":{"command":"rm -rf ~/"}}';
      const refusal = (stdout: string) => {
        const { hookSpecificOutput: said } = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> };
        assert.deepEqual([said.hookEventName, said.permissionDecision], ['PreToolUse', 'deny']);
        return said.permissionDecisionReason ?? '';
      };
      const faults: readonly (readonly [string, (runner: string) => void, RegExp])[] = [
        ['has gone', (runner) => rmSync(runner), /the program of its hooks is missing or empty/],
        ['is empty', (runner) => writeFileSync(runner, ''), /the program of its hooks is missing or empty/],
        ['is half', (runner) => writeFileSync(runner, 'if (true) {'), /its hooks' program ended with 1/],
        ['fails', (runner) => writeFileSync(runner, 'process.exit(3)'), /its hooks' program ended with 3/],
        ['is killed', (runner) => writeFileSync(runner, "process.kill(process.pid, 'SIGSEGV')"), /ended with 139/],
      ];
      for (const [what, harm, cause] of faults) {
        it(`D1 refuses a call when the runner ${what}`, async () => {
          stage = new Stage({ bash });
          harm(stage.deployed.runner);
          const ran = await stage.run(['PreToolUse'], bashCall);
          assert.equal(ran.code, 0);
          assert.match(refusal(ran.stdout), cause);
        });
      }

      it('D1 refuses a call when no node is left', async () => {
        stage = new Stage({ bash, node: '/gone/node' });
        const ran = await stage.run(['PreToolUse'], bashCall, { PATH: '/nowhere' });
        assert.deepEqual([ran.code, ran.stderr], [0, '']);
        assert.match(refusal(ran.stdout), /node 20 or newer was not found/);
      });

      it('D1 knows the event of a client that runs the bare shim', async () => {
        stage = new Stage({ bash });
        rmSync(stage.deployed.runner);
        const ran = await stage.run([], bashCall.replace('{', '{"hook_event_name":"PreToolUse",'));
        assert.match(refusal(ran.stdout), /missing/);
      });

      it('D1 lets an agent look, with a message', async () => {
        stage = new Stage({ bash });
        rmSync(stage.deployed.runner);
        const ran = await stage.run(['PreToolUse'], '{"tool_name":"Read","tool_input":{"file_path":"a"}}');
        assert.match(
          (JSON.parse(ran.stdout) as { systemMessage: string }).systemMessage,
          /^Gatehouse failed at PreToolUse/,
        );
      });

      it('D1 takes no word of the tool’s input for its name', async () => {
        stage = new Stage({ bash });
        rmSync(stage.deployed.runner);
        const ran = await stage.run(['PreToolUse'], '{"tool_input":{"tool_name":"Read"},"tool_name":"Bash"}');
        assert.match(refusal(ran.stdout), /missing/);
      });

      it('D1 tells it once at an event that refuses nothing', async () => {
        stage = new Stage({ bash });
        rmSync(stage.deployed.runner);
        const first = await stage.run(['Stop'], payload);
        assert.match(
          (JSON.parse(first.stdout) as { systemMessage: string }).systemMessage,
          /^Gatehouse failed at Stop/,
        );
        assert.deepEqual(await stage.run(['Stop'], payload), { code: 0, stdout: '', stderr: '' });
      });

      it('D2 throws compiled code away when the runner is ended by a signal', async () => {
        stage = new Stage({ bash });
        mkdirSync(path.join(stage.home, 'cache'), { recursive: true });
        writeFileSync(stage.deployed.runner, "process.kill(process.pid, 'SIGTRAP')");
        await stage.run(['PreToolUse'], bashCall);
        assert.equal(existsSync(path.join(stage.home, 'cache')), false);
      });
    });
  }

  it('tells the runner about a home that is not the usual one, unless the environment says otherwise', async () => {
    stage = new Stage();
    const facts: ShimFacts = {
      build: 'b',
      home: '/elsewhere',
      elsewhere: true,
      runner: stage.deployed.runner,
      node: process.execPath,
    };
    const file = path.join(stage.root, 'shim');
    writeFileSync(file, asyncHookShim(facts), { mode: 0o755 });
    const home = async (env: Record<string, string>) =>
      (JSON.parse((await stage.run([], payload, env, file)).stdout) as Told).home;
    assert.equal(await home({}), '/elsewhere');
    assert.equal(await home({ GATEHOUSE_HOME: '/said' }), '/said');
  });

  it('W13 needs no bash where there is none', async () => {
    stage = new Stage({ bash: undefined });
    assert.match(readFileSync(stage.shim, 'utf8'), /^#!\/bin\/sh\n/);
    assert.equal((await stage.tell(['Stop'], payload)).via, 'cold');
  });

  it('keeps a path with quotes, spaces and dollars together', async () => {
    stage = new Stage();
    const folder = path.join(stage.root, `a 'b' $c "d"`);
    mkdirSync(folder);
    symlinkSync(process.execPath, path.join(folder, 'node'));
    writeFileSync(path.join(folder, 'runner.js'), readFileSync(stage.deployed.runner));
    const facts = { build: 'b', home: folder, elsewhere: false, bash: '/bin/bash' };
    const file = path.join(folder, 'shim');
    const node = path.join(folder, 'node');
    writeFileSync(file, hookShim({ ...facts, node, runner: path.join(folder, 'runner.js') }), { mode: 0o755 });
    const ran = await runProgram(file, ['Stop'], payload, { PATH: '/bin' }, stage.root);
    assert.deepEqual([ran.code, (JSON.parse(ran.stdout) as Told).hash], [0, sha(payload)]);
  });
});

describe('the entry of a shared project file', () => {
  let stage: Stage;
  beforeEach(() => void (stage = new Stage()));
  afterEach(() => stage.clear());

  const line = async () => {
    const { sampleEntries } = await import('./sample');
    return sampleEntries({ kind: 'shared' }).at(-1)?.handler.command ?? '';
  };
  const sh = async (env: Record<string, string>) =>
    runProgram('/bin/sh', ['-c', await line()], payload, { PATH: '/usr/bin:/bin', ...env }, stage.root);

  it('reaches a shim where there is one', async () => {
    const ran = await sh({ HOME: stage.root });
    assert.deepEqual((JSON.parse(ran.stdout) as Told).args, ['hook', 'Stop', '--shared']);
  });

  it('is silent for teammates who have none', async () => {
    const ran = await sh({ HOME: path.join(stage.root, 'nobody') });
    assert.deepEqual(ran, { code: 0, stdout: '', stderr: '' });
  });

  it('is silent without any home', async () => {
    assert.deepEqual(await sh({}), { code: 0, stdout: '', stderr: '' });
  });

  it('does not run a shim that may not be run', async () => {
    chmodSync(stage.shim, 0o644);
    assert.equal(existsSync(stage.shim), true);
    assert.deepEqual(await sh({ HOME: stage.root }), { code: 0, stdout: '', stderr: '' });
  });
});
