/**
 * Checks the log itself: every entry hashed again, and the root over all of them against what is signed.
 */
import {
  base64Of,
  bytesOf,
  isSame,
  leafHash,
  MerkleTree,
  openCheckpoint,
  readEntry,
  type Checkpoint,
  type LogEntry,
  type Verifier,
} from '../../../src/audit/verify.ts';
import type { ApiClient } from '../../../src/control/api/client.ts';
import { TripwireError } from '../../../src/core/browser.ts';
import type { Findings, Tell } from './verify-findings.ts';

/** The log as this page read it. */
export interface ReadLog {
  readonly tree: MerkleTree;
  /** By their place; null for what cannot be read. */
  readonly entries: readonly (LogEntry | null)[];
}

const ENTRIES_AT_ONCE = 500;

/** What a checkpoint says; null, and the problem found, when it cannot be trusted. */
export function openedCheckpoint(
  note: string,
  verifier: Verifier,
  which: string,
  found: Findings,
): Checkpoint | null {
  return orProblem(() => openCheckpoint(note, verifier), `${which}: `, found);
}

/** Reads so many entries from the server. */
export async function readLog(
  client: ApiClient,
  size: number,
  found: Findings,
  tell: Tell,
): Promise<ReadLog> {
  const tree = new MerkleTree();
  const read: (LogEntry | null)[] = [];
  while (tree.size < size) {
    const query = { from: tree.size, limit: Math.min(ENTRIES_AT_ONCE, size - tree.size) };
    const { entries } = await client.call('GET /api/audit/log/entries', { query });
    if (entries.length === 0) {
      found.problem(`the log: ${size} entries are signed, the server gives only ${tree.size}`);
      break;
    }
    for (const text of entries.slice(0, query.limit)) {
      const bytes = bytesOf(text);
      read.push(orProblem(() => readEntry(bytes, tree.size), '', found));
      tree.push(leafHash(bytes));
    }
    tell({ done: tree.size, total: size });
  }
  return { tree, entries: read };
}

function orProblem<Value>(read: () => Value, before: string, found: Findings): Value | null {
  try {
    return read();
  } catch (error) {
    if (!TripwireError.isInstance(error)) throw error;
    found.problem(`${before}${error.message}`);
    return null;
  }
}

/** Whether the entries give the root that a checkpoint has. */
export function compareRoot(
  { tree }: ReadLog,
  { size, root: signed }: Checkpoint,
  which: string,
  found: Findings,
): void {
  if (size > tree.size) {
    found.problem(`${which} has ${size} entries, the log only ${tree.size}: its end is missing`);
    return;
  }
  const root = tree.root(size);
  if (isSame(root, signed)) return;
  found.problem(
    `the log: its first ${size} entries give the root ${base64Of(root)}, ${which} has ${base64Of(signed)}`,
  );
}
