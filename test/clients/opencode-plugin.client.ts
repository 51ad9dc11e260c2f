/** The compatibility kit through the real OpenCode, as a server whose sessions outlive their turns. */
import { afterAll } from 'vitest';
import { describeAdapter } from '../conformance/adapter.case.ts';
import { opencodeHarness } from '../conformance/opencode-harness.ts';
import { OpenCodeServer } from './opencode-server.ts';

const server = new OpenCodeServer();
afterAll(() => server.close());

describeAdapter(
  'opencode',
  opencodeHarness(({ input, providerUrl }, plug) => server.run(input, providerUrl, plug)),
);
