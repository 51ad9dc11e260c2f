/** Short forms of records: what is left out comes back, and a record has one short form only. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/core/index.ts';
import { digestEvent } from '../../src/detect/index.ts';
import { longRecord, shortRecord } from '../../src/journal/short-record.ts';

const AT = 1_795_121_059_578;
const said = digestEvent({ kind: 'response', text: 'The cat is in room 12 or 13.', atMs: AT });
const asked = digestEvent({ kind: 'prompt', text: 'Look into: attic, cellar, garden', atMs: 7 });
const looked = digestEvent({
  kind: 'tool',
  tool: 'Bash',
  args: { command: 'npm test' },
  result: 'FAIL src/a.test.ts\n2 failed',
  atMs: AT,
});
const compacted = { kind: 'compaction' };
const prompt = '032585e3526c342e';
const counted = { tokenCount: 5, toolCalls: 0 };

const answer = {
  call: '7.a',
  event: { latencyMs: 4, outputLength: 28, ...counted },
  observed: { calls: [], digests: [said], response: prompt },
  settles: { timestamp: 3, ...counted },
};
const request = {
  estimate: counted,
  observed: { digests: [compacted, looked, asked], prompt },
  purpose: 'step',
};

describe('a record that gates write', () => {
  test.each([
    ['an answer', answer],
    ['an answer that calls tools', { ...answer, observed: { calls: ['a1'], response: prompt } }],
    ['a request', request],
    [
      'a tool that was seen',
      { event: { ...counted, toolCalls: 1 }, observed: { digests: [looked] } },
    ],
    ['a tick', {}],
  ])('comes back as it was: %s', (_, written) => {
    const short = shortRecord(written, AT);
    expect(short).not.toBeNull();
    expect(longRecord(JSON.parse(JSON.stringify(short)) as typeof written, AT)).toEqual(written);
  });

  test('is much shorter', () => {
    const bytes = (value: unknown) => canonicalJson(value).length;
    expect(bytes(shortRecord(answer, AT))).toBeLessThan(0.75 * bytes(answer));
    expect(bytes(shortRecord(request, AT))).toBeLessThan(0.75 * bytes(request));
  });

  test('keeps its keys in order, because that is how it is written fast', () => {
    for (const written of [answer, request]) {
      expect(JSON.stringify(shortRecord(written, AT))).toBe(
        canonicalJson(shortRecord(written, AT)),
      );
    }
  });
});

test('a digest that lacks what is put back has no short form', () => {
  if (said.kind !== 'response') throw new Error('not said');
  const { items: _, ...old } = said;
  expect(shortRecord({ observed: { digests: [old] } }, AT)).toBeNull();
  expect(shortRecord({ observed: { digests: [said], response: prompt } }, AT)).toBeNull();
  expect(shortRecord({ observed: { digests: [{ ...said, words: [2 ** 24] }] } }, AT)).toBeNull();
});

describe('what is no short form', () => {
  const digest = (members: object) => ({ observed: { digests: [{ kind: 'prompt', ...members }] } });
  test.each([
    ['a count of no tools', { event: { toolCalls: 0 } }],
    ['no calls', { observed: { calls: [], response: prompt } }],
    ['the time of its row', digest({ atMs: AT })],
    ['nothing in the place of a chant', digest({ chant: null })],
    ['a list of hashes as a list', digest({ words: [1, 2] })],
    ['an empty list', digest({ words: '3' })],
    ['a text of another size', digest({ words: '3AAAA' })],
    ['no digit', digest({ words: '3A A' })],
    ['more than 16 bits in three digits', digest({ words: '3___' })],
    ['16 bits in four digits', digest({ words: '4AAAB' })],
    ['no size', digest({ words: 'AAA' })],
  ])('%s', (_, short) => {
    expect(longRecord(short, AT)).toBeNull();
  });
});

test('any small hashes come back', () => {
  const anyList = fc.array(fc.oneof(fc.nat(0xffff), fc.nat(0xffffff)), { maxLength: 24 });
  fc.assert(
    fc.property(anyList, anyList, (words, items) => {
      const digest = { ...said, items, words };
      const short = shortRecord({ observed: { digests: [digest] } }, AT);
      expect(longRecord(short ?? {}, AT)).toEqual({ observed: { digests: [digest] } });
    }),
  );
});
