/**
 * Whether the database still has what a node of a fleet acted on.
 *
 * After a failover to a standby that lacked the newest commits it does not, and the same numbers are given to other
 * changes: a node that went on would take them for those that it knows.
 */
import { StoreError } from '../store-error.ts';
import type { Row } from './connection.ts';

/** How many changes and births a node knows of. */
interface KnownChanges {
  readonly version: number;
  readonly births: number;
}

/** Throws where the database has fewer than the node knew when it asked. */
export function requireKept(place: string, found: Row | undefined, known: KnownChanges): void {
  const { version, births } = known;
  if (Number(found?.['version']) >= version && Number(found?.['births']) >= births) return;
  throw new StoreError(
    'STORE_WENT_BACK',
    `${place} is older than what this node has seen: it lost stops, releases, keys or agents that were acknowledged. ` +
      'Put the newer database back, or start this node again and accept this one with `tripwire doctor --accept-journal`.',
  );
}

/** Whether an error says so. */
export function isWentBack(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'STORE_WENT_BACK';
}
