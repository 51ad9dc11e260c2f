/**
 * What Tripwire refuses to believe without a person's word: a journal that is older than it was, and a clock that jumped.
 *
 * The acceptance is a row of the journal, under the name of everybody, with who accepted it.
 */
import { EVERYBODY } from '../base/everybody.ts';
import { loadConstitution, type Config } from '../config/index.ts';
import { StoreError, type Store } from '../store/index.ts';
import { knownTime, startProblem, trustTime } from './clock-watch.ts';
import { journalName, openJournal } from './journal-store.ts';
import { witnessFile, witnessNow, witnessProblem } from './journal-witness.ts';
import { openOwnedGate } from './open-gate.ts';
import { gateSettings } from './settings.ts';

/**
 * Accepts the journal of a data folder; false where it is not older than it was, so that nothing is to be accepted.
 * `states` is the state folder of the user, where its witness is.
 */
export async function acceptJournal(config: Config, by: string, states: string): Promise<boolean> {
  const witness = witnessFile(states, journalName(config));
  if (!(await isRefused(config, witness))) return false;
  const { store } = await openJournal(config, true);
  const words = 'accepted a journal that is older than it was';
  await recordAcceptance(config, store, by, words, () => witnessNow(witness, store));
  return true;
}

/** Accepts the machine's clock, so that what is old by it is deleted again; false where nobody doubted it. */
export async function acceptClock(config: Config, by: string): Promise<boolean> {
  const { store } = await openJournal(config);
  const known = await knownTime(store).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const nowMs = Math.max(Date.now(), known.newestMs ?? 0);
  if (startProblem(known, nowMs, nowMs) === null) {
    await store.close();
    return false;
  }
  const words = `accepted the time ${new Date(nowMs).toISOString()}`;
  await recordAcceptance(config, store, by, words, () => trustTime(store, nowMs));
  return true;
}

/** Records it, does what follows from it, and closes the store. */
async function recordAcceptance(
  config: Config,
  store: Store,
  by: string,
  why: string,
  then: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const settings = gateSettings(loadConstitution(config.constitution), () => config);
  const { gate, close } = await openOwnedGate(store, settings);
  try {
    await gate.operate({ agent: EVERYBODY, action: 'configure', by, envelope: {}, why });
    await then();
  } finally {
    await close();
  }
}

async function isRefused(config: Config, witness: string): Promise<boolean> {
  try {
    const { store } = await openJournal(config);
    try {
      return (await witnessProblem(witness, store)) !== null;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_WENT_BACK') return true;
    throw error;
  }
}
