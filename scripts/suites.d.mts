export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Ended {
  readonly code: number;
  readonly output: string;
}

export function counted(result: Ended, reports: readonly string[]): Ended & { readonly counts: Counts };
export function sentence(counts: Counts): string;
