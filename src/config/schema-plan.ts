/**
 * The shape of what the figures of a subscription do. Each part may be absent: then it is off, and the figures are only
 * shown.
 */
import { z } from 'zod';

const percent = (what: string) => z.int().min(1).max(100).exactOptional().describe(what);

/** What is done with a plan's windows. */
export const plan = z.strictObject({
  warn: percent('Warn when so many per cent of the window that counts are used.'),
  wind_down: percent(
    'Park the agent until the window resets when so many per cent are used; saving passes as wind_down below allows.',
  ),
  reserve: percent(
    'Keep so many per cent for yourself: beyond the rest nothing passes until the reset.',
  ),
  rise: z
    .strictObject({
      points: z.int().min(1).max(100).describe('Percentage points.'),
      minutes: z.int().min(1).max(1440).describe('Minutes in which they were added.'),
    })
    .exactOptional()
    .describe('Park the agent for these minutes when the share grew by so many points in them.'),
});
