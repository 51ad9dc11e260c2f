/**
 * The settings of all agents that a person may change on the dashboard: in force at once, and written into their
 * `tripwire.yaml` with their own lines and comments left as they are.
 */
import { parseDocument } from 'yaml';
import type { Config } from './config.ts';
import { keepInFile } from './keep-kill-switch.ts';

/** What is left out stays as it is. */
export interface SettingsChange {
  /** Dollars that each agent may spend in a day; null for no budget. */
  readonly usdPerDay?: number | null;
  readonly retentionDays?: number;
  readonly retentionMaxMb?: number;
  readonly evidenceDays?: number;
}

/** The configuration with the change. */
export function changedConfig(config: Config, change: SettingsChange): Config {
  const { usdPerDay, retentionDays, retentionMaxMb, evidenceDays } = change;
  const { usdPerDay: was, ...others } = config.budgets ?? {};
  const wanted = usdPerDay === undefined ? was : usdPerDay;
  const { retention } = config;
  return {
    ...config,
    budgets: {
      ...others,
      ...(wanted === undefined || wanted === null ? {} : { usdPerDay: wanted }),
    },
    retention: {
      days: retentionDays ?? retention.days,
      maxMb: retentionMaxMb ?? retention.maxMb,
    },
    evidenceDays: evidenceDays ?? config.evidenceDays,
  };
}

/** Writes the change into the person's file; returns which. */
export function keepSettingsChange(
  config: Pick<Config, 'data' | 'file'>,
  change: SettingsChange,
): string {
  return keepInFile(config, (text) => withSettingsChange(text, change));
}

/** The text with the change; throws where it is no YAML that this could be written into. */
export function withSettingsChange(text: string, change: SettingsChange): string {
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem !== undefined) throw new Error(`the settings are not valid YAML: ${problem.message}`);
  const { usdPerDay, retentionDays, retentionMaxMb, evidenceDays } = change;
  if (usdPerDay === null) document.deleteIn(['budgets', 'usd_per_day']);
  else if (usdPerDay !== undefined) document.setIn(['budgets', 'usd_per_day'], usdPerDay);
  if (retentionDays !== undefined) document.setIn(['retention', 'days'], retentionDays);
  if (retentionMaxMb !== undefined) document.setIn(['retention', 'max_mb'], retentionMaxMb);
  if (evidenceDays !== undefined) document.setIn(['evidence_days'], evidenceDays);
  return document.toString();
}
