/** An answer that comes as soon as the question, and several nodes that ask for the same budget, and a person who answers on one of them. */
import { expect, test, vi } from 'vitest';
import { NO_LOG } from '../../base/log.ts';
import { createMemoryStore } from '../../store/index.ts';
import { TeamAsks } from './team-asks.ts';
import type { Team, TeamProblem } from './team.ts';

const NOON_MS = Date.UTC(2026, 8, 1, 12);

const team: Team = {
  name: 'crew',
  budgets: { callsPerDay: 2, extendPercent: 100 },
  has: () => true,
  isShadow: () => false,
};
const problem: TeamProblem = {
  team,
  report: { asked: 1, code: 'BUDGET_SPENT', level: 'agent', limit: 2, spent: 2, unit: 'calls' },
};
const place = { team, share: undefined };

/** Two nodes on one store. */
function twoNodes() {
  const store = createMemoryStore();
  return { store, one: new TeamAsks(store, NO_LOG), other: new TeamAsks(store, NO_LOG) };
}

test('a node that asks late, and knew nothing, takes no answer away', async () => {
  const { store, one, other } = twoNodes();
  expect(one.ask(problem, 'ada', NOON_MS)).toBe(true);
  expect(await one.extend(place, 'callsPerDay', NOON_MS + 1)).toBe(true);
  expect(other.ask(problem, 'bob', NOON_MS + 2)).toBe(true);
  await vi.waitFor(() => expect(other.isExtended(place, 'callsPerDay', NOON_MS + 3)).toBe(true));
  expect(await other.extend(place, 'callsPerDay', NOON_MS + 4)).toBe(false);
  expect(await store.documents({ kind: 'team-ask', limit: 9 })).toHaveLength(1);
});

test('the next day is asked for anew', async () => {
  const { one, other } = twoNodes();
  one.ask(problem, 'ada', NOON_MS);
  expect(await one.extend(place, 'callsPerDay', NOON_MS + 1)).toBe(true);
  const tomorrowMs = NOON_MS + 24 * 3_600_000;
  other.ask(problem, 'bob', tomorrowMs);
  await vi.waitFor(async () => {
    expect(await other.extend(place, 'callsPerDay', tomorrowMs + 1)).toBe(true);
  });
});
