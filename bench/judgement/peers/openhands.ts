/**
 * OpenHands: four equal pairs of action and observation, four failures of one action, three times the
 * same message to itself, or A-B-A-B-A-B.
 *
 * An action includes the thought before it, so a new wording hides a loop; where a run has no thoughts
 * this is the rule without them. Transcripts of other agents split one answer into several messages, so
 * messages must be equal to count. Everything starts anew with a message of the user.
 */
import { callWithResult, sortedCall } from './call-keys.ts';
import { firstFiring, type Peer } from './peer.ts';
import { endsInLaps, Streak } from './repetition.ts';

const PAIRS = 4;
const FAILURES = 4;
const MESSAGES = 3;
const ALTERNATIONS = 3;

class OpenHandsWatch {
  readonly #failing = new Streak();
  readonly #messages = new Streak();
  #pairs: string[] = [];
  #thought = '';

  /** A message of the agent: a thought if a call follows, a monologue if none does. */
  message(text: string): boolean {
    this.#thought += text;
    return this.#messages.next(text) >= MESSAGES;
  }

  call(action: string, pair: string, failed: boolean): boolean {
    const thought = this.#thought;
    this.#thought = '';
    this.#messages.reset();
    this.#pairs.push(thought + pair);
    const failures = failed ? this.#failing.next(thought + action) : 0;
    if (!failed) this.#failing.reset();
    return (
      failures >= FAILURES ||
      endsInLaps(this.#pairs, 1, PAIRS) ||
      endsInLaps(this.#pairs, 2, ALTERNATIONS)
    );
  }
}

export const openHands: Peer = {
  name: 'OpenHands',
  rule: '4 equal action-observation pairs, 4 failures of one action, 3 equal own messages, ABABAB',
  firedAt(thread) {
    let watch = new OpenHandsWatch();
    return firstFiring(thread, (event) => {
      if (event.kind === 'prompt') watch = new OpenHandsWatch();
      if (event.kind === 'response') return watch.message(event.text);
      if (event.kind !== 'tool') return false;
      return watch.call(sortedCall(event), callWithResult(event), event.isError === true);
    });
  },
};
