export type Outcome = 'passed' | 'failed' | 'skipped';

export interface Result {
  readonly code: number;
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
  readonly run?: (context: Context) => Promise<Result>;
}

export interface Telling {
  start(name: string, title: string): void;
  line(name: string, text: string): void;
  print(text: string): void;
  end(name: string, outcome: Outcome, note?: string): void;
}

type Steps = Readonly<Record<string, Step>>;

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
): Promise<ReadonlyMap<string, Partial<Result> & { readonly outcome: Outcome }>>;
