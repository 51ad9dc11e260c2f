/**
 * The shape of every record, as data, and the check that nothing else enters the core.
 */
import { TripwireError } from '../errors.ts';
import {
  CALL_ID_LENGTH_MAX,
  COST_MICRO_USD_MAX,
  LABEL_LENGTH_MAX,
  LABEL_TAGS_MAX,
  MODEL_LENGTH_MAX,
  OUTPUT_HASH_LENGTH_MAX,
  TOKENS_MAX,
} from '../limits.ts';
import { PLAN_LIMITS } from '../plan/plan-windows.ts';
import { STUCK_CODES } from '../stuck/stuck-signs.ts';
import { envelopeFields, graceTerms, spentFields } from './envelope-fields.ts';
import { checkShape, type Fields } from './field-check.ts';
import { observationFields } from './observation.ts';
import {
  latencyMs,
  name,
  optionalFlag,
  optionalName,
  optionalTokens,
  text,
  timestamp,
  tokens,
  toolCalls,
} from './record-fields.ts';
import type { AgentRecord, NoteRecord, OpinionRecord, SignalRecord } from './records.ts';

const address = { agent: optionalName, session: optionalName, thread: optionalName } as const;
const settles = {
  kind: 'object',
  optional: true,
  fields: { timestamp, tokenCount: tokens, toolCalls, reserveTokens: optionalTokens },
} as const;
/** Call ids are kept in the window of the kill switch, whose size is bounded. */
const call = { kind: 'name', max: CALL_ID_LENGTH_MAX, optional: true } as const;
const observed = { kind: 'object', optional: true, fields: observationFields } as const;
const model = { kind: 'name', max: MODEL_LENGTH_MAX, optional: true } as const;

const costMicroUsd = { kind: 'integer', min: 0, max: COST_MICRO_USD_MAX } as const;
const optionalCost = { ...costMicroUsd, optional: true } as const;

const label = { kind: 'name', max: LABEL_LENGTH_MAX } as const;
const optionalLabel = { ...label, optional: true } as const;
const labels = {
  kind: 'object',
  optional: true,
  fields: {
    branch: optionalLabel,
    project: optionalLabel,
    tags: { kind: 'many', optional: true, of: label, max: LABEL_TAGS_MAX },
    user: optionalLabel,
  },
} as const;

const planWindowName = { kind: 'name', max: PLAN_LIMITS.nameLength } as const;
const plan = {
  kind: 'object',
  optional: true,
  fields: {
    binds: { ...planWindowName, optional: true },
    windows: {
      kind: 'many',
      max: PLAN_LIMITS.windows,
      of: {
        kind: 'object',
        fields: {
          name: planWindowName,
          resetAt: { ...timestamp, optional: true },
          used: { kind: 'integer', min: 0, max: PLAN_LIMITS.used },
        },
      },
    },
  },
} as const;

const event: Fields = {
  timestamp,
  tokenCount: tokens,
  toolCalls,
  latencyMs,
  outputLength: { kind: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER },
  outputHash: { kind: 'text', min: 1, max: OUTPUT_HASH_LENGTH_MAX, optional: true },
};

const status = { kind: 'choice', of: ['SUCCESS', 'PARTIAL', 'FAILED', 'BLOCKED'] } as const;

const result: Fields = {
  executed: { kind: 'boolean' },
  status,
  tokensUsed: tokens,
  latencyMs,
};

const endingFields: Fields = {
  cachedTokens: optionalTokens,
  estimated: optionalFlag,
  lost: optionalFlag,
  model,
  plan,
  trouble: {
    kind: 'object',
    optional: true,
    fields: {
      kind: { kind: 'choice', of: ['limited', 'down'] },
      until: { ...timestamp, optional: true },
    },
  },
  costMicroUsd: optionalCost,
  reserved: { kind: 'object', optional: true, fields: { timestamp, costMicroUsd } },
};

const type = (of: string) => ({ kind: 'choice', of: [of] }) as const;

