/** What a stuck run is charged with: from the first call that brought nothing until it went on. */
import { describe, expect, test } from 'vitest';
import { digestEvent, initialJudge, judgeEvent, type TranscriptEvent } from '../../detect/index.ts';
import { LIST_PRICES, type ModelCall } from '../../prices/index.ts';
import type { Run } from '../../transcripts/index.ts';
import { callsOf, judgeRun } from './judge.ts';

function call(command: string, result: string): TranscriptEvent {
  return { kind: 'tool', tool: 'bash', args: { command }, result };
}

const prompt: TranscriptEvent = { kind: 'prompt', text: 'mend the build' };
const again = (count: number) =>
  Array.from({ length: count }, () => call('make', 'error: no rule to make target'));

/** A run in which every call is an answer of its own with a thousand tokens. */
function runOf(events: readonly TranscriptEvent[], model = 'gpt-5'): Run {
  const usage = {
    inputTokens: 1_000,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 0,
  };
  const modelCalls = events.flatMap((event, firstEvent): ModelCall[] =>
    event.kind === 'prompt' ? [] : [{ model, usage, firstEvent }],
  );
  let state = initialJudge();
  const judged = events.map((event) => {
    const next = judgeEvent(state, digestEvent(event));
    ({ state } = next);
    return { kind: event.kind, verdict: next.verdict };
  });
  return {
    id: 'r',
    client: 'codex',
    file: 'r.jsonl',
    project: 'p',
    startedAtMs: null,
    endedAtMs: null,
    title: 'mend the build',
    endsOpen: false,
    events: judged,
    modelCalls,
  };
}

describe('a stuck run', () => {
  test('is charged from the first call that brought nothing to its end', () => {
    const stuck = judgeRun(runOf([prompt, call('ls', 'Makefile'), ...again(12)]), LIST_PRICES);
    expect(stuck).toMatchObject({
      rule: 'no-progress',
      calls: 13,
      stuckFromCall: 3,
      recoveredAtCall: null,
      afterStuck: { calls: 11, spent: { tokens: 11_000, microDollars: 13_750 } },
    });
    const after = 13 - (stuck?.stoppedAtCall ?? 0);
    expect(after).toBeGreaterThan(3);
    expect(stuck?.afterStop).toMatchObject({ calls: after, spent: { tokens: after * 1_000 } });
    expect(stuck?.scores).toHaveLength(13);
    expect(stuck?.scores[(stuck?.stoppedAtCall ?? 1) - 1]).toBeGreaterThan(stuck?.threshold ?? 0);
  });

  test('that went on after a person spoke is not charged with what followed', () => {
    const word: TranscriptEvent = { kind: 'prompt', text: 'use the other target, all-new' };
    const later = [call('make all-new', 'built'), call('ls out', 'a.bin')];
    const stuck = judgeRun(runOf([prompt, ...again(9), word, ...later]), LIST_PRICES);
    expect(stuck).toMatchObject({ calls: 11, recoveredAtCall: 9, afterStuck: { calls: 8 } });
    expect(stuck?.afterStuck.spent.tokens).toBe(8_000);
  });

  test('whose transcript kept no usage has calls and no amounts', () => {
    const run = { ...runOf([prompt, ...again(9)]), modelCalls: [] };
    expect(judgeRun(run, LIST_PRICES)?.afterStuck).toMatchObject({
      calls: 8,
      spent: { answers: 0, tokens: 0 },
    });
  });

  test('without tools is counted in answers', () => {
    const said = (): TranscriptEvent => ({
      kind: 'response',
      text: 'I will now look at the file and then mend the build as you asked me to do.',
    });
    const run = runOf([prompt, ...Array.from({ length: 12 }, said)]);
    expect(callsOf(run)).toBe(12);
    const stuck = judgeRun(run, LIST_PRICES);
    expect(stuck).not.toBeNull();
    expect(stuck?.calls).toBe(12);
  });
});

test('a healthy run is not stuck', () => {
  const work = Array.from({ length: 12 }, (_, index) => call(`cat ${index}.txt`, `page ${index}`));
  expect(judgeRun(runOf([prompt, ...work]), LIST_PRICES)).toBeNull();
});
