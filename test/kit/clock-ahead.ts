/** The clock of servers in this process, put forward by a test. */
import { onTestFinished } from 'vitest';

/** Puts it forward by so many milliseconds at each call, and back when the test ends. */
export function clockAhead(): (ms: number) => void {
  const real = process.hrtime.bigint.bind(process.hrtime);
  const own = process.hrtime;
  let aheadNs = 0n;
  own.bigint = () => real() + aheadNs;
  onTestFinished(() => void (own.bigint = real));
  return (ms) => void (aheadNs += BigInt(ms) * 1_000_000n);
}
