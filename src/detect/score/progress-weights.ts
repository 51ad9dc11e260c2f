/**
 * How much each kind of step without progress weighs, in points of the score.
 *
 * At the default threshold of 10 the fifth identical call with nothing gained exceeds it: four
 * repeats of 2.6 points. Every other weight says how much weaker its evidence is.
 */

/** Why a step counted. */
export type DeadReason =
  | 'quick-failure'
  | 'repeat'
  | 'changing-read'
  | 'same-turn'
  | 'read-again'
  | 'near-repeat'
  | 'same-error'
  | 'negative-answer'
  | 'poll'
  | 'spaced-poll'
  | 'screen-echo'
  | 'scroll'
  | 'plan-echo'
  | 'plan-note'
  | 'outage'
  | 'bare-failure';

/** Points for each reason. */
export const DEAD_POINTS: Readonly<Record<DeadReason, number>> = Object.freeze({
  // The same call failed the same way within seconds: nothing outside can have changed meanwhile.
  'quick-failure': 3.4,
  repeat: 2.6,
  // Reading again what has changed by a little is a kind of waiting.
  'changing-read': 0.8,
  // A compaction takes away what was read: reading it once more brings nothing and costs nothing.
  'read-again': 0,
  // Calls of one answer do not know of each other's results.
  'same-turn': 0.5,
  // The same words in another order, or nearly the same ones, with nothing new in the answer.
  'near-repeat': 2.6,
  // Other arguments, same error: it may be closing in, so it takes longer.
  'same-error': 1.5,
  'negative-answer': 0.9,
  // Waiting is what a poll is for; it costs all the same.
  poll: 0.8,
  'spaced-poll': 0.3,
  // An acknowledgement of an act on a screen says nothing about the screen.
  'screen-echo': 1.3,
  // The same act again at once is how one scrolls; only coming back to it is going in circles.
  scroll: 0.5,
  // Notes to oneself are no work; the same acknowledgement again says they are not even new.
  'plan-echo': 1,
  'plan-note': 0,
  // Outages are not the agent's doing.
  outage: 0.9,
  'bare-failure': 0.5,
});

/** Points taken off by a step that brings something. */
export const LIVE_POINTS = 3.9;
