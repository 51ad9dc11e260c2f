/**
 * OpenRouter's agent: each tool has a streak of its own, which only other arguments of the same tool
 * end. The third equal call is blocked, the sixth stops the run.
 *
 * The same text again and again counts alike. Which calls share a round is not visible in a thread, so
 * every call is a round.
 */
import { sortedCall } from './call-keys.ts';
import { tailRepeats } from './open-router-text.ts';
import { firstFiring, type Peer } from './peer.ts';
import { Streak } from './repetition.ts';

function openRouter(name: string, repeats: number): Peer {
  return {
    name,
    rule: `the same call ${repeats} times among the calls of its tool; or a text that repeats`,
    firedAt(thread) {
      const calls = new Map<string, Streak>();
      const texts = new Streak();
      return firstFiring(thread, (event) => {
        if (event.kind === 'response') {
          const words = event.text.replace(/\s+/g, ' ').trim();
          return texts.next(words) >= repeats || tailRepeats(words);
        }
        if (event.kind !== 'tool') return false;
        const streak = calls.get(event.tool) ?? new Streak();
        calls.set(event.tool, streak);
        return streak.next(sortedCall(event)) >= repeats;
      });
    },
  };
}

export const openRouterBlock = openRouter('OpenRouter block 3', 3);
export const openRouterStop = openRouter('OpenRouter stop 6', 6);
