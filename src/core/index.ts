/**
 * The decision core: contracts, constitution, and the pure `step`.
 *
 * @module
 */
export type { Decision, LimitReport } from './answer.ts';
export { LABEL, LABEL_LENGTH_MAX, LABEL_TAGS_MAX } from './limits.ts';
export { BUDGET_NAMES, BUDGETS } from './spending/budgets.ts';
export type { BudgetLevel, BudgetName, BudgetReport, BudgetUnit } from './spending/budgets.ts';
export { canonicalJson } from './records/canonical.ts';
export { sealConstitution } from './constitution/constitution.ts';
export type { Constitution, ConstitutionValues } from './constitution/constitution.ts';
export type {
  ActivityMode,
  ActivityState,
  AgentEvent,
  ExecutionResult,
  ExecutionStatus,
  Intensity,
  Intent,
  IntentDecision,
  SafetyDecision,
  SafetyVeto,
} from './contracts.ts';
export { INITIAL_DIGESTS, nextDigests } from './records/digests.ts';
export type { Digests } from './records/digests.ts';
export { TripwireError } from './errors.ts';
export type { AgentEventSource } from './event-source.ts';
export type { Action, ExecutionAdapter } from './execution-adapter.ts';
export type {
  Admission,
  CallAsk,
  CallEnd,
  GatePort,
  GateRefusal,
  MadeCall,
  OpenCall,
  Waited,
} from './gate-port.ts';
export type { HoldLevel, HoldView } from './holds/hold-view.ts';
export {
  DEFAULT_GRACE,
  GRACE_LIMITS,
  graceFrom,
  isRunning,
  type Grace,
  type GraceTerms,
} from './holds/grace.ts';
export { passesUnder } from './holds/hold-view.ts';
export { HOLD_SCOPES } from './holds/hold-laws.ts';
export type { HoldKind, HoldScope } from './holds/hold-laws.ts';
export { holdsReached, liftsOnly, type NamedHold } from './holds/named-hold.ts';
export { isInShadow, killSwitchOf, outOfShadow } from './constitution/envelope.ts';
export { DEFAULT_KILL_SWITCH, EVERY_TOOL, KILL_SWITCH_LIMITS } from './kill-switch.ts';
export type { KillSwitch, KillSwitchReport, LiteralReport, ProgressReport } from './kill-switch.ts';
export { minuteUsage } from './spending/minute-usage.ts';
export type { MinuteUsage } from './spending/minute-usage.ts';
export type { PlanLimits, PlanReading, PlanWindow } from './plan/plan-windows.ts';
export { DIGESTS_MAX } from './records/observation.ts';
export type { Observation } from './records/observation.ts';
export { REASONS } from './reasons.ts';
export type { Reason, ReasonCode } from './reasons.ts';
export type { ProviderTrouble } from './stuck/provider-trouble.ts';
export type { StuckCode, StuckNote, StuckSign } from './stuck/stuck-signs.ts';
export { recordingHeader, recordingLine } from './records/recording.ts';
export { Replay } from './replay.ts';
export type { Difference } from './replay.ts';
export { checkRecord } from './records/record-check.ts';
export type {
  Address,
  AdmitRecord,
  AgentRecord,
  CallEnding,
  CallLabels,
  EnvelopeChange,
  EventRecord,
  NoteRecord,
  ToldWay,
  Opinion,
  OpinionRecord,
  OperatorAction,
  OperatorRecord,
  Purpose,
  PeriodSpend,
  ResultRecord,
  Settlement,
  SignalHold,
  ShadowRule,
  SignalRecord,
  Spend,
  TickRecord,
  Would,
} from './records/records.ts';
export { endOf } from './records/call-ending.ts';
export { timestampOf } from './records/records.ts';
export {
  costOfResult,
  recordedCost,
  recordedModel,
  recordedProvider,
} from './records/recorded-facts.ts';
export { DecisionRun } from './run.ts';
export { VETO_PRIORITY } from './safety-gate.ts';
export {
  CODING_V1,
  FROZEN_V0_2,
  SHIPPED_CONSTITUTIONS,
  constitutionFrom,
} from './constitution/shipped-constitutions.ts';
export { initialState } from './state.ts';
export type { AgentState, Budgets, EnvelopeRule } from './state.ts';
export type { SubagentLimits } from './subagents/subagent-limits.ts';
export { step, stepAsRecorded } from './step.ts';
export type { StepResult } from './step.ts';
