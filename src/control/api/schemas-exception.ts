/**
 * The shape of what a person exempts from a kill switch.
 */
import { z } from 'zod';

export const exceptionView = z.strictObject(
  {
    tool: z.string('must be the name of a tool'),
    is: z.enum(['poll', 'healthy'], 'must be poll or healthy'),
    /** Only calls of this shape, as an incident names it; all calls of the tool when absent. */
    call: z.string('must be the shape of a call').exactOptional(),
    /** In force until then; for ever when absent. */
    until: z.int().exactOptional(),
  },
  'must have the form {"tool": NAME, "is": "poll" or "healthy"}',
);
