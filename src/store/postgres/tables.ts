/** What is kept beside the journal in Postgres: events, agents' keys, evidence, documents. */
import type { StoreOperations } from '../checked-store.ts';
import type {
  AgentKey,
  EventQuery,
  Evidence,
  KnownDocument,
  StoredDocument,
  StoredEvent,
} from '../store.ts';
import type { Ask, Connection } from './connection.ts';

/** The events of an open database. */
export function postgresEvents(
  connection: Connection,
): Pick<StoreOperations, 'events' | 'replaceEvents'> {
  return {
    events: (query) => {
      const { sql, values } = eventSql(query);
      return connection.ask<StoredEvent>('reading events', sql, values);
    },
    replaceEvents: (agent, events) =>
      connection.write('writing events', async (ask) => {
        const [number] = await ask(
          'UPDATE tripwire.event_numbers SET last = last + $1 RETURNING last',
          [events.length],
        );
        const first = Number(number?.['last']) - events.length + 1;
        await ask('DELETE FROM tripwire.events WHERE agent = $1', [agent]);
        await insertEvents(
          ask,
          events.map((event, index) => ({ ...event, id: first + index })),
        );
      }),
  };
}

/** Events with the numbers they have in another store; later ones get higher numbers. */
export async function adoptEvents(ask: Ask, events: readonly StoredEvent[]): Promise<void> {
  const last = Math.max(...events.map(({ id }) => id));
  await ask('UPDATE tripwire.event_numbers SET last = greatest(last, $1)', [last]);
  await insertEvents(ask, events);
}

async function insertEvents(ask: Ask, events: readonly StoredEvent[]): Promise<void> {
  await ask(
    `INSERT INTO tripwire.events (id, agent, session, seq, event_type, "timestamp", reason, details)
       SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[],
         $6::bigint[], $7::text[], $8::text[]) ON CONFLICT (id) DO NOTHING`,
    [
      events.map(({ id }) => id),
      events.map(({ agent }) => agent),
      events.map(({ session }) => session),
      events.map(({ seq }) => seq),
      events.map(({ eventType }) => eventType),
      events.map(({ timestamp }) => timestamp),
      events.map(({ reason }) => reason),
      events.map(({ details }) => details),
    ],
  );
}

/** The agents' keys of an open database. */
export function postgresKeys(
  connection: Connection,
): Pick<StoreOperations, 'putKey' | 'keys' | 'removeKey'> {
  return {
    putKey: ({ keyHash, agent, createdAt, label }) =>
      connection.write('keeping a key', async (ask) => {
        await ask(
          `INSERT INTO tripwire.agent_keys (key_hash, agent, created_at, label)
           VALUES (decode($1, 'hex'), $2, $3, $4)
           ON CONFLICT (key_hash) DO UPDATE SET agent = excluded.agent,
             created_at = excluded.created_at, label = excluded.label`,
          [keyHash, agent, createdAt, label],
        );
        await announce(ask, 'keys');
      }),
    keys: () =>
      connection.ask<AgentKey>(
        'reading the keys',
        `SELECT encode(key_hash, 'hex') AS "keyHash", agent, created_at AS "createdAt", label
           FROM tripwire.agent_keys ORDER BY created_at, key_hash`,
      ),
    removeKey: (keyHash) =>
      connection.write('removing a key', async (ask) => {
        const removed = await ask(
          "DELETE FROM tripwire.agent_keys WHERE key_hash = decode($1, 'hex') RETURNING agent",
          [keyHash],
        );
        if (removed.length > 0) await announce(ask, 'keys');
        return removed.length > 0;
      }),
  };
}

/** The evidence of an open database. */
export function postgresEvidence(
  connection: Connection,
): Pick<StoreOperations, 'putEvidence' | 'evidence' | 'dropEvidence'> {
  return {
    putEvidence: async ({ agent, session, seq, at, hash, body }) => {
      await connection.ask(
        'keeping evidence',
        `INSERT INTO tripwire.evidence (agent, session, seq, at, hash, body)
           VALUES ($1, $2, $3, $4, decode($5, 'hex'), $6) ON CONFLICT (agent, hash) DO NOTHING`,
        [agent, session, seq, at, hash, body],
      );
    },
    evidence: (agent, limit) =>
      connection.ask<Evidence>(
        'reading evidence',
        `SELECT agent, session, seq, at, encode(hash, 'hex') AS hash, body FROM tripwire.evidence
           WHERE agent = $1 ORDER BY at DESC, seq DESC LIMIT $2`,
        [agent, limit],
      ),
    dropEvidence: async (before) => {
      const [dropped] = await connection.ask(
        'dropping evidence',
        `WITH dropped AS (DELETE FROM tripwire.evidence WHERE at < $1 RETURNING 1)
           SELECT count(*) AS count FROM dropped`,
        [before],
      );
      return Number(dropped?.['count']);
    },
  };
}

