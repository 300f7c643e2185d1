import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sha, Stage, type Told } from './stage';

const payload = '{"hook_event_name":"Stop","text":"ä \\\\ \\" $HOME `id` %s"}\n';

/** How an old bash reads; both ways are in the shim. */
const withOldBash = (shim: string): string => shim.replace('BASH_VERSINFO[0] > 4', '3 > 4');

for (const old of [false, true]) {
  describe(`the shim with a host${old ? ', as bash 3.2 reads' : ''}`, () => {
    let stage: Stage;
    beforeEach(() => {
      stage = new Stage();
      if (!old) return;
      writeFileSync(stage.shim, withOldBash(readFileSync(stage.shim, 'utf8')));
      chmodSync(stage.shim, 0o755);
    });
    afterEach(() => stage.clear());

    it('hands over the words, the folder and the payload byte for byte, the newline at its end excepted', async () => {
      await stage.host();
      const answer = await stage.tell(['Stop', '--only', 'a,b'], payload);
      assert.deepEqual(
        { via: answer.via, args: answer.args, directory: answer.directory, hash: answer.hash },
        { via: 'warm', args: ['Stop', '--only', 'a,b'], directory: stage.root, hash: sha(payload.trimEnd()) },
      );
    });

    it('tells the host the language of the client, not that of the shim', async () => {
      await stage.host();
      assert.equal((await stage.tell(['Stop'], payload, { LC_ALL: 'C.UTF-8' })).env?.LC_ALL, 'C.UTF-8');
      assert.equal((await stage.tell(['Stop'], payload)).env?.LC_ALL, undefined);
    });

    it('passes on stdout, stderr and the exit code unchanged', async () => {
      const reply = { stdout: '{"a":"ü %s \\\\n"}\n\n', stderr: 'gate: nein\n  zweite Zeile\n', exitCode: 2 };
      await stage.host({ hook: () => Promise.resolve(reply) });
      assert.deepEqual(await stage.run(['Stop'], payload), { code: 2, stdout: reply.stdout, stderr: reply.stderr });
    });

    it('prints nothing for a silent answer', async () => {
      await stage.host({ hook: () => Promise.resolve({ stdout: '', stderr: '', exitCode: 0 }) });
      assert.deepEqual(await stage.run(['Stop'], payload), { code: 0, stdout: '', stderr: '' });
    });

    it('answers a client that has closed stderr', async () => {
      await stage.host();
      const env = { PATH: '/usr/bin:/bin', HOME: stage.root };
      const { stdout } = await promisify(execFile)('bash', ['-c', '"$0" Stop 2>&- </dev/null', stage.shim], { env });
      assert.equal((JSON.parse(stdout) as Told).via, 'warm');
    });

    it('takes a long answer whole', async () => {
      const stdout = JSON.stringify({ text: 'ö'.repeat(9_000) });
      await stage.host({ hook: () => Promise.resolve({ stdout, stderr: '', exitCode: 0 }) });
      assert.equal((await stage.run(['Stop'], payload)).stdout, stdout);
    });
  });
}

describe('the shim on the warm path', () => {
  let stage: Stage;
  beforeEach(() => void (stage = new Stage()));
  afterEach(() => stage.clear());

  it('passes the whole environment, whatever is in it', async () => {
    await stage.host();
    const odd = {
      STOP_GUARD_MODE: 'strict',
      QUOTES: `a "b" 'c' \\ $d \`e\``,
      LINES: 'one\ntwo\n',
      TABS: 'a\tb\x1b[0m\x07',
      WIDE: 'ä 🚪',
      EMPTY: '',
    };
    const { env = {} } = await stage.tell(['Stop'], payload, odd);
    for (const [name, value] of Object.entries(odd)) assert.equal(env[name], value, name);
  });

  for (const LC_ALL of ['C', 'C.UTF-8', 'en_US.UTF-8', 'de_DE.ISO-8859-1']) {
    it(`reads bytes, not letters, under LC_ALL=${LC_ALL}`, async () => {
      await stage.host();
      const answer = await stage.tell(['Stop'], payload, { LC_ALL, WIDE: 'ä 🚪' });
      assert.equal(answer.hash, sha(payload.trimEnd()));
      assert.deepEqual([answer.env?.LC_ALL, answer.env?.WIDE], [LC_ALL, 'ä 🚪']);
    });
  }

  it('handles a payload of ten megabytes', async () => {
    await stage.host();
    const large = JSON.stringify({ text: 'x"ä\\'.repeat(2_000_000) });
    const answer = await stage.tell(['PreToolUse'], large);
    assert.deepEqual([answer.via, answer.hash], ['warm', sha(large)]);
  });

  it('gives a payload beyond the limit to the runner, whole', async () => {
    await stage.host();
    const huge = 'y'.repeat(25 * 1024 * 1024);
    const answer = await stage.tell(['PreToolUse'], huge);
    assert.deepEqual([answer.via, answer.size, answer.hash], ['cold', huge.length, sha(huge)]);
  });

  it('waits for a slow gate as long as the host says that it works', async () => {
    const timeouts = { greetingMs: 2_000, requestMs: 2_000, farewellMs: 1_000, pulseMs: 100 };
    await stage.host(
      {
        hook: () =>
          new Promise((resolve) => setTimeout(() => resolve({ stdout: 'late', stderr: '', exitCode: 0 }), 700)),
      },
      timeouts,
    );
    assert.equal((await stage.run(['Stop'], payload)).stdout, 'late');
  });

  it('serves a client that runs the bare shim', async () => {
    await stage.host();
    assert.deepEqual((await stage.tell([], payload)).args, []);
  });

  it('runs without any program on the PATH', async () => {
    await stage.host();
    assert.equal((await stage.tell(['Stop'], payload, { PATH: '/nowhere' })).via, 'warm');
  });

  it('is not led astray by the environment of a shell', async () => {
    await stage.host();
    const noise = path.join(stage.root, 'noise.sh');
    writeFileSync(noise, 'echo noise; printf() { echo fooled; }; exit 2\n');
    const answer = await stage.tell(['Stop'], payload, {
      BASH_ENV: noise,
      ENV: noise,
      POSIXLY_CORRECT: '1',
      SHELLOPTS: 'errexit:nounset',
      IFS: 'abc',
      'BASH_FUNC_printf%%': '() { echo fooled; }',
      'BASH_FUNC_read%%': '() { return 1; }',
    });
    assert.deepEqual([answer.via, answer.hash], ['warm', sha(payload.trimEnd())]);
  });

  for (const stdin of ['a pipe', 'a file', 'nothing'] as const) {
    it(`reads its payload from ${stdin}`, async () => {
      await stage.host();
      const file = path.join(stage.root, 'payload.json');
      writeFileSync(file, payload);
      const line = {
        'a pipe': `cat '${file}' | '${stage.shim}' Stop`,
        'a file': `'${stage.shim}' Stop <'${file}'`,
        nothing: `'${stage.shim}' Stop </dev/null`,
      }[stdin];
      const env = { PATH: process.env.PATH, HOME: stage.root };
      const { stdout } = await promisify(execFile)('/bin/sh', ['-c', line], { env });
      const answer = JSON.parse(stdout) as Told;
      assert.deepEqual([answer.via, answer.hash], ['warm', sha(stdin === 'nothing' ? '' : payload.trimEnd())]);
    });
  }
});
