/**
 * How a call ends: what it really used is recorded in place of what was reserved for it.
 *
 * Nobody waits to pass here, so the records are patient and what fails is not thrown: a chain that cannot write
 * refuses everything until it can.
 */
import type { CallEnd } from '../core/index.ts';
import { endRecord, placeOf } from './call-records.ts';
import type { OpenCalls } from './open-calls.ts';
import type { Passage } from './passage.ts';
import type { Recorder } from './recorder.ts';
import type { Standing } from './standing.ts';

/** What a call is settled with. */
export interface SettlingParts {
  readonly recorder: Recorder;
  readonly standing: Standing;
  readonly calls: OpenCalls;
}

/** Settles a call; resolves when that is durable, or cannot be. */
export async function settleCall(
  parts: SettlingParts,
  way: Passage,
  {
    id,
    admittedAt,
    end,
  }: { readonly id: string; readonly admittedAt: number; readonly end: CallEnd },
): Promise<void> {
  const { recorder, calls } = parts;
  const { ask, chain } = way;
  calls.remove(way.call);
  const ended = { id, ask, admittedAt, end, timestamp: recorder.clock.now() };
  try {
    const recorded = recorder.record(chain, endRecord(ended), { patient: true }).acknowledged;
    if (ask.purpose === 'compaction' && end.status === 'SUCCESS') liftCompaction(parts, way);
    await recorded;
  } catch (error) {
    // The store cannot write: the chain refuses until it can, and what was reserved leaves the minute by itself.
    recorder.log.warn('store', 'settling a call', error, { agent: ask.agent, call: id });
  }
}

/** The conversation was compacted: the hold that waited for it is lifted, where it stands. */
function liftCompaction({ recorder, standing }: SettlingParts, way: Passage): void {
  const { ask, chain, call } = way;
  const held = standing.compactionDemand(chain, call);
  if (held === undefined) return;
  const { session, thread } = placeOf(ask);
  recorder.record(chain, {
    agent: ask.agent,
    change: 'lift',
    details: 'the conversation was compacted',
    hold: 'compaction',
    ...(session === undefined || held.level === 'agent' ? {} : { session }),
    source: 'loop',
    ...(thread === undefined || held.level !== 'thread' ? {} : { thread }),
    timestamp: recorder.clock.now(),
    type: 'signal',
  });
}
