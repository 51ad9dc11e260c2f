/**
 * The shape of the limits of subagents. Each part may be absent: then it is off.
 */
import { z } from 'zod';

/** As many as one session remembers. */
const COUNT_MAX = 60;

const count = (what: string) => z.int().min(1).max(COUNT_MAX).exactOptional().describe(what);

/** What subagents may do. */
export const subagents = z.strictObject({
  at_once: count('Subagents of one session that may work at the same time.'),
  started: z
    .strictObject({
      count: z.int().min(1).max(COUNT_MAX).describe('Subagents.'),
      minutes: z.int().min(1).max(1440).describe('Minutes within which they are started.'),
    })
    .exactOptional()
    .describe('How many subagents one session may start within a number of minutes.'),
  depth: z
    .int()
    .min(1)
    .max(16)
    .exactOptional()
    .describe('How many levels of subagents there may be. 1: subagents can’t start others.'),
  tokens: z
    .int()
    .min(1)
    .max(999_999_999)
    .exactOptional()
    .describe('Tokens that one subagent may use.'),
  lifetime_minutes: z
    .int()
    .min(1)
    .max(10_080)
    .exactOptional()
    .describe('Minutes after which a subagent is refused.'),
  fruitless: z
    .int()
    .min(5)
    .max(500)
    .exactOptional()
    .describe(
      'Subagents without a result that one conversation may start within ten minutes before the kill switch stops it. Default 25; subagents with a result never count.',
    ),
});
