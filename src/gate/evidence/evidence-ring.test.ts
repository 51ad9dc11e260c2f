/** The last steps of an agent: bounded, without secrets, and with a hash that anybody can check. */
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../core/index.ts';
import { EVIDENCE_STEPS_MAX, EvidenceRing, type EvidenceStep } from './evidence-ring.ts';
import { clipEvidence, EVIDENCE_CHARACTERS_MAX } from './evidence-text.ts';

/** Stands in the middle of what begins a key, so that no key-like literal stands in this file. */
const joint = '';
const key = `sk-${joint}ant-${'aB3dE5gH7'.repeat(10)}`;
const pemBody = 'aB3dE5gH7jK9mN2pQ4sT6vW8yZ0uX1cV\n'.repeat(80);
const pem = `-----BEGIN ${joint}PRIVATE KEY-----\n${pemBody}-----END ${joint}PRIVATE KEY-----\n`;

function step(at: number, text: string): EvidenceStep {
  return { at, session: 's1', thread: null, kind: 'result', text };
}

function stepsOf(ring: EvidenceRing): EvidenceStep[] {
  return (JSON.parse(ring.bundle('why').body) as { steps: EvidenceStep[] }).steps;
}

describe('a ring', () => {
  test('gives its steps oldest first, with the reason and the hash of the whole', () => {
    const ring = new EvidenceRing();
    ring.take(step(1, 'ls'));
    ring.take(step(2, 'no such file'));
    const { body, hash } = ring.bundle('it repeats itself');
    expect(JSON.parse(body)).toEqual({
      v: 1,
      reason: 'it repeats itself',
      steps: [step(1, 'ls'), step(2, 'no such file')],
    });
    expect(body).toBe(canonicalJson(JSON.parse(body)));
    expect(hash).toBe(createHash('sha256').update(body).digest('hex'));
    expect(ring.bundle('it repeats itself')).toEqual({ body, hash });
  });

  test('keeps the last 50 steps', () => {
    const ring = new EvidenceRing();
    for (let at = 1; at <= EVIDENCE_STEPS_MAX; at += 1) ring.take(step(at, 'x'));
    expect(stepsOf(ring).map(({ at }) => at)).toEqual([...Array(51).keys()].slice(1));
    ring.take(step(51, 'x'));
    expect(stepsOf(ring)).toHaveLength(50);
    expect(stepsOf(ring)[0]?.at).toBe(2);
  });

  test('holds no secret, wherever it came in', () => {
    const ring = new EvidenceRing();
    ring.take({ at: 1, session: key, thread: key, kind: key, text: `curl -H "x-api-key: ${key}"` });
    const { body } = ring.bundle(`it sent ${key}`);
    expect(body).not.toContain(key.slice(0, 12));
    expect(JSON.parse(body)).toMatchObject({ reason: 'it sent [redacted: Anthropic key]' });
  });

  test('makes a bundle of any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 0xd800, max: 0xdfff }),
        (a, b) => {
          const ring = new EvidenceRing();
          const text = `${a}\u0000${String.fromCharCode(b)}`;
          ring.take({ at: 1, session: text, thread: text, kind: text, text });
          const { body } = ring.bundle(text);
          expect(body.isWellFormed()).toBe(true);
          expect(body).not.toContain('\u0000');
        },
      ),
    );
  });

  test('does not keep alive what it cut out', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const ring = new EvidenceRing();
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let at = 1; at <= EVIDENCE_STEPS_MAX; at += 1)
      ring.take(step(at, `${at} `.repeat(2 ** 20)));
    collect();
    // The texts have more than 100 MiB, what is kept of them 200 kB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20 * 2 ** 20);
    expect(stepsOf(ring)).toHaveLength(50);
  });
});

describe('a text', () => {
  test('of 4,000 characters stays whole, one more and the middle goes', () => {
    const whole = 'x'.repeat(EVIDENCE_CHARACTERS_MAX - 1);
    expect(clipEvidence(`${whole}y`)).toBe(`${whole}y`);
    const clipped = clipEvidence(`b${whole}e`);
    expect(clipped.length).toBeLessThanOrEqual(EVIDENCE_CHARACTERS_MAX);
    expect(clipped).toMatch(/^bx+\n\[… cut: the whole text has 4001 characters …\]\nx+e$/);
  });

  test('of any length is bounded and keeps both ends', () => {
    for (const length of [4_002, 40_000, 40_768, 40_769, 1_000_000]) {
      const clipped = clipEvidence(`first ${'word '.repeat(length / 5)} last`);
      expect(clipped.length).toBeLessThanOrEqual(EVIDENCE_CHARACTERS_MAX);
      expect(clipped.length).toBeGreaterThan(EVIDENCE_CHARACTERS_MAX - 100);
      expect(clipped).toMatch(/^first [^]* characters …\][^]* last$/);
    }
  });

  test('is cut after its secrets are out, so that no half of one stays', () => {
    for (let before = 1_850; before < 2_050; before += 7) {
      const text = `${'word '.repeat(before / 5)}${key} ${'word '.repeat(20_000)}`;
      expect(clipEvidence(text)).not.toContain(key.slice(7, 17));
      const mirrored = `${'word '.repeat(20_000)}${key} ${'word '.repeat(before / 5)}`;
      expect(clipEvidence(mirrored)).not.toContain(key.slice(-10));
    }
  });

  test('of many keys keeps no line of any, wherever the window cuts', () => {
    for (let more = 0; more < pem.length; more += 97) {
      const text = pem.repeat(40) + 'x'.repeat(more);
      expect(clipEvidence(text)).not.toContain(pemBody.slice(0, 10));
    }
  });

  test('keeps no half of a key that the window cuts, when all behind it shrinks', () => {
    const long = `sk-${joint}ant-${'aB3dE5gH7'.repeat(400)}`;
    for (let more = 0; more < 3_000; more += 97) {
      const text = `${'word '.repeat(10_000)}${long} ${pem.repeat(6)}${'x'.repeat(1_500 + more)}`;
      expect(clipEvidence(text)).not.toContain('aB3dE5gH7');
    }
  });

  test('without a space keeps its end too', () => {
    const clipped = clipEvidence(`${'{"a":1},'.repeat(100_000)}"the end"`);
    expect(clipped.endsWith('"the end"')).toBe(true);
  });

  test('cut through a character stays well formed', () => {
    for (const lead of ['', 'x']) {
      const clipped = clipEvidence(lead + '😀'.repeat(50_000));
      expect(clipped.isWellFormed()).toBe(true);
      expect(clipped.length).toBeLessThanOrEqual(EVIDENCE_CHARACTERS_MAX);
    }
  });
});
