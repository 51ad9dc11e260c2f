/**
 * Cuts what is older than it must be, so that the journal does not grow without end.
 *
 * An agent's rows go only below its newest snapshot: what is left still gives its state. The anchor that a cut
 * leaves stands for what is gone, so the chain still verifies.
 */
import type { AgentHead, Store } from '../store/index.ts';

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

/** By agent, the last row that was cut. */
type Seqs = ReadonlyMap<string, number>;

/** Cuts rows older than `days`; while the store is larger than `maxBytes`, also younger ones, oldest agent first. */
export async function cutOld(store: Store, retention: Retention, now: number): Promise<CutOld> {
  const { days, maxBytes } = retention;
  const cut = new Map<string, number>();
  const heads = await store.heads();
  const anchors = new Map((await store.anchors()).map(({ agent, seq }) => [agent, seq]));
  for (const head of heads) {
    const { first, last } = await spareRows(store, head, anchors);
    const through = await lastBefore(store, head.agent, first, last, now - days * MS_PER_DAY);
    await cutThrough(store, head.agent, first, through, { cut, anchors });
  }
  for (const head of heads.toSorted((one, other) => one.at - other.at)) {
    if ((await store.sizeBytes()) <= maxBytes) break;
    const { first, last } = await spareRows(store, head, anchors);
    await cutThrough(store, head.agent, first, last, { cut, anchors });
  }
  const rows = [...cut.values()].reduce((sum, count) => sum + count, 0);
  return { agents: cut.size, rows };
}

/** The rows below the newest snapshot: from `first` to `last`, none when `last` is smaller. */
async function spareRows(store: Store, { agent }: AgentHead, anchors: Seqs) {
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
  { cut, anchors }: { readonly cut: Map<string, number>; readonly anchors: Map<string, number> },
): Promise<void> {
  if (through < first) return;
  const anchor = await store.cut(agent, through);
  anchors.set(agent, anchor.seq);
  cut.set(agent, (cut.get(agent) ?? 0) + through - first + 1);
}
