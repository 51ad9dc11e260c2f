/**
 * The title of a stop: one sentence that a person in a hurry understands, the same wherever a stop is shown.
 *
 * It is made of the hold and of what repeated, and says nothing that was cut short: holds keep 64 bytes of their reason,
 * so whoever asks hands in the whole of it. Numbers and the rule's name follow elsewhere. Nobody decides by these words.
 */
import type { ShownRepetition } from '../../detect/score/shown-repetition.ts';
import type { HoldKind } from './hold-laws.ts';

/** What a title is made of. */
export interface StopFacts {
  readonly hold: HoldKind;
  /** Who raised it: a person, `detector`, `health`, `loop`, a policy. */
  readonly by: string;
  /** The whole reason. */
  readonly why: string;
  /** The action that an approval is about. */
  readonly target?: string;
  /** A person said no to that action. */
  readonly refused?: true;
  /** What repeated, where texts were kept; only stops of the detector have it. */
  readonly repetition?: ShownRepetition | null;
}

/** The title, without a full stop. */
export function stopTitle(facts: StopFacts): string {
  return oneLine(titles[facts.hold](facts));
}

/** What stands behind the title of a stop by the detector: the rule and its numbers in brackets; empty for others. */
export function stopNumbers({ hold, by, why }: Pick<StopFacts, 'hold' | 'by' | 'why'>): string {
  return isDetectors({ hold, by }) ? (numbersOf.exec(why)?.[0].trim() ?? '') : '';
}

/** Rules and numbers at the end of what the detector says, whole or cut short. */
const numbersOf = /\s\((?:[a-z]+-)*[a-z]+[:;)…][^]*$|^literal: score \S+ exceeds \S+(?=: )/;
/** What is recorded for an act for which its person gave no reason. */
const unreasoned =
  /^(?:(?:deactivate|pause|stop-all) by .*|(?:all agents )?(?:stopped|paused|activated|resumed|restarted) by hand|)$/s;

const titles: Readonly<Record<HoldKind, (facts: StopFacts) => string>> = {
  kill_switch: (facts) =>
    isDetectors(facts) ? loopTitle(facts) : `Stopped by ${facts.by}: ${facts.why}`,
  manual: ({ by, why }) => actTitle('Stopped', by, why),
  stop_all: ({ by, why }) => actTitle('All agents stopped', by, why),
  paused: ({ by, why }) => actTitle('Paused', by, why),
  hard_stop: ({ why }) => healthTitle('Stopped', why, ', until a person restarts it'),
  soft_suspend: ({ why }) => healthTitle('Suspended', why),
  parked: ({ by, why }) => {
    if (by === 'budget') return `Parked at its budget, which resuming extends once: ${why}`;
    return by === 'stuck' ? `Parked: ${why}` : `Parked until the plan window resets: ${why}`;
  },
  blocker: ({ why }) => `Blocked: ${why}`,
  checkpoint: ({ why }) => `Waiting for a review: ${why}`,
  approval: ({ target = 'one action', refused, why }) =>
    refused === true
      ? `Refused by a person: ${target}`
      : `Waiting for approval of ${target}: ${why}`,
  compaction: ({ why }) => `Waiting until the conversation is compacted: ${why}`,
};

function isDetectors({ hold, by }: Pick<StopFacts, 'hold' | 'by'>): boolean {
  return hold === 'kill_switch' && by === 'detector';
}

/** Whether the title names who stopped it. */
export function titleNamesWho({ hold, by }: Pick<StopFacts, 'hold' | 'by'>): boolean {
  if (hold === 'kill_switch') return !isDetectors({ hold, by });
  return hold === 'manual' || hold === 'stop_all' || hold === 'paused';
}

/** What a person did, with the reason that they gave. */
export function actTitle(what: string, by: string, why: string): string {
  return unreasoned.test(why) ? `${what} by ${by}` : `${what} by ${by}: ${why}`;
}

/** What took an agent's health comes first, the numbers last. */
function healthTitle(what: string, why: string, until = ''): string {
  const [, value, limit, after = ''] = /^health (\S+) is below (\S+) after (.+)$/.exec(why) ?? [];
  if (value === undefined) return `${what}${until}: ${why}`;
  const cause = losses.get(after) ?? after.replace(/^(\d+) failures/, '$1 failed calls');
  return `${what} after ${cause}${until} (health ${value}, limit ${limit})`;
}

/** What health is lost by, for people. */
const losses: ReadonlyMap<string, string> = new Map([
  ['an execution error', 'one more failed call'],
  ['a runaway', 'it sped up suddenly'],
  ['a loop', 'giving nearly the same output again and again'],
  ['a mode that flipped back', 'changing its pace back and forth'],
]);

function loopTitle({ why, repetition = null }: StopFacts): string {
  if (repetition !== null) return repetitionTitle(repetition);
  if (why.startsWith('literal:')) {
    const parts = why.replace(numbersOf, '').replace(/^: /, '');
    return `Repeated itself: ${parts}`;
  }
  const said = why.replace(numbersOf, '').replace(/\.$/, '');
  // All that is left of a reason that the state cut short.
  return said.endsWith('…') ? 'Kept repeating itself' : said;
}

function repetitionTitle(one: ShownRepetition): string {
  const { call, isCommand, times, spanMs, failed, answer } = one;
  const verb = isCommand ? 'Ran' : 'Called';
  const quoted = answer === null ? '' : ` (${answer})`;
  const back = `same ${failed ? 'failure' : 'result'} each time${quoted}`;
  return `${verb} \`${call}\` ${times} times in ${spanWords(spanMs)}; ${back}`;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A length of time in its two largest units at most. */
function spanWords(spanMs: number): string {
  const seconds = Math.round(spanMs / SECOND_MS);
  if (seconds < 1) return 'less than a second';
  if (spanMs < 2 * MINUTE_MS) return `${seconds} s`;
  if (spanMs < 2 * HOUR_MS) return `${Math.round(spanMs / MINUTE_MS)} min`;
  return `${Math.round(spanMs / HOUR_MS)} h`;
}

/** Reasons may hold anything, lines too. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** What people must know where a stop follows from reports alone. */
export const REPORTED_WORDS =
  'Reported by OpenTelemetry, not enforced: Tripwire saw this after it happened and could not cut it. The agent is ' +
  'refused wherever it asks Tripwire next.';
