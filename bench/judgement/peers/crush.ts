/** crush: one call with one output more than five times among the last ten steps, from the tenth on. */
import { callWithResult } from './call-keys.ts';
import { firstFiringCall, type Peer } from './peer.ts';

const WINDOW = 10;
const REPEATS_ALLOWED = 5;

export const crush: Peer = {
  name: 'crush',
  rule: 'the same call and output more than 5 times in the last 10 steps',
  firedAt(thread) {
    const steps: string[] = [];
    return firstFiringCall(thread, (call) => {
      steps.push(callWithResult(call));
      if (steps.length < WINDOW) return false;
      const window = steps.slice(-WINDOW);
      // The repeated step need not be the newest: the original fires after the agent has moved on.
      return window.some((step) => window.filter((one) => one === step).length > REPEATS_ALLOWED);
    });
  },
};
