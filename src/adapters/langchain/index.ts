/**
 * LangChain agents under guardrails, as a middleware: `createAgent({ model, tools, middleware: [guarded] })`.
 *
 * Before every model call the gate is asked; every tool call is judged before and recorded after it; an agent that
 * wants to end is sent back to its model while the task is incomplete. The tools of the prompt come along with it.
 */
import type { BaseMessage } from '@langchain/core/messages';
import type { StructuredToolInterface } from '@langchain/core/tools';
import type { AgentMiddleware } from 'langchain';
import { forgetStopBlocks } from '../../guardrails/index.ts';
import { declareCapabilities } from '../capabilities.ts';
import { GuardedSession, type GuardOptions } from '../guarded-session.ts';
import { loadPeer } from '../load-peer.ts';
import { toolCallsOf, usageOf } from './messages.ts';
import { LangChainToolCalls, loadLangChain, type LangChainParts } from './tool-calls.ts';

export { AgentStopped } from '../agent-stopped.ts';
export type { GuardOptions } from '../guarded-session.ts';

/** What it can do. */
export const capabilities = declareCapabilities({
  adapter: 'langchain',
  sdk: 'langchain 1.5.14',
  notes: [
    'Put it last in `middleware`: middleware after it could still change a call that has been judged.',
    'A stop throws LangChain’s MiddlewareError, with AgentStopped as its cause.',
    'Every blocked stop counts against `recursionLimit`.',
    'It doesn’t see tools that the provider runs on its own side.',
  ],
});

/** It adds tools to an agent, and neither state nor context. */
export type TripwireMiddleware = AgentMiddleware<
  undefined,
  undefined,
  unknown,
  readonly StructuredToolInterface[],
  readonly []
>;

/** The state that agents of LangChain have. */
interface AgentState {
  readonly messages: readonly BaseMessage[];
  readonly structuredResponse?: unknown;
}

/** The middleware. One for each run: it remembers the session. */
export async function tripwireMiddleware(options: GuardOptions): Promise<TripwireMiddleware> {
  const { createMiddleware } = await loadPeer('langchain', () => import('langchain'));
  const parts = await loadLangChain();
  const guarded = new GuardedSession('langchain', options);
  const calls = new LangChainToolCalls(guarded, parts);
  return createMiddleware({
    name: 'Tripwire',
    tools: calls.own,
    beforeAgent: () => forgetStopBlocks(guarded.session, guarded.prompt.name),
    wrapModelCall: async (request, handler) => {
      await guarded.requireGoingOn();
      const unsaid = calls.takeUnsaid().map((text) => new parts.messages.HumanMessage(text));
      const answer = await handler({ ...request, messages: [...request.messages, ...unsaid] });
      guarded.spend(usageOf(answer));
      return answer;
    },
    wrapToolCall: (request, handler) =>
      calls.isOwn(request.tool)
        ? calls.runOwn(request.toolCall)
        : calls.around(request.toolCall, () => handler(request)),
    afterModel: {
      canJumpTo: ['model'],
      hook: async (state: AgentState) => sentBack(guarded, parts, state),
    },
    afterAgent: (state: AgentState) => guarded.finish(outputOf(state)),
  });
}

/** An answer without tool calls is an agent that wants to end. */
async function sentBack(guarded: GuardedSession, { messages }: LangChainParts, state: AgentState) {
  const last = state.messages.at(-1);
  if (last === undefined || toolCallsOf(last).length > 0) return undefined;
  const decision = await guarded.mayStop(outputOf(state), 'end_turn');
  if (decision.stop === 'allowed') return undefined;
  const feedback = new messages.HumanMessage(decision.feedback);
  return { messages: [feedback], jumpTo: 'model' as const };
}

function outputOf({ structuredResponse, messages }: AgentState): unknown {
  return structuredResponse ?? messages.at(-1)?.text ?? '';
}
