/** The shape of a wait: until when an agent is held back, by which veto, and why. */
import { z } from 'zod';
import { VETO_PRIORITY } from '../../core/index.ts';

export const waitingView = z.strictObject({
  /** Milliseconds since 1970. */
  until: z.int(),
  veto: z.enum(VETO_PRIORITY),
  reason: z.string(),
});
