/** A session that lost its link is silent; one that idles or has ended is at rest. */
import { describe, expect, test } from 'vitest';
import { takeRow } from '../../../test/audit/take-row.ts';
import { DecisionRun, FROZEN_V0_2, type AgentRecord } from '../../core/index.ts';
import type { JournalEntry } from '../../journal/index.ts';
import { newRecorder, Recorder, type Gap } from '../index.ts';

const START_MS = 48_000 * 36_000_000;

const asks = (at: number, call: string, session = 's'): AgentRecord => ({
  type: 'admit',
  timestamp: START_MS + at,
  session,
  purpose: 'step',
  estimate: { tokenCount: 1, toolCalls: 0 },
  call,
});
const ends = (at: number, call: string, lost = false, session = 's'): AgentRecord => ({
  type: 'result',
  timestamp: START_MS + at,
  session,
  result: { executed: true, status: lost ? 'PARTIAL' : 'SUCCESS', tokensUsed: 1, latencyMs: 1 },
  call,
  ...(lost ? { lost } : {}),
});
const tick = (at: number): AgentRecord => ({ type: 'tick', timestamp: START_MS + at });
const gap = (from: number, to: number): Gap => ({ fromMs: START_MS + from, toMs: START_MS + to });

/** The first letters of the rest mask, over as many windows as there are. */
function shown(records: readonly AgentRecord[], gaps: readonly Gap[] = [], windows = 1): string {
  const run = new DecisionRun(FROZEN_V0_2);
  const recorder = new Recorder(newRecorder('one', 0), () => gaps);
  const rows = [...records, tick(windows * 48_000)].map((record, index): JournalEntry => {
    const decision = run.take(record);
    return { agent: 'one', seq: index + 1, record, decision, kept: { whole: decision } };
  });
  return rows
    .flatMap((row) => takeRow(recorder, row, `h${row.seq}`))
    .flatMap(({ window }) => window.governance.rest_mask.map((rest) => rest[0]))
    .join('');
}

describe('a client that hangs up', () => {
  test('before it has the answer is silent until it is heard of again', () => {
    const records = [asks(0, 'a'), ends(4_000, 'a', true), asks(16_000, 'b'), ends(17_000, 'b')];
    expect(shown(records)).toBe('ASSSSARRRRRRRRRR');
  });

  test('and never comes back counts as ended after a minute', () => {
    expect(shown([asks(0, 'a'), ends(1_000, 'a', true)], [], 2)).toBe(
      `${'S'.repeat(21)}${'R'.repeat(11)}`,
    );
  });

  test('and asks again at once was never silent', () => {
    expect(shown([asks(0, 'a'), ends(1_000, 'a', true), asks(1_500, 'b')])).toBe(
      `A${'R'.repeat(15)}`,
    );
  });

  test('is silent also while another session works', () => {
    const other = [asks(9_000, 'b', 'other'), ends(10_000, 'b', false, 'other')];
    expect(shown([asks(0, 'a'), ends(4_000, 'a', true), ...other])).toBe(`A${'S'.repeat(15)}`);
  });
});

describe('a healthy session', () => {
  test('that idles is at rest', () => {
    const records = [asks(0, 'a'), ends(1_000, 'a'), asks(30_000, 'b'), ends(31_000, 'b')];
    expect(shown(records)).toBe('ARRRRRRRRRARRRRR');
  });

  test('that has ended is at rest, also after Tripwire was gone', () => {
    expect(shown([asks(0, 'a'), ends(1_000, 'a')], [gap(9_000, 15_000)])).toBe('ARRSSRRRRRRRRRRR');
  });

  test('whose answer takes long is not lost', () => {
    expect(shown([asks(0, 'a'), ends(90_000, 'a')], [], 2)).not.toContain('S');
  });
});

describe('Tripwire ends while an answer is under way', () => {
  test('and nobody knows what became of the session when it is back', () => {
    expect(shown([asks(0, 'a')], [gap(4_000, 10_000)], 2)).toBe(
      `A${'S'.repeat(23)}${'R'.repeat(8)}`,
    );
  });

  test('until the session is heard of', () => {
    const records = [asks(0, 'a'), asks(16_000, 'b'), ends(17_000, 'b')];
    expect(shown(records, [gap(4_000, 10_000)])).toBe('ASSSSARRRRRRRRRR');
  });

  test('also when no time passed by the clock', () => {
    expect(shown([asks(4_000, 'a')], [gap(4_000, 4_000)])).toBe(`R${'S'.repeat(15)}`);
  });

  test('an answer that begins after that is not lost', () => {
    const records = [asks(10_500, 'a'), ends(40_000, 'a')];
    expect(shown(records, [gap(4_000, 10_000)])).toBe('RSSSRRRRRRRRRARR');
  });
});
