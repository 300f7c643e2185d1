import assert from 'node:assert/strict';
import { chmodSync, chownSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { skip } from '../../harness/skip';
import { freshToken, hostFolder, endpointFile, type Endpoint } from '../../../src/hooks/host/endpoint';
import { coldFrame, waitFrame } from '../../../src/hooks/host/frame';
import { head, sha, Stage } from './stage';

const payload = '{"hook_event_name":"PreToolUse","n":1}\n';

/** A server on the port that behaves as a test wants, known under the tokens it is given. */
async function impostor(stage: Stage, behave: (socket: Socket, tokens: Pick<Endpoint, 'hostToken'>) => void) {
  const tokens = { clientToken: freshToken(), hostToken: freshToken() };
  const server = createServer((socket) => behave(socket, tokens));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stage.announce(server, tokens);
}

/** Says who it is, as the real host does, and then answers the request with this. */
const greetThen =
  (act: (socket: Socket) => void) =>
  (socket: Socket, { hostToken }: { hostToken: string }) => {
    socket.once('data', () => {
      socket.write(`${hostToken}\n`);
      socket.once('data', () => act(socket));
    });
  };

type Doubt = readonly [string, (stage: Stage) => Promise<unknown>];

const doubts: readonly Doubt[] = [
  ['there is no host', () => Promise.resolve()],
  [
    'no process listens on the port',
    async (stage) => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      stage.announce(server);
      await new Promise((resolve) => server.close(resolve));
    },
  ],
  ['the process of the host is gone', (stage) => stage.host({}, undefined, { pid: 4_194_300 })],
  ['the host is of another build', (stage) => stage.host({}, undefined, { build: 'another' })],
  ['the host refuses the token', (stage) => stage.host({}, undefined, { clientToken: freshToken() })],
  [
    'a fake host does not know its own token',
    (stage) =>
      impostor(stage, (socket) => {
        socket.on('data', () => socket.end(`${freshToken()}\n${head(0, 4)}fakeend\n`));
      }),
  ],
  ['a fake host answers at once', (stage) => impostor(stage, (socket) => socket.end(`${head(0, 4)}fakeend\n`))],
  ['the host says nothing', (stage) => impostor(stage, (socket) => void socket.resume())],
  [
    'the host ends after the greeting',
    (stage) =>
      impostor(stage, (socket, { hostToken }) => {
        socket.once('data', () => socket.end(`${hostToken}\n`));
      }),
  ],
  [
    'the host dies in the middle of the request',
    (stage) =>
      impostor(
        stage,
        greetThen((socket) => socket.resetAndDestroy()),
      ),
  ],
  [
    'the host answers by halves',
    (stage) =>
      impostor(
        stage,
        greetThen((socket) => socket.end(`${head(0, 400)}{"half":`)),
      ),
  ],
  [
    'the host does not finish its answer',
    (stage) =>
      impostor(
        stage,
        greetThen((socket) => socket.end(`${head(0, 2)}{}`)),
      ),
  ],
  [
    'the host answers nonsense',
    (stage) =>
      impostor(
        stage,
        greetThen((socket) => socket.end(`${'reply -1 x y'.padEnd(31)}\n{}end\n`)),
      ),
  ],
  [
    'the host would rather not',
    (stage) =>
      impostor(
        stage,
        greetThen((socket) => socket.end(Buffer.concat([waitFrame, waitFrame, coldFrame]))),
      ),
  ],
  ['the host fails inside', (stage) => stage.host({ hook: () => Promise.reject(new Error('inside')) })],
  [
    'the endpoint is a link',
    async (stage) => {
      await stage.host();
      const file = endpointFile(stage.home);
      renameSync(file, `${file}.real`);
      symlinkSync(`${file}.real`, file);
    },
  ],
  [
    'the folder of the endpoint is a link',
    async (stage) => {
      await stage.host();
      const folder = hostFolder(stage.home);
      renameSync(folder, `${folder}.real`);
      symlinkSync(`${folder}.real`, folder);
    },
  ],
  [
    'the endpoint is a folder',
    async (stage) => {
      await stage.host();
      rmSync(endpointFile(stage.home));
      symlinkSync('.', endpointFile(stage.home));
    },
  ],
  [
    'the endpoint is nonsense',
    async (stage) => {
      await stage.host();
      writeFileSync(endpointFile(stage.home), 'gatehouse1 $(touch /tmp/x) 1 1 1 1\n'.repeat(50));
    },
  ],
];

