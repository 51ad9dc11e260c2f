/** The compatibility kit for Codex, on recorded payloads. Codex itself: `npm run test:clients`. */
import { describeAdapter } from './adapter.case.ts';
import { codexHarness } from './codex-harness.ts';
import { playedCodex } from './played-codex.ts';

describeAdapter(
  'codex',
  codexHarness(({ model }, guard) => ({
    thread: playedCodex(model, guard.options({})),
    close: () => {},
  })),
);
