/** What keeps an agent, in the words of the state it is in. */
import type { HoldView } from '../../src/control/api/client.ts';

export const holdWords: Readonly<Record<HoldView['hold'], string>> = {
  kill_switch: 'Stopped by the loop detector',
  manual: 'Stopped by a person',
  paused: 'Stopped by a person',
  stop_all: 'Stopped by a person, with all agents',
  soft_suspend: 'Stopped by failing calls',
  hard_stop: 'Stopped by failing calls',
  parked: 'Parked until its plan resets',
  checkpoint: 'Waiting for a review',
  blocker: 'Waiting: blocked',
  compaction: 'Waiting for a compaction',
  approval: 'Waiting for approval',
};
