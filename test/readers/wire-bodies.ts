/**
 * The request that a client sends after so many turns of a scenario, in each provider's format.
 */
import type { Call, Scenario, Turn } from './scenarios.ts';

const idOf = (turn: number, call: number) => `call_${turn}_${call}`;

type Body = Readonly<Record<string, unknown>>;

function anthropic({ prompt }: Scenario, turns: readonly Turn[]): Body {
  const messages = turns.flatMap(({ says, calls }, turn) => [
    {
      role: 'assistant',
      content: [
        ...(says === '' ? [] : [{ type: 'text', text: says }]),
        ...calls.map(({ tool, args }, index) => ({
          type: 'tool_use',
          id: idOf(turn, index),
          name: tool,
          input: args,
        })),
      ],
    },
    {
      role: 'user',
      content: calls.map(({ result, failed }, index) => ({
        type: 'tool_result',
        tool_use_id: idOf(turn, index),
        content: result,
        ...(failed ? { is_error: true } : {}),
      })),
    },
  ]);
  return { messages: [{ role: 'user', content: prompt }, ...messages] };
}

function openaiChat({ prompt }: Scenario, turns: readonly Turn[]): Body {
  const messages = turns.flatMap(({ says, calls }, turn) => [
    {
      role: 'assistant',
      content: says === '' ? null : says,
      tool_calls: calls.map(({ tool, args }, index) => ({
        id: idOf(turn, index),
        type: 'function',
        function: { name: tool, arguments: JSON.stringify(args) },
      })),
    },
    ...calls.map(({ result }, index) => ({
      role: 'tool',
      tool_call_id: idOf(turn, index),
      content: result,
    })),
  ]);
  return { messages: [{ role: 'user', content: prompt }, ...messages] };
}

function openaiResponses({ prompt }: Scenario, turns: readonly Turn[]): Body {
  const items = turns.flatMap(({ says, calls }, turn) => [
    ...(says === ''
      ? []
      : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: says }] }]),
    ...calls.map(({ tool, args }, index) => ({
      type: 'function_call',
      call_id: idOf(turn, index),
      name: tool,
      arguments: JSON.stringify(args),
    })),
    ...calls.map(({ result }, index) => ({
      type: 'function_call_output',
      call_id: idOf(turn, index),
      output: result,
    })),
  ]);
  return { input: [{ role: 'user', content: prompt }, ...items] };
}

function gemini(withIds: boolean) {
  const named = (turn: number, call: number) => (withIds ? { id: idOf(turn, call) } : {});
  const answer = ({ result, failed }: Call) => (failed ? { error: result } : { output: result });
  return ({ prompt }: Scenario, turns: readonly Turn[]): Body => {
    const contents = turns.flatMap(({ says, calls }, turn) => [
      {
        role: 'model',
        parts: [
          ...(says === '' ? [] : [{ text: says }]),
          ...calls.map(({ tool, args }, index) => ({
            functionCall: { ...named(turn, index), name: tool, args },
          })),
        ],
      },
      {
        role: 'user',
        parts: calls.map((one, index) => ({
          functionResponse: { ...named(turn, index), name: one.tool, response: answer(one) },
        })),
      },
    ]);
    return { contents: [{ role: 'user', parts: [{ text: prompt }] }, ...contents] };
  };
}

/** For each wire format, the request after some turns. */
export const WIRE_BODIES: Readonly<
  Record<string, (scenario: Scenario, turns: readonly Turn[]) => Body>
> = {
  anthropic,
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  'gemini with ids': gemini(true),
  'gemini without ids': gemini(false),
};
