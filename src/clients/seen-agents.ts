/** When each agent was last seen; null when nobody can be asked, and then why. */
export type SeenAgents =
  | { readonly lastSeen: ReadonlyMap<string, number>; readonly problem: null }
  | { readonly lastSeen: null; readonly problem: string };
