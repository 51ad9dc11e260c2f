/** When streamed answers count as stalled, and how that is written down. */
import { toLog } from '../base/log.ts';
import type { Gate } from '../gate/index.ts';
import type { ProxyParts } from '../proxy/index.ts';
import type { ServerLog } from './log/server-log.ts';
import type { LiveConfig } from './setup.ts';

const SECOND_MS = 1_000;

/** What the data plane needs for it, as it is configured at each moment. */
export function stalledStreams(
  gate: Pick<Gate, 'signal'>,
  live: LiveConfig,
  log: ServerLog,
): Pick<ProxyParts, 'stalls' | 'noteStuck'> {
  return {
    stalls: () => {
      const { seconds, act } = live.config.stuck.stream;
      return { ms: seconds * SECOND_MS, cuts: act === 'cut' };
    },
    noteStuck: (agent, stuck, details) => {
      gate
        .signal({ agent, source: 'detector', change: 'note', details, stuck })
        .catch(toLog(log, 'proxy', 'writing down a stalled stream', { agent }));
    },
  };
}
