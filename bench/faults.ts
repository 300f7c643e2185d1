import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { faults, payloads } from '../test/faults/faults';
import { readEndpoint } from '../src/hooks/host/endpoint';
import { fuzzed, mustBeRefused } from '../test/faults/fuzz';
import { askHost } from '../test/faults/host-client';
import { decisionOf, FaultPlace, type Ran } from '../test/faults/place';
import { table } from './figures';

/** The fault campaign: everything that was ever found to make a hook silent, and many more of the same kind. */
const short = process.argv.includes('--short');
const share = short ? 0.05 : 1;
const times = (count: number) => Math.ceil(count * share);

const deadly = 'rm -rf ~/ /';
const hangMs = 8_000;

interface Row {
  readonly name: string;
  readonly calls: number;
  readonly silent: number;
  readonly weaker: number;
  readonly hangs: number;
  readonly unhealed: number;
  readonly slowest: number;
  readonly note: string;
}

/** Counts what went wrong in one part of the campaign, and says the first of each kind. */
class Tally {
  calls = 0;
  silent = 0;
  weaker = 0;
  hangs = 0;
  unhealed = 0;
  slowest = 0;
  readonly #told = new Set<string>();

  /** An answer to a call that must be refused. */
  refused(ran: Ran, what: string): void {
    this.answered(ran, what);
    const { decision, reason } = decisionOf(ran);
    if (decision === 'deny') return;
    if (decision === 'silent') this.silent += 1;
    else this.weaker += 1;
    this.tell(decision, `${what}: ${decision} ${reason.slice(0, 200)}`);
  }

  /** An answer to a call that may be anything but broken. */
  answered(ran: Ran, what: string): void {
    this.calls += 1;
    this.slowest = Math.max(this.slowest, ran.ms);
    if (ran.ms > hangMs) {
      this.hangs += 1;
      this.tell('hang', `${what}: ${Math.round(ran.ms)} ms`);
    }
    const { decision, reason } = decisionOf(ran);
    if (decision === 'invalid' || decision.startsWith('exit')) {
      this.weaker += 1;
      this.tell(decision, `${what}: ${decision} ${reason.slice(0, 200)}`);
    }
  }

  /** A program of the repository that was started counts as a weaker answer. */
  startedNothing(marker: string, what: string): void {
    if (!existsSync(marker)) return;
    rmSync(marker);
    this.weaker += 1;
    this.tell('started', `${what}: a program of the repository ran`);
  }

  healed(ran: Ran, what: string): void {
    const { decision, reason } = decisionOf(ran);
    if (decision === 'allow') return;
    this.unhealed += 1;
    this.tell('unhealed', `${what}: ${decision} ${reason.slice(0, 200)}`);
  }

  row(name: string, note = ''): Row {
    const { calls, silent, weaker, hangs, unhealed, slowest } = this;
    return { name, calls, silent, weaker, hangs, unhealed, slowest, note };
  }

  private tell(kind: string, text: string): void {
    if (this.#told.has(kind)) return;
    this.#told.add(kind);
    console.log(`  ${text}`);
  }
}

async function fuzzHost(place: FaultPlace): Promise<Row> {
  const tally = new Tally();
  place.gatehouse('host', 'start');
  const inputs = fuzzed(place.bash(deadly), times(20_000), 1);
  await eachOf(8, inputs, async (input) => {
    const ran = await askHost(place, 'PreToolUse', input);
    if (mustBeRefused(input, deadly)) tally.refused(ran, JSON.stringify(input).slice(0, 300));
    else tally.answered(ran, input);
  });
  return tally.row('fuzzed payloads, warm');
}

async function fuzzCold(place: FaultPlace): Promise<Row> {
  const tally = new Tally();
  place.gatehouse('host', 'stop');
  await eachOf(2, fuzzed(place.bash(deadly), times(500), 2), async (input) => {
    const ran = await place.hook('PreToolUse', input);
    if (mustBeRefused(input, deadly)) tally.refused(ran, JSON.stringify(input).slice(0, 300));
    else tally.answered(ran, input);
  });
  return tally.row('fuzzed payloads, cold');
}

async function faultList(place: FaultPlace, via: 'cold' | 'warm'): Promise<Row> {
  const tally = new Tally();
  let count = 0;
  for (const { finding, name, harm, started, moments, runs, heals, undo, coldOnly } of faults) {
    if (via === 'warm' && coldOnly === true) continue;
    const what = `${finding} ${name}, ${via}`;
    count += 1;
    if (via === 'warm') place.gatehouse('host', 'start');
    await place.hook('PreToolUse', place.bash('ls'));
    harm(place);
    tally.refused(await place.hook('PreToolUse', place.bash(deadly), started?.(place)), what);
    for (const [event, payload] of moments?.(place) ?? []) {
      tally.answered(await place.hook(event, payload), `${what}, ${event}`);
    }
    if (runs !== undefined) tally.startedNothing(runs(place), what);
    if (heals === 'doctor') place.gatehouse('doctor', '--fix');
    undo?.(place);
    tally.healed(await place.hook('PreToolUse', place.bash('ls')), what);
  }
  for (const [name, change] of payloads) {
    tally.refused(await place.hook('PreToolUse', change(place.bash(deadly))), `a payload with ${name}, ${via}`);
  }
  place.gatehouse('host', 'stop');
  return tally.row(`fault list, ${via}`, `${count} faults, ${payloads.length} payloads`);
}

/** Ends hooks at any moment of their lives; what they leave must not matter to the next. */
async function killHooks(place: FaultPlace): Promise<Row> {
  const tally = new Tally();
  const kills = times(300);
  for (let count = 0; count < kills; count += 1) {
    await killedAfter(place, (count * 7) % 130);
    if (count % 10 === 9) tally.refused(await place.hook('PreToolUse', place.bash(deadly)), 'after ten kills');
  }
  tally.healed(await place.hook('PreToolUse', place.bash('ls')), 'after all kills');
  return tally.row('kill -9 of hooks', `${kills} kills`);
}

function killedAfter(place: FaultPlace, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(place.shim, ['PreToolUse'], {
      cwd: place.project,
      env: place.env,
      detached: true,
      stdio: 'pipe',
    });
    child.stdin.on('error', () => undefined).end(place.bash('ls'));
    child.on('close', () => resolve());
    setTimeout(() => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // It had ended.
      }
    }, ms);
  });
}

