/** Traces that take long to judge: nobody else waits for them. */
import { expect, test, vi } from 'vitest';
import { wholeServer } from '../kit/whole-server.ts';
import { otlpJson, toolSpan } from './otlp-bodies.ts';
import { send } from './sent-traces.ts';

vi.setConfig({ testTimeout: 60_000 });

const STEPS = 2_000;
/** Of so many questions asked meanwhile, one is answered after the other. */
const ASKED_MEANWHILE = 5;

test('while thousands of steps are judged, others are answered', async () => {
  const at = await wholeServer();
  const words = 'word '.repeat(500);
  const spans = Array.from({ length: STEPS }, (_, index) =>
    toolSpan('genai', { tool: 'work', args: { index }, result: `${index} ${words}` }),
  );
  let isJudged = false;
  const judged = send(at, '/agents/sam/v1/traces', otlpJson(spans)).finally(() => {
    isJudged = true;
  });
  let answered = 0;
  while (!isJudged) {
    await at.api('/healthz');
    if (!isJudged) answered += 1;
  }
  expect((await judged).status).toBe(200);
  expect(answered).toBeGreaterThanOrEqual(ASKED_MEANWHILE);
});
