/** The chain: whatever is changed, dropped, swapped or repeated is found, at its place. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { event, judge, tick } from '../../test/kit/records.ts';
import { FROZEN_V0_2 } from '../core/index.ts';
import { journalBody, type JournalEntry } from './body.ts';
import {
  chainHash,
  GENESIS_HASH,
  verifyChain,
  type ChainPlace,
  type ChainReport,
  type ChainRow,
} from './chain.ts';

const start: ChainPlace = { seq: 0, hash: GENESIS_HASH };
const some = 'a'.repeat(64);

/** A chain as a gate would write it: a segment, judged records, now and then evidence. */
function chainOf(agent: string, length: number, from: ChainPlace = start): ChainRow[] {
  const records = Array.from({ length }, (_, index) =>
    index % 2 === 0 ? event(1_000 * index, { outputHash: `h${index}` }) : tick(1_000 * index),
  );
  const { decisions } = judge(records);
  let head = from;
  return records.map((record, index) => {
    const seq = from.seq + index + 1;
    const decision = decisions[index];
    if (decision === undefined) throw new Error('a record was not judged');
    const placed = { agent, seq, v: 1 as const };
    const entry: JournalEntry =
      index === 0
        ? {
            ...placed,
            segment: {
              core: '0.1.0',
              constitution: FROZEN_V0_2.values,
              constitution_id: FROZEN_V0_2.id,
              snapshot: null,
            },
          }
        : index % 5 === 4
          ? { ...placed, evidence: { hash: some, of: seq - 1 } }
          : { ...placed, record, decision };
    const body = journalBody(entry);
    const row = { agent, seq, body, prev: head.hash, hash: chainHash(head.hash, body) };
    head = row;
    return row;
  });
}

function without(rows: readonly ChainRow[], index: number): ChainRow[] {
  return rows.filter((_, place) => place !== index);
}

function problemOf(report: ChainReport): string {
  return report.ok ? 'none' : report.problem;
}

const rows = chainOf('agent-1', 12);
const places = fc.nat({ max: rows.length - 1 });

function rowAt(index: number): ChainRow {
  const row = rows[index];
  if (row === undefined) throw new Error(`there is no row ${index}`);
  return row;
}

describe('a chain that holds', () => {
  test('tells how many rows it has and where it ends', async () => {
    const { seq, hash } = rowAt(11);
    expect(await verifyChain(rows, start)).toEqual({ ok: true, rows: 12, head: { seq, hash } });
  });

  test('may come in pieces, and go on from an anchor', async () => {
    async function* slowly() {
      yield* rows.slice(4);
    }
    const { seq, hash } = rowAt(3);
    expect(await verifyChain(slowly(), { seq, hash })).toMatchObject({ ok: true, rows: 8 });
  });

  test('may be empty: it ends where it starts', async () => {
    expect(await verifyChain([], start)).toEqual({ ok: true, rows: 0, head: start });
  });

  test('its hash is that of the hash before, a line feed and the body', () => {
    // Computed with sha256sum.
    expect(chainHash(GENESIS_HASH, '{}')).toBe(
      '5649d09ed68c17156095d175eef152856c5b1a81c117c409c1e00f096aa6838e',
    );
  });
});

