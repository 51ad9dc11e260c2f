/** Which signs follow from what was recorded: at the limit, just below it, and when the opposite was seen. */
import { describe, expect, test } from 'vitest';
import { result } from '../../../test/kit/records.ts';
import type { AgentRecord, ProviderTrouble, ResultRecord, StuckCode } from '../../core/index.ts';
import { StuckFacts, type StuckSettings } from './stuck-facts.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const usual: StuckSettings = {
  dialog: { seconds: 1_800 },
  limit: { act: 'park' },
  crashes: { count: 3, seconds: 600 },
  outage: { calls: 4, seconds: 60, act: 'tell' },
  retries: { calls: 6, seconds: 10, act: 'tell' },
  wakes: { count: 3, pauseSeconds: 30, act: 'slow' },
  exchange: { rounds: 4, act: 'tell' },
};

const asked = (timestamp: number, session?: string): AgentRecord => ({
  type: 'admit',
  timestamp,
  purpose: 'step',
  estimate: { tokenCount: 0, toolCalls: 0 },
  ...(session === undefined ? {} : { session }),
});
const answered = (timestamp: number, toolCalls = 0, outputHash = ''): AgentRecord => ({
  type: 'event',
  event: {
    timestamp,
    tokenCount: 10,
    toolCalls,
    latencyMs: 1,
    outputLength: 1,
    ...(outputHash === '' ? {} : { outputHash }),
  },
  settles: { timestamp, tokenCount: 0, toolCalls: 0 },
});
const hindered = (timestamp: number, trouble: ProviderTrouble): ResultRecord => ({
  ...result(timestamp, 'PARTIAL'),
  trouble,
});
const fine = (timestamp: number, tokensUsed = 10): ResultRecord => {
  const one = result(timestamp, 'SUCCESS');
  return { ...one, result: { ...one.result, tokensUsed } };
};
const crashed = (timestamp: number, isCrash: boolean): AgentRecord => ({
  type: 'signal',
  timestamp,
  source: 'loop',
  change: 'note',
  details: 'x',
  process: { id: '1', state: 'ended', ...(isCrash ? { crashed: true } : {}) },
});

function factsOf(records: readonly AgentRecord[], standing: readonly StuckCode[] = []) {
  const facts = new StuckFacts(standing);
  for (const record of records) facts.take(record, true, usual);
  return facts;
}
const codes = (facts: StuckFacts, now: number) => facts.signs(now, usual).map(({ code }) => code);

describe('a client that does not come back', () => {
  const records = [asked(0), answered(1, 2)];

  test('waits from the time set on, until it comes, and not for ever', () => {
    expect(codes(factsOf(records), 1_800 * SECOND_MS)).toEqual([]);
    expect(codes(factsOf(records), 1 + 1_800 * SECOND_MS)).toEqual(['CLIENT_WAITING']);
    expect(codes(factsOf(records), 25 * 60 * MINUTE_MS)).toEqual([]);
    expect(codes(factsOf([...records, asked(9)]), 2_000 * SECOND_MS)).toEqual([]);
  });

  test('has finished when the model called nothing, or its process ended', () => {
    expect(codes(factsOf([asked(0), answered(1)]), 2_000 * SECOND_MS)).toEqual([]);
    expect(codes(factsOf([...records, crashed(5, false)]), 2_000 * SECOND_MS)).toEqual([]);
  });

  test('is one session, whatever the others do', () => {
    const other = factsOf([...records, asked(9, 'other')]);
    expect(codes(other, 2_000 * SECOND_MS)).toEqual(['CLIENT_WAITING']);
  });
});

