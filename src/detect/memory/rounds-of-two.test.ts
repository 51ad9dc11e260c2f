/** Every one of some things asked about every one of others, in rounds: work, where the order is kept, and else a search. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread } from '../index.ts';

type Args = Readonly<Record<string, string>>;

/** The rule that stops an agent which asks for these and is told each time that there is nothing. */
function rule(tool: string, all: readonly Args[]) {
  const events = all.map((args, index) => ({
    kind: 'tool' as const,
    tool,
    args,
    result: '{"offers":[],"total":0}',
    atMs: 1_790_000_000_000 + index * 8_000,
  }));
  return detectThread({ id: 't', events }).rule;
}

const crossed = (outer: readonly string[], inner: readonly string[], make: typeof fly) =>
  outer.flatMap((one) => inner.map((other) => make(one, other)));
const fly = (day: string, origin: string): Args => ({ origin, destination: 'BIO', day });
const find = (first: string, second: string): Args => ({ query: `${second} ${first}` });

describe('rounds over two lists', () => {
  const days = ['2026-12-06', '2026-12-07', '2026-12-08', '2026-12-09', '2026-12-10', '2026-12-11'];
  const airports = ['BER', 'SZZ', 'PRG'];

  verifies('X16', 'are work, whichever of the two is gone through first', () => {
    expect(rule('search_flights', crossed(days, airports, fly))).toBeNull();
    const byAirport = crossed(airports, days, (origin, day) => fly(day, origin));
    expect(rule('search_flights', byAirport)).toBeNull();
  });

  verifies('X16', 'are a search where the words come in any order', () => {
    const heads = ['retry', 'backoff', 'attempts', 'redelivery'];
    const tails = ['policy', 'limit', 'settings', 'config', 'handler'];
    const all = crossed(heads, tails, find);
    // Every seventh of them: all are asked for, and none after its neighbour.
    const wandering = all.map((_, index) => all[(index * 7) % all.length] ?? {});
    expect(rule('search_docs', wandering)).toBe('no-progress');
  });
});
