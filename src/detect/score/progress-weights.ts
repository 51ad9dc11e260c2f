/**
 * How much each kind of step weighs, in points of the score.
 *
 * At the default threshold of 10 the fifth identical call with nothing gained exceeds it: four
 * repeats of 2.6 points. Every other weight says how much weaker its evidence is.
 */

/** Why a step counted. */
export type DeadReason =
  | 'quick-failure'
  | 'repeat'
  | 'habit'
  | 'changing-read'
  | 'stalled'
  | 'settled'
  | 'measured-again'
  | 'moving'
  | 'portion'
  | 'same-turn'
  | 'read-again'
  | 'forgotten'
  | 'near-repeat'
  | 'same-error'
  | 'check-stall'
  | 'same-failure'
  | 'unmoved'
  | 'negative-answer'
  | 'known-answer'
  | 'known-content'
  | 'same-content'
  | 'same-reply'
  | 'written-before'
  | 'empty-handed'
  | 'listed'
  | 'by-heart'
  | 'one-of-many'
  | 'pause'
  | 'poll'
  | 'spaced-poll'
  | 'pending'
  | 'dead-end'
  | 'screen-echo'
  | 'seen-screen'
  | 'unseen'
  | 'scroll'
  | 'plan-echo'
  | 'plan-note'
  | 'outage'
  | 'bare-failure'
  | 'asked-for';

/** Points for each reason. */
export const DEAD_POINTS: Readonly<Record<DeadReason, number>> = Object.freeze({
  // The same call failed the same way within seconds: nothing outside can have changed meanwhile.
  'quick-failure': 3.4,
  repeat: 2.6,
  // What is looked at now and then between steps of work.
  habit: 0.4,
  // Reading again what has changed by a little is a kind of waiting.
  'changing-read': 0.8,
  // What used to change has been the same for some looks.
  settled: 1.6,
  // What went on before stays where it is for once.
  stalled: 0.4,
  // The same command with other figures.
  'measured-again': 1.8,
  // A number goes on in one direction: something is at work, if only a counter.
  moving: 0.05,
  // The next portion of something that gets less: work, if it does not go on for ever.
  portion: 0.05,
  // A compaction takes away what was read: reading it once more brings nothing and costs nothing.
  'read-again': 0,
  // Doing it all over after each compaction is not reading up.
  forgotten: 1.3,
  // Calls of one answer do not know of each other's results.
  'same-turn': 0.5,
  // The same words in another order, or nearly the same ones, with nothing new in the answer.
  'near-repeat': 2.6,
  // Other arguments, same error: it may be closing in, so it takes longer.
  'same-error': 1.5,
  // Things were changed, and the check is as red as it was before.
  'check-stall': 1.6,
  // The same, seen under whatever command; what was taken off since is owed.
  'same-failure': 1.6,
  // Done about the same things again, and as far from it as before; what was taken off since is owed.
  unmoved: 2,
  'negative-answer': 0.9,
  // A new question with an answer that was known in full.
  'known-answer': 0.4,
  // The same, and the answer was long: a part of something that was read.
  'known-content': 0.8,
  // Another question with a long answer that another question had before, to the letter.
  'same-content': 1.3,
  // Different commands with one sentence for a reply.
  'same-reply': 1.3,
  // A change without a word that the one before it did not have.
  'written-before': 1.3,
  // Another agent was sent and came back with what was known in full.
  'empty-handed': 1.3,
  // The next entry of a list that is worked through.
  listed: 0,
  // The next word in the one gap of a template, with a known answer.
  'by-heart': 0.1,
  // The same no about one thing after the other: it counts less and less.
  'one-of-many': 0.4,
  // Waiting is what a pause is for.
  pause: 0,
  // Waiting is what a poll is for; it costs all the same.
  poll: 0.8,
  // A repeat after a wait: its share of a repeat falls with the time waited.
  'spaced-poll': 2.6,
  // The answer itself says that something is still at work.
  pending: 0.26,
  // What is looked at has failed for good, and waiting changes nothing.
  'dead-end': 1.3,
  // An acknowledgement of an act on a screen says nothing about the screen.
  'screen-echo': 1.3,
  // Nothing on it that was not there before.
  'seen-screen': 1,
  // A look at something that cannot be compared.
  unseen: 0.3,
  // The same act again at once is how one scrolls; only coming back to it is going in circles.
  scroll: 0.5,
  // Notes to oneself are no work; the same acknowledgement again says they are not even new.
  'plan-echo': 1,
  'plan-note': 0.8,
  // Outages are not the agent's doing.
  outage: 0.9,
  'bare-failure': 0.5,
  // A prompt asks for so many times.
  'asked-for': 0.1,
});

/** What costs less after a wait; everything else is as bad as ever, however long somebody waited. */
export const SOFTENED: ReadonlySet<DeadReason> = new Set([
  'spaced-poll',
  'moving',
  'changing-read',
  'settled',
  'near-repeat',
  'negative-answer',
  'known-answer',
  'known-content',
  'bare-failure',
  'outage',
]);

/**
 * What the same call costs that is made again at once, with nothing in between, to a service that is down. Whoever watches
 * names that early and can slow it down; as a loop it counts only when it goes on for about a hundred calls. One that says
 * that it is asked too often is no such service.
 */
export const RETRIED_POINTS = 0.1;

/** Points taken off by a step that brings information. */
export const LIVE_POINTS = 3.9;
/** Points taken off by a new act that succeeded, of which nobody knows yet what it brought. */
export const ACT_POINTS = 0.5;
/** Points taken off by what is done to the next thing of many, and by a wait that was worth it. */
export const NEXT_POINTS = 2.6;
/** Points taken off by a look at something that has changed a little, and by the next entry of a list. */
export const CHANGED_POINTS = 1.5;
