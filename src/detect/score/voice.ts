/**
 * What is said about a thread in trouble, in three voices: a warning for the agent and its person, a steer that
 * tells the agent what to do instead, and the reason of a stop.
 *
 * Each begins with what the agent did, in a sentence that stands alone; rule and numbers come second, so that a person
 * can check them. Nobody decides anything by these words.
 */
import type { CountedAs, FeedingStep, Stretch } from './stretch.ts';
import type { JudgeRule, Verdict } from './thread-judge.ts';
import { whatWasDone } from './what-was-done.ts';

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
  habit: 'the same look now and then, with nothing new in it',
  'changing-read': 'the same look again, hardly changed',
  settled: 'the same look again; what used to change has not changed for some looks',
  stalled: 'the same look again; what had moved on stood still',
  'asked-for': 'once more, as often as the prompt asks',
  'measured-again': 'the same command again, and only its figures differ',
  moving: 'the same call again, and only a number moved',
  portion: 'the same call again, which did the next portion',
  'same-turn': 'the same call twice in one answer',
  'read-again': 'read once more after a compaction',
  forgotten: 'done again after a compaction, as it was before',
  'near-repeat': 'nearly the same call, with nothing new in the result',
  'same-error': 'the same error again',
  'check-stall': 'the check is as red as before the last change',
  'same-failure': 'what failed before the last changes fails as it did',
  unmoved: 'it is as it was, whatever was done about it',
  'negative-answer': 'nothing was found, again',
  'known-answer': 'another call, and its whole answer was already known',
  'known-content': 'a look at what was read before',
  'same-content': 'another call, and the same long answer as before',
  'same-reply': 'another command, and the same reply as to several others',
  'written-before': 'wrote again what it had written, in the same words',
  'empty-handed': 'another agent came back with what was already known',
  listed: 'the next entry of a list, with the same answer',
  'by-heart': 'the same question about something else, with the same answer',
  'one-of-many': 'the same question about another thing, with the same answer',
  pause: 'a pause',
  poll: 'asked again, no change',
  'spaced-poll': 'waited and asked again, no change',
  pending: 'asked again, still in progress',
  'dead-end': 'waited for something that has already failed',
  'screen-echo': 'the same act on the screen, with the same answer',
  'seen-screen': 'the same act on the screen, which shows nothing that was not there before',
  unseen: 'another look whose picture cannot be compared',
  scroll: 'the same act on the screen at once again',
  'plan-echo': 'the same note to itself again',
  'plan-note': 'a note to itself',
  outage: 'the same outage again',
  'bare-failure': 'failed again without a word',
  'same-answer': 'the same answer again, with nothing done in between',
});

/** What each rule found, given its count: a whole sentence about what the agent did. */
const found: Readonly<Record<Exclude<JudgeRule, 'no-progress'>, (count: number) => string>> =
  Object.freeze({
    monologue: (count) => `Said the same thing ${count + 1} times and did nothing in between.`,
    chant: (count) => `Repeated itself ${count} times within one answer.`,
    'stubborn-failure': (count) =>
      `Made the same failing call ${count} times, got the same output each time, and changed nothing in between.`,
    'verify-stall': (count) =>
      `Ran the same check ${count} times across changes, and it kept failing the way it had failed before.`,
    'spawn-rate': (count) =>
      `Started ${count} agents within ten minutes, and none of them brought anything new back.`,
    'compaction-loop': (count) =>
      `Compacted its context ${count} times without a step that brought anything.`,
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
  const { rule, stretch, count } = verdict;
  if (rule === null) return null;
  const what = rule === 'no-progress' ? whatWasDone(stretch) : found[rule](count);
  const scored = rule === 'no-progress' || rule === 'monologue';
  const score = scored ? ` score ${verdict.score}, limit ${threshold}` : '';
  const last = stretch.fedBy.at(-1);
  const parts = [sinceWords(stretch), last === undefined ? '' : lastWords(last)];
  const more = parts.filter((part) => part !== '').map((part) => `; ${part}`);
  const numbers = `(${rule}${score === '' ? '' : ':'}${score}${more.join('')})`;
  return {
    warn: `${what} ${numbers}`,
    steer: `${forTheAgent(what)} ${instead[rule]}`,
    stop: `${what} ${numbers}`,
  };
}

/** The same sentence, spoken to the agent. */
function forTheAgent(what: string): string {
  return `You ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
}

/** Why an event counted, in words. */
export function reasonWords(why: CountedAs): string {
  return countedAs[why];
}

/** A feeding step in words. */
export function stepWords({ index, what, why, weight }: FeedingStep): string {
  return `event ${index}, ${what}: ${countedAs[why]} (+${weight})`;
}

function lastWords({ what, why, weight }: FeedingStep): string {
  return `last: ${what}, ${countedAs[why]} (+${weight})`;
}

/** No count of calls: the sentence before has the one that counts, and a second one over another stretch would contradict it. */
function sinceWords({ tokens }: Stretch): string {
  return tokens > 0 ? `${grouped(tokens)} tokens since the loop began` : '';
}

/** A count with commas, as people write it. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
