/**
 * Arbitrary conversations, and the same conversation written in every provider's format.
 *
 * The turns say what happened; `eventsOf` is what a transcript of them must hold. So the readers are tested
 * against something that knows nothing of formats.
 */
import fc from 'fast-check';
import type { TranscriptEvent } from '../../src/detect/thread/transcript.ts';
import type { WireFormat } from '../../src/wire/wire-format.ts';

export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: string;
}

/** What a person says, or what the model says and calls, with the results that follow. */
export type Turn =
  | { readonly kind: 'prompt'; readonly parts: readonly string[] }
  | { readonly kind: 'answer'; readonly text: string | null; readonly calls: readonly Call[] };

export const formats: readonly WireFormat[] = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'gemini',
];

/** What a transcript of the turns holds. */
export function eventsOf(turns: readonly Turn[]): readonly TranscriptEvent[] {
  return turns.flatMap((turn): TranscriptEvent[] => {
    if (turn.kind === 'prompt') return [{ kind: 'prompt', text: turn.parts.join('\n') }];
    const said: TranscriptEvent[] =
      turn.text === null ? [] : [{ kind: 'response', text: turn.text }];
    const calls = turn.calls.map(({ id, tool, args, result }): TranscriptEvent => ({
      kind: 'tool',
      tool,
      args,
      result,
      callId: id,
    }));
    return [...said, ...calls];
  });
}

/** A request body with the turns as its history. */
export function bodyOf(
  format: WireFormat,
  turns: readonly Turn[],
  system = 'You are an agent.',
): unknown {
  const messages = messagesOf(format, turns);
  const body = writers[format].body(messages, system);
  // As it comes out of the wire: no shared objects.
  return JSON.parse(JSON.stringify(body));
}

/** The messages of the turns, each turn's on its own place. */
export function messagesOf(format: WireFormat, turns: readonly Turn[]): readonly unknown[] {
  return turns.flatMap((turn) => writers[format].turn(turn));
}

interface Writer {
  readonly turn: (turn: Turn) => readonly unknown[];
  readonly body: (messages: readonly unknown[], system: string) => unknown;
}

const writers: Readonly<Record<WireFormat, Writer>> = {
  'openai-chat': {
    turn: (turn) => {
      if (turn.kind === 'prompt') {
        const [only] = turn.parts;
        const content =
          turn.parts.length === 1 ? only : turn.parts.map((text) => ({ type: 'text', text }));
        return [{ role: 'user', content }];
      }
      const calls = turn.calls.map(({ id, tool, args }) => ({
        id,
        type: 'function',
        function: { name: tool, arguments: JSON.stringify(args) },
      }));
      const more = calls.length === 0 ? {} : { tool_calls: calls };
      const results = turn.calls.map(({ id, result }) => ({
        role: 'tool',
        tool_call_id: id,
        content: result,
      }));
      return [{ role: 'assistant', content: turn.text, ...more }, ...results];
    },
    body: (messages, system) => ({
      model: 'm',
      messages: [{ role: 'system', content: system }, ...messages],
    }),
  },
  'openai-responses': {
    turn: (turn) => {
      if (turn.kind === 'prompt') {
        return [
          { role: 'user', content: turn.parts.map((text) => ({ type: 'input_text', text })) },
        ];
      }
      const content = [{ type: 'output_text', text: turn.text, annotations: [] }];
      const said = turn.text === null ? [] : [{ type: 'message', role: 'assistant', content }];
      const calls = turn.calls.map(({ id, tool, args }) => ({
        type: 'function_call',
        call_id: id,
        name: tool,
        arguments: JSON.stringify(args),
      }));
      const results = turn.calls.map(({ id, result }) => ({
        type: 'function_call_output',
        call_id: id,
        output: result,
      }));
      return [...said, ...calls, ...results];
    },
    body: (input, instructions) => ({ model: 'm', instructions, input }),
  },
  anthropic: {
    turn: (turn) => {
      if (turn.kind === 'prompt') {
        return [{ role: 'user', content: turn.parts.map((text) => ({ type: 'text', text })) }];
      }
      const said = turn.text === null ? [] : [{ type: 'text', text: turn.text }];
      const calls = turn.calls.map(({ id, tool, args }) => ({
        type: 'tool_use',
        id,
        name: tool,
        input: args,
      }));
      const results = turn.calls.map(({ id, result }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: [{ type: 'text', text: result }],
      }));
      const answer = { role: 'assistant', content: [...said, ...calls] };
      return results.length === 0 ? [answer] : [answer, { role: 'user', content: results }];
    },
    body: (messages, system) => ({ model: 'm', system, messages }),
  },
  gemini: {
    turn: (turn) => {
      if (turn.kind === 'prompt') {
        return [{ role: 'user', parts: turn.parts.map((text) => ({ text })) }];
      }
      const said = turn.text === null ? [] : [{ text: turn.text }];
      const calls = turn.calls.map(({ id, tool, args }) => ({
        functionCall: { id, name: tool, args },
      }));
      const results = turn.calls.map(({ id, tool, result }) => ({
        functionResponse: { id, name: tool, response: { output: result } },
      }));
      const answer = { role: 'model', parts: [...said, ...calls] };
      return results.length === 0 ? [answer] : [answer, { role: 'user', parts: results }];
    },
    body: (contents, system) => ({ contents, systemInstruction: { parts: [{ text: system }] } }),
  },
};

const anyText = fc
  .string({ minLength: 1, maxLength: 200 })
  .map((text) => `${text}.`)
  .filter((text) => !text.trimStart().startsWith('<'));

const anyArgs = fc
  .dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  .map((args) => JSON.parse(JSON.stringify(args)) as Readonly<Record<string, unknown>>);

const anyCall = fc.record({
  tool: fc.constantFrom('bash', 'read_file', 'edit'),
  args: anyArgs,
  result: anyText,
});

const anyPrompt = fc
  .array(anyText, { minLength: 1, maxLength: 3 })
  .map((parts): Turn => ({ kind: 'prompt', parts }));

const anyAnswer = fc
  .record({ text: fc.option(anyText), calls: fc.array(anyCall, { maxLength: 3 }) })
  .filter(({ text, calls }) => text !== null || calls.length > 0);

/** A conversation that begins with a prompt; every call has an id of its own. */
export const anyTurns: fc.Arbitrary<readonly Turn[]> = fc
  .tuple(anyPrompt, fc.array(fc.oneof(anyPrompt, anyAnswer), { maxLength: 12 }))
  .map(([first, rest]) => {
    let count = 0;
    const turns = rest.map((turn): Turn => {
      if ('kind' in turn) return turn;
      const calls = turn.calls.map((call) => ({ ...call, id: `call_${(count += 1)}` }));
      return { kind: 'answer', text: turn.text, calls };
    });
    return [first, ...turns];
  });

/** The same conversation with other ids. */
export function withIdsRenamed(
  turns: readonly Turn[],
  rename: (id: string) => string,
): readonly Turn[] {
  return turns.map((turn) =>
    turn.kind === 'prompt'
      ? turn
      : { ...turn, calls: turn.calls.map((call) => ({ ...call, id: rename(call.id) })) },
  );
}
