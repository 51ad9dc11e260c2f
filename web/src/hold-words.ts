/** What each kind of hold is called. */
import type { HoldView } from '../../src/control/api/client.ts';
import { withLocalTimes } from './ui/time.tsx';

export const holdWords: Readonly<Record<HoldView['hold'], string>> = {
  kill_switch: 'Kill Switch',
  manual: 'Stopped by hand',
  paused: 'Paused by hand',
  soft_suspend: 'Soft suspend',
  hard_stop: 'Hard stop',
  stop_all: 'Stop all',
  checkpoint: 'Checkpoint',
  blocker: 'Blocker',
  compaction: 'Compaction',
  approval: 'Approval',
};

/** A reason for people: without the kind of hold before it, where that is told beside it, and with local times. */
export function plainReason(reason: string): string {
  const [, kind = '', words = reason] = /^(\w+): (.*)$/s.exec(reason) ?? [];
  return withLocalTimes(Object.hasOwn(holdWords, kind) ? words : reason);
}
