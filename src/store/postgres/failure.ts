/**
 * What errors of Postgres and of the way to it mean to a person, and to a program.
 *
 * The table gives what happened and what to do, by the code of Postgres, its class (the first two characters), or the
 * code of the operating system. Most pass: the store goes on by itself once the cause is gone.
 */
import { errorCode, errorWords } from '../../base/error-words.ts';
import { StoreError, type StoreErrorCode } from '../store-error.ts';
import { NOT_SERVING } from './append-function.ts';
import { STALE } from './fleet-tables.ts';

interface Meaning {
  readonly code: StoreErrorCode;
  readonly what: string;
  readonly remedy: string;
}

const GOES_ON = 'A running Tripwire then continues by itself.';

const UNTRUSTED = unavailable(
  'its certificate does not prove who it is',
  'Name the certificate of its authority (sslrootcert=FILE in the address), and the host by a name that is in it.',
);
/** What Node says of a certificate, in OpenSSL's names. */
const CERTIFICATE_CODES = [
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

const MEANINGS: Readonly<Record<string, Meaning>> = {
  [NOT_SERVING]: unavailable(
    'another Tripwire serves this database now, or the lease of this one is over, and it may not write any more',
    'Send agents to the other one, or end it and start this one again.',
  ),
  [STALE]: {
    code: 'STORE_STALE',
    what: 'something changed on another node that this one has not heard of',
    remedy: GOES_ON,
  },
  '08': unavailable('the connection was lost', `Check the network and the server. ${GOES_ON}`),
  '22': unavailable('it does not take a value', 'Report it with this message.'),
  '23': corrupt('a rule of its tables forbids what must be possible'),
  '25006': unavailable(
    'it may only be read: it is a standby, or was set to read-only',
    `Name the primary, or promote this one. ${GOES_ON}`,
  ),
  '28': unavailable(
    'it does not let this user in',
    'Check user, password and pg_hba.conf; PGUSER and PGPASSWORD are read where the address has none.',
  ),
  '3D000': unavailable('there is no such database', 'Create it (createdb NAME), or name another.'),
  '40': unavailable('two changes were in each other’s way', GOES_ON),
  '42501': unavailable(
    'this user may not do that',
    'Let the owner of the schema run `tripwire migrate --to URL --grant ROLE`, which lets this user serve it.',
  ),
  '53': unavailable('it has no room, memory or connection left', `Free some. ${GOES_ON}`),
  '55P03': unavailable('somebody else holds a lock', `End the session that holds it. ${GOES_ON}`),
  '57014': unavailable('it took longer than it may', `Look at the load of the server. ${GOES_ON}`),
  '57': unavailable('it is shutting down, or starting', GOES_ON),
  '58': unavailable('its disk reports an error', `Check disk and free space. ${GOES_ON}`),
  XX: corrupt('its content is damaged'),
  ECONNREFUSED: unavailable('nothing listens there', `Start Postgres. ${GOES_ON}`),
  ENOENT: unavailable(
    'there is no such socket',
    `Start Postgres, or correct the address. ${GOES_ON}`,
  ),
  ENOTFOUND: unavailable('there is no such host', 'Correct the address.'),
  ...Object.fromEntries(CERTIFICATE_CODES.map((code) => [code, UNTRUSTED])),
};

const UNKNOWN_MEANING = unavailable('it does not answer', `Check server and network. ${GOES_ON}`);

/** The error of a store for what went wrong with this database. */
export function postgresFailure(error: unknown, place: string, doing: string): StoreError {
  if (error instanceof StoreError) return error;
  const found = errorCode(error) ?? '';
  const { code, what, remedy } = MEANINGS[found] ?? MEANINGS[found.slice(0, 2)] ?? UNKNOWN_MEANING;
  const said = errorWords(error);
  const words = found === '' ? said : `${said}, code ${found}`;
  const message = `${doing} failed on ${place}: ${what} (${words}). ${remedy}`;
  return Object.assign(new StoreError(code, message), { cause: error });
}

/** Two changes waited for each other, and this one was given up: nothing of it is written. */
export function isDeadlock(error: unknown): boolean {
  return errorCode(error) === '40P01';
}

function unavailable(what: string, remedy: string): Meaning {
  return { code: 'STORE_UNAVAILABLE', what, remedy };
}

function corrupt(what: string): Meaning {
  const remedy = 'Keep a copy of the database, then restore it from a backup.';
  return { code: 'STORE_CORRUPT', what, remedy };
}
