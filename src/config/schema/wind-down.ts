/**
 * The shape of what may still be saved when an agent is stopped. Bounds and defaults are the core's.
 */
import { z } from 'zod';
import { DEFAULT_GRACE, GRACE_LIMITS } from '../../core/index.ts';

const SECOND_MS = 1_000;
const { calls, ms } = GRACE_LIMITS;

/** What happens to an agent when the kill switch or a budget stops it. */
export const onStop = z
  .enum(['refuse', 'wind_down'])
  .describe(
    'What the kill switch and spent budgets do. refuse: everything at once. wind_down: first let the agent save its work, for the calls and seconds below.',
  );

/** How much passes. */
export const windDown = z
  .strictObject({
    calls: z
      .int()
      .min(calls.min)
      .max(calls.max)
      .default(DEFAULT_GRACE.calls)
      .describe('Model calls and saving tool calls that still pass.'),
    seconds: z
      .int()
      .min(ms.min / SECOND_MS)
      .max(ms.max / SECOND_MS)
      .default(DEFAULT_GRACE.ms / SECOND_MS)
      .describe('After so many seconds everything is refused.'),
  })
  .prefault({});
