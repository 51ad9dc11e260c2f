/** The shape of a subscription's windows: how full each is, when it resets, and which one counts. */
import { z } from 'zod';

const planWindowView = z.strictObject({
  /** Such as five_hour or seven_day. */
  name: z.string(),
  /** Null since it was reset: nothing was reported after that. */
  used_percent: z.number().nullable(),
  /** Milliseconds since 1970; null when the provider didn't say. */
  resets_at: z.int().nullable(),
  /** This is the window that is judged. */
  counts: z.boolean(),
});

export const planView = z.strictObject({
  /** When the provider reported this. */
  at: z.int(),
  /** The share from which on a person is warned, where that is configured. */
  warn: z.int().nullable(),
  windows: z.array(planWindowView).readonly(),
});
