/**
 * Names that clients give to their sessions and subagents, made fit for the core.
 *
 * Ids are the client's business and may be anything. What a record cannot carry is replaced by its hash, so that
 * the same id is still the same name.
 */
import { hash } from 'node:crypto';
import { REPORTED_SESSION } from './main-name.ts';

/** Printable ASCII without quotes and backslashes, 1 to 64 bytes. */
const PLAIN_NAME = /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,64}$/;
/** Objects do not keep the first as an ordinary key; the second is not a client's to take. */
const RESERVED: readonly string[] = ['__proto__', REPORTED_SESSION];
const HASH_DIGITS = 16;

/** The id as a name; null for an empty one. */
export function nameOf(id: string): string | null {
  const bare = id.trim();
  if (bare === '') return null;
  if (PLAIN_NAME.test(bare) && !RESERVED.includes(bare)) return bare;
  return `h_${hash('sha256', bare, 'hex').slice(0, HASH_DIGITS)}`;
}
