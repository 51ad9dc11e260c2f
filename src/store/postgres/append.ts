/**
 * Appends batches: those of one agent each together in one call of the database, others alone in a transaction.
 */
import { CHAIN_START, checkChain, type ChainHead } from '../chain-check.ts';
import { changedMeanwhile } from '../refusals.ts';
import type { SharedSpend } from '../shared-spending.ts';
import { StoreError } from '../store-error.ts';
import type { Batch } from '../store.ts';
import { moveOf, nextGroup, type Move } from './batch-groups.ts';
import type { Ask, Asker } from './connection.ts';
import { isDeadlock } from './failure.ts';

/** Who writes: which function it calls, with what before the rows. */
export interface Writer {
  readonly name: string;
  /** `announced` are the agents whose changes others must know at once, `spends` what counts in shared sums. */
  readonly values: (
    announced: readonly string[],
    spends: readonly SharedSpend[],
  ) => readonly unknown[];
}

/** One that has the database to itself: by the number of its turn, or null where it says so. */
export function soleWriter(epoch: () => number | null): Writer {
  return { name: 'tripwire.append', values: () => [epoch()] };
}

/** One of several: by its node, the last change that it knows, and the sums that it counts to. */
export function sharedWriter(
  writing: Readonly<Record<'node' | 'known' | 'generation', number>>,
): Writer {
  return {
    name: 'tripwire.append_counted',
    values: (announced, spends) => [
      writing.node,
      writing.known,
      announced,
      writing.generation,
      spends.length === 0 ? null : JSON.stringify(spends),
    ],
  };
}

/** What the database was asked to do and did not: two changes waited for each other. */
const DEADLOCK_TRIES_MAX = 5;
const HEADS_OF = `
  SELECT agent, seq, encode(hash, 'hex') AS hash, at FROM tripwire.heads WHERE agent = ANY ($1::text[])`;

type Head = ChainHead & { readonly agent: string; readonly at: number };

/** Commits batches; for each null, or why that one is refused. */
export function appender(
  appends: Asker,
  writer: Writer,
): (batches: readonly Batch[]) => Promise<readonly (string | null)[]> {
  const ask: Ask = (sql, values) => appends.ask('writing the journal', sql, values);
  const together = async (batches: readonly Batch[], moves: readonly Move[]) => {
    const written = await askAppend(ask, writer, moves, batches);
    const lost = moves.map(({ agent }) => agent).filter((agent) => !written.has(agent));
    if (lost.length === 0) return null;
    const heads = await headsOf(ask, lost);
    return {
      agents: new Set(lost),
      heads: new Map(lost.map((agent) => [agent, heads.get(agent) ?? CHAIN_START])),
    };
  };
  const alone = (batch: Batch) =>
    appends.write('writing the journal', (within) => appendAlone(within, writer, batch));

  return async (batches) => {
    const problems: (string | null)[] = batches.map(() => null);
    let waiting = batches.flatMap((batch, place) => {
      const move = moveOf(batch);
      return move === null ? [] : [{ place, move }];
    });
    const all = waiting.length;
    const others = batches.flatMap((batch, place) => (moveOf(batch) === null ? [place] : []));
    while (waiting.length > 0) {
      const { moves, places, later } = nextGroup(waiting);
      const sent = places.flatMap((place) => batches[place] ?? []);
      const lost = await untilFree(() => together(sent, moves)).catch((error: unknown) => {
        // What was written before counts: only the rest is refused, and hears why when it is tried again.
        if (!isStale(error) || waiting.length === all) throw error;
        return {
          agents: new Set(moves.map(({ agent }) => agent)),
          heads: new Map<string, ChainHead>(),
        };
      });
      for (const place of places) {
        const batch = batches[place];
        const agent = batch?.rows[0]?.agent ?? '';
        if (batch === undefined || lost?.agents.has(agent) !== true) continue;
        const head = lost.heads.get(agent);
        const broken = head === undefined ? null : checkChain(batch, () => head).problem;
        problems[place] = broken ?? `${agent} moved meanwhile`;
      }
      waiting = waiting.filter(({ place }) => later.includes(place));
    }
    for (const place of others) {
      const batch = batches[place];
      if (batch !== undefined) problems[place] = await untilFree(() => alone(batch));
    }
    return problems;
  };
}

