/**
 * What all adapters share: what they can do, the gate that they ask, and how a run is ended. The adapters themselves
 * are subpaths, one for each SDK: `agent-tripwire/adapters/ai-sdk`.
 *
 * @module
 */
export { AgentStopped } from './agent-stopped.ts';
export {
  ABILITIES,
  declareCapabilities,
  type Ability,
  type AdapterCapabilities,
  type CapabilitiesOptions,
} from './capabilities.ts';
export { GuardedSession, modelText, type GuardOptions, type ToolEnd } from './guarded-session.ts';
export { openGate, type OpenGateOptions, type OpenedGate } from '../server/agent-gate.ts';
export { ServerGate, type ServerGateOptions } from '../server/server-gate.ts';
