/**
 * Every golden vector, judged by the core through its public entry.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REQUIREMENTS } from '../../spec/requirements.ts';
import {
  constitutionFrom,
  DecisionRun,
  SHIPPED_CONSTITUTIONS,
  type Constitution,
} from '../../src/core/index.ts';
import { citableTexts, citationOf, DECISIONS_COUNT, isQuoteOf, ITEMS_COUNT } from './citation.ts';
import { differences } from './differences.ts';
import { parseVectors, type Vector } from './vector-format.ts';

const folder = new URL('../../spec/vectors/', import.meta.url);
const record0001 = new URL('../../docs/decisions/0001-core-semantics.md', import.meta.url);

const topics = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .toSorted()
  .map((file) => basename(file, '.json'));

const vectors = topics.flatMap((topic) => {
  const text = readFileSync(new URL(`${topic}.json`, folder), 'utf8');
  return parseVectors(topic, JSON.parse(text));
});

function constitutionOf({ constitution }: Vector): Constitution {
  if (typeof constitution !== 'string') return constitutionFrom(constitution);
  const shipped = SHIPPED_CONSTITUTIONS.find((one) => one.values.name === constitution);
  if (shipped === undefined) throw new Error(`no constitution ships as ${constitution}`);
  return shipped;
}

/** What is not as expected, step by step. */
function judge(vector: Vector): string[] {
  const run = new DecisionRun(constitutionOf(vector));
  const wanted = new Map(vector.expect.map((one) => [one.step, one]));
  return vector.records.flatMap((record) => {
    const decision = run.take(record);
    const expectation = wanted.get(run.steps);
    if (expectation === undefined) return [];
    const found = differences(expectation, decision, run.digests);
    return found.map((difference) => `step ${run.steps}: ${difference}`);
  });
}

describe('golden vectors', () => {
  for (const vector of vectors) {
    test(`${vector.id} ${vector.proves}`, () => {
      expect(judge(vector), vector.arithmetic).toEqual([]);
    });
  }
});

describe('the collection', () => {
  const cited = new Set(vectors.flatMap(({ row, proves }) => [row, citationOf(proves).source]));

  test('has at least 150 vectors, no id twice', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(150);
    expect(new Set(vectors.map(({ id }) => id)).size).toBe(vectors.length);
  });

  test('has no vector twice', () => {
    const bodies = vectors.map(({ constitution, records, expect: expected }) =>
      JSON.stringify({ constitution, records, expected }),
    );
    expect(bodies.length - new Set(bodies).size).toBe(0);
  });

  test('cites every row of section T, and no row that does not exist', () => {
    const rows = REQUIREMENTS.map(({ id }) => id);
    expect(rows.filter((id) => id.startsWith('T') && !cited.has(id))).toEqual([]);
    expect(vectors.filter(({ row }) => !rows.includes(row))).toEqual([]);
  });

  test('cites every decision of section T and every item of decision record 0001', () => {
    const numbered = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);
    const wanted = [...numbered('T', DECISIONS_COUNT), ...numbered('0001', ITEMS_COUNT)];
    expect(wanted.filter((source) => !cited.has(source))).toEqual([]);
  });

  test('quotes what is written', () => {
    const texts = citableTexts(readFileSync(record0001, 'utf8'));
    expect([...texts.keys()].filter((source) => source.startsWith('0001')).length).toBe(
      ITEMS_COUNT,
    );
    const invented = vectors.filter(({ proves }) => {
      const { source, quote } = citationOf(proves);
      const text = texts.get(source);
      // The specification's decisions are not kept in this repository.
      return text === undefined ? !/^T-\d+$/.test(source) : !isQuoteOf(quote, text);
    });
    expect(invented.map(({ id, proves }) => `${id} ${proves}`)).toEqual([]);
  });
});
