/** Measured numbers as people write them; micro-units in, exact to the last digit. */
import { MICRO, NOT_MEASURED } from '../../../src/audit/verify.ts';

export function decimal(micro: number): string {
  return micro === NOT_MEASURED ? 'not measured' : String(Number((micro / MICRO).toFixed(8)));
}

/** With at most three digits after the point, where exactness is in the table. */
export function short(micro: number): string {
  return micro === NOT_MEASURED ? 'not measured' : String(Math.round(micro / 1_000) / 1_000);
}

/** A time span in its largest unit. */
export function duration(seconds: number): string {
  if (seconds >= 3_600) return `${Math.round(seconds / 360) / 10} h`;
  return seconds >= 60 ? `${Math.round(seconds / 6) / 10} min` : `${seconds} s`;
}
