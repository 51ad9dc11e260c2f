/**
 * What is asked about all nodes of a fleet: who they are, and whether each has acted on what is written.
 *
 * A stop is acknowledged when every node has confirmed it or is fenced: its lease ran out, and from then on the database
 * takes nothing from it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import { VERSION } from './fleet-joining.ts';

/** A node as people see it. */
export interface NodeView {
  readonly node: number;
  readonly name: string;
  /** Of the program. */
  readonly version: string;
  readonly joinedAt: number;
  /** Milliseconds until its lease ends; negative when it is over. */
  readonly leaseMs: number;
  /** Changes that it has not acted on yet. */
  readonly behind: number;
  /** Calls under way, as it said with its last renewal. */
  readonly openCalls: number;
  /** Whether it does what only one node may do. */
  readonly leads: boolean;
  readonly isThis: boolean;
}

const CONFIRM_LOOK_MS = 15;
const CONFIRM_MARGIN_MS = 1_000;

const FENCE = `
  UPDATE tripwire.nodes SET fenced = true
    WHERE NOT fenced AND seen < $1 AND lease_until < clock_timestamp()`;
const BEHIND = 'SELECT name FROM tripwire.nodes WHERE NOT fenced AND seen < $1 ORDER BY node';
const VIEWS = `
  SELECT node, name, core AS version, open_calls AS "openCalls", node = (
        SELECT min(node) FROM tripwire.nodes WHERE NOT fenced AND lease_until >= clock_timestamp()
      ) AS leads, (extract(epoch FROM joined_at) * 1000)::bigint AS "joinedAt",
      (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::bigint AS "leaseMs",
      (SELECT version FROM tripwire.fleet) - greatest(seen, 0) AS behind
    FROM tripwire.nodes WHERE NOT fenced ORDER BY node`;

/** All nodes that may work; `self` is the one that asks. */
export async function allNodes(connection: Connection, self: number): Promise<readonly NodeView[]> {
  const found = await connection.ask<Omit<NodeView, 'isThis'>>('reading the nodes', VIEWS);
  return found.map((one) => ({ ...one, isThis: one.node === self }));
}

/** Waits until every node acted on all that is written, or is fenced; names those that did neither in time. */
export async function confirmedByAll(
  connection: Connection,
  leaseMs: number,
): Promise<readonly string[]> {
  const until = performance.now() + leaseMs + CONFIRM_MARGIN_MS;
  const doing = 'waiting for the nodes';
  const [last] = await connection.ask(doing, VERSION);
  const version = Number(last?.['version']);
  for (;;) {
    await connection.ask(doing, FENCE, [version]);
    const behind = await connection.ask(doing, BEHIND, [version]);
    if (behind.length === 0) return [];
    if (performance.now() > until) return behind.map(({ name }) => String(name));
    await delay(CONFIRM_LOOK_MS);
  }
}
