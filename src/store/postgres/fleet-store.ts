/**
 * A store that several nodes write: each append names its node and the last change that the node knows.
 */
import { batchRefused } from '../refusals.ts';
import { requireBatch } from '../shape-check.ts';
import type { SharedSums } from '../shared-spending.ts';
import { StoreError } from '../store-error.ts';
import type { Batch, JournalRow, Store } from '../store.ts';
import { askAppend, sharedWriter, type Writer } from './append.ts';
import { moveOf } from './batch-groups.ts';
import { openConnection, type Connection } from './connection.ts';
import type { Joining } from './fleet-joining.ts';
import { joinFleet, type FleetNode } from './fleet-node.ts';
import { readRows } from './journal.ts';
import { storeOn } from './store.ts';
import { postgresSums } from './team-spending.ts';

/** A store with the node that writes to it. */
export interface FleetStore {
  readonly store: Store;
  readonly node: FleetNode;
  readonly sums: SharedSums;
  /** Appends while nobody else can write to this agent's chain; `make` gets the rows after a place. */
  appendInTurn(
    agent: string,
    afterSeq: number,
    make: (rows: readonly JournalRow[]) => Promise<Batch | null>,
  ): Promise<void>;
}

/** What opens something, and must open nothing on any node once it is taken away. */
const TAKEN: ReadonlySet<string> = new Set(['token', 'sign-in', 'owner-token']);

/** What is in force on all nodes when it is answered. */
const GIVEN: ReadonlySet<string> = new Set(['token', 'control-settings']);

const ROWS_MAX = 10_000;

/** Opens the database as one of several nodes; closing the store leaves the fleet. */
export async function openFleetStore(url: string, joining: Joining): Promise<FleetStore> {
  const connection = await openConnection({ url, readOnly: false });
  try {
    const node = await joinFleet(connection, joining);
    const writer = sharedWriter(node);
    const close = async () => {
      await node.leave();
      await connection.close();
    };
    return {
      store: confirming(storeOn(connection, writer, close), node),
      node,
      sums: postgresSums(connection, node),
      appendInTurn: (agent, afterSeq, make) =>
        appendInTurn(connection, writer, { agent, afterSeq, make }),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** What is taken from somebody is gone when no node takes it any more. */
function confirming(store: Store, node: FleetNode): Store {
  const confirmed = async (what: string) => {
    const unconfirmed = await node.confirmed();
    if (unconfirmed.length === 0) return;
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `${what} is removed, and ${unconfirmed.join(', ')} did not confirm it: look whether it still runs.`,
    );
  };
  return {
    ...store,
    removeKey: async (keyHash) => {
      const isRemoved = await store.removeKey(keyHash);
      if (isRemoved) await confirmed('the key');
      return isRemoved;
    },
    changeDocuments: async (change) => {
      const isChanged = await store.changeDocuments(change);
      const isTaken = (change.remove ?? []).some(({ kind }) => TAKEN.has(kind));
      if (isChanged && isTaken) await confirmed('what was taken');
      // Whoever is given something may use it on any node; one that does not answer hears of it later.
      else if (isChanged && (change.put ?? []).some(({ kind }) => GIVEN.has(kind)))
        await node.confirmed();
      return isChanged;
    },
  };
}

interface InTurn {
  readonly agent: string;
  readonly afterSeq: number;
  readonly make: (rows: readonly JournalRow[]) => Promise<Batch | null>;
}

function appendInTurn(
  connection: Connection,
  writer: Writer,
  { agent, afterSeq, make }: InTurn,
): Promise<void> {
  return connection.waiting.write('writing the journal', async (ask) => {
    await ask('SELECT seq FROM tripwire.heads WHERE agent = $1 FOR NO KEY UPDATE', [agent]);
    const batch = await make(await readRows(ask, agent, afterSeq + 1, ROWS_MAX));
    if (batch === null) return;
    requireBatch(batch);
    const move = moveOf(batch);
    const written = move === null ? new Set() : await askAppend(ask, writer, [move], [batch]);
    if (!written.has(agent)) throw batchRefused(`${agent} moved meanwhile`);
  });
}
