/**
 * What stops and releases may say besides who and why.
 */
import { z } from 'zod';
import { DEFAULT_GRACE, GRACE_LIMITS } from '../../core/index.ts';
import { actBody, holdKind, timeMs } from './schemas.ts';

const objectRule = 'must be a JSON object';
const SECOND_MS = 1_000;
const { calls, ms } = GRACE_LIMITS;

/** What may still be saved: for so many calls and seconds. */
const windDownBody = z.strictObject(
  {
    calls: z.int().min(calls.min).max(calls.max).default(DEFAULT_GRACE.calls),
    seconds: z
      .int()
      .min(ms.min / SECOND_MS)
      .max(ms.max / SECOND_MS)
      .default(DEFAULT_GRACE.ms / SECOND_MS),
  },
  objectRule,
);

const nameRule = 'must be a name of 1 to 200 characters';
/** A subagent as the tree of sessions names it. */
const subagentName = z.string(nameRule).min(1, nameRule).max(200, nameRule).exactOptional();
const only = (what: string) =>
  z.literal(true, `must be true, or left out: ${what}`).exactOptional();

/** A stop; with `wind_down` the agent may save its work first, and nothing else. */
export const stopBody = z.strictObject(
  {
    ...actBody.shape,
    wind_down: windDownBody.exactOptional(),
    /** This subagent alone; its session and the other subagents continue. */
    subagent: subagentName,
    /** With `subagent`, those that it started too; with `turn`, the subagents of the session too. */
    family: only('whether those that it started are stopped too'),
    /** Until the next prompt. The subagents of the session continue. */
    turn: only('whether only this turn is stopped'),
  },
  objectRule,
);

/** A release; with `only` it lifts this one hold, or nothing where it would lift another. */
export const releaseBody = z.strictObject(
  {
    ...actBody.shape,
    subagent: subagentName,
    only: z.strictObject({ hold: holdKind, since: timeMs }, objectRule).exactOptional(),
  },
  objectRule,
);
