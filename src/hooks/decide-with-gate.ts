/**
 * Who decides for a hook: the rules of the loop, with a gate that records and may refuse.
 *
 * The gate is the running server's, or one that is opened for this event on the project's own journal.
 */
import type { LoopRelease, OpenJournal, StateFolder } from '../loop/index.ts';
import { gateJournal, type HookGate } from './gate-journal.ts';
import type { Decide } from './run-hook.ts';
import { serverJournal, type HookServer } from './server-journal.ts';

/** A gate that was opened for one event. */
export interface OpenedGate {
  readonly gate: HookGate;
  readonly close: () => Promise<void>;
}

/** Loads what a gate needs, and then opens that of a project: under the lock of its folder, which others wait for. */
export type OpenGate = (place: StateFolder) => Promise<() => Promise<OpenedGate>>;

/** Decides with a gate that is open already, and stays so. */
export function decideWithGate(gate: HookGate, agent: string): Decide {
  const parts = { gate, agent, name: 'server', close: () => Promise.resolve() };
  return decideThrough(() => Promise.resolve(() => Promise.resolve(gateJournal(parts))));
}

/** Decides here, in the agent's own project, with the journal of a running server. */
export function decideWithServer(server: HookServer): Decide {
  return decideThrough(() => Promise.resolve(() => Promise.resolve(serverJournal(server))));
}

/** Decides with a gate that is opened for the event, on the project's own journal. */
export function decideInProject(open: OpenGate, agent: string): Decide {
  return decideThrough(projectJournal(open, agent));
}

/** Lifts a hold of the loop, and records it in the project's own journal. */
export async function releaseInProject(
  open: OpenGate,
  release: Omit<LoopRelease, 'openJournal'>,
): Promise<void> {
  const { releaseLoopHold } = await import('../loop/index.ts');
  // It only lifts, and each hold under the name that it was recorded with.
  await releaseLoopHold({ ...release, openJournal: projectJournal(open, release.by) });
}

function projectJournal(open: OpenGate, agent: string): OpenJournal {
  return async (place) => {
    const openNow = await open(place);
    return async () => {
      const { gate, close } = await openNow();
      return gateJournal({ gate, agent, name: 'project', close });
    };
  };
}

function decideThrough(openJournal: OpenJournal): Decide {
  return async (question) => {
    const { handleLoopEvent } = await import('../loop/index.ts');
    return handleLoopEvent({ ...question, openJournal });
  };
}
