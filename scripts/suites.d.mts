import type { Failure, Result, Skip } from './schedule.mjs';

interface Ended {
  readonly code: number;
  readonly output: string;
}

export function clearFailures(): void;
export function counted(
  result: Ended,
  reports: readonly string[],
): Ended &
  Required<Pick<Result, 'counts' | 'note'>> & {
    readonly failures: readonly Failure[];
    readonly skips: readonly Skip[];
  };
