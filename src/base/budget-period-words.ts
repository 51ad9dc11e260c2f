/**
 * The period of a budget in the words of people who look at it: for the page, for alerts, and for what a state says.
 */

/** Which period; a day when it is not said. */
export interface PeriodSaid {
  readonly period?: 'week' | 'month' | 'rolling';
  /** Of a rolling window. */
  readonly hours?: number;
}

const NOW = { day: 'today', week: 'this week', month: 'this month' } as const;
const ENDS = {
  day: 'until midnight UTC',
  week: 'until Monday, midnight UTC',
  month: 'until the first of the month, midnight UTC',
  rolling: 'until enough of it is longer ago than that',
} as const;

/** When it was spent. */
export function periodNow({ period, hours }: PeriodSaid): string {
  return period === 'rolling' ? `in the last ${hours} hours` : NOW[period ?? 'day'];
}

/** How long it counts. */
export function periodEnds({ period }: PeriodSaid): string {
  return ENDS[period ?? 'day'];
}
