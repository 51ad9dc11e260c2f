/**
 * The calls of a thread's last answer, for requests that bring results alone or none at all. Bounded.
 */
import { hash } from 'node:crypto';
import type { MadeToolCall } from '../../wire/index.ts';
import type { Remembered } from './thread-memory-table.ts';

const CALLS_MAX = 16;
const ARGUMENTS_CHARACTERS_MAX = 2_048;
const NAME_CHARACTERS_MAX = 256;

/** The first calls; long arguments are kept as their hash, which still tells equal from different. */
export function keptCalls(calls: readonly MadeToolCall[]): Remembered['calls'] {
  return calls.slice(0, CALLS_MAX).map(({ callId, tool, args, canonicalArgs }) => ({
    ...(callId === undefined ? {} : { callId: callId.slice(0, NAME_CHARACTERS_MAX) }),
    tool: tool.slice(0, NAME_CHARACTERS_MAX),
    args:
      canonicalArgs.length <= ARGUMENTS_CHARACTERS_MAX
        ? args
        : { sha256: hash('sha256', canonicalArgs, 'hex') },
  }));
}
