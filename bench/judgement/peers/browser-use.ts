/**
 * browser-use: the same act five times among the last twenty.
 *
 * A search is its set of words, a click its element, a visit its address; waiting, going back and
 * finishing are exempt. The original only nudges; here the first nudge counts as a stop. Its second
 * rule, a page that stays the same, needs the page, which a transcript does not hold.
 */
import type { ToolEvent } from '../../../src/detect/index.ts';
import { sortedCall, textArgument } from './call-keys.ts';
import { firstFiringCall, type Peer } from './peer.ts';
import { countOfNewest } from './repetition.ts';

const WINDOW = 20;
const REPEATS = 5;
const exempt = /^(?:wait|done|go_back)$/i;

function act(call: ToolEvent): string {
  const query = /search/i.test(call.tool) ? textArgument(call.args, ['query', 'q']) : null;
  if (query === null) return sortedCall(call);
  const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return `${call.tool} ${[...words].toSorted().join(' ')}`;
}

export const browserUse: Peer = {
  name: 'browser-use 5',
  rule: 'the same act 5 times in the last 20, its first nudge taken as a stop',
  firedAt(thread) {
    const acts: string[] = [];
    return firstFiringCall(thread, (call) => {
      if (exempt.test(call.tool)) return false;
      acts.push(act(call));
      return countOfNewest(acts, WINDOW) >= REPEATS;
    });
  },
};
