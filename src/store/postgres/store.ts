/**
 * A store in a Postgres database: the journal of a server that keeps nothing on its own disk.
 *
 * Everything is one statement or one transaction. Batches that arrive while a commit is under way are written together
 * by the next one.
 */
import { checkedStore } from '../checked-store.ts';
import { groupCommit } from '../group-commit.ts';
import type { Store } from '../store.ts';
import { appender, soleWriter, type Writer } from './append.ts';
import { openConnection, type Connection } from './connection.ts';
import { postgresJournal } from './journal.ts';
import { postgresDocuments, postgresEvents, postgresEvidence, postgresKeys } from './tables.ts';
import { takeTurn, type Turn, type TurnTaker } from './turn.ts';

/** Which database, and how. */
export interface PostgresStoreOptions {
  /** `postgres://user@host:port/name`; what it leaves out is read from the `PG*` variables. */
  readonly url: string;
  /** To look at the journal while somebody else writes it; changes nothing. */
  readonly readOnly?: boolean;
  /** For a person who reads: answers may take long. */
  readonly patient?: boolean;
}

/** A store whose turn this process has. */
export interface ServedStore {
  readonly store: Store;
  readonly turn: Turn;
}

const SIZE_SQL = `
  SELECT coalesce(sum(pg_total_relation_size(pg_class.oid)), 0)::bigint AS bytes FROM pg_class
    JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'tripwire' AND relkind = 'r'`;

/** Opens the database, and makes the tables where there are none. It takes no turn: for tools and tests. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, readOnly = false, patient = false } = options;
  const connection = await openConnection({ url, readOnly, patient });
  return storeOn(
    connection,
    soleWriter(() => null),
    () => connection.close(),
  );
}

/** Opens the database and takes the turn to serve it; closing the store gives the turn back. */
export async function openServedStore(url: string, taker: TurnTaker): Promise<ServedStore> {
  const connection = await openConnection({ url, readOnly: false });
  try {
    const turn = await takeTurn(connection, taker);
    const close = async () => {
      await turn.release();
      await connection.close();
    };
    return {
      turn,
      store: storeOn(
        connection,
        soleWriter(() => turn.epoch),
        close,
      ),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** The store on an open database, as somebody writes it. */
export function storeOn(connection: Connection, writer: Writer, close: () => Promise<void>): Store {
  const commits = groupCommit(appender(connection.appends, writer));
  return checkedStore({
    append: (batch) => commits.append(batch),
    ...postgresJournal(connection),
    ...postgresEvents(connection),
    ...postgresKeys(connection),
    ...postgresEvidence(connection),
    ...postgresDocuments(connection),
    sizeBytes: async () => {
      const [size] = await connection.ask('measuring', SIZE_SQL);
      return Number(size?.['bytes']);
    },
    close: async () => {
      await commits.idle();
      await close();
    },
  });
}
