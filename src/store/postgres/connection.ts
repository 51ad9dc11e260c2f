/**
 * The way to a database: its driver, its time-outs, its tables, and the one way to ask.
 *
 * Pools of their own, so that what only reads never makes an append wait, and neither holds up the lease: appends are sent one
 * after the other over a connection of their own. A server that is silent is given up after a time; the connection is thrown away with it, because nobody
 * knows what it would still do.
 */
import type { Pool, PoolClient, PoolConfig } from 'pg';
import { errorCode } from '../../base/error-words.ts';
import { StoreError } from '../store-error.ts';
import { postgresFailure } from './failure.ts';
import { listenOn } from './listening.ts';
import { prepareTables } from './preparing.ts';

/** How a database is opened. */
export interface OpenDatabase {
  /** `postgres://user:password@host:port/name`; what it leaves out is read from the `PG*` variables. */
  readonly url: string;
  /** The tables are taken as they are, and nothing is written. */
  readonly readOnly: boolean;
  /** Nobody waits for its answers, so they may take long. */
  readonly patient?: boolean;
}

/** What the server says beside its answer. */
interface NoticeMessage {
  readonly severity?: string | undefined;
  readonly message?: string | undefined;
}

/** One row of an answer. */
export type Row = Readonly<Record<string, unknown>>;
/** Asks within one transaction, or outside of any. */
export type Ask = (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** Some connections to a database. */
export interface Asker {
  ask<T = Row>(doing: string, sql: string, values?: readonly unknown[]): Promise<readonly T[]>;
  /** Runs the work and commits it, all or nothing. */
  write<T>(doing: string, work: (ask: Ask) => Promise<T>): Promise<T>;
}

/** An open database. */
export interface Connection extends Asker {
  /** Appends, one after the other. */
  readonly appends: Asker;
  /** Appends that wait for a lock, so that they hold up no others. */
  readonly waiting: Asker;
  /** The lease, which nothing may hold up and which gives up sooner. */
  readonly turns: Asker;
  /** Calls a listener at every message on a channel, and when it may have missed some; returns how to stop that. */
  listen(channel: string, heard: () => void): () => Promise<void>;
  /** Where it is, without its password. */
  readonly place: string;
  close(): Promise<void>;
}

/** The server gives up a statement before this side gives up the server. */
const STATEMENT_MS = 4_000;
const LOCK_MS = 2_000;
const ANSWER_MS = 5_000;
const CONNECT_MS = 5_000;
const LEASE_ANSWER_MS = 1_000;
/** For a person who reads a journal, on a machine or a database that may be busy. */
const PATIENT_STATEMENT_MS = 60_000;
const PATIENT_ANSWER_MS = 65_000;
const READERS_MAX = 4;
const WAITERS_MAX = 2;
/** A number of 64 bits, which the driver gives as a text. What is stored fits into a number. */
const INT8 = 20;

/** Opens a database and brings its tables up to date. */
export async function openConnection(database: OpenDatabase): Promise<Connection> {
  const { url, readOnly, patient = false } = database;
  const { Pool: PoolClass, Client: ClientClass, types } = await loadDriver();
  const place = placeOf(url);
  const config: PoolConfig = {
    connectionString: url,
    application_name: 'tripwire',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: patient ? PATIENT_STATEMENT_MS : STATEMENT_MS,
    lock_timeout: LOCK_MS,
    query_timeout: patient ? PATIENT_ANSWER_MS : ANSWER_MS,
    idle_in_transaction_session_timeout: ANSWER_MS,
    keepAlive: true,
    ...(readOnly ? { options: '-c default_transaction_read_only=on' } : {}),
    allowExitOnIdle: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : (types.getTypeParser(oid, format) as unknown),
    },
  };
  const readers = new PoolClass({ ...config, max: READERS_MAX });
  const writer = new PoolClass({ ...config, max: 1 });
  const leases = new PoolClass({
    ...config,
    max: 1,
    connectionTimeoutMillis: LEASE_ANSWER_MS,
    statement_timeout: LEASE_ANSWER_MS,
    query_timeout: LEASE_ANSWER_MS,
  });
  const waiters = new PoolClass({ ...config, max: WAITERS_MAX });
  const pools = [readers, writer, leases, waiters];
  // A connection breaks, whether it is used or not: the question under way is told so, and the next opens another.
  for (const pool of pools) {
    pool.on('error', () => undefined);
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
    });
  }
  const close = async () => {
    await Promise.all(pools.map((pool) => pool.end()));
  };
  try {
    await prepareTables(askerOf(readers, place), place, readOnly);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...askerOf(readers, place),
    appends: askerOf(writer, place),
    waiting: askerOf(waiters, place),
    turns: askerOf(leases, place),
    listen: (channel, heard) => listenOn(() => new ClientClass(config), channel, heard),
    place,
    close,
  };
}

/** The driver is an optional package, loaded where somebody asks for a database. */
async function loadDriver() {
  try {
    const { default: driver } = await import('pg');
    return driver;
  } catch (error) {
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StoreError(
      'STORE_UNAVAILABLE',
      'the driver for Postgres is not installed: npm install pg@8, beside agent-tripwire.',
    );
  }
}

function askerOf(pool: Pool, place: string): Asker {
  const using = async <T>(doing: string, work: (client: PoolClient) => Promise<T>): Promise<T> => {
    let client: PoolClient | null = null;
    try {
      client = await pool.connect();
      const result = await heeded(client, work);
      client.release();
      return result;
    } catch (error) {
      // Nobody knows in which state it is, so it is not used again.
      client?.release(true);
      throw postgresFailure(error, place, doing);
    }
  };
  return {
    ask: (doing, sql, values = []) =>
      using(doing, async (client) => (await client.query(sql, [...values])).rows as never),
    write: (doing, work) => using(doing, (client) => inTransaction(client, work)),
  };
}

/** A commit that counts although its standby did not confirm it comes with a warning: then its outcome is unknown. */
async function heeded<T>(client: PoolClient, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const warnings: string[] = [];
  const heed = ({ severity, message = '' }: NoticeMessage) => {
    if (severity === 'WARNING') warnings.push(message);
  };
  client.on('notice', heed);
  try {
    const result = await work(client);
    if (warnings.length > 0) throw new Error(`done with a warning: ${warnings.join('; ')}`);
    return result;
  } finally {
    client.off('notice', heed);
  }
}

async function inTransaction<T>(client: PoolClient, work: (ask: Ask) => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  const result = await work(
    async (sql, values = []) => (await client.query(sql, [...values])).rows as Row[],
  );
  await client.query('COMMIT');
  return result;
}

/** An address for people: no password, no user. */
function placeOf(url: string): string {
  const found = URL.parse(url);
  if (found === null) return 'the Postgres database';
  return `postgres://${found.host}${found.pathname}`;
}
