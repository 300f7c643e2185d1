import { runHook, type HookOptions } from '../../../src/hooks/pipeline/hook';

/** Runs hooks as they are sent, in a process of its own. */
process.on('message', (run: HookOptions) => {
  void runHook(run).then((reply) => process.send?.(reply));
});
process.send?.('ready');
