/**
 * The options of a night: a task, a time, a budget, a number of turns.
 */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { TripwireError } from '../../core/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const TASK_LENGTH_MAX = 100_000;
const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 };

/** The task: what stands in the file of that name, else the text itself. */
export function taskOf(written: string): string {
  const text = (isFile(written) ? readFileSync(written, 'utf8') : written).trim();
  if (text === '') throw usage('--task is empty; write what is to be done, or name a file');
  if (text.length <= TASK_LENGTH_MAX) return text;
  throw usage(`--task has ${text.length} characters; the most is ${TASK_LENGTH_MAX}`);
}

function isFile(name: string): boolean {
  try {
    return statSync(name, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    // Too long for a name, or with characters that none has: a text.
    return false;
  }
}

/** `07:00` is the next seven o'clock; `8h` and `90m` are from now; anything else is a date. */
export function untilMsOf(written: string, nowMs: number): number {
  const [, amount, unit] = /^(\d{1,4})([hm])$/.exec(written) ?? [];
  if (amount !== undefined) return nowMs + Number(amount) * (unit === 'h' ? HOUR_MS : MINUTE_MS);
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(written) ?? [];
  if (hours !== undefined) {
    const at = new Date(nowMs).setHours(Number(hours), Number(minutes), 0, 0);
    return at > nowMs ? at : at + DAY_MS;
  }
  const time = /^\d{4}-\d{2}-\d{2}/.test(written) ? Date.parse(written) : Number.NaN;
  if (Number.isFinite(time) && time > nowMs) return time;
  throw usage(`--until takes 07:00, 8h, 90m or a date to come (2026-11-16T07:00), not ${written}`);
}

/** Tokens: `120000`, `500k`, `2M`. */
export function budgetOf(written: string): number {
  const [, amount, unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?)([kKmM]?)$/.exec(written) ?? [];
  const tokens = Math.round(Number(amount) * (FACTORS[unit.toLowerCase()] ?? 1));
  if (amount !== undefined && tokens > 0) return tokens;
  throw usage(`--budget takes tokens, such as 120000, 500k or 2M, not ${written}`);
}

/** A number of turns. */
export function iterationsOf(written: string): number {
  if (/^[1-9]\d{0,8}$/.test(written)) return Number(written);
  throw usage(`--max-iterations takes a whole number from 1, not ${written}`);
}

/** A command's own name, as an agent may be called. */
export function nameOf(program: string): string {
  return basename(program)
    .replaceAll(/[^A-Za-z0-9._:@-]/g, '_')
    .slice(0, 64);
}

function usage(message: string): TripwireError {
  return new TripwireError('USAGE', message);
}
