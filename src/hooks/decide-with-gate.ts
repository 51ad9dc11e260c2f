/**
 * Who decides for a hook: the rules of the loop, with a gate that records and may refuse.
 *
 * The gate is the running server's, or one that is opened for this event on the project's own journal.
 */
import type { JournalOpener, LoopJournal, LoopRelease, StateFolder } from '../loop/index.ts';
import type { GateJournalParts, HookGate } from './gate-journal.ts';
import type { Decide } from './run-hook.ts';
import { throughLoop } from './through-loop.ts';

/** A gate that was opened for one event. */
export interface OpenedGate {
  readonly gate: HookGate;
  readonly close: () => Promise<void>;
}

/** Opens the gate of a project for one event; prepared before the lock of its folder is taken, opened under it. */
export interface GateOpener {
  prepare(): Promise<void>;
  open(place: StateFolder): Promise<OpenedGate>;
}

/** Decides with a gate that is open already, and stays so. */
export function decideWithGate(gate: HookGate, agent: string): Decide {
  const close = () => Promise.resolve();
  return throughLoop({
    prepare: () => Promise.resolve(),
    open: () => journalOf({ gate, agent, name: 'server', close }),
  });
}

/** Decides with a gate that is opened for the event, on the project's own journal. */
export function decideInProject(gates: GateOpener, agent: string): Decide {
  return throughLoop(projectJournals(gates, agent));
}

/** Lifts a hold of the loop, and records it in the project's own journal. */
export async function releaseInProject(
  gates: GateOpener,
  release: Omit<LoopRelease, 'journals'>,
): Promise<void> {
  const { releaseLoopHold } = await import('../loop/holds/release-loop-hold.ts');
  // It only lifts, and each hold under the name that it was recorded with.
  await releaseLoopHold({ ...release, journals: projectJournals(gates, release.by) });
}

function projectJournals(gates: GateOpener, agent: string): JournalOpener {
  return {
    prepare: () => gates.prepare(),
    open: async (place) => journalOf({ agent, name: 'project', ...(await gates.open(place)) }),
  };
}

/** Loaded here, because a hook that asks a server needs nothing of it. */
async function journalOf(parts: GateJournalParts): Promise<LoopJournal> {
  const { gateJournal } = await import('./gate-journal.ts');
  return gateJournal(parts);
}
