/**
 * The server's end: reads an adapter's question and asks the gate.
 *
 * It never throws. What cannot be read is answered with what is wrong with it, and the adapter then refuses.
 */
import { errorWords } from '../base/error-words.ts';
import { objectOrNull, type JsonObject } from '../base/json-values.ts';
import { boundedText } from '../base/node/bounded-text.ts';
import { present } from '../base/present.ts';
import type { Gate, WouldHave } from '../gate/index.ts';
import { ruleOfTarget, type SaveAsked, type ToolSeen } from '../guardrails/index.ts';
import type { ApprovalDesk } from './approvals/desk.ts';
import type { ApprovalFeed } from './approvals/feed.ts';
import { ASK_BYTES_MAX, type GateAnswer } from './gate-wire.ts';

/** Who is asked here. */
export interface AskedGate {
  readonly gate: Pick<Gate, 'standing' | 'tool' | 'save' | 'steer' | 'signal' | 'holds' | 'would'>;
  /** Who asks people about high-impact calls. */
  readonly desk: ApprovalDesk;
  /** What people answered lately. */
  readonly feed: ApprovalFeed;
}

/** What goes back. */
export interface GateAskReply {
  readonly json: string;
  /** The sessions that reported by it. */
  readonly sessions: readonly string[];
}

const NAME_CHARS_MAX = 256;
const DETAILS_CHARS_MAX = 2_000;
const WAIT_MS_MAX = 5_000;

/** Answers one question in the name of an agent. */
export async function answerGateAsk(
  parts: AskedGate,
  agent: string,
  body: AsyncIterable<Uint8Array>,
): Promise<GateAskReply> {
  try {
    const asked = askIn(await boundedText(body, ASK_BYTES_MAX));
    const session = optionalName(asked, 'session');
    const answer = await answered(parts, agent, asked);
    return reply(answer, session === undefined ? [] : [session]);
  } catch (error) {
    const problem = errorWords(error);
    return reply({ problem }, []);
  }
}

async function answered(parts: AskedGate, agent: string, asked: JsonObject): Promise<GateAnswer> {
  const { gate, feed } = parts;
  const thread = optionalName(asked, 'thread');
  switch (asked['ask']) {
    case 'standing':
      return { refusal: await gate.standing(agent, optionalName(asked, 'session'), thread) };
    case 'tool':
      return { refusal: await gate.tool(seenIn(agent, asked, thread)) };
    case 'save':
      return { refusal: await gate.save(saveIn(agent, asked, thread)) };
    case 'steer': {
      const place = { agent, session: name(asked, 'session'), ...present({ thread }) };
      return { steer: await gate.steer(place, 'adapter') };
    }
    case 'approve':
      return { approval: await approval(parts, agent, asked, thread) };
    case 'holds': {
      const holds = await gate.holds(agent, name(asked, 'session'));
      return { holds, ...eventsAfter(feed, agent, asked) };
    }
    case 'signal':
      await gate.signal(signalIn(agent, asked));
      return eventsAfter(feed, agent, asked);
    case 'would':
      await gate.would(wouldIn(agent, asked));
      return { refusal: null };
    default:
      throw new Error(
        `ask must be standing, tool, save, steer, approve, holds, signal or would, not ${JSON.stringify(asked['ask'])}`,
      );
  }
}

function saveIn(agent: string, asked: JsonObject, thread: string | undefined): SaveAsked {
  const { args } = asked;
  const session = name(asked, 'session');
  const tool = optionalName(asked, 'tool');
  return { agent, session, ...present({ thread, tool }), ...(tool === undefined ? {} : { args }) };
}

/** An adapter tells of its own policies and of nothing else. */
function wouldIn(agent: string, asked: JsonObject): WouldHave {
  const why = asked['why'];
  if (typeof why !== 'string') throw new Error('why must be a text');
  return {
    agent,
    session: name(asked, 'session'),
    source: 'policy',
    would: { rule: 'policy', act: 'refuse', name: name(asked, 'policy') },
    why: why.slice(0, DETAILS_CHARS_MAX).toWellFormed() || 'no details',
  };
}

async function approval(
  { desk }: AskedGate,
  agent: string,
  asked: JsonObject,
  thread: string | undefined,
): Promise<{ readonly words: string; readonly isOpen: boolean } | null> {
  const { waitMs, args } = asked;
  const door = (['adapter', 'mcp'] as const).find((one) => one === asked['door']);
  if (door === undefined) throw new Error('door must be adapter or mcp');
  const patience = { waitMs: Math.min(typeof waitMs === 'number' ? waitMs : 0, WAIT_MS_MAX) };
  const call = { agent, door, session: name(asked, 'session'), tool: name(asked, 'tool'), args };
  const result = await desk.mayRun({ ...call, ...present({ thread }) }, patience);
  return result.kind === 'passed' ? null : { words: result.words, isOpen: result.isOpen };
}

/** An adapter asks questions of its own, and no others: those of a rule are the rule's. */
function signalIn(agent: string, asked: JsonObject) {
  const { change, details } = asked;
  const target = name(asked, 'target');
  if (change !== 'raise' && change !== 'lift') throw new Error('change must be raise or lift');
  if (typeof details !== 'string' || details === '' || details.length > DETAILS_CHARS_MAX) {
    throw new Error(`details must be a text of 1 to ${DETAILS_CHARS_MAX} characters`);
  }
  if (target === '*' || ruleOfTarget(target) !== null) {
    throw new Error('this target belongs to a rule of the server; an adapter asks under its own');
  }
  const session = name(asked, 'session');
  return { agent, session, source: 'policy', hold: 'approval', change, details, target } as const;
}

function eventsAfter(feed: ApprovalFeed, agent: string, { after }: JsonObject) {
  const { cursor } = feed;
  const events = typeof after === 'number' ? feed.after(agent, after) : [];
  return { events, cursor };
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
