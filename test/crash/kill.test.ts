import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { ChainHead } from '../../src/store/chain-check.ts';
import { openSqliteStore } from '../../src/store/index.ts';
import { kills } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { verifyChain } from './verify-chain.ts';
import { startWriter } from './writer-process.ts';

const KILLS = kills(9, 30);
const LANES = 3;
const AGENTS = ['a', 'b', 'c'];
/** Long enough for many commits; and, from the start, short enough to hit the opening. */
const WRITING_MS_MAX = 60;
const STARTING_MS_MAX = 250;

let folder = '';

beforeEach(() => {
  folder = temporaryFolder('crash');
});

test(`${KILLS} times kill -9: nothing acknowledged is lost and every link holds`, async () => {
  // Side by side, because most of a round is waiting for a process to start.
  const lanes = Array.from({ length: LANES }, (_, lane) => killAgainAndAgain(`${lane}.db`));
  const acknowledged = await Promise.all(lanes);
  for (const rows of acknowledged) expect(rows).toBeGreaterThan(KILLS);
}, 120_000);

/** Kills writers of one file, one after the other; returns how many rows were acknowledged. */
async function killAgainAndAgain(name: string): Promise<number> {
  const file = join(folder, name);
  const verified = new Map<string, ChainHead>();
  let acknowledged = 0;
  for (let round = 1; round <= KILLS / LANES; round += 1) {
    const writer = startWriter(file);
    if (round % 3 === 0) {
      await sleep(Math.random() * STARTING_MS_MAX);
    } else {
      // All of them have rows by then: on a slow machine, the time after it may be over before anything more is written.
      await writer.until(() => writer.kept.size === AGENTS.length);
      await sleep(Math.random() * WRITING_MS_MAX);
    }
    await writer.kill();
    // Its lock died with it: this does not wait.
    const store = await openSqliteStore({ file, busyTimeoutMs: 0 });
    for (const agent of AGENTS) {
      const head = await verifyChain(store, agent, verified.get(agent));
      const promised = writer.kept.get(agent) ?? 0;
      expect(head.seq, `${name}, round ${round}, ${agent}`).toBeGreaterThanOrEqual(promised);
      acknowledged += Math.max(0, promised - (verified.get(agent)?.seq ?? 0));
      verified.set(agent, head);
    }
    await store.close();
    expect(writer.failures).toEqual([]);
  }
  return acknowledged;
}

test('while the writer lives nobody else may write, and the message names it', async () => {
  const file = join(folder, 'journal.db');
  const writer = startWriter(file);
  await writer.until(() => writer.kept.size > 0);
  await expect(openSqliteStore({ file, busyTimeoutMs: 0 })).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringContaining(`(process ${writer.pid})`) as string,
  });
  const reader = await openSqliteStore({ file, readOnly: true });
  expect((await verifyChain(reader, 'a')).seq).toBeGreaterThan(0);
  await reader.close();
  await writer.kill();
});
