/**
 * One Postgres for all test files of the project; each test makes databases of its own in it.
 *
 * The runner starts it before the first file and removes it after the last. Its address is in the environment, because
 * the files run in other processes.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from './postgres-cluster.ts';

const ADDRESS = 'TRIPWIRE_TEST_POSTGRES';

/** Called by the runner; what it returns is called at the end. */
export async function setup(): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  process.env[ADDRESS] = cluster.url('postgres');
  return () => cluster.remove();
}

/** A new, empty database; its address. */
export async function newDatabase(): Promise<string> {
  const admin = process.env[ADDRESS];
  if (admin === undefined)
    throw new Error('run this file by its project: vitest run --project fleet');
  const name = `t${randomUUID().replaceAll('-', '')}`;
  await askOnce(admin, `CREATE DATABASE ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return url.href;
}

/** Asks a database something, over a connection of its own. */
export async function askOnce(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
