/**
 * The gate as its callers see it, under the gate's own roof. The contract stands in the core, so that a room that may
 * not know the gate can still be handed one.
 */
export type {
  Admission,
  CallAsk,
  CallEnd,
  GatePort,
  GateRefusal,
  OpenCall,
} from '../core/index.ts';
