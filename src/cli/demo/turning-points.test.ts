import { expect, test } from 'vitest';
import { DecisionRun, FROZEN_V0_2, type AgentRecord } from '../../core/index.ts';
import type { Moment } from '../../testing/index.ts';
import { captionFor } from './caption.ts';
import { plainLine } from './plain.ts';
import { cooldownUntil, mainReason } from './reasons.ts';
import { findTurns, type Turn } from './turning-points.ts';

/** The turns of a run of records, each with its time. */
function turnsOf(records: readonly AgentRecord[]): { atMs: number; turn: Turn }[] {
  const run = new DecisionRun(FROZEN_V0_2);
  let before: Moment['decision'] | null = null;
  return records.flatMap((record) => {
    const atMs = record.type === 'event' ? record.event.timestamp : record.timestamp;
    const decision = run.take(record);
    const turns = findTurns(before, { agent: 'main', atMs, record, decision });
    before = decision;
    return turns.map((turn) => ({ atMs, turn }));
  });
}

function event(timestamp: number, tokenCount: number): AgentRecord {
  const rest = { toolCalls: 0, latencyMs: 1, outputLength: 1 };
  return { type: 'event', event: { timestamp, tokenCount, ...rest } };
}

test('a budget that is exceeded turns once, and its cooldown ends once', () => {
  const records = [event(0, 50_000), event(1_000, 1), event(2_000, 1)];
  const ticks = [60_999, 61_000, 62_000].map((timestamp) => ({ type: 'tick', timestamp }) as const);
  const turns = turnsOf([...records, ...ticks]).filter(({ turn }) => turn.kind !== 'idle');
  expect(turns.map(({ atMs, turn }) => [atMs, turn.kind])).toEqual([
    [1_000, 'veto'],
    [61_000, 'cooldown-over'],
  ]);
  const [first] = turns;
  if (first === undefined) throw new Error('no turn');
  expect(captionFor('main', first.turn, 0)).toEqual({
    fact: 'main is refused: TOKEN_BUDGET_EXCEEDED: 50001 tokens, the budget is 50000',
    meaning: 'The session spent more tokens in the sliding minute than its effective budget.',
  });
});

test('a release that finds nothing says so', () => {
  const turns = turnsOf([{ type: 'operator', timestamp: 5_000, action: 'resume' }]);
  const lines = turns.map(({ atMs, turn }) => plainLine('main', atMs, turn));
  expect(lines).toEqual(['00:05  main      resume by a person: lifts nothing']);
});

test('a hold of another kind is told like any other', () => {
  const turns = turnsOf([
    { type: 'operator', timestamp: 0, action: 'pause', by: 'ada', why: 'lunch; back at 2' },
  ]);
  const [held] = turns;
  expect(held?.turn).toMatchObject({ kind: 'held', hold: { hold: 'paused' } });
});

test('reasons are read without their times and authors', () => {
  const run = new DecisionRun(FROZEN_V0_2);
  run.take(event(0, 50_000));
  const decision = run.take(event(1_000, 1));
  expect(cooldownUntil(decision)).toBe(61_000);
  expect(mainReason(decision)).toBe('TOKEN_BUDGET_EXCEEDED: 50001 tokens, the budget is 50000');
  const paused = run.take({ type: 'operator', timestamp: 70_000, action: 'pause', why: 'lunch' });
  expect(mainReason(paused)).toBe('HOLD_PAUSED: "lunch"');
});
