/** What failed is known by what it is about, not by where it stands, when it was, or what was run to see it. */
import { describe, expect, test } from 'vitest';
import { symptomLines } from './symptom.ts';

const said = (text: string, isError = true) => symptomLines(text, isError).symptom;

describe('what failed', () => {
  test('is the same on another line, under another id and with other lines around it', () => {
    const once = 'src/a.rs:31:5: error: mismatched types: expected `u8`';
    const again = 'Compiling core v1.2.0\nsrc/a.rs:44:5: error: mismatched types: expected `u8`';
    expect(said(again)).toEqual(said(once));
    const pod = (name: string) => `Cannot evict pod ${name} as it would violate the budget.`;
    expect(said(pod('api-6f9c8d7b5d-x2x4q'))).toEqual(said(pod('api-59d4f6c8b7-k9m2p')));
  });

  test('is another where it is about something else', () => {
    const refused = (action: string) => `AccessDenied: not authorized to perform: ${action}`;
    expect(said(refused('s3:GetObject'))).not.toEqual(said(refused('s3:PutObject')));
    expect(said('expected 4.51 but got 4.50')).not.toEqual(said('expected 4.51 but got 4.49'));
  });

  test('is the beginning of an error that does not say it, and nothing of what went well', () => {
    expect(said('it is what it is')).toHaveLength(1);
    expect(said('it is what it is', false)).toEqual([]);
  });

  test('is counted as the report counts it, or by its lines', () => {
    const { tally } = symptomLines('FAIL a\nFAIL b\n18 passed, 7 failed', true);
    expect(tally).toEqual([18, 7]);
    expect(symptomLines('FAIL a\nFAIL b', true).tally).toEqual([0, 2]);
    expect(symptomLines('3 of 12 requests done\nsocket error', true).tally).toEqual([3, 1]);
  });
});
