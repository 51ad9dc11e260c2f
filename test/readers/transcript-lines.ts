/**
 * A scenario as the transcript of each client, line by line.
 */
import type { Call, Scenario } from './scenarios.ts';
import { WIRE_BODIES } from './wire-bodies.ts';

type Line = Readonly<Record<string, unknown>>;

const iso = (ms: number) => new Date(ms).toISOString();
const idOf = (turn: number, call: number) => `call_${turn}_${call}`;
const startOf = ({ turns }: Scenario) => (turns[0]?.atMs ?? 0) - 7_000;

function claudeCode(scenario: Scenario, session = 's'): Line[] {
  const line = (atMs: number, type: string, content: unknown): Line => ({
    sessionId: session,
    uuid: `u${atMs}`,
    timestamp: iso(atMs),
    type,
    message: { role: type, content, ...(type === 'assistant' ? { id: `m${atMs}` } : {}) },
  });
  const turns = scenario.turns.flatMap(({ atMs, says, calls }, turn) => [
    line(atMs, 'assistant', [
      ...(says === '' ? [] : [{ type: 'text', text: says }]),
      ...calls.map(({ tool, args }, index) => ({
        type: 'tool_use',
        id: idOf(turn, index),
        name: tool,
        input: args,
      })),
    ]),
    line(
      atMs,
      'user',
      calls.map(({ result, failed }, index) => ({
        type: 'tool_result',
        tool_use_id: idOf(turn, index),
        content: result,
        ...(failed ? { is_error: true } : {}),
      })),
    ),
  ]);
  return [line(startOf(scenario), 'user', scenario.prompt), ...turns];
}

function codex(scenario: Scenario, session = 's'): Line[] {
  const item = (atMs: number, payload: Line): Line => ({
    timestamp: iso(atMs),
    type: 'response_item',
    payload,
  });
  const said = (role: string, text: string) => ({
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  });
  const turns = scenario.turns.flatMap(({ atMs, says, calls }, turn) => [
    ...(says === '' ? [] : [item(atMs, said('assistant', says))]),
    ...calls.map(({ tool, args }, index) =>
      item(atMs, {
        type: 'function_call',
        call_id: idOf(turn, index),
        name: tool,
        arguments: JSON.stringify(args),
      }),
    ),
    ...calls.map(({ result }, index) =>
      item(atMs, { type: 'function_call_output', call_id: idOf(turn, index), output: result }),
    ),
  ]);
  return [
    { timestamp: iso(startOf(scenario)), type: 'session_meta', payload: { id: session } },
    item(startOf(scenario), said('user', scenario.prompt)),
    ...turns,
  ];
}

function geminiCli(scenario: Scenario, session = 's'): Line[] {
  const toolCall = ({ tool, args, result, failed }: Call, id: string, atMs: number) => ({
    id,
    name: tool,
    args,
    status: failed ? 'error' : 'success',
    timestamp: iso(atMs),
    result: [
      { functionResponse: { id, name: tool, response: { [failed ? 'error' : 'output']: result } } },
    ],
  });
  const turns = scenario.turns.map(({ atMs, says, calls }, turn) => ({
    id: `g${turn}`,
    timestamp: iso(atMs),
    type: 'gemini',
    content: says,
    toolCalls: calls.map((one, index) => toolCall(one, idOf(turn, index), atMs)),
  }));
  const first = { id: 'p', timestamp: iso(startOf(scenario)), type: 'user' };
  return [
    { sessionId: session, projectHash: 'ab12', kind: 'main', startTime: iso(startOf(scenario)) },
    { ...first, content: [{ text: scenario.prompt }] },
    ...turns,
  ];
}

/** One message a line, with the clock of its turn beside it. */
function messageLog(format: 'anthropic' | 'openai-chat') {
  return (scenario: Scenario): Line[] => {
    const lines: Line[] = [];
    for (const [index, turn] of scenario.turns.entries()) {
      const body = WIRE_BODIES[format]?.(scenario, scenario.turns.slice(0, index + 1));
      const messages = body?.['messages'] as readonly Line[];
      for (const message of messages.slice(lines.length)) {
        const atMs = lines.length === 0 ? startOf(scenario) : turn.atMs;
        lines.push({ timestamp: iso(atMs), ...message });
      }
    }
    return lines;
  };
}

/** For each transcript format, how its file is named and what stands in it; of several in one place each has a session of its own. */
export const TRANSCRIPTS: Readonly<
  Record<
    string,
    { readonly file: string; readonly lines: (scenario: Scenario, session?: string) => Line[] }
  >
> = {
  'claude-code': { file: 's.jsonl', lines: claudeCode },
  codex: { file: 'rollout-s.jsonl', lines: codex },
  'gemini-cli': { file: 'session-s.jsonl', lines: geminiCli },
  'anthropic log': { file: 'log.jsonl', lines: messageLog('anthropic') },
  'chat log': { file: 'chat.jsonl', lines: messageLog('openai-chat') },
};
