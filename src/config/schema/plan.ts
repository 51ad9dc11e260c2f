/**
 * The shape of what the figures of a subscription do. Each part may be absent: then it is off, and the figures are only
 * shown.
 */
import { z } from 'zod';

const percent = (what: string) => z.int().min(1).max(100).exactOptional().describe(what);

/** What is done with a plan's windows. */
export const plan = z.strictObject({
  warn: percent('Warn when this percentage of the window is used.'),
  wind_down: percent(
    'When this percentage is used, park the agent until the window resets; it may save first, as wind_down allows.',
  ),
  reserve: percent(
    'Keep this percentage for yourself: beyond the rest, nothing passes until the reset.',
  ),
  rise: z
    .strictObject({
      points: z.int().min(1).max(100).describe('Percentage points.'),
      minutes: z.int().min(1).max(1440).describe('Minutes within which they were added.'),
    })
    .exactOptional()
    .describe(
      'Park the agent for this many minutes when usage grew by this many points within them.',
    ),
});
