/**
 * The server's end: reads an adapter's question and asks the gate.
 *
 * It never throws. What cannot be read is answered with what is wrong with it, and the adapter then refuses.
 */
import { errorWords } from '../base/error-words.ts';
import { objectOrNull, type JsonObject } from '../base/json-values.ts';
import { boundedText } from '../base/node/bounded-text.ts';
import { present } from '../base/present.ts';
import type { GateRefusal } from '../core/index.ts';
import type { ToolGate, ToolSeen } from '../guardrails/index.ts';
import { ASK_BYTES_MAX, type GateAnswer } from './gate-wire.ts';

/** The gate as it is asked here. */
export type AskedGate = Required<ToolGate>;

/** What goes back. */
export interface GateAskReply {
  readonly json: string;
  /** The sessions that reported by it. */
  readonly sessions: readonly string[];
}

const NAME_CHARS_MAX = 256;

/** Answers one question in the name of an agent. */
export async function answerGateAsk(
  gate: AskedGate,
  agent: string,
  body: AsyncIterable<Uint8Array>,
): Promise<GateAskReply> {
  try {
    const asked = askIn(await boundedText(body, ASK_BYTES_MAX));
    const session = optionalName(asked, 'session');
    const refusal = await answered(gate, agent, asked);
    return reply({ refusal }, session === undefined ? [] : [session]);
  } catch (error) {
    const problem = errorWords(error);
    return reply({ problem }, []);
  }
}

function answered(gate: AskedGate, agent: string, asked: JsonObject): Promise<GateRefusal | null> {
  const thread = optionalName(asked, 'thread');
  switch (asked['ask']) {
    case 'standing':
      return gate.standing(agent, optionalName(asked, 'session'), thread);
    case 'tool':
      return gate.tool(seenIn(agent, asked, thread));
    default:
      throw new Error(`ask must be standing or tool, not ${JSON.stringify(asked['ask'])}`);
  }
}

function seenIn(agent: string, asked: JsonObject, thread: string | undefined): ToolSeen {
  const { result, isError, args } = asked;
  if (typeof result !== 'string') throw new Error('result must be a text');
  if (typeof isError !== 'boolean') throw new Error('isError must be true or false');
  return {
    agent,
    session: name(asked, 'session'),
    callId: name(asked, 'callId'),
    tool: name(asked, 'tool'),
    args,
    result,
    isError,
    ...present({ thread }),
  };
}

function name(asked: JsonObject, field: string): string {
  const found = optionalName(asked, field);
  if (found === undefined) throw new Error(`${field} is missing`);
  return found;
}

function optionalName(asked: JsonObject, field: string): string | undefined {
  const value = asked[field];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '' && value.length <= NAME_CHARS_MAX) return value;
  throw new Error(`${field} must be a text of 1 to ${NAME_CHARS_MAX} characters`);
}

function askIn(text: string): JsonObject {
  const value = objectOrNull(JSON.parse(text));
  if (value === null) throw new Error('the body must be a JSON object');
  return value;
}

function reply(answer: GateAnswer, sessions: readonly string[]): GateAskReply {
  return { json: JSON.stringify(answer), sessions };
}
