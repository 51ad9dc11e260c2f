/**
 * A witness outside of the data folder: the newest row that its journal had, kept in the state folder of its user.
 *
 * A whole data folder that is put back from a backup, with everything in it, agrees with itself. This file shows that the
 * folder was newer. It is written some seconds after the rows and at once for a stop. Whoever can write both places, or
 * puts a whole home back, is not noticed by it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseJson } from '../base/json-text.ts';
import { isObject } from '../base/json-values.ts';
import type { Log } from '../base/log.ts';
import { readTextSafely } from '../base/node/safe-file.ts';
import { writeWhole } from '../base/node/whole-file.ts';
import type { Gate } from '../gate/index.ts';
import { StoreError, type AgentHead, type Store } from '../store/index.ts';

/** The journals that a store is asked about. */
type Rows = Pick<Store, 'heads' | 'read' | 'anchors'>;

const EVERY_MS = 15_000;
const NAME_DIGITS = 24;

/** The witness of a data folder or a database; `states` is the state folder of its user. */
export function witnessFile(states: string, journal: string): string {
  const place = journal.includes('://') ? journal : realPath(journal);
  const name = createHash('sha256').update(place).digest('hex').slice(0, NAME_DIGITS);
  return join(states, 'journals', `${name}.json`);
}

/** Why a journal is older than its witness; null when it is not, or nothing was witnessed. */
export async function witnessProblem(file: string, store: Rows): Promise<string | null> {
  const text = readTextSafely(file);
  if (text === null) return null;
  const value = parseJson(text);
  const { agent, seq, hash, at } = isObject(value) ? value : {};
  if (typeof agent !== 'string' || typeof seq !== 'number' || typeof hash !== 'string') {
    return `${file} cannot be read, so nothing outside of the data folder shows that the journal is whole. ${REMEDY}`;
  }
  if (await hasRow(store, { agent, seq, hash })) return null;
  const when = typeof at === 'number' ? `, recorded at ${new Date(at).toISOString()},` : '';
  return (
    `the journal is older than it was: row ${seq} of ${agent}${when} is not in it, and ${file} has seen that row. ` +
    `Somebody put an older data folder in its place, or emptied it. ${REMEDY}`
  );
}

const REMEDY =
  'Nothing is let through. Put the newer folder back, or look at what is there with `tripwire doctor` and accept it with ' +
  '`tripwire doctor --accept-journal`, which is recorded. Stops that were recorded since are not in it.';

/** Throws where the journal is older than its witness; without a file nothing was witnessed. */
export async function requireWitnessed(file: string | null, store: Rows): Promise<void> {
  const problem = file === null ? null : await witnessProblem(file, store);
  if (problem !== null) throw new StoreError('STORE_WENT_BACK', problem);
}

/** Writes the newest row down, now. */
export async function witnessNow(file: string, store: Pick<Store, 'heads'>): Promise<void> {
  const [newest] = (await store.heads()).toSorted((one, other) => other.at - one.at);
  if (newest === undefined) return;
  const { agent, seq, hash, at } = newest;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeWhole(file, `${JSON.stringify({ agent, seq, hash, at })}\n`, { mode: 0o600 });
}

/** Keeps the witness of a running server up to date; without a file there is none. */
export function keepWitness(
  file: string | null,
  { gate, store, log }: { readonly gate: Gate; readonly store: Store; readonly log: Log },
): { close(): Promise<void> } {
  if (file === null) return { close: () => Promise.resolve() };
  let isTold = false;
  let writing = Promise.resolve();
  const writeDown = async (): Promise<void> => {
    try {
      await witnessNow(file, store);
    } catch (error) {
      // An older witness is still true. One that cannot be written at all is told once.
      if (!isTold) log.warn('store', 'keeping the newest row outside of the data folder', error);
      isTold = true;
    }
  };
  const write = () => {
    writing = writing.then(writeDown);
  };
  write();
  const timer = setInterval(write, EVERY_MS).unref();
  const silence = gate.onEvent(({ eventType }) => {
    if (eventType === 'hold') write();
  });
  return {
    close: async () => {
      clearInterval(timer);
      silence();
      write();
      await writing;
    },
  };
}

/** Whether a row is in the journal, or was cut from its beginning. */
async function hasRow(
  store: Rows,
  { agent, seq, hash }: Pick<AgentHead, 'agent' | 'seq' | 'hash'>,
) {
  const [row] = await store.read(agent, seq, 1);
  if (row?.seq === seq) return row.hash === hash;
  const anchor = (await store.anchors()).find((one) => one.agent === agent);
  return anchor !== undefined && anchor.seq >= seq;
}

function realPath(data: string): string {
  try {
    return realpathSync(data);
  } catch {
    return resolve(data);
  }
}
