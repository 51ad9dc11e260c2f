/**
 * How often the agents of a journal would have been stopped under each of some thresholds: one backtest for each.
 */
import { EVERYBODY } from '../../base/everybody.ts';
import type { Config } from '../../config/index.ts';
import { backtest, backtestEnvelope, backtestWritten } from '../../control/index.ts';
import type { Constitution } from '../../core/index.ts';
import { recordedEnvelope } from '../../journal/index.ts';
import { openJournalToRead } from '../../server/journal-store.ts';

/** What is judged again. */
export interface JournalAsked {
  readonly place: Pick<Config, 'data' | 'store'>;
  readonly constitution: Constitution;
  readonly detector: 'progress' | 'literal';
  readonly hours: number;
  readonly thresholds: readonly number[];
}

const HOUR_MS = 3_600_000;

/** The stops of all agents together, a number for each threshold; null where there is no journal. */
export async function journalStops(asked: JournalAsked): Promise<readonly number[] | null> {
  const { place, constitution, detector, hours, thresholds } = asked;
  const store = await openJournalToRead(place);
  if (store === null) return null;
  try {
    const until = Date.now();
    const agents = (await store.heads()).filter(({ agent }) => agent !== EVERYBODY);
    const sums = thresholds.map(() => 0);
    for (const { agent } of agents) {
      const own = await recordedEnvelope(store, agent, constitution);
      for (const [at, threshold] of thresholds.entries()) {
        const settings = backtestWritten({ threshold, detector, hours });
        const envelope = backtestEnvelope(settings, own, constitution);
        const span = { agent, envelope, since: until - hours * HOUR_MS, until };
        const { stops } = await backtest(store, constitution, span);
        sums[at] = (sums[at] ?? 0) + stops.filter(({ kind }) => kind === 'kill_switch').length;
      }
    }
    return sums;
  } finally {
    await store.close();
  }
}
