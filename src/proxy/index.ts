/**
 * The data plane: HTTP in and out, the providers' formats, streams, refusals.
 *
 * @module
 */
export { ModelAsker } from './ask-model.ts';
export type { HookPlane } from './hook-exchange.ts';
export { holdsSecret, proxySettings } from './proxy-settings.ts';
export type { ProviderSettings, ProxySettings } from './proxy-settings.ts';
export type { ReportPlane, ReportReply, ReportTaken } from './report-exchange.ts';
export { startProxy } from './proxy-server.ts';
export type { ProxyParts, ProxyServer } from './proxy-server.ts';
export type { WireApprovals, WirePlace } from './wire-approvals.ts';
