/**
 * The shape of `second_opinion`: which model is asked about a conversation between warning and stop, within which caps.
 */
import { z } from 'zod';

export const secondOpinionSchema = z.strictObject({
  provider: z.string().min(1).max(64).describe('Name of the upstream that is asked.'),
  model: z.string().min(1).max(128).describe('Model that is asked.'),
  timeout_ms: z
    .int()
    .min(200)
    .max(60_000)
    .default(10_000)
    .describe(
      'Longest time for an answer in milliseconds; the next call of the thread waits for it.',
    ),
  usd_per_day: z
    .number()
    .min(0.000_001)
    .max(100_000)
    .default(1)
    .describe('Cap of its cost in a day (UTC).'),
  asks_per_day: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(200)
    .describe('Cap of the questions in a day (UTC).'),
  allow_unpriced: z
    .boolean()
    .default(false)
    .describe('Ask a model without a known price; asks_per_day is its only cap then.'),
  texts: z
    .boolean()
    .default(true)
    .describe(
      'Whether it sees the texts of the last steps, without secrets; else only the reason.',
    ),
});
