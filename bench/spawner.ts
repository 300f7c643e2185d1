import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { randomFrom, shuffled } from '../test/harness/random';

const run = promisify(execFile);

/** Makes the order of the calls; the same in every run, so that two runs can be compared. */
export const seed = 25;
export const usualPauseMs = 10;

/** What is started again and again, and what it reads. */
export interface Case {
  readonly name: string;
  readonly words: readonly string[];
  readonly input: string;
}

/** Milliseconds of every call, by the name of its case. */
export type Times = ReadonlyMap<string, readonly number[]>;

/**
 * Starts programs as a client does, without an event loop in between: node's own way takes longer than a shell. A few
 * lines of C do it, or of Python where there is no compiler.
 */
export class Spawner {
  private plans = 0;

  private constructor(
    private readonly command: readonly string[],
    private readonly folder: string,
    private readonly cwd: string,
    private readonly env: Readonly<Record<string, string>>,
    readonly what: string,
  ) {}

  static async make(folder: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Spawner> {
    const program = path.join(folder, 'spawner');
    try {
      await run('cc', ['-O2', '-o', program, path.join(__dirname, 'spawner.c')]);
      return new Spawner([program], folder, cwd, env, 'a spawner in C (posix_spawn)');
    } catch {
      const { stdout } = await run('python3', ['-c', 'import os; print(hasattr(os, "posix_spawn"))']).catch(() => {
        throw new Error('neither a C compiler (cc) nor python3 is here to start programs with; install one of them');
      });
      if (stdout.trim() !== 'True') throw new Error('this python3 has no posix_spawn; install a C compiler (cc)');
      return new Spawner(['python3', path.join(__dirname, 'spawner.py')], folder, cwd, env, 'a spawner in Python');
    }
  }

  /**
   * Every case once a round, in another order each time: what a program leaves behind for the next, such as full caches or
   * a host that is still at work, meets all of them alike. Between calls is a pause, as a client makes it.
   */
  async interleaved(cases: readonly Case[], rounds: number, pauseMs = usualPauseMs): Promise<Times> {
    const plan = this.file(
      cases
        .map(({ words, input }) => [this.file(input), ...words].join('\n'))
        .join('\n\n')
        .concat('\n'),
    );
    const random = randomFrom(seed);
    // The first round fills the system's caches.
    const order = Array.from({ length: rounds + 1 }, () => shuffled([...cases.keys()], random)).flat();
    const [program = '', ...args] = this.command;
    const { stdout } = await run(program, [...args, plan, this.file(order.join('\n')), String(pauseMs)], {
      cwd: this.cwd,
      env: this.env,
      maxBuffer: 64 * 1024 * 1024,
    });
    const times = new Map(cases.map(({ name }) => [name, [] as number[]]));
    for (const line of stdout.trim().split('\n').slice(cases.length)) {
      const [at, micros] = line.split(' ').map(Number);
      times.get(cases[at ?? 0]?.name ?? '')?.push((micros ?? 0) / 1000);
    }
    return times;
  }

  /** Several sessions at once, each calling without a pause. */
  async crowd(one: Case, sessions: number, calls: number): Promise<readonly number[]> {
    const all = await Promise.all(Array.from({ length: sessions }, () => this.interleaved([one], calls, 0)));
    return all.flatMap((times) => [...times.values()].flat());
  }

  private file(text: string): string {
    this.plans += 1;
    const file = path.join(this.folder, `plan-${this.plans}`);
    writeFileSync(file, text);
    return file;
  }
}
