/**
 * The gate for programs of your own, `agent-tripwire/gate`: ask before you act, act only when it is allowed, tell how
 * it went. docs/gate.md has an example.
 *
 * Apart from the door of the room, because what is named here is a promise to users.
 *
 * @module
 */
export type {
  Action,
  Admission,
  CallAsk,
  CallEnd,
  ExecutionAdapter,
  ExecutionResult,
  GatePort,
  GateRefusal,
  HoldView,
  OpenCall,
  SafetyDecision,
} from '../core/index.ts';
export { createMemoryStore, openSqliteStore, type Store } from '../store/index.ts';
export type { AgentView } from './view/agent-view.ts';
export type { Act, Acted, GateEvent, GateParts } from './gate-parts.ts';
export { Gate } from './gate.ts';
export { createInProcessAdapter } from './in-process-adapter.ts';
export type { ToolSeen } from './tool-sightings.ts';
