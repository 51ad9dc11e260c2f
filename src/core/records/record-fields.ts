/** The fields that records of several types have. */
import {
  NAME_LENGTH_MAX,
  TEXT_LENGTH_MAX,
  TIMESTAMP_MAX,
  TOKENS_MAX,
  TOOL_CALLS_MAX,
} from '../limits.ts';

export const timestamp = { kind: 'integer', min: 0, max: TIMESTAMP_MAX } as const;
export const tokens = { kind: 'integer', min: 0, max: TOKENS_MAX } as const;
export const optionalTokens = { ...tokens, optional: true } as const;
export const toolCalls = { kind: 'integer', min: 0, max: TOOL_CALLS_MAX } as const;
export const latencyMs = { kind: 'number', min: 0, max: Number.MAX_SAFE_INTEGER } as const;
export const name = { kind: 'name', max: NAME_LENGTH_MAX } as const;
export const optionalName = { ...name, optional: true } as const;
export const text = { kind: 'text', min: 1, max: TEXT_LENGTH_MAX } as const;
export const optionalFlag = { kind: 'boolean', optional: true } as const;
