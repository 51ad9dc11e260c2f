/** What every event is judged with besides the loop's files, as its own process sees it. */
import { dataFolder, homeOf } from '../base/node/data-folder.ts';
import type { ContextReading } from '../clients/context-reading.ts';
import type { LoopEvent } from '../clients/hook-event.ts';
import { transcriptUsage } from '../clients/transcript-usage.ts';
import type { StateFolder } from './files/state-folder.ts';
import type { Places } from './rules/situation.ts';

/** The variable by which a supervisor tells the hooks of its worker that it is there. */
export const SUPERVISED = 'TRIPWIRE_SUPERVISED';

/** Whether a supervisor owns the agent's process. */
export function isSupervised(env: NodeJS.ProcessEnv): boolean {
  return env[SUPERVISED] === '1';
}

/** Whether no person is watching. */
export function isUnattended(env: NodeJS.ProcessEnv): boolean {
  return env['TRIPWIRE_UNATTENDED'] === '1';
}

/** The folders that rules are about. */
export function placesOf({ folder, project }: StateFolder, env: NodeJS.ProcessEnv): Places {
  return { stateFolder: folder, dataFolder: dataFolder(env), project, home: homeOf(env) };
}

/** How full the context is, from the client's transcript; null where nothing tells it. */
export async function contextUsage(event: LoopEvent): Promise<ContextReading | null> {
  const { kind, agent, transcript } = event;
  // A subagent has a transcript of its own, and the beginning of a turn still shows the end of the last.
  const hasUsage = ['tool-before', 'tool-after', 'stop'].includes(kind) && agent === null;
  if (!hasUsage || transcript === null) return null;
  return transcriptUsage(transcript, event.kind === 'tool-before' ? event.callId : null);
}
