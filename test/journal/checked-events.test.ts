/** Events that nobody touched are taken for true, whatever happened; a changed one is found. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FROZEN_V0_2 } from '../../src/core/index.ts';
import { AgentChain } from '../../src/gate/chain/agent-chain.ts';
import { checkedEvents, compareEvents, isMismatch } from '../../src/journal/index.ts';
import { createMemoryStore, type NewEvent, type Store } from '../../src/store/index.ts';
import { anySequence, crowdedSequence, type Sequence } from '../model/arbitrary-records.ts';

const AGENT = 'crawler';

/** The journal of these records, written by two processes. */
async function journalOf({ constitution, records }: Sequence): Promise<Store> {
  const store = createMemoryStore();
  const half = Math.ceil(records.length / 2);
  for (const part of [records.slice(0, half), records.slice(half)]) {
    const parts = { agent: AGENT, store, constitution, coreVersion: '9.9.9', forOneEvent: false };
    const chain = await AgentChain.open(parts);
    for (const record of part) await chain.submit({ ...record, agent: AGENT }).acknowledged;
  }
  return store;
}

async function headSeq(store: Store): Promise<number> {
  return (await store.heads())[0]?.seq ?? 0;
}

async function isTrue(sequence: Sequence): Promise<void> {
  const store = await journalOf(sequence);
  const events = await store.events({ agent: AGENT, limit: 10_000 });
  expect(await checkedEvents(store, events)).toEqual(events);
  const compared = await compareEvents(store, AGENT, await headSeq(store));
  expect(compared).toEqual({ compared: events.length, wrong: 0, first: null });
}

describe('what nobody touched is true', () => {
  test('in any history', async () => {
    await fc.assert(fc.asyncProperty(anySequence(60), isTrue), { numRuns: 100, seed: 11 });
  });

  test('also where sessions and threads have to go', async () => {
    await fc.assert(fc.asyncProperty(crowdedSequence, isTrue), { numRuns: 10, seed: 13 });
  });

  test('also of requests that were refused before, told while nothing stands any more', async () => {
    const admit = { type: 'admit', purpose: 'step', reserve: false } as const;
    const estimate = { tokenCount: 0, toolCalls: 0 };
    const records = [
      { ...admit, timestamp: 1_000, estimate },
      { ...admit, timestamp: 2_000, estimate, repeats: 3 },
    ];
    const store = await journalOf({ constitution: FROZEN_V0_2, records });
    expect(await store.events({ agent: AGENT, limit: 10 })).toMatchObject([
      { eventType: 'refused' },
    ]);
    await isTrue({ constitution: FROZEN_V0_2, records });
  });

  test('also where an older version wrote it', async () => {
    const file = new URL('../fixtures/journals/version-0.1.0.json', import.meta.url);
    const { rows } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly rows: Parameters<Store['append']>[0]['rows'];
    };
    const store = createMemoryStore();
    const at = rows.find(({ body }) => body.includes('"did":"killed"'));
    const { decision, record } = JSON.parse(at?.body ?? '{}') as {
      readonly decision: { readonly killSwitch: { readonly [name: string]: unknown } };
      readonly record: { readonly session?: string };
    };
    const { detector, threshold, literal, progress, steer, reason } = decision.killSwitch;
    const written: NewEvent = {
      agent: at?.agent ?? '',
      session: record.session ?? null,
      seq: at?.seq ?? 0,
      eventType: 'kill_switch',
      timestamp: at?.at ?? 0,
      reason: String(reason),
      // As 0.1.0 wrote it: without the words, and without the rule.
      details: JSON.stringify({ detector, threshold, literal, progress, steer }),
    };
    await store.append({ rows, events: [written] });
    const events = await store.events({ limit: 10 });
    expect(events).toHaveLength(1);
    expect(await checkedEvents(store, events)).toEqual(events);
  });
});

describe('what somebody changed is found', () => {
  const changes: readonly (readonly [string, (event: NewEvent) => NewEvent | null])[] = [
    ['the reason', (event) => ({ ...event, reason: `${event.reason}!` })],
    ['the time', (event) => ({ ...event, timestamp: event.timestamp + 1 })],
    ['the kind', (event) => ({ ...event, eventType: 'note' })],
    ['a detail', (event) => ({ ...event, details: event.details.replace('"by":"', '"by":"not ') })],
    ['details that are no JSON', (event) => ({ ...event, details: '{' })],
  ];
  const operator = { type: 'operator', by: 'ann', why: 'it leaks' } as const;
  const sequence = async (): Promise<Store> => {
    const [{ constitution } = { constitution: null }] = fc.sample(anySequence(1), {
      numRuns: 1,
      seed: 1,
    });
    if (constitution === null) throw new Error('no constitution was drawn');
    return journalOf({
      constitution,
      records: [
        { ...operator, timestamp: 1_000, action: 'deactivate' },
        { ...operator, timestamp: 2_000, action: 'activate' },
      ],
    });
  };

  test.each(changes)('%s of any event', async (_, change) => {
    const store = await sequence();
    const events = await store.events({ agent: AGENT, limit: 100 });
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'operator',
      'hold',
      'operator',
      'release',
    ]);
    for (const at of [0, 1, 2]) {
      const changed = events.map((event, index) => (index === at ? change(event) : event));
      await store.replaceEvents(
        AGENT,
        changed.filter((event) => event !== null).map(({ ...event }) => event),
      );
      const kept = await store.events({ agent: AGENT, limit: 100 });
      const checked = await checkedEvents(store, kept);
      expect(checked.map(isMismatch)).toEqual(events.map((_event, index) => index === at));
      const { wrong } = await compareEvents(store, AGENT, await headSeq(store));
      expect(wrong).toBe(1);
    }
  });

  test.each([
    ['a missing event', (events: readonly NewEvent[]) => events.slice(1)],
    ['an event twice', (events: readonly NewEvent[]) => [...events, ...events.slice(0, 1)]],
    [
      'an event of a row that is not there',
      (events: readonly NewEvent[]) => [
        ...events,
        ...events.slice(0, 1).map((event) => ({ ...event, seq: 1 })),
      ],
    ],
    [
      'the words of a release',
      (events: readonly NewEvent[]) =>
        events.map((event) =>
          event.eventType === 'release'
            ? { ...event, reason: 'manual: x', details: event.details.replace('it leaks', 'x') }
            : event,
        ),
    ],
  ])('%s, by the fold', async (_, change) => {
    const store = await sequence();
    const events = await store.events({ agent: AGENT, limit: 100 });
    await store.replaceEvents(AGENT, change(events));
    const { wrong, first } = await compareEvents(store, AGENT, await headSeq(store));
    expect(wrong).toBe(1);
    expect(first).toContain('one of row');
  });
});
