import { spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { ActionableError } from '../evidence/actionable-error';
import { makeFolder } from '../project/read-file';
import { hostFlags } from './background-start';
import { hostStatus } from './client';
import { openHostFolder } from './endpoint';
import type { HostStatus } from './statistics';
import { logFile } from './watch';

export interface HostProgram {
  readonly home: string;
  /** runner.js of the build that the shim starts. */
  readonly runner: string;
  readonly node: string;
  readonly env: NodeJS.ProcessEnv;
}

const startTimeoutMs = 5_000;

/** Starts a host that outlives us, and waits until it answers. A host that is there already is enough. */
export async function startHost(program: HostProgram): Promise<HostStatus> {
  makeFolder(program.home);
  openHostFolder(program.home);
  const log = openLog(program.home);
  const child = spawn(program.node, [...hostFlags, program.runner, 'host', 'serve'], {
    cwd: program.home,
    env: { ...program.env, GATEHOUSE_HOME: program.home },
    detached: true,
    stdio: ['ignore', 'ignore', log],
    windowsHide: true,
  });
  if (log !== 'ignore') closeSync(log);
  let failed: string | undefined;
  child.on('error', (error) => (failed = error.message));
  child.on('exit', (code) => {
    if (code !== 0) failed = `its process ended with ${code ?? 'a signal'}`;
  });
  child.unref();
  const limit = performance.now() + startTimeoutMs;
  while (performance.now() < limit && failed === undefined) {
    const status = await hostStatus(program.home, 500);
    if (status !== undefined) return status;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new ActionableError(
    `The host did not start${failed === undefined ? ` within ${startTimeoutMs / 1000} seconds` : `: ${failed}`}.`,
    `Hooks work without it, only slower. ${program.home}/host/host.log says more.`,
  );
}

/** For stderr: a host that fails before it can write its log says there why. An obstacle to that does not stop it. */
function openLog(home: string): number | 'ignore' {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    return openSync(logFile(home), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch {
    return 'ignore';
  }
}
