/**
 * A person takes a journal for the true one although it is older than it was.
 *
 * The acceptance is a row of that journal, under the name of everybody, with who accepted it.
 */
import { join } from 'node:path';
import { EVERYBODY } from '../base/everybody.ts';
import { loadConstitution, type Config } from '../config/index.ts';
import { openSqliteStore, StoreError } from '../store/index.ts';
import { LOCK_WAIT_MS, openOwnedGate } from './open-gate.ts';
import { gateSettings } from './settings.ts';

/** Accepts the journal of a data folder; false where it is not older than it was, so that nothing is to be accepted. */
export async function acceptJournal(config: Config, by: string): Promise<boolean> {
  const file = join(config.data, 'journal.db');
  if (!(await isRefused(file))) return false;
  const store = await openSqliteStore({ file, busyTimeoutMs: LOCK_WAIT_MS, acceptsOlder: true });
  const settings = gateSettings(loadConstitution(config.constitution), () => config);
  const { gate, close } = await openOwnedGate(store, settings);
  try {
    const act = { agent: EVERYBODY, action: 'configure', by, envelope: {} } as const;
    await gate.operate({ ...act, why: 'accepted a journal that is older than it was' });
  } finally {
    await close();
  }
  return true;
}

async function isRefused(file: string): Promise<boolean> {
  try {
    await (await openSqliteStore({ file, busyTimeoutMs: LOCK_WAIT_MS })).close();
    return false;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_WENT_BACK') return true;
    throw error;
  }
}
