/** Measured numbers as people write them: micro-units in, exact to the last digit. */
import { MICRO, NOT_MEASURED } from '../../../src/audit/verify.ts';

export function decimal(micro: number): string {
  return micro === NOT_MEASURED ? 'not measured' : String(Number((micro / MICRO).toFixed(8)));
}

/** A time span in its largest unit. */
export function duration(seconds: number): string {
  if (seconds >= 3_600) return `${Math.round(seconds / 360) / 10} h`;
  return seconds >= 60 ? `${Math.round(seconds / 6) / 10} min` : `${seconds} s`;
}

/** The greatest of the values and the step it came from, counted from 1. */
export function greatest(values: readonly number[]): {
  readonly value: number;
  readonly step: number;
} {
  const value = Math.max(...values);
  return { value, step: values.indexOf(value) + 1 };
}

/** How far each step went from the one before. */
export function changes(beta1: readonly number[]): readonly number[] {
  return beta1.map((one, step) => {
    const before = step === 0 ? one : (beta1[step - 1] ?? one);
    const isMeasured = one !== NOT_MEASURED && before !== NOT_MEASURED;
    return isMeasured ? Math.abs(one - before) : NOT_MEASURED;
  });
}
