/**
 * Finds the Postgres that the tests of a store in a database start, and installs Debian's where there is none.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AptGet } from './apt-get.ts';

const REMEDY =
  'Install PostgreSQL 13 or newer (Debian: apt-get install postgresql), or name the folder of its programs in ' +
  'TRIPWIRE_POSTGRES.';

/** Where Postgres is looked for, and with which environment apt-get is found and run. */
export interface PostgresPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Debian's folder, with one folder for each version. */
  readonly versions: string;
}

const HERE: PostgresPlace = { env: process.env, versions: '/usr/lib/postgresql' };

/** The folder of its programs, of the newest version; null when there is none. `TRIPWIRE_POSTGRES` wins. */
function findPostgres({ env, versions }: PostgresPlace): string | null {
  const given = env['TRIPWIRE_POSTGRES'] ?? '';
  if (given !== '') return given;
  const found = existsSync(versions) ? readdirSync(versions) : [];
  const newest = found
    .toSorted((one, other) => Number(other) - Number(one))
    .find((version) => existsSync(join(versions, version, 'bin', 'initdb')));
  return newest === undefined ? null : join(versions, newest, 'bin');
}

/** The folder of its programs, installed if need be; throws with what to do when it cannot be had. */
export function installPostgres(say: (line: string) => void, where: PostgresPlace = HERE): string {
  const found = findPostgres(where);
  if (found !== null) return found;
  say('installing postgresql for the tests of its store (about a minute) ...');
  const apt = new AptGet(where.env, 'the tests of the store in Postgres need a server', REMEDY);
  apt.update();
  apt.install(['postgresql']);
  const installed = findPostgres(where);
  if (installed === null) {
    throw new Error(`apt-get ended well, but there is no Postgres. ${REMEDY}`);
  }
  return installed;
}