describe('a limit', () => {
  test('with an end is one at once, by the minute only when it lasts', () => {
    const long = factsOf([hindered(5, { kind: 'limited', until: 5 + MINUTE_MS })]);
    expect(long.signs(6, usual)).toMatchObject([{ code: 'USAGE_LIMIT', until: 5 + MINUTE_MS }]);
    const short = (times: number) =>
      Array.from({ length: times }, (_, at) =>
        hindered(at * 20 * SECOND_MS, { kind: 'limited', until: at * 20 * SECOND_MS + SECOND_MS }),
      );
    expect(codes(factsOf(short(4)), 100 * SECOND_MS)).toEqual([]);
    const many = factsOf(short(5)).signs(100 * SECOND_MS, usual);
    expect(many).toMatchObject([{ code: 'USAGE_LIMIT' }]);
    // Without an end that is known nobody is parked.
    expect(many[0]).not.toHaveProperty('until');
  });

  test('is over with an answer that used tokens, and not with one that cost nothing', () => {
    const limited = hindered(5, { kind: 'limited', until: 5 + MINUTE_MS });
    expect(codes(factsOf([limited, fine(6, 0)]), 7)).toEqual(['USAGE_LIMIT']);
    expect(codes(factsOf([limited, fine(6)]), 7)).toEqual([]);
  });

  test('is only told of where that is configured', () => {
    const facts = factsOf([hindered(5, { kind: 'limited', until: 5 + MINUTE_MS })]);
    const [sign] = facts.signs(6, { ...usual, limit: { act: 'tell' } });
    expect(sign).not.toHaveProperty('until');
  });
});

test('an outage needs so many failures in a row, over so long', () => {
  const down = (...times: readonly number[]) =>
    times.map((at) => hindered(at * SECOND_MS, { kind: 'down' }));
  expect(codes(factsOf(down(0, 20, 40)), MINUTE_MS)).toEqual([]);
  expect(codes(factsOf(down(0, 1, 2, 3, 4)), MINUTE_MS)).toEqual([]);
  expect(codes(factsOf(down(0, 20, 40, 60)), MINUTE_MS)).toEqual(['PROVIDER_DOWN']);
  const between = [...down(0, 20), fine(21 * SECOND_MS), ...down(40, 60)];
  expect(codes(factsOf(between), MINUTE_MS)).toEqual([]);
});

test('crashes count while they are recent, and a good end begins anew', () => {
  const crashes = [crashed(0, true), crashed(1, true), crashed(2, true)];
  expect(codes(factsOf(crashes.slice(1)), 3)).toEqual([]);
  expect(codes(factsOf(crashes), 3)).toEqual(['CRASH_LOOP']);
  expect(codes(factsOf(crashes), 600 * SECOND_MS)).toEqual([]);
  expect(codes(factsOf([...crashes, crashed(3, false)]), 4)).toEqual([]);
});

describe('wakes', () => {
  const SAME = '00ff00ff00ff00ff';
  const OTHER = 'ff00ff00ff00ff00';
  const wakes = (...said: readonly string[]) =>
    said.flatMap((hash, at) => [
      asked(at * MINUTE_MS),
      answered(at * MINUTE_MS + 1, 1),
      asked(at * MINUTE_MS + 2),
      answered(at * MINUTE_MS + 3, 0, hash),
    ]);

  test('that say the same are empty, and slowed twice as long each time, for an hour at most', () => {
    expect(codes(factsOf(wakes(SAME, SAME)), 0)).toEqual([]);
    const until = (times: number) =>
      factsOf(wakes(...Array.from({ length: times }, () => SAME))).signs(0, usual)[0]?.until;
    expect(until(3)).toBe(2 * MINUTE_MS);
    expect(until(4)).toBe(4 * MINUTE_MS);
    expect(until(40)).toBe(60 * MINUTE_MS);
  });

  test('that say something else are not, and begin the count anew', () => {
    expect(codes(factsOf(wakes(SAME, OTHER, SAME, OTHER)), 0)).toEqual([]);
    expect(codes(factsOf(wakes(SAME, SAME, SAME, OTHER)), 0)).toEqual([]);
    expect(codes(factsOf(wakes(SAME, SAME, SAME, OTHER, SAME)), 0)).toEqual([]);
  });

  test('need a pause between them: the same said in a row is one wake', () => {
    const chat = Array.from({ length: 9 }, (_, at) => [
      asked(at * SECOND_MS),
      answered(at * SECOND_MS + 1, 0, SAME),
    ]).flat();
    expect(codes(factsOf(chat), 0)).toEqual([]);
  });
});

test('what stood before a restart stands until the opposite is seen; a stream is over', () => {
  const standing = ['STREAM_STALLED', 'PROVIDER_DOWN', 'CLIENT_WAITING'] as const;
  expect(codes(factsOf([], standing), 0)).toEqual(['PROVIDER_DOWN', 'CLIENT_WAITING']);
  expect(codes(factsOf([asked(1), fine(2)], standing), 3)).toEqual([]);
});
