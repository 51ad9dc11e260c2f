/** The gate under random schedules: stops, releases, calls and a disk that fails, in every order. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { EVERYBODY } from '../../src/base/everybody.ts';
import { runs } from '../kit/runs.ts';
import { GateRace, type Move, type Tally, type Turn } from './gate-race.ts';
import type { StopAction, Target } from './stop-book.ts';

const SCHEDULES = 600;
const TURNS_MAX = 80;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const agent = fc.constantFrom('a', 'a', 'a', 'b');
const session = fc.constantFrom(undefined, undefined, undefined, '1', '2');
const address = fc
  .tuple(agent, session)
  // Each agent has sessions of its own: one that is seen under two names is stopped under both.
  .map(([name, one]): Target => ({
    agent: name,
    ...(one === undefined ? {} : { session: `${name}${one}` }),
  }));
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      target: address,
      action: fc.constantFrom<StopAction>('deactivate', 'deactivate', 'pause'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constant({ target: { agent: EVERYBODY }, action: 'stop-all' as const }),
  },
);
const which = fc.nat(7);
const turn: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 6, arbitrary: address.map((one): Turn => ({ do: 'ask', ...one })) },
  { weight: 1, arbitrary: which.map((one): Turn => ({ do: 'finish', which: one })) },
  { weight: 2, arbitrary: which.map((one): Turn => ({ do: 'use-tools', which: one })) },
  { weight: 4, arbitrary: act.map((one): Turn => ({ do: 'stop', ...one })) },
  { weight: 4, arbitrary: act.map((one): Turn => ({ do: 'release', ...one })) },
  { weight: 16, arbitrary: fc.constant<Turn>({ do: 'disk', outcome: 'done' }) },
  { weight: 2, arbitrary: fc.constant<Turn>({ do: 'disk', outcome: 'refused' }) },
  { weight: 1, arbitrary: fc.constant<Turn>({ do: 'disk', outcome: 'lied' }) },
  { weight: 1, arbitrary: fc.constantFrom(1, 600, 1_100).map((ms): Turn => ({ do: 'time', ms })) },
  { weight: 1, arbitrary: fc.constant<Turn>({ do: 'nothing' }) },
);
const move: fc.Arbitrary<Move> = fc.record({
  turn,
  steps: fc.constantFrom(0, 0, 1, 2, 3, 5, 8, 30, 30),
});

verifies(
  ['T2', 'X5'],
  'after an acknowledged stop nothing passes and nothing goes on, whatever the disk does and in whatever order',
  async () => {
    const tallies: Tally[] = [];
    const { numRuns } = runs(SCHEDULES);
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: TURNS_MAX, size: 'max' }), async (moves) => {
        const race = new GateRace(async (ms) => {
          await vi.advanceTimersByTimeAsync(ms);
        });
        tallies.push(race.tally);
        expect(await race.play(moves)).toEqual([]);
        vi.clearAllTimers();
      }),
      { numRuns },
    );
    // A gate that refuses everything would keep every promise above.
    for (const name of Object.keys(tallies[0] ?? {}) as (keyof Tally)[]) {
      const total = tallies.reduce((sum, tally) => sum + tally[name], 0);
      expect(total, name).toBeGreaterThan(Math.floor(numRuns / 20));
    }
  },
  600_000,
);
