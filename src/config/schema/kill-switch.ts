/**
 * The shape of the kill switch, once with defaults for all agents and once without for a single one.
 *
 * Bounds and defaults are the core's, which takes what passes here as a `configure` record.
 */
import { z } from 'zod';
import { DEFAULT_KILL_SWITCH, KILL_SWITCH_LIMITS } from '../../core/index.ts';

/** A name as the core's records carry it. */
const TOOL_NAME_PATTERN = /^[ !#-[\]-~]{1,64}$/;

const exception = z.strictObject({
  tool: z
    .string()
    .regex(
      TOOL_NAME_PATTERN,
      'must be 1 to 64 printable ASCII characters without quotes or backslashes',
    )
    .describe('Name of the tool, as the model calls it.'),
  is: z
    .enum(['poll', 'healthy'])
    .describe('poll: it waits for something, so repetition is normal. healthy: never counted.'),
});

const { windowSize, threshold } = KILL_SWITCH_LIMITS;

const fields = {
  enabled: z.boolean().describe('Stop an agent whose score exceeds the threshold.'),
  window_size: z
    .int()
    .min(windowSize.min)
    .max(windowSize.max)
    .describe('How many exchanges the score looks back.'),
  threshold: z
    .number()
    .min(threshold.min)
    .max(threshold.max)
    .refine((score) => Number(score.toFixed(4)) === score, 'must have at most four decimal digits')
    .describe('The score that must be exceeded to stop.'),
  detector: z
    .enum(['progress', 'literal'])
    .describe(
      'progress: repetition with nothing gained. literal: repetition alone. Both always run.',
    ),
  shadow: z.boolean().describe('Report what would have been stopped, and stop nothing.'),
  refusal: z
    .enum(['error', 'message'])
    .describe(
      'How a stopped agent is answered: an error of its provider, or an assistant message.',
    ),
  exceptions: z
    .array(exception)
    .max(KILL_SWITCH_LIMITS.exceptions)
    .describe(
      'Tools whose repetition isn’t a sign of a loop. A list for one agent replaces this one.',
    ),
};

export const killSwitchDefaults = z
  .strictObject({
    enabled: fields.enabled.default(DEFAULT_KILL_SWITCH.enabled),
    window_size: fields.window_size.default(DEFAULT_KILL_SWITCH.windowSize),
    threshold: fields.threshold.default(DEFAULT_KILL_SWITCH.threshold),
    detector: fields.detector.default(DEFAULT_KILL_SWITCH.detector),
    shadow: fields.shadow.default(DEFAULT_KILL_SWITCH.shadow),
    refusal: fields.refusal.default(DEFAULT_KILL_SWITCH.refusal),
    exceptions: fields.exceptions.default([...DEFAULT_KILL_SWITCH.exceptions]),
  })
  .prefault({});

export const killSwitchOverride = z.strictObject({
  enabled: fields.enabled.exactOptional(),
  window_size: fields.window_size.exactOptional(),
  threshold: fields.threshold.exactOptional(),
  detector: fields.detector.exactOptional(),
  shadow: fields.shadow.exactOptional(),
  refusal: fields.refusal.exactOptional(),
  exceptions: fields.exceptions.exactOptional(),
});
