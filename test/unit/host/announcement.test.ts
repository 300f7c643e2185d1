import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { mock } from 'node:test';
import { sendAnnouncement } from '../../../src/hooks/host/client';
import { Stage } from './stage';

describe('what a process tells the host before it writes under seal', () => {
  let stage: Stage;
  let heard: string[];
  const seal = 'a'.repeat(64);
  const send = (file: string) => sendAnnouncement(stage.home, file, seal);
  /** A process says nothing to itself. */
  const another = { pid: process.ppid };
  const control = (word: string) => {
    heard.push(word);
    return { stdout: '', stderr: '', exitCode: 0 };
  };

  beforeEach(() => {
    stage = new Stage();
    heard = [];
  });
  afterEach(() => {
    mock.timers.reset();
    stage.clear();
  });

  it('is the seal and the file', async () => {
    await stage.host({ control }, undefined, another);
    await send('/home/ada/pause.json');
    assert.deepEqual(heard, [`seal ${seal} /home/ada/pause.json`]);
  });

  it('is left out for ten seconds after a host has not answered, and then said again', async () => {
    const dumb = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(dumb, 'listening');
    stage.announce(dumb, another);
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    await send('first');
    await stage.host({ control }, undefined, another);
    await send('second');
    assert.deepEqual(heard, []);
    mock.timers.tick(10_000);
    await send('third');
    assert.deepEqual(heard, [`seal ${seal} third`]);
  });
});
