/** Whoever listens to the gate may fail; the gate goes on, and the others still hear. */
import { expect, test } from 'vitest';
import { CODING_V1 } from '../../src/core/index.ts';
import { testGate } from '../kit/test-gate.ts';

test('a listener that throws ends nothing, and keeps nobody from hearing', async () => {
  const gate = await testGate({ constitution: CODING_V1 });
  const heard: string[] = [];
  gate.onEvent(() => {
    throw new Error('the feed is gone');
  });
  gate.onEvent(({ eventType }) => heard.push(eventType));
  // The runner fails on a rejection that nobody handles.
  await gate.operate({ agent: 'a', action: 'deactivate', by: 'ada', why: 'enough' });
  expect(heard).toContain('hold');
  gate.close();
});
