/**
 * Scripted agents: what an agent and the people around it do, as data, turned into records.
 *
 * A script says when something happens and what it looks like, never what comes of it. That is
 * the core's to decide, so the same script can be played under any constitution.
 */
import type { EventRecord, OperatorAction, OperatorRecord } from '../../core/index.ts';

/** How the agent's action would end if it were let through. */
export interface Outcome {
  readonly status: 'SUCCESS' | 'FAILED';
  readonly durationMs: number;
}

/** The agent answers and wants to act on its answer. */
export interface Response {
  readonly kind: 'response';
  /** Time since the act before. */
  readonly afterMs: number;
  readonly tokenCount: number;
  readonly toolCalls: number;
  readonly outputHash: string;
  readonly outcome: Outcome;
}

/** A person steps in. */
export interface Intervention {
  readonly kind: 'intervention';
  readonly afterMs: number;
  readonly action: OperatorAction;
  readonly by: string;
  readonly why: string;
}

/** One line of a script. */
export type Act = Response | Intervention;

/** An agent's whole life on stage. */
export interface AgentScript {
  readonly name: string;
  /** A few words for people. */
  readonly about: string;
  /** The script's own time zero; the first act comes `afterMs` later. */
  readonly startsAtMs: number;
  readonly acts: readonly Act[];
}

/** A record of a script; an event comes with the outcome its action would have. */
export type ScriptedRecord =
  | { readonly record: EventRecord; readonly outcome: Outcome }
  | { readonly record: OperatorRecord; readonly outcome: null };

/** Characters that a token stands for on average; events carry both numbers. */
const CHARACTERS_PER_TOKEN = 4;

/** The records of a script in order, each at its time. */
export function* scriptedRecords(script: AgentScript): Generator<ScriptedRecord, void, undefined> {
  const agent = script.name;
  let timestamp = script.startsAtMs;
  for (const act of script.acts) {
    timestamp += act.afterMs;
    if (act.kind === 'intervention') {
      const { action, by, why } = act;
      const record = { type: 'operator', agent, timestamp, action, by, why } as const;
      yield { record, outcome: null };
      continue;
    }
    const { tokenCount, toolCalls, outputHash, outcome } = act;
    const event = {
      timestamp,
      tokenCount,
      toolCalls,
      latencyMs: outcome.durationMs,
      outputLength: tokenCount * CHARACTERS_PER_TOKEN,
      outputHash,
    };
    yield { record: { type: 'event', agent, event }, outcome };
  }
}
