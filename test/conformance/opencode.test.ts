/** The compatibility kit for OpenCode, played. OpenCode itself: `npm run test:clients`. */
import { describeAdapter } from './adapter.case.ts';
import { opencodeHarness } from './opencode-harness.ts';
import { playOpenCode } from './played-opencode.ts';

describeAdapter(
  'opencode',
  opencodeHarness(({ model, input }, plug) => playOpenCode(model, input, plug)),
);
