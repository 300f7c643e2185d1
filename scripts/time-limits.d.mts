export const timeLimitVariables: readonly string[];
export function timeLimit(kind: 'attempt' | 'wait' | 'session' | 'test' | 'suite'): number;
export function calibrate(): string;
