/**
 * What agents say before a call: often nothing, sometimes much, and new words each time, whatever comes of it.
 *
 * Stuck and healthy runs take their words from the same place, because in life they do too.
 */
import type { ScriptedAgent } from './scripted-agent.ts';

const OPENINGS = [
  'Good, that narrows it down.',
  'Interesting.',
  'I see what is happening now.',
  'That is a useful clue.',
  'Right.',
  'Hmm, that was not what I expected.',
  'This confirms my suspicion.',
  'We are getting closer.',
  'Excellent progress so far.',
  'Let me think about this differently.',
  'Looking at the output again.',
  'Wait.',
  'Now it makes sense.',
  'Okay, one thing at a time.',
  'Perfect.',
  'Back to the beginning.',
];

const REASONS: readonly ((about: string, a: string, b: string) => string)[] = [
  (about, a) => `the ${about} depends on how the ${a} is set up.`,
  (about, a, b) => `the ${a} and the ${b} have to agree before the ${about} can follow.`,
  (about) => `I want to be certain about the ${about} before going further.`,
  (about, a) => `most of what concerns the ${about} goes through the ${a}.`,
  (about, a, b) => `there could be an interplay of ${a} and ${b} behind the ${about}.`,
  (about) => `the ${about} is the part that matters here.`,
  (about, a) => `someone changed the ${a} recently, which would bear on the ${about}.`,
  (about, a, b) => `I had mixed up ${a} and ${b}; with the ${about} it is the other way round.`,
  (about) => `with the ${about} out of the way the rest should be quick.`,
  (about, a) => `the documentation mentions the ${a} in connection with the ${about}.`,
];

const INTENTIONS = [
  'I will do that now.',
  'Let me go on with it.',
  'Next I will take care of it.',
  'Let me verify that.',
  'Doing this properly now.',
  'One more step and we will know.',
  'I will keep this change small.',
  'Let me see what comes back.',
  'That is the plan for this step.',
  'On to it.',
];

const SHORT = ['Next.', 'Let me check.', 'Trying this.', 'Onwards.', 'Going on.', 'Let me see.'];

/** A remark about something, of any length. */
export function musing(agent: ScriptedAgent, about: string): string {
  const { words } = agent;
  const length = agent.between(0, 5);
  if (length === 0) return '';
  if (length === 1) return agent.pick(SHORT);
  const thoughts = Array.from({ length: length - 2 }, () =>
    capitalised(agent.pick(REASONS)(about, words.noun(), words.noun())),
  );
  return [agent.pick(OPENINGS), ...thoughts, agent.pick(INTENTIONS)].join(' ');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
