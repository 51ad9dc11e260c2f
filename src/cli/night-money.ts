/**
 * What a night cost in dollars, as far as its engines told it.
 */
import type { NightState } from '../loop/supervisor.ts';

/** The sum of all sessions; null when no engine told anything. */
export function toldUsd({ usdBySession }: Pick<NightState, 'usdBySession'>): number | null {
  const told = Object.values(usdBySession);
  return told.length === 0 ? null : told.reduce((sum, usd) => sum + usd, 0);
}

/** Dollars and cents. */
export function usdText(usd: number): string {
  return `$${usd.toFixed(2)}`;
}
