import path from 'node:path';
import { callerAt, checkedAgainstKnown } from '../person/caller';
import { expectSeal } from '../state/sealed-memory';
import { attempt } from '../project/functions';
import { problemOf } from '../boundary';
import { withLock } from '../state/lock';
import type { Fleet } from '../fleet/exporter';
import { deployedBuild } from '../install/deployed-files';
import { allGates } from '../pipeline/catalog';
import { answerHook } from '../pipeline/hook';
import { loadConfig } from '../configuration/load-config';
import { placeOf } from '../project/place';
import { silence } from '../protocol/reply';
import { housekeeping, isHousekeepingDue } from '../session/housekeeping';
import { sealWord, ask, isAlive } from './client';
import { type Endpoint, freshToken, openHostFolder, openToOthers, publish, readEndpoint, withdraw } from './endpoint';
import { ModEndpoint } from './mod-endpoint';
import { listen, type Service, Statistics } from './server';
import { endStuckHost, writeLog } from './watch';

export interface HostOptions {
  /** Gatehouse's home; one host serves it. */
  readonly home: string;
  /** Names the code that runs, as the shim does. */
  readonly build: string;
  readonly idleMs?: number;
  /** How often the host checks whether to exit. */
  readonly lookMs?: number;
  /** A host without a call for this long has time to remove what is left over. */
  readonly restMs?: number;
}

const quarterHour = 15 * 60_000;

export type Ended = 'idle' | 'stopped' | 'replaced' | 'another-runs' | 'suspect';

/** Serves until there is a reason to exit; resolves to it. */
export async function serve(options: HostOptions): Promise<Ended> {
  const { home, build, idleMs = quarterHour, lookMs = 60_000, restMs = 30_000 } = options;
  openHostFolder(home);
  const earlier = await makeRoom(home, build);
  if (earlier === 'stay away') return 'another-runs';

  const log = (what: string) => writeLog(home, what);
  const statistics = new Statistics();
  const tokens = { clientToken: freshToken(), hostToken: freshToken() };
  let end: (why: Ended) => void = () => undefined;
  const ended = new Promise<Ended>((resolve) => (end = resolve));
  const own = { build, port: 0, pid: process.pid, ...tokens };
  const mod = new ModEndpoint(home, build);
  const fleet = new FleetLink(home, statistics, log);
  const service: Service = {
    build,
    ...tokens,
    statistics,
    log,
    suspect: () => {
      const problem = openToOthers(home);
      if (problem !== undefined) end('suspect');
      return problem;
    },
    hook: async ({ args, directory, env, payload }, later, pid) => {
      const { reply, finish } = await answerHook({ args, payload, env, cwd: directory, via: 'warm', pid });
      later(() => mod.noteEnvironment(payload, env));
      later(finish);
      later(() => fleet.noted());
      return reply;
    },
    control: (word, pid) => {
      if (word.startsWith(sealWord)) takeAnnouncement(word, home, pid);
      if (word === 'stop') setImmediate(() => end('stopped'));
      return { ...silence, stdout: JSON.stringify(statistics.status(own)) };
    },
  };
  const server = await listen(service);
  const address = server.address();
  own.port = typeof address === 'object' && address !== null ? address.port : 0;
  if (!(await claim(home, own, earlier))) {
    server.close();
    return 'another-runs';
  }
  mod.open().catch((error: unknown) => log(`the plugin's mod cannot ask: ${problemOf(error)}`));
  log(`started: pid ${process.pid}, build ${build}`);
  // Loads all gates before the first call.
  allGates().catch((error: unknown) => log(`the gates cannot be loaded: ${problemOf(error)}`));
  void fleet.look();
  const crash = (error: unknown) => log(`something failed outside a call: ${problemOf(error)}`);
  process.on('uncaughtException', crash);
  const configure = setInterval(
    () => {
      void fleet.look();
      const now = readEndpoint(home);
      const current = deployedBuild(home);
      if ('problem' in now || now.clientToken !== tokens.clientToken) end('replaced');
      else if (current !== undefined && current !== build) end('replaced');
      else if (statistics.idleMs() > idleMs) end('idle');
      else if (statistics.idleMs() > restMs) keepHouseWhenDue(home, statistics);
    },
    Math.min(lookMs, idleMs),
  );
  const stop = () => end('stopped');
  process.once('SIGTERM', stop).once('SIGINT', stop);

  const why = await ended;
  clearInterval(configure);
  process.off('SIGTERM', stop).off('SIGINT', stop).off('uncaughtException', crash);
  withdraw(home, own);
  mod.close();
  await fleet.close();
  await closed(server, statistics);
  log(`ended: ${why}, ${statistics.status(own).requests} calls`);
  return why;
}