/** What every node keeps in memory and has to read again. */
const PEOPLE: ReadonlySet<string> = new Set([
  'token',
  'sign-in',
  'owner-token',
  'alert-channel',
  'control-settings',
]);

/** Tells other nodes that something of this kind changed, in the transaction that changes it. */
async function announce(ask: Ask, kind: 'keys' | 'people'): Promise<void> {
  await ask('SELECT tripwire.announce(ARRAY[$1::text], ARRAY[$1::text])', [kind]);
}

/** "Docs": the locks under which a document is looked at that may not be there, so that there is no row to lock. */
const DOCUMENT_LOCKS = 0x446f6373;

/** Locks these documents, whether they are there or not, and compares them. */
async function areAsKnown(ask: Ask, known: readonly KnownDocument[]): Promise<boolean> {
  if (known.length === 0) return true;
  const keys = [known.map(({ kind }) => kind), known.map(({ id }) => id)];
  // Everybody locks in one order.
  await ask(
    `SELECT pg_advisory_xact_lock(${DOCUMENT_LOCKS}, key) FROM (
       SELECT DISTINCT hashtext(kind || '/' || id) AS key FROM unnest($1::text[], $2::text[]) AS known (kind, id)
         ORDER BY key) AS keys`,
    keys,
  );
  const found = await ask(
    `SELECT documents.kind, documents.id, body FROM tripwire.documents
       JOIN unnest($1::text[], $2::text[]) AS known (kind, id) USING (kind, id)
       ORDER BY documents.kind, documents.id FOR UPDATE OF documents`,
    keys,
  );
  return known.every(({ kind, id, body }) => {
    const row = found.find((one) => one['kind'] === kind && one['id'] === id);
    return (row?.['body'] ?? null) === body;
  });
}

/** What the control plane keeps of its own. */
export function postgresDocuments(
  connection: Connection,
): Pick<StoreOperations, 'changeDocuments' | 'documents'> {
  return {
    changeDocuments: ({ put = [], remove = [], expect = [] }) =>
      connection.write('changing documents', async (ask) => {
        if (!(await areAsKnown(ask, expect))) return false;
        await ask(
          `DELETE FROM tripwire.documents USING unnest($1::text[], $2::text[]) AS gone (kind, id)
             WHERE documents.kind = gone.kind AND documents.id = gone.id`,
          [remove.map(({ kind }) => kind), remove.map(({ id }) => id)],
        );
        // One by one: of two with the same id the later one counts.
        for (const { kind, id, at, body } of put) {
          await ask(
            `INSERT INTO tripwire.documents (kind, id, at, body) VALUES ($1, $2, $3, $4)
               ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at, body = excluded.body`,
            [kind, id, at, body],
          );
        }
        // A session that is used is written often, and only its end concerns others.
        const told = [...put.filter(({ kind }) => kind !== 'sign-in'), ...remove];
        if (told.some(({ kind }) => PEOPLE.has(kind))) await announce(ask, 'people');
        return true;
      }),
    documents: ({ kind, id, until, newestFirst = false, limit }) => {
      const order = newestFirst ? 'DESC' : 'ASC';
      return connection.ask<StoredDocument>(
        'reading documents',
        `SELECT kind, id, at, body FROM tripwire.documents
           WHERE ($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR id = $2) AND ($3::float8 IS NULL OR at <= $3)
           ORDER BY at ${order}, id ${order} LIMIT $4`,
        [kind ?? null, id ?? null, until ?? null, limit],
      );
    },
  };
}

function eventSql(query: EventQuery) {
  const { agent, session, type, since, until, afterId, newestFirst = false, limit } = query;
  const conditions: string[] = [];
  const values: (string | number)[] = [limit];
  const where = (condition: string, value: string | number | undefined) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`${condition} $${values.length}`);
  };
  where('agent =', agent);
  where('session =', session);
  where('event_type =', type);
  where('"timestamp" >=', since);
  where('"timestamp" <=', until);
  where(newestFirst ? 'id <' : 'id >', afterId);
  const filter = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const sql = `
    SELECT id, agent, session, seq, event_type AS "eventType", "timestamp", reason, details
      FROM tripwire.events ${filter} ORDER BY id ${newestFirst ? 'DESC' : 'ASC'} LIMIT $1`;
  return { sql, values };
}
