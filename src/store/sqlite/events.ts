/** The events in SQLite: what people look at, derived from the journal. */
import type { EventQuery, NewEvent, StoredEvent } from '../store.ts';
import type { Connection } from './connection.ts';

/** What the worker does with events. */
export interface SqliteEvents {
  events(query: EventQuery): readonly StoredEvent[];
  replaceEvents(agent: string, events: readonly NewEvent[]): void;
  /** Within a transaction of the journal. */
  insert(event: NewEvent): void;
  /** Within a transaction of the journal. */
  adopt(events: readonly StoredEvent[]): void;
  /** Within a transaction of the journal. */
  removeThrough(agent: string, seq: number): void;
}

/** The events of an open file. */
export function sqliteEvents(connection: Connection): SqliteEvents {
  const { database } = connection;
  const insertion = database.prepare(
    `INSERT INTO events (agent, session, seq, event_type, timestamp, reason, details)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const insert = ({ agent, session, seq, eventType, timestamp, reason, details }: NewEvent) => {
    insertion.run(agent, session, seq, eventType, timestamp, reason, details);
  };
  return {
    insert,
    events: (query) => {
      const { sql, values } = eventSql(query);
      return database.prepare(sql).all(...values) as unknown as StoredEvent[];
    },
    replaceEvents: (agent, events) =>
      connection.write(() => {
        database.prepare('DELETE FROM events WHERE agent = ?').run(agent);
        for (const event of events) insert(event);
      }),
    adopt: (events) => {
      const kept = database.prepare(
        `INSERT INTO events (id, agent, session, seq, event_type, timestamp, reason, details)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
      );
      for (const { id, agent, session, seq, eventType, timestamp, reason, details } of events) {
        kept.run(id, agent, session, seq, eventType, timestamp, reason, details);
      }
    },
    removeThrough: (agent, seq) => {
      database.prepare('DELETE FROM events WHERE agent = ? AND seq <= ?').run(agent, seq);
    },
  };
}

function eventSql(query: EventQuery) {
  const { agent, session, type, since, until, afterId, newestFirst = false, limit } = query;
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const where = (condition: string, value: string | number | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  where('agent = ?', agent);
  where('session = ?', session);
  where('event_type = ?', type);
  where('timestamp >= ?', since);
  where('timestamp <= ?', until);
  where(newestFirst ? 'id < ?' : 'id > ?', afterId);
  const filter = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const sql = `
    SELECT id, agent, session, seq, event_type AS eventType, timestamp, reason, details
      FROM events ${filter} ORDER BY id ${newestFirst ? 'DESC' : 'ASC'} LIMIT ?`;
  return { sql, values: [...values, limit] };
}
