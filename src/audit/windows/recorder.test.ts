/** The recorder: what a live agent does becomes windows, the same ones every time, without a gap in time. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { takeRow } from '../../../test/audit/take-row.ts';
import { DecisionRun, FROZEN_V0_2, type AgentRecord } from '../../core/index.ts';
import type { JournalEntry } from '../../journal/index.ts';
import {
  isInLedger,
  ledgerProof,
  ledgerRoot,
  narrativeHash,
  newRecorder,
  Recorder,
  traceEnd,
  TraceVerifier,
  type Gap,
  type MeasuredWindow,
} from '../index.ts';

const START_MS = 48_000 * 36_000_000;
const AGENT = 'one';

const said = (
  at: number,
  outputHash: string,
  more: { tokens?: number; calls?: number } = {},
): AgentRecord => ({
  type: 'event',
  event: {
    timestamp: START_MS + at,
    tokenCount: more.tokens ?? 100,
    toolCalls: more.calls ?? 1,
    latencyMs: 10,
    outputLength: 10,
    outputHash,
  },
});
const tick = (at: number): AgentRecord => ({ type: 'tick', timestamp: START_MS + at });
const person = (
  at: number,
  action: 'grant' | 'refuse' | 'pause' | 'resume' | 'deactivate',
  target?: string,
): AgentRecord => ({
  type: 'operator',
  timestamp: START_MS + at,
  action,
  by: 'ann',
  ...(target === undefined ? {} : { target }),
});
const approval = (at: number, change: 'raise' | 'lift', target = 'deploy'): AgentRecord => ({
  type: 'signal',
  timestamp: START_MS + at,
  source: 'policy',
  hold: 'approval',
  change,
  details: 'it is high-impact',
  target,
});
const act = (at: number, target = 'deploy'): AgentRecord => ({
  type: 'admit',
  timestamp: START_MS + at,
  purpose: 'tool',
  estimate: { tokenCount: 0, toolCalls: 1 },
  reserve: false,
  target,
});

/** Rows as a gate would write them. */
function entriesOf(records: readonly AgentRecord[]): readonly JournalEntry[] {
  const run = new DecisionRun(FROZEN_V0_2);
  const segment: JournalEntry = {
    agent: AGENT,
    seq: 1,
    segment: {
      core: '0',
      constitution: FROZEN_V0_2.values,
      constitution_id: FROZEN_V0_2.id,
      snapshot: null,
    },
  };
  const judged = records.map((record, index) => {
    const decision = run.take(record);
    return { agent: AGENT, seq: index + 2, record, decision, kept: { whole: decision } };
  });
  return [segment, ...judged];
}

function windowsOf(
  records: readonly AgentRecord[],
  gaps: readonly Gap[] = [],
): readonly MeasuredWindow[] {
  const recorder = new Recorder(newRecorder(AGENT, 0), () => gaps);
  return entriesOf(records).flatMap((entry) => takeRow(recorder, entry, `h${entry.seq}`));
}

function firstOf(records: readonly AgentRecord[], gaps: readonly Gap[] = []): MeasuredWindow {
  const [first] = windowsOf([...records, tick(48_000)], gaps);
  if (first === undefined) throw new Error('no window was closed');
  return first;
}

describe('what the numbers mean', () => {
  test('acute is the larger share of step, systemic that of the minute', () => {
    const { metrics } = firstOf([
      said(0, 'a', { tokens: 5_000, calls: 1 }),
      said(4_000, 'b', { tokens: 100, calls: 6 }),
    ]).window;
    // 5,000 of 50,000 tokens; 6 of 60 calls.
    expect(metrics.E_ext_acute.slice(0, 3)).toEqual([0.1, 0.1, 0]);
    // 5,100 tokens, 7 calls: 7/60 is the larger one.
    expect(metrics.E_ext_systemic.slice(0, 3)).toEqual([0.1, 0.116666, 0.116666]);
  });

  test('β₁ stays near 1 in new work and falls in a tight loop', () => {
    const fresh = firstOf(
      Array.from({ length: 16 }, (_, index) => said(index * 3_000, `new ${index}`)),
    );
    expect(fresh.window.metrics.beta1.every((one) => one === 1)).toBe(true);
    const loop = windowsOf([
      ...Array.from({ length: 32 }, (_, index) => said(index * 3_000, `loop ${index % 2}`)),
      tick(96_000),
    ]);
    const last = loop.at(-1)?.window.metrics.beta1 ?? [];
    expect(Number(last.at(-1))).toBeLessThan(0.2);
    expect(loop.some(({ verdict }) => !verdict.ok)).toBe(true);
  });

  test('a step is active, at rest, vetoed or silent', () => {
    const gap = { fromMs: START_MS + 9_000, toMs: START_MS + 15_000 };
    const flood = Array.from({ length: 61 }, (_, index) => said(18_000 + index, `x${index}`));
    const { rest_mask: rest } = firstOf([said(0, 'a'), said(3_000, 'b'), ...flood], [gap]).window
      .governance;
    expect(rest.slice(0, 8)).toEqual([
      'ACTIVE',
      'ACTIVE',
      'REST',
      'SILENT',
      'SILENT',
      'REST',
      'VETO',
      'REST',
    ]);
  });

  test('a pause is SUSPEND as long as it stands, and nothing said is LISTEN', () => {
    const { stance } = firstOf([said(0, 'a'), person(3_000, 'pause'), person(9_000, 'resume')])
      .window.governance;
    expect(stance.slice(0, 5)).toEqual(['LISTEN', 'SUSPEND', 'SUSPEND', 'SUSPEND', 'LISTEN']);
  });
});

