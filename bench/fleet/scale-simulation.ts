/**
 * A fleet on one shard of Postgres, simulated: nodes that each have one append under way, and the next takes all rows that
 * came meanwhile.
 *
 * So groups grow where the database is slow, and a row then costs less: whether that holds a load cannot be seen from the
 * costs alone. Two things are shared: the processors of Postgres, and the one log that every commit is written to. Rows
 * arrive evenly and everything is counted, so the same numbers give the same result.
 */

/** What was measured, and what a machine can do. */
export interface Shard {
  readonly nodes: number;
  readonly callsPerSecond: number;
  readonly rowsPerCall: number;
  /** Processor time of Postgres: for a group, and for each row of it. */
  readonly groupUs: number;
  readonly rowUs: number;
  readonly cores: number;
  /** Of the log: bytes of a row, and how many it takes in a second. */
  readonly logBytesPerRow: number;
  readonly logBytesPerSecond: number;
  /** Until the disk has confirmed. */
  readonly syncUs: number;
}

/** What became of it. */
export interface ShardResult {
  readonly rowsPerGroup: number;
  /** Shares of the time in which they were busy; 1 is all of it. */
  readonly coresBusy: number;
  readonly logBusy: number;
  /** Rows that waited in the end, in seconds of the load. */
  readonly behindSeconds: number;
  /** From when a row came until it was durable, of the oldest row of a group: median and the slowest in a hundred. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** What is busy all the time while rows wait; null when nothing is. */
  readonly bottleneck: 'processors of Postgres' | 'log of Postgres' | null;
}

const MILLION = 1_000_000;
/** Batches in one group are at most 512, and a call appends twice. */
const GROUP_ROWS_MAX = 768;
const BEHIND_SECONDS_MAX = 0.1;
/** A row that comes exactly now has come, whatever the division says. */
const ROUNDING = 1e-6;

/** Plays so many seconds. */
export function simulateShard(shard: Shard, seconds: number): ShardResult {
  const { nodes, callsPerSecond, rowsPerCall, cores } = shard;
  const endUs = seconds * MILLION;
  const rowEveryUs = MILLION / ((callsPerSecond * rowsPerCall) / nodes);
  const coreFreeUs = Array.from({ length: cores }, () => 0);
  // The rows of each node come a little later than those of the one before, not all at the same instant.
  const comesUs = (node: number, row: number) => (row + node / nodes) * rowEveryUs;
  const readyUs = Array.from({ length: nodes }, (_, node) => comesUs(node, 1));
  const written = Array.from({ length: nodes }, () => 0);
  const waits: number[] = [];
  let logFreeUs = 0;
  let [coreUs, logUs, groups] = [0, 0, 0];
  for (;;) {
    const node = indexOfLeast(readyUs);
    const now = readyUs[node] ?? endUs;
    if (now >= endUs) break;
    const before = written[node] ?? 0;
    const came = Math.floor(now / rowEveryUs - node / nodes + ROUNDING) - before;
    if (came < 1) {
      readyUs[node] = comesUs(node, before + 1);
      continue;
    }
    const rows = Math.min(came, GROUP_ROWS_MAX);
    const core = indexOfLeast(coreFreeUs);
    const workUs = shard.groupUs + rows * shard.rowUs;
    const workedUs = Math.max(now, coreFreeUs[core] ?? 0) + workUs;
    const flowUs = (MILLION * rows * shard.logBytesPerRow) / shard.logBytesPerSecond;
    const loggedUs = Math.max(workedUs, logFreeUs) + flowUs;
    coreFreeUs[core] = workedUs;
    logFreeUs = loggedUs;
    readyUs[node] = loggedUs + shard.syncUs;
    written[node] = before + rows;
    waits.push(loggedUs + shard.syncUs - comesUs(node, before + 1));
    coreUs += workUs;
    logUs += flowUs;
    groups += 1;
  }
  const all = written.reduce((sum, rows) => sum + rows, 0);
  const behindSeconds = Math.max(0, seconds - all / (callsPerSecond * rowsPerCall));
  const coresBusy = Math.min(1, coreUs / (endUs * cores));
  const logBusy = Math.min(1, logUs / endUs);
  const sorted = waits.toSorted((one, other) => one - other);
  const partMs = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? 0) / 1_000;
  return {
    rowsPerGroup: all / groups,
    coresBusy,
    logBusy,
    behindSeconds,
    p50Ms: partMs(0.5),
    p99Ms: partMs(0.99),
    bottleneck: behindSeconds < BEHIND_SECONDS_MAX ? null : slowest(coresBusy, logBusy),
  };
}

function slowest(coresBusy: number, logBusy: number): NonNullable<ShardResult['bottleneck']> {
  return logBusy >= coresBusy ? 'log of Postgres' : 'processors of Postgres';
}

function indexOfLeast(values: readonly number[]): number {
  let least = 0;
  for (let at = 1; at < values.length; at += 1) {
    if ((values[at] ?? 0) < (values[least] ?? 0)) least = at;
  }
  return least;
}
