/** The chain: whatever is changed, dropped, swapped or repeated is found, at its place. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { event, judge, tick } from '../../test/kit/records.ts';
import { canonicalJson, FROZEN_V0_2 } from '../core/index.ts';
import type { JournalRow } from '../store/index.ts';
import { journalBody, type NewEntry } from './body.ts';
import { GENESIS_HASH, rowHash, verifyChain, type ChainPlace, type ChainReport } from './chain.ts';

const start: ChainPlace = { seq: 0, hash: GENESIS_HASH };
const some = 'a'.repeat(64);

/** A chain as a gate would write it, or did in version 1: a segment, judged records, now and then evidence. */
function chainOf(agent: string, length: number, version: 1 | 2): JournalRow[] {
  const records = Array.from({ length }, (_, index) =>
    index % 2 === 0 ? event(1_000 * index, { outputHash: `h${index}` }) : tick(1_000 * index),
  );
  const { decisions } = judge(records);
  let head = start;
  return records.map((record, index) => {
    const seq = index + 1;
    const decision = decisions[index];
    if (decision === undefined) throw new Error('a record was not judged');
    const entry: NewEntry =
      index === 0
        ? {
            segment: {
              core: '0.1.0',
              constitution: FROZEN_V0_2.values,
              constitution_id: FROZEN_V0_2.id,
              snapshot: null,
            },
          }
        : index % 5 === 4
          ? { evidence: { hash: some, of: seq - 1 } }
          : { record, decision };
    const kind = 'record' in entry ? record.type : (Object.keys(entry)[0] ?? '');
    const place = { agent, seq, at: 1_000 * index, kind };
    const body =
      version === 1
        ? canonicalJson({ agent, seq, v: 1, ...entry })
        : journalBody({ agent, seq, at: 1_000 * index, kind }, entry);
    const hashed = { ...place, body, prev: head.hash };
    const row = { ...hashed, hash: rowHash(hashed) };
    head = row;
    return row;
  });
}

function without(rows: readonly JournalRow[], index: number): JournalRow[] {
  return rows.filter((_, place) => place !== index);
}

function problemOf(report: ChainReport): string {
  return report.ok ? 'none' : report.problem;
}

const rows = chainOf('agent-1', 12, 2);
const firstRows = chainOf('agent-1', 12, 1);
const places = fc.nat({ max: rows.length - 1 });

function rowAt(index: number): JournalRow {
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

  test('of version 1 has the hash of the hash before, a line feed and the body', () => {
    // Computed with sha256sum.
    const row = { agent: 'a', seq: 1, at: 5, kind: 'tick', body: '{}', prev: GENESIS_HASH };
    expect(rowHash(row)).toBe('5649d09ed68c17156095d175eef152856c5b1a81c117c409c1e00f096aa6838e');
  });

  test('has the hash of the hash before, the columns as a list, and the body, a line each', () => {
    const row = { agent: 'a', seq: 1, at: 5, kind: 'tick', body: '{"v":2}', prev: GENESIS_HASH };
    // printf '%064d\n["a",1,5,"tick"]\n{"v":2}' 0 | sha256sum
    expect(rowHash(row)).toBe('d29f4a587f7d2e6aa15dc2c7652179bfbffa606148f15e5c710c3bc9874aa962');
  });

  test('may begin with rows of version 1', async () => {
    const joined = [...firstRows];
    const last = firstRows.at(-1);
    if (last === undefined) throw new Error('no row');
    const place = { agent: 'agent-1', seq: 13, at: 99_000, kind: 'evidence' };
    const body = journalBody(place, { evidence: { hash: some, of: 2 } });
    const row = { ...place, body, prev: last.hash };
    joined.push({ ...row, hash: rowHash(row) });
    expect(await verifyChain(joined, start)).toMatchObject({ ok: true, rows: 13 });
  });
});

describe('a chain that was touched', () => {
  test('any changed byte is found in its row', async () => {
    await fc.assert(
      fc.asyncProperty(
        places,
        fc.constantFrom('agent', 'body', 'prev', 'hash', 'kind'),
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

  test('a changed time is found in its row', async () => {
    await fc.assert(
      fc.asyncProperty(places, fc.nat(), async (index, at) => {
        fc.pre(at !== rowAt(index).at);
        const report = await verifyChain(rows.with(index, { ...rowAt(index), at }), start);
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

describe('a chain of version 1 that was made anew with right hashes', () => {
  function rehashed(bodies: readonly string[], agent = 'agent-1'): JournalRow[] {
    let prev = GENESIS_HASH;
    return bodies.map((body, index) => {
      const hashed = { agent, seq: index + 1, at: 0, kind: '', body, prev };
      const row = { ...hashed, hash: rowHash(hashed) };
      prev = row.hash;
      return row;
    });
  }
  const bodies = firstRows.map((row) => row.body);

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
    const mixed = firstRows.with(3, { ...rowAt(3), agent: 'agent-2' });
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

test('a row of a version that is not known is refused, with what to do', async () => {
  const newer = rows.with(4, { ...rowAt(4), body: rowAt(4).body.replace('"v":3}', '"v":4}') });
  const report = await verifyChain(newer, start);
  expect(report).toMatchObject({ ok: false, seq: 5 });
  expect(problemOf(report)).toContain(
    'version 4 is not known (known: up to 3); read it with a newer Tripwire',
  );
});

test('what fails while it is read is not taken for the end of the chain', async () => {
  async function* broken() {
    yield* rows.slice(0, 3);
    throw new Error('the disk is gone');
  }
  await expect(verifyChain(broken(), start)).rejects.toThrow('the disk is gone');
});
