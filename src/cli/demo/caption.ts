/**
 * The guide's words: what happens now and why it matters.
 *
 * Each caption belongs to a kind of turn, not to a place in the script; the numbers in it are the
 * core's own.
 */
import { REASONS, type HoldView } from '../../core/index.ts';
import { holdNames, type Turn } from './turning-points.ts';

/** What the guide says: the fact, and what it means. */
export interface Caption {
  readonly fact: string;
  readonly meaning: string;
}

/** Said before the first record. */
export const OPENING: Caption = {
  fact: 'Three agents start. Each answer is judged before anything is carried out.',
  meaning: 'Watch "looping" first: it says nearly the same each time. Time is simulated.',
};

/** Why each veto matters, for people who never saw one. */
const meanings: Readonly<Record<string, string>> = {
  LOOP_DETECTED:
    'It spends tokens and gets nowhere. Nothing it wants to do is carried out during the cooldown.',
  RUNAWAY_DETECTED:
    'Nothing is wrong with any single answer; the tempo gives it away before the bill does.',
};

const KNOCKING =
  'It knocks at a closed door: nothing is carried out, and each new offence still costs health.';

/** The caption for what turned; `stopsBefore` is how often the agent was stopped like this. */
export function captionFor(agent: string, turn: Turn, stopsBefore: number): Caption {
  switch (turn.kind) {
    case 'veto': {
      const again = stopsBefore === 0 ? '' : `, for the ${ordinal(stopsBefore + 1)} time`;
      const meaning = turn.wasHeld ? KNOCKING : (meanings[turn.code] ?? meaningOf(turn.code));
      return { fact: `${agent} is refused${again}: ${turn.text}`, meaning };
    }
    case 'held':
      return {
        fact: `${agent}: ${turn.hold.hold}, ${turn.hold.why}`,
        meaning: liftedBy([turn.hold]),
      };
    case 'cooldown-over': {
      const held = turn.holds.length > 0;
      return {
        fact: `${agent}: the cooldown is over`,
        meaning: held
          ? `But it is still held: ${holdNames(turn.holds)}. ${liftedBy(turn.holds)}`
          : 'A fresh chance with empty windows. Will it do better?',
      };
    }
    case 'recovered':
      return { fact: `${agent}: ${turn.hold.hold} is lifted`, meaning: 'Health has recovered.' };
    case 'person':
      return sayPerson(agent, turn);
    case 'idle':
      return {
        fact: `${agent} is IDLE: no answer for a while`,
        meaning: 'Thinking, reading, lunch: a pause is no offence and costs no health.',
      };
  }
}

function sayPerson(agent: string, turn: Turn & { kind: 'person' }): Caption {
  const fact = `${turn.by} (a person): ${turn.action} ${agent}; this lifts ${holdNames(turn.lifted)}`;
  if (turn.holds.length > 0) {
    return { fact, meaning: `Still held: ${holdNames(turn.holds)}. ${liftedBy(turn.holds)}` };
  }
  const may = turn.allowed ? 'It may work again' : 'It waits for its cooldown';
  return { fact, meaning: `${may}, with health ${turn.health}. The act is on record.` };
}

function liftedBy(holds: readonly HoldView[]): string {
  const who = [...new Set(holds.map((hold) => hold.liftedBy))].join('; ');
  return `Nothing it wants is carried out until that is lifted by ${who}.`;
}

function meaningOf(code: string): string {
  return REASONS.find((reason) => reason.code === code)?.meaning ?? '';
}

function ordinal(count: number): string {
  return ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'][count - 1] ?? `${count}th`;
}
