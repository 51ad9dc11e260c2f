/**
 * The shapes of the API about settings: what is in force, and what a person may change on the dashboard.
 */
import { z } from 'zod';
import { list } from './schemas.ts';

const USD_MAX = 999_999;
const usdRule = `must be dollars from 0.01 to ${USD_MAX}, or null`;
const kept = (max: number, min = 1) => {
  const rule = `must be a whole number from ${min} to ${max}`;
  return z.int(rule).min(min, rule).max(max, rule).exactOptional();
};
export const settingsBody = z.strictObject(
  {
    /** Whether alerts carry links that stop or resume by themselves. */
    alert_links: z.boolean('must be true or false').exactOptional(),
    /** Where people find the dashboard, for the links in alerts. */
    dashboard_url: z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://tripwire.example' })
      .max(512)
      .nullable()
      .exactOptional(),
    /** Dollars that each agent may spend in a day, at list prices; null for no budget. */
    budget_usd_per_day: z
      .number(usdRule)
      .min(0.01, usdRule)
      .max(USD_MAX, usdRule)
      .nullable()
      .exactOptional(),
    /** Days that the journal is kept, how large it may get, and days that the text of stops is kept. */
    retention_days: kept(3_650),
    retention_max_mb: kept(1_048_576, 16),
    evidence_days: kept(3_650),
  },
  'must be a JSON object',
);
export const settingsView = z.strictObject({
  version: z.string(),
  constitution: z.strictObject({
    name: z.string(),
    id: z.string(),
    values: z.record(z.string(), z.unknown()),
  }),
  /** Every value in force that is not secret, by its path in tripwire.yaml. */
  config: list(z.strictObject({ path: z.string(), value: z.string(), origin: z.string() })),
  config_file: z.string().nullable(),
  protection: z.strictObject({
    level: z.int(),
    /** What it stops; the summary says it with the level. */
    promise: z.string(),
    summary: z.string(),
    missing: list(z.string()),
  }),
  retention: z.strictObject({ days: z.int(), max_mb: z.int(), evidence_days: z.int() }),
  budget_usd_per_day: z.number().nullable(),
  alert_links: z.boolean(),
  dashboard_url: z.string().nullable(),
  /** What the person should know about a change that was made; null otherwise. */
  warning: z.string().nullable(),
});
