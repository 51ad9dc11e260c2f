/**
 * What tests and demonstrations play with: a fake provider and agents that talk to it, a scripted model, fake tools,
 * simulated time, files in memory.
 *
 * @module
 */
export { demoScript } from './fake-provider/demo-script.ts';
export { MemoryFilesystem } from '../guardrails/index.ts';
export { faultyStore } from './faulty-store.ts';
export type { FaultyStore, StoreFault } from './faulty-store.ts';
export {
  startFaultProxy,
  type ConnectionFault,
  type FaultProxy,
  type LinkFault,
} from './fault-proxy.ts';
export { startFakeProvider, type FakeProvider } from './fake-provider/provider.ts';
export { fakeTool, type FakeTool, type FakeToolOptions } from './fake-tool.ts';
export type { SeenRequest } from './fake-provider/seen.ts';
export type {
  AskedTurn,
  FakeAnswer,
  FakeError,
  FakePace,
  FakeScript,
  FakeToolCall,
  FakeUsage,
  ToolResult,
} from './fake-provider/turn.ts';
export { healthyAgent } from './agents/healthy-agent.ts';
export {
  httpAgent,
  type AgentEnd,
  type AgentStep,
  type HttpAgentOptions,
} from './agents/http-agent.ts';
export type { AgentKind } from './agents/http-agent-task.ts';
export type { AgentCall, AgentFormat } from './agents/http-agent-wire.ts';
export { loopingAgent } from './agents/looping-agent.ts';
export { playAgents, type Moment } from './agents/play-agents.ts';
export { runawayAgent } from './agents/runaway-agent.ts';
export {
  ScriptedModel,
  type ModelCall,
  type ModelInput,
  type ModelMove,
  type ScriptedWire,
} from './scripted-model.ts';
export {
  buildTaskCompletionPrompt,
  type TaskCompletionPrompt,
  type TaskCompletionPromptOptions,
  type WriteFileParams,
} from './task-completion-prompt.ts';
export { VirtualClock } from './virtual-clock.ts';
