/** The shape of links that stop all agents. */
import { z } from 'zod';
import { list, timeMs } from './schemas.ts';

const YEAR_S = 31_536_000;
const secondsRule = `must be a whole number of seconds from 60 to ${10 * YEAR_S}`;
const labelRule = 'must be 1 to 40 letters, digits, spaces, dashes and underscores';

const panicLinkView = z.strictObject({
  id: z.string(),
  label: z.string(),
  made_by: z.string(),
  created_at: timeMs,
  expires_at: timeMs,
  last_used_at: timeMs.nullable(),
});

/** With its address, shown this once. */
const newPanicLinkView = z.strictObject({ ...panicLinkView.shape, url: z.string() });

const newPanicLinkBody = z.strictObject(
  {
    label: z
      .string(labelRule)
      .regex(/^[\w -]{1,40}$/, labelRule)
      .default('link'),
    expires_in_s: z
      .int(secondsRule)
      .min(60, secondsRule)
      .max(10 * YEAR_S, secondsRule)
      .default(YEAR_S),
  },
  'must be a JSON object',
);

/** Links that stop all agents. */
export const panicEndpoints = {
  'GET /api/panic-links': {
    access: 'viewer',
    summary: 'Links that stop all agents, without their secrets',
    response: list(panicLinkView),
  },
  'POST /api/panic-links': {
    access: 'operator',
    summary: 'Makes a link that stops all agents, and can do nothing else',
    body: newPanicLinkBody,
    response: newPanicLinkView,
  },
  'DELETE /api/panic-links/:id': {
    access: 'operator',
    summary: 'Revokes such a link',
    response: z.strictObject({ removed: z.boolean() }),
  },
} as const;
