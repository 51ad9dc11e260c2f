/** The name under which everything that concerns all agents is recorded. No agent can have it: the proxy refuses it. */
export const EVERYBODY = '*';
