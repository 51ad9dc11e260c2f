/** What each kind of hold is called. */
import type { HoldView } from '../../src/control/api/client.ts';

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
