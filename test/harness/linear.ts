import assert from 'node:assert/strict';

const growth = 8;
/** Linear work costs 8 times as much for 8 times the text, quadratic work 64 times. */
const most = 32;

/** Asserts that the CPU time of some work grows with the size of its input, and not with the square of it. */
export function assertLinear<T>(
  about: string,
  size: number,
  inputOf: (size: number) => T,
  work: (input: T) => unknown,
) {
  const small = cpuMs(inputOf(Math.ceil(size / growth)), work);
  const large = cpuMs(inputOf(size), work);
  const times = large / Math.max(small, 1);
  assert.ok(times <= most, `${about}: ${small} ms of CPU became ${large} ms for ${growth} times the input`);
}

/** The best of a few runs. Time that other programs take does not count. */
function cpuMs<T>(input: T, work: (input: T) => unknown): number {
  const runs = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    work(input);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...runs);
}
