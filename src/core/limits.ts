/**
 * Every size that bounds the core's state, in one place.
 *
 * State is at most 4 KiB for an agent with one session and one thread: the numbers below are what
 * makes that true for any input, and `state-size.test.ts` tries the worst one. Budgets, where a person sets them, add
 * at most 4 KiB, and what sessions and conversations had spent that were let go of, 128 bytes each. The figures of a
 * subscription and the signs of being stuck add at most 1 KiB each.
 */

/** The sliding minute: the current one-second bucket and the 59 before it. */
export const SECONDS_PER_WINDOW = 60;
/** The rolling average behind the HIGH threshold: the current minute and the 19 before it. */
export const MINUTES_PER_AVERAGE = 20;
/** Results whose failed share sharpens loop detection. */
export const RESULTS_REMEMBERED = 20;
/** Longest loop window and tempo window that a constitution may ask for. */
export const LOOP_WINDOW_MAX = 6;
export const INTERVALS_MAX = 60;

/** Live threads in a session and live sessions in an agent; the least recently seen goes out. */
export const THREADS_MAX = 64;
export const SESSIONS_MAX = 64;
/** Ledgers of sessions and of conversations that were let go of, while they have budgets. */
export const RETIRED_MAX = 256;
/** Open approvals at one level; with one more, every tool waits. */
export const APPROVALS_MAX = 2;

/** Largest values a record may carry. */
export const TIMESTAMP_MAX = 9_999_999_999_999;
export const TOKENS_MAX = 9_999_999;
export const TOOL_CALLS_MAX = 9_999;
/** A minute's tokens saturate here, so that their digits are bounded. */
export const TOKENS_PER_MINUTE_MAX = 99_999_999;

/** The cost of one call, in millionths of a dollar. */
export const COST_MICRO_USD_MAX = 999_999_999_999;
/** Budgets, and what is counted against them, saturate here. */
export const LEDGER_MAX = 999_999_999_999;

/** Characters of names, hashes and texts in records. */
export const NAME_LENGTH_MAX = 64;
export const CALL_ID_LENGTH_MAX = 16;
export const CALL_SHAPE_LENGTH_MAX = 16;
export const OUTPUT_HASH_LENGTH_MAX = 256;
export const MODEL_LENGTH_MAX = 128;
/** What a call is for: user, project, branch, and tags. */
export const LABEL_LENGTH_MAX = 128;
export const LABEL_TAGS_MAX = 8;
export const LABEL = /^[\w.:@/+#-]{1,128}$/u;
export const TEXT_LENGTH_MAX = 2_000;
/** UTF-8 bytes of the texts that a hold keeps in state; the record keeps them whole. */
export const HOLD_WHY_BYTES_MAX = 64;
/** The same for approvals while more of them stand than can be open, because none of them may be given up. */
export const CROWDED_WHY_BYTES_MAX = 28;
export const HOLD_BY_BYTES_MAX = 20;

/** UTF-8 bytes of what a sign of being stuck keeps in state. */
export const STUCK_WHY_BYTES_MAX = 96;

/** UTF-8 bytes of a note that a decision repeats; the record keeps it whole. */
export const NOTE_BYTES_MAX = 256;

/** The unit health, shares and ratios are reckoned in: whole ten-thousandths. */
export const UNIT = 10_000;

/** A decimal with at most four digits as whole ten-thousandths, so that comparisons are exact. */
export function toUnits(decimal: number): number {
  return Math.round(decimal * UNIT);
}
