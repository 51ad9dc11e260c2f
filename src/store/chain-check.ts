/**
 * Whether a batch continues the chains of its agents.
 *
 * The store does not know how a hash is made; it knows that each row names the hash of the one
 * before. That is enough to refuse a fork, a gap and a batch that was made on an old state.
 */
import type { Batch } from './store.ts';

/** Where a chain stands. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** Before the first row of an agent. */
export const CHAIN_START: ChainHead = Object.freeze({ seq: 0, hash: '0'.repeat(64) });

/** The heads after a batch, or why it is refused. */
export type ChainVerdict =
  | { readonly problem: string; readonly heads: null }
  | { readonly problem: null; readonly heads: ReadonlyMap<string, ChainHead> };

/** Checks a batch against the heads before it. */
export function checkChain(batch: Batch, headOf: (agent: string) => ChainHead): ChainVerdict {
  const heads = new Map<string, ChainHead>();
  const current = (agent: string) => heads.get(agent) ?? headOf(agent);
  for (const { agent, seq, prev, hash } of batch.rows) {
    const head = current(agent);
    if (seq !== head.seq + 1) {
      return refused(agent, seq, `the chain stands at row ${head.seq}, so ${head.seq + 1} is next`);
    }
    if (prev !== head.hash) {
      return refused(
        agent,
        seq,
        `its prev is ${short(prev)}, the chain ends in ${short(head.hash)}`,
      );
    }
    if (hash === prev) return refused(agent, seq, 'its hash is that of the row before');
    heads.set(agent, { seq, hash });
  }
  for (const { agent, seq } of [...(batch.events ?? []), ...(batch.snapshots ?? [])]) {
    const head = current(agent);
    if (seq > head.seq) {
      return refused(agent, seq, `an event or a snapshot names it, the chain ends at ${head.seq}`);
    }
  }
  return { problem: null, heads };
}

function refused(agent: string, seq: number, why: string): ChainVerdict {
  return { problem: `row ${seq} of ${JSON.stringify(agent)}: ${why}`, heads: null };
}

function short(hash: string): string {
  return `${hash.slice(0, 12)}…`;
}
