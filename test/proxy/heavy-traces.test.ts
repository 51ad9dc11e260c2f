/** Traces that take long to judge: nobody else waits for them. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test, vi } from 'vitest';
import { wholeServer } from '../kit/whole-server.ts';
import { otlpJson, toolSpan } from './otlp-bodies.ts';
import { send } from './sent-traces.ts';

vi.setConfig({ testTimeout: 60_000 });

test('while thousands of steps are judged, others are answered', async () => {
  const at = await wholeServer();
  const words = 'word '.repeat(500);
  const spans = Array.from({ length: 2_000 }, (_, index) =>
    toolSpan('genai', { tool: 'work', args: { index }, result: `${index} ${words}` }),
  );
  const body = otlpJson(spans);
  // How long the server kept everybody waiting at most: it runs in this process.
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  expect(await send(at, '/agents/sam/v1/traces', body)).toMatchObject({ status: 200 });
  const tookMs = performance.now() - began;
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(tookMs / 2);
});
