/**
 * A run: cohort after cohort, until enough records were judged or a promise was broken.
 */
import { setImmediate } from 'node:timers/promises';
import { step as realStep } from '../../src/core/index.ts';
import { runCohort } from './cohort.ts';
import type { Failure } from './failure.ts';
import type { Step } from './journal.ts';
import { Tally } from './tally.ts';

/** What to run. */
export interface SimulationOptions {
  /** A run (`7`), or one cohort of a run (`7:12`). */
  readonly seed: string;
  /** Judged records after which no further cohort begins. */
  readonly recordsMin: number;
  /** Makes another transition than the core's, to see whether its faults are found. */
  readonly makeStep?: () => Step;
  readonly onProgress?: (soFar: SimulationOutcome) => void;
}

/** What a run has shown. */
export interface SimulationOutcome {
  readonly seed: string;
  readonly records: number;
  readonly agents: number;
  readonly tally: Tally;
  readonly failure: Failure | null;
}

/** Runs until it fails or has seen enough. */
export async function simulate(options: SimulationOptions): Promise<SimulationOutcome> {
  const [seed = '', only] = options.seed.split(':');
  const makeStep = options.makeStep ?? (() => realStep);
  const replays = options.makeStep === undefined;
  const tally = new Tally();
  let [records, agents] = [0, 0];
  for (let number = Number(only ?? 0); ; number += 1) {
    const outcome = runCohort({ seed, number, makeStep, replays, tally });
    records += outcome.records;
    agents += outcome.agents;
    const { failure } = outcome;
    const soFar: SimulationOutcome = { seed: options.seed, records, agents, tally, failure };
    if (failure !== null) {
      const before = records - outcome.records;
      return { ...soFar, failure: { ...failure, records: before + failure.records } };
    }
    if (only !== undefined || records >= options.recordsMin) return soFar;
    options.onProgress?.(soFar);
    // Lets the test runner breathe: it gives up on workers that do not answer for a minute.
    await setImmediate();
  }
}
