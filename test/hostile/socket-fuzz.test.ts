/** Thousands of broken connections: the server stays up, keeps nothing, and passes on only what it let through. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { readRow } from '../../src/journal/body.ts';
import { openSqliteStore } from '../../src/store/index.ts';
import { startFakeProvider } from '../../src/testing/index.ts';
import { chat } from '../crash/server-client.ts';
import { startServer, type ServerProcess } from '../crash/server-process.ts';
import { runs } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import { brokenRequest, HELD_AGENT, type Broken } from './broken-bytes.ts';

const CONNECTIONS = 3_000;
const AT_ONCE = 40;
/** The first part warms the server up; from then on its memory must stay where it is. */
const WARM_UP_SHARE = 0.4;
const GROWTH_BYTES_MAX = 64 * 1024 * 1024;
/** How long an answer is waited for, and one that may never come. */
const PATIENCE_MS = 30_000;
const SHORT_PATIENCE_MS = 40;

let folder = '';

beforeEach(() => {
  folder = temporaryFolder('fuzz');
});

verifies(
  ['T2', 'X5'],
  'broken connections do no harm: the server answers afterwards, and nothing passed unrecorded',
  async () => {
    const provider = await startFakeProvider({ script: (_turn, index) => ({ text: `${index}` }) });
    const server = startServer(folder, provider.url);
    const url = await server.url();
    await server.ask(`stop ${HELD_AGENT}`, `stopped ${HELD_AGENT}`);
    const { numRuns } = runs(CONNECTIONS);
    const warm = Math.round(numRuns * WARM_UP_SHARE);
    await fuzz(url, 0, warm);
    const before = await health(server);
    await fuzz(url, warm, numRuns);
    expect(await chat(url, 'healthy')).toMatchObject({ status: 200 });
    // What is kept stays; what only waits to be collected goes.
    const growth = async () => (await health(server)).memoryBytes - before.memoryBytes;
    await expect
      .poll(growth, { timeout: PATIENCE_MS, interval: 500 })
      .toBeLessThan(GROWTH_BYTES_MAX);
    await server.kill();
    expect(server.complaint()).toBe('');
    const seen = provider.requests;
    await provider.close();
    expect(seen.length).toBeGreaterThan(numRuns / 20);
    expect(
      seen.filter(({ path }) => !path.startsWith('/v1/') || /smuggled|held/.test(path)),
    ).toEqual([]);
    expect(await admissions()).toBeGreaterThanOrEqual(seen.length);
  },
  600_000,
);

async function fuzz(url: string, from: number, to: number): Promise<void> {
  const port = Number(new URL(url).port);
  let next = from;
  const worker = async () => {
    while (next < to) {
      next += 1;
      await send(port, brokenRequest(new SeededRandom(`socket-fuzz/${next}`)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Sends one request and leaves the way it says, at the latest when its patience is over. */
function send(port: number, { pieces, leave, mayNeverEnd }: Broken): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      void (async () => {
        for (const piece of pieces) {
          socket.write(piece, 'latin1');
          await sleep(1);
        }
        if (leave === 'reset') socket.resetAndDestroy();
        if (leave === 'end') socket.end();
      })();
    });
    socket.setTimeout(mayNeverEnd ? SHORT_PATIENCE_MS : PATIENCE_MS, () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.resume();
  });
}

/** What the server says of itself, once nothing is under way any more. */
async function health(server: ServerProcess): Promise<{ readonly memoryBytes: number }> {
  for (;;) {
    const [, memoryBytes, openCalls] = (await server.ask('health', 'health ')).split(' ');
    if (openCalls === '0') return { memoryBytes: Number(memoryBytes) };
    await sleep(20);
  }
}

/** Calls that were let through, of all agents: broken names are agents too. */
async function admissions(): Promise<number> {
  const store = await openSqliteStore({ file: join(folder, 'journal.db') });
  let count = 0;
  for (const { agent, seq } of await store.heads()) {
    for (let from = 1; from <= seq; from += 1_000) {
      for (const row of await store.read(agent, from, 1_000)) {
        const entry = readRow(row);
        if (!('record' in entry) || entry.record.type !== 'admit') continue;
        if (entry.record.reserve !== false && entry.decision.safety.allowed) count += 1;
      }
    }
  }
  await store.close();
  return count;
}
