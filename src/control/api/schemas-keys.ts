/**
 * The shapes of the API about agent keys: how one is made, and what is shown of it.
 */
import { z } from 'zod';
import { LABEL, LABEL_LENGTH_MAX } from '../../core/index.ts';
import { list, timeMs } from './schemas.ts';

const text = z.string('must be a text');
const objectRule = 'must be a JSON object';
const YEARS_10_S = 315_360_000;
const secondsRule = `must be a whole number of seconds, at most ${YEARS_10_S}`;
const keySeconds = z.int(secondsRule).max(YEARS_10_S, secondsRule);

/** How long the old key is in force beside the new one. */
export const rotateKeyBody = z.strictObject(
  { grace_s: keySeconds.min(0, secondsRule).default(0) },
  objectRule,
);

/** What no store can hold is in none of these. */
const SHOWN = /^[^\p{Cc}\p{Cs}]*$/u;
const modelsRule = 'must be 1 to 64 names of models, * for any text, or null for all';
const labelRule = `must be 1 to ${LABEL_LENGTH_MAX} letters, digits and . _ - : @ / + #, or null`;
const grantLabel = z.string(labelRule).regex(LABEL, labelRule).nullable().default(null);

export const newKeyBody = z.strictObject(
  {
    label: text
      .max(64, 'must have at most 64 characters')
      .regex(SHOWN, 'must hold no control characters and no half characters')
      .default(''),
    /** For ever when absent. */
    expires_in_s: keySeconds.min(1, secondsRule).exactOptional(),
    /** Models that may be asked with it, * for any text; all when null. */
    models: z
      .array(
        z.string(modelsRule).min(1, modelsRule).max(128, modelsRule).regex(SHOWN, modelsRule),
        modelsRule,
      )
      .min(1, modelsRule)
      .max(64, modelsRule)
      .readonly()
      .nullable()
      .default(null),
    /** For whom and for what its calls are: budgets go by that, whatever its requests say. */
    user: grantLabel,
    project: grantLabel,
    branch: grantLabel,
  },
  objectRule,
);

const keyView = z.strictObject({
  id: z.string(),
  agent: z.string(),
  label: z.string(),
  created_at: timeMs,
  expires_at: timeMs.nullable(),
  last_used_at: timeMs.nullable(),
  is_expired: z.boolean(),
  /** Models that may be asked with it; all when null. */
  models: list(z.string()).nullable(),
  /** For whom and for what its calls are; as its requests say when null. */
  user: z.string().nullable(),
  project: z.string().nullable(),
  branch: z.string().nullable(),
});

export const newKeyView = z.strictObject({ ...keyView.shape, key: z.string() });

/** All keys, and whether every request of an agent needs one. */
export const keysView = z.strictObject({ required: z.boolean(), keys: list(keyView) });
export const revokedView = z.strictObject({ removed: z.boolean(), required: z.boolean() });
