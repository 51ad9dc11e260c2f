/**
 * Arbitrary bursts: runs of records that really get somewhere, each into one mechanism.
 */
import fc from 'fast-check';
import type { Address } from '../../src/core/records/records.ts';
import {
  anyAddress,
  anyWait,
  around,
  gentleWait,
  otherHash,
  simHash,
  withBitsFlipped,
} from './arbitrary-values.ts';
import type { Draft, Wait } from './drafts.ts';

type Burst = fc.Arbitrary<readonly Draft[]>;

interface EventDraft {
  readonly wait: Wait;
  readonly at: Address;
  readonly tokens?: number;
  readonly calls?: number;
  readonly hash?: string | undefined;
}

/** The draft of an event; what is not given is small. */
function eventDraft({ wait, at, tokens = 10, calls = 0, hash }: EventDraft): Draft {
  const measured = { tokenCount: tokens, toolCalls: calls, latencyMs: 5, outputLength: 20 };
  const event = hash === undefined ? measured : { ...measured, outputHash: hash };
  return { wait, content: { type: 'event', ...at, event } };
}

/** Outputs that are alike: how far apart, how often, and whether they stop being alike. */
export const loopBurst: Burst = fc
  .record({
    at: anyAddress,
    base: fc.oneof({ weight: 4, arbitrary: simHash }, { weight: 1, arbitrary: otherHash }),
    bits: fc.array(fc.constantFrom(0, 0, 1, 3, 6, 6, 7, 12, 13), { minLength: 3, maxLength: 8 }),
    from: fc.constantFrom(0, 0, 0, 5),
    wait: fc.constantFrom(0, 500, 2_000, 3_000, 9_000, 11_000),
    upper: fc.boolean(),
    hashless: fc.constantFrom(-1, -1, 2, 4),
    stray: fc.constantFrom(-1, -1, -1, 1),
    lookalike: fc.constantFrom('0123456789abcdeg', '0123456789abcde', '0123456789abcdef0'),
    end: fc.constantFrom('', '', 'different', 'nothing'),
    pause: fc.constantFrom(1_000, 10_000, 20_000, 29_999, 30_000, 31_000, 60_000),
  })
  .map(({ at, base, bits, from, wait, upper, hashless, stray, lookalike, end, pause }) => {
    const comparable = /^[0-9a-f]{16}$/.test(base);
    const drafts = bits.map((count, index) => {
      const near = comparable ? withBitsFlipped(base, count, (index % 2) * from) : base;
      const cased = upper && comparable && index % 2 === 1 ? near.toUpperCase() : near;
      const hash = index === stray ? lookalike : cased;
      return eventDraft({ wait, at, hash: index === hashless ? undefined : hash });
    });
    if (end === 'nothing') drafts.push(eventDraft({ wait, at }));
    if (end === 'different') drafts.push(eventDraft({ wait, at, hash: '5555aaaa5555aaaa' }));
    const later: Draft = { wait: pause, content: { type: 'tick', ...at } };
    return end === '' ? drafts : [...drafts, later];
  });

/** Loops that come and go within one cooldown, so that the mode flips back and forth. */
export const flippingBurst: Burst = fc
  .record({
    at: anyAddress,
    first: fc.constantFrom(10_000, 11_000),
    stay: fc.constantFrom(29_999, 30_000, 31_000),
    again: fc.constantFrom(9_999, 10_000, 12_000, 20_000),
    tick: fc.boolean(),
  })
  .map(({ at, first, stay, again, tick }) => {
    const same = (wait: number) => eventDraft({ wait, at, hash: 'same' });
    const loop = [same(0), same(0), same(0), same(0), same(first), same(1)];
    const other = eventDraft({ wait: 1, at, hash: 'other' });
    const passed: Draft = { wait: 0, content: { type: 'tick', ...at } };
    const busy = eventDraft({ wait: stay, at });
    return [...loop, other, busy, ...(tick ? [passed] : []), ...loop.slice(0, 4), same(again)];
  });

/** Beats at one pace and then at another, around the ratio. */
export const runawayBurst: Burst = fc
  .record({
    at: anyAddress,
    slow: fc.constantFrom(100, 1_000, 2_000, 10_000, 29_999),
    share: fc.constantFrom(0, 0.05, 0.29, 0.3, 0.31),
    off: fc.constantFrom(-1, 0, 1),
    small: fc.boolean(),
    many: fc.integer({ min: 0, max: 3 }),
    gap: fc.constantFrom(0, 29_999, 30_000, 30_001),
  })
  .map(({ at, slow, share, off, small, many, gap }) => {
    const [earlier, recent] = small ? [4, 3] : [11, 20];
    const quick = Math.max(0, Math.round(slow * share) + off);
    return [
      ...Array.from({ length: earlier + many }, () => eventDraft({ wait: slow, at })),
      ...(gap === 0 ? [] : [eventDraft({ wait: gap, at })]),
      ...Array.from({ length: recent + 1 }, () => eventDraft({ wait: quick, at })),
    ];
  });