/** The fields of each record type. */
const recordFields: Readonly<Record<AgentRecord['type'], Fields>> = {
  admit: {
    type: type('admit'),
    ...address,
    timestamp,
    purpose: { kind: 'choice', of: ['step', 'side', 'tool', 'save', 'compaction'] },
    estimate: {
      kind: 'object',
      fields: {
        tokenCount: tokens,
        toolCalls,
        costMicroUsd: optionalCost,
        reserveTokens: optionalTokens,
      },
    },
    target: optionalName,
    reserve: optionalFlag,
    repeats: { kind: 'integer', min: 1, max: TOKENS_MAX, optional: true },
    call,
    observed,
    parent: optionalName,
    model,
    provider: optionalName,
    labels,
  },
  event: {
    type: type('event'),
    ...address,
    event: { kind: 'object', fields: event },
    settles,
    target: optionalName,
    call,
    ended: { kind: 'object', optional: true, fields: { status, ...endingFields } },
    observed,
    labels,
  },
  result: {
    type: type('result'),
    ...address,
    timestamp,
    labels,
    result: { kind: 'object', fields: result },
    settles,
    call,
    ...endingFields,
  },
  tick: { type: type('tick'), ...address, timestamp },
  operator: {
    type: type('operator'),
    ...address,
    timestamp,
    action: {
      kind: 'choice',
      of: [
        'activate',
        'deactivate',
        'pause',
        'resume',
        'restart',
        'configure',
        'grant',
        'refuse',
        'stop-all',
        'resume-all',
      ],
    },
    by: optionalName,
    why: { ...text, optional: true },
    target: optionalName,
    envelope: {
      kind: 'object',
      optional: true,
      fields: envelopeFields,
    },
    grace: { kind: 'object', optional: true, fields: graceTerms },
    spent: { kind: 'object', optional: true, fields: spentFields },
    family: optionalFlag,
    turn: optionalFlag,
  },
  signal: {
    type: type('signal'),
    ...address,
    timestamp,
    source: { kind: 'choice', of: ['loop', 'policy', 'detector'] },
    hold: {
      kind: 'choice',
      of: ['kill_switch', 'checkpoint', 'blocker', 'compaction', 'approval'],
      optional: true,
    },
    change: { kind: 'choice', of: ['raise', 'lift', 'note', 'opinion'] },
    details: text,
    target: optionalName,
    would: {
      kind: 'object',
      optional: true,
      fields: {
        rule: { kind: 'choice', of: ['limits', 'budgets', 'team', 'policy', 'loop', 'approval'] },
        act: { kind: 'choice', of: ['refuse', 'wait', 'ask', 'stop'] },
        name: optionalName,
        times: { kind: 'integer', min: 1, max: TOKENS_MAX, optional: true },
      },
    },
    told: { kind: 'choice', of: ['hook', 'adapter', 'wire'], optional: true },
    process: {
      kind: 'object',
      optional: true,
      fields: {
        id: name,
        state: { kind: 'choice', of: ['started', 'ended'] },
        crashed: optionalFlag,
      },
    },
    stuck: {
      kind: 'object',
      optional: true,
      fields: {
        code: { kind: 'choice', of: STUCK_CODES },
        state: { kind: 'choice', of: ['begun', 'over'] },
        until: { ...timestamp, optional: true },
      },
    },
    stop: {
      kind: 'object',
      optional: true,
      fields: {
        state: { kind: 'choice', of: ['ended', 'may_be_alive'] },
        since: timestamp,
      },
    },
    plan,
    opinion: { kind: 'choice', of: ['progress', 'stuck', 'none'], optional: true },
    model,
    costMicroUsd: optionalCost,
  },
};

/** Returns `value` as a record, or throws `RECORD_INVALID` naming the field. Changes nothing. */
export function checkRecord(value: unknown): AgentRecord {
  const kind =
    typeof value === 'object' && value !== null ? (value as { type?: unknown }).type : undefined;
  if (typeof kind !== 'string' || !Object.hasOwn(recordFields, kind)) {
    const known = Object.keys(recordFields).join(', ');
    throw invalid('type', `must be one of ${known}`);
  }
  const fields = recordFields[kind as AgentRecord['type']];
  checkShape(value, fields, 'RECORD_INVALID');
  const record = value as AgentRecord;
  checkTogether(record);
  return record;
}

const TURN_ACTIONS: ReadonlySet<string> = new Set(['deactivate', 'activate']);

