/**
 * cline: the same call five times in a row stops the run (three times warns).
 *
 * The always-on tier of qwen-code is the same rule.
 */
import { sortedCall } from './call-keys.ts';
import { firstFiringCall, type Peer } from './peer.ts';
import { Streak } from './repetition.ts';

const REPEATS = 5;

export const cline: Peer = {
  name: 'cline 5',
  rule: 'the same call 5 times in a row',
  firedAt(thread) {
    const streak = new Streak();
    return firstFiringCall(thread, (call) => streak.next(sortedCall(call)) >= REPEATS);
  },
};
