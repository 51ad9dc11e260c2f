/**
 * The periods that a budget may be for, and when each began: a day, a week and a month of the calendar (UTC), and the
 * last hours.
 *
 * What leaves a rolling window leaves it in whole slots, so that what is remembered of it has a bound: an hour up to a
 * day, a 24th of the window, rounded up to hours, beyond. Never early: what is in doubt counts.
 */

/** How long a budget of an agent lasts. */
export type BudgetPeriod = 'day' | 'week' | 'month' | 'rolling';

/** Hours of a rolling window. */
export const ROLLING_HOURS = Object.freeze({ min: 1, max: 720, default: 24 });

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** The first of January 1970 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY_DAYS = 4;
const SLOTS = 24;
/** How many slots a window may reach into: it begins and ends in the middle of one. */
export const ROLLING_SLOTS_MAX = SLOTS + 1;
const FEBRUARY = 1;
/** So many days after the first of a month it is the next one, and not the one after it. */
const MONTH_DAYS_MAX = 31;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** When the period that is now began; everything since counts. */
export function periodBegan(
  period: BudgetPeriod,
  now: number,
  hours: number = ROLLING_HOURS.default,
): number {
  const day = Math.floor(now / DAY_MS);
  switch (period) {
    case 'day':
      return day * DAY_MS;
    case 'week': {
      const weekday = (day - FIRST_MONDAY_DAYS + WEEK_DAYS) % WEEK_DAYS;
      return Math.max(0, day - weekday) * DAY_MS;
    }
    case 'month':
      return monthBegan(day) * DAY_MS;
    case 'rolling':
      return Math.max(0, slotBegan(now - hours * HOUR_MS, hours));
  }
}

/** When it is over; of a rolling window, when all that is spent now has left it. */
export function periodEnds(period: BudgetPeriod, now: number, hours: number): number {
  const began = periodBegan(period, now);
  if (period === 'rolling') return now + hours * HOUR_MS;
  if (period === 'day') return began + DAY_MS;
  if (period === 'week') return began + WEEK_DAYS * DAY_MS;
  const inNext = began / DAY_MS + MONTH_DAYS_MAX;
  return monthBegan(inNext) * DAY_MS;
}

/** When the slot of a rolling window began that a time is in. */
export function slotBegan(at: number, hours: number): number {
  const slotMs = Math.ceil(hours / SLOTS) * HOUR_MS;
  return Math.floor(at / slotMs) * slotMs;
}

/** The first day of a day's month, in days since 1970. */
function monthBegan(day: number): number {
  let began = 0;
  for (let year = 1970; ; year += 1) {
    for (let month = 0; month < MONTH_DAYS.length; month += 1) {
      const next = began + daysOf(year, month);
      if (day < next) return began;
      began = next;
    }
  }
}

function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return (MONTH_DAYS[month] ?? 0) + (month === FEBRUARY && isLeap ? 1 : 0);
}
