/** The kill switch inside the step: it fires on repetition, leaves work alone, and keeps to what was set. */
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { operator } from '../../test/kit/records.ts';
import { digestEvent, normaliseText, simhash, type TranscriptEvent } from '../detect/index.ts';
import {
  DecisionRun,
  FROZEN_V0_2,
  type AdmitRecord,
  type AgentRecord,
  type Decision,
  type EventRecord,
  type KillSwitch,
  type KillSwitchReport,
} from './index.ts';

const hashed = (text: string) => simhash(normaliseText(text));
const STEP_MS = 4_000;

/** One turn of an agent that works through tools: it asks with its last result, and gets a call. */
function turn(
  at: number,
  done: TranscriptEvent | null,
  more: Partial<AdmitRecord> = {},
): AgentRecord[] {
  const call = `c${at / STEP_MS}`;
  const digests = done === null ? [] : [digestEvent({ ...done, atMs: at })];
  const made = done?.kind === 'tool' ? JSON.stringify(done.args).slice(0, 16) : 'first';
  const admit: AdmitRecord = {
    ...more,
    type: 'admit',
    timestamp: at,
    purpose: 'step',
    estimate: { tokenCount: 100, toolCalls: 0 },
    call,
    observed: { prompt: hashed('Mend the parser.'), digests },
  };
  const { agent, session, thread } = more;
  const event: EventRecord = {
    ...(agent === undefined ? {} : { agent }),
    ...(session === undefined ? {} : { session }),
    ...(thread === undefined ? {} : { thread }),
    type: 'event',
    event: {
      timestamp: at + 1_000,
      tokenCount: 300,
      toolCalls: 1,
      latencyMs: 900,
      outputLength: 40,
    },
    settles: { timestamp: at, tokenCount: 100, toolCalls: 0 },
    call,
    observed: { response: hashed(`calling ${made}`), calls: [made] },
  };
  return [admit, event];
}

const looked: TranscriptEvent = { kind: 'tool', tool: 'look', args: { at: 'a' }, result: 'a=1' };
const looping = (count: number, from = 0, more: Partial<AdmitRecord> = {}) =>
  Array.from({ length: count }, (_, index) => turn(from + index * STEP_MS, looked, more)).flat();
const working = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const result = `line ${index} says something else\nand so does ${index * 7}`;
    return turn(index * STEP_MS, { kind: 'tool', tool: 'read', args: { page: index }, result });
  }).flat();
const set = (killSwitch: Partial<KillSwitch>, at = 0) =>
  operator(at, 'configure', { envelope: { killSwitch } });

function decide(records: readonly AgentRecord[]): Decision[] {
  const run = new DecisionRun(FROZEN_V0_2);
  return records.map((record) => run.take(record));
}

const last = (records: readonly AgentRecord[]): Decision | undefined => decide(records).at(-1);
const killSwitchHolds = (decision: Decision | undefined) =>
  decision?.holds.filter(({ hold }) => hold === 'kill_switch') ?? [];
const firstKill = (records: readonly AgentRecord[]): number =>
  decide(records).findIndex(({ killSwitch }) => killSwitch?.did === 'killed');
const reports = (records: readonly AgentRecord[]): KillSwitchReport[] =>
  decide(records).flatMap(({ killSwitch }) => killSwitch ?? []);

