/**
 * What a person may change of an agent's kill switch, in the API's words and then in the core's.
 *
 * Bounds are the core's, which takes what passes here as a `configure` record.
 */
import { z } from 'zod';
import { KILL_SWITCH_LIMITS, type KillSwitch } from '../core/index.ts';
import { authorFields } from './act-body.ts';
import { checkedShape } from './checked-shape.ts';
import { Problem } from './problem.ts';

/** A change, and whose it is. */
export interface KillSwitchChange {
  readonly change: Partial<KillSwitch>;
  readonly by: string | undefined;
  readonly why: string | undefined;
}

const { windowSize, threshold, exceptions } = KILL_SWITCH_LIMITS;
const windowRule = `must be a whole number from ${windowSize.min} to ${windowSize.max}`;
const thresholdRule = `must be a number from ${threshold.min} to ${threshold.max}`;
const digitsRule = 'must have at most four decimal digits';
const flag = z.boolean('must be true or false').exactOptional();

const exception = z.strictObject(
  {
    tool: z.string('must be the name of a tool'),
    is: z.enum(['poll', 'healthy'], 'must be poll or healthy'),
  },
  'must have the form {"tool": NAME, "is": "poll" or "healthy"}',
);

const schema = z.strictObject(
  {
    enabled: flag,
    window_size: z
      .int(windowRule)
      .min(windowSize.min, windowRule)
      .max(windowSize.max, windowRule)
      .exactOptional(),
    threshold: z
      .number(thresholdRule)
      .min(threshold.min, thresholdRule)
      .max(threshold.max, thresholdRule)
      .refine((score) => Number(score.toFixed(4)) === score, digitsRule)
      .exactOptional(),
    detector: z.enum(['progress', 'literal'], 'must be progress or literal').exactOptional(),
    shadow: flag,
    refusal: z.enum(['error', 'message'], 'must be error or message').exactOptional(),
    exceptions: z
      .array(exception, 'must be a list')
      .max(exceptions, `must be a list of at most ${exceptions}`)
      .exactOptional(),
    ...authorFields,
  },
  'must be a JSON object',
);

const known = Object.keys(schema.shape);

/** Reads the body of a change; one that changes nothing is refused. */
export function killSwitchChange(body: unknown): KillSwitchChange {
  const { by, why, window_size: size, ...rest } = checkedShape(schema, body, known);
  const change = { ...rest, ...(size === undefined ? {} : { windowSize: size }) };
  if (Object.keys(change).length === 0) {
    throw new Problem('bad-request', `The body changes nothing. Give one of ${known.join(', ')}.`);
  }
  return { change, by, why };
}
