/**
 * The effective limits: the constitution's, an agent's own if tighter, shrunk with health.
 */
import type { ConstitutionValues } from './constitution.ts';
import { DEFAULT_KILL_SWITCH, type KillSwitch } from './kill-switch.ts';
import { toUnits } from './limits.ts';
import type { EnvelopeChange } from './records.ts';
import type { Envelope } from './state.ts';

/** What a session may spend in the sliding minute right now. */
export interface EffectiveLimits {
  readonly tokens: number;
  readonly toolCalls: number;
}

/** The limits in force at this health (in ten-thousandths). */
export function effectiveLimits(
  envelope: Envelope,
  health: number,
  values: ConstitutionValues,
): EffectiveLimits {
  const cap = toUnits(values.recoveryCap);
  const share = Math.min(cap, Math.max(cap * values.budgetShareMin, health));
  const budget = Math.min(values.maxTokensPerMinute, envelope.maxTokensPerMinute ?? Infinity);
  return {
    tokens: Math.max(1, Math.floor((budget * share) / cap)),
    toolCalls: Math.min(values.maxToolCallsPerMinute, envelope.maxToolCallsPerMinute ?? Infinity),
  };
}

/** The changed envelope, or the name and bound of the first field that would loosen. */
export function changeEnvelope(
  envelope: Envelope,
  change: EnvelopeChange,
  values: ConstitutionValues,
):
  | { readonly envelope: Envelope }
  | { readonly field: 'maxTokensPerMinute' | 'maxToolCallsPerMinute'; readonly bound: number } {
  for (const field of ['maxTokensPerMinute', 'maxToolCallsPerMinute'] as const) {
    const wanted = change[field];
    if (typeof wanted === 'number' && wanted > values[field]) {
      return { field, bound: values[field] };
    }
  }
  const { killSwitch, ...limits } = change;
  const own = { ...envelope, ...limits };
  if (killSwitch === undefined) return { envelope: own };
  return { envelope: { ...own, killSwitch: { ...killSwitchOf(envelope), ...killSwitch } } };
}

/** The kill switch in force. */
export function killSwitchOf(envelope: Envelope): KillSwitch {
  return envelope.killSwitch ?? DEFAULT_KILL_SWITCH;
}
