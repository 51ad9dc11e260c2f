/**
 * The control plane: where people look at agents, stop and release them, over HTTP.
 *
 * @module
 */
export type { ActedOnAgentView, ActedView, PathAct } from './agent-acts.ts';
export type { NewKeyView, StatusView } from './agent-reads.ts';
export type { AuditEntriesAsked, AuditEntriesPage, AuditLogView } from './audit-log-reads.ts';
export type { AuditReads } from './control-plane.ts';
export { backtest, type BacktestView } from './backtest.ts';
export { backtestEnvelope, backtestWritten } from './backtest-settings.ts';
export { controlToken, knownControlToken } from './control-token.ts';
export { EVENT_TYPES } from './api-schemas.ts';
export type { EventView } from './event-view.ts';
export { Problem, type ProblemView } from './problem.ts';
export type { OtlpTarget } from './otlp-export.ts';
export type { Setup } from './setup.ts';
export { startControl, type ControlServer } from './start-control.ts';
export type { WindowsAsked, WindowsPage, WindowView } from './window-reads.ts';