describe('the chapel', () => {
  const shown = (records: readonly AgentRecord[]) => {
    const { window, verdict } = firstOf(records);
    const { rest_mask: rest, stance, high_impact: high = [] } = window.governance;
    const steps = [0, 1, 2, 3].map((step) => `${rest[step]} ${stance[step]} ${high[step]}`);
    return { steps, isConsented: (verdict.flags & 128) !== 0 };
  };

  verifies('A6', 'an action waits, is granted and done', () => {
    expect(shown([approval(0, 'raise'), person(6_000, 'grant', 'deploy'), act(9_000)])).toEqual({
      steps: ['ACTIVE SUSPEND 1', 'REST SUSPEND 0', 'REST CONSENT 0', 'ACTIVE CONSENT 1'],
      isConsented: true,
    });
  });

  verifies('A6', 'an action that is refused, or that nobody answers, is a VETO', () => {
    expect(shown([approval(0, 'raise'), person(6_000, 'refuse', 'deploy')]).steps.slice(2)).toEqual(
      ['VETO DISSENT 0', 'REST LISTEN 0'],
    );
    expect(shown([approval(0, 'raise'), approval(6_000, 'lift')]).steps[2]).toBe('VETO DISSENT 0');
  });

  verifies('A6', 'an action that was done without a word is a violation', () => {
    const recorder = new Recorder(newRecorder(AGENT, 0));
    const rows = entriesOf([approval(0, 'raise'), act(3_000), tick(48_000)]).map((entry) =>
      'record' in entry && entry.record.type === 'admit'
        ? {
            ...entry,
            decision: { ...entry.decision, safety: { ...entry.decision.safety, allowed: true } },
          }
        : entry,
    );
    const [window] = rows.flatMap((entry) => takeRow(recorder, entry, 'h'));
    expect(window?.window.governance.stance[1]).toBe('ABSTAIN');
    expect((window?.verdict.flags ?? 0) & 128).toBe(0);
  });
});

describe('the ledgers', () => {
  const stopped = windowsOf([
    said(0, 'a'),
    ...Array.from({ length: 61 }, (_, index) => said(3_000 + index, `x${index}`)),
    person(9_000, 'deactivate'),
    tick(48_000),
    tick(96_000),
    tick(48_000 + 3_600_000),
  ]);

  verifies('A15', 'each hash of a window opens to what it is of', () => {
    const { window, ledgers } = stopped[0] as MeasuredWindow;
    expect(window.witness.narrative_hash).toBe(narrativeHash(ledgers.narrative));
    expect(window.witness.scar_root).toBe(ledgerRoot(ledgers.scars));
    expect(window.witness.civic_memory_root).toBe(ledgerRoot(ledgers.civic));
    expect(ledgers.narrative.length).toBe(63);
    expect(ledgers.civic[1]).toContain('"action":"deactivate"');
    expect(ledgers.scars[0]).toContain('"incident":"RUNAWAY_DETECTED"');
    // One episode is one scar, however many events it had.
    expect(ledgers.scars.filter((one) => one.includes('RUNAWAY_DETECTED')).length).toBe(1);
    const proof = ledgerProof(ledgers.civic, 1);
    const root = window.witness.civic_memory_root ?? '';
    expect(isInLedger(ledgers.civic[1] ?? '', 1, 2, proof, root)).toBe(true);
    expect(isInLedger((ledgers.civic[1] ?? '').replace('ann', 'bob'), 1, 2, proof, root)).toBe(
      false,
    );
  });

  verifies(['A7', 'A15'], 'a scar fades by half in a half-life and is forgotten in the end', () => {
    const weights = stopped.map(
      ({ ledgers }) => (JSON.parse(ledgers.scars[0] ?? '{}') as { weight: number }).weight,
    );
    const first = weights[0] ?? 0;
    expect(Math.abs((weights[75] ?? 0) - first / 2)).toBeLessThanOrEqual(2);
    expect(weights.every((one, index) => index === 0 || one <= (weights[index - 1] ?? 0))).toBe(
      true,
    );
  });

  verifies('A15', 'what people did stays in the civic memory when nobody acts', () => {
    const roots = stopped.map(({ window }) => window.witness.civic_memory_root);
    expect(new Set(roots).size).toBe(1);
    expect(stopped[1]?.ledgers.civic).toEqual([]);
  });
});

