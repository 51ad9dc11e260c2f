/**
 * Makes the tables of a database, or brings them up to date, under a lock; refuses those of a newer version.
 *
 * While a server of an older version works on them they stay as they are: it read their version when it started, and
 * would not notice that they changed under it.
 */
import { StoreError } from '../store-error.ts';
import type { Ask, Asker } from './connection.ts';
import { MIGRATIONS } from './migrations.ts';

/** "Trip": the lock under which the tables are changed. */
const MIGRATION_LOCK = 0x54726970;

/** Whoever begins to serve locks this row first, so nobody begins meanwhile. */
const LOCK_TURN = 'SELECT 1 FROM tripwire.serving FOR UPDATE';
const ALONE = 'SELECT node AS name FROM tripwire.serving WHERE lease_until >= clock_timestamp()';
const HAS_NODES = "SELECT to_regclass('tripwire.nodes') IS NOT NULL AS known";
const NODES = `
  SELECT name FROM tripwire.nodes WHERE NOT fenced AND lease_until >= clock_timestamp() ORDER BY node`;

/** Makes them usable for this version; `readOnly`: as they are, or not at all. */
export async function prepareTables(asker: Asker, place: string, readOnly: boolean): Promise<void> {
  const version = await versionOf(asker, place);
  if (version === MIGRATIONS.length) return requireDurable(asker, place);
  if (readOnly) {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `${place} has tables of version ${version}, and this Tripwire reads version ${MIGRATIONS.length}: ` +
        'start Tripwire on it once, which makes them.',
    );
  }
  await requireDurable(asker, place);
  const served = await asker.write('making the tables', async (ask) => {
    await ask('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await ask('CREATE SCHEMA IF NOT EXISTS tripwire');
    await ask('CREATE TABLE IF NOT EXISTS tripwire.schema_version (version integer NOT NULL)');
    // Another node may have made them meanwhile.
    const [found] = await ask('SELECT version FROM tripwire.schema_version');
    const known = Number(found?.['version'] ?? 0);
    if (known >= MIGRATIONS.length) return null;
    const server = known === 0 ? null : await whoServes(ask);
    if (server !== null) return { server, known };
    for (const step of MIGRATIONS.slice(known)) await ask(step);
    await ask('DELETE FROM tripwire.schema_version');
    await ask('INSERT INTO tripwire.schema_version VALUES ($1)', [MIGRATIONS.length]);
    return null;
  });
  if (served === null) return;
  throw new StoreError(
    'STORE_UNAVAILABLE',
    `${served.server} serves ${place} with tables of version ${served.known}, and this Tripwire needs version ` +
      `${MIGRATIONS.length}: end all servers of the older version first. Nothing was changed.`,
  );
}

async function whoServes(ask: Ask): Promise<string | null> {
  await ask(LOCK_TURN);
  const [alone] = await ask(ALONE);
  if (alone !== undefined) return String(alone['name']);
  const [fleet] = await ask(HAS_NODES);
  if (fleet?.['known'] !== true) return null;
  const [node] = await ask(NODES);
  return node === undefined ? null : String(node['name']);
}

async function versionOf(asker: Asker, place: string): Promise<number> {
  const [known] = await asker.ask(
    'opening',
    "SELECT to_regclass('tripwire.schema_version') IS NOT NULL AS known",
  );
  if (known?.['known'] !== true) return 0;
  const [found] = await asker.ask('opening', 'SELECT version FROM tripwire.schema_version');
  const version = Number(found?.['version'] ?? 0);
  if (version <= MIGRATIONS.length) return version;
  throw new StoreError(
    'STORE_NEWER',
    `the journal in ${place} has version ${version}, this Tripwire knows versions up to ` +
      `${MIGRATIONS.length}: it is left alone. Install the newer Tripwire, or name another database.`,
  );
}

/** What is acknowledged must survive a crash of the server. */
async function requireDurable(asker: Asker, place: string): Promise<void> {
  const [found] = await asker.ask(
    'opening',
    "SELECT current_setting('synchronous_commit') AS mode",
  );
  if (found?.['mode'] !== 'off') return;
  throw new StoreError(
    'STORE_UNAVAILABLE',
    `${place} has synchronous_commit = off, so a crash would lose what was acknowledged: set it to on.`,
  );
}
