/** How much time one part of the journal holds. */

/** Weeks are counted from 1970; a part for each keeps the parts of a year few enough for every question to look at all. */
export const MS_PER_WEEK = 604_800_000;

/** "Week": the lock under which parts are made and emptied. */
export const WEEKS_LOCK = 0x5765656b;
