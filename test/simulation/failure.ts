/**
 * A failed life, and how it is told: seed, agent, step, promise, and the shortest list of records
 * that still breaks it.
 */
import { moveLine, type Move } from './moves.ts';
import type { Violation } from './violation.ts';

/** Everything needed to see a failure again. */
export interface Failure {
  /** Names the one cohort of the run in which it happened. */
  readonly seed: string;
  readonly agent: string;
  readonly temper: string;
  readonly constitution: string;
  /** The record of the agent, and of the whole run, at which it happened. */
  readonly step: number;
  readonly records: number;
  readonly violation: Violation;
  /** The moves of the agent up to the failure, made as few as possible. */
  readonly moves: readonly Move[];
}

/** A failure for people, with what to do about it. */
export function failureText(failure: Failure): string {
  const { seed, agent, temper, constitution, step, records, violation, moves } = failure;
  return [
    `simulation failed: ${violation.message}`,
    `  seed ${seed}, agent ${JSON.stringify(agent)} (${temper}), step ${step}, record ${records} of the run`,
    `  constitution ${constitution}`,
    `  run it again: TRIPWIRE_SEED=${seed} npx vitest run test/simulation`,
    `  keep it:      a line in test/simulation/seeds.ts`,
    `  ${moves.length} moves still break it:`,
    ...moves.map(moveLine),
  ].join('\n');
}
