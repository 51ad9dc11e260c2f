/** Replay parity: the same recording gives the same bytes, and any changed byte is found. */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { accelerating, event, looping, operator, result, tick } from '../../test/kit/records.ts';
import {
  canonicalJson,
  constitutionFrom,
  DecisionRun,
  FROZEN_V0_2,
  INITIAL_DIGESTS,
  recordingHeader,
  recordingLine,
  Replay,
  TripwireError,
  type AgentRecord,
  type Constitution,
} from './index.ts';

const records: AgentRecord[] = [
  ...looping(0),
  tick(64_000),
  ...accelerating(70_000, { tokenCount: 20 }),
  result(200_000, 'FAILED'),
  operator(201_000, 'pause', { by: 'ann' }),
  { ...event(202_000), agent: 'second', session: 's', thread: 't' },
];

function record(list: readonly AgentRecord[], constitution: Constitution = FROZEN_V0_2): string[] {
  const run = new DecisionRun(constitution);
  const lines = list.map((one) => recordingLine(one, run.take(one), run.digests));
  return [recordingHeader(constitution), ...lines];
}

/** The number of the first line that does not replay, or null. Line 1 is the header. */
function firstBadLine(lines: readonly string[]): number | null {
  const [header = '', ...rest] = lines;
  try {
    const replay = new Replay(header);
    if (replay.headerDifferences.length > 0) return 1;
    for (const [index, line] of rest.entries()) {
      try {
        if (replay.take(line).length > 0) return index + 2;
      } catch (error) {
        if (TripwireError.isInstance(error)) return index + 2;
        throw error;
      }
    }
    return null;
  } catch (error) {
    if (TripwireError.isInstance(error)) return 1;
    throw error;
  }
}

describe('replay parity', () => {
  verifies('T11', 'a recording replays to the same two digests', () => {
    const run = new DecisionRun(FROZEN_V0_2);
    for (const one of records) run.take(one);
    const [header = '', ...lines] = record(records);
    const replay = new Replay(header);
    for (const line of lines) expect(replay.take(line)).toEqual([]);
    expect(replay.run.digests).toEqual(run.digests);
    expect(run.digests).not.toEqual(INITIAL_DIGESTS);
  });

  verifies('T11', 'the digests are separate: of the records, and of intent and safety', () => {
    const digestsOf = (list: readonly AgentRecord[]) => {
      const run = new DecisionRun(FROZEN_V0_2);
      for (const one of list) run.take(one);
      return run.digests;
    };
    const a = digestsOf([event(0, { latencyMs: 1 })]);
    const b = digestsOf([event(0, { latencyMs: 2 })]);
    // Latency is in the record but decides nothing.
    expect(a.eventsHash).not.toBe(b.eventsHash);
    expect(a.decisionsHash).toBe(b.decisionsHash);
  });

  verifies('T11', 'any single changed byte is found, in the very line it stands in', () => {
    const lines = record(records);
    const text = `${lines.join('\n')}\n`;
    const anyChange = fc.tuple(
      fc.nat({ max: text.length - 2 }),
      fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    );
    fc.assert(
      fc.property(anyChange, ([place, character]) => {
        fc.pre(text[place] !== character && text[place] !== '\n');
        const changed = text.slice(0, place) + character + text.slice(place + 1);
        const line = text.slice(0, place).split('\n').length;
        expect(firstBadLine(changed.trimEnd().split('\n'))).toBe(line);
      }),
      { numRuns: 400 },
    );
  });

  verifies('T11', 'a removed, repeated or swapped line is found', () => {
    const lines = record(records);
    expect(firstBadLine(lines.toSpliced(5, 1))).toBe(6);
    expect(firstBadLine(lines.toSpliced(5, 0, lines[4] ?? ''))).toBe(6);
    expect(firstBadLine(lines.with(5, lines[6] ?? '').with(6, lines[5] ?? ''))).toBe(6);
  });

  verifies('T11', 'also one that changed nothing in the decisions', () => {
    const quiet = [tick(0), event(1), tick(2), tick(3), tick(4)];
    expect(firstBadLine(record(quiet).toSpliced(3, 1))).toBe(4);
  });

  verifies('T11', 'differences are told field by field', () => {
    const [header = '', first = ''] = record([event(5)]);
    const tampered = first.replace('"allowed":true', '"allowed":false');
    expect(new Replay(header).take(tampered)).toEqual([
      { field: 'decision.safety.allowed', recorded: 'false', computed: 'true' },
    ]);
    const spaced = first.replace('"allowed":', '"allowed": ');
    expect(new Replay(header).take(spaced)[0]?.field).toMatch(/^bytes from character \d+$/);
  });

  verifies('T11', 'the header brings its constitution, and an altered one is found', () => {
    const mine = constitutionFrom({ name: 'mine', maxTokensPerMinute: 100 });
    const lines = record([event(0, { tokenCount: 101 })], mine);
    expect(firstBadLine(lines)).toBeNull();
    const [header = '', ...rest] = lines;
    expect(firstBadLine([header.replace(':100,', ':200,'), ...rest])).toBe(1);
    const bare = canonicalJson({ constitution_id: FROZEN_V0_2.id, v: 1 });
    expect(firstBadLine([bare, ...record(records).slice(1)])).toBeNull();
    const unknown = canonicalJson({ constitution_id: mine.id, v: 1 });
    expect(() => new Replay(unknown)).toThrow('its values are not in the header');
    expect(() => new Replay('{"v":2}')).toThrow('version 2 is not known');
  });
});