/** What no single field can tell: fields that need or exclude each other. */
function checkTogether(record: AgentRecord): void {
  if (record.type === 'operator') {
    const decides = record.action === 'grant' || record.action === 'refuse';
    if (decides !== (record.target !== undefined)) {
      throw invalid('target', `${decides ? 'is missing' : 'is only'} for grant and refuse`);
    }
    const configures = record.action === 'configure';
    if (configures !== (record.envelope !== undefined)) {
      throw invalid('envelope', `${configures ? 'is missing' : 'is only'} for configure`);
    }
    if (record.spent !== undefined && record.envelope?.budgets === undefined) {
      throw invalid('spent', 'is only for configure with budgets');
    }
    if (record.envelope?.keepsSpent !== undefined && record.envelope.budgets === undefined) {
      throw invalid('envelope.keepsSpent', 'is only for configure with budgets');
    }
    if (record.grace !== undefined && record.action !== 'deactivate') {
      throw invalid('grace', 'is only for deactivate');
    }
    if (record.family !== undefined && !(record.action === 'deactivate' && record.thread)) {
      throw invalid('family', 'is only for deactivate of a thread');
    }
    if (record.turn !== undefined && !TURN_ACTIONS.has(record.action)) {
      throw invalid('turn', 'is only for deactivate and activate');
    }
    if (record.action === 'restart' && record.thread !== undefined) {
      throw invalid('thread', 'must be absent: health belongs to the whole session');
    }
    if (configures && record.session !== undefined) {
      throw invalid('session', 'must be absent: an envelope belongs to the whole agent');
    }
  }
  if ((record.type === 'admit' || record.type === 'event') && record.observed !== undefined) {
    if (record.call === undefined)
      throw invalid('call', 'is missing: what was observed has a call');
  }
  if (record.type === 'signal') checkSignal(record);
}

const ONLY_OF_NOTES = ['would', 'told', 'process', 'stuck', 'stop', 'plan'] as const;

/** Notes and opinions have no hold, everything else of a signal has one. */
function checkSignal(record: SignalRecord | NoteRecord | OpinionRecord): void {
  // A note that came with a hold has the type of one without.
  const fields: Partial<
    Pick<SignalRecord, 'hold' | 'target'> & Pick<NoteRecord, (typeof ONLY_OF_NOTES)[number]>
  > &
    Pick<typeof record, 'change'> = record;
  const { change } = record;
  const { hold, target } = fields;
  const misplaced = ONLY_OF_NOTES.find((one) => change !== 'note' && fields[one] !== undefined);
  if (misplaced !== undefined) throw invalid(misplaced, 'is only for note');
  const changesHold = change === 'raise' || change === 'lift';
  if (changesHold !== (hold !== undefined)) {
    throw invalid('hold', changesHold ? 'is missing' : 'is only for raise and lift');
  }
  checkOpinion(record);
  if (fields.stuck?.state === 'over' && fields.stuck.until !== undefined) {
    throw invalid('stuck.until', 'is only for begun');
  }
  if ((hold === 'approval') !== (target !== undefined)) {
    throw invalid(
      'target',
      `${hold === 'approval' ? 'is missing' : 'is only'} for the hold approval`,
    );
  }
}

/** An opinion is about one conversation, comes from a detector, and nothing else has its fields. */
function checkOpinion(record: SignalRecord | NoteRecord | OpinionRecord): void {
  const isOpinion = record.change === 'opinion';
  const {
    opinion,
    model: asked,
    costMicroUsd: cost,
  }: Partial<OpinionRecord> = record as Partial<OpinionRecord>;
  if (isOpinion !== (opinion !== undefined)) {
    throw invalid('opinion', `${isOpinion ? 'is missing' : 'is only'} for the change opinion`);
  }
  if (!isOpinion && (asked !== undefined || cost !== undefined)) {
    throw invalid(asked === undefined ? 'costMicroUsd' : 'model', 'is only for the change opinion');
  }
  if (!isOpinion) return;
  if (record.thread === undefined) throw invalid('thread', 'is missing: an opinion is about one');
  if (record.source !== 'detector') throw invalid('source', 'must be detector for an opinion');
}

function invalid(field: string, problem: string): TripwireError {
  return new TripwireError('RECORD_INVALID', `field ${field} ${problem}`, field);
}
