/**
 * Guardrails: policies that gate tools, feedback that guides, checkers that keep an agent from stopping early.
 *
 * @module
 */
export { AllowTools, type AllowToolsOptions } from './allow-tools.ts';
export type { ApprovalAction, ApprovalAnswer, ApprovalPort } from './approval.ts';
export { beginToolCall, type BeginToolCallOptions } from './begin-tool-call.ts';
export { Budget, type BudgetOptions, type TokensSpent } from './budget.ts';
export {
  checkCompletion,
  resolveChecker,
  type CheckedPrompt,
  type CompletionAsk,
} from './check-completion.ts';
export type { Clock } from './clock.ts';
export { collectFeedback, type CollectFeedbackOptions } from './collect-feedback.ts';
export { CommandChecker, type CommandCheckerOptions } from './command-checker.ts';
export {
  COMMAND_LINE_CHARACTERS_MAX,
  readCommandLine,
  type CommandAssignment,
  type CommandJoin,
  type CommandLine,
  type CommandNesting,
  type CommandRedirect,
  type CommandWord,
  type Expansion,
  type SimpleCommand,
  type Unreadable,
} from './command-line.ts';
export { CompositeChecker, type CompositeCheckerOptions } from './composite-checker.ts';
export { Deadline, type DeadlineOptions } from './deadline.ts';
export { DeadlineFeedback, type DeadlineFeedbackOptions } from './deadline-feedback.ts';
export {
  DirtyBitsChecker,
  type DirtyBits,
  type DirtyBitsCheckerOptions,
} from './dirty-bits-checker.ts';
export {
  Feedback,
  type FeedbackDraft,
  type FeedbackOptions,
  type FeedbackSeverity,
  type Observation,
} from './feedback.ts';
export { FeedbackContext, type FeedbackContextOptions } from './feedback-context.ts';
export { feedbackHistory } from './feedback-history.ts';
export {
  FeedbackProviderConfig,
  type FeedbackPrompt,
  type FeedbackProvider,
  type FeedbackProviderConfigOptions,
} from './feedback-provider.ts';
export {
  FeedbackTrigger,
  FileCreatedTrigger,
  type FeedbackTriggerOptions,
  type FileCreatedTriggerOptions,
  type TriggerFacts,
} from './feedback-trigger.ts';
export { FileOutputChecker, type FileOutputCheckerOptions } from './file-output-checker.ts';
export type { Filesystem } from './filesystem.ts';
export { GitCleanChecker, type GitCleanCheckerOptions } from './git-clean-checker.ts';
export { forgetStopBlocks, guardStop, type GuardStopAsk } from './guard-stop.ts';
export { HostFilesystem, type HostFilesystemOptions } from './host-filesystem.ts';
export { MemoryFilesystem, type MemoryFilesystemOptions } from './memory-filesystem.ts';
export { OpenToolCall } from './open-tool-call.ts';
export {
  OutputSchemaChecker,
  type OutputSchema,
  type OutputSchemaCheckerOptions,
  type SchemaIssue,
} from './output-schema-checker.ts';
export { policyState, rememberInvocation, type PolicyState } from './policy-state.ts';
export { Prompt, type PromptOptions } from './prompt.ts';
export { PromptTemplate, type PromptTemplateOptions, type ToolNamesIn } from './prompt-template.ts';
export { ReadBeforeWritePolicy, type ReadBeforeWriteOptions } from './read-before-write-policy.ts';
export type { GuardrailProblem, Report } from './report.ts';
export { runTool, type RunToolOptions } from './run-tool.ts';
export { MarkdownSection, type Section, type SectionOptions } from './section.ts';
export {
  SequentialDependencyPolicy,
  type SequentialDependencyOptions,
  type ToolDependencies,
} from './sequential-dependency-policy.ts';
export { Session, type SessionOptions, type SessionSnapshot } from './session.ts';
export type { SessionChanges } from './session-changes.ts';
export type { SessionView, Slice, SliceDefinition } from './slice.ts';
export {
  StaticFeedbackProvider,
  type StaticFeedbackProviderOptions,
} from './static-feedback-provider.ts';
export {
  STOP_BLOCKS_MAX,
  decideStop,
  type CompletionOutcome,
  type StopAnswer,
  type StopAsk,
  type StopDecision,
} from './stop-decision.ts';
export {
  TaskCompletionResult,
  type TaskCompletionChecker,
  type TaskCompletionContext,
} from './task-completion.ts';
export {
  defineTool,
  type DeclaredTool,
  type ParamsSchema,
  type Tool,
  type ToolContext,
} from './tool.ts';
export { askGate, shownText, type GatedAgent, type ToolGate, type ToolSeen } from './tool-gate.ts';
export {
  recentToolCalls,
  toolCallCount,
  type ToolCallStatus,
  type ToolInvoked,
} from './tool-invoked.ts';
export type {
  DeniedBy,
  ToolCallEnd,
  ToolDenied,
  ToolFailed,
  ToolOutcome,
  ToolSucceeded,
} from './tool-outcome.ts';
export {
  ALLOWED,
  denied,
  type PolicyContext,
  type PolicyDecision,
  type ToolPolicy,
} from './tool-policy.ts';
export type { ToolRun } from './tool-run.ts';
export {
  verifyCompletion,
  type FinalVerification,
  type VerifyCompletionAsk,
} from './verify-completion.ts';
export { BUILT_IN_COMMAND_RULES } from './built-in-command-rules.ts';
export { CallQuota, type CallQuotaOptions } from './call-quota.ts';
export { all, any, not, type CombinedPolicies, type OppositePolicy } from './combine-policies.ts';
export type { CommandRule, CommandShape, CommandTest } from './command-rule.ts';
export { CommandRules, type CommandRulesOptions } from './command-rules.ts';
export type { CommandScene, PathReach } from './command-scene.ts';
export { DenyTools, type DenyToolsOptions } from './deny-tools.ts';
export { GateApproval, type ApprovalGate, type GateApprovalOptions } from './gate-approval.ts';
export { NetworkHosts, type NetworkHostsOptions } from './network-hosts.ts';
export { PathRoots, type PathRootsOptions } from './path-roots.ts';
export { policiesFromConfig, type PolicyParts } from './policies-from-config.ts';
export { RequireApproval, type RequireApprovalOptions } from './require-approval.ts';
export type { ToolPattern } from './tool-pattern.ts';
