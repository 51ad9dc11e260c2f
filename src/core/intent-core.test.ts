/** Intents, the fixed confidence formula, and that the gate honours them. */
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { accelerating, event, judge, looping, result } from '../../test/kit/records.ts';

describe('intent', () => {
  verifies('T5', 'is CONTINUE by default', () => {
    expect(judge([event(0)]).last.intent).toMatchObject({ intent: 'CONTINUE', confidence: 1 });
  });

  verifies('T5', 'is STOP with 1.0 on a runaway and PAUSE with 0.9 on a loop', () => {
    const runaway = judge(accelerating(0)).last;
    expect(runaway.intent).toMatchObject({ intent: 'STOP', confidence: 1 });
    expect(runaway.safety.allowed).toBe(false);
    const loop = judge(looping(0)).last;
    expect(loop.intent).toMatchObject({ intent: 'PAUSE', confidence: 0.9 });
    expect(loop.safety.allowed).toBe(false);
  });

  verifies('T5', 'confidence is health × (1 − 0.5 × pressure), four digits', () => {
    // 10,000 of 50,000 tokens is a fifth, 30 of 60 calls is a half: the larger counts.
    const spent = event(0, { tokenCount: 10_000, toolCalls: 30 });
    expect(judge([spent]).last.intent.confidence).toBe(0.75);
    // Health 0.95: 0.95 × (1 − 0.5 × 12,345 / 50,000) = 0.8327225, and the budget is still whole.
    const failed = judge([result(0, 'FAILED'), event(1, { tokenCount: 12_345 })]).last;
    expect(failed.intent.confidence).toBe(0.8327);
  });

  verifies('T5', 'pressure is at most 1', () => {
    expect(judge([event(0, { tokenCount: 99_999 })]).last.intent.confidence).toBe(0.5);
  });

  verifies('T5', 'the reason says what it rests on', () => {
    expect(judge([event(0)]).last.intent.reason).toContain('health 1');
    expect(judge(looping(0)).last.intent.reason).toBe('LOOPING signal since 4000');
  });
});
