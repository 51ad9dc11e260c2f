/**
 * Everything that the benchmark compares, in the order of the tables.
 *
 * This is the one place where a detector of ours is added.
 */
import { detectLiterally, detectThread, type Thread } from '../../src/detect/index.ts';
import { peers, seeds } from './peers/index.ts';

/** A detector on the bench. */
export interface Detector {
  readonly name: string;
  readonly family: 'ours' | 'peer' | 'seed';
  /** One line on what it does. */
  readonly rule: string;
  /** Index of the event of the thread at which it stops the agent, or null. */
  readonly firedAt: (thread: Thread) => number | null;
}

/** Our detectors, as they are shipped: default options, nothing tuned for a corpus. */
const ours: readonly Detector[] = [
  {
    name: 'Tripwire',
    family: 'ours',
    rule: 'the no-progress score and its guards, at the stop',
    firedAt: (thread) => detectThread(thread).firedAt,
  },
  {
    name: 'Tripwire warning',
    family: 'ours',
    rule: 'the same where it first warns; nothing is stopped there',
    firedAt: (thread) => detectThread(thread).warnedAt,
  },
  {
    name: 'Tripwire literal',
    family: 'ours',
    rule: 'the literal score of seed 002 on the calls that were made',
    firedAt: (thread) => detectLiterally(thread).firedAt,
  },
];

export const detectors: readonly Detector[] = [
  ...ours,
  ...peers.map((peer) => ({ ...peer, family: 'peer' as const })),
  ...seeds.map((seed) => ({ ...seed, family: 'seed' as const })),
];
