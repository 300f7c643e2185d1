/** Milliseconds of a monotonic clock. `performance` would take long to load. */
export const stopwatch = (): number => Number(process.hrtime.bigint()) / 1e6;
