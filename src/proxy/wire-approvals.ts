/**
 * High-impact actions as the proxy sees them: the tool calls in a model's answer, and what a model call would cost.
 *
 * A tool call is held where it becomes whole, before the client can run it, until a person has answered or the client
 * would give up. What the client does without asking the model is not seen here.
 */
import { MAIN } from '../base/main-name.ts';
import type { GateRefusal } from '../core/index.ts';
import type { MadeToolCall } from '../wire/index.ts';
import type { RequestInThread } from './thread/thread-memory.ts';

/** Where an action belongs. */
export interface WirePlace {
  readonly agent: string;
  readonly session: string;
  readonly thread: string;
}

/** How long somebody waits for an answer. */
export interface WirePatience {
  readonly waitMs: number;
  readonly gone: AbortSignal;
}

/** Who asks people. Null: it may pass. */
export interface WireApprovals {
  mayRun(
    place: WirePlace,
    call: Pick<MadeToolCall, 'tool' | 'args'>,
    patience: WirePatience,
  ): Promise<GateRefusal | null>;
  /** A call that cannot be read may be one that needs a yes. */
  mayRunUnread(place: WirePlace): Promise<GateRefusal | null>;
  /** `costMicroUsd` is null where no price is known. */
  maySpend(
    place: WirePlace,
    call: { readonly model: string | null; readonly costMicroUsd: number | null },
    patience: WirePatience,
  ): Promise<GateRefusal | null>;
}

/** Asks about the calls that became whole; null stands for one that cannot be read. */
export type ApproveCalls = (calls: readonly MadeToolCall[] | null) => Promise<GateRefusal | null>;

export function placeOf({ agent, session, thread }: RequestInThread): WirePlace {
  return { agent, session: session ?? MAIN, thread };
}

/** Asks about the calls of one answer, one after the other. */
export function approveCalls(
  approvals: WireApprovals | null,
  place: WirePlace,
  patience: WirePatience,
): ApproveCalls {
  return async (calls) => {
    if (approvals === null) return null;
    if (calls === null) return approvals.mayRunUnread(place);
    for (const call of calls) {
      const refusal = await approvals.mayRun(place, call, patience);
      if (refusal !== null) return refusal;
    }
    return null;
  };
}
