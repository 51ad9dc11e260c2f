/**
 * What is said about a thread in trouble, in three voices: a warning for the agent and its person, a steer that
 * tells the agent what to do instead, and the reason of a stop.
 *
 * Nobody should be stopped out of the blue, and a person must be able to check every number that is named.
 */
import type { CountedAs, FeedingStep, Stretch } from './stretch.ts';
import type { JudgeRule, Verdict } from './thread-judge.ts';

/** The three voices. */
export interface Voices {
  /** Early: what was noticed. */
  readonly warn: string;
  /** What the agent should do instead; written to the agent. */
  readonly steer: string;
  /** Why it was stopped. */
  readonly stop: string;
}

/** Why an event counted, in words. */
const countedAs: Readonly<Record<CountedAs, string>> = Object.freeze({
  'quick-failure': 'the same call failed the same way again within seconds',
  repeat: 'the same call again, with nothing new in the result',
  'changing-read': 'the same reading again, hardly changed',
  'same-turn': 'the same call twice in one answer',
  'read-again': 'read once more after a compaction',
  'near-repeat': 'nearly the same call, with nothing new in the result',
  'same-error': 'the same error again',
  'negative-answer': 'nothing was found, again',
  poll: 'asked again, no change',
  'spaced-poll': 'waited and asked again, no change',
  'screen-echo': 'the same act on the screen, with the same answer',
  scroll: 'the same act on the screen at once again',
  'plan-echo': 'the same note to itself again',
  'plan-note': 'a note to itself',
  outage: 'the same outage again',
  'bare-failure': 'failed again without a word',
  'same-answer': 'the same answer again, with nothing done in between',
});

/** What each rule found, given its count. */
const found: Readonly<Record<JudgeRule, (count: number) => string>> = Object.freeze({
  'no-progress': (count) => `${plural(count, 'step')} brought nothing new`,
  monologue: (count) => `the same was said ${count + 1} times with nothing done in between`,
  chant: (count) => `one answer repeats itself ${count} times`,
  'stubborn-failure': (count) =>
    `the same call failed ${count} times with the same output and nothing was changed in between`,
  'verify-stall': (count) => `the same check failed ${count} times with the very same output`,
  'spawn-rate': (count) => `${count} agents were started within ten minutes`,
  'compaction-loop': (count) =>
    `the context was compacted ${count} times without a step that brought anything`,
});

/** What to do instead, for each rule. */
const instead: Readonly<Record<JudgeRule, string>> = Object.freeze({
  'no-progress':
    'Do not repeat that step: its result will not change. Say in one sentence what you have learned, then take another way: another tool, other arguments, another place, or finish and say what is missing.',
  monologue:
    'You are repeating yourself. Either act by calling a tool, or end with your answer; do not restate it.',
  chant: 'Your answer repeats itself. Begin anew and say it once.',
  'stubborn-failure':
    'Running it again will not help. Read the error, change something that can make a difference, and only then run it again; if you cannot, say what blocks you and stop.',
  'verify-stall':
    'Your changes do not reach the cause of this failure. Undo the last ones, look for the cause in another place, or say what blocks you and stop.',
  'spawn-rate': 'Start no more agents. Wait for those that run and use their results.',
  'compaction-loop':
    'The context fills up without any work being done. Do the smallest next step of the task now, or say what is missing and stop.',
});

/** What is to be said about a verdict that warns or stops; null where nothing is. */
export function voicesOf(verdict: Verdict, threshold: number): Voices | null {
  const { rule } = verdict;
  if (rule === null) return null;
  const what = `${rule}: ${found[rule](verdict.count)}`;
  const scored = rule === 'no-progress' || rule === 'monologue';
  const since = sinceWords(verdict.stretch);
  const last = verdict.stretch.fedBy.at(-1);
  const example = last === undefined ? '' : `; last: ${stepWords(last)}`;
  const stop = scored ? `; score ${verdict.score} exceeds ${threshold}` : '';
  const warn = scored ? `; score ${verdict.score} of ${threshold}` : '';
  return {
    warn: `${what}${since}${warn}${example}`,
    steer: `${capital(found[rule](verdict.count))}. ${instead[rule]}`,
    stop: `${what}${since}${stop}${example}`,
  };
}

/** A feeding step in words. */
export function stepWords({ index, what, why, weight }: FeedingStep): string {
  return `event ${index}, ${what}: ${countedAs[why]} (+${weight})`;
}

function sinceWords({ calls, tokens, fedBy }: Stretch): string {
  const [first] = fedBy;
  if (first === undefined) return '';
  const used = tokens > 0 ? ` and ${tokens} tokens` : '';
  return ` since event ${first.index}, ${plural(calls, 'call')}${used} ago`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
