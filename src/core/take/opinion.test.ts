/** A second opinion in the core: it moves the limit of one stretch, within the band, and nothing else. */
import { describe, expect, test } from 'vitest';
import { operator } from '../../../test/kit/records.ts';
import { digestEvent } from '../../detect/index.ts';
import {
  CODING_V1,
  DecisionRun,
  type AgentRecord,
  type Decision,
  type KillSwitch,
  type OpinionRecord,
} from '../index.ts';

const STEP_MS = 4_000;

/** One finished call; a new page is progress, the same page is none. */
function step(at: number, page: string, thread = 'main'): AgentRecord {
  const result = `page ${page} has ${page} on it\nand ${page} below\nand more ${page}`;
  const digest = digestEvent({ kind: 'tool', tool: 'look', args: { page }, result, atMs: at });
  return {
    type: 'admit',
    timestamp: at,
    purpose: 'step',
    estimate: { tokenCount: 0, toolCalls: 0 },
    call: `c${at}`,
    observed: { digests: [digest] },
    thread,
  };
}

function said(at: number, opinion: OpinionRecord['opinion'], thread = 'main'): OpinionRecord {
  const whole = { type: 'signal', source: 'detector', change: 'opinion' } as const;
  return { ...whole, timestamp: at, thread, opinion, details: 'it looks so' };
}

function decide(records: readonly AgentRecord[], killSwitch: Partial<KillSwitch> = {}): Decision[] {
  const run = new DecisionRun(CODING_V1);
  const change = { envelope: { killSwitch: { enabled: true, ...killSwitch } } };
  run.take(operator(0, 'configure', change));
  return records.map((record) => run.take(record));
}

/** The how-manieth record stopped the agent; null when none did. */
function stoppedAt(records: readonly AgentRecord[], killSwitch?: Partial<KillSwitch>) {
  const at = decide(records, killSwitch).findIndex((one) => one.killSwitch?.did === 'killed');
  return at === -1 ? null : at + 1;
}

const same = (count: number, from = 1, thread = 'main') =>
  Array.from({ length: count }, (_, index) => step((from + index) * STEP_MS, 'a', thread));

describe('an opinion', () => {
  test('moves the stop within the band: stuck to the next step, progress to its end', () => {
    const [rest, at] = [same(12, 4), 3 * STEP_MS + 1];
    expect(stoppedAt([...same(3), ...rest])).toBe(5);
    expect(stoppedAt([...same(3), said(at, 'stuck'), ...rest])).toBe(3 + 1 + 1);
    expect(stoppedAt([...same(3), said(at, 'progress'), ...rest])).toBe(3 + 1 + 4);
    expect(stoppedAt([...same(3), said(at, 'none'), ...rest])).toBe(3 + 1 + 2);
  });

  test('is heard once: what comes later moves nothing', () => {
    const at = 3 * STEP_MS + 1;
    const twice = [said(at, 'none'), said(at + 1, 'progress'), said(at + 2, 'stuck')];
    const decisions = decide([...same(3), ...twice, ...same(3, 4)]);
    expect(decisions[3]?.safety.reason).toContain('SECOND_OPINION: none: "it looks so"');
    expect(decisions[4]?.safety.reason).toContain('SECOND_OPINION: progress (moves nothing)');
    expect(decisions.findIndex((one) => one.killSwitch?.did === 'killed')).toBe(3 + 3 + 1);
  });

  test('before the warning stops nobody early, and without a stretch it is not kept', () => {
    expect(stoppedAt([...same(1), said(STEP_MS + 1, 'stuck'), ...same(8, 2)])).toBe(6);
    const early = [...same(2), said(2 * STEP_MS + 1, 'stuck'), ...same(1, 3)];
    expect(stoppedAt(early), 'at the warning, not below it').toBe(4);
    const below = [...same(2), said(2 * STEP_MS + 1, 'stuck')];
    expect(stoppedAt(below)).toBeNull();
  });

  test('ends with its stretch, with a release, and is about its own thread only', () => {
    const at = 3 * STEP_MS + 1;
    const work = ['b', 'c', 'd'].map((page, index) => step((4 + index) * STEP_MS, page));
    const again = Array.from({ length: 12 }, (_, index) => step((7 + index) * STEP_MS, 'd'));
    const over = decide([...same(3), said(at, 'progress'), ...work, ...again]);
    const stop = over.find((one) => one.killSwitch?.did === 'killed');
    expect(stop?.killSwitch?.opinion).toBeUndefined();
    const released = [operator(at + 1, 'activate'), ...same(12, 4)];
    expect(stoppedAt([...same(3), said(at, 'stuck'), ...released])).toBe(3 + 2 + 5);
    expect(stoppedAt([...same(3), said(at, 'stuck', 'other'), ...same(8, 4)])).toBe(6);
  });

  test('stops nobody whose switch is off, and releases nobody who is stopped', () => {
    const at = 3 * STEP_MS + 1;
    expect(
      stoppedAt([...same(3), said(at, 'stuck'), ...same(8, 4)], { enabled: false }),
    ).toBeNull();
    const decisions = decide([...same(6), said(7 * STEP_MS, 'progress'), ...same(1, 8)]);
    expect(decisions.at(-1)?.holds.map(({ hold }) => hold)).toEqual(['kill_switch']);
  });

  test('has its fields, and nothing else has them', () => {
    const whole = said(1, 'stuck');
    const { thread: _, ...placeless } = whole;
    const wrong: readonly unknown[] = [
      placeless,
      { ...whole, opinion: 'maybe' },
      { ...whole, hold: 'kill_switch' },
      { ...whole, source: 'policy' },
      { ...whole, change: 'note' },
      { ...whole, change: 'raise', hold: 'kill_switch' },
    ];
    for (const record of wrong) {
      expect(() => decide([record as AgentRecord]), JSON.stringify(record)).toThrow(
        expect.objectContaining({ code: 'RECORD_INVALID' }),
      );
    }
    expect(() => decide([{ ...whole, model: 'm', costMicroUsd: 12 }])).not.toThrow();
  });
});
