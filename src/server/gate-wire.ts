/**
 * What an adapter and a running server say to each other: one question, one answer, as JSON.
 *
 * Both ends stand in this room, so that they cannot come apart. The question goes where hooks go, because who may ask
 * in an agent's name is decided there.
 */
import type { GateRefusal } from '../core/index.ts';
import type { ToolSeen } from '../guardrails/index.ts';

/** In the place of a client's name in the path of a hook. */
export const SDK_CLIENT = 'sdk';

/** What is asked; the agent is named by the path. */
export type GateAsk =
  | { readonly ask: 'standing'; readonly session?: string; readonly thread?: string }
  | ({ readonly ask: 'tool' } & Omit<ToolSeen, 'agent'>);

/** What is answered. */
export type GateAnswer =
  /** What stands against the agent; null: nothing. */
  | { readonly refusal: GateRefusal | null }
  /** What is wrong with the question. */
  | { readonly problem: string };

/** Larger questions are refused: what a tool returned is cut before it is sent. */
export const ASK_BYTES_MAX = 4 * 1_024 * 1_024;

/** The path below the server's address. */
export function askPath(agent: string): string {
  return `/agents/${encodeURIComponent(agent)}/hooks/${SDK_CLIENT}`;
}
