/**
 * How the guardrails refuse a definition that cannot mean anything, in the package's one error class.
 */
import { TripwireError } from '../core/index.ts';

/** Refuses a value by name; nothing was changed. */
export function refuseGuardrail(field: string, problem: string): never {
  throw new TripwireError('GUARDRAIL_INVALID', `guardrails: ${field} ${problem}`, field);
}