describe('whatever is doubtful about the host, the runner answers, once and with the same payload:', () => {
  let stage: Stage;
  beforeEach(() => void (stage = new Stage()));
  afterEach(() => stage.clear());

  for (const [name, arrange] of doubts) {
    it(name, async () => {
      await arrange(stage);
      const ran = await stage.run(['PreToolUse'], payload);
      assert.deepEqual([ran.code, ran.stderr], [0, '']);
      const answer = JSON.parse(ran.stdout) as { via: string; args: string[]; hash: string };
      // Bytes that the shell has read come without the newline at the end only from an old bash.
      assert.deepEqual([answer.via, answer.args, answer.hash], ['cold', ['hook', 'PreToolUse'], sha(payload)]);
    });
  }

  it('the host proves itself while the system holds the shim past its deadline', async () => {
    const pidFile = path.join(stage.root, 'pid');
    const file = path.join(stage.root, 'shim');
    writeFileSync(file, `#!/bin/sh\necho $$ > '${pidFile}'\nexec '${stage.shim}' "$@"\n`, { mode: 0o700 });
    await impostor(stage, (socket, { hostToken }) => {
      socket.once('data', () => {
        const shim = Number(readFileSync(pidFile, 'utf8'));
        setTimeout(() => {
          process.kill(shim, 'SIGSTOP');
          socket.write(`${hostToken}\n`);
          socket.once('data', () => socket.end(coldFrame));
        }, 300);
        setTimeout(() => process.kill(shim, 'SIGCONT'), 1200);
      });
    });
    const ran = await stage.run(['PreToolUse'], payload, {}, file);
    assert.equal((JSON.parse(ran.stdout) as { via: string }).via, 'cold');
  });

  for (const [language, env] of [
    ['C.UTF-8', { LC_ALL: 'C.UTF-8' }],
    ['none', {}],
  ] as const) {
    it(`the runner has the language of the client: ${language}`, async () => {
      await impostor(stage, (socket) => socket.end('cold'));
      assert.equal((await stage.tell(['PreToolUse'], payload, env)).language, language);
    });
  }

  it('the endpoint belongs to someone else', async function () {
    if (process.getuid?.() !== 0) skip(this, 'only root can give a file away');
    await stage.host();
    chownSync(endpointFile(stage.home), 65_534, 65_534);
    assert.equal((await stage.tell(['PreToolUse'], payload)).via, 'cold');
  });

  it('the host refuses once others could read the endpoint, and says so', async () => {
    const { readEndpoint } = await import('../../../src/hooks/host/endpoint');
    await stage.host({
      suspect: () => {
        const now = readEndpoint(stage.home);
        return 'problem' in now ? now.problem : undefined;
      },
    });
    assert.equal((await stage.tell(['PreToolUse'], payload)).via, 'warm');
    chmodSync(endpointFile(stage.home), 0o644);
    assert.equal((await stage.tell(['PreToolUse'], payload)).via, 'cold');
    assert.deepEqual(stage.log, ['a client was refused: the endpoint is open to others']);
  });

  it('the payload reaches only a process that showed the token of the host', async () => {
    let heard = '';
    await impostor(stage, (socket) => {
      socket.on('data', (chunk) => {
        heard += chunk.toString();
        socket.write('0000\n');
      });
    });
    await stage.run(['PreToolUse'], '{"secret":"hunter2"}', { API_KEY: 'hunter2' });
    assert.match(heard, /^gatehouse1 [\w-]{22} \S+\n$/);
  });

  it('an endpoint is the reader’s alone', async () => {
    await stage.host();
    assert.equal(lstatSync(endpointFile(stage.home)).mode & 0o777, 0o600);
    assert.equal(lstatSync(hostFolder(stage.home)).mode & 0o777, 0o700);
  });
});