/** The host believes the session's client, the editor and the person's terminal; a program below an agent it does not. */
function takeAnnouncement(word: string, home: string, pid: () => number | undefined): void {
  const [, seal = '', file = ''] = /^seal ([0-9a-f]{64}) (.+)$/s.exec(word) ?? [];
  if (file === '') return;
  const caller = checkedAgainstKnown({ GATEHOUSE_HOME: home }, callerAt(pid()));
  if (caller.kind !== 'unproven') expectSeal(file, seal);
}

/** One folder at a time; the next call comes first, and what is left waits until the next day. */
function keepHouseWhenDue(home: string, statistics: Statistics): void {
  const now = Date.now();
  if (!isHousekeepingDue(home, now)) return;
  const steps = housekeeping(home, now);
  const step = () => {
    if (statistics.active === 0 && steps.next().done !== true) setImmediate(step);
  };
  step();
}

/** Finishes running calls and drops idle connections. */
async function closed(server: { close(done: () => void): void }, statistics: Statistics): Promise<void> {
  const gone = new Promise<void>((resolve) => server.close(() => resolve()));
  const limit = performance.now() + 5_000;
  while (statistics.active > 0 && performance.now() < limit) await pause(20);
  await Promise.race([gone, pause(500)]);
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/** Another host may be running: the same build stays, another build is asked to stop, a stuck one is killed. */
async function makeRoom(home: string, build: string): Promise<Endpoint | undefined | 'stay away'> {
  const there = readEndpoint(home);
  if ('problem' in there || !isAlive(there.pid) || there.pid === process.pid)
    return 'problem' in there ? undefined : there;
  const word = there.build === build ? 'status' : 'stop';
  const answered = await ask(there, word, 2_000);
  if (answered === undefined) await endStuckHost(there.pid);
  return answered !== undefined && word === 'status' ? 'stay away' : there;
}

/** Publishes this host unless another did so in the meantime. */
async function claim(home: string, own: Endpoint, earlier: Endpoint | undefined): Promise<boolean> {
  return withLock(path.join(home, 'locks', 'host'), () => {
    const now = readEndpoint(home);
    const taken = !('problem' in now) && now.clientToken !== earlier?.clientToken && isAlive(now.pid);
    if (!taken) publish(home, own);
    return !taken;
  });
}

/** The host’s way to a team’s collector. Nothing of it is loaded before the person’s configuration names one. */
class FleetLink {
  private fleet: Fleet | undefined;
  private current = '';

  constructor(
    private readonly home: string,
    private readonly statistics: Statistics,
    private readonly log: (what: string) => void,
  ) {}

  /** Looks into the configuration: the link is made, changed or ended as it says. */
  async look(): Promise<void> {
    try {
      const configured = this.wanted();
      const now = JSON.stringify(configured ?? '');
      if (now === this.current) return;
      this.current = now;
      await this.fleet?.close(0);
      this.fleet = undefined;
      if (configured === undefined) return;
      const { Fleet } = await import(/* webpackChunkName: "fleet" */ '../fleet/exporter');
      const busy = () => this.statistics.active > 0;
      this.fleet = new Fleet({ home: this.home, ...configured, log: this.log, busy });
      this.log(`decisions go to ${configured.endpoint}`);
    } catch (error) {
      this.log(`decisions cannot be sent: ${problemOf(error)}`);
    }
  }

  noted(): void {
    this.fleet?.noted();
  }

  close(): Promise<void> {
    return this.fleet?.close(2_000) ?? Promise.resolve();
  }

  /** Only the person’s own file counts: Gatehouse’s home is no project. */
  private wanted() {
    const env = { ...process.env, GATEHOUSE_HOME: this.home };
    const { endpoint, headers, subjects } = loadConfig({ env, place: placeOf(this.home), requestedByName: false })
      .settings.fleet;
    if (endpoint === undefined || !/^https?:$/.test(attempt(() => new URL(endpoint).protocol) ?? '')) return undefined;
    const pairs = headers.map((header) => {
      const at = header.indexOf('=');
      return [header.slice(0, at).trim(), header.slice(at + 1).trim()];
    });
    return { endpoint, headers: Object.fromEntries(pairs) as Record<string, string>, subjects };
  }
}
