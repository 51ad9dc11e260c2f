/** What is said about a thread in trouble: checkable numbers, and a way out. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import type { TranscriptEvent } from '../thread/transcript.ts';
import {
  chargeTokens,
  DEFAULT_OPTIONS,
  digestEvent,
  initialJudge,
  judgeEvent,
  type Verdict,
} from './thread-judge.ts';
import { voicesOf, type Voices } from './voice.ts';

const { threshold } = DEFAULT_OPTIONS;
const look: TranscriptEvent = { kind: 'tool', tool: 'look', args: { at: 'a' }, result: 'a=1' };
const failing: TranscriptEvent = { ...look, tool: 'bash', error: 'exit 1: no rule', result: '' };

/** The verdicts after each event; each answer costs as many tokens as said. */
function verdicts(events: readonly TranscriptEvent[], tokens = 0): Verdict[] {
  let state = initialJudge();
  return events.map((event) => {
    const judged = judgeEvent(chargeTokens(state, tokens), digestEvent(event));
    ({ state } = judged);
    return judged.verdict;
  });
}

function voicesAt(events: readonly TranscriptEvent[], at: number, tokens = 0): Voices | null {
  const verdict = verdicts(events, tokens)[at];
  return verdict === undefined ? null : voicesOf(verdict, threshold);
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe('the voices', () => {
  test('say nothing while nothing is wrong', () => {
    expect(voicesAt(times(2, look), 0)).toBeNull();
    expect(voicesAt(times(2, look), 1)).toBeNull();
  });

  verifies('X1', 'warn early, with score and threshold, before they stop', () => {
    const early = verdicts(times(3, look))[2];
    expect(early?.level).toBe('warn');
    expect(voicesAt(times(3, look), 2)?.warn).toBe(
      'Called `look` 3 times and got the same result each time. (no-progress: score 5.2, limit 10; last: look, the same call again, with nothing new in the result (+2.6))',
    );
  });

  verifies('X1', 'steer the agent to something else', () => {
    expect(voicesAt(times(3, look), 2)?.steer).toMatch(
      /^You called `look` 3 times and got the same result each time\. Do not repeat that step.*another tool/,
    );
  });

  verifies('X1', 'have one count of calls, and name the tokens since the loop began', () => {
    const said = voicesAt(times(6, look), 4, 1_000)?.stop;
    expect(said).toContain('; 3,000 tokens since the loop began; ');
    expect(said?.match(/\d+ (?:times|calls)/g)).toEqual(['5 times']);
  });

  test('give a guard’s count instead of a score', () => {
    const events = Array.from({ length: 30 }, (_, index): TranscriptEvent =>
      index % 3 === 2
        ? failing
        : { ...look, args: { at: index }, result: `fresh line ${index} of the file` },
    );
    const fired = verdicts(events).findIndex(({ rule }) => rule === 'stubborn-failure');
    expect(fired).toBeGreaterThan(0);
    expect(voicesAt(events, fired)?.stop).toMatch(
      /^Made the same failing call 6 times, got the same output each time/,
    );
    expect(voicesAt(events, fired)?.stop).not.toContain('score');
  });

  test('count how often an answer chants', () => {
    const text = `The work is done. ${'I will check again now. '.repeat(30)}`;
    expect(voicesAt([{ kind: 'response', text }], 0)?.stop).toMatch(
      /^Repeated itself \d+ times within one answer\. \(chant\)$/,
    );
  });
});

describe('the stretch', () => {
  test('ends when the score is nothing again', () => {
    const fresh: TranscriptEvent = {
      ...look,
      args: { at: 'b' },
      result: 'something new\nand more',
    };
    const after = verdicts([look, look, fresh]).at(-1);
    expect(after?.stretch).toEqual({ calls: 0, tokens: 0, fed: 0, fedBy: [] });
  });

  test('keeps its first step and the last few, and counts them all', () => {
    const { stretch } = verdicts(times(40, look)).at(-1) ?? {};
    expect(stretch?.fed).toBe(39);
    expect(stretch?.fedBy.map(({ index }) => index)).toEqual([1, 33, 34, 35, 36, 37, 38, 39]);
  });
});
