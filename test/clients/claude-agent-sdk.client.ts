/** The compatibility kit through the real Claude Agent SDK: tools of the prompt, and tools that only hooks see. */
import { describeAdapter } from '../conformance/adapter.case.ts';
import { claudeHarness } from '../conformance/claude-harness.ts';
import { claudePlace, claudeSdk } from './claude-sdk-place.ts';

const sdk = () => claudeSdk;

describeAdapter('claude-agent-sdk', claudeHarness('own', sdk, claudePlace));
describeAdapter('claude-agent-sdk, tools of others', claudeHarness('foreign', sdk, claudePlace));
