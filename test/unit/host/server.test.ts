import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { Endpoint } from '../../../src/hooks/host/endpoint';
import { readReply, requestLimit } from '../../../src/hooks/host/frame';
import { Stage } from './stage';

const quick = { greetingMs: 150, requestMs: 300, farewellMs: 300, pulseMs: 1_000 };

/** Sends pieces with pauses and gives back everything that came until the other side closed. */
function talk(host: Endpoint, pieces: Iterable<string | Buffer | number>): Promise<{ heard: Buffer }> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: host.port });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ heard: Buffer.concat(chunks) }));
    void (async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        if (typeof piece === 'number') await new Promise((done) => setTimeout(done, piece));
        else socket.write(piece);
      }
    })();
  });
}

/** A letter now and then, without end. */
function* trickle(start = ''): Iterable<string | number> {
  yield start;
  for (;;) {
    yield 'g';
    yield 20;
  }
}

const greeting = (host: Endpoint): string => `gatehouse1 ${host.clientToken} ${host.build}\n`;
const request = 'aStop\0d/tmp\0edeclare -x A="1"\n\0p{}\0.\0';

describe('the host and strangers', () => {
  let stage: Stage;
  let host: Endpoint;
  beforeEach(async () => {
    stage = new Stage();
    host = await stage.host();
  });
  afterEach(() => stage.clear());

  it('answers who shows the token', async () => {
    const { heard } = await talk(host, [greeting(host), request]);
    const line = `${host.hostToken}\n`;
    assert.equal(heard.subarray(0, line.length).toString(), line);
    assert.match(readReply(heard.subarray(line.length))?.stdout ?? '', /"via":"warm","args":\["Stop"\]/);
  });

  const refused: readonly [string, (host: Endpoint) => Iterable<string>, string][] = [
    ['no token', () => [`gatehouse1\n${request}`], 'a client showed a wrong token'],
    [
      'a wrong token',
      ({ build }) => [`gatehouse1 ${'0'.repeat(22)} ${build}\n${request}`],
      'a client showed a wrong token',
    ],
    [
      'half a token',
      ({ clientToken }) => [`gatehouse1 ${clientToken.slice(0, 11)} x\n`],
      'a client showed a wrong token',
    ],
    ['another protocol', () => ['GET / HTTP/1.1\r\nHost: x\r\n\r\n'], 'a client showed a wrong token'],
    [
      'another build',
      ({ clientToken }) => [`gatehouse1 ${clientToken} other\n`],
      'a client of another build (other) was refused',
    ],
    ['a greeting without end', () => ['g'.repeat(300)], 'a client sent too much before identifying itself'],
  ];
  for (const [name, pieces, logged] of refused) {
    it(`hears ${name} and tells nothing about itself`, async () => {
      const { heard } = await talk(host, pieces(host));
      assert.equal(heard.toString(), '');
      assert.deepEqual(stage.log, [logged]);
    });
  }

  const silent: readonly [string, () => Iterable<string | number>][] = [
    ['silence', () => []],
    ['a greeting by the letter', () => trickle()],
  ];
  for (const [name, pieces] of silent) {
    it(`hears ${name} for a while and tells nothing about itself`, async () => {
      const { heard } = await talk(await stage.host({}, quick), pieces());
      assert.equal(heard.toString(), '');
      assert.deepEqual(stage.log, ['a client did not identify itself']);
    });
  }

  it('drops a request that never ends', async () => {
    host = await stage.host({}, { ...quick, greetingMs: 60_000 });
    await talk(host, trickle(greeting(host)));
    assert.deepEqual(stage.log, ['a client did not finish its request']);
  });

  it('drops a request that is too large', async () => {
    const { heard } = await talk(host, [greeting(host), 'p', Buffer.alloc(requestLimit + 1, 'x')]);
    assert.doesNotMatch(heard.toString(), /reply/);
    assert.deepEqual(stage.log, ['a request was too large']);
  });

  for (const [name, bytes] of [
    ['without a payload', 'aStop\0d/tmp\0.\0'],
    ['of an unknown kind', 'zwhat\0.\0'],
  ] as const) {
    it(`drops a request ${name}`, async () => {
      await talk(host, [greeting(host), bytes]);
      assert.deepEqual(stage.log, ['a request could not be read']);
    });
  }

  it('serves others while a hundred strangers hold their connections', async () => {
    const strangers = Array.from({ length: 100 }, () => connect({ host: '127.0.0.1', port: host.port }));
    for (const stranger of strangers) stranger.on('error', () => undefined);
    const { heard } = await talk(host, [greeting(host), request]);
    assert.match(heard.toString(), /"via":"warm"/);
    for (const stranger of strangers) stranger.destroy();
  });

  it('listens on the loopback address alone', async () => {
    const { networkInterfaces } = await import('node:os');
    const outer = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal);
    const address = outer?.address ?? '127.0.0.2';
    const reached = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: address, port: host.port });
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    });
    assert.equal(reached, false);
  });
});

describe('the host and its calls', () => {
  let stage: Stage;
  beforeEach(() => void (stage = new Stage()));
  afterEach(() => stage.clear());

  it('lets a stuck gate delay no other call', async () => {
    let release: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => (release = resolve));
    await stage.host({
      hook: async ({ args }) => {
        if (args[0] === 'Stuck') await stuck;
        return { stdout: args[0] ?? '', stderr: '', exitCode: 0 };
      },
    });
    const first = stage.run(['Stuck'], '{}');
    const others = await Promise.all(['A', 'B', 'C', 'D'].map((name) => stage.run([name], '{}')));
    assert.deepEqual(
      others.map(({ stdout }) => stdout),
      ['A', 'B', 'C', 'D'],
    );
    release();
    assert.equal((await first).stdout, 'Stuck');
  });

  it('gives every one of many clients its own answer', async () => {
    await stage.host();
    const names = Array.from({ length: 24 }, (_, index) => `Event${index}`);
    const answers = await Promise.all(names.map((name) => stage.tell([name], `{"n":"${name}"}`)));
    assert.deepEqual(
      answers.map(({ args }) => args.at(-1)),
      names,
    );
    // On a busy machine some shims lose patience and start the runner: right, but no answer of the host.
    assert.ok(answers.some(({ via }) => via === 'warm'));
  });
});
