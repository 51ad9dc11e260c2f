/** Traces that take long to judge: nobody else waits for them. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test, vi } from 'vitest';
import { wholeServer } from '../kit/whole-server.ts';
import { otlpJson, toolSpan } from './otlp-bodies.ts';
import { send } from './sent-traces.ts';

vi.setConfig({ testTimeout: 60_000 });

/** As many as are taken at once. */
const STEPS = 2_000;
const NS_PER_MS = 1_000_000;

test('while thousands of steps are judged, others have their turn', async () => {
  const at = await wholeServer();
  const words = 'word '.repeat(500);
  const spans = Array.from({ length: STEPS }, (_, index) =>
    toolSpan('genai', { tool: 'work', args: { index }, result: `${index} ${words}` }),
  );
  const body = otlpJson(spans);
  // The server runs in this process, so what keeps it busy delays this loop. Judged in one go they took most of the time.
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  expect(await send(at, '/agents/sam/v1/traces', body)).toMatchObject({ status: 200 });
  const tookMs = performance.now() - began;
  delay.disable();
  expect(delay.max / NS_PER_MS).toBeLessThan(tookMs / 2);
});
