/** The fields of a person's own limits for an agent, in a `configure` record. */
import { GRACE_LIMITS } from '../holds/grace.ts';
import { KILL_SWITCH_LIMITS } from '../kill-switch.ts';
import { CALL_SHAPE_LENGTH_MAX, LEDGER_MAX, TOKENS_MAX, TOOL_CALLS_MAX } from '../limits.ts';
import { BUDGET_NAMES, EXTEND_PERCENT } from '../spending/budgets.ts';
import { ROLLING_HOURS, ROLLING_SLOTS_MAX } from '../spending/periods.ts';
import type { EnvelopeRule } from '../state.ts';
import type { Fields } from './field-check.ts';
import { name, optionalFlag, timestamp } from './record-fields.ts';

const killSwitch = {
  kind: 'object',
  optional: true,
  fields: {
    enabled: optionalFlag,
    windowSize: { kind: 'integer', ...KILL_SWITCH_LIMITS.windowSize, optional: true },
    threshold: { kind: 'decimal', ...KILL_SWITCH_LIMITS.threshold, optional: true },
    detector: { kind: 'choice', of: ['progress', 'literal'], optional: true },
    shadow: optionalFlag,
    refusal: { kind: 'choice', of: ['error', 'message'], optional: true },
    exceptions: {
      kind: 'many',
      optional: true,
      max: KILL_SWITCH_LIMITS.exceptions,
      of: {
        kind: 'object',
        fields: {
          tool: name,
          is: { kind: 'choice', of: ['poll', 'healthy'] },
          call: { kind: 'name', max: CALL_SHAPE_LENGTH_MAX, optional: true },
          until: { ...timestamp, optional: true },
        },
      },
    },
  },
} as const;
const ownLimit = (max: number) =>
  ({ kind: 'nullable', optional: true, field: { kind: 'integer', min: 1, max } }) as const;
const budgets = {
  kind: 'object',
  optional: true,
  fields: {
    ...Object.fromEntries(BUDGET_NAMES.map((budget) => [budget, ownLimit(LEDGER_MAX)])),
    extendPercent: {
      kind: 'nullable',
      optional: true,
      field: { kind: 'integer', min: EXTEND_PERCENT.min, max: EXTEND_PERCENT.max },
    },
    rollingHours: {
      kind: 'nullable',
      optional: true,
      field: { kind: 'integer', min: ROLLING_HOURS.min, max: ROLLING_HOURS.max },
    },
  },
} as const;
const sum = { kind: 'integer', min: 0, max: LEDGER_MAX } as const;
const sums = { tokens: sum, calls: sum, microUsd: sum } as const;
const ledger = { kind: 'object', fields: { since: timestamp, ...sums } } as const;
/** What was spent in the periods that have their first budgets. */
export const spentFields: Fields = {
  ...sums,
  since: { ...timestamp, optional: true },
  week: { ...ledger, optional: true },
  month: { ...ledger, optional: true },
  rolling: {
    kind: 'object',
    optional: true,
    fields: { since: timestamp, slots: { kind: 'many', of: ledger, max: ROLLING_SLOTS_MAX } },
  },
};
const ENVELOPE_RULES = ['limits', 'budgets'] as const satisfies readonly EnvelopeRule[];
export const graceTerms = {
  calls: { kind: 'integer', ...GRACE_LIMITS.calls },
  ms: { kind: 'integer', ...GRACE_LIMITS.ms },
} as const;

const percent = { kind: 'integer', min: 1, max: 100, optional: true } as const;
const planLimits = {
  warn: percent,
  windDown: percent,
  reserve: percent,
  rise: {
    kind: 'object',
    optional: true,
    fields: {
      ms: { kind: 'integer', min: 60_000, max: 86_400_000 },
      points: { kind: 'integer', min: 1, max: 100 },
    },
  },
  grace: { kind: 'object', optional: true, fields: graceTerms },
} as const;
const subagentCount = { kind: 'integer', min: 1, max: 500, optional: true } as const;
const subagentLimits = {
  atOnce: subagentCount,
  started: {
    kind: 'object',
    optional: true,
    fields: {
      count: { kind: 'integer', min: 1, max: 500 },
      ms: { kind: 'integer', min: 60_000, max: 86_400_000 },
    },
  },
  depth: subagentCount,
  tokens: { kind: 'integer', min: 1, max: LEDGER_MAX, optional: true },
  lifetimeMs: { kind: 'integer', min: 60_000, max: 604_800_000, optional: true },
  fruitless: subagentCount,
} as const;

/** All of them. */
export const envelopeFields: Fields = {
  maxTokensPerMinute: ownLimit(TOKENS_MAX),
  maxToolCallsPerMinute: ownLimit(TOOL_CALLS_MAX),
  killSwitch,
  budgets,
  keepsSpent: optionalFlag,
  shadow: {
    kind: 'many',
    optional: true,
    max: ENVELOPE_RULES.length,
    of: { kind: 'choice', of: ENVELOPE_RULES },
  },
  windDown: {
    kind: 'nullable',
    optional: true,
    field: { kind: 'object', fields: graceTerms },
  },
  plan: { kind: 'nullable', optional: true, field: { kind: 'object', fields: planLimits } },
  subagents: {
    kind: 'nullable',
    optional: true,
    field: { kind: 'object', fields: subagentLimits },
  },
};
