/**
 * Nodes and Postgres killed at random points while agents work and are stopped: what was acknowledged holds, nothing passed
 * without a record, no chain broke, and no budget was overspent.
 *
 * Every kill waits for answers since the last one, so the fleet does come back each time. `TRIPWIRE_SEED` plays another
 * schedule, `TRIPWIRE_RUNS=20` kills 500 times.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dice, type Dice } from '../kit/dice.ts';
import { IS_FULL, kills } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { drained, startCountingProvider, type CountingProvider } from './counting-provider.ts';
import { startLoad, type FleetLoad } from './fleet-load.ts';
import { checkJournal } from './journal-check.ts';
import { CAP, CAPPED, NodeSlot } from './node-process.ts';
import { startPostgres, type PostgresCluster } from './postgres-cluster.ts';

const KILLS = kills(30, 500);
const SEED = Number(process.env['TRIPWIRE_SEED'] ?? 24);
const NODES = 3;
const LEASE_MS = 1_500;
/** Stopped and released all the time. */
const RESTLESS = 'restless';
const AGENTS = ['a', 'b', RESTLESS, CAPPED];
/** Answers between two kills, and a moment after them. */
const ANSWERS_MAX = 12;
const LITTLE_MS_MAX = 12;
/** While a stop is in force, others get so many answers before it is looked at. */
const ANSWERS_HELD = 4;
/** The long form takes hours beside other work, and a machine may give it nothing for minutes. */
const PATIENT_MS = IS_FULL ? 900_000 : 120_000;

let cluster: PostgresCluster;
let provider: CountingProvider;
let slots: readonly NodeSlot[] = [];
let url = '';

beforeAll(async () => {
  cluster = await startPostgres();
  cluster.createDatabase('killed');
  url = cluster.url('killed');
  provider = await startCountingProvider();
  const folder = temporaryFolder('nodes');
  const place = { url, providerUrl: provider.url, leaseMs: LEASE_MS, folder };
  slots = Array.from({ length: NODES }, (_, at) => new NodeSlot(place, String(at)));
  await until(() => slots.every((slot) => slot.url !== null));
}, PATIENT_MS);

afterAll(async () => {
  await Promise.all(slots.map((slot) => slot.close()));
  await provider.close();
  await cluster.remove();
});

test(
  `${KILLS} times kill -9 of nodes and of Postgres: nothing acknowledged is lost, and no budget overspent`,
  async () => {
    const roll = dice(SEED);
    const load = startLoad(slots, AGENTS, { clients: 2, roll: dice(SEED + 1) });
    const operator = stopAndRelease(load, dice(SEED + 2));
    // Few stops come to be looked at on a busy machine: the killing goes on until there were enough of them.
    for (let kill = 0; kill < KILLS || operator.held() < KILLS / 15; kill += 1) {
      const enough = load.count() + 1 + roll(ANSWERS_MAX);
      await until(() => load.count() >= enough);
      await delay(roll(LITTLE_MS_MAX));
      await killSome(roll);
    }
    const enough = load.count() + 1;
    await until(() => load.count() >= enough);
    await operator.end();
    await load.end();
    // Without it the rest would say nothing.
    expect(load.answered.get(RESTLESS)?.length).toBeGreaterThan(0);

    const admitted = await checkJournal(url);
    for (const agent of AGENTS) {
      const recorded = new Set(admitted.get(agent));
      const forwarded = provider.sessionsOf(agent);
      expect(forwarded.filter((session) => !recorded.has(session))).toEqual([]);
      const promised = load.answered.get(agent) ?? [];
      expect(promised.filter((session) => !recorded.has(session))).toEqual([]);
    }
    expect(provider.sessionsOf(CAPPED).length).toBeLessThanOrEqual(CAP);
    // What a killed node had reserved stays reserved: it may have been spent.
    expect(admitted.get(CAPPED)?.length).toBeLessThanOrEqual(CAP);
  },
  10 * PATIENT_MS + KILLS * 20_000,
);

/** A node, two of them, Postgres, or both: two in three times a node alone. */
async function killSome(roll: Dice): Promise<void> {
  const what = roll(6);
  const [victim, other] = [roll(NODES), roll(NODES)];
  if (what === 4 || what === 5) await cluster.kill();
  if (what !== 4) await slots[victim]?.kill();
  if (what === 3) await slots[other]?.kill();
  // Some nodes meet the database while it is away.
  if (what === 4 || what === 5) await cluster.start();
}

/** Stops and releases an agent on any node; `held` says how many stops were seen to hold. */
function stopAndRelease(load: FleetLoad, roll: Dice) {
  const ending = new AbortController();
  const isOver = () => ending.signal.aborted;
  let held = 0;
  const told = async (word: string, answer: string): Promise<string> => {
    const { process } = slots[roll(NODES)] as NodeSlot;
    // The node is gone, and with it the answer.
    return process.ask(`${word} ${RESTLESS}`, `${answer} ${RESTLESS}`).catch(() => '');
  };
  const work = async () => {
    while (!isOver()) {
      const stopped = await told('stop', 'stopped');
      if (stopped === `stopped ${RESTLESS} true 0`) {
        await drained();
        const before = provider.arrivals(RESTLESS);
        const enough = load.count() + ANSWERS_HELD;
        await until(() => isOver() || load.count() >= enough);
        expect(provider.arrivals(RESTLESS), 'arrivals after an acknowledged stop').toBe(before);
        held += 1;
      }
      const worked = load.answered.get(RESTLESS)?.length ?? 0;
      const released = await told('release', 'released');
      if (released !== `released ${RESTLESS} true`) continue;
      // Until it works again, or a node that was killed before it answered brings its stop.
      const enough = load.count() + ANSWERS_HELD;
      await until(
        () =>
          isOver() || load.count() >= enough || (load.answered.get(RESTLESS)?.length ?? 0) > worked,
      );
    }
  };
  const working = work();
  return {
    held: () => held,
    end: async () => {
      ending.abort();
      await working;
    },
  };
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + PATIENT_MS;
  while (!isSo()) {
    if (performance.now() > end) {
      throw new Error(`it did not come: ${slots.map(({ complaint }) => complaint).join('\n')}`);
    }
    await delay(2);
  }
}
