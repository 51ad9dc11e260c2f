/**
 * What a gate needs only where several processes share its journal. Whoever opens such a journal brings it along, so that a
 * gate that is alone, as in a hook, doesn't load it.
 */
import { SharedTeamBudgets } from '../teams/shared-team-budgets.ts';
import { SharedChain } from './shared-chain.ts';

export const sharedKit = Object.freeze({ Chain: SharedChain, TeamBudgets: SharedTeamBudgets });

/** The same, for whoever only names it. */
export type SharedKit = typeof sharedKit;
