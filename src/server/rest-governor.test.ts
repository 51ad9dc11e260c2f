/** The governor at the gate: off it delays nothing, on it keeps a quarter of rest, and a stop does not wait for it. */
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { testGate } from '../../test/kit/test-gate.ts';
import { restGovernor } from './rest-governor.ts';

const START_MS = 48_000 * 1_000_000;

/** A gate in a time that the test moves. */
async function open(isGoverned: boolean) {
  let elapsedMs = 0;
  const gate = await testGate({
    governor: restGovernor(() => isGoverned),
    time: { wallMs: () => START_MS, monotonicMs: () => elapsedMs },
  });
  const ask = () => gate.admit({ agent: 'one', purpose: 'step', estimateTokens: 1, waitMs: 0 });
  const passed = (ms: number) => {
    elapsedMs += ms;
  };
  /** Twelve steps in a row with a call in each. */
  const twelve = async () => {
    for (let step = 0; step < 12; step += 1) {
      expect((await ask()).allowed).toBe(true);
      passed(3_000);
    }
  };
  return { gate, ask, passed, twelve };
}

/** Whether something is still not decided after a moment. */
async function waits(asked: Promise<unknown>): Promise<boolean> {
  const moment = new Promise((resolve) => {
    setTimeout(resolve, 50, 'waits');
  });
  return (await Promise.race([asked, moment])) === 'waits';
}

describe('an agent that worked in twelve steps of sixteen', () => {
  verifies('A4', 'goes on at once where nobody governs it', async () => {
    const { gate, ask, twelve } = await open(false);
    await twelve();
    expect((await ask()).allowed).toBe(true);
    gate.close();
  });

  verifies('A4', 'waits under the governor until the next window', async () => {
    const { gate, ask, passed, twelve } = await open(true);
    await twelve();
    const asked = ask();
    expect(await waits(asked)).toBe(true);
    passed(12_000);
    expect((await asked).allowed).toBe(true);
    gate.close();
  });

  verifies('A4', 'is stopped while it waits, and does not pass afterwards', async () => {
    const { gate, ask, passed, twelve } = await open(true);
    await twelve();
    const asked = ask();
    expect(await waits(asked)).toBe(true);
    await gate.operate({ agent: 'one', action: 'deactivate', by: 'ann', why: 'enough' });
    passed(12_000);
    expect(await asked).toMatchObject({ allowed: false, refusal: { kind: 'manual' } });
    gate.close();
  });
});
