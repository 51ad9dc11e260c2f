/** What is asked at the gate, and how it is answered. */
import type { AdmitRecord, GateRefusal, Purpose } from '../core/index.ts';
import type { Asked } from './limits/agent-minute.ts';

/** What is asked: for what, and in which record. */
export interface Asking {
  readonly purpose: Purpose;
  readonly spends: Asked;
  readonly recordAt: (timestamp: number, isFirst: boolean) => AdmitRecord;
  /** Asked in the very moment before it is recorded. */
  readonly fits?: () => GateRefusal | null;
}

/** Recorded and let through, at this time; or refused. */
export type Passed =
  | { readonly kind: 'passed'; readonly at: number }
  | { readonly kind: 'refused'; readonly refusal: GateRefusal };

/** The answer that is no. */
export function refused(refusal: GateRefusal): Passed {
  return { kind: 'refused', refusal };
}