describe('the kill switch', () => {
  verifies('K7', 'is off until a person turns it on: it reports and does not block', () => {
    const records = looping(8);
    expect(killSwitchHolds(last(records))).toEqual([]);
    expect(reports(records).some(({ did }) => did === 'would')).toBe(true);
    expect(last(records)?.safety.allowed).toBe(true);
  });

  verifies('K8', 'stops the agent on the very request that shows the loop', () => {
    const records = [set({ enabled: true }), ...looping(8)];
    const killed = firstKill(records);
    expect(records[killed]).toMatchObject({ type: 'admit' });
    const decision = decide(records)[killed];
    expect(decision?.safety.allowed).toBe(false);
    expect(killSwitchHolds(decision)).toMatchObject([{ level: 'agent', by: 'detector' }]);
    expect(decision?.killSwitch).toMatchObject({ did: 'killed', detector: 'progress' });
    expect(decision?.killSwitch?.reason).toMatch(
      /^Called `look` 5 times and got the same result each time/,
    );
    expect(decision?.killSwitch?.steer).toContain('another tool');
  });

  verifies(
    'K8',
    'leaves forty productive steps alone, while the literal score would have stopped them',
    () => {
      const records = [set({ enabled: true }), ...working(40)];
      expect(firstKill(records)).toBe(-1);
      expect(reports(records).some(({ literal }) => literal.exceeds)).toBe(true);
    },
  );

  verifies('K7', 'with the literal detector stops where its score exceeds the threshold', () => {
    const records = [set({ enabled: true, detector: 'literal' }), ...working(40)];
    const killed = firstKill(records);
    expect(decide(records)[killed]?.killSwitch?.reason).toMatch(
      /^literal: score 1\d(\.5)? exceeds 10: \d+ similar prompts, \d+ similar responses, 0 repeated/,
    );
    const patient = [set({ enabled: true, detector: 'literal', threshold: 50 }), ...working(15)];
    expect(firstKill(patient)).toBe(-1);
  });

  verifies('K7', 'in shadow reports what it would have done', () => {
    const records = [set({ enabled: true, shadow: true }), ...looping(8)];
    expect(firstKill(records)).toBe(-1);
    expect(reports(records).some(({ did }) => did === 'would')).toBe(true);
  });

  verifies('K7', 'takes a person’s exception for a tool', () => {
    const exceptions = [{ tool: 'look', is: 'healthy' } as const];
    expect(firstKill([set({ enabled: true, exceptions }), ...looping(20)])).toBe(-1);
  });

  verifies('K11', 'looks back as many requests as its window is large, and no further', () => {
    const records = [set({ windowSize: 5 }), ...working(12)];
    expect(reports(records).at(-1)?.literal.similarPrompts).toBe(4);
  });

  verifies('K11', 'is cleared by activation, which keeps the configuration', () => {
    const before = [set({ enabled: true, windowSize: 7 }), ...looping(8)];
    const activated = [...before, operator(40_000, 'activate')];
    const after = [...activated, ...looping(1, 44_000)];
    expect(killSwitchHolds(last(after))).toEqual([]);
    expect(last(after)?.killSwitch).toMatchObject({
      literal: { score: 0 },
      progress: { score: 0 },
    });
    const again = decide([...activated, ...looping(6, 44_000)]).slice(activated.length);
    expect(again.some(({ killSwitch }) => killSwitch?.did === 'killed')).toBe(true);
  });
});

describe('a family of sessions', () => {
  verifies('K8', 'loses only the session that loops', () => {
    const records = [set({ enabled: true }), ...looping(8, 0, { session: 'one' })];
    expect(killSwitchHolds(last(records))).toMatchObject([{ level: 'session' }]);
    const other = [...records, ...turn(60_000, null, { session: 'two' })];
    expect(killSwitchHolds(last(other))).toEqual([]);
  });

  verifies(
    'K8',
    'is stopped as a whole when three of its sessions were stopped within ten minutes',
    () => {
      const sessions = ['one', 'two', 'three'].flatMap((session, index) =>
        looping(8, index * 60_000, { session }),
      );
      const records = [
        set({ enabled: true }),
        ...sessions,
        ...turn(240_000, null, { session: 'four' }),
      ];
      expect(killSwitchHolds(last(records))).toMatchObject([
        { level: 'agent', why: '3 sessions were stopped within 10 minutes' },
      ]);
    },
  );

  verifies('K8', 'goes on when the stops are further apart', () => {
    const sessions = ['one', 'two', 'three'].flatMap((session, index) =>
      looping(8, index * 400_000, { session }),
    );
    const records = [
      set({ enabled: true }),
      ...sessions,
      ...turn(1_240_000, null, { session: 'four' }),
    ];
    expect(killSwitchHolds(last(records))).toEqual([]);
  });
});