/** The agents that the database wrote. */
export async function askAppend(
  ask: Ask,
  writer: Writer,
  moves: readonly Move[],
  batches: readonly Batch[],
): Promise<ReadonlySet<string>> {
  const rows = batches.flatMap((batch) => batch.rows);
  const events = batches.flatMap((batch) => batch.events ?? []);
  const snapshots = batches.flatMap((batch) => batch.snapshots ?? []);
  const announced = batches.flatMap(({ announces, rows: own }) =>
    announces === true ? [...new Set(own.map(({ agent }) => agent))] : [],
  );
  const values = [
    ...writer.values(
      [...new Set(announced)],
      batches.flatMap(({ spends = [] }) => spends),
    ),
    ...columns(
      moves,
      ({ agent, base, head }) => [agent, base.seq, base.hash, head.seq, head.hash, head.at],
      6,
    ),
    ...columns(
      rows,
      ({ agent, seq, at, kind, body, hash }) => [agent, seq, at, kind, body, hash],
      6,
    ),
    ...columns(
      events,
      ({ agent, session, seq, eventType, timestamp, reason, details }) => [
        agent,
        session,
        seq,
        eventType,
        timestamp,
        reason,
        details,
      ],
      7,
    ),
    ...columns(snapshots, ({ agent, seq, hash, state }) => [agent, seq, hash, state], 4),
  ];
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  const [answer] = await ask(`SELECT ${writer.name}(${places}) AS written`, values);
  const written = (answer?.['written'] ?? null) as readonly string[] | null;
  if (written === null) throw changedMeanwhile();
  return new Set(written);
}

/** A batch of several agents, or of one without rows: all of it or nothing. */
async function appendAlone(ask: Ask, writer: Writer, batch: Batch): Promise<string | null> {
  const { rows, events = [], snapshots = [] } = batch;
  const agents = [...new Set([...rows, ...events, ...snapshots].map(({ agent }) => agent))];
  const heads = await headsOf(ask, agents, 'ORDER BY agent FOR NO KEY UPDATE');
  const headOf = (agent: string) => heads.get(agent) ?? CHAIN_START;
  const verdict = checkChain(batch, headOf);
  if (verdict.problem !== null) return verdict.problem;
  const moves = agents.map((agent) => {
    const base = headOf(agent);
    const last = rows.findLast((row) => row.agent === agent);
    return { agent, base, head: last ?? { ...base, at: heads.get(agent)?.at ?? 0 } };
  });
  const written = await askAppend(ask, writer, moves, [batch]);
  const lost = agents.find((agent) => !written.has(agent));
  // Only a new agent can have been born meanwhile; the heads of the others are locked.
  if (lost !== undefined) throw new LostBirth(lost);
  return null;
}

/** Another node wrote the first row of an agent a moment earlier: nothing is written, and it is looked at again. */
class LostBirth extends Error {}

async function headsOf(
  ask: Ask,
  agents: readonly string[],
  lock = '',
): Promise<ReadonlyMap<string, Head>> {
  const found = (await ask(`${HEADS_OF} ${lock}`, [agents])) as unknown as readonly Head[];
  return new Map(found.map((head) => [head.agent, head]));
}

/** A change that was given up because two waited for each other wrote nothing, and is made again. */
async function untilFree<T>(change: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await change();
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      const isAgain = isDeadlock(cause) || cause instanceof LostBirth;
      if (!isAgain || tries >= DEADLOCK_TRIES_MAX) throw error;
    }
  }
}

function isStale(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'STORE_STALE';
}

/** The values by columns, as a statement takes them. */
function columns<T>(
  values: readonly T[],
  cells: (value: T) => readonly unknown[],
  width: number,
): readonly (readonly unknown[])[] {
  const lines = values.map(cells);
  return Array.from({ length: width }, (_, column) => lines.map((line) => line[column]));
}
