/**
 * The effective limits: the constitution's, an agent's own if tighter, shrunk with health.
 */
import { DEFAULT_KILL_SWITCH, type KillSwitch } from '../kill-switch.ts';
import { toUnits } from '../limits.ts';
import type { EnvelopeChange } from '../records/records.ts';
import type { Envelope, EnvelopeRule } from '../state.ts';
import type { ConstitutionValues } from './constitution.ts';

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
  const own: Partial<Envelope> = isInShadow(envelope, 'limits') ? {} : envelope;
  const budget = Math.min(values.maxTokensPerMinute, own.maxTokensPerMinute ?? Infinity);
  return {
    tokens: Math.max(1, Math.floor((budget * share) / cap)),
    toolCalls: Math.min(values.maxToolCallsPerMinute, own.maxToolCallsPerMinute ?? Infinity),
  };
}

/** Whether a rule of the envelope reports without acting. The constitution has no such rules. */
export function isInShadow({ shadow }: Partial<Envelope>, rule: EnvelopeRule): boolean {
  return shadow?.includes(rule) ?? false;
}

/** The envelope as it would be if all of it acted. */
export function outOfShadow(envelope: Envelope): Envelope {
  const { shadow: _, ...acting } = envelope;
  return acting;
}

/** What became of a change. */
type ChangedEnvelope =
  | { readonly kind: 'changed'; readonly envelope: Envelope }
  | {
      readonly kind: 'looser';
      readonly field: 'maxTokensPerMinute' | 'maxToolCallsPerMinute';
      readonly bound: number;
    };

/** The changed envelope, or the name and bound of the first field that would loosen. */
export function changeEnvelope(
  envelope: Envelope,
  change: EnvelopeChange,
  values: ConstitutionValues,
): ChangedEnvelope {
  for (const field of ['maxTokensPerMinute', 'maxToolCallsPerMinute'] as const) {
    const wanted = change[field];
    if (typeof wanted === 'number' && wanted > values[field]) {
      return { kind: 'looser', field, bound: values[field] };
    }
  }
  const { killSwitch, budgets, keepsSpent, shadow, windDown, plan, subagents, ...limits } = change;
  const bounded = subagents === undefined ? envelope : withSubagents(envelope, subagents);
  const planned = plan === undefined ? bounded : withPlan(bounded, plan);
  const winding = windDown === undefined ? planned : withWindDown(planned, windDown);
  const shadowed = shadow === undefined ? winding : withShadow(winding, shadow);
  const own = budgets === undefined ? shadowed : withBudgets(shadowed, budgets, keepsSpent);
  const limited = { ...own, ...limits };
  if (killSwitch === undefined) return { kind: 'changed', envelope: limited };
  const changed = { ...limited, killSwitch: { ...killSwitchOf(envelope), ...killSwitch } };
  return { kind: 'changed', envelope: changed };
}

function withShadow(envelope: Envelope, shadow: readonly EnvelopeRule[]): Envelope {
  return shadow.length === 0 ? outOfShadow(envelope) : { ...envelope, shadow };
}

function withWindDown(
  envelope: Envelope,
  windDown: NonNullable<EnvelopeChange['windDown']> | null,
): Envelope {
  if (windDown !== null) return { ...envelope, windDown };
  const { windDown: _, ...without } = envelope;
  return without;
}

function withPlan(envelope: Envelope, plan: NonNullable<EnvelopeChange['plan']> | null): Envelope {
  if (plan !== null) return { ...envelope, plan };
  const { plan: _, ...without } = envelope;
  return without;
}

function withSubagents(
  envelope: Envelope,
  subagents: NonNullable<EnvelopeChange['subagents']> | null,
): Envelope {
  if (subagents !== null) return { ...envelope, subagents };
  const { subagents: _, ...without } = envelope;
  return without;
}

/** A constitution has no budgets, so whatever is set only tightens. */
function withBudgets(
  { budgets, keepsSpent: kept, ...envelope }: Envelope,
  change: NonNullable<EnvelopeChange['budgets']>,
  keepsSpent = kept,
): Envelope {
  const entries = Object.entries({ ...budgets, ...change }).filter(([, limit]) => limit !== null);
  const isAny = entries.some(([name]) => name !== 'rollingHours' && name !== 'extendPercent');
  if (!isAny) return envelope;
  return {
    ...envelope,
    budgets: Object.fromEntries(entries),
    ...(keepsSpent === undefined ? {} : { keepsSpent }),
  };
}

/** The kill switch in force. */
export function killSwitchOf(envelope: Envelope): KillSwitch {
  return envelope.killSwitch ?? DEFAULT_KILL_SWITCH;
}
