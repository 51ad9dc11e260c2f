/**
 * What stops and releases may say besides who and why.
 */
import { z } from 'zod';
import { DEFAULT_GRACE, GRACE_LIMITS } from '../../core/index.ts';
import { actBody, holdKind, timeMs } from './schemas.ts';

const objectRule = 'must be a JSON object';
const SECOND_MS = 1_000;
const { calls, ms } = GRACE_LIMITS;

/** What may still be saved: for so many calls and seconds. */
const windDownBody = z.strictObject(
  {
    calls: z.int().min(calls.min).max(calls.max).default(DEFAULT_GRACE.calls),
    seconds: z
      .int()
      .min(ms.min / SECOND_MS)
      .max(ms.max / SECOND_MS)
      .default(DEFAULT_GRACE.ms / SECOND_MS),
  },
  objectRule,
);

/** A stop; with `wind_down` the agent may save its work first, and nothing else. */
export const stopBody = z.strictObject(
  { ...actBody.shape, wind_down: windDownBody.exactOptional() },
  objectRule,
);

/** A release; with `only` it lifts this one hold, or nothing where it would lift another. */
export const releaseBody = z.strictObject(
  {
    ...actBody.shape,
    only: z.strictObject({ hold: holdKind, since: timeMs }, objectRule).exactOptional(),
  },
  objectRule,
);
