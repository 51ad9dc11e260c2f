/**
 * What the loop, a policy or a detector has to say of an agent. The gate adds when, because it owns the clock.
 */
import type { NoteRecord, OpinionRecord, SignalRecord } from '../core/index.ts';

/** A hold raised or lifted, or something noted. */
export type GateSignal = { readonly agent: string } & (
  | Omit<SignalRecord, 'type' | 'timestamp'>
  | Omit<NoteRecord, 'type' | 'timestamp'>
  | Omit<OpinionRecord, 'type' | 'timestamp'>
);
