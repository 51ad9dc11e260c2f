/**
 * What several processes that write one journal spend together: sums by the hour, and claims on what is left of a budget.
 *
 * A call claims its room in a budget before it is recorded. The append that records it counts what it reserves and drops
 * the claim in the same transaction, so the sums follow from the journal and a process that dies leaves nothing counted.
 */

/** Amounts that are counted. */
export interface SpentAmounts {
  readonly tokens: number;
  readonly calls: number;
  readonly microUsd: number;
}

/** Whose spending it is, and to which sums it counts. */
export interface SpendShares {
  readonly agent: string;
  /** Names a set of labels by which the agent's calls are told apart; empty where none does. */
  readonly labels: string;
  /** The sums that it counts to. */
  readonly keys: readonly string[];
  /** The same where the agent has too many sets of labels already. */
  readonly restKeys: readonly string[];
}

/** What a row of the journal says was spent. It may be below zero: a reservation that is taken back. */
export interface SharedSpend extends SpendShares, SpentAmounts {
  /** Hours since 1970. */
  readonly hour: number;
  /** The call whose claim this row takes the place of. */
  readonly call?: string;
}

/** The sum of one key since an hour. */
export interface SumAsked {
  readonly key: string;
  /** What agents with too many labels spent counts, too. */
  readonly withRest: boolean;
  /** Hours since 1970. */
  readonly began: number;
}

/** The most that a sum may come to; null where there is no bound, and below zero where nothing fits. */
export interface SumLimit extends SumAsked {
  readonly tokens: number | null;
  readonly calls: number | null;
  readonly microUsd: number | null;
}

/** A call that asks for its room. */
export interface SpendClaim extends SpendShares, SpentAmounts {
  readonly call: string;
  readonly hour: number;
  readonly limits: readonly SumLimit[];
}

/** Whether the room is claimed, with the sums of the limits as they were before. */
export interface ClaimAnswer {
  readonly fits: boolean;
  readonly sums: readonly SpentAmounts[];
}

/** Sums that all processes share. */
export interface SharedSums {
  /** Changes when all sums begin anew, because no process was there. */
  generation(): number;
  /**
   * What was recorded before the first process came, counted once: `count` gets the last row of each agent that is not
   * counted yet.
   */
  countEarlier(
    count: (through: ReadonlyMap<string, number>) => Promise<readonly SharedSpend[]>,
  ): Promise<void>;
  /** Null where the sums began anew and must be counted first. */
  claim(claim: SpendClaim): Promise<ClaimAnswer | null>;
  /** Gives back what a call claimed that is not recorded. */
  release(call: string): Promise<void>;
  sums(asked: readonly SumAsked[]): Promise<readonly SpentAmounts[]>;
}

/** The key of what agents with too many sets of labels spent: it counts in every budget that goes by labels. */
export const REST_KEY = '';

/** Sets of labels that an agent is told apart by. */
export const LABEL_SETS_MAX = 256;
