import { describe, expect, it } from 'vitest';
import { estimateBeforeCall, weighedBytes } from './token-estimate.ts';

describe('the estimate', () => {
  it('is a quarter of the new bytes and an answer like the last', () => {
    expect(estimateBeforeCall(4_001, 300)).toBe(1_001 + 300);
    expect(estimateBeforeCall(0, null)).toBe(256);
    expect(estimateBeforeCall(0, 0)).toBe(1);
    expect(estimateBeforeCall(-5, 1)).toBe(1);
  });

  it('has a ceiling', () => {
    expect(estimateBeforeCall(800_000 - 1_024, null)).toBe(200_000);
    expect(estimateBeforeCall(900_000_000, 50_000)).toBe(200_000);
  });
});

describe('what a body weighs', () => {
  const weigh = (body: unknown) => weighedBytes(Buffer.byteLength(JSON.stringify(body)), body);
  const picture = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');

  it('is its bytes where there are words', () => {
    const body = { messages: [{ role: 'user', content: 'the quick brown fox '.repeat(5_000) }] };
    expect(weigh(body)).toBe(JSON.stringify(body).length);
    expect(weighedBytes(10, undefined)).toBe(10);
  });

  it('is far less for a picture, which would exceed any budget by its bytes', () => {
    const data = picture(1_000_000);
    const bare = { content: [{ type: 'image', source: { data } }] };
    const inUrl = { content: [{ image_url: { url: `data:image/png;base64,${data}` } }] };
    for (const body of [bare, inUrl]) {
      expect(weigh(body)).toBeLessThan(100_000);
      expect(weigh(body)).toBeGreaterThan(6_400);
    }
  });

  it('never counts a picture for more than its bytes, and data of a wide body is bounded work', () => {
    const small = { data: picture(3_300) };
    expect(weigh(small)).toBe(JSON.stringify(small).length);
    const wide = { list: Array.from({ length: 200_000 }, () => 'x') };
    expect(weigh(wide)).toBe(JSON.stringify(wide).length);
  });
});
