/**
 * Cuts what is older than it must be, so that the journal does not grow without end.
 *
 * An agent's rows go only below its newest snapshot: what is left still gives its state. The anchor that a cut
 * leaves stands for what is gone, so the chain still verifies.
 */
import type { Store } from '../store/index.ts';

/** How long and how large the journal may get. */
export interface Retention {
  readonly days: number;
  readonly maxBytes: number;
}

/** What was cut. */
export interface CutOld {
  readonly agents: number;
  readonly rows: number;
}

const MS_PER_DAY = 86_400_000;

/**
 * Cuts rows older than `days`; while the store is larger than `maxBytes`, also younger ones, oldest first. A journal in parts
 * loses whole parts, so that rows stay until the youngest of their part is old enough.
 */
export async function cutOld(store: Store, retention: Retention, now: number): Promise<CutOld> {
  const { days, maxBytes } = retention;
  return (
    (await cutParts(store, now - days * MS_PER_DAY, maxBytes)) ??
    (await cutAgents(store, now - days * MS_PER_DAY, maxBytes))
  );
}

/** Null where the journal is not kept in parts. */
async function cutParts(store: Store, before: number, maxBytes: number): Promise<CutOld | null> {
  const sum = { agents: 0, rows: 0 };
  for (const [limit, isWanted] of [
    [before, () => true],
    [Infinity, async () => (await store.sizeBytes()) > maxBytes],
  ] as const) {
    while (await isWanted()) {
      const part = await store.cutPart(limit);
      if (part === null) return null;
      sum.agents = Math.max(sum.agents, part.agents);
      sum.rows += part.rows;
      if (part.isLast) break;
    }
  }
  return sum;
}

async function cutAgents(store: Store, before: number, maxBytes: number): Promise<CutOld> {
  const cut = new Map<string, number>();
  const heads = await store.heads();
  const anchors = new Map((await store.anchors()).map(({ agent, seq }) => [agent, seq]));
  for (const { agent } of heads) {
    const { first, last } = await spareRows(store, agent, anchors);
    const through = await lastBefore(store, agent, first, last, before);
    await cutThrough(store, agent, first, through, cut);
    if (through >= first) anchors.set(agent, through);
  }
  for (const { agent } of heads.toSorted((one, other) => one.at - other.at)) {
    if ((await store.sizeBytes()) <= maxBytes) break;
    const { first, last } = await spareRows(store, agent, anchors);
    await cutThrough(store, agent, first, last, cut);
  }
  const rows = [...cut.values()].reduce((sum, count) => sum + count, 0);
  return { agents: cut.size, rows };
}

/** The rows below the newest snapshot: from `first` to `last`, none when `last` is smaller. */
async function spareRows(store: Store, agent: string, anchors: ReadonlyMap<string, number>) {
  const snapshot = await store.snapshot(agent);
  return { first: (anchors.get(agent) ?? 0) + 1, last: (snapshot?.seq ?? 0) - 1 };
}

/** The last row from `first` to `last` that is older than `before`; the one before `first` when none is. */
async function lastBefore(
  store: Store,
  agent: string,
  first: number,
  last: number,
  before: number,
): Promise<number> {
  // The times of a chain never go back, so halving finds the place.
  let [low, high] = [first - 1, last];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [row] = await store.read(agent, middle, 1);
    if (row === undefined || row.at >= before) high = middle - 1;
    else low = middle;
  }
  return Math.max(low, first - 1);
}

async function cutThrough(
  store: Store,
  agent: string,
  first: number,
  through: number,
  cut: Map<string, number>,
): Promise<void> {
  if (through < first) return;
  await store.cut(agent, through);
  cut.set(agent, (cut.get(agent) ?? 0) + through - first + 1);
}
