/**
 * A process that writes a journal until it is killed, and says what it was promised.
 *
 * Three agents append at once, so that commits are groups. Each line of its output is
 * `kept AGENT SEQ`, after the store acknowledged, or `failed AGENT CODE`; after a failure it asks for
 * the heads, as whoever uses a store must.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CHAIN_START, type ChainHead } from '../../src/store/chain-check.ts';
import { openSqliteStore, StoreError, type Store } from '../../src/store/index.ts';
import { lastOf, nextRows } from '../store/conformance-rows.ts';

const AGENTS = ['a', 'b', 'c'];
const RETRY_MS = 5;

const [file = '', rows = '3'] = process.argv.slice(2);
const store = await openSqliteStore({ file, busyTimeoutMs: 0 });
await Promise.all(AGENTS.map((agent) => write(store, agent, Number(rows))));

async function write(to: Store, agent: string, count: number): Promise<never> {
  let head = await headOf(to, agent);
  for (;;) {
    const batch = nextRows(agent, count, head);
    try {
      await to.append({ rows: batch });
      head = lastOf(batch);
      process.stdout.write(`kept ${agent} ${head.seq}\n`);
    } catch (error) {
      process.stdout.write(`failed ${agent} ${error instanceof StoreError ? error.code : 'bug'}\n`);
      await sleep(RETRY_MS);
      head = await headOf(to, agent);
    }
  }
}

async function headOf(from: Store, agent: string): Promise<ChainHead> {
  const heads = await from.heads();
  return heads.find((head) => head.agent === agent) ?? CHAIN_START;
}
