/** Milliseconds of a clock that never goes back; without the rest of node's performance tools, which take long to load. */
export function stopwatch(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
