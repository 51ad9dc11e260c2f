/**
 * A hook without a server decides by itself: the rules of the loop, with a gate on the project's own journal.
 */
import type { Environment } from '../base/environment.ts';
import { decideInProject, type Decide, type OpenGate } from '../hooks/index.ts';
import { agentOf, asHookGate, prepareProjectGate } from './project-gate.ts';

/** Decides on the project that the event happened in. */
export const decideEmbedded: Decide = (question) => {
  const { client, env } = question;
  return decideInProject(openIn(env), agentOf(client, env))(question);
};

/** How the gate of a project is opened. */
export function openIn(env: Environment): OpenGate {
  return async (place) => {
    const open = await prepareProjectGate(env);
    return async () => {
      const { gate, close } = await open(place);
      return { gate: asHookGate(gate, place), close };
    };
  };
}
