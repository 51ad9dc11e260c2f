/**
 * What LangChain's messages say: which tools a model calls, and what its answer cost.
 */
import type { BaseMessage } from '@langchain/core/messages';
import type { ToolCall } from '@langchain/core/messages/tool';

/** The tool calls of a message; none where it is no model's. */
export function toolCallsOf(message: BaseMessage | undefined): readonly ToolCall[] {
  const calls = message !== undefined && 'tool_calls' in message ? message.tool_calls : null;
  return Array.isArray(calls) ? (calls as readonly ToolCall[]) : [];
}

/** The calls of the last answer that no tool message has answered yet. */
export function openCallsIn(messages: readonly BaseMessage[]): readonly ToolCall[] {
  const answered = new Set(
    messages.map((one) => ('tool_call_id' in one ? one.tool_call_id : undefined)),
  );
  const last = messages.findLast((one) => one.type === 'ai');
  return toolCallsOf(last).filter(({ id }) => id === undefined || !answered.has(id));
}

interface Counted {
  readonly usage_metadata?: { readonly input_tokens: number; readonly output_tokens: number };
}

/** The tokens of a model's answer; one with a structured response comes as a list, the model's own first. */
export function usageOf(answer: object) {
  const [first] = 'messages' in answer ? (answer.messages as readonly Counted[]) : [answer];
  const usage = (first as Counted | undefined)?.usage_metadata;
  return usage === undefined
    ? undefined
    : { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens };
}
