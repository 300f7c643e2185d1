import { runCold, writeAll } from './cold';
import { judgeHook } from './pipeline/hook';
import { messageOf } from './project/text';

/** argv to command; nothing else. */
async function run([name, ...rest]: readonly string[]): Promise<void> {
  if (name === 'hook') await runCold(rest, judgeHook);
  const { runCommand } = await import(/* webpackChunkName: "rest" */ './cli/commands');
  process.exitCode = await runCommand(name === undefined ? [] : [name, ...rest]);
}

/** Runs the program. The process ends when nothing is pending. */
export function main(argv: readonly string[]): void {
  run(argv).catch((error: unknown) => {
    writeAll(2, `gatehouse: ${messageOf(error)}\n`);
    process.exitCode = 1;
  });
}
