/**
 * The shape of the limits of subagents. Each part may be absent: then it is off.
 */
import { z } from 'zod';

/** As many as one session remembers. */
const COUNT_MAX = 60;

const count = (what: string) => z.int().min(1).max(COUNT_MAX).exactOptional().describe(what);

/** What subagents may do. */
export const subagents = z.strictObject({
  at_once: count('Subagents of one session that may be at work at one time.'),
  started: z
    .strictObject({
      count: z.int().min(1).max(COUNT_MAX).describe('Subagents.'),
      minutes: z.int().min(1).max(1440).describe('Minutes in which they are started.'),
    })
    .exactOptional()
    .describe('How many subagents one session may start in a time.'),
  depth: z
    .int()
    .min(1)
    .max(16)
    .exactOptional()
    .describe('How deep subagents may start others. 1: they start none.'),
  tokens: z.int().min(1).max(999_999_999).exactOptional().describe('Tokens of one subagent.'),
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
      'Subagents that one conversation may start within ten minutes without any of them bringing something back, before the kill switch stops it. 25 when absent; those that bring something never count.',
    ),
});
