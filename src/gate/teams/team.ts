/** What a team is: who shares budgets, and what a call does not fit into. */
import type { BudgetReport, Budgets, CallLabels } from '../../core/index.ts';

/** What a team may spend: it has no budgets of a session or a conversation. */
export type TeamLimits = Omit<
  Budgets,
  | 'microUsdPerSession'
  | 'tokensPerSession'
  | 'callsPerSession'
  | 'microUsdPerThread'
  | 'tokensPerThread'
  | 'callsPerThread'
>;

/** Agents that share budgets. */
export interface Team {
  readonly name: string;
  readonly budgets: TeamLimits;
  /** It reports what it would have refused, and refuses nothing. */
  readonly isShadow: (agent: string) => boolean;
  readonly has: (agent: string, labels: CallLabels) => boolean;
  /** Whether it goes by labels: then what an agent has too many of counts in it. */
  readonly isByLabels?: boolean;
  /** Where each has the budgets for itself: whose share a call is, in words. */
  readonly shareOf?: (agent: string, labels: CallLabels) => string;
}

/** Who asks, and for what. */
export interface Asker {
  readonly agent: string;
  readonly labels?: CallLabels;
}

/** A team's budget that a call does not fit into. */
export interface TeamProblem {
  readonly team: Team;
  /** Whose share of it. */
  readonly share?: string;
  readonly report: BudgetReport;
}

/** Of a call that says nothing of itself. */
export const NO_LABELS: CallLabels = Object.freeze({});
