/**
 * The control plane: where people look at agents, stop and release them, over HTTP.
 *
 * @module
 */
export type {
  AuditEntriesAsked,
  AuditEntriesPage,
  AuditLogView,
} from './figures/audit-log-reads.ts';
export type { AuditReads } from './api/control-plane.ts';
export { backtest, type BacktestView } from './incidents/backtest.ts';
export { backtestEnvelope, backtestWritten } from './incidents/backtest-settings.ts';
export { AgentKeyBook } from './people/agent-key-book.ts';
export { controlToken, knownControlToken } from './people/control-token.ts';
export type { EventView } from './agents/event-view.ts';
export { Problem } from './api/problem.ts';
export type { OtlpTarget } from './figures/otlp-export.ts';
export type { KeptSwitch, Setup, SwitchForAll } from './setup.ts';
export { startControl, type ControlServer } from './start-control.ts';
export type { WindowsAsked, WindowsPage, WindowView } from './figures/window-reads.ts';