describe('time', () => {
  verifies('A14', 'is tiled without a gap, and the trace verifies', () => {
    const windows = windowsOf([said(1_000, 'a'), said(500_000, 'b'), tick(600_000)]);
    const verifier = new TraceVerifier();
    const found = windows.flatMap(({ window }) => verifier.take(window).problems);
    expect(found).toEqual([]);
    expect(windows.length).toBe(12);
  });

  verifies('A14', 'interrupted anywhere, the same rows give the same windows', () => {
    const move = fc.tuple(
      fc.integer({ min: 0, max: 40_000 }),
      fc.constantFrom('a', 'b', 'c', 'pause', 'resume'),
    );
    fc.assert(
      fc.property(
        fc.array(move, { minLength: 2, maxLength: 25 }),
        fc.nat({ max: 25 }),
        (moves, cut) => {
          let at = 0;
          const records = moves.map(([later, what]) => {
            at += later;
            return what === 'pause' || what === 'resume' ? person(at, what) : said(at, what);
          });
          const rows = entriesOf(records);
          const whole = new Recorder(newRecorder(AGENT, 0));
          const expected = rows.flatMap((entry) => takeRow(whole, entry, 'h'));
          const first = new Recorder(newRecorder(AGENT, 0));
          const before = rows.slice(0, cut).flatMap((entry) => takeRow(first, entry, 'h'));
          const kept = JSON.parse(JSON.stringify(first.state)) as typeof first.state;
          const second = new Recorder(kept);
          const after = rows.slice(cut).flatMap((entry) => takeRow(second, entry, 'h'));
          expect([...before, ...after]).toEqual(expected);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('goes on where another recorder ended: link, carry and β₁', () => {
    const loop = Array.from({ length: 40 }, (_, index) => said(index * 3_000, `loop ${index % 2}`));
    const records = [...loop, person(121_000, 'pause'), tick(144_000)];
    const [first, second, third] = windowsOf(records).map(({ window }) => window);
    if (first === undefined || second === undefined) throw new Error('no window was closed');
    const end = traceEnd([first, second]);
    const other = new Recorder(newRecorder(AGENT, START_MS + 96_000, end));
    const after = entriesOf(records).flatMap((entry) => takeRow(other, entry, `h${entry.seq}`));
    expect(after.map(({ window }) => window)).toEqual([third]);
  });

  test('before anything happened, a first window shows nothing of what came later', () => {
    const recorder = new Recorder(newRecorder(AGENT, START_MS + 40_000));
    const loop = Array.from({ length: 12 }, (_, index) =>
      said(33_000 + index * 600, `loop ${index % 2}`),
    );
    const [first] = entriesOf([...loop, tick(48_000)]).flatMap((entry) =>
      takeRow(recorder, entry, 'h'),
    );
    const { beta1, E_ext_acute: acute } = first?.window.metrics ?? { beta1: [], E_ext_acute: [] };
    expect(beta1.slice(0, 11).every((one) => one === 1)).toBe(true);
    expect(acute.slice(0, 11).every((one) => one === 0)).toBe(true);
    // And what it did before the trace was asked for, in the same window, is in it.
    expect(first?.window.governance.rest_mask.slice(11, 13)).toEqual(['ACTIVE', 'ACTIVE']);
    expect(Number(beta1[13])).toBeLessThan(1);
  });

  test('a row that claims an earlier time is taken at the time of the one before', () => {
    const recorder = new Recorder(newRecorder(AGENT, 0));
    for (const entry of entriesOf([said(60_000, 'a'), said(10_000, 'b')]))
      takeRow(recorder, entry, 'h');
    expect(recorder.state.facts.map(({ at }) => at - START_MS)).toEqual([60_000, 60_000]);
  });
});
