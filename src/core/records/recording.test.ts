/** Headers of recordings: what is refused, under which code, and in which words. */
import { describe, expect, test } from 'vitest';
import { event } from '../../../test/kit/records.ts';
import {
  canonicalJson,
  DecisionRun,
  FROZEN_V0_2,
  recordingHeader,
  recordingLine,
  Replay,
} from '../index.ts';

function refusal(header: string): { code: string; field: string | null; message: string } {
  try {
    // Made only to see it refused.
    void new Replay(header);
  } catch (error) {
    const { code, field, message } = error as {
      code: string;
      field: string | null;
      message: string;
    };
    return { code, field, message };
  }
  throw new Error('the header was taken');
}

describe('a header', () => {
  const { id, values } = FROZEN_V0_2;
  const refused: readonly (readonly [string, string, string | null, string])[] = [
    ['{', 'RECORDING_INVALID', null, 'the header is not valid JSON ('],
    ['null', 'RECORDING_INVALID', null, 'not a recording: the header is not an object'],
    ['5', 'RECORDING_INVALID', null, 'not a recording: the header is not an object'],
    ['{}', 'RECORDING_INVALID', 'v', 'not a recording: version undefined is not known (known: 1)'],
    ['{"v":1}', 'RECORDING_INVALID', 'constitution_id', 'the id of the constitution is missing'],
    [
      '{"constitution_id":"abc","v":1}',
      'RECORDING_INVALID',
      'constitution',
      'constitution abc did not ship and its values are not in the header',
    ],
    [
      canonicalJson({ constitution: { ...values, name: 'mine' }, constitution_id: 'abc', v: 1 }),
      'PARITY_LOST',
      'constitution_id',
      'the header names constitution abc, its values have the id ',
    ],
  ];
  for (const [header, code, field, words] of refused) {
    test(`${header.slice(0, 40)} is refused`, () => {
      const found = refusal(header);
      expect({ code: found.code, field: found.field }).toEqual({ code, field });
      expect(found.message).toContain(words);
    });
  }

  test('with other values under a shipped id differs, field by field', () => {
    const header = recordingHeader(FROZEN_V0_2).replace('"recoveryCap":0.8', '"recoveryCap":0.9');
    expect(new Replay(header).headerDifferences).toEqual([
      { field: 'constitution.recoveryCap', recorded: '0.9', computed: '0.8' },
    ]);
    expect(new Replay(canonicalJson({ constitution_id: id, v: 1 })).headerDifferences).toEqual([]);
  });
});

describe('a line', () => {
  const run = new DecisionRun(FROZEN_V0_2);
  const record = event(5);
  const line = recordingLine(record, run.take(record), run.digests);

  test('that cannot be read names its step', () => {
    const replay = new Replay(recordingHeader(FROZEN_V0_2));
    expect(() => replay.take('x')).toThrow('step 1 is not valid JSON (');
    for (const bad of ['null', '5', '{}']) {
      expect(() => replay.take(bad)).toThrow('step 1: record: field type must be one of');
    }
    const typo = line.replace('"toolCalls":0', '"toolCalls":-1');
    expect(() => replay.take(typo)).toThrow(
      expect.objectContaining({ code: 'RECORDING_INVALID', field: 'event.toolCalls' }),
    );
    expect(replay.take(line)).toEqual([]);
    expect(() => replay.take('x')).toThrow('step 2 is not valid JSON (');
    expect(replay.run.steps).toBe(1);
  });

  test('that differs in its bytes alone shows where', () => {
    const replay = new Replay(recordingHeader(FROZEN_V0_2));
    const place = line.indexOf('"health":');
    const spaced = `${line.slice(0, place)} ${line.slice(place)}`;
    expect(replay.take(spaced)).toEqual([
      {
        field: `bytes from character ${place + 1}`,
        recorded: JSON.stringify(spaced.slice(place - 10, place + 20)),
        computed: JSON.stringify(line.slice(place - 10, place + 20)),
      },
    ]);
    const early = new Replay(recordingHeader(FROZEN_V0_2)).take(` ${line}`);
    expect(early[0]).toMatchObject({
      field: 'bytes from character 1',
      recorded: JSON.stringify(` ${line}`.slice(0, 20)),
    });
  });

  test('with a field more or less says absent', () => {
    const more = line.replace('"holds":[]', '"holds":[],"x":1');
    expect(new Replay(recordingHeader(FROZEN_V0_2)).take(more)).toEqual([
      { field: 'decision.x', recorded: '1', computed: 'absent' },
    ]);
    const less = line.replace('"wakeAt":30005', '"wakeAt":null');
    const found = new Replay(recordingHeader(FROZEN_V0_2)).take(less);
    expect(found).toEqual([{ field: 'decision.wakeAt', recorded: 'null', computed: '30005' }]);
  });
});

describe('a run', () => {
  test('counts its steps, and an unnamed agent is the agent main', () => {
    const run = new DecisionRun(FROZEN_V0_2);
    run.take(event(0, { tokenCount: 50_000 }));
    expect(run.take({ ...event(1, { tokenCount: 1 }), agent: 'main' }).safety.allowed).toBe(false);
    expect(run.steps).toBe(2);
    expect(run.constitution).toBe(FROZEN_V0_2);
  });
});
