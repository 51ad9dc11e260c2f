/** Reads a chain from where it was last verified, and checks every link. */
import { CHAIN_START, type ChainHead } from '../../src/store/chain-check.ts';
import type { Store } from '../../src/store/index.ts';
import { rowHash } from '../store/conformance-rows.ts';

const PAGE_ROWS = 5000;

/** The end of the chain; throws at the first link that does not fit. */
export async function verifyChain(
  store: Store,
  agent: string,
  from: ChainHead = CHAIN_START,
): Promise<ChainHead> {
  let head = from;
  for (;;) {
    const rows = await store.read(agent, head.seq + 1, PAGE_ROWS);
    for (const { seq, body, prev, hash } of rows) {
      const fits = seq === head.seq + 1 && prev === head.hash && hash === rowHash(prev, body);
      if (!fits) throw new Error(`the chain of ${agent} breaks at row ${seq} after ${head.seq}`);
      head = { seq, hash };
    }
    if (rows.length < PAGE_ROWS) return head;
  }
}
