/**
 * How an agent is doing, by its state alone: for whoever looks at thousands of agents at once, of which most have
 * nothing standing on them.
 *
 * Where a hold or a cooldown stands, the answer depends on more than that, and the core must be asked.
 */
import { nextModeChange } from './activity-engine.ts';
import type { ConstitutionValues } from './constitution/constitution.ts';
import type { ActivityMode } from './contracts.ts';
import type { AgentState } from './state.ts';

/** What holds as long as no record comes, until time alone changes a mode. */
export interface Calm {
  /** Of the conversation that a person must see first. */
  readonly mode: ActivityMode;
  /** Milliseconds since 1970; infinite where nothing is due. */
  readonly until: number;
}

/** From the calmest to the one that a person must see first. */
const MODES: readonly ActivityMode[] = ['IDLE', 'WORKING', 'LOOPING', 'RUNAWAY'];

/** What somebody who looks at all of them at once must see. */
export function worstMode(modes: readonly ActivityMode[]): ActivityMode {
  return MODES.findLast((mode) => modes.includes(mode)) ?? 'IDLE';
}

/** The calm of an agent; null where it has a hold or a cooldown. */
export function calmOf(state: AgentState, values: ConstitutionValues): Calm | null {
  if (state.holds.length > 0) return null;
  const modes: ActivityMode[] = [];
  let until = Infinity;
  for (const session of Object.values(state.sessions)) {
    if (session.holds.length > 0 || session.cooldown !== null) return null;
    for (const thread of Object.values(session.threads)) {
      if (thread.holds.length > 0 || thread.cooldown !== null) return null;
      // One that is idle is shown so until it is heard of again.
      if (thread.mode.mode === 'IDLE') continue;
      modes.push(thread.mode.mode);
      until = Math.min(until, nextModeChange(thread, values)?.at ?? Infinity);
    }
  }
  return { mode: worstMode(modes), until };
}
