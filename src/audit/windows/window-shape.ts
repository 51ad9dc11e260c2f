/**
 * The shape of an AutoLoop16Window as a JSON Schema, and the type that follows it.
 *
 * The schema is the one source: the file in `schema/` is written from it and the check reads it. A value of a metric may
 * be any scalar, because a step that was not measured well must fail the predicate provably and not drop out of the chain.
 */

/** Steps of a window. */
export const STEPS = 16;
export const SCHEMA_VERSION = 'trust_slice_v0.1.1';

export const REST_VALUES = ['ACTIVE', 'REST', 'VETO', 'SILENT'] as const;
export const STANCE_VALUES = ['CONSENT', 'DISSENT', 'ABSTAIN', 'LISTEN', 'SUSPEND'] as const;

/** Holds that keep an agent from everything. */
export const STOP_HOLDS = [
  'manual',
  'kill_switch',
  'soft_suspend',
  'hard_stop',
  'paused',
  'checkpoint',
  'blocker',
  'stop_all',
] as const;
export type StopHold = (typeof STOP_HOLDS)[number];

/** What a step was. */
export type Rest = (typeof REST_VALUES)[number];
/** How the operators stood to it. */
export type Stance = (typeof STANCE_VALUES)[number];

/** A number where the step was measured; anything else counts as not measured. */
export type Metric = number | string | boolean | null;

export interface WindowHeader {
  readonly window_id: string;
  readonly t_start_ms: number;
  readonly step_ms: number;
  readonly num_steps: number;
  /** Root of the window before; null for the first. */
  readonly prev_window_root: string | null;
  readonly constitution_id: string;
  readonly envelope_id: string;
}

export interface WindowMetrics {
  readonly beta1: readonly Metric[];
  readonly E_ext_acute: readonly Metric[];
  readonly E_ext_systemic: readonly Metric[];
}

export interface WindowGovernance {
  readonly beta1_corridor: { readonly min: number; readonly max: number };
  readonly beta1_jerk_bound: number;
  readonly E_ext_caps: { readonly acute_max: number; readonly systemic_max: number };
  readonly min_pause_ms: number;
  /** Share of the steps that must be rest; 0.25 when absent. */
  readonly rho_min?: number;
  readonly forgiveness_half_life_s: number;
  readonly rest_mask: readonly string[];
  readonly stance: readonly string[];
  /** 1 where a high-impact action ran or asked to run; all 1 when absent. */
  readonly high_impact?: readonly number[];
}

/** The six lights of the HUD; redundant, always computed anew. */
export interface InvariantsSatisfied {
  readonly beta1_in_corridor: boolean;
  readonly beta1_jerk_within_bound: boolean;
  readonly E_ext_under_caps: boolean;
  readonly min_pause_respected: boolean;
  readonly rest_fraction_ok: boolean;
  readonly silence_not_treated_as_consent: boolean;
}

/** An opened leaf: what was hashed, and the hashes beside it on the way up. */
export interface OpenedLeaf {
  readonly index: number;
  /** Field elements, the tag first and the salt last, `0x` and hex digits. */
  readonly preimage: readonly string[];
  readonly siblings: readonly string[];
}

export interface AscWitness {
  readonly leaves: readonly OpenedLeaf[];
}

export interface WindowWitness {
  readonly asc_root: string;
  readonly asc_witness?: AscWitness | null;
  readonly narrative_hash?: string | null;
  readonly scar_root?: string | null;
  readonly civic_memory_root?: string | null;
}

/** One window: 16 measured steps of one agent. */
export interface AuditWindow {
  readonly schema_version: string;
  readonly window: WindowHeader;
  readonly metrics: WindowMetrics;
  readonly governance: WindowGovernance;
  readonly witness: WindowWitness;
  readonly invariants_satisfied?: InvariantsSatisfied;
  /** When the agent was stopped, and by which hold; absent where it was not. A stop violates no invariant. */
  readonly stops?: readonly WindowStop[];
}

