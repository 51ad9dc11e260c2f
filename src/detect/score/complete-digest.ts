/**
 * A digest of an older version with what it lacks: backtests judge histories that were recorded before a field existed.
 *
 * What was not recorded counts as nothing seen, so an old digest can only be judged more kindly.
 */
import type { EventDigest } from './thread-judge.ts';

/** The digest with every field. */
export function completeDigest(digest: EventDigest): EventDigest {
  switch (digest.kind) {
    case 'compaction':
      return digest;
    case 'tool': {
      const { step } = digest;
      // The types speak of this version's digests; a journal may hold others.
      const isWhole = Object.hasOwn(step, 'sentence');
      if (isWhole) return digest;
      const shape = Object.hasOwn(step, 'shape') ? step.shape : step.exactOutcome;
      return { ...digest, step: { ...NOTHING_SEEN, ...step, shape } };
    }
    default:
      return Object.hasOwn(digest, 'items') ? digest : { ...NOTHING_SAID, ...digest };
  }
}

const NOTHING_SEEN = {
  slots: [],
  numbers: [],
  names: [],
  ids: [],
  content: false,
  picture: false,
  sentence: false,
  terminal: false,
  red: false,
  sleepMs: 0,
} as const;

const NOTHING_SAID = { numbers: [], items: [] } as const;
