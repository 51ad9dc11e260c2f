/** Roo-Code: the fourth consecutive call with the same name and parameters, keys in any order. */
import { sortedCall } from './call-keys.ts';
import { firstFiringCall, type Peer } from './peer.ts';
import { Streak } from './repetition.ts';

const REPEATS = 4;

export const rooCode: Peer = {
  name: 'Roo 4',
  rule: 'the same call 4 times in a row',
  firedAt(thread) {
    const streak = new Streak();
    return firstFiringCall(thread, (call) => streak.next(sortedCall(call)) >= REPEATS);
  },
};
