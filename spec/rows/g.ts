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
    status: 'done',
    byHand: {
      command:
        "examples/by-hand/sandbox 'echo old > config.yaml; tripwire mcp --config $HAND/policies.yaml -- node $HAND/../../test/cli/mcp-server.ts ran.log < $HAND/mcp-calls.jsonl'",
      shows: '"text":"nobody leaves"}],"isError":true',
    },
    fault: {
      file: 'src/guardrails/policies/ask-policies.ts',
      text: 'if (answer.allowed === true) return null;',
      replacement: 'if (answer.allowed !== undefined) return null;',
      breaks: 'A policy that denies no longer keeps the tool from running.',
    },
  },
  {
    id: 'G2',
    text: 'PolicyState per session: invoked tools and (tool, key) pairs; snapshot, restore, reset, isolation.',
    source:
      'seed 003 “Tool Policies: PolicyState (Session Slice)”, “Tool Policies: Policy State Management”',
    status: 'done',
    byHand: {
      command: 'npx node examples/by-hand/guardrails.ts',
      shows: "invoked tools: test,deploy … after going back … Tool 'deploy' requires: test",
    },
    fault: {
      file: 'src/guardrails/session/session-changes.ts',
      text: 'const isCurrent = !this.#isOver && this.#session.rewinds === this.#rewinds;',
      replacement: 'const isCurrent = !this.#isOver;',
      breaks: 'What a call found out before the session went back comes back after it.',
    },
  },
  {
    id: 'G3',
    text: 'SequentialDependencyPolicy.',
    source: 'seed 003 “Tool Policies: SequentialDependencyPolicy”',
    status: 'done',
    byHand: {
      command: 'npx node examples/by-hand/guardrails.ts',
      shows: "deploy -> denied: Tool 'deploy' requires: test … test -> success … deploy -> success",
    },
    fault: {
      file: 'src/guardrails/policies/sequential-dependency-policy.ts',
      text: 'const missing = required.filter((name) => !invokedTools.includes(name));',
      replacement:
        'const missing = required.filter((name) => !invokedTools.includes(name)).slice(1);',
      breaks: 'One of the tools that must come first may be left out.',
    },
  },
  {
    id: 'G4',
    text: 'ReadBeforeWritePolicy.',
    source: 'seed 003 “Tool Policies: ReadBeforeWritePolicy”',
    status: 'done',
    byHand: {
      command:
        "examples/by-hand/sandbox 'echo old > config.yaml; tripwire mcp --config $HAND/policies.yaml -- node $HAND/../../test/cli/mcp-server.ts ran.log < $HAND/mcp-calls.jsonl'",
      shows: "File 'config.yaml' is there already: read it before you overwrite it.",
    },
    fault: {
      file: 'src/guardrails/policies/read-before-write-policy.ts',
      text: 'const key = await filesystem.canonical(path);',
      replacement: 'const key = path;',
      breaks: 'A file is known by how its path is written, not by which file it is.',
    },
  },
  {
    id: 'G5',
    text: 'Policies on sections and on the prompt; `policiesForTool(name)`.',
    source: 'seed 003 “Tool Policies: Policy Integration”',
    status: 'done',
    byHand: {
      command: 'npx node examples/by-hand/guardrails.ts',
      shows: 'policies of deploy: sequential_dependency,read_before_write',
    },
    fault: {
      file: 'src/guardrails/session/prompt.ts',
      text: '    return [...new Set([...ofSections, ...this.template.policies])];\n  }\n\n  get feedbackProviders',
      replacement: '    return [...new Set([...ofSections])];\n  }\n\n  get feedbackProviders',
      breaks: 'The prompt’s own policies no longer govern the tools of its sections.',
    },
  },
  {
    id: 'G6',
    text: "FeedbackTrigger: every N calls, every N seconds, on file created; OR'd; state per provider.",
    source:
      'seed 003 “Feedback Providers: FeedbackTrigger”, “Feedback Providers: State Management”',
    status: 'done',
    byHand: {
      command: 'npx node examples/by-hand/guardrails.ts',
      shows: "<feedback provider='Static'> … <feedback provider='on-file'>",
    },
    fault: {
      file: 'src/guardrails/feedback/collect-feedback.ts',
      text: 'const since = context.lastFeedbackForProvider(id)?.timestamp ?? session.startedAtMs;',
      replacement: 'const since = context.lastFeedback?.timestamp ?? session.startedAtMs;',
      breaks: 'A provider that speaks often keeps the time trigger of another from ever firing.',
    },
  },
  {
    id: 'G7',
    text: 'FileCreatedTrigger fires once a session.',
    source: 'seed 003 “Feedback Providers: FileCreatedTrigger”',
    status: 'done',
    byHand: {
      command: 'npx node examples/by-hand/guardrails.ts',
      shows: 'notes.md is new. … delivered feedback: 4',
    },
    fault: {
      file: 'src/guardrails/feedback/collect-feedback.ts',
      text: 'if (watched !== null && isNewFileSeen) markFired',
      replacement: 'if (watched !== null) markFired',
      breaks: 'A cadence that fires first uses up the turn of a file that is not there yet.',
    },
  },
  {
    id: 'G8',
    text: 'Feedback with all its fields; `render()` gives the XML-style block; several blocks joined by a blank line.',
    source:
      'seed 003 “Feedback Providers: Feedback”, “Feedback Providers: XML-Style Feedback Rendering”',
    status: 'done',
    byHand: {
      command: 'npx node examples/by-hand/guardrails.ts',
      shows: "<feedback provider='Static'> … Look at the &lt;plan&gt;. … </feedback>",
    },
    fault: {
      file: 'src/guardrails/feedback/feedback.ts',
      text: "const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };",
      replacement: 'const ENTITIES: Readonly<Record<string, string>> = {};',
      breaks: 'Text that a provider quotes can close the block and open another in its name.',
    },
  },
  {
    id: 'G9',
    text: 'FeedbackProvider and FeedbackContext with every property and method of the table; all matching providers run; all delivered feedback is stored.',
    source:
      'seed 003 “Feedback Providers: FeedbackProvider Protocol”, “Feedback Providers: FeedbackContext”, “Feedback Providers: Execution Flow”',
    status: 'done',
    byHand: {
      command: 'npx node examples/by-hand/guardrails.ts',
      shows: 'delivered feedback: 4',
    },
    fault: {
      file: 'src/guardrails/feedback/collect-feedback.ts',
      text: 'const asked = await Promise.all(\n    feedbackProviders.map(',
      replacement: 'const asked = await Promise.all(\n    feedbackProviders.slice(0, 1).map(',
      breaks: 'Only the first provider is asked; what the others would say is dropped.',
    },
  },
  {
    id: 'G10',
    text: 'StaticFeedbackProvider, DeadlineFeedback.',
    source:
      'seed 003 “Feedback Providers: StaticFeedbackProvider”, “Feedback Providers: DeadlineFeedback”',
    status: 'done',
    byHand: {
      command: 'npx node examples/by-hand/guardrails.ts',
      shows: "<feedback provider='Deadline'> … seconds remaining.",
    },
    fault: {
      file: 'src/guardrails/feedback/deadline-feedback.ts',
      text: 'remainingMs > this.warningThresholdSeconds * 1000',
      replacement: 'remainingMs >= this.warningThresholdSeconds * 1000',
      breaks: 'With exactly the threshold left there is no warning yet.',
    },
  },
  {
    id: 'G11',
    text: 'TaskCompletionResult, Context, Checker; FileOutputChecker; CompositeChecker with short circuit.',
    source: 'seed 003 “Task Completion Checking”',
    status: 'done',
    byHand: {
      command: 'npx node examples/by-hand/guardrails.ts',
      shows: '1 of 1 required files not found: output.txt. … {"stop":"allowed","incomplete":false}',
    },
    fault: {
      file: 'src/guardrails/completion/composite-checker.ts',
      text: 'if (result.complete !== this.allMustPass) return result;',
      replacement: 'if (result.complete && !this.allMustPass) return result;',
      breaks: 'Where all must pass, a failure no longer ends the row and is forgotten.',
    },
  },
  {
    id: 'G12',
    text: 'Completion checking is skipped when deadline or budget is exhausted; fail-closed without a filesystem.',
    source:
      'seed 003 “Task Completion Checking: Adapter Integration”, “Task Completion Checking: FileOutputChecker”',
    status: 'done',
    byHand: {
      command: 'npx node examples/by-hand/guardrails.ts',
      shows:
        'Completion was not checked: the deadline has passed. … Completion was not checked: the budget is spent. … There is no filesystem',
    },
    fault: {
      file: 'src/guardrails/completion/check-completion.ts',
      text: "if (budget?.isExhausted() === true) return { kind: 'skipped', because: 'budget' };",
      replacement: '',
      breaks: 'An agent without tokens is sent back to work.',
    },
  },
  {
    id: 'G13',
    text: 'PromptTemplate carries policies, feedback providers and checker; Prompt forwards them.',
    source: 'seed 003 “Task Completion Checking: Prompt Integration”',
    status: 'done',
    byHand: {
      command: 'npx node examples/by-hand/guardrails.ts',
      shows: 'policies of deploy: … <feedback … stop -> {"stop":"blocked"',
    },
    fault: {
      file: 'src/guardrails/session/prompt.ts',
      text: 'return this.template.taskCompletionChecker;',
      replacement: 'return null;',
      breaks: 'The prompt no longer forwards the checker of its template.',
    },
  },
  {
    id: 'G14',
    text: 'Adapters: Claude Agent SDK, Codex, ACP, OpenCode; plus the OpenAI Agents SDK, the Vercel AI SDK, LangChain and MCP.',
    source: 'seed 003 “Task Completion Checking: Adapter Integration”',
    status: 'done',
    byHand: {
      command:
        "examples/by-hand/sandbox 'echo old > config.yaml; tripwire mcp --config $HAND/policies.yaml -- node $HAND/../../test/cli/mcp-server.ts ran.log < $HAND/mcp-calls.jsonl'",
      shows: '"serverInfo":{"name":"test" … "text":"hello"',
    },
    fault: {
      file: 'src/adapters/guarded-session.ts',
      text: 'if (refusal !== null) throw new AgentStopped(refusal);',
      replacement: '',
      breaks: 'A stopped agent goes on asking its model.',
    },
  },
  {
    id: 'G15',
    text: 'ACK: one compatibility suite that every adapter runs, with the six scenarios of the seed and one for each of G1–G12.',
    source: 'seed 003 “Task Completion Checking: ACK Integration”',
    status: 'done',
    byHand: {
      command: 'npx vitest run test/conformance -t G15',
      shows: 'passed',
    },
    fault: {
      file: 'src/adapters/guarded-session.ts',
      text: 'return withFeedback(said, outcome.feedback);',
      replacement: 'return said;',
      breaks: 'No adapter brings feedback to its model any more.',
    },
  },
] as const satisfies readonly Requirement[];
