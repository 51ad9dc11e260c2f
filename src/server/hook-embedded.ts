/**
 * A hook without a server decides by itself: the rules of the loop, with a gate on the project's own journal.
 */
import { decideInProject, type Decide } from '../hooks/index.ts';
import { agentOf, projectGates } from './project-gate.ts';

/** Decides on the project that the event happened in. */
export const decideEmbedded: Decide = (question) => {
  const { client, env } = question;
  return decideInProject(projectGates(env), agentOf(client, env))(question);
};
