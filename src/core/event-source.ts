/**
 * Where records come from.
 *
 * A source delivers data only, without interpretation: whatever it thinks of an event has no way
 * into the core.
 */
import type { AgentRecord } from './records/records.ts';

/** Anything that delivers records in order, such as a log, a proxy or a hook. */
export type AgentEventSource = AsyncIterable<AgentRecord>;
