/** Milliseconds of a monotonic clock. `performance` would take long to load. */
export function stopwatch(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
