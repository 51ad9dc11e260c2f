/** What a window did wrong, in a few words, with the name of each flag behind them: it is what the command and the API say. */
import type { FlagName } from '../../../src/audit/verify.ts';

const words: Readonly<Record<FlagName, string>> = {
  beta1_in_corridor: 'β₁ left its corridor',
  beta1_jerk_within_bound: 'β₁ jumped',
  E_acute_under_cap: 'one step spent too much',
  E_systemic_avg_under_cap: 'too much spent on average',
  rest_fraction_ok: 'not enough rest',
  min_pause_floor_ok: 'the pause is too short',
  veto_cooldown_ok: 'no rest after a veto',
  silence_not_consent: 'high impact without an answer',
  forgiveness_floor_ok: 'scars fade too fast',
  edge_jerk_ok: 'β₁ jumped since the window before',
  edge_cooldown_ok: 'no rest after the veto of the window before',
};

/** The words for all of them. */
export function violationWords(violated: readonly FlagName[]): string {
  return violated.map((name) => `${words[name]} (${name})`).join(', ');
}