/** A stop in a window. */
export interface WindowStop {
  readonly step: number;
  readonly hold: StopHold;
}

/** The part of JSON Schema that is used here. */
export interface Schema {
  readonly $schema?: string;
  readonly $id?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type: SchemaType | readonly SchemaType[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export type SchemaType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

const ROOT_PATTERN = '^0x[0-9a-f]{64}$';
/** Milliseconds that fit the 48 bits of the commitment. */
const T_START_MAX = 2 ** 48 - 1;
const UINT32_MAX = 2 ** 32 - 1;
/** The largest micro-unit value is kept for "not measured". */
const VALUE_MAX = 16.777214;

function object(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false } as const;
}

const sixteen = (items: Schema): Schema => ({
  type: 'array',
  items,
  minItems: STEPS,
  maxItems: STEPS,
});
const text: Schema = { type: 'string', minLength: 1, maxLength: 256 };
const integer = (minimum: number, maximum: number): Schema => ({
  type: 'integer',
  minimum,
  maximum,
});
const value: Schema = { type: 'number', minimum: 0, maximum: VALUE_MAX };
const metric: Schema = { type: ['number', 'string', 'boolean', 'null'] };
const label: Schema = { type: 'string', maxLength: 256 };
const rootOrNull: Schema = { type: ['string', 'null'], pattern: ROOT_PATTERN };
const flag: Schema = { type: 'boolean' };
const elements: Schema = {
  type: 'array',
  items: { type: 'string', pattern: '^0x[0-9a-f]{1,64}$' },
  maxItems: 16,
};

/** One window. */
export const WINDOW_SCHEMA: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'AutoLoop16Window v0.1.1',
  ...object(
    {
      schema_version: { type: 'string', enum: [SCHEMA_VERSION] },
      window: object({
        window_id: text,
        t_start_ms: integer(0, T_START_MAX),
        step_ms: integer(1, UINT32_MAX),
        num_steps: { type: 'integer', enum: [STEPS] },
        prev_window_root: rootOrNull,
        constitution_id: text,
        envelope_id: text,
      }),
      metrics: object({
        beta1: sixteen(metric),
        E_ext_acute: sixteen(metric),
        E_ext_systemic: sixteen(metric),
      }),
      governance: object(
        {
          beta1_corridor: object({ min: value, max: value }),
          beta1_jerk_bound: value,
          E_ext_caps: object({ acute_max: value, systemic_max: value }),
          min_pause_ms: integer(0, UINT32_MAX),
          rho_min: value,
          forgiveness_half_life_s: integer(0, UINT32_MAX),
          rest_mask: sixteen(label),
          stance: sixteen(label),
          high_impact: sixteen({ type: 'integer', enum: [0, 1] }),
        },
        ['rho_min', 'high_impact'],
      ),
      witness: object(
        {
          asc_root: { type: 'string', pattern: ROOT_PATTERN },
          asc_witness: {
            ...object({
              leaves: {
                type: 'array',
                maxItems: 8,
                items: object({ index: integer(0, 7), preimage: elements, siblings: elements }),
              },
            }),
            type: ['object', 'null'],
          },
          narrative_hash: rootOrNull,
          scar_root: rootOrNull,
          civic_memory_root: rootOrNull,
        },
        ['asc_witness', 'narrative_hash', 'scar_root', 'civic_memory_root'],
      ),
      invariants_satisfied: object({
        beta1_in_corridor: flag,
        beta1_jerk_within_bound: flag,
        E_ext_under_caps: flag,
        min_pause_respected: flag,
        rest_fraction_ok: flag,
        silence_not_treated_as_consent: flag,
      }),
      stops: {
        type: 'array',
        items: object({ step: integer(0, STEPS - 1), hold: { type: 'string', enum: STOP_HOLDS } }),
      },
    },
    ['invariants_satisfied', 'stops'],
  ),
};
