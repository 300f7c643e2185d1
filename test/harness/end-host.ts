import assert from 'node:assert/strict';
import { isAlive, stopHost } from '../../src/hooks/host/client';
import { eventually } from './eventually';

/** Ends the host of this home and waits until its process is gone: until then it writes to its folder. */
export async function endHost(home: string): Promise<void> {
  const host = await stopHost(home);
  if (host !== undefined) await eventually(() => assert.equal(isAlive(host.pid), false));
}
