/**
 * A window as a StoryBodyTrace: the form in which the seed's HUDs take it.
 */
import { invariantsOf, type Verdict } from './window-predicate.ts';
import type { AuditWindow, InvariantsSatisfied } from './window-shape.ts';

/** How consent looks in one step. */
export type ConsentWeather = 'bright_flow' | 'chapel' | 'fog' | 'void';

export interface StoryBodyTrace {
  readonly body: { readonly body_kind: 'rsi_loop'; readonly body_id: string };
  readonly metrics: {
    readonly beta1_trace: {
      readonly values: AuditWindow['metrics']['beta1'];
      readonly corridor_min: number;
      readonly corridor_max: number;
    };
    readonly energy_ledger: Pick<AuditWindow['metrics'], 'E_ext_acute' | 'E_ext_systemic'>;
    readonly heartbeat: {
      readonly kind: 'digital_heartbeat';
      readonly pulse_repertoire_ms: number;
    };
  };
  readonly governance: {
    readonly trust_slice_version: 'v0.1.1';
    readonly predicates_satisfied: InvariantsSatisfied;
  };
  readonly consent_weather: {
    readonly state: readonly ConsentWeather[];
    /** Steps that were vetoed, each with the steps of its cooldown. */
    readonly pillars: readonly { readonly step: number; readonly chapel_length: number }[];
  };
}

const WEATHER: Readonly<Record<string, ConsentWeather>> = {
  CONSENT: 'bright_flow',
  DISSENT: 'chapel',
  SUSPEND: 'chapel',
  ABSTAIN: 'fog',
  LISTEN: 'fog',
};

/** The window as a story; the invariants are those that were computed, not those that are written. */
export function storyBodyTrace(
  window: AuditWindow,
  { flags }: Pick<Verdict, 'flags'>,
): StoryBodyTrace {
  const { metrics, governance, window: header } = window;
  const { rest_mask: rest, stance, beta1_corridor: corridor } = governance;
  const chapelLength = Math.ceil(governance.min_pause_ms / header.step_ms);
  return {
    body: { body_kind: 'rsi_loop', body_id: header.window_id },
    metrics: {
      beta1_trace: {
        values: metrics.beta1,
        corridor_min: corridor.min,
        corridor_max: corridor.max,
      },
      energy_ledger: { E_ext_acute: metrics.E_ext_acute, E_ext_systemic: metrics.E_ext_systemic },
      heartbeat: { kind: 'digital_heartbeat', pulse_repertoire_ms: header.step_ms },
    },
    governance: { trust_slice_version: 'v0.1.1', predicates_satisfied: invariantsOf(flags) },
    consent_weather: {
      // Silence outweighs whatever stance stands over it; an unknown stance is silence too.
      state: stance.map((one, step) =>
        rest[step] === 'SILENT' ? 'void' : (WEATHER[one] ?? 'void'),
      ),
      pillars: rest.flatMap((one, step) =>
        one === 'VETO' ? [{ step, chapel_length: chapelLength }] : [],
      ),
    },
  };
}
