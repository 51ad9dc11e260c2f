/**
 * What an adapter and a running server say to each other: one question, one answer, as JSON.
 *
 * Both ends stand in this room, so that they cannot come apart. The question goes where hooks go, because who may ask
 * in an agent's name is decided there.
 */
import type { GateRefusal, HoldView } from '../core/index.ts';
import type { SaveAsked, ToolAsked, ToolSeen } from '../guardrails/index.ts';

/** In the place of a client's name in the path of a hook. */
export const SDK_CLIENT = 'sdk';

/** What is asked; the agent is named by the path. */
export type GateAsk =
  | { readonly ask: 'standing'; readonly session?: string; readonly thread?: string }
  | ({ readonly ask: 'tool' } & Omit<ToolSeen, 'agent'>)
  /** What the agent should be told after a tool call. */
  | { readonly ask: 'steer'; readonly session: string; readonly thread?: string }
  /** An agent that is being stopped asks to save its work. */
  | ({ readonly ask: 'save' } & Omit<SaveAsked, 'agent'>)
  /** Whether a person has to say yes to a call; waited for at most so long. */
  | ({
      readonly ask: 'approve';
      readonly door: 'adapter' | 'mcp';
      readonly waitMs: number;
    } & Omit<ToolAsked, 'agent'>)
  /** What stands on a session, and what was answered after `after`. */
  | { readonly ask: 'holds'; readonly session: string; readonly after: number | null }
  /** A question of the adapter's own: asked, or withdrawn. */
  | {
      readonly ask: 'signal';
      readonly session: string;
      readonly change: 'raise' | 'lift';
      readonly target: string;
      readonly details: string;
      readonly after: number | null;
    }
  /** A policy in shadow would have denied a call. */
  | {
      readonly ask: 'would';
      readonly session: string;
      readonly policy: string;
      readonly why: string;
    };

/** What became of a question. */
export interface Answered {
  readonly agent: string;
  readonly eventType: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What is answered. */
export type GateAnswer =
  /** What stands against the agent; null: nothing. */
  | { readonly refusal: GateRefusal | null }
  /** What the agent is to be told; null: nothing. */
  | { readonly steer: string | null }
  /** Why a call may not run without a yes; null: it may. `isOpen`: the answer may still come. */
  | { readonly approval: { readonly words: string; readonly isOpen: boolean } | null }
  /** What people answered, up to `cursor`; with what stands, where that was asked for. */
  | {
      readonly holds?: readonly HoldView[];
      readonly events: readonly Answered[];
      readonly cursor: number;
    }
  /** What is wrong with the question. */
  | { readonly problem: string };

/** Larger questions are refused: what a tool returned is cut before it is sent. */
export const ASK_BYTES_MAX = 4 * 1_024 * 1_024;

/** The path below the server's address. */
export function askPath(agent: string): string {
  return `/agents/${encodeURIComponent(agent)}/hooks/${SDK_CLIENT}`;
}
