export type Outcome = 'passed' | 'failed' | 'skipped';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A test that failed. */
export interface Failure {
  readonly title: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly error?: string | undefined;
  /** The folder with its pictures and logs. */
  readonly kept?: string | undefined;
}

export interface Skip {
  readonly file?: string | undefined;
  readonly reason?: string | undefined;
}

export interface Result {
  readonly code: number;
  readonly counts?: Counts;
  readonly failures?: readonly Failure[];
  readonly skips?: readonly Skip[];
  readonly output?: string;
  readonly note?: string;
  /** Why it was not run, where that is no failure. */
  readonly skipped?: string;
}

export interface Context {
  readonly onLine: (line: string) => void;
  readonly arguments: readonly string[];
  readonly log: string;
}

export interface Step {
  readonly title: string;
  readonly needs?: readonly string[];
  /** Nothing else runs beside it. */
  readonly alone?: boolean;
  /** It waits for the network most of the time, so that others may run beside it. */
  readonly waits?: boolean;
  /** What it needs most of. A suite that fills the cores does not run beside one that waits for a browser. */
  readonly load?: 'cores' | 'browser';
  readonly run?: (context: Context) => Promise<Result>;
}

export interface Telling {
  start(name: string, title: string): void;
  line(name: string, text: string): void;
  print(text: string): void;
  end(name: string, outcome: Outcome, note?: string): void;
}

type Steps = Readonly<Record<string, Step>>;
export type Results = ReadonlyMap<string, Partial<Result> & { readonly outcome: Outcome }>;

export function planned(steps: Steps, goals: readonly string[]): readonly string[];
export function runSteps(
  steps: Steps,
  goals: readonly string[],
  options?: {
    readonly lanes?: number;
    readonly arguments?: readonly string[];
    readonly stream?: string;
    readonly progress?: Telling;
  },
): Promise<Results>;
