/**
 * The shell around the core: the only place that lets something through.
 *
 * @module
 */
export type { AgentView, KillSwitchView, StandingView } from './agent-view.ts';
export { nameOf } from './client-name.ts';
export { Clock, type TimeSource } from './clock.ts';
export type { EventType } from './derive-events.ts';
export type { Witnessed } from './evidence-keeper.ts';
export type { Acted, GateEvent, GateParts } from './gate-parts.ts';
export type { Admission, CallAsk, CallEnd, GatePort, GateRefusal, OpenCall } from './gate-port.ts';
export { Gate } from './gate.ts';
export { createInProcessAdapter } from './in-process-adapter.ts';
export { EVERYBODY } from './line-book.ts';
export { replayJournal } from './replay-journal.ts';
export type { JournalReplay } from './replay-journal.ts';
export { rebuildEvents } from './rebuild-events.ts';
export { recordedEnvelope } from './recorded-envelope.ts';
export { readSharedActs, recordWindows } from './record-windows.ts';
export { redactSecrets } from './redact-secrets.ts';
export { cutOld } from './retention.ts';
export type { ToolSeen } from './tool-sightings.ts';
