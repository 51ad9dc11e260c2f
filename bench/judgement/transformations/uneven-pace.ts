/**
 * The same run by a model whose answers take now a third and now three times as long: each pause is stretched or shortened by
 * itself, as providers under load do it. Results of one answer stay together.
 */
import type { TranscriptEvent } from '../../../src/detect/index.ts';
import type { Rewrite, Transformation } from './transformation.ts';

const STRETCH_MAX = 3;
const MULTIPLIER = 48_271;
const MODULUS = 0x7fffffff;

/** A run at an uneven pace, the same each time. */
export const unevenPace: Transformation = {
  name: 'pauses × ⅓ to 3 at random',
  forThread: () => {
    let drawn = 1;
    let was: number | null = null;
    let is = 0;
    const stretched = (pauseMs: number) => {
      drawn = (drawn * MULTIPLIER) % MODULUS;
      return pauseMs * STRETCH_MAX ** ((2 * drawn) / MODULUS - 1);
    };
    const rewrite: Rewrite = (event: TranscriptEvent) => {
      const { atMs } = event;
      if (atMs === undefined) return [event];
      is = was === null ? atMs : is + (atMs > was ? stretched(atMs - was) : 0);
      was = atMs;
      return [{ ...event, atMs: Math.round(is) }];
    };
    return rewrite;
  },
};
