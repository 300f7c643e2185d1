'use strict';
/** Loaded into a host by a test: a signal blocks its thread for good, as a call can that waits for a file system. */
if (require('node:worker_threads').isMainThread && process.argv.includes('serve')) {
  process.on('SIGUSR2', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
}
