/** The shape of a sign that an agent is stuck without looping. */
import { z } from 'zod';

export const stuckView = z.strictObject({
  code: z.enum([
    'STREAM_STALLED',
    'CLIENT_WAITING',
    'USAGE_LIMIT',
    'CRASH_LOOP',
    'PROVIDER_DOWN',
    'TOOL_DOWN',
    'QUICK_RETRIES',
    'EMPTY_WAKES',
    'FRUITLESS_EXCHANGE',
  ]),
  since: z.int(),
  /** In words. */
  why: z.string(),
});
