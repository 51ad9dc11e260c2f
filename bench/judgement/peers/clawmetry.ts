/**
 * ClawMetry Guard: one call three times, or twenty tool calls without a write.
 *
 * Its thresholds are learned for each cohort and clamped; here they are the defaults. Its other signals (cost, rate,
 * crashes) are no loop rules.
 */
import { sortedCall } from './call-keys.ts';
import { firstFiringCall, type Peer } from './peer.ts';
import { isChanging } from './tool-kinds.ts';

const REPEATS = 3;
const CALLS_WITHOUT_WRITE = 20;

export const clawmetry: Peer = {
  name: 'ClawMetry Guard',
  rule: 'the same call 3 times in a row, or 20 calls without a write',
  firedAt(thread) {
    let last = '';
    let repeats = 0;
    let idle = 0;
    return firstFiringCall(thread, (call) => {
      const key = sortedCall(call);
      repeats = key === last ? repeats + 1 : 1;
      last = key;
      idle = isChanging(call.tool) ? 0 : idle + 1;
      return repeats >= REPEATS || idle >= CALLS_WITHOUT_WRITE;
    });
  },
};
