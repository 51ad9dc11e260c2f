/** The longest time that a timer can wait; one that is set for longer fires at once. */
export const TIMER_MS_MAX = 2 ** 31 - 1;
