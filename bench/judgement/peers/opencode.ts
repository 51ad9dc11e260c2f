/**
 * opencode: the last three parts are the same call, letter by letter.
 *
 * The original looks only into the current assistant message and so sees almost no loop. Here it
 * looks across messages, which is the kinder reading. A text part between two calls breaks the row.
 */
import { writtenCall } from './call-keys.ts';
import { firstFiring, type Peer } from './peer.ts';
import { Streak } from './repetition.ts';

const REPEATS = 3;

export const opencode: Peer = {
  name: 'opencode 3',
  rule: 'the same call 3 times in a row, looking across messages',
  firedAt(thread) {
    const streak = new Streak();
    return firstFiring(thread, (event) => {
      if (event.kind === 'tool') return streak.next(writtenCall(event)) >= REPEATS;
      streak.reset();
      return false;
    });
  },
};