/** So many beats that the first ones are forgotten, and then a faster pace. */
export const longRunawayBurst: Burst = fc
  .record({
    at: anyAddress,
    first: fc.constantFrom(100, 5_000, 29_999),
    slow: fc.constantFrom(1_000, 2_000),
    early: fc.integer({ min: 1, max: 8 }),
    earlier: fc.integer({ min: 36, max: 42 }),
    share: fc.constantFrom(0.25, 0.29, 0.3, 0.31, 0.4),
  })
  .map(({ at, first, slow, early, earlier, share }) => [
    ...Array.from({ length: early }, () => eventDraft({ wait: first, at, tokens: 0 })),
    ...Array.from({ length: earlier }, () => eventDraft({ wait: slow, at, tokens: 0 })),
    ...Array.from({ length: 22 }, () =>
      eventDraft({ wait: Math.round(slow * share), at, tokens: 0 }),
    ),
  ]);

/** Much spending in few records, up to and over the limits. */
export const spendingBurst: Burst = fc
  .array(
    fc.record({
      wait: gentleWait,
      at: anyAddress,
      tokens: around(50_000, 30_000, 12_500, 5_000, 1_000_000, 9_999_999),
      calls: around(60, 240, 9_998),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) => all.map(eventDraft));

/** So much in one minute, or in twenty, that the buckets and the averages are full. */
export const floodBurst: Burst = fc
  .record({ at: anyAddress, tokens: around(9_999_999, 800_000, 400_000), wait: gentleWait })
  .map(({ at, tokens, wait }) =>
    Array.from({ length: 12 }, () => eventDraft({ wait, at, tokens, calls: 1_000 })),
  );

/** Executions that fail, most of them in a row. */
export const failingBurst: Burst = fc
  .record({
    at: anyAddress,
    statuses: fc.array(
      fc.constantFrom(...Array<'FAILED'>(6).fill('FAILED'), 'SUCCESS', 'PARTIAL', 'BLOCKED'),
      { minLength: 1, maxLength: 12 },
    ),
    wait: gentleWait,
  })
  .map(({ at, statuses, wait }) =>
    statuses.map((status): Draft => {
      const result = { executed: true, status, tokensUsed: 10, latencyMs: 1 } as const;
      return { wait, content: { type: 'result', ...at, result } };
    }),
  );

/** Nothing but time. */
export const waitingBurst: Burst = fc.array(
  fc
    .record({ wait: anyWait, at: anyAddress })
    .map(({ wait, at }): Draft => ({ wait, content: { type: 'tick', ...at } })),
  { minLength: 1, maxLength: 5 },
);

/** Spending that moves the rolling average, and the minutes in which it leaves it again. */
export const averageBurst: Burst = fc
  .record({
    at: anyAddress,
    tokens: fc.array(fc.constantFrom(1, 60_000, 400_000, 450_001, 533_334), {
      minLength: 1,
      maxLength: 3,
    }),
    apart: fc.constantFrom(1_000, 60_000, 300_000),
    minutes: fc.integer({ min: 16, max: 21 }),
    off: fc.constantFrom(-1, 0, 1),
  })
  .map(({ at, tokens, apart, minutes, off }): readonly Draft[] => [
    ...tokens.map((count) => eventDraft({ wait: apart, at, tokens: count })),
    { wait: { next: 60_000, plus: 0 }, content: { type: 'tick', ...at } },
    { wait: minutes * 60_000 + off, content: { type: 'tick', ...at } },
    { wait: { next: 60_000, plus: 0 }, content: { type: 'tick', ...at } },
    eventDraft({ wait: 1, at, tokens: 35_000 }),
  ]);

/** A thread whose mode is about to flip back while its sibling is looked at. */
export const siblingsBurst: Burst = fc
  .record({
    session: fc.constantFrom({}, { session: 's1' }),
    spend: fc.boolean(),
    tokens: fc.constantFrom(0, 10),
    early: fc.constantFrom(10_000, 29_000, 30_000, 35_000, 45_000),
    again: fc.boolean(),
    later: fc.constantFrom(14_999, 15_000, 29_998, 29_999, 31_000),
  })
  .map(({ session, spend, tokens, early, again, later }): readonly Draft[] => {
    const one = { ...session, thread: 't1' };
    const other = { ...session, thread: 't2' };
    const saying = (wait: number, hash: string) => eventDraft({ wait, at: one, tokens, hash });
    const loop = (wait: number) => [
      ...Array.from({ length: 4 }, () => saying(0, 'same')),
      saying(wait, 'same'),
      saying(1, 'other'),
    ];
    return [
      ...(spend ? [eventDraft({ wait: 0, at: other, tokens: 1_200_000 })] : []),
      ...loop(early),
      ...(again ? [eventDraft({ wait: 29_999, at: one, tokens }), ...loop(10_000)] : []),
      { wait: 0, content: { type: 'tick', ...other } },
      eventDraft({ wait: later, at: other, tokens }),
      { wait: 1, content: { type: 'tick', ...other } },
      { wait: 30_000, content: { type: 'tick', ...other } },
    ];
  });
