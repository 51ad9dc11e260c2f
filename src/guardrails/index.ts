/**
 * Guardrails: policies that gate tools, feedback that guides, checkers that keep an agent from stopping early.
 *
 * @module
 */
export { AllowTools, type AllowToolsOptions } from './policies/allow-tools.ts';
export {
  asksAt,
  ruleForCall,
  ruleForSpending,
  type ApprovalDoor,
  type ApprovalRule,
  type AskedCall,
} from './approvals/approval-rule.ts';
export { ruleOfTarget, targetOf } from './approvals/approval-target.ts';
export type { ApprovalAction, ApprovalAnswer, ApprovalPort } from './approvals/approval.ts';
export { Budget, type BudgetOptions, type TokensSpent } from './session/budget.ts';
export {
  checkCompletion,
  resolveChecker,
  verifyCompletion,
  type CheckedPrompt,
  type CompletionAsk,
  type CompletionOutcome,
  type FinalVerification,
  type VerifyCompletionAsk,
} from './completion/check-completion.ts';
export type { Clock } from './session/clock.ts';
export { collectFeedback, type CollectFeedbackOptions } from './feedback/collect-feedback.ts';
export { CommandChecker, type CommandCheckerOptions } from './completion/command-checker.ts';
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
} from '../shell/index.ts';
export { CompositeChecker, type CompositeCheckerOptions } from './completion/composite-checker.ts';
export { Deadline, type DeadlineOptions } from './session/deadline.ts';
export { DeadlineFeedback, type DeadlineFeedbackOptions } from './feedback/deadline-feedback.ts';
export {
  DirtyBitsChecker,
  type DirtyBits,
  type DirtyBitsCheckerOptions,
} from './completion/dirty-bits-checker.ts';
export {
  Feedback,
  type FeedbackDraft,
  type FeedbackOptions,
  type FeedbackSeverity,
  type Observation,
} from './feedback/feedback.ts';
export { FeedbackContext, type FeedbackContextOptions } from './feedback/feedback-context.ts';
export { feedbackHistory } from './feedback/feedback-history.ts';
export {
  FeedbackProviderConfig,
  type FeedbackPrompt,
  type FeedbackProvider,
  type FeedbackProviderConfigOptions,
} from './feedback/feedback-provider.ts';
export {
  FeedbackTrigger,
  FileCreatedTrigger,
  type FeedbackTriggerOptions,
  type FileCreatedTriggerOptions,
  type TriggerFacts,
} from './feedback/feedback-trigger.ts';
export {
  FileOutputChecker,
  type FileOutputCheckerOptions,
} from './completion/file-output-checker.ts';
export type { Filesystem } from './files/filesystem.ts';
export { GitCleanChecker, type GitCleanCheckerOptions } from './completion/git-clean-checker.ts';
export { HostFilesystem, type HostFilesystemOptions } from './files/host-filesystem.ts';
export { MemoryFilesystem, type MemoryFilesystemOptions } from './files/memory-filesystem.ts';
export { OpenToolCall } from './tool-call/open-tool-call.ts';
export {
  OutputSchemaChecker,
  type OutputSchema,
  type OutputSchemaCheckerOptions,
  type SchemaIssue,
} from './completion/output-schema-checker.ts';
export { policyState, rememberInvocation, type PolicyState } from './policies/policy-state.ts';
export { Prompt, type PromptOptions } from './session/prompt.ts';
export {
  PromptTemplate,
  type PromptTemplateOptions,
  type ToolNamesIn,
} from './session/prompt-template.ts';
export {
  ReadBeforeWritePolicy,
  type ReadBeforeWriteOptions,
} from './policies/read-before-write-policy.ts';
export { reportProblem, type GuardrailProblem, type Report } from './session/report.ts';
export {
  beginToolCall,
  runTool,
  type BeginToolCallOptions,
  type RunToolOptions,
} from './tool-call/run-tool.ts';
export { MarkdownSection, type Section, type SectionOptions } from './session/section.ts';
export {
  SequentialDependencyPolicy,
  type SequentialDependencyOptions,
  type ToolDependencies,
} from './policies/sequential-dependency-policy.ts';
export { Session, type SessionOptions, type SessionSnapshot } from './session/session.ts';
export type { SessionChanges } from './session/session-changes.ts';
export type { SessionView, Slice, SliceDefinition } from './session/slice.ts';
export {
  StaticFeedbackProvider,
  type StaticFeedbackProviderOptions,
} from './feedback/static-feedback-provider.ts';
export {
  STOP_BLOCKS_MAX,
  decideStop,
  forgetStopBlocks,
  guardStop,
  type GuardStopAsk,
  type StopAnswer,
  type StopAsk,
  type StopDecision,
} from './completion/guard-stop.ts';
export {
  TaskCompletionResult,
  type TaskCompletionChecker,
  type TaskCompletionContext,
} from './completion/task-completion.ts';
export {
  defineTool,
  type DeclaredTool,
  type ParamsSchema,
  type Tool,
  type ToolContext,
} from './tool-call/tool.ts';
export {
  askGate,
  shownText,
  type GatedAgent,
  type ToolAsked,
  type ToolGate,
  type SteeredAgent,
  type ToolSeen,
  type SaveAsked,
} from './tool-call/tool-gate.ts';
export {
  recentToolCalls,
  toolCallCount,
  type ToolCallStatus,
  type ToolInvoked,
} from './tool-call/tool-invoked.ts';
export type {
  DeniedBy,
  ToolCallEnd,
  ToolDenied,
  ToolFailed,
  ToolOutcome,
  ToolRun,
  ToolSucceeded,
} from './tool-call/tool-call.ts';
export {
  ALLOWED,
  denied,
  type PolicyContext,
  type PolicyDecision,
  type ToolPolicy,
} from './tool-call/tool-policy.ts';
export { BUILT_IN_COMMAND_RULES } from './policies/built-in-command-rules.ts';
export { CallQuota, type CallQuotaOptions, type QuotaLedger } from './policies/call-quota.ts';
export {
  all,
  any,
  not,
  type CombinedPolicies,
  type OppositePolicy,
} from './policies/combine-policies.ts';
export type { CommandRule, CommandShape, CommandTest } from './policies/command-rule.ts';
export { CommandRules, type CommandRulesOptions } from './policies/command-rules.ts';
export type { CommandScene, PathReach } from './policies/command-scene.ts';
export { DenyTools, type DenyToolsOptions } from './policies/deny-tools.ts';
export {
  GateApproval,
  type ApprovalGate,
  type GateApprovalOptions,
} from './approvals/gate-approval.ts';
export { NetworkHosts, type NetworkHostsOptions } from './policies/network-hosts.ts';
export { PathRoots, type PathRootsOptions } from './policies/path-roots.ts';
export { policiesFromConfig, type PolicyParts } from './policies/policies-from-config.ts';
export { RequireApproval, type RequireApprovalOptions } from './approvals/require-approval.ts';
export type { ToolPattern } from './tool-call/tool-pattern.ts';
