/** Times beyond which nothing is waited for, or believed. */

/** The longest time that a timer can wait; one that is set for longer fires at once. */
export const TIMER_MS_MAX = 2 ** 31 - 1;

/** No window of a subscription lasts longer, so a reset that is later is a mistake and would park an agent for good. */
export const PLAN_RESET_MAX_MS = 32 * 86_400_000;
