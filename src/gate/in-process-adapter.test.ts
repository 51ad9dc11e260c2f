/** The adapter does what the decision says, and what it reports feeds health. */
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { event, judge, looping } from '../../test/kit/records.ts';
import { createInProcessAdapter } from './index.ts';

function clock(): () => number {
  let now = 0;
  return () => (now += 25);
}

describe('the in-process adapter', () => {
  verifies('T10', 'runs an allowed action and reports its tokens and time', async () => {
    const { safety } = judge([event(0)]).last;
    const action = async () => ({ tokensUsed: 7 });
    expect(await createInProcessAdapter(clock()).execute(safety, action)).toEqual({
      executed: true,
      status: 'SUCCESS',
      tokensUsed: 7,
      latencyMs: 25,
    });
  });

  verifies('T10', 'never starts a refused action', async () => {
    const { safety } = judge(looping(0)).last;
    let started = false;
    const action = async () => {
      started = true;
      return { tokensUsed: 7 };
    };
    const outcome = await createInProcessAdapter(clock()).execute(safety, action);
    expect(outcome).toEqual({ executed: false, status: 'BLOCKED', tokensUsed: 0, latencyMs: 0 });
    expect(started).toBe(false);
  });

  verifies('T10', 'reports a failure, which costs health; a block costs none', async () => {
    const healthy = judge([event(0)]);
    const adapter = createInProcessAdapter(clock());
    const failed = await adapter.execute(healthy.last.safety, async () => {
      throw new Error('timeout');
    });
    expect(failed).toMatchObject({ executed: true, status: 'FAILED', latencyMs: 25 });
    const fed = { type: 'result', timestamp: 1, result: failed } as const;
    expect(judge([event(0), fed]).last.health).toBe(0.95);
    const blocked = await adapter.execute(judge(looping(0)).last.safety, async () => ({
      tokensUsed: 0,
    }));
    const back = { type: 'result', timestamp: 1, result: blocked } as const;
    expect(judge([event(0), back]).last.health).toBe(1);
  });
});