async function killHosts(place: FaultPlace): Promise<Row> {
  const tally = new Tally();
  const kills = times(100);
  let over = false;
  const sessions = Array.from({ length: 8 }, async (_, session) => {
    while (!over) tally.refused(await place.hook('PreToolUse', place.bash(deadly)), `session ${session}`);
  });
  for (let count = 0; count < kills; count += 1) {
    await runAside(place, 'host', 'start');
    const pid = pidOfHost(place);
    await new Promise((resolve) => setTimeout(resolve, (count * 13) % 200));
    if (pid !== undefined) endQuietly(pid);
  }
  over = true;
  await Promise.all(sessions);
  return tally.row('host kills under 8 sessions', `${kills} kills`);
}

function pidOfHost(place: FaultPlace): number | undefined {
  const host = readEndpoint(place.home);
  return 'problem' in host ? undefined : host.pid;
}

function endQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had ended.
  }
}

function runAside(place: FaultPlace, ...words: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const program = path.join(place.home, 'bin/gatehouse');
    spawn(program, words, { cwd: place.project, env: place.env, stdio: 'ignore' }).on('close', () => resolve());
  });
}

async function growth(place: FaultPlace): Promise<Row> {
  const tally = new Tally();
  place.gatehouse('host', 'stop');
  place.gatehouse('host', 'start');
  const before = sizeOf(place);
  const sessions = Array.from({ length: times(2_000) }, (_, index) => `session-${index}`);
  await eachOf(8, sessions, async (session) => {
    const say = async (event: string, more: object = {}) => {
      const payload = JSON.stringify({ ...JSON.parse(place.payload(event, more)), session_id: session });
      const ran = await askHost(place, event, payload);
      if (event === 'PreToolUse') tally.refused(ran, event);
      else tally.answered(ran, event);
    };
    await say('SessionStart', { source: 'startup' });
    await say('UserPromptSubmit', { prompt: 'go on' });
    await say('PreToolUse', { tool_name: 'Bash', tool_input: { command: deadly } });
    await say('Stop', { stop_hook_active: false, last_assistant_message: 'done' });
    await say('SessionEnd', { reason: 'other' });
  });
  const after = sizeOf(place);
  const grown = `${after.files - before.files} files, ${((after.bytes - before.bytes) / 1e6).toFixed(1)} MB more`;
  return tally.row('sessions of growth', `${sessions.length} sessions: ${grown}`);
}

function sizeOf(place: FaultPlace): { files: number; bytes: number } {
  const sizes = [place.home, path.join(place.project, '.claude')].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => statSync(path.join(folder, name)).size),
  );
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

async function eachOf<T>(width: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

async function campaign(): Promise<void> {
  const began = performance.now();
  const place = new FaultPlace();
  const rows: Row[] = [];
  const parts = [
    () => fuzzHost(place),
    () => fuzzCold(place),
    () => faultList(place, 'cold'),
    () => faultList(place, 'warm'),
    () => killHooks(place),
    () => killHosts(place),
    () => growth(place),
  ];
  for (const part of parts) {
    const row = await part();
    rows.push(row);
    console.log(`${row.name}: ${row.calls} calls, ${Math.round((performance.now() - began) / 1000)} s`);
  }
  await place.clear();
  const cells = rows.map(({ name, calls, silent, weaker, hangs, unhealed, slowest, note }) => [
    name,
    ...[calls, silent, weaker, hangs, unhealed].map(String),
    `${(slowest / 1000).toFixed(1)} s`,
    note,
  ]);
  console.log(table(['', 'calls', 'silent', 'weaker', 'over 8 s', 'not healed', 'slowest', ''], cells));
  const bad = rows.some(({ silent, weaker, hangs, unhealed }) => silent + weaker + hangs + unhealed > 0);
  process.exitCode = bad ? 1 : 0;
}

void campaign();
