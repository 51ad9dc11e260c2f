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

/** What a call may be told apart by. */
export const LABEL_NAMES = ['branch', 'project', 'tags', 'user'] as const;
export type LabelName = (typeof LABEL_NAMES)[number];

/** Whether a team goes by a label that an agent may choose. */
export function goesByWord({ goesBy, isFixed }: Team, agent: string, name: LabelName): boolean {
  return goesBy?.includes(name) === true && isFixed?.(agent, name) !== true;
}

/** Agents that share budgets. */
export interface Team {
  readonly name: string;
  readonly budgets: TeamLimits;
  /** It reports what it would have refused, and refuses nothing. */
  readonly isShadow: (agent: string) => boolean;
  readonly has: (agent: string, labels: CallLabels) => boolean;
  /** The labels that it goes by: where an agent has too many of one, what they spent counts in it. */
  readonly goesBy?: readonly LabelName[];
  /** Whether a person set a label for an agent, so that it cannot make up others. */
  readonly isFixed?: (agent: string, name: LabelName) => boolean;
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
  /** It waits for a person who may extend it. */
  readonly asks?: true;
}

/** A team, or the share of it that each has for itself, as people call it. */
export function askName(team: string, share?: string | null): string {
  return share === undefined || share === null ? team : `${team} (${share})`;
}

/** Of a call that says nothing of itself. */
export const NO_LABELS: CallLabels = Object.freeze({});
