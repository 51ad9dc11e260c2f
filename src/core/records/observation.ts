/**
 * What a source saw of a call, as digests: the only form in which text reaches the core.
 *
 * The fields are checked like every other field of a record, because a journal that is read back is
 * outside data too.
 */
import type { EventDigest } from '../../detect/index.ts';
import { TIMESTAMP_MAX, TOOL_CALLS_MAX } from '../limits.ts';
import type { Field, Fields } from './field-check.ts';
import { optionalFlag } from './record-fields.ts';

/** What was new in a request, or what a response said. */
export interface Observation {
  /** SimHash of the normalised last user message, with a request. */
  readonly prompt?: string;
  /** SimHash of the normalised answer, with a response. */
  readonly response?: string;
  /** Signatures of the tool calls the model made, with a response. */
  readonly calls?: readonly string[];
  /** Digests of what is new in the thread, in order. */
  readonly digests?: readonly EventDigest[];
}

/** Digests a record may carry; a request with more new events is cut into several records. */
export const DIGESTS_MAX = 32;
const CALLS_MAX = 16;
const SMALL_HASH_MAX = 0xffffff;

type ToolDigest = Extract<EventDigest, { kind: 'tool' }>['step'];
type SaidDigest = Extract<EventDigest, { kind: 'prompt' | 'response' }>;
/** A table with exactly the fields of a type, so that a new field cannot be forgotten here. */
type FieldsOf<T> = Readonly<Record<keyof T, { readonly optional?: true } & Field>>;

const simhash = { kind: 'text', min: 16, max: 16 } as const;
const shortHash = { kind: 'text', min: 1, max: 16 } as const;
const orNull = (field: Field) => ({ kind: 'nullable', field }) as const;
const atMs = orNull({ kind: 'integer', min: 0, max: TIMESTAMP_MAX });
const smallHashes = (max: number) =>
  ({ kind: 'many', max, of: { kind: 'integer', min: 0, max: SMALL_HASH_MAX } }) as const;
const flag = { kind: 'boolean' } as const;

/** Digests of version 0.1 lack some fields and keep more words and lines; they are read, and judged with what they have. */
const sinceVersion02 = { optional: true } as const;

const toolDigest = {
  tool: { kind: 'text', min: 0, max: 48 },
  nature: {
    kind: 'choice',
    of: ['read', 'change', 'run', 'act', 'plan', 'screen', 'wait', 'spawn'],
  },
  kind: { kind: 'integer', min: 0, max: SMALL_HASH_MAX, ...sinceVersion02 },
  about: { kind: 'integer', min: 0, max: SMALL_HASH_MAX, ...sinceVersion02 },
  call: shortHash,
  looseCall: shortHash,
  slots: { ...smallHashes(11), ...sinceVersion02 },
  words: smallHashes(20),
  outcome: shortHash,
  exactOutcome: shortHash,
  shape: { ...shortHash, ...sinceVersion02 },
  numbers: {
    kind: 'many',
    max: 6,
    of: { kind: 'integer', min: 0, max: 999_999_999 },
    ...sinceVersion02,
  },
  names: { ...smallHashes(8), ...sinceVersion02 },
  ids: { ...smallHashes(24), ...sinceVersion02 },
  error: orNull(shortHash),
  errorText: orNull(shortHash),
  content: { ...flag, ...sinceVersion02 },
  lines: smallHashes(40),
  negative: flag,
  infrastructure: flag,
  bare: flag,
  unfinished: flag,
  terminal: { ...flag, ...sinceVersion02 },
  red: { ...flag, ...sinceVersion02 },
  sleepMs: { kind: 'integer', min: 0, max: 86_400_000, ...sinceVersion02 },
  picture: { ...flag, ...sinceVersion02 },
  limited: optionalFlag,
  refused: optionalFlag,
  portion: optionalFlag,
  reading: optionalFlag,
  sentence: { ...flag, ...sinceVersion02 },
  symptom: { ...smallHashes(3), ...sinceVersion02 },
  tally: { ...smallHashes(2), ...sinceVersion02 },
  poll: flag,
  atMs,
} as const satisfies FieldsOf<ToolDigest>;

const chantFields: Fields = {
  periodWords: { kind: 'integer', min: 1, max: TOOL_CALLS_MAX },
  repeats: { kind: 'integer', min: 1, max: TOOL_CALLS_MAX },
};

const saidDigest = {
  kind: { kind: 'choice', of: ['prompt', 'response'] },
  exact: shortHash,
  numbers: { ...smallHashes(4), ...sinceVersion02 },
  items: { ...smallHashes(40), ...sinceVersion02 },
  words: smallHashes(24),
  count: { kind: 'integer', min: 1, max: 100, ...sinceVersion02 },
  chant: orNull({ kind: 'object', fields: chantFields }),
  atMs,
} as const satisfies FieldsOf<SaidDigest>;

const kind = (of: string) => ({ kind: 'choice', of: [of] }) as const;

/** The fields of an observation. */
export const observationFields: Fields = {
  prompt: { ...simhash, optional: true },
  response: { ...simhash, optional: true },
  calls: { kind: 'many', max: CALLS_MAX, of: shortHash, optional: true },
  digests: {
    kind: 'many',
    max: DIGESTS_MAX,
    optional: true,
    of: {
      kind: 'variant',
      by: 'kind',
      of: {
        tool: { kind: kind('tool'), step: { kind: 'object', fields: toolDigest } },
        prompt: saidDigest,
        response: saidDigest,
        compaction: { kind: kind('compaction') },
      },
    },
  },
};