describe('a chain that was touched', () => {
  test('any changed byte is found in its row', async () => {
    await fc.assert(
      fc.asyncProperty(
        places,
        fc.constantFrom('agent', 'body', 'prev', 'hash'),
        fc.nat(),
        fc.integer({ min: 1, max: 127 }),
        async (index, field, at, mask) => {
          const row = rowAt(index);
          const text = row[field];
          const place = at % text.length;
          const flipped = String.fromCharCode(text.charCodeAt(place) ^ mask);
          const changed = text.slice(0, place) + flipped + text.slice(place + 1);
          const report = await verifyChain(rows.with(index, { ...row, [field]: changed }), start);
          expect(report).toMatchObject({ ok: false, seq: index + 1 });
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a changed number is found in its row', async () => {
    await fc.assert(
      fc.asyncProperty(places, fc.integer({ min: -20, max: 20 }), async (index, seq) => {
        fc.pre(seq !== index + 1);
        const report = await verifyChain(rows.with(index, { ...rowAt(index), seq }), start);
        expect(report).toMatchObject({ ok: false, seq: index + 1 });
      }),
    );
  });

  test('a dropped row is missed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: rows.length - 2 }), async (index) => {
        const report = await verifyChain(without(rows, index), start);
        expect(report).toEqual({
          ok: false,
          seq: index + 1,
          problem: `row ${index + 1} of "agent-1": row ${index + 2} stands in its place`,
        });
      }),
    );
  });

  test('a dropped end leaves another head', async () => {
    const report = await verifyChain(without(rows, 11), start);
    expect(report).toMatchObject({ ok: true, rows: 11, head: { seq: 11, hash: rowAt(10).hash } });
  });

  test('two swapped rows are found at the first', async () => {
    await fc.assert(
      fc.asyncProperty(places, places, async (one, other) => {
        fc.pre(one !== other);
        const swapped = rows.with(one, rowAt(other)).with(other, rowAt(one));
        const seq = Math.min(one, other) + 1;
        expect(await verifyChain(swapped, start)).toMatchObject({ ok: false, seq });
      }),
    );
  });

  test('a repeated row is found where it is repeated', async () => {
    await fc.assert(
      fc.asyncProperty(places, async (index) => {
        const repeated = rows.toSpliced(index, 0, rowAt(index));
        expect(await verifyChain(repeated, start)).toMatchObject({ ok: false, seq: index + 2 });
      }),
    );
  });

  test('a wrong start is found at the first row', async () => {
    const report = await verifyChain(rows, { seq: 0, hash: some });
    expect(report).toEqual({
      ok: false,
      seq: 1,
      problem:
        'row 1 of "agent-1": it continues 000000000000…, but the chain before it ends in aaaaaaaaaaaa…',
    });
  });
});

describe('a chain that was made anew with right hashes', () => {
  function rehashed(bodies: readonly string[], agent = 'agent-1'): ChainRow[] {
    let prev = GENESIS_HASH;
    return bodies.map((body, index) => {
      const row = { agent, seq: index + 1, body, prev, hash: chainHash(prev, body) };
      prev = row.hash;
      return row;
    });
  }
  const bodies = rows.map((row) => row.body);

  test('holds when nothing else was changed', async () => {
    expect(await verifyChain(rehashed(bodies), start)).toMatchObject({ ok: true, rows: 12 });
  });

  test('shows a body that belongs to another place', async () => {
    const report = await verifyChain(rehashed(bodies.toSpliced(5, 1)), start);
    expect(report).toMatchObject({ ok: false, seq: 6 });
    expect(problemOf(report)).toContain('its body is that of row 7');
  });

  test('shows the bodies of another agent', async () => {
    expect(await verifyChain(rehashed(bodies, 'agent-2'), start)).toEqual({
      ok: false,
      seq: 1,
      problem: 'row 1 of "agent-2": its body is that of row 1 of "agent-1"',
    });
  });

  test('shows a row of another agent in the middle', async () => {
    const mixed = rows.with(3, { ...rowAt(3), agent: 'agent-2' });
    expect(await verifyChain(mixed, start)).toEqual({
      ok: false,
      seq: 4,
      problem: 'row 4 of "agent-1": a row of "agent-2" stands in its place',
    });
  });

  test('shows a body that is no body', async () => {
    const report = await verifyChain(rehashed(bodies.with(2, '{"v":1}')), start);
    expect(report).toMatchObject({ ok: false, seq: 3 });
    expect(problemOf(report)).toContain('not a row of a journal');
  });
});

test('what fails while it is read is not taken for the end of the chain', async () => {
  async function* broken() {
    yield* rows.slice(0, 3);
    throw new Error('the disk is gone');
  }
  await expect(verifyChain(broken(), start)).rejects.toThrow('the disk is gone');
});
