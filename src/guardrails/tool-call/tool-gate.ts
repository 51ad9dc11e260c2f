/**
 * The gate as tool calls need it: ask before, tell afterwards.
 *
 * It comes in as an interface, embedded or over HTTP. A gate that cannot be asked refuses.
 */
import { present } from '../../base/present.ts';
import type { GateRefusal } from '../../core/index.ts';
import { thrownWords } from '../session/report.ts';

/** A tool call that is over, as the gate is told of it. */
export interface ToolSeen {
  readonly agent: string;
  readonly session: string;
  readonly thread?: string;
  /** The provider's id of the call, where there is one: the first sighting counts. */
  readonly callId: string;
  readonly tool: string;
  readonly args: unknown;
  /** What the model gets to see: the result, or why there is none. */
  readonly result: string;
  readonly isError: boolean;
}

/** A tool call that is about to run. */
export type ToolAsked = Pick<ToolSeen, 'agent' | 'session' | 'thread' | 'callId' | 'tool' | 'args'>;

/** An agent that may be told something. */
export type SteeredAgent = Pick<ToolSeen, 'agent' | 'session' | 'thread'>;

/** What an agent that is being stopped still wants to do. */
export type SaveAsked = Pick<ToolSeen, 'agent' | 'session' | 'thread'> &
  Partial<Pick<ToolSeen, 'tool' | 'args'>>;

/** The part of the gate that tool calls use. */
export interface ToolGate {
  /** What stands against the agent, or null. */
  standing(agent: string, session?: string, thread?: string): Promise<GateRefusal | null>;
  /** Takes note of a call, and says what stands against the agent after it. */
  tool?(seen: ToolSeen): Promise<GateRefusal | null>;
  /** What the agent should be told now, recorded as told; null when there is nothing. */
  steer?(place: SteeredAgent): Promise<string | null>;
  /**
   * An agent that is being stopped asks to save its work: by this call or, without a tool, by asking the model once more.
   * Null: it may. A gate without it refuses everything.
   */
  save?(asked: SaveAsked): Promise<GateRefusal | null>;
  /** Waits for a person's yes where the call needs one. Null: it may run; else why not, for the agent. */
  approve?(asked: ToolAsked): Promise<string | null>;
}

/** A gate, and who is at it. */
export interface GatedAgent {
  readonly port: ToolGate;
  readonly agent: string;
  readonly thread?: string;
}

/** What stands against a call, or null. While the agent is being stopped, a call that saves may pass. */
export async function askGate(
  gated: GatedAgent,
  session: string,
  call?: Pick<ToolSeen, 'tool' | 'args'> | 'model',
): Promise<GateRefusal | null> {
  const { port, agent, thread } = gated;
  try {
    const refusal = await port.standing(agent, session, thread);
    if (refusal?.grace === undefined || call === undefined || port.save === undefined) {
      return refusal;
    }
    const what = call === 'model' ? {} : call;
    return await port.save({ agent, session, ...present({ thread }), ...what });
  } catch (error) {
    return unavailable(gated, session, `could not be asked: ${thrownWords(error)}`);
  }
}

/** Why a call may not run without a person's yes, in words; null when it may. A gate that cannot be asked says no. */
export async function askApproval(
  { port, agent, thread }: GatedAgent,
  asked: Omit<ToolAsked, 'agent' | 'thread'>,
): Promise<string | null> {
  try {
    return (await port.approve?.({ ...asked, agent, ...present({ thread }) })) ?? null;
  } catch (error) {
    return `Whether this call needs a person's approval could not be asked: ${thrownWords(error)}. Without an answer it does not run.`;
  }
}

/** Tells the gate of a call. What it could not take note of, it cannot stop: then the agent has to wait. */
export async function tellGate(
  gated: GatedAgent,
  seen: Omit<ToolSeen, 'agent' | 'thread'>,
): Promise<GateRefusal | null> {
  const { port, agent, thread } = gated;
  try {
    const whole = { ...seen, agent, ...present({ thread }) };
    return (await port.tool?.(whole)) ?? null;
  } catch (error) {
    return unavailable(gated, seen.session, `could not record a tool call: ${thrownWords(error)}`);
  }
}

/** What the agent should be told after a call; null when there is nothing, or the gate can't say. */
export async function askSteer(
  { port, agent, thread }: GatedAgent,
  session: string,
): Promise<string | null> {
  try {
    return (await port.steer?.({ agent, session, ...present({ thread }) })) ?? null;
  } catch {
    // Advice only: a gate that is gone refuses the next call anyway.
    return null;
  }
}

function unavailable({ agent }: GatedAgent, session: string, problem: string): GateRefusal {
  return {
    kind: 'gate_unavailable',
    agent,
    session,
    reason: `The gate ${problem}. Without it nothing is let through.`,
    remedy: 'See that Tripwire is running and can be reached, then try again.',
    refusal: 'error',
    temporary: true,
  };
}

/** A result as the model gets to see it. */
export function shownText(result: unknown): string {
  if (typeof result === 'string') return result;
  try {
    return JSON.stringify(result) ?? String(result);
  } catch {
    // A circle, or a number that JSON does not know: what it is called must do.
    return String(result);
  }
}
