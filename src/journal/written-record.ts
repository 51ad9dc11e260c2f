/**
 * A record as a row writes it: without its agent, its type and its time where the columns of the row say them.
 *
 * The hash of the row covers the columns, so nothing is lost, and a third of the bytes of a quiet row are saved.
 */
import { isObject, type JsonObject } from '../base/json-values.ts';
import { present } from '../base/present.ts';
import type { AgentRecord } from '../core/index.ts';
import type { JournalRow } from '../store/index.ts';

type RowColumns = Pick<JournalRow, 'agent' | 'at' | 'kind'>;

/** What of a record is written, with its members in canonical order. */
export function writtenRecord(record: AgentRecord, { at }: Pick<RowColumns, 'at'>): object {
  if (record.type === 'event') {
    const { agent: _agent, type: _type, call, ended, event, ...rest } = record;
    const { timestamp, ...untimed } = event;
    return { ...present({ call, ended }), event: timestamp === at ? untimed : event, ...rest };
  }
  const { agent: _agent, type: _type, timestamp, ...rest } = record;
  return timestamp === at ? rest : { ...rest, timestamp };
}

/** The record that was written, always with its agent; null where it repeats what the row says: it has one form. */
export function wholeRecord(
  written: JsonObject,
  { agent, at, kind }: RowColumns,
): AgentRecord | null {
  if (Object.hasOwn(written, 'agent') || Object.hasOwn(written, 'type')) return null;
  const { event } = written;
  const timed = kind === 'event' && isObject(event) ? event : written;
  if (timed['timestamp'] === at) return null;
  if (timed === written) {
    return { agent, timestamp: at, ...written, type: kind } as unknown as AgentRecord;
  }
  return {
    agent,
    ...written,
    event: { timestamp: at, ...timed },
    type: kind,
  } as unknown as AgentRecord;
}
