/**
 * Makes a failing list of moves as short as possible, by leaving out what is not needed.
 *
 * It removes halves, quarters and so on down to single moves, as long as the same check still
 * fails. What is left is short enough to be read.
 */
import type { Constitution } from '../../src/core/index.ts';
import type { Invariant } from './always.ts';
import type { Step } from './journal.ts';
import { LifeJudge, type Watch } from './life-judge.ts';
import type { Move } from './moves.ts';
import { Tally } from './tally.ts';
import { Violation } from './violation.ts';

/** What is needed to judge a list of moves from the start. */
export interface Trial {
  /** Makes the transition under test; a new one each time, as it may remember things. */
  readonly makeStep: () => Step;
  readonly constitution: Constitution;
  readonly watch: Watch;
}

/** Enough for lists of a thousand moves; a bound, so that a search always ends. */
const TRIES_MAX = 3_000;

/** The first violation in a list of moves, or null. */
export function firstViolation(moves: readonly Move[], trial: Trial): Violation | null {
  const judge = new LifeJudge(trial.makeStep(), trial.constitution, trial.watch, new Tally());
  try {
    for (const move of moves) judge.take(move);
    return null;
  } catch (error) {
    if (error instanceof Violation) return error;
    throw error;
  }
}

/** A part of `moves` that still breaks the same invariant, with nothing in it that is not needed. */
export function minimise(
  moves: readonly Move[],
  invariant: Invariant,
  trial: Trial,
): readonly Move[] {
  const closely: Trial = { ...trial, watch: { ...trial.watch, measureEvery: 1 } };
  const fails = (some: readonly Move[]) => firstViolation(some, closely)?.invariant === invariant;
  if (!fails(moves)) return moves;
  let shortest = moves;
  let tries = 0;
  for (let size = Math.ceil(moves.length / 2); size >= 1;) {
    const before = shortest.length;
    // From the end, so that what came after the cause goes first.
    for (let from = shortest.length - size; from > -size && tries < TRIES_MAX; from -= size) {
      const without = [
        ...shortest.slice(0, Math.max(0, from)),
        ...shortest.slice(Math.max(0, from + size)),
      ];
      tries += 1;
      if (fails(without)) shortest = without;
    }
    if (tries >= TRIES_MAX) break;
    if (size > 1) size = Math.floor(size / 2);
    else if (shortest.length === before) break;
  }
  return shortest;
}
