/**
 * An agent's own settings as its journal has them, for whoever reads a journal without a gate.
 */
import type { AgentState, Constitution } from '../core/index.ts';
import type { Store } from '../store/index.ts';
import { atBeginning, atSnapshot, foldJournal } from './fold.ts';

/** The envelope after the last record. */
export async function recordedEnvelope(
  store: Store,
  agent: string,
  constitution: Constitution,
): Promise<AgentState['envelope']> {
  let point = (await atSnapshot(store, agent)) ?? atBeginning(constitution);
  for await (const folded of foldJournal(store, agent, point)) ({ point } = folded);
  return point.state.envelope;
}
