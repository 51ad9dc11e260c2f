/**
 * The guardrails: rows G1 to G15 of the specification, as data.
 * Kept apart because they bind the library that other programs embed.
 */
import type { Requirement } from '../requirement.ts';

export const G_ROWS = [
  {
    id: 'G1',
    text: 'ToolPolicy: `name`, `check`, `onResult`; PolicyDecision; all must allow; denied calls return an error and do not run.',
    source:
      'seed 003 “Tool Policies: ToolPolicy Protocol”, “Tool Policies: PolicyDecision”, “Tool Policies: Execution Flow”',
    status: 'planned',
  },
  {
    id: 'G2',
    text: 'PolicyState per session: invoked tools and (tool, key) pairs; snapshot, restore, reset, isolation.',
    source:
      'seed 003 “Tool Policies: PolicyState (Session Slice)”, “Tool Policies: Policy State Management”',
    status: 'planned',
  },
  {
    id: 'G3',
    text: 'SequentialDependencyPolicy.',
    source: 'seed 003 “Tool Policies: SequentialDependencyPolicy”',
    status: 'planned',
  },
  {
    id: 'G4',
    text: 'ReadBeforeWritePolicy.',
    source: 'seed 003 “Tool Policies: ReadBeforeWritePolicy”',
    status: 'planned',
  },
  {
    id: 'G5',
    text: 'Policies on sections and on the prompt; `policiesForTool(name)`.',
    source: 'seed 003 “Tool Policies: Policy Integration”',
    status: 'planned',
  },
  {
    id: 'G6',
    text: "FeedbackTrigger: every N calls, every N seconds, on file created; OR'd; state per provider.",
    source:
      'seed 003 “Feedback Providers: FeedbackTrigger”, “Feedback Providers: State Management”',
    status: 'planned',
  },
  {
    id: 'G7',
    text: 'FileCreatedTrigger fires once a session.',
    source: 'seed 003 “Feedback Providers: FileCreatedTrigger”',
    status: 'planned',
  },
  {
    id: 'G8',
    text: 'Feedback with all its fields; `render()` gives the XML-style block; several blocks joined by a blank line.',
    source:
      'seed 003 “Feedback Providers: Feedback”, “Feedback Providers: XML-Style Feedback Rendering”',
    status: 'planned',
  },
  {
    id: 'G9',
    text: 'FeedbackProvider and FeedbackContext with every property and method of the table; all matching providers run; all delivered feedback is stored.',
    source:
      'seed 003 “Feedback Providers: FeedbackProvider Protocol”, “Feedback Providers: FeedbackContext”, “Feedback Providers: Execution Flow”',
    status: 'planned',
  },
  {
    id: 'G10',
    text: 'StaticFeedbackProvider, DeadlineFeedback.',
    source:
      'seed 003 “Feedback Providers: StaticFeedbackProvider”, “Feedback Providers: DeadlineFeedback”',
    status: 'planned',
  },
  {
    id: 'G11',
    text: 'TaskCompletionResult, Context, Checker; FileOutputChecker; CompositeChecker with short circuit.',
    source: 'seed 003 “Task Completion Checking”',
    status: 'planned',
  },
  {
    id: 'G12',
    text: 'Completion checking is skipped when deadline or budget is exhausted; fail-closed without a filesystem.',
    source:
      'seed 003 “Task Completion Checking: Adapter Integration”, “Task Completion Checking: FileOutputChecker”',
    status: 'planned',
  },
  {
    id: 'G13',
    text: 'PromptTemplate carries policies, feedback providers and checker; Prompt forwards them.',
    source: 'seed 003 “Task Completion Checking: Prompt Integration”',
    status: 'planned',
  },
  {
    id: 'G14',
    text: 'Adapters: Claude Agent SDK, Codex, ACP, OpenCode; plus the OpenAI Agents SDK, the Vercel AI SDK, LangChain and MCP.',
    source: 'seed 003 “Task Completion Checking: Adapter Integration”',
    status: 'planned',
  },
  {
    id: 'G15',
    text: 'ACK: one compatibility suite that every adapter runs, with the six scenarios of the seed and one for each of G1–G12.',
    source: 'seed 003 “Task Completion Checking: ACK Integration”',
    status: 'planned',
  },
] as const satisfies readonly Requirement[];
