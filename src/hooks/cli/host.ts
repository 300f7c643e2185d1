import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { hostState, isAlive, hostStatus, type HostStatus } from '../host/client';
import { serve } from '../host/host';
import { endStuckHost, watchOtherThread, watchThisThread, logFile } from '../host/watch';
import { buildOf } from '../install/deploy';
import { gatehouseHome } from '../project/home';
import { exitCodes, type Command } from './command';
import { runnerFolder } from './settings-change';
import { ActionableError } from '../project/functions';
import { makeFolder } from '../project/read-file';
import { hostFlags } from '../host/background-start';
import { openHostFolder } from '../host/endpoint';

const help = `
Usage: gatehouse host start|stop|status [--json]

The host is a process that answers hooks without starting node for each. It serves all your windows and terminals and
exits after 15 idle minutes. Without it hooks still work, and the first one starts the host after it has answered.
To keep it off: "host": { "start": "off" } in ~/.gatehouse/config.json, or GATEHOUSE_HOST=off.

Exit codes: 0 done, 1 no host is running or it does not answer, 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'host',
  summary: 'start, stop or check the background process that answers hooks',
  help,
  async run(args, terminal) {
    const home = gatehouseHome(terminal.env);
    const json = args.includes('--json');
    const [word, ...more] = args.filter((arg) => arg !== '--json');
    if (more.length > 0) return usage(terminal.err);
    const tell = (status: HostStatus | undefined, text: string) =>
      terminal.out(json ? `${JSON.stringify({ running: status !== undefined, ...status })}\n` : `${text}\n`);
    const tellStuck = (pid: number) => {
      const text = `The host does not answer: process ${pid} hangs. 'gatehouse host stop' stops it.`;
      terminal.out(json ? `${JSON.stringify({ running: true, answers: false, pid })}\n` : `${text}\n`);
      return exitCodes.no;
    };
    const stopStuck = async (pid: number) => {
      if (!(await endStuckHost(pid))) return tellStuck(pid);
      tell(undefined, `The host did not answer and was stopped: process ${pid}.`);
      return exitCodes.ok;
    };
    switch (word) {
      case 'serve':
        watchThisThread(home);
        await serve({ home, build: buildOf(runnerFolder()) });
        return exitCodes.ok;
      case 'watch':
        watchOtherThread();
        return exitCodes.ok;
      case 'start': {
        const runner = path.join(runnerFolder(), 'runner.js');
        const status = await startHost({ home, runner, node: process.execPath, env: terminal.env });
        tell(status, `The host runs: process ${status.pid}.`);
        return exitCodes.ok;
      }
      case 'stop': {
        const state = await hostState(home, 'stop');
        if (state.kind === 'stuck') return stopStuck(state.pid);
        if (state.kind === 'answers') await untilEnded(state.status.pid);
        tell(
          undefined,
          state.kind === 'none' ? 'No host is running.' : `The host was stopped: process ${state.status.pid}.`,
        );
        return state.kind === 'none' ? exitCodes.no : exitCodes.ok;
      }
      case 'status': {
        const state = await hostState(home, 'status');
        if (state.kind === 'stuck') return tellStuck(state.pid);
        const status = state.kind === 'answers' ? state.status : undefined;
        tell(status, status === undefined ? 'No host is running.' : described(status));
        return status === undefined ? exitCodes.no : exitCodes.ok;
      }
      default:
        return usage(terminal.err);
    }
  },
};

function usage(err: (text: string) => void): number {
  err("gatehouse host: use start, stop or status. 'gatehouse host --help' says more.\n");
  return exitCodes.usage;
}

async function untilEnded(pid: number): Promise<void> {
  for (let tries = 0; tries < 250 && isAlive(pid); tries += 1) await sleep(20);
}

function described(status: HostStatus): string {
  return [
    `process   ${status.pid}, build ${status.build}, up ${status.uptimeSeconds} s, ${status.rssMb} MB`,
    `requests  ${status.requests} (${status.active} now)`,
    `times     median ${status.p50Ms} ms, p99 ${status.p99Ms} ms`,
  ].join('\n');
}

interface HostProgram {
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
