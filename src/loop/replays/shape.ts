/**
 * Whether a value has the form of a step: what is read from a file may be anything.
 */
import { STEP_KEYS } from './chain.ts';
import type { TrajectoryStep } from './step.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const texts: Check = (value) => Array.isArray(value) && value.every(text);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

const FIELDS: Readonly<Record<keyof TrajectoryStep, Check>> = {
  state: text,
  action: text,
  next_state: text,
  step: Number.isSafeInteger,
  at: text,
  event: text,
  agent: orNull(text),
  tool: orNull(text),
  signature: orNull(text),
  call: orNull(text),
  purpose: orNull(text),
  failed: orNull(flag),
  passed: orNull(flag),
  answer: text,
  ends_session: flag,
  reason: orNull(text),
  logged: texts,
  holds: texts,
  prompt_hash: orNull(text),
  model: orNull(text),
  notes: texts,
  digest: text,
};

/** Whether it has all fields of a step, each of its kind, and no other. */
export function isStep(value: unknown): value is TrajectoryStep {
  if (typeof value !== 'object' || value === null) return false;
  const members = value as Readonly<Record<string, unknown>>;
  return (
    Object.keys(members).length === STEP_KEYS.length + 1 &&
    Object.entries(FIELDS).every(([key, check]) => check(members[key]))
  );
}
